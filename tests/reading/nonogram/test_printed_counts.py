"""The counts printed beside a board are read, and tell two readings of its hints apart."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_nonogram import DARK, HEART, LIGHT, drawn_board, open_board, runs_of
from PIL import Image, ImageDraw, ImageFont

import picrosser.pipelines.nonogram as pipeline
from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import draw, legible_spec
from picrosser.errors import ExitCode
from picrosser.imaging.pixels import Box
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.reading.nonogram.printed_counts import printed_counts
from picrosser.reading.page.ink import find_ink
from picrosser.repairing.settle_runs import RunsSettled

CELLS = sum(line.count("#") for line in HEART)
OTHER = (*HEART[:-1], "..##...")  # one cell more, and its hints have one solution as well


def headed(text, *, painted=0, look=LIGHT):
    """A heart's board with a text over it, its first cells painted; and where its cells lie."""
    cells = np.array(open_board(HEART))
    filled = np.argwhere(np.array([list(line) for line in HEART]) == "#")[:painted]
    cells[tuple(filled.T)] = 1
    image, lattice = drawn_board(HEART, cells.tolist(), look)
    canvas = Image.new("RGB", (image.shape[1], image.shape[0] + 60), look.page)
    canvas.paste(Image.fromarray(image), (0, 60))
    ImageDraw.Draw(canvas).text((150, 30), text, look.ink, ImageFont.load_default(size=22), anchor="lm")
    board = lattice.board
    return np.asarray(canvas), Box(board.top + 60, board.left, board.bottom + 60, board.right)


def puzzle_of(lines):
    rows, cols = (tuple(tuple(Run(length, 1) for length in line) for line in axis) for axis in runs_of(lines))
    return Nonogram(rows, cols, ((250, 250, 250), (20, 20, 30)))


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("0/52", {(0, 52)}),
        ("13 / 104", {(13, 104)}),
        ("Level 7", set()),
        ("17:41", set()),
        ("1171", set()),
        ("2/", set()),
    ],
)
def test_counts_are_read(text, counts, look):
    image, board = headed(text, look=look)
    assert printed_counts(find_ink(image), board) == counts


@pytest.mark.slow
def test_counts_of_drawn_apps_are_read():
    right = shown = 0
    for number, look in enumerate(LOOKS):
        drawn = draw(legible_spec(look, 40 + number))
        if look.frame != "phone" or drawn.spec.number % 3 != 1:
            continue
        shown += 1
        count = int((drawn.spec.state > 0).sum()), int((drawn.spec.picture.cells > 0).sum())
        right += count in printed_counts(find_ink(np.asarray(drawn.image)[..., :3]), drawn.lattice.board)
    assert shown >= 2
    assert right == shown


@pytest.mark.parametrize(
    ("text", "painted", "code"),
    [
        (f"0/{CELLS}", 0, ExitCode.OK),
        (f"5/{CELLS}", 5, ExitCode.OK),
        (f"5/{CELLS}", 0, ExitCode.DOUBTFUL),  # a level
        (f"0/{CELLS + 7}", 0, ExitCode.DOUBTFUL),
        ("", 0, ExitCode.DOUBTFUL),
    ],
)
def test_a_count_that_holds_settles_a_doubt(monkeypatch, text, painted, code):
    image, _ = headed(text, painted=painted)
    settle = pipeline.settle_runs

    def doubtful(evidence, timeout_s):
        settled = settle(evidence, timeout_s)
        assert settled.outcome is not None
        rivals = puzzle_of(OTHER), puzzle_of(HEART)
        doubt = Doubt(WHOLE_PICTURE, None, (), "it may be another")
        return RunsSettled(rivals[0], settled.outcome, (doubt,), rivals)

    monkeypatch.setattr(pipeline, "settle_runs", doubtful)
    solved = pipeline.solve_nonogram(image)
    assert solved.exit_code is code
    if code is ExitCode.OK:
        assert int((solved.outcome.solutions[0].cells > 0).sum()) == CELLS
