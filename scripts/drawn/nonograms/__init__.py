"""Draw screenshots of nonograms in the looks of many programs. Start with `looks.py` and `screenshot.py`."""
