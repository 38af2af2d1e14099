"""Propose the boards that a page may show, and score them: lattices of digits, lines, terms, weights."""
