"""Draw photographs: a printed page or a screen, seen by a camera."""
