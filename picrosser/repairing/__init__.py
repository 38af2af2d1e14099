"""Find the one consistent reading of hints that may be misread, or report what remains in doubt."""
