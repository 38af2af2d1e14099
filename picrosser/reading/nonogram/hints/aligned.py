"""Two readings of each line's hints in, next to the board and wherever they stand, one of them out per line.

Most programs set hints against their board. Some set them against the far end of their hint area, or in its
middle: then short lines leave much space before the board. Such lines are told from titles, counters and
buttons by all the others, whose hints begin at the same place, or have it as their middle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.hints.chain import NEXT_TO_BOARD, Chain, chains
from picrosser.reading.nonogram.hints.steps import ASKEW, WIDE_STEPS, with_equal_steps
from picrosser.reading.nonogram.ink.piece import LIKE_DIGIT, Piece, same_height

ANYWHERE = NEXT_TO_BOARD._replace(nearest=math.inf)
MOST = 0.8  # of the lines agree on the place: of one or two, a digit may be lost
FEWEST = 3  # lines that agree on it: two do so by chance


def shows_hints(line: Chain) -> bool:
    """Whether any of its pieces surely is a digit."""
    return any(piece.unlike < LIKE_DIGIT for piece in line.digits)


def aligned_chains(
    strips: Sequence[Sequence[Piece]], edge_px: int, pitch: float, *, upright: bool
) -> list[Chain]:
    """Every line's chain, on one side of the board; parameters as of `chains`."""
    near = chains(strips, edge_px, pitch, upright=upright)
    if upright:
        near = with_equal_steps(near, chains(strips, edge_px, pitch, upright=True, reach=WIDE_STEPS))
    if all(map(shows_hints, near)):
        return near
    anywhere = chains(strips, edge_px, pitch, upright=upright, reach=ANYWHERE)
    return with_aligned(near, anywhere)


def with_aligned(near: Sequence[Chain], anywhere: Sequence[Chain]) -> list[Chain]:
    """The lines next to the board; for those that show no hints there, the ones that are set as all others.

    anywhere : the same lines' hints, however far from the board.
    """
    lines = [one if shows_hints(one) else other for one, other in zip(near, anywhere, strict=True)]
    shown = [line for line in lines if shows_hints(line)]
    if len(shown) < FEWEST:
        return list(near)
    usual = median([piece.box.height for line in shown for piece in line.digits])
    ways = []
    for place_of in (_start, _middle):
        place = median([place_of(line) for line in shown])
        ways.append([shows_hints(line) and _fits(line, place_of(line) - place, usual) for line in lines])
    fits = max(ways, key=sum)
    if sum(fits) < max(FEWEST, MOST * len(shown)):
        return list(near)
    return [line if fit else one for line, fit, one in zip(lines, fits, near, strict=True)]


def _fits(line: Chain, off_px: float, usual_px: float) -> bool:
    """Whether a line that is so far off the place stands at it, its digits as tall as most."""
    return abs(off_px) <= ASKEW * usual_px and all(
        same_height(piece.box.height, usual_px) for piece in line.digits
    )


def _start(line: Chain) -> float:
    return min(start for start, _ in line.ends_px(line.digits))


def _middle(line: Chain) -> float:
    ends = line.ends_px(line.digits)
    return (min(start for start, _ in ends) + max(stop for _, stop in ends)) / 2
