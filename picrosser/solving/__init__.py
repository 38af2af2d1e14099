"""Puzzle to outcome: propagation of single lines, then search, then the proof of uniqueness."""
