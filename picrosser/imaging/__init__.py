"""Images as arrays: loading, boxes and lattices, colour arithmetic, connected pieces, perspective."""
