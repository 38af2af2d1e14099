"""Template faces are blurred as the picture's digits are."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from drawn.glyphs import find_font, text_ink
from picrosser.reading.glyphs.digit_likelihoods import compare_shapes, with_blurred_faces
from picrosser.reading.glyphs.digits import compared_again, face_costs, recognise_digits
from picrosser.reading.glyphs.numbers_found import single_digit_numbers
from picrosser.reading.glyphs.templates import load_templates

TALL, MARGIN, BLUR = 15, 8, 1.6  # pixels: of digits and of what is round them, and a blur's deviation
INK = 0.45  # of the darkest part


def out_of_focus(digit: int, face: str) -> NDArray[np.float32]:
    """A digit of a font as a blurred picture shows it, cut to its ink."""
    font = find_font(face)
    assert font is not None
    sharp = np.pad(text_ink(str(digit), font, TALL, 1.0), MARGIN)
    image = Image.fromarray((sharp * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(BLUR))
    shown = np.asarray(image, np.float32)
    rows, cols = (np.flatnonzero((shown > INK * shown.max()).any(axis=axis)) for axis in (1, 0))
    cut = shown[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    return np.minimum(cut / np.percentile(shown[shown > INK * shown.max()], 75), 1).astype(np.float32)


@pytest.mark.parametrize("face", ["source-serif", "fredoka", "hanken-bold", "source-sans"])
def test_digits_of_a_blurred_picture_are_read(face: str) -> None:
    """Of ten nine at least, by their looks alone; by sharp templates they are eight at most."""
    found = compare_shapes([out_of_focus(digit, face) for digit in range(10)] * 2)
    values = {member: group.digit.value for group in found.digits.groups for member in group.members}
    assert sum(values[digit] == digit == values[10 + digit] for digit in range(10)) >= 9
    assert len(set(found.digits.faces)) == len(found.digits.faces)
    assert max(found.digits.faces) < len(load_templates().shapes)


def test_shapes_that_are_known_are_compared_with_other_faces_as_at_first() -> None:
    """Sharp and blurred digits, two of each: what is found again is what a look without knowledge finds."""
    found = single_digit_numbers([out_of_focus(digit, "source-sans") for digit in range(10)] * 2)
    blurred = with_blurred_faces(load_templates(), np.arange(12), TALL)
    costs = face_costs(found, blurred)
    sharp = recognise_digits(found)
    assert sharp != recognise_digits(found, costs=costs)
    assert compared_again(found, sharp, costs) == recognise_digits(found, costs=costs)
