"""Draw pictures that look like grids and hold none of the puzzles that picrosser knows."""
