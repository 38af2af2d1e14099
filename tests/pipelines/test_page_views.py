"""How many views of a page are looked at, and what they say."""

from __future__ import annotations

import numpy as np
import pytest
from numbered_table import numbered_table

from picrosser.pipelines import page_views
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import Run, StatedRuns
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence
from picrosser.reading.nonogram.read import BoardsFound
from picrosser.reading.page.ink import find_ink
from picrosser.reading.photograph.flat_page import FlatPage
from picrosser.repairing.weighed_board import PuzzleWeighed
from picrosser.running.deadline import NO_DEADLINE

BLANK = LineEvidence((), (), ())
NOTHING_STATED = NonogramEvidence((BLANK, BLANK), (BLANK, BLANK), (), ((255, 255, 255), (0, 0, 0)))


@pytest.mark.parametrize("seen", [None, NOTHING_STATED])
def test_a_page_that_shows_no_board_or_no_lines_as_it_is_and_sharpened_is_looked_at_no_further(
    seen: NonogramEvidence | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[BoardsFound] = []

    def read(boards: BoardsFound, *_: object) -> NonogramEvidence | None:
        looked.append(boards)
        return seen

    monkeypatch.setattr(page_views, "_read", read)
    page = FlatPage(np.full((40, 40, 3), 160, np.uint8), *[None] * 7)  # type: ignore[arg-type]
    boards = BoardsFound(page.image, find_ink(page.image), ())
    monkeypatch.setattr(page_views, "boards_of", lambda *_: boards._replace())
    assert page_views.puzzle_by_views(page, boards, seen, {}, NO_DEADLINE) is None
    assert len(looked) == (2 if seen is None else 1)
    assert (looked[0] is boards) is (seen is None)  # what is known of the page as it is, is not found again


@pytest.mark.parametrize(
    ("told", "looked_at"),
    [
        (((-2.0, 20.0), (-2.0, 20.0)), 2),
        (((-2.0, 30.0), (-1.5, 20.0), (-1.2, 12.0), (-1.1, 11.0)), 4),
        (((-0.3, 4.0), (-0.4, 3.5)), 2),  # three views that tell half a nat are too little
        (((-1.0, 3.0), (-0.6, 3.0), (-0.6, 3.0)), 3),  # of four lines, 1.6 nats are told by the second view
        (((-0.3, 0.0), (-0.3, 0.0)), 2),
        (((-0.3, None), (-0.3, 4.0), (-0.3, None), (-0.3, 4.0), (-0.3, 4.0)), 5),
        (((-0.3, None), (-0.3, None)), 2),
        (((-2.0, 41.0),), 1),
    ],
)
def test_a_page_is_looked_at_as_long_as_its_views_may_tell_enough(
    told: tuple[tuple[float, float | None], ...], looked_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = LineEvidence((0,), (1,), ())
    seen = NonogramEvidence((line, line), (line, line), ((0.0,) * 10,), ((255, 255, 255), (0, 0, 0)))
    weighed: list[PuzzleWeighed] = []

    def weigh(*_: object) -> PuzzleWeighed:
        nats, lacking = told[len(weighed)]
        weighed.append(PuzzleWeighed(None, nats, np.zeros((2, 2), np.int8), lacking))
        return weighed[-1]

    monkeypatch.setattr(page_views, "_read", lambda *_: seen)
    monkeypatch.setattr(page_views, "weighed_puzzle", weigh)
    page = FlatPage(np.full((40, 40, 3), 160, np.uint8), *[None] * 7)  # type: ignore[arg-type]
    boards = BoardsFound(page.image, find_ink(page.image), ())
    monkeypatch.setattr(page_views, "boards_of", lambda *_: boards._replace())
    assert page_views.puzzle_by_views(page, boards, seen, {}, NO_DEADLINE) is None
    assert len(weighed) == looked_at


def test_numbers_on_which_views_agree_may_still_number_the_lines() -> None:
    runs = [StatedRuns((Run(length),)) for length in range(1, 9)]
    agreed = {HintPlace(axis, at): line for axis in ("row", "column") for at, line in enumerate(runs)}
    solved = solve_nonogram(numbered_table(), fixes=agreed)
    assert "number them from 1 to 8" in solved.verdict
    assert not solve_nonogram(numbered_table(), fixes=agreed, is_stated=True).doubts
