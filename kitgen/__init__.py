"""kitgen: one YAML file → a tabletop game to print, cut and play."""

__version__ = "0.1.0"
