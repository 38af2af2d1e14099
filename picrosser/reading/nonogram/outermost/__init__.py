"""Decides whether outermost lines without hints belong to the board, and whether they are crossed out."""
