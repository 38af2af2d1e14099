"""A solved picture in, the puzzle that has it as an answer out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Literal

from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.hungry_cat import Line as Counts
from picrosser.puzzles.nonogram import Nonogram, Run, Runs
from picrosser.puzzles.picture import EMPTY, Picture

Kind = Literal["hungry-cat", "nonogram"]


def puzzle_of(picture: Picture, kind: Kind) -> LinePuzzle:
    """The puzzle of a picture without UNKNOWN cells; whether it has other answers too, `solve` tells."""
    rows = [list(row) for row in picture.rows]
    cols = [list(column) for column in zip(*rows, strict=True)]
    if kind == "nonogram":
        return Nonogram(tuple(map(_runs, rows)), tuple(map(_runs, cols)), picture.palette)
    colours = len(picture.palette) - 1
    lines = [tuple(_counts(line, colours) for line in way) for way in (rows, cols)]
    return HungryCat(lines[0], lines[1], picture.palette)


def _runs(cells: Sequence[int]) -> Runs:
    return tuple(Run(len(list(group)), ink) for ink, group in groupby(cells) if ink != EMPTY)


def _counts(cells: Sequence[int], colours: int) -> Counts:
    runs = [colour for colour, _ in groupby(cells)]
    return tuple(
        CountHint(cells.count(colour), cells.count(colour) > 1 and runs.count(colour) == 1)
        for colour in range(1, colours + 1)
    )
