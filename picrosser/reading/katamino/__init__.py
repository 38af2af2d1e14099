"""Read pictures of Katamino: cards, pieces that lie apart, boards. Begin with `read.py`."""
