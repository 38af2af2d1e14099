"""Drawings of puzzles and solutions: functions that return images or text and write no files."""
