"""Find what a photograph shows in two hues, but was read as one colour: digits of a line, what they stand on,
or painted cells.

Rows and columns lie in different light there, so that an ink may look like another one, and two inks be taken
for one. Within a line the light hardly changes; and a satisfied digit fades, but keeps its hue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import hue_direction
from picrosser.imaging.pixels import RGB, Box
from picrosser.pipelines.nonogram import NonogramSolved
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt, HintPlace
from picrosser.puzzles.nonogram import Run, StatedRuns
from picrosser.puzzles.picture import EMPTY, Colour

Tone: TypeAlias = NDArray[np.float64]
"""(3,) sRGB, 0 to 255."""


class ToneSeen(NamedTuple):
    """A tone, and how it differs from what is behind it, which is where it fades to.

    error : the standard error of its channels, their mean left out; 0 for that of many pixels.
    """

    tone: Tone
    step: Tone
    error: float = 0.0


# Between the directions of two tones away from grey, of length 1. In 20 drawn photographs of screens with
# coloured hints, digits of one ink in a line differ by up to 0.58; red and olive that were once taken for one
# ink, by 0.79 and 0.83.
MIN_HUE_DIFFERENCE = 0.7
# Between a tone's channels: of greyer ones light, blur and noise make any hue. Digits that were read rightly,
# but seemed to have two hues, had 20 to 25 (`draw_photographs.py --seed 72005`, 73018, 74000); red and olive
# ones in a shadow that were once taken for one ink, 30 (65033).
MIN_COLOURED_LEVELS = 27
# By how many standard errors of digits' tones two inks differ in any channel, their lightness left out. Of
# dark digits on grey paper 9 (72005); of pink and orange ones that were once taken for one ink 22, of the red
# and olive ones 46.
MIN_APART = 14.0
# Between the channels of how a cell differs from a blank one: noise, shade and faint marks leave less.
MIN_PAINT_LEVELS = 60
# Between the directions of two tones from black, of length 1, which a shadow leaves alone. Orange and brick
# red cells, whose digits were once taken for one ink (`draw_photographs.py --kind screen`, seed 93021), have
# 0.36, blue and pale purple ones 0.6 (92088). In 17 other drawn photographs no ink is painted in two tones.
MIN_PAINT_DIFFERENCE = 0.2
INK_PART = 0.75  # of a digit's box is paler than its strokes
RING_PX = 2  # the width of what is looked at round a digit, as its backdrop
TWO_INKS = "its digits seem to have two colours, and were read as one"
UNSTATED_PAINT = Doubt(WHOLE_PICTURE, None, (), "cells are painted in a colour that no hint seems to state")


def doubted_by_hue(solved: NonogramSolved, fixes: Mapping[HintPlace, StatedRuns]) -> NonogramSolved:
    """Return a photograph's result, in doubt where what was read as one colour has two hues.

    So are lines with such digits, and the whole picture if painted cells are so.

    solved : a nonogram, also one of a single colour. fixes : what the user has set is in no doubt.
    """
    if solved.doubts:
        return solved
    puzzle, image = solved.puzzle, solved.image if solved.flat is None else solved.flat
    places = [HintPlace("row", at) for at in range(len(puzzle.rows))]
    places += [HintPlace("column", at) for at in range(len(puzzle.cols))]
    digit_boxes = solved.reading.digit_boxes or ((),) * len(places)
    tones = [[_digit_tones(image, box, puzzle.palette[0]) for box in boxes] for boxes in digit_boxes]
    doubts = [
        Doubt(place, None, (), TWO_INKS)
        for place, runs, of_line in zip(places, (*puzzle.rows, *puzzle.cols), tones, strict=True)
        if place not in fixes and _show_two_inks(runs or (), of_line)
    ]
    if not fixes and _has_unstated_paint(solved):
        doubts.append(UNSTATED_PAINT)
    return replace(solved, reading=replace(solved.reading, doubts=tuple(doubts))) if doubts else solved


def _show_two_inks(runs: Sequence[Run], tones: Sequence[tuple[ToneSeen, ToneSeen]]) -> bool:
    """Whether a line's digits of one colour, or the squares that they stand on, differ in hue.

    tones : of each digit, and of what is behind it.
    """
    return any(_differ(alike) for of_part in zip(*tones, strict=True) for alike in _by_ink(runs, of_part))


def _by_ink(runs: Sequence[Run], tones: Sequence[ToneSeen]) -> Iterable[list[ToneSeen]]:
    """A line's tones, by the colour that they were read in; none if it is not known which digit is which."""
    colours = [run.colour for run in runs for _ in str(run.length)]
    if len(set(colours)) == 1:
        return [list(tones)]
    if len(colours) != len(tones):
        return []
    digits: dict[int, list[ToneSeen]] = {}
    for colour, tone in zip(colours, tones, strict=True):
        digits.setdefault(colour, []).append(tone)
    return digits.values()


def _has_unstated_paint(solved: NonogramSolved) -> bool:
    """Whether cells are painted in another hue than all inks, or those of one ink in two hues."""
    if solved.cells is None:
        return False
    blank, *inks = (np.array(colour, np.float64) for colour in solved.cells.palette)
    stated = [ToneSeen(ink, ink - blank) for ink in inks]
    painted: dict[int, list[ToneSeen]] = {}
    for group in solved.cells.groups:
        tone = np.array(group.tone, np.float64)
        seen = ToneSeen(tone, tone - blank)
        if group.colour > EMPTY:
            painted.setdefault(group.colour, []).append(seen)
        elif np.ptp(seen.step) >= MIN_PAINT_LEVELS and all(_differ((seen, ink)) for ink in stated):
            return True
    return any(map(_differ, painted.values())) or (len(inks) > 1 and _is_ink_in_two_tones(solved, blank))


def _is_ink_in_two_tones(solved: NonogramSolved, blank: Tone) -> bool:
    """Whether cells of one ink, by the solution, are painted in tones of which no shadow makes the other."""
    if solved.cells is None or solved.outcome.picture is None:
        return False
    tones: dict[int, list[Tone]] = {}
    for at, group in enumerate(solved.cells.groups):
        stated = set(solved.outcome.picture.cells[solved.cells.which == at].tolist())
        tone = np.array(group.tone, np.float64)
        if len(stated) == 1 and EMPTY not in stated and np.ptp(tone - blank) >= MIN_PAINT_LEVELS:
            tones.setdefault(stated.pop(), []).append(tone / np.linalg.norm(tone))
    pairs = (pair for of_ink in tones.values() for pair in combinations(of_ink, 2))
    return any(np.linalg.norm(one - other) > MIN_PAINT_DIFFERENCE for one, other in pairs)


def _differ(tones: Iterable[ToneSeen]) -> bool:
    """Whether any two of these tones clearly differ in hue, and do not fade to what is behind them from one.

    Blue digits on pale yellow turn green when they fade.
    """
    coloured = [seen for seen in tones if min(map(np.ptp, (seen.tone, seen.step))) >= MIN_COLOURED_LEVELS]
    return any(
        _hues_apart(one.tone, other.tone) > MIN_HUE_DIFFERENCE
        and _hues_apart(one.step, other.step) > MIN_HUE_DIFFERENCE
        and _colours_apart(one.tone, other.tone) >= MIN_APART * np.hypot(one.error, other.error)
        for one, other in combinations(coloured, 2)
    )


def _hues_apart(one: Tone, other: Tone) -> float:
    return float(np.linalg.norm(hue_direction(one) - hue_direction(other)))


def _colours_apart(one: Tone, other: Tone) -> float:
    """The levels by which two tones differ in any channel, their lightness left out."""
    return float(np.abs((one - one.mean()) - (other - other.mean())).max())


def _digit_tones(image: RGB, box: Box, blank: Colour) -> tuple[ToneSeen, ToneSeen]:
    """The median tone of a digit's strokes, of what differs most from what surrounds it; and that of its
    surroundings, which may be a square of the ink's colour.
    """
    top, left = max(0, box.top - RING_PX), max(0, box.left - RING_PX)
    around = image[top : box.bottom + RING_PX, left : box.right + RING_PX].astype(np.float64)
    is_ring = np.ones(around.shape[:2], bool)
    is_ring[box.top - top : box.bottom - top, box.left - left : box.right - left] = False
    inside, ring = around[~is_ring], around[is_ring]
    behind = np.median(ring, axis=0)
    off = np.abs(inside - behind).max(axis=1)
    strokes = inside[off >= float(np.quantile(off, INK_PART))]
    tone = np.median(strokes, axis=0)
    return (
        ToneSeen(tone, tone - behind, _error(strokes)),
        ToneSeen(behind, behind - np.array(blank, np.float64), _error(ring)),
    )


def _error(pixels: NDArray[np.float64]) -> float:
    """The standard error of the mean of some pixels' channels, their lightness left out."""
    colours = pixels - pixels.mean(axis=1, keepdims=True)
    return float(colours.std(axis=0).max() / len(pixels) ** 0.5)
