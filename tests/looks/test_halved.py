"""Large screenshots are read at half their size first."""

import numpy as np
import pytest
from drawn_nonogram import HEART, TWO_WAYS, drawn_board, open_board
from own_process import WHITE
from read_boards import drawn_look, pixels_of

from picrosser.errors import ExitCode
from picrosser.imaging.loading import load_image
from picrosser.looks.belief import LooksTaken
from picrosser.looks.halved import HalvedPicture
from picrosser.looks.solve import solve_screenshot
from picrosser.reading.page import page_evidence

LARGE_PITCH_PX = 120
AT_HALF_SIZE = "screenshot, at half its size"


@pytest.fixture(autouse=True)
def _small_pictures_are_halved(monkeypatch):
    monkeypatch.setattr(page_evidence, "MIN_HALVED_PIXELS", 60_000)


def looks_at(image):
    stages = []
    solved = solve_screenshot(image, on_stage=stages.append)
    (taken,) = (stage for stage in stages if isinstance(stage, LooksTaken))
    return solved, stages, dict(taken.looks)


@pytest.mark.parametrize(
    "image",
    [
        drawn_board(HEART, open_board(HEART), pitch=LARGE_PITCH_PX)[0],
        load_image(WHITE),
        pixels_of(drawn_look("lantern", 2)),
    ],
    ids=["nonogram", "Hungry Cat", "nonogram on stripes"],
)
def test_what_is_sure_at_half_the_size_is_placed_in_the_whole_picture(image, monkeypatch):
    solved, stages, looks = looks_at(image)
    assert looks == {AT_HALF_SIZE: "ok"}
    assert isinstance(stages[0], HalvedPicture)
    assert solved.image is image
    monkeypatch.setattr(page_evidence, "MIN_HALVED_PIXELS", image.size)
    whole, stages, looks = looks_at(image)
    assert AT_HALF_SIZE not in looks
    assert not any(isinstance(stage, HalvedPicture) for stage in stages)
    assert np.array_equal(solved.solution.cells, whole.solution.cells)
    for edges in ("row_edges_px", "col_edges_px"):
        mine, others = (np.array(getattr(one.lattice, edges)) for one in (solved, whole))
        assert np.abs(mine - others).max() <= 0.05 * whole.lattice.pitch_px


@pytest.mark.parametrize(
    ("lines", "pitch_px", "code"),
    [(HEART, 30, ExitCode.OK), (TWO_WAYS, LARGE_PITCH_PX, ExitCode.SEVERAL_SOLUTIONS)],
    ids=["digits get too low", "several solutions"],
)
def test_what_is_not_sure_at_half_the_size_is_read_in_the_picture_itself(lines, pitch_px, code):
    solved, stages, looks = looks_at(drawn_board(lines, open_board(lines), pitch=pitch_px)[0])
    assert (looks[AT_HALF_SIZE], looks["nonogram, as it lies"]) == ("nothing", code.name.lower())
    assert not any(isinstance(stage, HalvedPicture) for stage in stages)
    assert solved.exit_code is code
