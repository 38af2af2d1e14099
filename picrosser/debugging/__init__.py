"""What `--debug` writes. Nothing here is loaded by a plain run."""
