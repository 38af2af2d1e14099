"""Photographs of screens with a nonogram, also of boards without lines between their cells."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from drawn.nonograms.looks import LOOKS
from drawn.nonograms.saving import truth_of
from drawn.nonograms.screenshot import draw, legible_spec
from drawn.photographs.camera import View, photograph
from measuring.nonogram_truth import exact
from picrosser.errors import GridNotFoundError
from picrosser.imaging.perspective import project
from picrosser.pipelines.recognise import solve_screenshot

VIEW = View(
    turn_deg=-9.0,
    tilt_deg=14.0,
    tilt_way_deg=30.0,
    bend=0.0,
    bend_along=0,
    long_px=950.0,
    light=0.2,
    shadow=0.0,
    blur_px=0.5,
    noise=2.0,
    moire=2.0,
    quality=90,
    orientation=1,
)


@pytest.mark.parametrize("name", ["tiles", "badges"])
def test_a_board_of_tiles_or_plates_is_read(name: str) -> None:
    look = next(look for look in LOOKS if look.name == name)
    drawn = draw(legible_spec(look, 3))
    taken = photograph(drawn.image, VIEW, np.random.default_rng(3))
    solved = solve_screenshot(np.asarray(taken.image))
    assert solved.exit_code.name == "OK", solved.verdict
    assert solved.kind == "nonogram"
    assert exact(solved.puzzle, truth_of(drawn.spec), own_tones=False)
    assert solved.image.shape == np.asarray(taken.image).shape
    assert solved.flat is not None
    # The lattice leads to where the board's lines cross in the photograph.
    lattice = solved.lattice
    assert lattice.to_picture is not None
    edges = (
        (lattice.row_edges_px, drawn.lattice.row_edges_px),
        (lattice.col_edges_px, drawn.lattice.col_edges_px),
    )
    seen, true = (np.array([(edges[0][at][i], edges[1][at][i]) for i in (0, -1)], float) for at in (0, 1))
    away = project(lattice.to_picture, seen) - taken.places(true)
    assert np.abs(away).max() < 0.3 * float(np.diff(taken.places(true)[:, 0])[0]) / lattice.shape[0]
    assert solved.draw().size == taken.image.size


def test_a_blank_photograph_shows_no_screen() -> None:
    image = Image.fromarray(np.random.default_rng(2).integers(100, 120, (200, 160, 3), np.uint8))
    with pytest.raises(GridNotFoundError):
        solve_screenshot(image)
