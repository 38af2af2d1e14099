"""Decides whether outermost lines without hints belong to the board."""
