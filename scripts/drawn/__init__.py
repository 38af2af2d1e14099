"""Screenshots drawn by ourselves, in the manner of Hungry Cat Picross, with their truth beside them."""
