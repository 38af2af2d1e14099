"""What lies on the board: cells painted or crossed out, and whether a nonogram explains them."""
