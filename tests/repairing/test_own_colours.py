"""The colours of hints that views show in other light are found anew, and weighed with their digits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from picrosser.puzzles.nonogram import Nonogram, Runs, runs_of_cells
from picrosser.puzzles.nonogram_evidence import (
    Join,
    LineEvidence,
    NonogramEvidence,
    certain_evidence,
    in_one_colour,
)
from picrosser.repairing.own_colours import Directions, fitted_inks, in_own_colours
from picrosser.repairing.repair_runs import same_up_to_colour_numbers
from picrosser.repairing.weighed_board import weighed_puzzle
from picrosser.running.deadline import NO_DEADLINE

PICTURE = """
11122.33
1.122233
111.2.33
..112233
33...111
3332..11
33222.11
.3221111
"""
CELLS = np.array([[int(cell) if cell != "." else 0 for cell in row] for row in PICTURE.split()])
TONES = np.array([(230, 20, 30), (20, 40, 220), (30, 190, 40)])
PALETTE = (0, 0, 0), (230, 20, 30), (20, 40, 220), (30, 190, 40)
SURE = -9.0  # nats of what a digit is not


def true_puzzle() -> Nonogram:
    rows, cols = (tuple(runs_of_cells(line) for line in side.tolist()) for side in (CELLS, CELLS.T))
    return Nonogram(rows, cols, PALETTE)


def view(seed: int, tones: NDArray[np.int64] = TONES) -> NonogramEvidence:
    """What a view shows of the picture, its colours all wrong, in light that changes over the page.

    tones : of the inks, as the view shows them.
    """
    rng = np.random.default_rng(seed)
    shapes: list[tuple[float, ...]] = []
    steps: list[NDArray[np.float64]] = []

    def line(runs: Runs | None) -> LineEvidence:
        first = len(shapes)
        for run in runs or ():
            shapes.append(tuple(0.0 if digit == run.length else SURE for digit in range(10)))
            steps.append(rng.uniform(0.3, 1.0) * tones[run.colour - 1] + rng.normal(scale=2.0, size=3))
        found = tuple(range(first, len(shapes)))
        wrong = tuple(1 + at % 2 for at in found)
        joins = tuple(Join(0.5, 1.0, both_marked=False, decided=False) for _ in found[1:])
        return LineEvidence(found, wrong, joins, glyphs=found)

    true = true_puzzle()
    rows, cols = (tuple(line(runs) for runs in side) for side in (true.rows, true.cols))
    seen = np.array(steps, np.float32)
    return NonogramEvidence(rows, cols, tuple(shapes), PALETTE[:3], steps=lambda: seen)


def is_read(*views: NonogramEvidence) -> bool:
    puzzle = weighed_puzzle(views, NO_DEADLINE).puzzle
    return puzzle is not None and same_up_to_colour_numbers(puzzle, true_puzzle())


def test_colours_follow_from_the_inks_in_uneven_light() -> None:
    assert is_read(view(1))


def test_inks_are_found_where_all_seemed_to_be_of_one_colour() -> None:
    assert is_read(*(in_one_colour(view(seed), (0, 0, 0)) for seed in (1, 2)))


def test_another_view_may_show_the_inks_in_other_directions() -> None:
    """In bluish light the second view's red is as far from the first's red as from its green."""
    assert is_read(view(1), view(2, TONES + np.array((0, 60, 150))))


def test_a_colour_that_is_ill_seen_follows_from_the_lines_that_cross() -> None:
    ill = view(1)
    assert ill.steps is not None
    steps = ill.steps().copy()
    steps[3] = (125, 30, 125)  # between red and blue
    assert is_read(replace(ill, steps=lambda: steps))


def test_the_colours_of_lines_set_by_hand_are_not_found_anew() -> None:
    seen = view(1)
    by_hand = certain_evidence(true_puzzle())
    rows = (by_hand.rows[0], *seen.rows[1:])
    assert in_own_colours([replace(seen, rows=rows, shapes=by_hand.shapes)]) is None


RED, ORANGE, BLUE, GREY = (230, 20, 30), (240, 120, 10), (20, 40, 220), (-150, -150, -150)
SPREAD = 0.03  # radians


def bundles(
    *tones: tuple[int, ...], each: int = 20
) -> tuple[Directions, NDArray[np.bool_], NDArray[np.intp]]:
    """The directions of some inks' digits, half of them in rows; which are in rows; and the ink of each."""
    rng = np.random.default_rng(4)
    ink = np.repeat(np.arange(len(tones)), each)
    middles = np.array(tones) / np.linalg.norm(tones, axis=1, keepdims=True)
    directions = middles[ink] + SPREAD * rng.normal(size=(len(ink), 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return directions, np.arange(len(ink)) % 2 == 0, ink


@pytest.mark.parametrize("tones", [(RED,), (RED, BLUE), (RED, ORANGE, BLUE, GREY)])
def test_as_many_inks_are_found_as_there_are(tones: tuple[tuple[int, ...], ...]) -> None:
    directions, is_row, ink = bundles(*tones)
    fitted = fitted_inks(directions, is_row)
    assert len(fitted.shares) == len(tones)
    likeliest = fitted.nats(directions).argmax(axis=1)
    assert len(set(zip(likeliest.tolist(), ink.tolist(), strict=True))) == len(tones)


def test_an_ink_that_only_rows_state_is_none() -> None:
    directions, is_row, ink = bundles(RED, BLUE)
    assert len(fitted_inks(directions, is_row | (ink == 1)).shares) == 1


def test_single_digits_with_a_direction_of_their_own_make_no_ink() -> None:
    directions, is_row, _ = bundles(RED, BLUE)
    directions[0], directions[21] = (0, 1, 0), (0, 0.6, -0.8)
    assert len(fitted_inks(directions, is_row).shares) == 2


def test_few_digits_of_an_ink_are_enough() -> None:
    directions, is_row, ink = bundles(RED, BLUE)
    few = (ink == 0) | (np.arange(len(ink)) >= len(ink) - 3)
    assert len(fitted_inks(directions[few], is_row[few]).shares) == 2
