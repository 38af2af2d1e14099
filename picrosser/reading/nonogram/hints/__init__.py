"""A gridded area in, the board in it and each line's hints out."""
