"""Places where lines cross, at any slope."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from picrosser.reading.photograph.line_crossings import SEGMENT_PX, find_crossings

SIDE = 160


@pytest.mark.parametrize("slope", [-0.6, -0.25, 0.0, 0.25, 0.6])
def test_two_lines_cross_once_with_their_slopes(slope: float) -> None:
    image = Image.new("RGB", (SIDE, SIDE), (230, 230, 230))
    pen, half = ImageDraw.Draw(image), SIDE / 2
    pen.line((0, half - slope * half, SIDE, half + slope * half), "black", 3)
    pen.line((half + slope * half, 0, half - slope * half, SIDE), "black", 3)
    found = find_crossings(np.asarray(image), 1)
    strongest = int(found.strengths.argmax())
    assert found.places[strongest] == pytest.approx([half, half], abs=1.5)
    assert found.slopes[strongest] == pytest.approx([slope, -slope], abs=0.12)


@pytest.mark.parametrize("sides", [(8, 60), (60, SEGMENT_PX)])
def test_a_strip_that_has_no_room_for_a_segment_has_no_crossings(sides: tuple[int, int]) -> None:
    image = np.random.default_rng(1).integers(0, 255, (*sides, 3)).astype(np.uint8)
    assert not len(find_crossings(image, 1).places)
