"""A photograph of a ruled page, made flat: read `sheet.py` first."""
