"""Solves puzzles: line propagation, then probing, then SAT search, with a proof of uniqueness."""
