"""A strip of the picture in, its pieces of ink out, each a digit or none."""
