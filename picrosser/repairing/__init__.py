"""Hints that may be misread in, the one reading that fits together out; or what is still in doubt."""
