"""Finds the puzzle's colours from the tones of the digits and of what they stand on."""
