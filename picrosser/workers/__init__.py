"""Worker processes that do one task after the other, and are replaced when they die."""
