"""What `--debug` writes: a picture, a few words and the numbers of every stage, and a page to look at them.

Nothing here is loaded by a plain run.
"""
