"""Classic nonograms: the recipe over the shared grid and digit stages, and the stages of its own."""
