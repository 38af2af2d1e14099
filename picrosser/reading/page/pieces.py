"""Cut what stands out of a picture into connected pieces that have the size of digits.

A piece is cut at a share of its own strongest contrast, so that struck, greyed and inverted digits get equal
shapes, and digits on a plate of their own tone come apart from it. Where that leaves several parts, the piece
is cut at a lower share, too: thin strokes are paler than thick ones, so a digit of a thin face may fall
apart. Both ways of cutting are kept; which of the pieces are digits is decided where hints are collected.

Long straight runs of pixels are lines of the board or plates, so digits that touch them are cut off there.
Texture or compression may join a digit to the board, or a greyed one to its black neighbour. So a component
is first cut halfway, and then each of its parts at a share of that part's own contrast.

The space between two digits stands out of these as a digit does of the page. So a piece counts only if it
differs from what lies beside it on each of its four sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.connected import Labels, Place, label_pieces
from picrosser.reading.page.contrast import Plane, running_extreme
from picrosser.reading.page.struck import StruckDigit, digits_under_bar, may_be_struck

MAX_HEIGHT_PX = 44  # of a digit, at the size at which it is looked for
MIN_ASPECT = 0.09  # width over height: a thinner piece is a line
MAX_ASPECT = 6.0  # width over height: several digits that touch; longer pieces are lines
# Of a piece's own strongest contrast: fainter pixels are its soft edge. The thin strokes of digits that are 8
# pixels tall have no more than the second.
OWN_CONTRAST, THIN_CONTRAST = 0.45, 0.22
# Of the least contrast: a component is cut at a contrast halfway between that and its own cut, if this is so
# many times the least one. Otherwise it would hardly differ from the first cut.
MIN_STEP = 1.5
LONG_PX = 66  # pixels: 1.5 times the tallest digit; a longer straight run is a line's or a plate's
FULL_RANK = 0.75  # of a piece's pixels are paler than the contrast that counts as full
STRONG = 0.9  # coverage: a piece's darkest part
RING_PX = 1, 2  # pixels from a piece at which its surroundings are looked at: edges may be soft
MIN_OWN_STEP = (
    0.35  # of a piece's contrast, by which it differs from each side; a space has an open side, and 0 there
)
MIN_BARRED_PX = 8  # pixels: the height of a digit through which a bar can be told

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class CutPiece:
    """A piece of ink.

    place : its rows and columns.
    coverage : (height, width) float32, 0..1 of its full contrast.
    contrast : levels by which its strongest part stands out.
    struck : the digit under a bar, if a bar runs through it.
    """

    place: Place
    coverage: NDArray[np.float32]
    contrast: float
    struck: StruckDigit | None = None


def cut_pieces(
    planes: tuple[Plane, ...], stands_out: Plane, min_contrast: float, min_height: int, *, light: bool
) -> Iterator[CutPiece]:
    """Yield the pieces that are lighter than what surrounds them, or the darker ones, in all ways of cutting.

    planes : of the picture, as `planes_of` returns them.
    stands_out : (H, W) levels by which pixels are lighter (`light`) or darker than what surrounds them.
    min_contrast : levels: less is noise.
    min_height : pixels.
    """
    surroundings = _Surroundings(planes, light)
    mask = stands_out > min_contrast
    own = _Components(stands_out, mask, min_height)
    if not own.places:
        return
    for number in own.numbers(own.are_digit_sized & (own.heights >= MIN_BARRED_PX)):
        yield from _struck_digits(stands_out, own.labels, number, own.places[number - 1], surroundings)
    halfway = np.sqrt(min_contrast * OWN_CONTRAST * own.contrasts)
    several = halfway > MIN_STEP * min_contrast
    strong = own.above(OWN_CONTRAST * own.contrasts, ~(several & own.are_too_large))
    if several.any():
        parts = _Components(stands_out, own.above(halfway, several), min_height)
        strong |= parts.above(OWN_CONTRAST * parts.contrasts, np.ones(len(parts.places), bool))
    surroundings.lines = _long_runs(strong)
    labels, places = label_pieces(strong & ~surroundings.lines, corners=True)
    yield from _digit_sized(stands_out, labels, places, min_height, surroundings)
    came_apart = np.bincount(_owners(own.labels, labels, len(places)), minlength=len(own.places) + 1)[1:] > 1
    if came_apart.any():
        thin = own.above(np.maximum(THIN_CONTRAST * own.contrasts, min_contrast), came_apart)
        labels, places = label_pieces(thin & ~_long_runs(thin), corners=True)
        yield from _digit_sized(stands_out, labels, places, min_height, surroundings)


class _Components:
    """The connected components of a mask over a contrast map, those of a digit's height or more."""

    def __init__(self, stands_out: Plane, mask: Mask, min_height: int) -> None:
        self.labels, self.places = label_pieces(mask, corners=True)
        self._at = np.flatnonzero(mask)
        self._levels = stands_out.ravel()[self._at]
        self._piece = self.labels.ravel()[self._at] - 1
        self._shape = mask.shape
        strongest = np.zeros(len(self.places), np.uint8)
        np.maximum.at(strongest, self._piece, self._levels)
        self.contrasts = strongest.astype(np.float32)
        sizes = np.array([[side.stop - side.start for side in place] for place in self.places], np.intp)
        self.heights, self._widths = sizes.reshape(-1, 2).T
        self._tall = self.heights >= min_height

    @property
    def are_too_large(self) -> Mask:
        """Whether each is larger than any digit, or digits that touch."""
        return (self.heights > MAX_HEIGHT_PX) | (self._widths > MAX_ASPECT * self.heights) & self._tall

    @property
    def are_digit_sized(self) -> Mask:
        return self._tall & ~self.are_too_large

    def numbers(self, which: Mask) -> list[int]:
        """The labels of some."""
        return (np.flatnonzero(which) + 1).tolist()

    def above(self, contrast: NDArray[np.float32], which: Mask) -> Mask:
        """(H, W) the pixels of some components that stand out by more than the contrast given for each."""
        least = np.where(which & self._tall, contrast, np.inf)
        found = np.zeros(self._shape, bool)
        found.ravel()[self._at[self._levels > least[self._piece]]] = True
        return found


def _owners(labels: Labels, parts: Labels, count: int) -> NDArray[np.intp]:
    """(count,) the component that each of its parts lies in."""
    owners = np.zeros(count + 1, np.intp)
    inside = parts > 0
    owners[parts[inside]] = labels[inside]
    return owners[1:]


def _digit_sized(
    stands_out: Plane, labels: Labels, places: list[Place], min_height: int, surroundings: _Surroundings
) -> Iterator[CutPiece]:
    for number, place in enumerate(places, 1):
        height, width = (side.stop - side.start for side in place)
        if (
            not min_height <= height <= MAX_HEIGHT_PX
            or not MIN_ASPECT * height <= width <= MAX_ASPECT * height
        ):
            continue
        whose, levels = labels[place], stands_out[place]
        # A handful of numbers: sorting a list takes a third of the time of a numpy function.
        ranked = sorted(levels[whose == number].tolist())
        full = float(ranked[int(FULL_RANK * (len(ranked) - 1))])
        shown = np.where((whose == number) | (whose == 0), levels, 0).astype(np.float32)
        coverage = np.minimum(shown / full, 1)
        if surroundings.differ_from(place, coverage > STRONG, full):
            yield CutPiece(place, coverage, full)


def _struck_digits(
    stands_out: Plane, labels: Labels, number: int, place: Place, surroundings: _Surroundings
) -> Iterator[CutPiece]:
    """The digits of a piece through which a bar runs."""
    levels = stands_out[place]
    if not may_be_struck(levels):
        return
    for digit in digits_under_bar(np.where(labels[place] == number, levels, 0).astype(np.float32)):
        top, left = place[0].start + digit.top, place[1].start + digit.left
        height, width = digit.coverage.shape
        where = slice(top, top + height), slice(left, left + width)
        full = float(np.median(stands_out[where][digit.coverage > STRONG]))
        if surroundings.differ_from(where, digit.coverage > STRONG, full):
            yield CutPiece(where, digit.coverage, full, digit)


def _long_runs(mask: Mask) -> Mask:
    """(H, W) the pixels that lie in a long straight run of their column or row."""
    return _long_runs_down(mask) | _long_runs_down(mask.T).T


def _long_runs_down(mask: Mask) -> Mask:
    """(H, W) the pixels that lie in a long run of their column."""
    if len(mask) < LONG_PX:
        return np.zeros(mask.shape, bool)
    begins = running_extreme(np.ascontiguousarray(mask).view(np.uint8), LONG_PX, np.minimum)
    found = np.zeros(mask.shape, bool)
    cols = np.flatnonzero(begins.any(axis=0))
    if len(cols):
        padded = np.pad(begins[:, cols], ((LONG_PX - 1, LONG_PX - 1), (0, 0)))
        found[:, cols] = running_extreme(padded, LONG_PX, np.maximum) > 0
    return found


class _Surroundings:
    """What lies beside pieces that are all lighter, or all darker, than what surrounds them.

    planes : of the picture; a piece has to differ from its surroundings in one of them.
    light : the pieces are lighter than what surrounds them.
    lines : (H, W) long straight runs of ink. A digit may touch one with one side: there it was cut off.
    """

    def __init__(self, planes: tuple[Plane, ...], light: bool) -> None:
        self._planes, self._sign = planes, 1 if light else -1
        self.lines: Mask = np.zeros(planes[0].shape, bool)

    def differ_from(self, place: Place, strong: Mask, contrast: float) -> bool:
        """Whether a piece differs from what lies beside each of its sides.

        strong : (height, width) its darkest part; contrast : levels.
        """
        return any(
            self._least_step(plane, place, strong) >= MIN_OWN_STEP * contrast for plane in self._planes
        )

    def _least_step(self, plane: Plane, place: Place, strong: Mask) -> float:
        """Levels between a piece and the side that differs least from it; beyond the picture all differ."""
        rows, cols = place
        own = float(plane[place][strong].mean())
        least, touched = np.inf, 0
        for pixels, lines, start, stop in (
            (plane[:, cols], self.lines[:, cols], rows.start, rows.stop),
            (plane[rows].T, self.lines[rows].T, cols.start, cols.stop),
        ):
            for near, way in ((start, -1), (stop - 1, 1)):
                at = [near + way * away for away in RING_PX]
                if not 0 <= at[-1] < len(pixels):
                    continue
                if lines[at[0]].all() and not touched:
                    touched = 1
                    continue
                least = min(least, max(self._sign * (own - _middle(pixels, line)) for line in at))
        return least


def _middle(lines: Plane, at: int) -> float:
    """The median of one line of pixels."""
    side = sorted(lines[at].tolist())
    return float(side[len(side) // 2])
