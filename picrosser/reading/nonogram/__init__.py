"""Classic nonograms: `read.py` has the recipe; digits are recognised as in the other families."""
