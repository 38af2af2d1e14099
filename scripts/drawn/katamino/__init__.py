"""Pictures of Katamino drawn by ourselves, with their truth: problem cards, pieces, boards, photographs."""
