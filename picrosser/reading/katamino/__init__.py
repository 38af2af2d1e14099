"""The stages that read Katamino: cards, pieces that lie apart, boards."""
