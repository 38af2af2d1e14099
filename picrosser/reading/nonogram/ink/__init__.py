"""Finds the pieces of ink in a strip of the picture, and tells which of them may be digits."""
