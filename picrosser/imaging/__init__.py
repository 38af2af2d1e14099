"""Image space: what the pictures of every puzzle have in common, before anything is read from them."""
