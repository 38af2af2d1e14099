"""Stage results to explaining pictures in numbered files."""
