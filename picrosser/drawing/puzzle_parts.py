"""What all drawings of a puzzle share: the marks for its hints, the blank board, colours and proportions.

Drawings start from hint marks, so none of them needs to know the puzzle families. Hungry Cat has one slot per
colour, always in the same order, and an empty slot for a count of 0; the runs of a nonogram stand next to the
board. This module imports neither numpy nor Pillow, because drawing in a terminal needs neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.nonogram import Runs
from picrosser.puzzles.picture import BLACK, EMPTY, WHITE, Colour, Picture

if TYPE_CHECKING:
    from picrosser.puzzles.katamino import Katamino

GROUP = 5
"""Cells between two thick grid lines, as in printed puzzles."""
CHECKER: tuple[Colour, Colour] = ((222, 222, 222), (150, 150, 150))
"""The light and the dark squares of an undecided cell; they can be told apart on any background."""
_PLAIN_INK: Colour = (30, 30, 30)  # of hints that are not on tiles
_NO_COLOUR: Colour = (128, 128, 128)  # of a hint that belongs to no colour: an unknown or an empty line


class HintMark(NamedTuple):
    """One number beside the board.

    text : "" for an empty slot.
    colour : of the tile that it stands on; None without one, as one dark colour is printed.
    circled : drawn with a circle around it.
    """

    text: str
    colour: Colour | None
    circled: bool = False

    @property
    def ink(self) -> Colour:
        return _PLAIN_INK if self.colour is None else ink_on(self.colour)

    @property
    def has_edge(self) -> bool:
        """Whether its tile is as white as the paper."""
        return self.colour == WHITE


Marks = tuple[tuple[HintMark, ...], ...]
"""The marks of each row or column, from the outside towards the board; all lines have the same length."""


def hint_marks(puzzle: LinePuzzle) -> tuple[Marks, Marks]:
    """Return the marks of the rows and of the columns."""
    palette = puzzle.palette
    if isinstance(puzzle, HungryCat):
        rows, cols = (
            tuple(tuple(map(_count, line, palette[1:])) for line in lines)
            for lines in (puzzle.rows, puzzle.cols)
        )
        return rows, cols
    on_tiles = puzzle.colours > 1 or ink_on(palette[1]) != WHITE
    tones = (_NO_COLOUR, *palette[1:]) if on_tiles else (None, None)
    return _runs(puzzle.rows, tones), _runs(puzzle.cols, tones)


def placed_marks(
    puzzle: LinePuzzle, cell_px: int, left_px: int, top_px: int
) -> Iterator[tuple[int, int, HintMark]]:
    """Yield x, y and mark of each number beside a board whose first cell is at (left, top)."""
    for is_column, lines in enumerate(hint_marks(puzzle)):
        for number, line in enumerate(lines):
            for slot, mark in enumerate(line):
                along, away = number * cell_px, slot * cell_px
                if mark.text:
                    yield (left_px + along, away, mark) if is_column else (away, top_px + along, mark)


def ink_on(colour: Colour) -> Colour:
    """Black or white, whichever is easier to read on a colour."""
    red, green, blue = colour
    return BLACK if 299 * red + 587 * green + 114 * blue > 127_000 else WHITE


def picture_to_draw(puzzle: LinePuzzle, picture: Picture | None) -> Picture:
    """Return the picture, or where there is none the board with nothing but its given cells."""
    if picture is None:
        rows, cols = puzzle.shape
        given = getattr(puzzle, "given", None) or [[EMPTY] * cols] * rows
        return Picture([[max(cell, EMPTY) for cell in row] for row in given], puzzle.palette)
    return same_shape(puzzle, picture)


def same_shape(puzzle: LinePuzzle | Katamino, picture: Picture) -> Picture:
    """Return the picture; raises ValueError if it and the puzzle differ in shape."""
    if picture.shape != puzzle.shape:
        raise ValueError(f"the picture has {picture.shape} cells, the puzzle {puzzle.shape}")
    return picture


def _count(hint: CountHint, colour: Colour) -> HintMark:
    if hint.count is None:
        return HintMark("?", colour, bool(hint.contiguous))
    return HintMark(str(hint.count) if hint.count else "", colour, bool(hint.contiguous) and hint.count > 1)


def _runs(lines: tuple[Runs | None, ...], tones: tuple[Colour | None, ...]) -> Marks:
    """Return the marks of runs; `tones` has the tiles' colours, first that of a mark without a colour."""
    marks = [
        tuple(HintMark(str(run.length), tones[run.colour]) for run in line or ())
        or (HintMark("?" if line is None else "0", tones[0]),)
        for line in lines
    ]
    longest = max(map(len, marks))
    empty = HintMark("", tones[0])
    return tuple((empty,) * (longest - len(line)) + line for line in marks)
