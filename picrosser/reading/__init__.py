"""Pixels to puzzle, one stage a file; `read.py` has the recipe."""
