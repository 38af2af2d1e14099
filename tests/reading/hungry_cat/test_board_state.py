"""Which cells are painted so far, on drawn boards in many styles."""

from __future__ import annotations

import numpy as np
import pytest
from made_stages import spec_of

from drawn.fills import FillStyle, random_progress
from drawn.screenshot import draw
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.hungry_cat import board_state
from picrosser.puzzles.progress import MIN_CONFIDENCE, Progress
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.stages import ignore

STYLES = {
    "flat": FillStyle(),
    "tiles": FillStyle(inset=0.12, corner=0.3, gradient=0.1, mark="dot"),
    "under the lines": FillStyle(lines="below", mark="corner"),
}


def state_of(image: RGB) -> Progress:
    return board_state(read_screenshot(image), ignore)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("theme", ["white", "night"])
def test_painted_marked_and_untouched_cells_are_distinguished(theme, style):
    spec = spec_of(10, 10, 4, theme)
    rng = np.random.default_rng(3)
    progress = random_progress(rng, spec.picture.cells, 0.6, mistakes=3, marked=0.2)
    state = state_of(np.asarray(draw(spec, progress, STYLES[style]).image))
    assert (state.cells == progress.state).all()
    assert (state.confidence >= MIN_CONFIDENCE).all()


def test_a_colour_that_is_no_ink_gets_a_low_confidence():
    spec = spec_of(10, 10, 4, "white")
    drawn = draw(spec, random_progress(np.random.default_rng(3), spec.picture.cells, 0.3), FillStyle())
    image = np.asarray(drawn.image).copy()
    box = drawn.lattice.cell(4, 4)
    image[box.top + 3 : box.bottom - 3, box.left + 3 : box.right - 3] = (255, 0, 200)
    state = state_of(image)
    assert state.confidence[4, 4] < MIN_CONFIDENCE
    assert (np.delete(state.confidence.ravel(), 44) >= MIN_CONFIDENCE).all()
