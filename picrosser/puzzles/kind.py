"""The kinds of puzzles that a screenshot may show."""

from __future__ import annotations

from typing import Literal, get_args

Kind = Literal["hungry-cat", "nonogram", "katamino"]
KINDS: tuple[Kind, ...] = get_args(Kind)
