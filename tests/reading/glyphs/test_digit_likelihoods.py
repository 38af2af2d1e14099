"""What the digits of one picture say about each other, and those of a few whole pixels by their bits."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from drawn.glyphs import find_font, text_ink
from picrosser.reading.glyphs import digit_likelihoods
from picrosser.reading.glyphs.bit_patterns import MAX_HEIGHT_PX, are_patterns, pattern_distance, pattern_nats
from picrosser.reading.glyphs.digit_likelihoods import MAX_SAME_EXACT_DISTANCE, SURE_NATS, compare_shapes
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE
from scoring.consoles import FONTS, numbers_of

Coverage = NDArray[np.float32]
FACE = 3  # any of them

TALL, FINE, INK = 12, 8, 0.45  # pixels; parts of a pixel that are drawn; of ink: a digit's edge


def drawn(digit: int, face: int = FACE) -> Coverage:
    """A digit of a face as a page of it shows it."""
    templates = load_templates()
    shape = templates.shapes[face, digit].reshape(ROWS, COLS)
    width = max(3, round(40 * float(np.exp(templates.log_aspects[face, digit]))))
    rows, cols = np.arange(40) * ROWS // 40, np.arange(width) * COLS // width
    return np.ascontiguousarray(shape[np.ix_(rows, cols)])


def mixed(one: Coverage, other: Coverage, share: float) -> Coverage:
    """A shape between two of the same size."""
    cols = np.arange(one.shape[1]) * other.shape[1] // one.shape[1]
    return np.asarray((1 - share) * one + share * other[:, cols], np.float32)


def test_equal_digits_are_one_shape():
    found, nats, *_ = compare_shapes([drawn(digit) for digit in (1, 2, 3, 3, 2, 1)])
    assert sorted(group.members for group in found.groups) == [(0, 5), (1, 4), (2, 3)]
    assert [row.index(max(row)) for row in nats] == [group.digit.value for group in found.groups]


def test_digits_that_differ_a_little_are_two_shapes_where_equal_ones_are_equal_pixel_for_pixel():
    share = next(
        share for share in np.linspace(0.1, 1, 91)
        if ((mixed(drawn(5), drawn(6), share) - drawn(5)) ** 2).mean() > 1.3 * MAX_SAME_EXACT_DISTANCE
    )  # fmt: skip
    near = mixed(drawn(5), drawn(6), float(share))
    exact = compare_shapes([drawn(5), near, drawn(5), near])
    assert sorted(group.members for group in exact.digits.groups) == [(0, 2), (1, 3)]
    noise = np.random.default_rng(1)
    rough = [np.clip(c + noise.normal(0, 0.12, c.shape), 0, 1).astype(np.float32) for c in (drawn(5), near)]
    blurred = compare_shapes([drawn(5), near, *rough])
    assert len(blurred.digits.groups) == 1


def nats_beside(doubtful: Coverage, third: int) -> tuple[float, ...]:
    """Of each digit, for a shape beside a 1 and a third digit."""
    found, nats, *_ = compare_shapes([doubtful, drawn(1), drawn(third)])
    return next(row for group, row in zip(found.groups, nats, strict=True) if 0 in group.members)


@pytest.mark.parametrize(("one", "other"), [(3, 2), (5, 3), (7, 2)])
def test_a_shape_is_hardly_a_digit_that_another_one_surely_is(one, other):
    doubtful = mixed(drawn(one), drawn(other), 0.1)
    beside_it, beside_a_4 = (nats_beside(doubtful, third) for third in (other, 4))
    assert beside_it[one] - beside_it[other] > beside_a_4[one] - beside_a_4[other] - SURE_NATS / 2


def test_two_unsure_shapes_unlike_each_other_are_hardly_one_digit():
    found, nats, again, *_ = compare_shapes(
        [mixed(drawn(2), drawn(7), 0.48), mixed(drawn(3), drawn(9), 0.48), drawn(1)]
    )
    two, three, one = (
        next(at for at, group in enumerate(found.groups) if member in group.members) for member in range(3)
    )
    assert all(sorted(nats[at])[-2] > SURE_NATS for at in (two, three))
    assert again[two][three] == again[three][two] == SURE_NATS
    assert not any((again[two][two], again[three][three], *again[one]))


@pytest.mark.parametrize("sure", [3, 5])
def test_a_doubtful_shape_is_what_one_that_is_nearly_like_it_surely_is(sure):
    doubtful, other = mixed(drawn(3), drawn(5), 0.5), 8 - sure
    beside_it, beside_a_4 = (nats_beside(doubtful, third) for third in (sure, 4))
    assert beside_it[sure] - beside_it[other] > max(0, beside_a_4[sure] - beside_a_4[other])


def moved(digit: int, off: float) -> NDArray[np.float32]:
    """A digit that lies so far off a pixel's corner, cut to its ink."""
    font = find_font("source-sans-bold")
    large = np.pad(text_ink(str(digit), font, TALL * FINE, 1.0), 8 * FINE)
    start, size = round(off * FINE), tuple(side // FINE - 1 for side in large.shape[::-1])
    box = (start, start, start + size[0] * FINE, start + size[1] * FINE)
    shown = np.asarray(Image.fromarray(large).resize(size, Image.Resampling.BOX, box))
    rows, cols = (np.flatnonzero((shown > INK).any(axis=axis)) for axis in (1, 0))
    return np.ascontiguousarray(shown[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1])


def test_equal_digits_are_like_each_other_wherever_they_lie_on_the_pixels():
    offs = (0.0, 0.25, 0.6)
    for some, _ in enumerate(offs):
        shown = [moved(digit, off) for digit in range(10) for off in offs]
        apart = digit_likelihoods.pixel_distances(shown, np.arange(30) % len(offs) == some)
        others = np.repeat(range(10), len(offs) - 1)
        assert apart.shape == (10, 20)
        assert apart[np.equal.outer(range(10), others)].max() < digit_likelihoods.DIFFERENT_DIGITS
        assert apart.argmin(axis=0).tolist() == others.tolist()


# ---- Glyphs of a few whole pixels are told by their bits, in fonts that no template was made of


@pytest.mark.parametrize("font", FONTS)
def test_most_digits_of_a_pixel_font_are_drawn_like_this_by_some_face(font):
    digits = numbers_of(font)
    likeliest = [int(np.argmax(pattern_nats(digits[digit]))) for digit in range(10)]
    assert sum(map(int.__eq__, likeliest, range(10))) >= 8
    assert sum(pattern_distance(digits[digit]) < MAX_DIGIT_DISTANCE for digit in range(10)) >= 8


def test_a_4_and_a_9_that_differ_in_one_pixel_are_two_digits():
    digits = numbers_of("low")
    found = compare_shapes([digits[digit].astype(np.float32) for digit in (4, 9, 4)])
    assert [group.members for group in found.digits.groups] == [(0, 2), (1,)]
    assert [int(np.argmax(nats)) for nats in found.nats] == [4, 9]
    assert found.again[0][1] < 0 == found.again[0][0]


@pytest.mark.parametrize("shape", [(7, 6), (5, 12)])
def test_what_is_wider_than_a_digit_is_none(shape):
    assert pattern_distance(np.eye(*shape, dtype=bool)) > MAX_DIGIT_DISTANCE


@pytest.mark.parametrize(
    ("coverage", "are"),
    [(np.eye(5), True), (np.full((5, 3), 0.5), False), (np.eye(MAX_HEIGHT_PX + 1), False)],
    ids=["bits", "half covered", "tall"],
)
def test_what_has_soft_edges_or_curves_is_no_pattern(coverage, are):
    assert are_patterns([np.eye(5, dtype=np.float32), coverage.astype(np.float32)]) is are
