"""Hungry Cat Picross: `read.py` has the recipe; each stage is a file."""
