"""The sheet is fitted to all lines, also to those that growing skipped, and again to the flat page."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from taken_photographs import HELD, bent_page, ruled_sheet

from picrosser.imaging.channels import min_channel
from picrosser.reading.photograph import grown_lattice
from picrosser.reading.photograph import sheet as sheet_module
from picrosser.reading.photograph.flat_page import calm, refined, settled, with_one_more
from picrosser.reading.photograph.grown_lattice import Lattice, Node, Seed, around_seed, grown, with_skipped
from picrosser.reading.photograph.line_crossings import Crossings, find_crossings
from picrosser.reading.photograph.sheet import SMALLEST_CELL_PX, SheetFound, sheet_of
from picrosser.reading.photograph.sheet_fit import Fit

CELLS = 16
BENT = replace(HELD, turn_deg=9.0, tilt_deg=16.0, bend=0.05, long_px=620.0)


def even_places(rows: Iterable[int], cols: Iterable[int]) -> dict[Node, tuple[float, float]]:
    """Where these lines cross, 30 pixels apart."""
    return {(row, col): (30.0 * row, 30.0 * col) for row, col in product(rows, cols)}


def lattice_of(places: dict[Node, tuple[float, float]], near: Crossings | None = None) -> Lattice:
    """The lattice of some crossings, each the one of its number or the nearest one."""
    at = np.array(list(places.values()))
    numbers = np.arange(len(at)) if near is None else near.near_each(at, 3.0)
    return Lattice(np.array(list(places)), at, numbers)


def spread(lattice: Lattice) -> tuple[int, ...]:
    """How far its rows and columns reach."""
    return tuple(np.ptp(lattice.nodes, axis=0).tolist())


def test_lines_that_growing_skipped_are_found_between_the_others():
    image, true = bent_page(CELLS, CELLS, BENT)
    near = find_crossings(min_channel(image), 1)
    for down, along in ((2, 1), (1, 2), (2, 2)):
        places = {
            (row // down, col // along): (float(true[row, col, 0]), float(true[row, col, 1]))
            for row in range(0, CELLS + 1, down)
            for col in range(0, CELLS + 1, along)
        }
        assert spread(with_skipped(near, lattice_of(places, near))) == (CELLS, CELLS)


@pytest.mark.parametrize(("every_so_many", "cols"), [(3, 20), (1, 40)])
def test_strokes_between_lines_are_no_skipped_lines_where_these_show_far_more_crossings(every_so_many, cols):
    """Digits had hidden half of the board's own crossings, so that those between seemed to be many."""
    rows, halves = (at.ravel() for at in np.meshgrid(np.arange(21), np.arange(41), indexing="ij"))
    shown = (halves % 2 == 0) | ((rows + halves // 2) % every_so_many == 0)
    rows, halves = rows[shown], halves[shown]
    places = np.column_stack([20.0 * rows, 10.0 * halves]) + 20
    lines = np.full((450, 450), 250, np.int16)
    strengths = np.full(len(places), 250.0)
    near = Crossings(places, strengths, np.zeros_like(places), lines, lines, 1)
    seen = {
        (row, half // 2): (float(place[0]), float(place[1]))
        for row, half, place in zip(rows.tolist(), halves.tolist(), places, strict=True)
        if half % 2 == 0 and (row < 10 or half < 20)
    }
    assert spread(with_skipped(near, lattice_of(seen, near))) == (20, cols)


def test_lines_that_follow_after_a_gap_are_those_of_another_board():
    board = even_places(range(12), range(15))
    for gap, is_own in ((1, True), (2, False)):
        beyond = even_places(range(12), (15 + gap, 16 + gap))
        kept = grown_lattice.without_stray_lines(lattice_of(board | beyond))
        assert len(kept.nodes) == len(board | beyond if is_own else board)


@pytest.mark.parametrize("is_ruled", [True, False])
def test_crossings_in_step_are_followed_as_long_as_lines_join_them(is_ruled):
    places = 10.0 * np.stack(np.meshgrid(np.arange(1, 16), np.arange(1, 16)), axis=-1).reshape(-1, 2)
    lines = np.full((160, 160), 100 if is_ruled else 0, np.int16)
    found = Crossings(places, np.full(len(places), 100.0), np.zeros_like(places), lines, lines, 1)
    first = around_seed(found, Seed(99.0, len(places) // 2, np.array([0.0, 10.0]), np.array([10.0, 0.0])))
    assert (first is not None) is is_ruled
    assert first is None or len(grown(found, first).nodes) == len(places)


def test_crossings_in_step_beyond_the_lines_are_no_lines():
    ruled, digits = even_places(range(12), range(15)), even_places((1, 2, 5, 9), (-3, -2, -1))
    lattice = lattice_of(ruled | digits)
    assert len(grown_lattice.without_stray_lines(lattice).nodes) == len(ruled)
    sparse = {node: place for node, place in (ruled | digits).items() if (node[0] + 2 * node[1]) % 3 == 0}
    hidden = lattice_of(sparse)  # where two in three are hidden, few tell nothing
    assert grown_lattice.without_stray_lines(hidden) is hidden


def off_cells(fit: Fit, sheet_corner: tuple[int, int], true: np.ndarray, pitch_px: float) -> float:
    """How far the fit is from where lines cross at most, in cells."""
    nodes = np.stack(np.meshgrid(*[np.arange(CELLS + 1.0)] * 2, indexing="ij"), axis=-1) + sheet_corner
    places = fit.places(nodes.reshape(-1, 2)).reshape(nodes.shape)
    return float(np.hypot(*(places - true).transpose(2, 0, 1)).max()) / pitch_px


def test_a_sheet_that_is_far_off_in_a_corner_is_fitted_until_it_stays():
    image, true = bent_page(CELLS, CELLS, BENT)
    sheet = ruled_sheet(image)
    assert np.subtract(sheet.last, sheet.first).tolist() == [CELLS, CELLS]
    bent = sheet.fit.bent.copy()
    bent[[0, 1, 2], [2, 1, 0]] += 0.11 * sheet.pitch_px
    worse = replace(sheet, fit=replace(sheet.fit, bent=bent))
    grey = min_channel(image)
    before, once, finally_ = (
        off_cells(each.fit, sheet.first, true, sheet.pitch_px)
        for each in (worse, refined(calm(grey, worse, with_one_more(worse)), worse), settled(grey, worse))
    )
    assert before > 0.5 > once > 0.15 > 2 * finally_


def test_a_sheet_that_is_bent_lies_off_a_flat_one_and_it_and_one_with_many_lines_are_pages():
    flat, less, bent = (
        ruled_sheet(bent_page(CELLS, CELLS, replace(BENT, bend=bend))[0]) for bend in (0.0, 0.05, 0.12)
    )
    assert flat.bend < 0.03
    assert less.bend > 2 * flat.bend
    assert bent.bend > 1.5 * less.bend
    assert bent.is_on_paper
    assert bent.is_page
    assert not replace(bent, error=0.05).is_page  # texture, maybe
    assert not flat.is_page
    most = sheet_module.MAX_LINES_OF_BOARD
    assert [even_sheet(*lines).is_page for lines in ((most + 1, most + 1), (most + 9, most))] == [True, False]


@pytest.mark.parametrize(
    ("lines", "pitch_px", "error", "is_fine"),
    [
        (8, SMALLEST_CELL_PX - 1, 0.0, True),
        (8, SMALLEST_CELL_PX, 0.0, False),  # a Hungry Cat board, maybe
        (sheet_module.MAX_LINES_OF_TABLE, SMALLEST_CELL_PX - 1, 0.0, False),  # of wood, maybe
        (8, SMALLEST_CELL_PX - 1, 0.05, False),  # texture, maybe
    ],
)
def test_a_sheet_with_small_cells_and_many_lines_shows_a_nonogram(lines, pitch_px, error, is_fine):
    sheet = replace(even_sheet(lines, 20), pitch_px=pitch_px, error=error)
    assert sheet.is_fine is is_fine


def even_sheet(rows: int, cols: int) -> SheetFound:
    """A flat sheet of so many lines from the place (0, 0) on."""
    return sheet_of(lattice_of(even_places(range(rows), range(cols))), 1)
