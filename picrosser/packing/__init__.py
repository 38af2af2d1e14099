"""Solves Katamino puzzles: finds and counts packings of pieces on a board."""
