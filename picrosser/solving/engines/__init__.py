"""SAT solvers behind one small interface; `engine` defines it."""
