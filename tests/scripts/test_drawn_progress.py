"""Part-filled boards: the state agrees with the solution and with what is painted."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import numpy as np
import pytest

from drawn.fills import FillStyle, Painting, done_hints, random_fill_style, random_painting
from drawn.fixtures import progress_text
from drawn.progress import MARKED, PATTERNS, UNTOUCHED, progress_of, random_progress
from drawn.screenshot import draw
from drawn.spec import PHONES, Wishes, random_spec

SPEC = random_spec(np.random.default_rng(4), Wishes(5, 10, 3, PHONES[0]), draws=1)
SOLUTION = SPEC.picture.cells


# Every pattern on a part of the board, and one of them on an untouched and on a full board.
@pytest.mark.parametrize(
    ("pattern", "share"),
    [(PATTERNS[0], 0.0), (PATTERNS[0], 1.0), *((pattern, 0.3) for pattern in PATTERNS)],
)
def test_so_many_cells_are_touched_and_the_mistakes_are_mistakes(pattern, share):
    rng = np.random.default_rng(1)
    progress = random_progress(rng, SOLUTION, share, 4, pattern=pattern)
    painted = progress.state > MARKED
    assert np.count_nonzero(progress.state != UNTOUCHED) == round(share * 50)
    assert len(progress.mistakes) == (4 if share else 0)
    wrong = {tuple(cell) for cell in np.argwhere(painted & (progress.state != SOLUTION)).tolist()}
    assert wrong == set(progress.mistakes)
    assert progress.state.max() <= 3


def test_patterns_are_what_their_names_say():
    rng = np.random.default_rng(2)
    lines = random_progress(rng, SOLUTION, 0.5, pattern="lines").state != UNTOUCHED
    assert lines.all(axis=0).any() or lines.all(axis=1).any()
    colours = random_progress(rng, SOLUTION, 0.3, pattern="colours").state
    assert len(np.unique(colours[colours > 0])) <= 2
    rows, cols = np.nonzero(random_progress(rng, SOLUTION, 9 / 50, pattern="block").state != UNTOUCHED)
    assert np.ptp(rows) <= 4
    assert np.ptp(cols) <= 4


def test_marked_cells_are_not_painted():
    progress = random_progress(np.random.default_rng(3), SOLUTION, 1.0, marked=0.5)
    assert 0 < np.count_nonzero(progress.state == MARKED) < 50
    assert progress.mistakes == ()
    blank = random_progress(np.random.default_rng(3), np.where(SOLUTION == 1, 0, SOLUTION), 1.0)
    assert np.array_equal(blank.state == MARKED, SOLUTION == 1)


def test_chance_gives_whole_boards_and_hardly_begun_ones():
    rng = np.random.default_rng(4)
    counts = [np.count_nonzero(random_progress(rng, SOLUTION).state != UNTOUCHED) for _ in range(60)]
    assert min(counts) < 4
    assert max(counts) == 50


@pytest.mark.parametrize("seed", range(2))
def test_painted_cells_show_their_colour(seed):
    painting = random_painting(np.random.default_rng(seed), SOLUTION, mistakes=2, share=0.6)
    style = replace(painting.style, gradient=0.0)
    shot, bare = draw(SPEC, painting.progress, style), draw(SPEC)
    assert np.array_equal(shot.state, painting.progress.state)
    assert bare.state is None
    pixels, untouched = np.asarray(shot.image), np.asarray(bare.image)
    for (row, col), state in np.ndenumerate(shot.state):
        box = shot.lattice.cell(row, col)
        middle = (box.top + box.bottom) // 2, (box.left + box.right) // 2
        if state > MARKED:
            assert tuple(pixels[middle].tolist()) == SPEC.colours[state - 1]
        elif state == UNTOUCHED:
            assert np.array_equal(pixels[middle], untouched[middle])
    assert shot.puzzle == bare.puzzle


def test_equal_seeds_give_equal_paint():
    def pixels():
        rng = np.random.default_rng(8)
        return np.asarray(draw(SPEC, random_progress(rng, SOLUTION), random_fill_style(rng)).image)

    assert np.array_equal(pixels(), pixels())


def test_done_hints_fade():
    state = np.full(SOLUTION.shape, UNTOUCHED, np.int8)
    state[2] = SOLUTION[2]
    progress = progress_of(state, SOLUTION)
    shots = [draw(SPEC, progress, FillStyle(done_alpha=alpha)) for alpha in (1.0, 0.3)]
    strong, faded = (np.asarray(shot.image, int) for shot in shots)
    edges, left = shots[0].lattice.row_edges_px, shots[0].lattice.col_edges_px[0]
    changed = np.abs(strong - faded)[:, : left - 9].max(axis=(1, 2)) > 20
    assert changed[edges[2] : edges[3]].any()
    rows, cols = done_hints(Painting(progress, FillStyle()), SOLUTION)
    assert rows.shape == (5, 3)
    assert cols.shape == (10, 3)
    assert rows[2].all()
    assert np.array_equal(~rows.all(axis=1), np.arange(5) != 2)


def test_the_state_is_written_as_toml():
    progress = random_progress(np.random.default_rng(5), SOLUTION, 0.5, 2)
    read = tomllib.loads(progress_text(progress))
    assert np.array_equal(read["state"], progress.state)
    assert [tuple(cell) for cell in read["mistakes"]] == list(progress.mistakes)
