"""Pictures with their truth, what picrosser makes of them, and the verdicts on it."""
