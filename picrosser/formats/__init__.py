"""Puzzle files: text to puzzle and back. Nothing is ever half-written or silently overwritten."""
