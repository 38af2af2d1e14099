"""Find all pieces of ink of a picture at once, and how far each is from a digit. Start reading here.

Small digits are looked for in the picture as it is, taller ones in the picture at half its size and at a
quarter. So one window and one range of sizes serve all, and a tall digit costs no more than a small one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import COMPRESSED_LEVELS, luma_of
from picrosser.imaging.connected import boxes_of
from picrosser.imaging.pixels import RGB
from picrosser.reading.glyphs.digits import MAX_SHAPE_DISTANCE
from picrosser.reading.glyphs.templates import normalise_all
from picrosser.reading.page.contrast import Plane, contrasts, halved, noise_sigma, planes_of
from picrosser.reading.page.digit_distance import (
    MAX_ASKEW,
    MAX_DIGIT_DISTANCE,
    MAX_NARROW_ASPECT,
    digit_distances,
    is_bar,
)
from picrosser.reading.page.pieces import CutPiece, cut_pieces
from picrosser.reading.page.struck import compare_outside_bar

NOISE_SIGMAS = 5.0  # of the picture's noise: one pixel in 1.7 million differs by more
MIN_HEIGHT_PX = 5  # of a digit: a lower one shows too little of its shape
# Of a digit in a reduced picture: lower ones, of up to 44 pixels before, are found before it is reduced
MIN_TALL_PX = 20
# Mean squared difference of coverage to the nearest digit: nine in ten digits are nearer. Of many pieces of a
# board at least 0.05 are, also with noise or after JPEG, and of the numbers of a card with noise 0.03; of
# photographs of texture mostly up to 0.018. A blurred board may have fewer, but its digits form a lattice.
SURE_DISTANCE, MIN_SURE_SHARE, MANY_PIECES = 0.06, 0.02, 100
MIN_BAR_CONTRAST = 0.3  # of the other digits' contrast: a greyed 1 has 0.41, the halo of a stroke 0.13
# Of these digits and the bars of one height: where the 1 is a bar, a sixth and more are; sides of cells that
# look like one made up 3 % of those of a board of 15 x 15
MIN_BAR_SHARE = 0.05
# Pieces: photographs of squared paper have 2,500 to 14,000, screenshots of a page full of text or code up to
# 1,700
MOST_OF_SCREEN = 5_000
# Pieces that may be digits: the smallest Hungry Cat board of 5 x 5 cells has 37 and more, also dimmed,
# blurred, at half its size and with noise of sigma 9; a picture of nothing but noise has none.
FEW_DIGITS = 10
SCALES = 1, 2, 4  # by which the picture is reduced: digits up to 176 pixels tall


class Ink(NamedTuple):
    """The pieces of ink of a picture, N of them. Several may lie in one place, cut in different ways.

    boxes : (N, 4) int32, top, left, bottom, right in pixels of the picture.
    scales : (N,) int8, by which the picture was reduced where a piece was found.
    light : (N,) bool, the ink is lighter than what surrounds it.
    contrasts : (N,) float32, levels between its strongest part and what surrounds it.
    coverages : per piece (height, width) float32, 0..1, at its scale; of a struck digit, without the bar.
    distances : (N,) float32, mean squared difference of coverage to the nearest digit; infinite for no digit.
    of_colours : it was looked for in the channels of a picture that has colours; else in one plane of grey.
    is_exact : pieces are areas of one colour, however faint.
    """

    boxes: NDArray[np.int32]
    scales: NDArray[np.int8]
    light: NDArray[np.bool_]
    contrasts: NDArray[np.float32]
    coverages: tuple[NDArray[np.float32], ...]
    distances: NDArray[np.float32]
    of_colours: bool
    is_exact: bool = False

    def with_tall_pieces(self, halved: Ink) -> Ink:
        """The ink with the tall pieces of what was found in the picture at half its size."""
        heights = (halved.boxes[:, 2] - halved.boxes[:, 0]) / halved.scales
        tall = (heights >= MIN_TALL_PX) & (halved.scales < SCALES[-1])
        return self._replace(
            boxes=np.concatenate((self.boxes, 2 * halved.boxes[tall])),
            scales=np.concatenate((self.scales, 2 * halved.scales[tall])),
            light=np.concatenate((self.light, halved.light[tall])),
            contrasts=np.concatenate((self.contrasts, halved.contrasts[tall])),
            coverages=(*self.coverages, *compress(halved.coverages, tall)),
            distances=np.concatenate((self.distances, halved.distances[tall])),
        )

    def without_false_bars(self) -> Ink:
        """The ink in which bars that are hardly digits have an infinite distance to these.

        No digit is as frequent in hints as the 1: a page whose 1 is a bar shows many bars, as tall and as
        strong as its other digits; others are parts of lines, frames and texture.
        """
        likely = np.flatnonzero(self.distances < MAX_DIGIT_DISTANCE)
        logs = np.log(self.boxes[likely, 2] - self.boxes[likely, 0])
        bars = np.array([is_bar(self.coverages[at]) for at in likely.tolist()], bool)
        if bars.all():
            return self
        usual = float(np.median(self.contrasts[likely[~bars]]))
        told = self.distances.copy()
        for at in np.flatnonzero(bars).tolist():
            same = np.abs(logs - logs[at]) < max(MAX_ASKEW, np.exp(-logs[at]))
            count, others = (bars & same).sum(), (~bars & same).sum()
            is_rare = count < MIN_BAR_SHARE * max(1, (~bars).sum()) or others < count / 5
            is_rare = is_rare and not self._is_like_any(likely[at], likely[~bars & same])
            if is_rare or self.contrasts[likely[at]] < MIN_BAR_CONTRAST * usual:
                told[likely[at]] = np.inf
        return self._replace(distances=told)

    def _is_like_any(self, bar: np.intp, digits: NDArray[np.intp]) -> bool:
        """Whether a bar looks like narrow digits of the page: a 1 whose serif is lost between two pixels."""
        widths = self.boxes[digits, 3] - self.boxes[digits, 1]
        narrow = widths < MAX_NARROW_ASPECT * (self.boxes[bar, 2] - self.boxes[bar, 0])
        ones = digits[narrow & (self.light[digits] == self.light[bar])]
        if not len(ones):
            return False
        own, *others = normalise_all([self.coverages[at] for at in (bar, *ones)])
        return bool(np.square(others - own).mean(axis=1).min() < MAX_SHAPE_DISTANCE)

    @property
    def has_hardly_digits(self) -> bool:
        """Whether a page of dozens of digits looks otherwise: it has next to none, or is texture."""
        like_digits = int(np.count_nonzero(self.distances < MAX_DIGIT_DISTANCE))
        return self.is_texture or like_digits < FEW_DIGITS

    @property
    def has_many_pieces(self) -> bool:
        """Whether it is of a photograph of texture, of which another look shows even more."""
        return len(self.boxes) > MOST_OF_SCREEN

    @property
    def is_texture(self) -> bool:
        """Whether hardly any of its many pieces are surely digits."""
        pieces = len(self.distances)
        return pieces >= MANY_PIECES and self.sure_digits < MIN_SURE_SHARE * pieces

    @property
    def are_sure(self) -> NDArray[np.bool_]:
        """(N,) which pieces are surely digits."""
        return np.asarray(self.distances < SURE_DISTANCE)

    @property
    def sure_digits(self) -> int:
        """How many of its pieces are surely digits."""
        return int(np.count_nonzero(self.are_sure))

    @property
    def light_share(self) -> float:
        """The share of its sure digits that are lighter than what surrounds them; 0 without any."""
        return np.count_nonzero(self.light & self.are_sure) / max(1, self.sure_digits)


def find_ink(
    image: RGB,
    *,
    in_grey: bool = False,
    has_lines: bool = True,
    polarities: Sequence[bool] = (False, True),
    is_blurred: bool = False,
    tallest_px: float = np.inf,
    of_halved: Ink | None = None,
) -> Ink:
    """Find the pieces of ink of a picture.

    image : (H, W, 3) uint8 sRGB.
    in_grey : what differs in luma only.
    has_lines : bars may be parts of lines; if not, all that look like a 1 are one.
    polarities : whether it is lighter than what surrounds it; both by default.
    is_blurred : digits may be blurred into each other, as in a photograph.
    tallest_px : no digit is taller; pictures reduced so much that they show only taller ones are left out.
    of_halved : the ink of the picture at half its size, if it was found: then it is not reduced again.
    """
    planes: tuple[Plane, ...] = (luma_of(image),) if in_grey else planes_of(image)
    of_colours, sigma = len(planes) > 1, noise_sigma(planes[0])
    found: list[_Found] = []
    for scale in SCALES:
        if scale > 1:
            if of_halved is not None:
                break
            if min(planes[0].shape) // 2 < 2 * MIN_TALL_PX or tallest_px < scale * MIN_TALL_PX:
                break
            planes = tuple(map(halved, planes))
        # The mean of n pixels has 1 / sqrt(n) of their noise.
        least = max(COMPRESSED_LEVELS, NOISE_SIGMAS * sigma / scale)
        least_height = MIN_HEIGHT_PX if scale == 1 else MIN_TALL_PX
        if min(planes[0].shape) < 2 * least_height:
            continue
        for is_light, stands_out in zip((False, True), contrasts(planes), strict=True):
            if is_light in polarities:
                cut = cut_pieces(
                    planes, stands_out, least, least_height, light=is_light, is_blurred=is_blurred
                )
                found += [_Found(scale, is_light, *compared) for compared in _compared(cut)]
    found.sort(key=lambda each: each.piece.struck is not None)
    scales = np.array([each.scale for each in found], np.int8)
    boxes = (boxes_of(each.piece.place for each in found) * scales[:, None]).astype(np.int32)
    light = np.array([each.is_light for each in found], bool)
    strengths = np.array([each.piece.contrast for each in found], np.float32)
    coverages = tuple(each.coverage for each in found)
    distances = np.array([each.distance for each in found], np.float32)
    ink = Ink(boxes, scales, light, strengths, coverages, distances, of_colours)
    if of_halved is not None:
        ink = ink.with_tall_pieces(of_halved)
    return ink.without_false_bars() if has_lines else ink


class _Found(NamedTuple):
    """A piece that one size of a picture shows in one polarity, compared with digits."""

    scale: int
    is_light: bool
    piece: CutPiece
    coverage: NDArray[np.float32]
    distance: float


def _compared(cut: Sequence[CutPiece]) -> Iterator[tuple[CutPiece, NDArray[np.float32], float]]:
    """Pieces, with the coverage that each most likely had without a bar, and its distance to a digit."""
    plain = [piece for piece in cut if piece.struck is None]
    coverages = [piece.coverage for piece in plain]
    yield from zip(plain, coverages, digit_distances(coverages).tolist(), strict=True)
    struck = [piece for piece in cut if piece.struck is not None]
    distances, bare = compare_outside_bar([piece.struck for piece in struck if piece.struck])
    yield from zip(struck, bare, distances.tolist(), strict=True)
