"""Faces onto sheets of paper: grids, marks, mirrored backs, labels."""
