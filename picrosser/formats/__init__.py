"""Puzzle files: one module per format turns text into a puzzle and back.

`files` loads and saves, `registry` lists all formats and recognises them.
"""
