"""What is answered about screenshots: mistakes, next steps, many at once, and all of it as plain values."""
