import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from picrosser.making.puzzles import MAX_CHANGES, is_as_easy, nearest_unique, puzzle_of, reduce_picture
from picrosser.puzzles.checking import violations
from picrosser.puzzles.picture import Picture
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import Difficulty, Status
from picrosser.solving.solve import solve

TONES = ((255, 255, 255), (200, 30, 30), (30, 60, 200))


def image_of(rows: tuple[str, ...], cell_px: int) -> np.ndarray:
    cells = np.array([[int(cell) for cell in row] for row in rows])
    return np.array(TONES, np.uint8)[cells].repeat(cell_px, axis=0).repeat(cell_px, axis=1)


@pytest.mark.parametrize("cell_px", [1, 3, 20])
def test_a_picture_of_a_board_becomes_that_board(cell_px: int):
    rows = ("00110", "01221", "01221", "00110")
    found = reduce_picture(image_of(rows, cell_px), 5, 4, 2, background=True)
    tones = np.array(found.palette)[found.cells]
    assert np.abs(tones - image_of(rows, 1).astype(int)).max() <= 2
    assert np.abs(np.array(found.palette[0]) - 255).max() <= 2  # the commonest along the edge is blank
    inks = reduce_picture(image_of(rows, cell_px), 5, 4, 3, background=False)
    assert inks.cells.min() == 1
    assert len(inks.palette) == 4


def test_no_more_colours_are_used_than_wanted():
    noise = np.random.default_rng(1).integers(0, 256, (60, 60, 3)).astype(np.uint8)
    for colours in (1, 2, 5):
        found = reduce_picture(noise, 6, 6, colours, background=False)
        assert len(found.palette) - 1 <= colours
        assert set(found.cells.ravel().tolist()) == set(range(1, len(found.palette)))


@given(st.lists(st.lists(st.integers(0, 2), min_size=4, max_size=4), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_a_picture_satisfies_its_own_hints(cells):
    for kind in ("hungry-cat", "nonogram"):
        picture = Picture(cells, TONES)
        assert violations(puzzle_of(picture, kind), picture) == ()


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        (("10", "01"), "nonogram"),
        (("100", "010", "001"), "nonogram"),
        (("12", "21"), "hungry-cat"),
        (("1212", "2121"), "hungry-cat"),
    ],
)
def test_a_small_change_makes_a_picture_unique(rows, kind):
    picture = Picture([[int(cell) for cell in row] for row in rows], TONES)
    outcome = solve(puzzle_of(picture, kind))
    assert outcome.status is Status.SEVERAL
    near = nearest_unique(picture, kind, outcome, Deadline.after(30))
    assert near is not None
    changed = picture.cells.copy()
    for change in near.changes:
        assert changed[change.cell] == change.before
        changed[change.cell] = change.after
    assert (changed == near.picture.cells).all()
    assert solve(puzzle_of(near.picture, kind)).status is Status.UNIQUE
    single = [
        Picture(np.where(mask, value, picture.cells).astype(np.int8), TONES)
        for value in sorted(set(picture.cells.ravel().tolist()))
        for mask in np.eye(picture.cells.size, dtype=bool).reshape(-1, *picture.shape)
    ]
    enough = any(solve(puzzle_of(one, kind)).status is Status.UNIQUE for one in single)
    assert (len(near.changes) == 1) == enough


def test_specks_are_merged_with_what_is_around_them():
    rng = np.random.default_rng(3)
    cells = np.zeros((10, 10), np.int8)
    cells[2:8, 2:7] = 1
    cells[tuple(rng.integers(0, 10, (2, 22)))] ^= 1
    picture = Picture(cells, TONES[:2])
    near = nearest_unique(picture, "nonogram", solve(puzzle_of(picture, "nonogram")), Deadline.after(30))
    assert near is not None
    assert near.outcome.status is Status.UNIQUE
    assert len(near.changes) > MAX_CHANGES


@pytest.mark.parametrize("hardest", list(Difficulty))
@pytest.mark.parametrize("seed", [2, 5])
def test_a_changed_puzzle_is_no_harder_than_asked(seed, hardest):
    picture = Picture(np.random.default_rng(seed).integers(0, 2, (5, 5)).astype(np.int8), TONES[:2])
    near = nearest_unique(picture, "nonogram", solve(puzzle_of(picture, "nonogram")), hardest=hardest)
    assert near is not None
    assert is_as_easy(near.outcome, hardest)


def test_without_time_no_change_is_found():
    picture = Picture([[1, 0], [0, 1]], TONES)
    outcome = solve(puzzle_of(picture, "nonogram"))
    assert nearest_unique(picture, "nonogram", outcome, Deadline.after(0)) is None
