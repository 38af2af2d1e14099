"""A picture in, its printed marks out: what stands on a plain colour and is as large as a digit.

A mark is measured against the colour that it stands on, whichever of the picture's colours that is, so that
dark and light ones, on the page or on coloured cells, become equal shapes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.glyphs.templates import template_distances
from picrosser.reading.katamino.areas import AreasFound

MOST_PIXELS = 3_000_000  # larger pictures are reduced: their digits stay larger than 30 pixels
MOST_MARKS = 20_000  # on one colour: more are noise
LEAST_SHARE = 0.004  # of the picture, in a colour that marks may stand on
FAINTER = 0.45  # of the usual mark's contrast: compression tears faint rules into pieces
FAINT = 40  # levels, of a brightened picture: fainter marks are noise or shadows
WIDE = 7  # pixels of the reduced picture: lines are thinner, the cells of a table are not
SOLID, STOUT = 0.9, 0.6  # of its box that a mark fills; of its height: what is both is a box, no digit
CLEAR_DOT = 2.0  # times as faint as the faintest mark: what compression leaves beside digits is fainter
INK = 99.9  # percentile of what hangs together: the contrast of its darkest ink
SHARED = 0.5  # of a mark's box: "TA" are set so close that their boxes overlap; the same mark overlaps all
OWN = 0.45  # of a mark's own contrast: what is fainter is its soft edge
LEAST_HEIGHT, MOST_HEIGHT = 6, 0.2  # pixels; of the picture's height: the head of a cropped card
WIDEST, THINNEST = 1.3, 0.1  # of a mark's height
# Pixels: compression ripples beside strong ink, within its blocks; of the ink's contrast, what is no ripple.
BLOCK, RIPPLE = 8, 0.35
AROUND = 0.6  # of the pixels just round a mark's box have the colour that it stands on
# Mean squared difference of coverage to the nearest template of any face. Digits differ less, many letters
# too: where a number must stand, the table says.
LIKE_DIGIT = 0.18


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """Ink that hangs together.

    box : in the picture that was searched.
    coverage : (height, width) float32, 0..1, by ink.
    like_digit : it may be a digit; what is wide is none, but letters that touch.
    """

    box: Box
    coverage: NDArray[np.float32]
    like_digit: bool

    @property
    def middle(self) -> tuple[float, float]:
        """(row, col)."""
        return (self.box.top + self.box.bottom) / 2, (self.box.left + self.box.right) / 2


@dataclass(frozen=True, slots=True, eq=False)
class MarksFound:
    """The marks of a picture.

    grain : so many pixels of the picture are one of the picture that was searched.
    marks : from the top.
    dots : the boxes of smaller ink, such as commas.
    """

    grain: int
    marks: tuple[Mark, ...]
    dots: tuple[Box, ...]


def find_marks(image: RGB, areas: AreasFound) -> MarksFound:
    """Find the marks that stand on the picture's colours."""
    grain = max(1, int(np.ceil(np.sqrt(image.shape[0] * image.shape[1] / MOST_PIXELS))))
    picture = Image.fromarray(np.ascontiguousarray(image))
    pixels = np.asarray(picture.reduce(grain) if grain > 1 else picture).astype(np.int16)
    brightest = max(1, *(channel for tone in areas.colours for channel in tone)) if areas.colours else 255
    faint = FAINT * brightest / 255
    found: list[tuple[Box, NDArray[np.float32], float]] = []
    dots: list[Box] = []
    taken = np.zeros(pixels.shape[:2], bool)
    for number in grounds(areas):  # the commonest first: soft edges and lines are a ground for nothing
        apart = np.abs(pixels - np.array(areas.colours[number], np.int16)).max(axis=2)
        largest = sorted(_on(apart, faint), key=lambda mark: -mark[0].height)
        for box, coverage, contrast in largest:
            if taken[box.slices].all():  # in a larger mark: the dot in a "0"
                continue
            if coverage is None:
                dots.append(box)
            elif taken[box.slices].mean() < SHARED:
                found.append((box, coverage, contrast))
                taken[box.slices] = True
    usual = _usual([(coverage, contrast) for _, coverage, contrast in found])
    clear = sorted((mark for mark in found if mark[2] >= FAINTER * usual), key=lambda mark: mark[0].top)
    alike = _like_digits([coverage for _, coverage, _ in clear])
    marks = (Mark(box, coverage, yes) for (box, coverage, _), yes in zip(clear, alike, strict=True))
    return MarksFound(grain, tuple(marks), tuple(dots))


def grounds(areas: AreasFound) -> list[int]:
    """The colours that marks may stand on: those of wide places, not of lines."""
    found = []
    for number in range(len(areas.colours)):
        wide = ndimage.minimum_filter((areas.classes == number).view(np.uint8), WIDE)
        if wide.mean() >= LEAST_SHARE:
            found.append(number)
    return found


def _usual(marks: Sequence[tuple[NDArray[np.float32], float]]) -> float:
    """The contrast that half of the ink has at least."""
    left = sum(float(coverage.sum()) for coverage, _ in marks) / 2
    for coverage, contrast in sorted(marks, key=lambda mark: -mark[1]):
        left -= float(coverage.sum())
        if left <= 0:
            return contrast
    return 0.0


def _on(apart: NDArray[np.int16], faint: float) -> Iterator[tuple[Box, NDArray[np.float32] | None, float]]:
    """What stands on one colour, and its contrast, by how far each pixel is from it; without coverage what is
    too low.
    """
    labels, count = ndimage.label(apart > faint, np.ones((3, 3)))
    if count > MOST_MARKS:
        return
    too_large = np.array([False, *(_is_large(where, apart) for where in ndimage.find_objects(labels))])
    inked = apart[too_large[labels]]
    level = faint
    if len(inked):  # digits that touch the rules round them, which are fainter, or each other by soft edges
        level = OWN * float(np.percentile(inked, INK))
        strong = (apart > level) & too_large[labels]
        labels[too_large[labels]] = 0
        parts, more = ndimage.label(strong, np.ones((3, 3)))
        if count + more > MOST_MARKS:
            return
        labels = np.where(parts > 0, parts + count, labels)
    for number, where in enumerate(ndimage.find_objects(labels), 1):
        if where is None or _is_large(where, apart):
            continue
        if _framed(apart, where, faint if number <= count else level) < AROUND or _is_ripple(apart, where):
            continue
        own = labels[where] == number
        for box, coverage, contrast in _inner(np.where(own, apart[where], 0), faint):
            placed = Box(
                where[0].start + box.top, where[1].start + box.left,
                where[0].start + box.bottom, where[1].start + box.right,
            )  # fmt: skip
            if coverage is None:
                yield placed, None, contrast
            elif THINNEST * box.height <= box.width and not _is_box(coverage):
                yield placed, coverage, contrast


def _is_large(where: tuple[slice, slice], apart: NDArray[np.int16]) -> bool:
    """Whether ink is larger than any digit and its neighbour."""
    height, width = (axis.stop - axis.start for axis in where)
    too_wide = width > 2 * WIDEST * max(height, LEAST_HEIGHT)
    return bool(too_wide or height > MOST_HEIGHT * apart.shape[0])


def _is_ripple(apart: NDArray[np.int16], where: tuple[slice, slice]) -> bool:
    """Whether ink is no larger than a block of compression, and much fainter than what is beside it."""
    if max(axis.stop - axis.start for axis in where) > BLOCK:
        return False
    beside = tuple(slice(max(0, axis.start - BLOCK), axis.stop + BLOCK) for axis in where)
    return bool(apart[where].max() < RIPPLE * apart[beside].max())


def _is_box(coverage: NDArray[np.float32]) -> bool:
    return bool(coverage.mean() > SOLID and coverage.shape[1] > STOUT * coverage.shape[0])


def _framed(apart: NDArray[np.int16], where: tuple[slice, slice], faint: float) -> float:
    """The share of the pixels just round a mark's box that have the colour which it should stand on."""
    (top, bottom), (left, right) = ((axis.start - 1, axis.stop) for axis in where)
    height, width = apart.shape
    lines = [apart[at, where[1]] for at in (top, bottom) if 0 <= at < height]
    lines += [apart[where[0], at] for at in (left, right) if 0 <= at < width]
    return float((np.concatenate(lines) <= faint).mean()) if lines else 0.0


def _inner(apart: NDArray[np.int16], faint: float) -> Iterator[tuple[Box, NDArray[np.float32] | None, float]]:
    """The parts that hang together by more than soft edges."""
    contrast = float(np.percentile(apart[apart > 0], 85))
    labels, count = ndimage.label(apart > OWN * contrast, np.ones((3, 3)))
    for number, where in enumerate(ndimage.find_objects(labels), 1):
        box = Box(where[0].start, where[1].start, where[0].stop, where[1].stop)
        if box.height < LEAST_HEIGHT:
            if contrast > CLEAR_DOT * faint:
                yield box, None, contrast
            continue
        others = (labels[where] > 0) & (labels[where] != number) if count > 1 else False
        coverage = np.where(others, 0, np.clip(apart[where] / contrast, 0, 1)).astype(np.float32)
        yield box, coverage, contrast


def _like_digits(coverages: list[NDArray[np.float32]]) -> list[bool]:
    return [
        unlike < LIKE_DIGIT and coverage.shape[1] <= WIDEST * coverage.shape[0]
        for unlike, coverage in zip(template_distances(coverages), coverages, strict=True)
    ]
