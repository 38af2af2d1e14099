"""Cut what stands out of a picture into connected pieces that have the size of digits.

A piece is cut at a share of its own strongest contrast, so that struck, greyed and inverted digits get equal
shapes, and digits on a plate of their own tone come apart from it. Where that leaves several parts, it is cut
at a lower share, too: thin strokes are paler than thick ones. In photographs what is too large for one digit
is cut at higher shares, too: a lens blurs digits into each other. All ways of cutting are kept; which of the
pieces are digits is decided where hints are collected.

Long straight runs of pixels are lines of the board or plates, so digits that touch them are cut off there.
Texture or compression may join a digit to the board, or a greyed one to its black neighbour. So a component
is first cut halfway, and then each of its parts at a share of that part's own contrast.

A piece of ink differs from what lies beside each of its sides. The space between two digits stands out of
these as a digit does of the page, but it is open at a side, and is no piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.connected import (
    Boxes,
    Indices,
    Labelled,
    Labels,
    Place,
    box_pixels,
    boxes_of,
    label_pixels,
    places_of,
)
from picrosser.reading.glyphs.templates import FULL_RANK, OWN_CONTRAST
from picrosser.reading.page.contrast import Plane, running_extreme
from picrosser.reading.page.digit_distance import MIN_SINGLE_ASPECT
from picrosser.reading.page.struck import (
    INKED,
    MIN_HEIGHT_PX,
    StruckDigit,
    digits_under_bar,
    digits_under_diagonals,
    have_bars,
    have_diagonals,
)

MAX_HEIGHT_PX = 44  # of a digit, at the size at which it is looked for
MAX_ASPECT = 6.0  # width over height: several digits that touch; longer pieces are lines
# Of a piece's own strongest contrast, below OWN_CONTRAST: the thin strokes of digits that are 8 pixels tall
# have no more than the first; those of nono10, compressed at quality 30, no more than the last.
THIN_CONTRASTS = 0.22, 0.11
# The same above it, at which digits that a lens has blurred into each other come apart: what lies between
# them is nearly as strong as their thin strokes. The lowest threshold that separates them is used.
APART_CONTRASTS = 0.6, 0.68, 0.76
SINGLE_ASPECTS = 0.6, 1.1  # width over height: digits that touch are narrower, or wider, than these
LONG_PX = MAX_HEIGHT_PX * 3 // 2  # pixels: a longer straight run is a line's or a plate's
STRONG = 0.9  # coverage: a piece's darkest part
# Of a piece's contrast, by which it differs from each side; a space has an open side, and 0 there
MIN_OWN_STEP = 0.35

# Of one size and polarity, the ones that stand out most: what is more is the texture of a photograph. A page
# full of small text has 2,500, a photograph of 12 megapixels 50,000.
MAX_PIECES = 5_000

Mask = NDArray[np.bool_]

RINGS_PX = 1, 2  # pixels from a piece at which its surroundings are looked at: edges may be soft
# Of a side's pixels, so many have to differ; the next digit may hide more of the left and right ones. With
# 0.4 spaces within digits that lie on their side count as digits
SHOWN_PARTS = 0.5, 0.5, 0.45, 0.45
SIDES = range(4)  # above, below, left, right

Levels = NDArray[np.float64]


class CutPiece(NamedTuple):
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
    planes: tuple[Plane, ...],
    stands_out: Plane,
    min_contrast: float,
    min_height: int,
    *,
    light: bool,
    is_blurred: bool = False,
) -> list[CutPiece]:
    """The pieces that are lighter than what surrounds them, or the darker ones, in all ways of cutting.

    planes : of the picture, as `planes_of` returns them.
    stands_out : (H, W) levels by which pixels are lighter (`light`) or darker than what surrounds them.
    min_contrast : levels: less is noise.
    min_height : pixels.
    is_blurred : digits may be blurred into each other, as by a lens.
    """
    pieces: list[CutPiece] = []
    shown: list[Mask] = []
    pixels = np.flatnonzero(stands_out > min_contrast)
    for cut, lines in _ways_of_cutting(stands_out, pixels, min_contrast, min_height, is_blurred):
        pieces += cut
        shown.append(shown_sides(boxes_of(piece.place for piece in cut), lines))
    if pieces:
        pieces = list(_differing(pieces, np.concatenate(shown), planes, light=light))
    return pieces


def _ways_of_cutting(
    stands_out: Plane, pixels: Indices, min_contrast: float, min_height: int, is_blurred: bool
) -> Iterator[tuple[list[CutPiece], Mask]]:
    """Each way of cutting: its pieces, and (H, W) the long straight runs of ink at which it cut them off."""
    own = _Components(stands_out, pixels, min_height)
    if not len(own.boxes):
        return
    struck = _struck_digits(stands_out, own)
    yield struck, np.zeros(stands_out.shape, bool)
    halfway = np.sqrt(min_contrast * OWN_CONTRAST * own.contrasts)
    several = halfway > 1.5 * min_contrast  # otherwise it would hardly differ from the first cut
    strong = own.above(OWN_CONTRAST * own.contrasts, ~(several & own.are_too_large))
    if several.any():
        inner = own.above(halfway, several)
        parts = _Components(stands_out, own.pixels[inner], min_height)
        every = np.ones(len(parts.boxes), bool)
        strong[np.flatnonzero(inner)[parts.above(OWN_CONTRAST * parts.contrasts, every)]] = True
        del parts  # labels take 4 bytes for each pixel: those of a photograph 50 MB
    cut, lines = _cut_at_lines(own.pixels[strong], stands_out.shape)
    yield _digit_sized(stands_out, own.labels, cut, min_height), lines
    for apart in _cut_apart(stands_out, cut.pixels, min_height) if is_blurred else ():
        yield _digit_sized(stands_out, own.labels, apart, min_height), lines
    for share in THIN_CONTRASTS:
        parts_of = np.bincount(_owners(own.labels, cut), minlength=len(own.boxes) + 1)[1:]
        came_apart = parts_of > 1
        if share < THIN_CONTRASTS[0]:  # between digits side by side there is ink so faint, too
            came_apart &= own.widths <= own.heights
        if not came_apart.any():
            return
        del cut
        thin = own.above(np.maximum(share * own.contrasts, min_contrast), came_apart)
        cut, _ = _cut_at_lines(own.pixels[thin], stands_out.shape)
        yield _digit_sized(stands_out, own.labels, cut, min_height), lines


def _cut_apart(stands_out: Plane, pixels: Indices, min_height: int) -> Iterator[Labelled]:
    """The parts of what may be several digits, of all that come apart at one contrast after the other."""
    for share in APART_CONTRASTS:
        whole = _Components(stands_out, pixels, min_height)
        several = whole.may_be_several_digits
        strong = whole.above(share * whole.contrasts, several)
        parts = label_pixels(whole.pixels[strong], stands_out.shape, corners=True)
        tall = parts.boxes[:, 2] - parts.boxes[:, 0] >= min_height
        counts = np.bincount(_owners(whole.labels, parts)[tall], minlength=len(several) + 1)[1:]
        came_apart = whole.are_of(counts > 1)
        yield label_pixels(whole.pixels[strong & came_apart], stands_out.shape, corners=True)
        pixels = whole.pixels[whole.are_of(several) & (strong | ~came_apart)]


class _Components:
    """The connected components of some pixels of a contrast map, those of a digit's height or more."""

    def __init__(self, stands_out: Plane, pixels: Indices, min_height: int) -> None:
        self.labels, self.boxes, self.pixels, owners = label_pixels(pixels, stands_out.shape, corners=True)
        self._levels = stands_out.ravel()[pixels]
        self._piece = owners - 1
        self.contrasts = np.zeros(len(self.boxes), np.float32)
        # With bytes `at` takes up to twenty times as long, where many pixels in a row are of one piece.
        np.maximum.at(self.contrasts, self._piece, self._levels.astype(np.float32))
        self.heights: Indices
        self.widths: Indices
        self.heights, self.widths = (self.boxes[:, 2:] - self.boxes[:, :2]).T
        self._tall = self.heights >= min_height

    @property
    def are_too_large(self) -> Mask:
        """Whether each is larger than any digit, or digits that touch."""
        return (self.heights > MAX_HEIGHT_PX) | (self.widths > MAX_ASPECT * self.heights) & self._tall

    @property
    def may_be_struck(self) -> Mask:
        """Whether each is tall enough to find a bar in it, and at most a digit with a diagonal around it."""
        # A diagonal may be twice as tall as the digits: it crosses their whole cell.
        tall = self._tall & (self.heights >= MIN_HEIGHT_PX) & (self.heights <= 2 * MAX_HEIGHT_PX)
        return tall & (self.widths <= MAX_ASPECT * self.heights)

    @property
    def may_be_several_digits(self) -> Mask:
        narrow, wide = (aspect * self.heights for aspect in SINGLE_ASPECTS)
        return self._tall & ((self.widths < narrow) | (self.widths > wide))

    def are_of(self, which: Mask) -> Mask:
        """Which pixels are some components'."""
        return np.asarray(which[self._piece])

    def above(self, contrast: NDArray[np.float32], which: Mask) -> Mask:
        """Which pixels are some components' and stand out by more than the contrast given for each."""
        least = np.where(which & self._tall, contrast, np.inf)
        return self._levels > least[self._piece]


def _cut_at_lines(pixels: Indices, shape: tuple[int, ...]) -> tuple[Labelled, Mask]:
    """The connected pieces of some pixels without the long straight runs among them, and (H, W) these."""
    mask = np.zeros(shape, bool)
    mask.ravel()[pixels] = True
    lines = _long_runs(mask)
    return label_pixels(pixels[~lines.ravel()[pixels]], shape, corners=True), lines


def _owners(labels: Labels, parts: Labelled) -> NDArray[np.intp]:
    """(N,) the component that each of its parts lies in, as the top row of the part's box shows."""
    owners = np.zeros(len(parts.boxes) + 1, np.intp)
    tops = parts.boxes.copy()
    tops[:, 2] = tops[:, 0] + 1
    pixels, _ = box_pixels(tops, labels.shape[1])
    owners[parts.labels.ravel()[pixels]] = labels.ravel()[pixels]
    return owners[1:]


def _digit_sized(stands_out: Plane, whole: Labels, cut: Labelled, min_height: int) -> list[CutPiece]:
    """The pieces that have the size of a digit, or of digits that touch."""
    height, width = (cut.boxes[:, 2:] - cut.boxes[:, :2]).T
    which = (height >= min_height) & (height <= MAX_HEIGHT_PX)
    which &= (width >= MIN_SINGLE_ASPECT * height) & (width <= MAX_ASPECT * height)
    fulls = _full_contrasts(stands_out, cut, which)
    at = np.flatnonzero(which)
    if len(at) > MAX_PIECES:
        strongest = np.sort(np.argsort(-fulls, kind="stable")[:MAX_PIECES])
        at, fulls = at[strongest], fulls[strongest]
    pieces: list[CutPiece] = []
    for some in _portions(cut.boxes[at]):
        pieces += _cut_out(stands_out, whole, cut, at[some], fulls[some])
    return pieces


def _cut_out(
    stands_out: Plane, whole: Labels, cut: Labelled, at: Indices, fulls: NDArray[np.float64]
) -> Iterator[CutPiece]:
    """Some pieces with their coverages, all at once: a page has thousands of them."""
    labels, own = cut.labels, cut.boxes[at]
    pixels, ends = box_pixels(own, labels.shape[1])
    sizes = np.diff(ends, prepend=0)
    whose, cut_from = labels.ravel()[pixels], whole.ravel()[pixels]
    inked = whose == np.repeat((at + 1).astype(labels.dtype), sizes)
    cut_from_of = np.zeros(len(at), whole.dtype)
    owners = np.repeat(np.arange(len(at)), sizes)
    cut_from_of[owners[inked]] = cut_from[inked]
    edge = (whose == 0) & (cut_from == cut_from_of[owners])
    shown = np.where(inked | edge, stands_out.ravel()[pixels], 0).astype(np.float32)
    coverages = np.minimum(shown / fulls.astype(np.float32)[owners], 1)
    starts = (ends - sizes).tolist()
    for place, start, end, full in zip(places_of(own), starts, ends.tolist(), fulls.tolist(), strict=True):
        rows, cols = place
        shape = rows.stop - rows.start, cols.stop - cols.start
        yield CutPiece(place, coverages[start:end].reshape(shape), full)


def _portions(boxes: Boxes) -> Iterator[slice]:
    """Runs of pieces whose boxes have up to a million pixels together: more at once need much memory."""
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    number = np.cumsum(areas) // 1_000_000
    ends = [*(np.flatnonzero(np.diff(number)) + 1).tolist(), len(boxes)]
    yield from map(slice, [0, *ends[:-1]], ends)


def _full_contrasts(stands_out: Plane, cut: Labelled, which: Mask) -> NDArray[np.float64]:
    """(N,) the levels that count as full contrast, of some pieces."""
    owners = (cut.owners - 1).astype(np.intp)
    mine = which[owners]
    at, owners = cut.pixels[mine], (np.cumsum(which) - 1)[owners[mine]]
    counts = np.bincount(owners, minlength=int(which.sum()))
    ranks = (FULL_RANK * (counts - 1)).astype(np.intp)
    return levels_at_ranks(stands_out.ravel()[at], owners, counts, ranks).astype(np.float64)


def _struck_digits(stands_out: Plane, own: _Components) -> list[CutPiece]:
    """The digits that bars or diagonals strike."""
    pixels = own.pixels[own.above(INKED * own.contrasts, own.may_be_struck)]
    rows, cols = np.divmod(pixels, stands_out.shape[1])
    owners = own.labels.ravel()[pixels] - 1
    bars = have_bars(own.boxes, owners, rows, cols)
    diagonals = have_diagonals(own.boxes, owners, rows, cols)
    found = []
    same: dict[tuple[int, bytes], list[StruckDigit]] = {}  # most programs draw equal digits pixel for pixel
    at = np.flatnonzero(bars | diagonals)
    for piece, place in zip(at.tolist(), places_of(own.boxes[at]), strict=True):
        levels = stands_out[place]
        inked = np.where(own.labels[place] == piece + 1, levels, 0).astype(np.float32)
        key = len(inked), inked.tobytes()
        if key not in same:
            same[key] = digits_under_bar(inked) if bars[piece] else []
            if diagonals[piece] and not same[key]:
                same[key] = digits_under_diagonals(inked)
        for digit in same[key]:
            top, left = place[0].start + digit.top, place[1].start + digit.left
            height, width = digit.coverage.shape
            where = slice(top, top + height), slice(left, left + width)
            full = float(np.median(stands_out[where][digit.coverage > STRONG]))
            found.append(CutPiece(where, digit.coverage, full, digit))
    return found


def _differing(
    pieces: Sequence[CutPiece], shown: Mask, planes: tuple[Plane, ...], *, light: bool
) -> Iterator[CutPiece]:
    """The pieces whose strongest part differs from what surrounds them, in one of the planes."""
    boxes = boxes_of(piece.place for piece in pieces)
    steps = np.array([(1 if light else -1) * MIN_OWN_STEP * piece.contrast for piece in pieces])
    differ = np.zeros(len(pieces), bool)
    for some in _portions(boxes):
        covered = np.concatenate([piece.coverage.ravel() for piece in pieces[some]])
        pixels, ends = box_pixels(boxes[some], planes[0].shape[1])
        strong = covered > STRONG
        owners = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))[strong]
        counts = np.bincount(owners)
        for plane in planes:
            tones = np.bincount(owners, weights=plane.ravel()[pixels[strong]]) / counts
            differ[some] |= differ_from_surroundings(plane, boxes[some], tones, steps[some], shown[some])
    yield from (pieces[at] for at in np.flatnonzero(differ).tolist())


def _long_runs(mask: Mask) -> Mask:
    """(H, W) the pixels that lie in a long straight run of their column or row."""
    found = np.zeros(mask.shape, bool)
    for inked, marked in ((mask, found), (mask.T, found.T)):
        # A long run goes through two neighbours of the rows half its length apart: few columns have that.
        sampled = inked[:: LONG_PX // 2]
        cols = np.flatnonzero((sampled[:-1] & sampled[1:]).any(axis=0))
        if len(cols) and len(inked) >= LONG_PX:
            begins = running_extreme(inked[:, cols], LONG_PX, np.minimum, 0)
            padded = np.pad(begins, ((LONG_PX - 1, LONG_PX - 1), (0, 0)))
            marked[:, cols] |= running_extreme(padded, LONG_PX, np.maximum, 0)
    return found


def differ_from_surroundings(plane: Plane, boxes: Boxes, tones: Levels, steps: Levels, shown: Mask) -> Mask:
    """(N,) whether pieces differ from what lies beside each of their sides.

    plane : (H, W) of the picture. boxes : (N, 4) of the pieces. tones : (N,) levels of their strongest parts.
    steps : (N,) levels by which they have to be lighter; darker, if these are negative.
    shown : (N, 4) beside which sides, as `shown_sides` returns it.
    """
    left = np.arange(len(boxes))
    for side, shown_part in zip(SIDES, SHOWN_PARTS, strict=True):
        asked = left[shown[left, side]]
        signs = np.sign(steps[asked])
        beside = _levels_beside(plane, boxes[asked], side, np.where(signs > 0, shown_part, 1 - shown_part))
        differ = signs * (tones[asked] - beside) >= np.abs(steps[asked])
        fails = np.zeros(len(boxes), bool)
        fails[asked] = ~differ.any(axis=0)
        left = left[~fails[left]]
    found = np.zeros(len(boxes), bool)
    found[left] = True
    return found


def shown_sides(boxes: Boxes, lines: Mask) -> Mask:
    """(N, 4) beside which sides pieces have to differ: where the picture goes on, and not along a line.

    A piece may touch a line with one side: there it was cut off. lines : (H, W) long straight runs of ink.
    """
    height, width = lines.shape
    top, left, bottom, right = boxes.T
    reach = max(RINGS_PX)
    shown = np.stack((top >= reach, bottom + reach <= height, left >= reach, right + reach <= width), axis=1)
    if not lines.any():
        return shown
    touched = np.zeros(len(boxes), bool)
    for side in SIDES:
        which = np.flatnonzero(shown[:, side] & ~touched)
        pixels, ends = _beside(boxes[which], side, RINGS_PX[0], width)
        on_line = np.concatenate(([0], np.cumsum(lines.ravel()[pixels])))
        lengths = np.diff(ends, prepend=0)
        along = which[on_line[ends] - on_line[ends - lengths] == lengths]
        touched[along], shown[along, side] = True, False
    return shown


def _levels_beside(plane: Plane, boxes: Boxes, side: int, parts: Levels) -> Indices:
    """(2, N) levels in the two lines of pixels beside a side of each piece: such a part of them is darker."""
    count = len(boxes)
    pixels, ends = _beside(
        np.tile(boxes, (len(RINGS_PX), 1)), side, np.repeat(RINGS_PX, count), plane.shape[1]
    )
    lengths = np.diff(ends, prepend=0)
    owners = np.repeat(np.arange(len(lengths)), lengths)
    ranks = (np.tile(parts, len(RINGS_PX)) * lengths).astype(np.intp)
    ranked = levels_at_ranks(plane.ravel()[pixels], owners, lengths, ranks)
    return ranked.reshape(len(RINGS_PX), count)


def levels_at_ranks(levels: Plane, owners: Indices, counts: Indices, ranks: Indices) -> Indices:
    """(N,) the level at a rank among the pixels of each of N pieces, all at once.

    levels, owners : of all their pixels; which piece each belongs to.
    counts, ranks : (N,) how many pixels each piece has; how many of these come before the one wanted.
    """
    ranked = np.sort((owners * 256 + levels).astype(np.int32))  # in half the time of 64 bits
    return np.asarray(ranked[np.cumsum(counts) - counts + ranks] % 256)


def _beside(boxes: Boxes, side: int, away: int | Indices, width: int) -> tuple[Indices, Indices]:
    """Flat indices of a line of pixels beside a side of each piece, and (N,) where each line ends."""
    top, left, bottom, right = boxes.T
    if side < 2:
        starts = (top - away, bottom - 1 + away)[side] * width + left
        step, lengths = 1, right - left
    else:
        starts = top * width + (left - away, right - 1 + away)[side - 2]
        step, lengths = width, bottom - top
    ends = np.cumsum(lengths)
    pixels = np.repeat(starts - step * (ends - lengths), lengths) + step * np.arange(lengths.sum())
    return pixels, ends
