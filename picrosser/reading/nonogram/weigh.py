"""The ink of all lines in, evidence about their digits, colours and numbers out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.pixels import Box
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence
from picrosser.puzzles.picture import Colour
from picrosser.reading.digits import DigitsFound, recognise_digits
from picrosser.reading.glyphs import normalise
from picrosser.reading.nonogram.hint_area import HintsSeen
from picrosser.reading.nonogram.ink import Piece
from picrosser.reading.segment import Cut, NumbersFound

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
DARK = 100  # grey levels: on a darker board black would not be seen
BESIDE = 0.5  # of the shorter digit's height: two pieces in a column that share so much are one number
COLOURFUL = 60  # levels between the largest and the smallest channel: a colour, not a grey
SAME_GREY = 60  # levels within which two inks without colour are one
SAME_HUE = 0.3  # between the directions of two colours away from grey: shades of one colour differ by less
SEEN_OFTEN = 3  # digits: compression tints single ones
COLOURED = 0.2  # of all digits have a colour in a coloured puzzle
MARKED = 90  # levels between the inks of a line's digits: one is marked


def weigh_hints(seen: HintsSeen, paper: Colour) -> tuple[NonogramEvidence, DigitsFound | None]:
    """Compare all pieces with each other and with the templates, and say how each line may be spelt."""
    upright = [columnwise(pieces) for pieces in seen.cols]
    ordered = [*seen.rows, *upright]
    pieces = [piece for line in ordered for piece in line]
    if not pieces:
        blank = LineEvidence((), (), ())
        rows, cols = seen.lattice.shape
        return NonogramEvidence((blank,) * rows, (blank,) * cols, (), (paper, BLACK)), None
    digits = recognise_digits(_as_numbers(pieces))
    group_of = {m: at for at, group in enumerate(digits.groups) for m in group.members}
    colours, inks = _colours(pieces)
    lines: list[LineEvidence] = []
    start = 0
    for at, line in enumerate(ordered):
        members = range(start, start + len(line))
        start += len(line)
        lines.append(
            LineEvidence(
                tuple(group_of[m] for m in members),
                tuple(colours[m] for m in members),
                _joins(line, upright=at >= len(seen.rows)),
                seen.strange[at],
            )
        )
    rows = len(seen.rows)
    if inks == [BLACK] and sum(paper) / 3 < DARK:
        inks = [WHITE]
    shapes = tuple(group.nats for group in digits.groups)
    return NonogramEvidence(tuple(lines[:rows]), tuple(lines[rows:]), shapes, (paper, *inks)), digits


def _as_numbers(pieces: Sequence[Piece]) -> NumbersFound:
    """Every piece as a number of one digit: how digits form numbers is decided later, by whole lines."""
    count = len(pieces)
    boxes = tuple(Box(0, 0, piece.box.height, piece.box.width) for piece in pieces)
    return NumbersFound(
        hints=np.arange(count),
        coverage=np.zeros((count, 1, 1), np.float32),
        boxes=boxes,
        ways=tuple((Cut((at,), 0.0),) for at in range(count)),
        shapes=np.stack([normalise(piece.coverage) for piece in pieces]),
        log_aspects=np.log([box.width / box.height for box in boxes]).astype(np.float32),
        glyph_boxes=boxes,
        owners=np.arange(count),
        shaded=np.zeros(count, bool),
        shadow_px=None,
        odd_height=np.zeros(count, bool),
        foreign=np.zeros(count, np.float32),
    )


def columnwise(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """A column's pieces in reading order: from top to bottom, those beside each other from left to right."""
    numbers: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: p.box.top):
        if numbers and _beside(numbers[-1][0], piece):
            numbers[-1].append(piece)
        else:
            numbers.append([piece])
    return tuple(piece for number in numbers for piece in sorted(number, key=lambda p: p.box.left))


def _beside(one: Piece, other: Piece) -> bool:
    shared = min(one.box.bottom, other.box.bottom) - max(one.box.top, other.box.top)
    return shared > BESIDE * min(one.box.height, other.box.height)


def _joins(line: Sequence[Piece], *, upright: bool) -> tuple[Join, ...]:
    joins = []
    tones = np.array([piece.tone for piece in line])
    usual = np.median(tones, axis=0) if len(line) else np.zeros(3)
    for one, other in pairwise(line):
        height = (one.box.height + other.box.height) / 2
        marked = [float(np.abs(piece.tone - usual).max()) > MARKED for piece in (one, other)]
        joins.append(
            Join(
                gap=(other.box.left - one.box.right) / height,
                step=(other.box.left + other.box.right - one.box.left - one.box.right) / 2 / height,
                alike=all(marked),
                decided=_beside(one, other) if upright else None,
            )
        )
    return tuple(joins)


def _colours(pieces: Sequence[Piece]) -> tuple[list[int], list[Colour]]:
    """Each piece's colour, an index from 1, and the colours; a puzzle in one colour has black ones.

    A digit on a coloured tile has the tile's colour. With fewer than two colours besides greys, what differs
    is a mark (satisfied, greyed, chosen) and no colour.
    """
    tones = np.array([_own_colour(piece) for piece in pieces])
    means: list[NDArray[np.float32]] = []
    members: list[list[int]] = []
    for at, tone in enumerate(tones):
        apart = [_apart(tone, mean) for mean in means]
        nearest = int(np.argmin(apart)) if apart else -1
        if nearest < 0 or apart[nearest] > 1:
            means.append(tone)
            members.append([at])
        else:
            members[nearest].append(at)
            means[nearest] = np.median(tones[members[nearest]], axis=0)
    enough = [len(group) >= SEEN_OFTEN for group in members]
    colourful = [often and np.ptp(mean) >= COLOURFUL for often, mean in zip(enough, means, strict=True)]
    coloured = sum(len(group) for group, yes in zip(members, colourful, strict=True) if yes)
    if sum(colourful) < 2 or coloured < COLOURED * len(pieces):
        return [1] * len(pieces), [BLACK]
    colour_of = {at: number for number, group in enumerate(members, 1) for at in group}
    inks = [(int(r), int(g), int(b)) for r, g, b in means]
    return [colour_of[at] for at in range(len(pieces))], inks


def _apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """How different two inks are; up to 1 they count as the same."""
    colourful = [np.ptp(tone) >= COLOURFUL for tone in (one, other)]
    if all(colourful):
        hues = [(tone - tone.mean()) / np.linalg.norm(tone - tone.mean()) for tone in (one, other)]
        return float(np.linalg.norm(hues[0] - hues[1])) / SAME_HUE
    return float("inf") if any(colourful) else float(np.abs(one - other).max()) / SAME_GREY


def _own_colour(piece: Piece) -> NDArray[np.float32]:
    return piece.backdrop if np.ptp(piece.backdrop) >= COLOURFUL > np.ptp(piece.tone) else piece.tone
