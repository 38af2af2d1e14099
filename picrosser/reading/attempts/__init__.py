"""Ways to look at a picture again when the plain look leaves doubts: upright, enlarged, sharpened."""
