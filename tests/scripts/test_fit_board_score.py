"""The fit finds weights that put the right boards first, also in groups of pages that it has not seen."""

from __future__ import annotations

import numpy as np

from drawn.nonograms.damaged import CROP, PLAIN, damaged_lattice, damaged_nonogram
from fit_board_score import Pages, fit, held_out, report
from measuring.board_rivals import Page, collect_boards
from measuring.nonograms import NonogramSource
from picrosser.reading.nonogram.boards.terms import Terms

WEIGHTS = np.linspace(-2, 2, len(Terms._fields))  # that made the pages


def drawn_pages(count: int, seed: int) -> list[Page]:
    rng = np.random.default_rng(seed)
    pages = []
    for at in range(count):
        terms = rng.normal(size=(12, len(WEIGHTS)))
        right = np.arange(12) == (terms @ WEIGHTS).argmax()
        pages.append(Page(f"page {at}", f"look {at % 16}", terms, right))
    return pages


def test_fitted_weights_put_right_boards_first() -> None:
    weights = fit(Pages.of(drawn_pages(80, 1)))
    assert np.corrcoef(weights, WEIGHTS)[0, 1] > 0.98
    others = Pages.of(drawn_pages(40, 2))
    assert others.is_first(weights).mean() > 0.8
    assert others.is_first(-weights).mean() < 0.1


def test_pages_are_judged_by_weights_of_other_groups() -> None:
    """A group whose pages contradict all others is not fitted to itself."""
    pages = drawn_pages(80, 3)
    odd = [Page(p.name, p.group, -p.terms, p.true) if p.group == "look 0" else p for p in pages]
    _, first = held_out(Pages.of(odd))
    is_odd = np.array([page.group == "look 0" for page in odd])
    assert first[~is_odd].mean() > 0.8
    assert not first[is_odd].any()


def test_the_board_of_a_drawn_page_is_among_the_rivals_and_reported() -> None:
    page = collect_boards(NonogramSource("paper", 3000))
    assert page.true.any()
    assert not page.true.all()
    told = report([page])
    assert "fitted, held out" not in told.splitlines()[-1]
    assert [line.partition("=")[0].strip() for line in told.splitlines()[-len(Terms._fields) :]] == list(
        Terms._fields
    )


def test_a_damaged_board_lies_where_it_is_said_to() -> None:
    drawn = NonogramSource("paper", 3000).drawn()
    scaled = damaged_lattice(drawn, "scale-0.5")
    assert scaled.row_edges_px[-1] == round(drawn.lattice.row_edges_px[-1] / 2)
    cropped = damaged_lattice(drawn, CROP)
    image = damaged_nonogram(drawn, CROP)
    one, other = (
        np.asarray(picture.convert("RGB"))[lattice.board.slices]
        for picture, lattice in ((drawn.image, drawn.lattice), (image, cropped))
    )
    assert np.array_equal(one, other)
    assert damaged_lattice(drawn, PLAIN) == drawn.lattice
