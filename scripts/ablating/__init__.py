"""Switch rules off, vary constants, fit weights, and see which readings change."""
