"""What a command answers about a screenshot, as plain values: for the command line and for the server."""
