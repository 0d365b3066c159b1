"""Dumb back ends: sheets to PDF, files to folders."""
