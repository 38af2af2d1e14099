"""A puzzle's hints as marks to draw: what stands at each line, in which colour, circled or not.

All drawings of a puzzle start from these, so that none knows the families. Hungry Cat has one slot per
colour, always in the same order, and a 0 is left out; a nonogram's runs stand next to the board.
"""

from __future__ import annotations

from dataclasses import dataclass

from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.nonogram import Runs
from picrosser.puzzles.picture import Colour

_NOBODY_KNOWS: Colour = (128, 128, 128)


@dataclass(frozen=True, slots=True)
class HintMark:
    """One number beside the board.

    text : "" for an empty slot.
    circled : drawn with a circle around it.
    """

    text: str
    colour: Colour
    circled: bool = False


Marks = tuple[tuple[HintMark, ...], ...]
"""One line of marks per row or column, from outside to the board; all equally long."""


def hint_marks(puzzle: LinePuzzle) -> tuple[Marks, Marks]:
    """The marks of the rows and of the columns."""
    if isinstance(puzzle, HungryCat):
        rows, cols = (
            tuple(_counts(line, puzzle.palette) for line in lines) for lines in (puzzle.rows, puzzle.cols)
        )
        return rows, cols
    return _aligned(puzzle.rows, puzzle.palette), _aligned(puzzle.cols, puzzle.palette)


def in_tiles(puzzle: LinePuzzle) -> bool:
    """Whether numbers stand on tiles of their colours; with one dark ink they are plain, as in print."""
    return puzzle.colours > 1 or isinstance(puzzle, HungryCat) or ink_on(puzzle.palette[1]) != (255, 255, 255)


def ink_on(colour: Colour) -> Colour:
    """Black or white, whichever can be read on the colour."""
    red, green, blue = colour
    return (0, 0, 0) if 299 * red + 587 * green + 114 * blue > 127_000 else (255, 255, 255)


def _counts(line: Line, palette: tuple[Colour, ...]) -> tuple[HintMark, ...]:
    return tuple(_count(hint, palette[slot]) for slot, hint in enumerate(line, 1))


def _count(hint: CountHint, colour: Colour) -> HintMark:
    if hint.count is None:
        return HintMark("?", colour, bool(hint.contiguous))
    return HintMark(str(hint.count) if hint.count else "", colour, bool(hint.contiguous) and hint.count > 1)


def _aligned(lines: tuple[Runs | None, ...], palette: tuple[Colour, ...]) -> Marks:
    marks = [_runs(line, palette) for line in lines]
    longest = max(map(len, marks))
    empty = HintMark("", palette[0])
    return tuple((empty,) * (longest - len(line)) + line for line in marks)


def _runs(runs: Runs | None, palette: tuple[Colour, ...]) -> tuple[HintMark, ...]:
    if runs is None:
        return (HintMark("?", _NOBODY_KNOWS),)
    if not runs:
        return (HintMark("0", _NOBODY_KNOWS),)
    return tuple(HintMark(str(run.length), palette[run.colour]) for run in runs)
