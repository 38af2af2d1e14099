"""Finds the board within a gridded area, and the hints of each of its lines."""
