"""The digits' tones in, the puzzle's colours out."""
