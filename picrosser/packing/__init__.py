"""Katamino puzzles to packings."""
