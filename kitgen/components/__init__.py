"""What a kit is made of: faces, pieces, components; standees, dice, banknotes; and their preflight."""
