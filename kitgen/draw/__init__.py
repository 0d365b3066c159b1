"""Pictures as display lists: text, fonts, art, shapes, the look."""
