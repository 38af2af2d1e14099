"""Draws screenshots of nonograms in the manner of many programs. Start at `looks.py` and `screenshot.py`."""
