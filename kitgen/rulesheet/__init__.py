"""Words from templates, set in pages."""
