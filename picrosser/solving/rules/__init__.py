"""What the hints of one line allow: one module per kind of hint."""
