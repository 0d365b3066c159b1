"""YAML text to typed values that know their place; words; where files are."""
