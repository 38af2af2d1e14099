"""Locating the board: `grid.py` is the entry; edges, combs, lines, stripes and paint are its evidence."""
