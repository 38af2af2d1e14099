"""How well and how fast screenshots are read: the parts of the scoring and benchmark scripts."""
