"""The commands, a file each: load the input, call the library, report."""
