"""The SAT solvers that search works with, behind one small interface: see `engine`."""
