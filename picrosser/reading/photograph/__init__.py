"""A photograph of a ruled page, made flat: read `flatten.py` first."""
