"""Find all pieces of ink of a picture at once, and how far each is from a digit. Start reading here.

Small digits are looked for in the picture as it is, taller ones in the picture at half its size and at a
quarter. So one window and one range of sizes serve all, and a tall digit costs no more than a small one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.connected import boxes_of
from picrosser.imaging.pixels import RGB
from picrosser.reading.page.bars import without_false_bars
from picrosser.reading.page.contrast import Plane, contrasts, halved, luma_plane, noise_sigma, planes_of
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE, digit_distances
from picrosser.reading.page.pieces import CutPiece, cut_pieces
from picrosser.reading.page.struck import compare_outside_bar

MIN_CONTRAST = 14.0  # levels: compression and shades make fainter differences
NOISE_SIGMAS = 5.0  # of the picture's noise: one pixel in two million differs by more
MIN_HEIGHT_PX = 5  # of a digit: a lower one shows too little of its shape
MIN_TALL_PX = 20  # of a digit in a reduced picture: a lower one is found before it is reduced
# Mean squared difference of coverage to the nearest digit: nine in ten digits are nearer. Of many pieces of a
# board at least 0.05 are, also with noise or after JPEG, and of the numbers of a card with noise 0.03; of
# photographs of texture mostly up to 0.018. A blurred board may have fewer, but its digits form a lattice.
SURE_DISTANCE, MIN_SURE_SHARE, MANY_PIECES = 0.06, 0.02, 100
# Pieces that may be digits: the smallest Hungry Cat board of 5 x 5 cells has 37 and more, also dimmed,
# blurred, at half its size and with noise of sigma 9; a picture of nothing but noise has none.
FEW_DIGITS = 10
SCALES = 1, 2, 4  # by which the picture is reduced: digits up to 176 pixels tall


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """The pieces of ink of a picture, N of them. Several may lie in one place, cut in different ways.

    boxes : (N, 4) int32, top, left, bottom, right in pixels of the picture.
    scales : (N,) int8, by which the picture was reduced where a piece was found.
    light : (N,) bool, the ink is lighter than what surrounds it.
    contrasts : (N,) float32, levels between its strongest part and what surrounds it.
    coverages : per piece (height, width) float32, 0..1, at its scale; of a struck digit, as it most likely
        was without the bar.
    distances : (N,) float32, mean squared difference of coverage to the nearest digit; infinite for
        what is no digit.
    noise_sigma : the standard deviation of the picture's noise, in levels.
    of_colours : it was looked for in the channels of a picture that has colours; else in one plane of grey.
    """

    boxes: NDArray[np.int32]
    scales: NDArray[np.int8]
    light: NDArray[np.bool_]
    contrasts: NDArray[np.float32]
    coverages: tuple[NDArray[np.float32], ...]
    distances: NDArray[np.float32]
    noise_sigma: float
    of_colours: bool

    @property
    def has_hardly_digits(self) -> bool:
        """Whether a page of dozens of digits looks otherwise: it has next to none, or is texture."""
        like_digits = int(np.count_nonzero(self.distances < MAX_DIGIT_DISTANCE))
        return self.is_texture or like_digits < FEW_DIGITS

    @property
    def is_texture(self) -> bool:
        """Whether hardly any of its many pieces are surely digits."""
        sure = int(np.count_nonzero(self.distances < SURE_DISTANCE))
        return len(self.distances) >= MANY_PIECES and sure < MIN_SURE_SHARE * len(self.distances)


def find_ink(image: RGB, *, in_grey: bool = False, has_lines: bool = True) -> Ink:
    """Find the pieces of ink of a picture.

    image : (H, W, 3) uint8 sRGB.
    in_grey : what differs in luma only.
    has_lines : bars may be parts of lines; if not, all that look like a 1 are one.
    """
    planes: tuple[Plane, ...] = (luma_plane(image),) if in_grey else planes_of(image)
    of_colours = len(planes) > 1
    sigma = noise_sigma(planes[0])
    found: list[tuple[CutPiece, int, bool]] = []
    for scale in SCALES:
        if scale > 1:
            planes = tuple(map(halved, planes))
        least_height = MIN_HEIGHT_PX if scale == 1 else MIN_TALL_PX
        if min(planes[0].shape) < 2 * least_height:
            break
        # The mean of n pixels has 1 / sqrt(n) of their noise.
        least = max(MIN_CONTRAST, NOISE_SIGMAS * sigma / scale)
        for light, stands_out in zip((False, True), contrasts(planes), strict=True):
            for piece in cut_pieces(planes, stands_out, least, least_height, light=light):
                found.append((piece, scale, light))
    plain = [piece.coverage for piece, _, _ in found if piece.struck is None]
    struck_distances, struck = compare_outside_bar([piece.struck for piece, _, _ in found if piece.struck])
    found.sort(key=lambda item: item[0].struck is not None)  # stable: the plain ones come first
    scales = np.array([scale for _, scale, _ in found], np.int8)
    boxes = (boxes_of(piece.place for piece, _, _ in found) * scales[:, None]).astype(np.int32)
    light_ones = np.array([light for _, _, light in found], bool)
    strengths = np.array([piece.contrast for piece, _, _ in found], np.float32)
    distances = np.concatenate([digit_distances(plain), struck_distances])
    coverages = (*plain, *struck)
    return Ink(
        boxes=boxes,
        scales=scales,
        light=light_ones,
        contrasts=strengths,
        coverages=coverages,
        distances=without_false_bars(boxes, light_ones, strengths, coverages, distances)
        if has_lines
        else distances,
        noise_sigma=sigma,
        of_colours=of_colours,
    )
