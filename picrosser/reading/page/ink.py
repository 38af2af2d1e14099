"""Find all pieces of ink of a picture at once, and how like a digit each is.

Small digits are looked for in the picture as it is, taller ones in the picture at half its size and at a quarter,
so that the same window, and the same cost per digit, serve all. Each connected piece is cut once more at half of its
own contrast: so digits on a plate of their own tone, or joined by a soft edge, come apart, while a faint piece
stays whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.connected import label_pieces
from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.glyphs.templates import COLS, ROWS, load_templates, normalise
from picrosser.reading.page.contrast import (
    Plane,
    dark_contrast,
    halved,
    light_contrast,
    noise_sigma,
    planes_of,
)

MIN_CONTRAST = 14.0  # levels: compression and shades make fainter differences
NOISE_SIGMAS = 5.0  # of the noise: hardly any pixel differs by more
OWN_CONTRASTS = 0.45, 0.22  # a second one where the first leaves several parts: of thin digits 
MIN_HEIGHT_PX, MAX_HEIGHT_PX = 5, 44  # of a digit, at the size at which it is looked for
MIN_TALL_PX = 20  # the same, where the picture is halved: shorter ones are seen better before that
MIN_ASPECT = 0.09  # width over height: a thinner piece is a line
MAX_ASPECT = 6.0  # width over height: several digits that touch; longer pieces are lines
LONG_PX = 66  # pixels: a longer straight run is a line's or a plate's, not a digit's
RING_PX = (1, 2)  # pixels from a piece at which its surroundings are looked at: edges may be soft
_SIDES = ((1, 0, -1), (1, 0, 1), (0, 1, -1), (0, 1, 1))
STRONG = 0.9  # coverage: a piece's darkest part
MIN_OWN_STEP = 0.35  # of a piece's contrast: by so much at least it differs from the ring of pixels round it
LEVELS = 3  # sizes of the picture
QUICK_FACES = 8  # every eighth typeface tells roughly how far from any digit a piece is
BLOCK_COVERAGE, BLOCK_ASPECT = 0.7, 0.36
ASPECT_WEIGHT = 0.12  # of the squared difference of log(width / height), in a template distance
MAX_ROUGH_DISTANCE = 0.30  # a digit of any face is nearer to one of these


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """The pieces of ink of a picture, in no particular order; N of them.

    boxes : (N, 4) int32, top, left, bottom, right in pixels of the picture.
    scale : (N,) int8, by which the picture was reduced where the piece was found: 1, 2 or 4.
    light : (N,) bool, the ink is lighter than what surrounds it.
    contrast : (N,) float32, levels between its strongest part and what surrounds it.
    coverage : per piece (height, width) float32, 0..1, at its scale.
    distance : (N,) float32, mean squared difference of coverage to the nearest digit template.
    """

    boxes: NDArray[np.int32]
    scale: NDArray[np.int8]
    light: NDArray[np.bool_]
    contrast: NDArray[np.float32]
    coverage: tuple[NDArray[np.float32], ...]
    distance: NDArray[np.float32]


def find_ink(image: RGB) -> tuple[Ink, float]:
    planes = planes_of(image)
    sigma = noise_sigma(planes[0])
    boxes, scales, light, contrast, coverage = [], [], [], [], []
    for level in range(LEVELS):
        if level:
            planes = tuple(map(halved, planes))
        if min(planes[0].shape) < 4 * MIN_HEIGHT_PX:
            break
        least = max(MIN_CONTRAST, NOISE_SIGMAS * sigma / 2**level)
        for is_light, contrast_of in ((False, dark_contrast), (True, light_contrast)):
            for box, cov, strongest in _pieces(planes, is_light, contrast_of(planes), least, MIN_TALL_PX if level else MIN_HEIGHT_PX):
                boxes.append([side << level for side in box])
                scales.append(1 << level)
                light.append(is_light)
                contrast.append(strongest)
                coverage.append(cov)
    dist = _distances(coverage)
    return Ink(np.array(boxes, np.int32).reshape(-1, 4), np.array(scales, np.int8), np.array(light, bool), np.array(contrast, np.float32), tuple(coverage), dist), sigma


def _pieces(planes, is_light: bool, stands_out: Plane, least: float, min_height: int):
    labels, places = label_pieces(stands_out > least, corners=True)
    if not places:
        return
    sizes = np.array([(r.stop - r.start, c.stop - c.start) for r, c in places])
    keep = sizes[:, 0] >= min_height
    own = np.zeros(len(places) + 1, np.uint8)
    inked = labels > 0
    np.maximum.at(own, labels[inked], stands_out[inked])
    split = None
    for share in OWN_CONTRASTS:
        wanted = keep if split is None else keep & split
        if not wanted.any():
            return
        least_of = np.full(len(places) + 1, 255, np.uint8)
        least_of[1:][wanted] = np.maximum(own[1:][wanted] * share, least)
        strong = np.zeros_like(inked)
        strong[inked] = stands_out[inked] > least_of[labels[inked]]
        strong &= ~(_long_runs(strong) | _long_runs(strong.T).T)
        inner, parts = label_pieces(strong, corners=True)
        if split is None:
            whose = np.zeros(len(parts) + 1, np.intp)
            whose[inner[strong]] = labels[strong]
            split = np.bincount(whose[1:], minlength=len(places) + 1)[1:] > 1
        yield from _digits_of(planes, is_light, stands_out, inner, parts, min_height)


def _digits_of(planes, is_light, stands_out, inner, parts, min_height):
    for number, (rows, cols) in enumerate(parts, 1):
        height, width = rows.stop - rows.start, cols.stop - cols.start
        if not (min_height <= height <= MAX_HEIGHT_PX and MIN_ASPECT * height <= width <= MAX_ASPECT * height):
            continue
        mine = inner[rows, cols]
        levels = stands_out[rows, cols]
        shown = np.where((mine == number) | (mine == 0), levels, 0).astype(np.float32)
        values = levels[mine == number]
        at = int(0.75 * (len(values) - 1))
        peak = float(np.partition(values, at)[at])
        coverage = np.minimum(shown / peak, 1)
        if _stands_alone(planes, is_light, rows, cols, coverage > STRONG, peak):
            yield (rows.start, cols.start, rows.stop, cols.stop), coverage, peak


def _long_runs(mask):
    """The pixels of a mask that lie in a run along a row that is longer than any digit."""
    if mask.shape[1] <= LONG_PX:
        return np.zeros_like(mask)
    inside = np.ascontiguousarray(mask)
    size = 1
    while 2 * size <= LONG_PX:
        inside = inside[:, :-size] & inside[:, size:]
        size *= 2
    if size < LONG_PX:
        rest = LONG_PX - size
        inside = inside[:, :-rest] & inside[:, rest:]
    rows = np.flatnonzero(inside.any(axis=1))
    long = np.zeros_like(mask)
    if not len(rows):
        return long
    wide = np.pad(inside[rows], ((0, 0), (LONG_PX - 1, LONG_PX - 1)))
    size = 1
    while 2 * size <= LONG_PX:
        wide = wide[:, :-size] | wide[:, size:]
        size *= 2
    if size < LONG_PX:
        rest = LONG_PX - size
        wide = wide[:, :-rest] | wide[:, rest:]
    long[rows] = wide
    return long


def _stands_alone(planes, is_light, rows, cols, strong, peak) -> bool:
    """Whether what surrounds a piece differs from it: the space between two digits is as the page round it."""
    most = 0.0
    for plane in planes:
        own = float(plane[rows, cols][strong].mean())
        least = np.inf
        for down, right, at in _SIDES:
            steps = [0.0]
            for away in RING_PX:
                if down:
                    line = rows.start - away if at < 0 else rows.stop - 1 + away
                    if not 0 <= line < len(plane):
                        steps.append(np.inf)
                        continue
                    side = plane[line, cols]
                else:
                    line = cols.start - away if at < 0 else cols.stop - 1 + away
                    if not 0 <= line < plane.shape[1]:
                        steps.append(np.inf)
                        continue
                    side = plane[rows, line]
                middle = float(np.partition(side, len(side) // 2)[len(side) // 2])
                steps.append(own - middle if is_light else middle - own)
            least = min(least, max(steps))
        most = max(most, least)
    return most >= MIN_OWN_STEP * peak


def _distances(coverage) -> NDArray[np.float32]:
    n = len(coverage)
    dist = np.full(n, np.inf, np.float32)
    if not n:
        return dist
    narrow = np.array([c.shape[1] <= 1.3 * c.shape[0] for c in coverage])
    at = np.flatnonzero(narrow)
    shapes = np.stack([_with_aspect(normalise(coverage[i]), np.log(coverage[i].shape[1] / coverage[i].shape[0])) for i in at])
    flat = _templates()
    def near(shapes, temps):
        temps = temps.reshape(-1, ROWS * COLS + 1)
        sq = (temps**2).sum(axis=1)
        return ((shapes**2).sum(axis=1) + (sq - 2 * shapes @ temps.T).min(axis=1)) / (ROWS * COLS)
    rough = near(shapes, flat[::QUICK_FACES])
    rough[[_is_block(coverage[i]) for i in at]] = np.inf
    dist[at] = rough
    close = rough < MAX_ROUGH_DISTANCE
    if close.any():
        dist[at[close]] = near(shapes[close], flat)
    return dist


def _is_block(coverage) -> bool:
    """A full shape without hollows that is too wide for a 1 drawn as a bar."""
    if coverage.shape[1] <= BLOCK_ASPECT * coverage.shape[0] or coverage.mean() <= BLOCK_COVERAGE:
        return False
    ink = np.pad(coverage > 0.5, 1)
    return bool((np.abs(np.diff(ink.astype(np.int8), axis=1)).sum(axis=1) <= 2).all() and (np.abs(np.diff(ink.astype(np.int8), axis=0)).sum(axis=0) <= 2).all())


def _with_aspect(shape, log_aspect):
    return np.append(shape, np.float32(np.sqrt(ASPECT_WEIGHT * ROWS * COLS) * log_aspect))


@cache
def _templates():
    t = load_templates()
    aspects = np.sqrt(ASPECT_WEIGHT * ROWS * COLS) * t.log_aspects[..., None]
    return np.concatenate([t.shapes.reshape(-1, 10, ROWS * COLS), aspects.astype(np.float32)], axis=2)
