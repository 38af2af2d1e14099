"""Draw screenshots in the look of Hungry Cat Picross, together with their truth."""
