"""Read what stands beside a board where its hints do not: right of its rows, and below its columns.

Some programs repeat the hints there, number the lines, or state how many cells are filled. Anything else is a
rule that a nonogram does not have, so that solving the hints alone answers another puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import numpy as np

from picrosser.imaging.pixels import RGB
from picrosser.puzzles.nonogram import Nonogram, Runs
from picrosser.reading.glyphs.digit_likelihoods import compare_shapes
from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.hints.beside import chains_beside, in_order, sides_with_hints
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.tolerances import MOST
from picrosser.reading.page.ink import Ink

NAMES = ("left of", "right of"), ("above", "below")


def further_rules(
    image: RGB, ink: Ink, board: BoardScored, puzzle: Nonogram, *, ruling: Ruling | None = None
) -> str:
    """Where numbers stand that say something else than the hints, in words; "" if there are none.

    Texts and buttons below a board may stand beside most columns; beside the rows only numbers do. So where
    the rows have nothing, the columns are not asked.

    image : (H, W, 3) uint8 sRGB. ink : all of its ink.
    puzzle : what the hints of the board state. ruling : as for `collect_hints`.
    """
    told = []
    for side, lines, names in zip(sides_with_hints(board), (puzzle.rows, puzzle.cols), NAMES, strict=True):
        other = side._replace(last=not side.last)
        _, chains = chains_beside(image, ink, other, board.height_px, ruling)
        stated = [bool(line) for line in lines]
        if np.mean([chain.shows_hints for chain in chains], where=stated) < MOST:
            break
        numbers = _digits(in_order(image, other, chains, ruling))
        if not _says_the_same(numbers, lines):
            told.append(names[other.last])
    return f"numbers that are no hints stand {' and '.join(told)} the board" if told else ""


def _digits(lines: Sequence[Sequence[Piece]]) -> list[str]:
    """The likeliest digits of each line, one after the other."""
    digits, nats, *_ = compare_shapes([piece.coverage for line in lines for piece in line])
    digit_of = {
        one: str(np.argmax(nats[at])) for at, group in enumerate(digits.groups) for one in group.members
    }
    found = (digit_of[at] for at in range(len(digit_of)))
    return ["".join(islice(found, len(line))) for line in lines]


def _says_the_same(numbers: Sequence[str], lines: Sequence[Runs | None]) -> bool:
    """Whether most of the numbers repeat the hints, count their cells, or number the lines."""
    runs = [[run.length for run in line or ()] for line in lines]
    known = (
        ["".join(map(str, line)) for line in runs],
        [str(sum(line)) for line in runs],
        [str(at + 1) for at in range(len(runs))],
        [str(at) for at in range(len(runs), 0, -1)],
    )
    seen = [bool(number) for number in numbers]
    return any(np.mean(np.equal(numbers, text), where=seen) >= MOST for text in known)
