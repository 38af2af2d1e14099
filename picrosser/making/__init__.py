"""From any picture to a puzzle: fewer colours, fewer cells, hints, and one solution only."""
