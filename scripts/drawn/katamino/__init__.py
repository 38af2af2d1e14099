"""Draw pictures of Katamino together with their truth: problem cards, pieces, boards, photographs."""
