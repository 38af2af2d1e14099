"""Puzzle files: one module per format turns text into a puzzle and back.

`files` loads and saves, `registry` lists all formats and recognises them. Whatever breaks a rule of a format
raises PuzzleFileError, whose message names the place; not every function repeats that.
"""
