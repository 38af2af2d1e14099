"""The hints beside a board: which pieces of ink they are, which digits these may be, and what separates them."""
