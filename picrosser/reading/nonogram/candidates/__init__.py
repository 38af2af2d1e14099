"""Evenly spaced lines in a picture: the gridded areas that may hold a board."""
