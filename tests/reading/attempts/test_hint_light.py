"""Shadows that end over the hints of a photographed board are divided out."""

from __future__ import annotations

import numpy as np
from made_stages import spec_of

from drawn.screenshot import draw
from picrosser.imaging.pixels import RGB
from picrosser.reading.attempts.hint_light import with_hints_evenly_lit
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.read import read_upright

SHADOW = 0.75  # of the light that is left


def board() -> tuple[RGB, Reading]:
    image = np.asarray(draw(spec_of(10, 10, 3, "grey")).image)
    return image, read_upright(image)


def lit(image: RGB, reading: Reading) -> RGB:
    evidence = reading.evidence
    return with_hints_evenly_lit(image, evidence.rows, evidence.colours, reading.hint_boxes)


def test_a_shadow_that_ends_between_hints_is_divided_out() -> None:
    image, reading = board()
    boxes = reading.hint_boxes[: 10 * 3]
    edge, soft = boxes[5 * 3].top, 0.2 * boxes[0].height
    light = 1 - (1 - SHADOW) / (1 + np.exp((np.arange(image.shape[0]) - edge) / soft))[:, None, None]
    shaded = np.rint(image * light).astype(np.uint8)
    even = lit(shaded, reading)
    now, before = (np.array([one[box.slices].mean() for box in boxes]) for one in (even, image))
    # They are nearly as light as each other, of which the shadow took a quarter: most is left at its edge.
    assert np.ptp(now / before) < 0.12
    assert np.std(now / before) < 0.03
    assert len(read_upright(even).doubts) < len(read_upright(shaded).doubts) / 2


def test_hints_that_are_lit_evenly_stay_what_they_are() -> None:
    image, reading = board()
    off = np.abs(lit(image, reading).astype(int) - image)
    assert off.mean() < 1
    assert np.quantile(off, 0.99) <= 8
