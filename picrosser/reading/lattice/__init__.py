"""What `reading.grid` is made of: from edges to combs, lines in the corners of cells, stripes and paint."""
