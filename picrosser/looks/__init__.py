"""Looks at a picture: which views of it are read as which family, in what order, and what is believed."""
