"""Compute how likely each shape in a picture is which digit, from all its shapes together.

Where not all shapes are sure, they are also compared with the nearest faces, blurred and cut as the digits
were: a blur may have left little of the face. Two shapes far from each other, of which one surely is a 3, are
hardly both a 3. And an uncertain one is likelier what a sure one is that is nearly the same pixel by pixel,
laid over it as well as possible: the stretch before templates are compared tears equal digits apart that lie
on the pixels of a scaled picture in different ways.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from math import exp, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.reading.glyphs.bit_patterns import are_patterns, pattern_nats
from picrosser.reading.glyphs.digits import (
    MAX_SHAPE_DISTANCE,
    DigitsFound,
    face_costs,
    rank_faces,
    recognise_digits,
)
from picrosser.reading.glyphs.numbers_found import NumbersFound, single_digit_numbers
from picrosser.reading.glyphs.templates import (
    COLS,
    FULL_RANK,
    OWN_CONTRAST,
    ROWS,
    Templates,
    count_holes,
    load_templates,
    normalise_all,
    squared_distances,
)

# Mean squared differences of coverage: at most, of equal digits in a picture that draws them pixel for pixel;
# of what is one shape there; and at least, of different digits in any picture. Elsewhere equal digits differ
# by 0.002 and more, different ones by 0.05.
MAX_EXACT_DISTANCE, MAX_SAME_EXACT_DISTANCE, MIN_DIFFERENT_DISTANCE = 0.0005, 0.01, 0.05
# Nats: no other digit comes nearer to what a shape surely is; so much less likely one unlike it is that digit
SURE_NATS = -4.0
# Faces that are blurred: one like the right one is among them, and each takes milliseconds
MAX_BLURRED_FACES = 12
# Pixel by pixel, of the larger one's ink: so unlike at least are most different digits, while equal ones
# differ by 0.04; and how much of it is a nat. Both are fitted by likelihood to drawn pictures.
DIFFERENT_DIGITS, DIFFERENCE_PER_NAT = 0.15, 0.05

Nats = tuple[float, ...]
"""(10,) the log-likelihood of every digit, 0 for the best."""

SUBPIXELS = 3  # parts of a pixel by which digits are moved
MAX_SHIFT = SUBPIXELS + 1  # parts by which they are moved at most, each way: a bit more than a pixel

# Pixels, standard deviations of a blur: what any scaling leaves, or compression of small digits; what both
# leave; and what makes digits of a dozen pixels hard to read for a person, too.
BLURS_PX = 0.5, 1.0, 1.6
MIN_BLUR = 0.03  # of a digit's height: less of a blur leaves its shape as it is
BLUR_STEP = 0.01  # of the same: blurs are rounded to it
BLUR_HEIGHT_PX = 24  # pixels: the height of a digit that is blurred
BLUR_REACH = 3.0  # standard deviations: 0.003 of a blur are beyond it


class ShapesCompared(NamedTuple):
    """What comparing a picture's digits with each other shows.

    digits : the groups of equal shapes.
    nats : per group, the log-likelihood of each digit.
    again : per two groups, how likely both are one digit; 0 where nothing is against it but what `nats` say.
    unlike : per two groups, the template distance between the two of their digits that are most alike.
    """

    digits: DigitsFound
    nats: tuple[Nats, ...]
    again: tuple[Nats, ...]
    unlike: tuple[tuple[float, ...], ...]


def compare_shapes(coverages: Sequence[NDArray[np.float32]]) -> ShapesCompared:
    """The groups of equal shapes among digits, and how likely each group is which digit.

    coverages : each (height, width), 0..1, cut to its ink; at least one.
    """
    found = single_digit_numbers(coverages)
    apart = np.maximum(squared_distances(found.shapes, found.shapes), 0)
    apart /= ROWS * COLS
    same = _same_shape(apart)
    costs = face_costs(found, load_templates())
    digits = recognise_digits(found, same, costs)
    if are_patterns(coverages):
        return _of_patterns(coverages, digits, apart)
    if not _are_sure([group.nats for group in digits.groups]).all():
        digit_px = float(np.median([len(coverage) for coverage in coverages]))
        digits = _as_if_blurred(found, same, rank_faces(found, costs)[:MAX_BLURRED_FACES], digit_px)
    nats, again = _told_apart(found, digits)
    nats = _by_sure_ones(coverages, digits, nats)
    return ShapesCompared(digits, nats, again, _unlike(apart, digits))


def _of_patterns(
    coverages: Sequence[NDArray[np.float32]], digits: DigitsFound, apart: NDArray[np.float32]
) -> ShapesCompared:
    """What comparing patterns of bits shows: one is one digit, and another is hardly the same."""
    nats = tuple(pattern_nats(coverages[group.members[0]] > 0) for group in digits.groups)
    again = SURE_NATS * (1 - np.eye(len(nats)))
    return ShapesCompared(digits, nats, tuple(map(tuple, again.tolist())), _unlike(apart, digits))


def _unlike(apart: NDArray[np.float32], digits: DigitsFound) -> tuple[tuple[float, ...], ...]:
    """Per two groups, the distance between the two of their digits that are most alike."""
    members = [member for group in digits.groups for member in group.members]
    starts = np.cumsum([0, *(len(group.members) for group in digits.groups)])[:-1]
    nearest = np.minimum.reduceat(apart[np.ix_(members, members)], starts, axis=0)
    return tuple(map(tuple, np.minimum.reduceat(nearest, starts, axis=1).tolist()))


def _as_if_blurred(
    found: NumbersFound, same: float, nearest: NDArray[np.intp], digit_px: float
) -> DigitsFound:
    """The digits, compared with the faces that come nearest, sharp and blurred."""
    blurred = with_blurred_faces(load_templates(), nearest, digit_px)
    digits = recognise_digits(found, same, face_costs(found, blurred))
    faces = dict.fromkeys(int(nearest[face % MAX_BLURRED_FACES]) for face in digits.faces)
    return replace(digits, faces=tuple(faces))


def _by_sure_ones(
    coverages: Sequence[NDArray[np.float32]], digits: DigitsFound, nats: tuple[Nats, ...]
) -> tuple[Nats, ...]:
    """The likelihoods, where an uncertain shape is likelier to be what a very similar, certain one is."""
    sure = _are_sure(nats)
    if sure.all() or not sure.any():
        return nats
    first = [coverages[group.members[0]] for group in digits.groups]
    unlike = np.zeros((len(first), len(first)), np.float32)  # from the sure ones to the others
    unlike[np.ix_(sure, ~sure)] = pixel_distances(first, sure)
    nearest = np.full((len(nats), 10), DIFFERENT_DIGITS)  # from each group to a sure one of each digit
    for at in np.flatnonzero(sure):
        digit = int(np.argmax(nats[at]))
        nearest[:, digit] = np.minimum(nearest[:, digit], unlike[at])
    told = np.where(sure[:, None], nats, nats - nearest / DIFFERENCE_PER_NAT)
    told -= told.max(axis=1, keepdims=True)
    return tuple(map(tuple, told.tolist()))


def _are_sure(nats: Sequence[Nats] | NDArray[np.float64]) -> NDArray[np.bool_]:
    """(groups,) whether no other digit comes near to what a group most likely is."""
    return np.asarray(np.sort(nats, axis=1)[:, -2] < SURE_NATS)


def _same_shape(apart: NDArray[np.float32]) -> float:
    """The difference within which two digits of a picture are one shape."""
    if len(apart) < 2:
        return MAX_SHAPE_DISTANCE
    apart = np.where(np.eye(len(apart), dtype=bool), np.float32(np.inf), apart)
    nearest = apart.min(axis=1)
    repeated = nearest[nearest < MAX_SHAPE_DISTANCE]
    exact = len(repeated) and float(np.median(repeated)) < MAX_EXACT_DISTANCE
    return MAX_SAME_EXACT_DISTANCE if exact else MAX_SHAPE_DISTANCE


def _told_apart(found: NumbersFound, digits: DigitsFound) -> tuple[tuple[Nats, ...], tuple[Nats, ...]]:
    """Likelihoods, given which other groups are sure; and those of two unsure groups being one digit."""
    means = np.stack([found.shapes[list(group.members)].mean(axis=0) for group in digits.groups])
    nats = np.array([group.nats for group in digits.groups])
    sure = _are_sure(nats)
    unlike = np.stack([((means - mean) ** 2).mean(axis=1) > MIN_DIFFERENT_DISTANCE for mean in means])
    told = nats.copy()
    for at, others in enumerate(unlike):
        told[at, list(set(nats[sure & others].argmax(axis=1).tolist()))] += SURE_NATS
    told -= told.max(axis=1, keepdims=True)
    again = np.where(unlike & ~sure & ~sure[:, None], SURE_NATS, 0.0)
    return tuple(map(tuple, told.tolist())), tuple(map(tuple, again.tolist()))


def pixel_distances(
    coverages: Sequence[NDArray[np.float32]], which: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """(M, N - M) squared differences of coverage between some digits and the others, of the larger one's ink.

    coverages : each (height, width), 0..1, cut to its ink. which : (N,) bool, the M digits.
    """
    height, width = (SUBPIXELS * max(coverage.shape[axis] for coverage in coverages) for axis in (0, 1))
    wide = np.zeros((len(coverages), height + 2 * MAX_SHIFT, width + 2 * MAX_SHIFT), np.float32)
    laid = wide[:, MAX_SHIFT:-MAX_SHIFT, MAX_SHIFT:-MAX_SHIFT]
    for field, coverage in zip(laid, coverages, strict=True):
        rows, cols = (SUBPIXELS * size for size in coverage.shape)
        top, left = (height - rows) // 2, (width - cols) // 2
        fine = Image.fromarray(coverage).resize((cols, rows), Image.Resampling.BILINEAR)
        field[top : top + rows, left : left + cols] = np.asarray(fine)
    squares = (laid**2).sum(axis=(1, 2))
    own, others = squares[which][:, None], squares[~which]
    still, wide = laid[which].reshape(len(own), -1), wide[~which]
    shared = np.zeros((len(own), len(others)), np.float32)
    for down, right in product(range(2 * MAX_SHIFT + 1), repeat=2):
        moved = wide[:, down : down + height, right : right + width].reshape(len(others), -1)
        np.maximum(shared, still @ moved.T, out=shared)
    apart = np.maximum(own + others - 2 * shared, 0)
    return np.asarray(apart / np.maximum(own, others), np.float32)


def with_blurred_faces(templates: Templates, faces: NDArray[np.intp], digit_px: float) -> Templates:
    """Some of the templates' faces: sharp, and then by each blur that changes digits so tall."""
    shares = [blur / digit_px for blur in BLURS_PX if blur >= MIN_BLUR * digit_px]
    sharp = templates.shapes[faces].reshape(-1, ROWS, COLS)
    log_aspects = templates.log_aspects[faces].ravel()
    rounded = dict.fromkeys(BLUR_STEP * round(share / BLUR_STEP) for share in shares)
    blurred = [_blurred(sharp, log_aspects, share) for share in rounded]
    size = ROWS * COLS
    soft = [shapes.reshape(-1, 10, size) for shapes, _ in blurred]
    shapes = np.concatenate([templates.shapes[faces], *soft])
    return Templates(
        shapes=shapes,
        log_aspects=np.concatenate(
            [templates.log_aspects[faces], *(aspects.reshape(-1, 10) for _, aspects in blurred)]
        ),
        holes=np.concatenate([templates.holes[faces], *map(count_holes, soft)]),
    )


def _blurred(
    shapes: NDArray[np.float32], log_aspects: NDArray[np.float32], blur: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Digits' shapes after a blur of so much of their height, and the logarithms of their proportions."""
    down = _blurring(ROWS, BLUR_HEIGHT_PX, blur)
    same_width: dict[int, list[int]] = {}  # are blurred together
    for at, aspect in enumerate(log_aspects.tolist()):
        same_width.setdefault(max(2, round(BLUR_HEIGHT_PX * exp(aspect))), []).append(at)
    found: dict[int, NDArray[np.float32]] = {}
    for width, members in same_width.items():
        shown = down @ shapes[members] @ _blurring(COLS, width, blur).T
        inked = shown > OWN_CONTRAST * shown.max(axis=(1, 2), keepdims=True)
        rows, cols = inked.any(axis=2), inked.any(axis=1)
        top, left = rows.argmax(axis=1), cols.argmax(axis=1)
        bottom = inked.shape[1] - rows[:, ::-1].argmax(axis=1)
        right = inked.shape[2] - cols[:, ::-1].argmax(axis=1)
        boxes = np.stack((top, bottom, left, right), axis=1).tolist()
        for at, digit, ink, (first, last, start, stop) in zip(members, shown, inked, boxes, strict=True):
            levels = digit[ink]
            rank = int(FULL_RANK * len(levels))
            levels.partition(rank)
            found[at] = np.minimum(digit[first:last, start:stop] / levels[rank], 1)
    cuts = [found[at] for at in range(len(shapes))]
    cut_aspects = [log(width / height) for height, width in map(np.shape, cuts)]
    return normalise_all(cuts), np.array(cut_aspects, np.float32)


@cache
def _blurring(cells: int, pixels: int, blur: float) -> NDArray[np.float32]:
    """(pixels and margins, cells) what a blurred pixel shows of each of a shape's cells, along one axis."""
    sigma = blur * BLUR_HEIGHT_PX
    margin = int(np.ceil(BLUR_REACH * sigma))
    at = np.arange(-margin, pixels + margin)[:, None] + 0.5
    source = np.arange(pixels) + 0.5
    kernel = np.exp(-((at - source) ** 2) / (2 * sigma**2))
    kernel /= np.exp(-((np.arange(-margin, margin + 1)) ** 2) / (2 * sigma**2)).sum()
    place = np.clip(source * cells / pixels - 0.5, 0, cells - 1)
    nearest = np.maximum(0, 1 - np.abs(place[:, None] - np.arange(cells)))
    return np.asarray(kernel @ nearest, np.float32)
