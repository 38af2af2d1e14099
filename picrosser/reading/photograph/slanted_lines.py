"""Find how a flat screen lies in a photograph, by all straight edges in it: frames, tiles, lines of text.

Edges that are parallel on the screen lie, in a photograph, on lines through one vanishing point. Where such a
line crosses the middle of the picture, its slope is a linear function of the place, so two numbers describe
them all. Differences of grey are summed along the lines of each pair of numbers; where the sums of cubes are
largest, edges fall into the same sums: first in a tiny picture, over all slopes, then followed through larger
ones. No ruled lattice is needed, and no single line has to be seen.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from picrosser.imaging.channels import DARK
from picrosser.imaging.perspective import Homography, as_homography
from picrosser.imaging.pixels import RGB
from picrosser.reading.lattice.edges import CLIP_LEVELS

SIZES_PX = 112, 320, 640  # of the longer side of the reduced pictures: in the first, all slopes are tried
MAX_SLOPE = 0.72  # 36 degrees: a screen turned by 25 degrees and tilted
MAX_FAN = 0.4  # the change of slope from the middle to the end of the longer side
POINTS = 2_000, 6_000, 20_000  # the clearest edges of each reduced picture, which are looked at
STEP_PX = 0.7  # by which the end of a line moves from one slope to the next
AROUND = 0.03  # of the shorter side: sigma of the tone around a pixel, about half a cell of a small board
REACH = 3  # steps within which slopes are followed to the next larger picture; others are further apart
GUESSES = 3  # slopes that are followed to it: in the largest, wood's grain and a screen differ most
# The sharpness at the best slope, as a multiple of the median over all slopes: 94 drawn screens have 7.6 and
# more, of 30 photographs without a screen 27 less than 6.
MIN_CLEARNESS = 6.0
# Slope, a third of a degree: more than a screenshot's texture can make, two and a half steps of the largest
# reduced picture. The straightest of four real photographs has 0.02 at its edges.
MAX_STRAIGHT = 0.0055
# Or if level and upright lines are nearly as sharp as the sharpest: with noise of sigma 9, 7 of 34 real
# screenshots are slanted by more, but 6 of these have 0.9 and more. A drawn screen tilted by 3 degrees has
# 0.77; of 64 drawn photographs all but one have less than 0.51 in one direction.
MIN_STRAIGHTNESS = 0.8
# The focal length, in longer sides of the photograph, of a phone's main camera: 0.7 to 1.4. It tells the
# shape of a tilted screen's cells; a wrong one makes them oblong by a few hundredths.
FOCAL_LENGTH = 1.0


@dataclass(frozen=True, slots=True)
class Pencil:
    """Straight lines through one vanishing point, in pixels of the photograph from its middle.

    slope : of the line through the middle, pixels across per pixel along.
    fan : how much the slope grows with each pixel across.
    straightness : the sharpness of lines that lie as in a screenshot, as a share of that of these.
    """

    slope: float
    fan: float
    straightness: float


@dataclass(frozen=True, slots=True)
class ScreenSlopes:
    """How a screen lies: the lines that are level on it, and those that are upright."""

    across: Pencil
    down: Pencil

    def is_straight(self, shape: tuple[int, ...]) -> bool:
        """Whether lines lie as in a screenshot all over a picture of this shape: no hand is so exact."""
        ends = max(shape[:2]) / 2
        return all(
            max(abs(one.slope), ends * abs(one.fan)) < MAX_STRAIGHT or one.straightness > MIN_STRAIGHTNESS
            for one in (self.across, self.down)
        )

    def to_picture(self, shape: tuple[int, ...]) -> Homography:
        """From the screen, seen from the front and as large as in the middle of the photograph, (0, 0) there.

        shape : of the photograph, height and width first.
        """
        across, down = self.across, self.down
        focal_px = FOCAL_LENGTH * max(shape[:2])
        # By how much a step down and one to the right are longer on the screen than they look.
        longer = [(1 + one.slope**2 + (one.fan * focal_px) ** 2) ** 0.5 for one in (down, across)]
        steps = np.array([(1, -across.slope, 0), (-down.slope, 1, 0)])
        horizon = np.array([down.fan, across.fan]) @ steps / (1 - across.slope * down.slope)
        to_screen = np.vstack([np.diag(longer) @ steps, horizon + np.array([0, 0, 1])])
        middle = np.array([(1, 0, shape[0] / 2), (0, 1, shape[1] / 2), (0, 0, 1)])
        return as_homography(np.asarray(middle @ np.linalg.inv(to_screen)))


def find_screen_slopes(image: RGB) -> ScreenSlopes | None:
    """How the screen in a photograph lies; None if it shows no long straight edges in two directions.

    image : (H, W, 3) uint8 sRGB.
    """
    return _screen_slopes(image.shape, image.tobytes())


@lru_cache(maxsize=1)  # several families ask about one picture, which takes 0.15 to 0.45 s
def _screen_slopes(shape: tuple[int, ...], levels: bytes) -> ScreenSlopes | None:
    """As `find_screen_slopes`; the picture as bytes."""
    grey = Image.fromarray(np.frombuffer(levels, np.uint8).reshape(shape)).convert("L")
    tiny = _evened(grey, SIZES_PX[0])
    guesses = [_guessed(_Edges(tiny, axis, POINTS[0])) for axis in (0, 1)]
    if not all(guesses):
        return None
    larger = [_evened(grey, size_px) for size_px in SIZES_PX[1:]]
    across, down = (
        _followed([_Edges(tones, axis, most) for tones, most in zip(larger, POINTS[1:], strict=True)], guess)
        for axis, guess in enumerate(guesses)
    )
    return ScreenSlopes(across, down)


def _evened(grey: Image.Image, size_px: int) -> tuple[NDArray[np.float32], int]:
    """A picture of about this longer side, as `evenly_clear` returns it, and by how much it is reduced."""
    reduction = max(1, max(grey.size) // size_px)
    return np.asarray(evenly_clear(grey.reduce(reduction)), np.float32), reduction


def evenly_clear(grey: Image.Image) -> Image.Image:
    """A picture without shadows: tones relative to their neighbourhood's, 128 for the same."""
    levels = np.asarray(grey, np.float32) + DARK
    around = grey.filter(ImageFilter.GaussianBlur(AROUND * min(grey.size)))
    even = levels / (np.asarray(around, np.float32) + DARK) * 128
    return Image.fromarray(np.asarray(np.clip(np.rint(even), 0, 255), np.uint8))


class _Edges:
    """The clearest edges of one direction in a reduced picture: where tones change most across its lines.

    reduced : as `_evened` returns it. Slopes and fans are in its pixels.
    axis : 0 for lines across, 1 for those down. most : edges that are looked at.
    """

    def __init__(self, reduced: tuple[NDArray[np.float32], int], axis: int, most: int) -> None:
        tones, self.reduction = reduced
        tones = np.ascontiguousarray(tones.T) if axis else tones
        across, along = np.zeros_like(tones), np.zeros_like(tones)
        across[1:-1] = (tones[2:] - tones[:-2]) / 2
        along[:, 1:-1] = (tones[:, 2:] - tones[:, :-2]) / 2
        strength = np.abs(across)
        strength[strength <= np.abs(along)] = 0
        least = np.partition(strength.ravel(), -min(most, strength.size))[-min(most, strength.size)]
        rows, cols = np.nonzero(strength > max(1.0, float(least)))
        height, width = tones.shape
        self._across = (rows + 0.5 - height / 2).astype(np.float32)
        self._along = (cols + 0.5 - width / 2).astype(np.float32)
        self._change = np.clip(across[rows, cols], -CLIP_LEVELS, CLIP_LEVELS).astype(np.float64)
        self.half_px = max(height, width) / 2
        self.slope_step, self.fan_step = STEP_PX / self.half_px, STEP_PX / self.half_px**2

    def sharpness(self, slopes: NDArray[np.float64], fans: NDArray[np.float64]) -> NDArray[np.float64]:
        """(F, S) the sums of cubes of differences on one line, at each fan and slope: for long edges."""
        far = float(np.abs(self._along).max(initial=0))
        reach = float(np.abs(self._across).max(initial=0)) + float(np.abs(slopes).max()) * far
        middle = int(reach / (1 - float(np.abs(fans).max()) * far)) + 2
        bins = 2 * middle
        weights = np.tile(self._change, len(slopes))
        starts = (bins * np.arange(len(slopes))[:, None] + middle).astype(np.float32)  # exact below 2^24
        each_slope = slopes.astype(np.float32)[:, None]
        table = np.empty((len(fans), len(slopes)))
        for number, fan in enumerate(fans.tolist()):
            scale = 1 / (1 + np.float32(fan) * self._along)
            # A line through (0, y) has the slope s + f * y, so it is y + (s + f * y) * x there.
            place = each_slope * (self._along * scale)
            np.subtract(self._across * scale, place, out=place)  # in place: a seventh less time
            np.rint(place, out=place)
            place += starts
            sums = np.bincount(place.ravel().astype(np.intp), weights, bins * len(slopes)).reshape(-1, bins)
            # Two neighbours together: an edge along the pixel rows must not look sharper than a slanted one.
            both = np.abs(sums[:, 1:] + sums[:, :-1])
            table[number] = (both * both * both).sum(axis=1)
        return table

    def followed(self, slope: float, fan: float) -> tuple[float, float, float]:
        """The sharpest slope and fan near given ones, after their sharpness."""
        near, sharpest = np.arange(-REACH, REACH + 1.0), 0.0
        while True:
            slopes, fans = slope + self.slope_step * near, fan + self.fan_step * near
            table = self.sharpness(slopes, fans)
            row, col = np.unravel_index(int(table.argmax()), table.shape)
            slope, fan, before, sharpest = float(slopes[col]), float(fans[row]), sharpest, float(table.max())
            # Rounding makes a place differ a bit from table to table: two could lead to each other for ever.
            if row == col == REACH or sharpest <= before:
                return sharpest, slope, fan


def _guessed(edges: _Edges) -> list[tuple[float, float]]:
    """The likeliest slopes and fans of lines in a tiny picture; none if none of all stands out clearly."""
    slopes, fans = (
        step * np.arange(-int(reach / step), int(reach / step) + 1.0)
        for reach, step in ((MAX_SLOPE, edges.slope_step), (MAX_FAN / edges.half_px, edges.fan_step))
    )
    table = edges.sharpness(slopes, fans)
    if table.max() < MIN_CLEARNESS * max(1e-6, float(np.median(table))):
        return []
    found = []
    for _ in range(GUESSES):
        row, col = (int(at) for at in np.unravel_index(int(table.argmax()), table.shape))
        found.append((float(slopes[col]), float(fans[row]) / edges.reduction))
        table[max(0, row - REACH) : row + REACH + 1, max(0, col - REACH) : col + REACH + 1] = 0
    return found


def _followed(larger: list[_Edges], guesses: list[tuple[float, float]]) -> Pencil:
    """The sharpest of the guesses, followed through larger pictures."""
    found = [(0.0, *guess) for guess in guesses]
    for edges in larger:
        followed = [edges.followed(slope, fan * edges.reduction) for _, slope, fan in found]
        found = []
        for sharp, slope, fan in sorted(followed, reverse=True):
            if all(abs(slope - other) > REACH * edges.slope_step for _, other, _ in found):
                found.append((sharp, slope, fan / edges.reduction))
    sharp, slope, fan = found[0]
    straight = float(edges.sharpness(np.zeros(1), np.zeros(1))[0, 0])
    return Pencil(slope, fan, straight / max(sharp, 1e-6))
