"""Collects the hints beside a board: which pieces of ink they are, and which digits these may be."""
