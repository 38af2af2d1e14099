"""A board's outermost lines: whether they are its own, and whether there are more."""
