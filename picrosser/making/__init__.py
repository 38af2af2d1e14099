"""Makes puzzles from pictures: fewer colours, fewer cells, hints, and a unique solution."""
