"""What the hints of one line allow: one file per kind of hint."""
