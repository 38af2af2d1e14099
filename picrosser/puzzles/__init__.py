"""What a puzzle is, for each kind of puzzle: no pixels, no solver, no files."""

from typing import Literal, get_args

Kind = Literal["hungry-cat", "nonogram", "katamino"]
KINDS: tuple[Kind, ...] = get_args(Kind)  # the kinds of puzzles that a screenshot may show
