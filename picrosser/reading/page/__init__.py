"""Look at a picture once: its ink, its noise, and how likely each piece of ink is a digit."""
