"""How many views of a page are looked at."""

from __future__ import annotations

import numpy as np
import pytest

from picrosser.deadline import NO_DEADLINE
from picrosser.pipelines import page_views
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence
from picrosser.reading.photograph.flat_page import FlatPage

BLANK = LineEvidence((), (), ())
NOTHING_STATED = NonogramEvidence((BLANK, BLANK), (BLANK, BLANK), (), ((255, 255, 255), (0, 0, 0)))


@pytest.mark.parametrize("seen", [None, NOTHING_STATED])
def test_a_page_without_a_board_or_lines_as_it_is_and_sharpened_is_looked_at_no_further(
    seen: NonogramEvidence | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[FlatPage] = []

    def read(page: FlatPage, _: object) -> NonogramEvidence | None:
        looked.append(page)
        return seen

    monkeypatch.setattr(page_views, "_read", read)
    page = FlatPage(np.full((40, 40, 3), 160, np.uint8), *[None] * 8)  # type: ignore[arg-type]
    assert page_views.puzzle_by_views(page, None, {}, NO_DEADLINE) is None
    assert len(looked) == 1
