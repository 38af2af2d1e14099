"""Decides whether the outermost lines belong to the board, and whether more lines were missed."""
