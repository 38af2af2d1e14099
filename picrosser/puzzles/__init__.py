"""What a puzzle is: no pixels, no solver, no files."""
