"""Weigh the grouped hints: which digits, colours and numbers each line may state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB
from picrosser.puzzles.nonogram_evidence import Join, LineEvidence, NonogramEvidence
from picrosser.puzzles.picture import Colour
from picrosser.reading.glyphs.digit_likelihoods import compare_shapes
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.nonogram.colours.inks import find_inks
from picrosser.reading.nonogram.colours.similar_tones import contrasting
from picrosser.reading.nonogram.hints.beside import HintsGrouped
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.hints.separators import are_side_by_side, are_written_across
from picrosser.reading.nonogram.tolerances import MIN_CLEAR_LEVELS
from picrosser.reading.page.ink_steps import ink_steps


def weigh_hints(image: RGB, seen: HintsGrouped, background: Colour) -> tuple[NonogramEvidence, DigitsFound]:
    """Compare all pieces with each other and with the templates, and list what each line may state.

    image : (H, W, 3) uint8 sRGB. background : a blank cell's colour.
    """
    rows = len(seen.rows)
    ordered = [*seen.rows, *seen.cols]
    pieces = [piece for line in ordered for piece in line]
    # How digits form numbers is decided later, by whole lines.
    digits, shapes, again, unlike, apart = compare_shapes([piece.coverage for piece in pieces])
    group_of = {m: at for at, group in enumerate(digits.groups) for m in group.members}
    colours, inks, may_be_marks, shades, alike = find_inks(pieces, sum(map(len, seen.rows)), background)
    usual = np.median([piece.tone for piece in pieces], axis=0)
    stacked = not are_written_across(seen.cols)
    lines: list[LineEvidence] = []
    start = 0
    for at, line in enumerate(ordered):
        members = range(start, start + len(line))
        start += len(line)
        lines.append(
            LineEvidence(
                tuple(group_of[m] for m in members),
                tuple(colours[m] for m in members),
                _joins(line, usual, stacked=stacked and at >= rows),
                seen.strange[at],
                seen.cut[at],
                glyphs=tuple(members),
            )
        )
    lone = contrasting(background)
    # Marks of satisfied lines are: in a puzzle of several colours a line's cells lie in lines of others, too.
    by_lines = bool(inks) and all(len(set(line.colours)) < 2 for line in lines)
    evidence = NonogramEvidence(
        tuple(lines[:rows]),
        tuple(lines[rows:]),
        shapes,
        (background, *(inks or (lone,))),
        single_colour=lone if may_be_marks or by_lines else None,
        shade_of=shades,
        similar_to=alike,
        unlike=unlike,
        same_digit=again,
        apart=apart,
        steps=partial(ink_steps, image, [piece.box for piece in pieces], background),
    )
    return evidence, digits


def _joins(line: Sequence[Piece], usual: NDArray[np.float32], *, stacked: bool) -> tuple[Join, ...]:
    """What may make one number of a line's neighbours.

    usual : (3,) the tone of most digits; in a line, all may be marked.
    stacked : the line's numbers stand one above another.
    """
    joins = []
    for one, other in pairwise(line):
        height = (one.box.height + other.box.height) / 2
        marked = [float(np.abs(piece.tone - usual).max()) > MIN_CLEAR_LEVELS for piece in (one, other)]
        # What needs no comparison with other lines:
        decided = are_side_by_side(one, other) if stacked else True if other.in_same_cell else None
        decided = False if other.separated else decided
        joins.append(
            Join(
                gap=(other.box.left - one.box.right) / height,
                step=max(np.subtract(other.box.middle, one.box.middle)) / height,
                both_marked=all(marked),
                decided=decided,
            )
        )
    return tuple(joins)
