"""Doubt a photographed puzzle in several colours one of whose inks shows two hues.

Rows and columns lie in different light, so an ink may look like another one, and two inks be taken for one.
Within a line the light hardly changes, and a satisfied digit fades, but keeps its hue. A puzzle read in one
colour is in no such doubt: runs of several colours may touch, and hardly ever fit as runs of one.
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
from picrosser.pipelines.nonogram_solved import NonogramSolved
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.nonogram import ONE_COLOUR, Run, StatedRuns
from picrosser.puzzles.picture import Colour
from picrosser.reading.nonogram.hints.piece import RING_PX

Tone: TypeAlias = NDArray[np.float64]
"""(3,) sRGB, 0 to 255."""

# Between the directions of two tones away from grey, of length 1. In 20 drawn photographs of screens with
# coloured hints, digits of one ink in a line differ by up to 0.58; red and olive that were once taken for one
# ink, by 0.79 and 0.83.
MIN_HUE_DIFFERENCE = 0.7
# Levels between a tone's channels: of greyer ones light, blur and noise make any hue. Digits that were read
# rightly, but seemed to have two hues, had 20 to 25; red and olive ones in a shadow 30.
MIN_COLOURED_LEVELS = 27
# Standard errors of digits' tones by which two inks differ in any channel, their lightness left out. Of dark
# digits on grey paper 9; of pink and orange ones that were once taken for one ink 22.
MIN_APART = 14.0
INK_PART = 0.75  # share of a digit's box that is paler than its strokes
TWO_INKS = "its digits seem to have two colours, and were read as one"


class _ToneSeen(NamedTuple):
    """A tone, how it differs from what is behind it, and the standard error of its channels."""

    tone: Tone
    step: Tone
    error: float


def doubted_by_hue(solved: NonogramSolved, fixes: Mapping[HintPlace, StatedRuns]) -> NonogramSolved:
    """Return a photograph's result, in doubt in lines whose digits of one ink show two hues.

    What the user has set, `fixes`, is in none.
    """
    puzzle = solved.puzzle
    if solved.doubts or len(puzzle.palette) <= ONE_COLOUR:
        return solved
    image = solved.image if solved.flat is None else solved.flat
    places = [HintPlace("row", at) for at in range(len(puzzle.rows))]
    places += [HintPlace("column", at) for at in range(len(puzzle.cols))]
    boxes = solved.reading.digit_boxes or ((),) * len(places)
    doubts = [
        Doubt(place, None, (), TWO_INKS)
        for place, runs, of_line in zip(places, (*puzzle.rows, *puzzle.cols), boxes, strict=True)
        if place not in fixes and _show_two_inks(image, runs or (), of_line, puzzle.palette[0])
    ]
    return replace(solved, reading=replace(solved.reading, doubts=tuple(doubts))) if doubts else solved


def _show_two_inks(image: RGB, runs: Sequence[Run], boxes: Sequence[Box], blank: Colour) -> bool:
    """Whether a line's digits of one colour, or the squares that they stand on, differ in hue."""
    colours = [run.colour for run in runs for _ in str(run.length)]
    if len(colours) != len(boxes):
        return False  # it is not known which digit is which
    tones = [_digit_tones(image, box, blank) for box in boxes]
    return any(
        _differ(seen[part] for seen, colour in zip(tones, colours, strict=True) if colour == ink)
        for ink in set(colours)
        for part in (0, 1)
    )


def _differ(tones: Iterable[_ToneSeen]) -> bool:
    """Whether any two of these tones clearly differ in hue, also in how they differ from their backdrop."""
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


def _digit_tones(image: RGB, box: Box, blank: Colour) -> tuple[_ToneSeen, _ToneSeen]:
    """The median tone of a digit's strokes, and of what surrounds it, maybe a square of the ink's colour."""
    top, left = max(0, box.top - RING_PX), max(0, box.left - RING_PX)
    around = image[top : box.bottom + RING_PX, left : box.right + RING_PX].astype(np.float64)
    is_ring = np.ones(around.shape[:2], bool)
    is_ring[box.top - top : box.bottom - top, box.left - left : box.right - left] = False
    inside, ring = around[~is_ring], around[is_ring]
    behind = np.median(ring, axis=0)
    off = np.abs(inside - behind).max(axis=1)
    strokes = inside[off >= np.quantile(off, INK_PART)]
    tone = np.median(strokes, axis=0)
    return (
        _ToneSeen(tone, tone - behind, _error(strokes)),
        _ToneSeen(behind, behind - np.array(blank, np.float64), _error(ring)),
    )


def _error(pixels: NDArray[np.float64]) -> float:
    """The standard error of the mean of some pixels' channels, their lightness left out."""
    colours = pixels - pixels.mean(axis=1, keepdims=True)
    return float(colours.std(axis=0).max() / len(pixels) ** 0.5)
