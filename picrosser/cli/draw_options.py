"""What `picrosser draw` is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from picrosser.cli.puzzle_input import Words


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """What the command line asks for; see `picrosser draw --help`."""

    file: str
    output: str
    source: str
    words: Words
    solve: bool
    empty: bool
    hints: bool
    cell_px: int
    per_cell: bool
    palette: bool
    time_limit_s: float | None
    force: bool
