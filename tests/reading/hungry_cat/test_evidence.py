"""The evidence of drawn screenshots, plain and with stickers over hints."""

from functools import cache

import numpy as np
import pytest
from made_evidence import all_places, column, row
from made_stages import spec_of

from drawn.screenshot import draw
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.hungry_cat import HungryCatSolved, solve_hungry_cat
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import HungryCat, all_hints
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.repairing.counts_repaired import Reason

STICKER = (20, 200, 120)
BOARDS = [(10, 10, 3, "grey"), (15, 10, 4, "night")]


@cache
def drawn(board: tuple) -> tuple[RGB, HungryCat, dict[type, object]]:
    """A screenshot, its puzzle, and what is found in it."""
    shot = draw(spec_of(*board))
    image = np.asarray(shot.image)
    return image, shot.puzzle, solved(image)[1]


def solved(image: RGB) -> tuple[HungryCatSolved, dict[type, object]]:
    stages: dict[type, object] = {}
    return solve_hungry_cat(image, on_stage=lambda stage: stages.update({type(stage): stage})), stages


def with_stickers(board: tuple, places: list[HintPlace], colour: tuple[int, int, int]) -> RGB:
    image, _, stages = drawn(board)
    hints, covered = stages[HintsFound], image.copy()
    rows, cols = np.mgrid[: image.shape[0], : image.shape[1]]
    for place in places:
        y, x = hints.centres_px[hints.places.index(place)]
        covered[np.hypot(rows - y, cols - x) < 0.42 * hints.pitch_px] = colour
    return covered


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_covered_hints_are_noticed_and_filled_in(board):
    _, puzzle, _ = drawn(board)
    shown = [place for place, hint in zip(all_places(puzzle), all_hints(puzzle), strict=True) if hint.count]
    places = [shown[2], shown[-3]]
    found, stages = solved(with_stickers(board, places, STICKER))
    evidence = stages[Evidence]
    assert {hint.place for hint in evidence.hints if hint.hidden} >= set(places)
    assert (found.reading.puzzle.rows, found.reading.puzzle.cols) == (puzzle.rows, puzzle.cols)
    assert found.exit_code == 0
    reasons = {change.place: change.reason for change in found.changes}
    assert [reasons.get(place) for place in places] == [Reason.HIDDEN] * 2


def test_a_number_under_a_blot_of_its_own_ink_follows_from_the_sums():
    board = BOARDS[0]
    image, puzzle, _ = drawn(board)
    place = row(3, 1) if puzzle.rows[3][1].count else column(3, 1)
    blotted = with_stickers(board, [place], puzzle.palette[place.slot + 1])
    found, _ = solved(blotted)
    assert (found.reading.puzzle.rows, found.reading.puzzle.cols) == (puzzle.rows, puzzle.cols)
    assert not np.array_equal(image, blotted)
