"""A photographed screen as it would look from the front, calm enough to be read like a screenshot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from picrosser.imaging.channels import DARK, MAX_FACTOR, relight
from picrosser.imaging.moire import without_moire
from picrosser.imaging.noise import calming_px, noise_sigma
from picrosser.imaging.perspective import Homography, as_homography, project, resample, usual_tone
from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph.screen_outline import find_screen_outline
from picrosser.reading.photograph.slanted_lines import ScreenSlopes

MAX_PIXELS = 3_000_000  # of the straight picture: cells of 45 x 45 have 30 pixels then
# By which a small screen is enlarged at most: of 19 drawn ones that left doubts at their own size, 9 leave
# none at 1.5 times that
ENLARGED = 1.5
# Sigma of what smooths the photograph, in its pixels: at most for thin digits, and at least against steps
# where the straight picture is smaller.
MOST_SMOOTHED, LEAST_SMOOTHED = 0.9, 0.5
SHARPENED_PX = 2.0  # pixels of the photograph: the sigma of the mask by which a straight screen is sharpened
# Strokes of digits, even blurred ones, are narrower than this share of their height; those of the smallest
# legible digits are narrower than so many pixels of the photograph
STROKE, MIN_STROKE_PX = 0.45, 4.5

Ends = tuple[NDArray[np.float64], NDArray[np.float64]]
"""The first (row, col) of a part of the screen's plane, and its (height, width)."""


@dataclass(frozen=True, slots=True, eq=False)
class StraightScreen:
    """A screen seen from the front.

    image : (H, W, 3) uint8 sRGB; what the photograph does not show has its usual tone.
    to_picture : from it to the photograph.
    slopes : how it lies there. scale : its pixels per pixel in the middle of the photograph.
    is_beyond : it also shows what lies beyond the screen's edges, up to those of the photograph.
    sharpened_percent : how much it was sharpened.
    has_own_tones : it is as light as in the photograph, so that its colours tell which inks there are.
    """

    image: RGB
    to_picture: Homography
    slopes: ScreenSlopes
    scale: float
    is_beyond: bool
    sharpened_percent: int = 0
    has_own_tones: bool = True


def straight_screens(image: RGB, slopes: ScreenSlopes, calm: Callable[[], RGB]) -> Iterator[StraightScreen]:
    """The photograph as if its screen were seen from the front: within the screen's edges, then the whole.

    The waves that the screen's pixels leave in a photograph are removed; where the straight picture is
    smaller, from that. They bend strokes of digits, and sharpening makes lines of them.

    What lies round a screen, such as a table's texture, may look like more lines of a board. But the edges
    may be those of a board, if the photograph does not show the screen's.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB, the photograph.
    calm : returns it without a screen's waves; called only where that is needed.
    """
    to_picture = slopes.to_picture(image.shape)
    to_screen = as_homography(np.asarray(np.linalg.inv(np.array(to_picture))))
    corners = np.array([(row, col) for row in (0, image.shape[0]) for col in (0, image.shape[1])], float)
    whole = _ends(project(to_screen, corners))
    outline = find_screen_outline(image)
    within = whole if outline is None else _ends(project(to_screen, outline))
    photo = Image.fromarray(np.ascontiguousarray(image))
    calming, tone = calming_px(noise_sigma(image)), usual_tone(image)
    is_reduced = _scale(within) < 1
    if not is_reduced:
        photo = Image.fromarray(calm())
    for part in (within,) if within is whole else (within, whole):
        scale = _scale(part)
        way, size_px = _placed(to_picture, part, scale)
        smooth = photo.filter(ImageFilter.GaussianBlur(_smoothing(calming, scale)))
        straight = np.asarray(resample(smooth, way, size_px, tone))
        straight = without_moire(straight) if is_reduced else straight
        yield StraightScreen(straight, way, slopes, scale, part is not within)


def _ends(corners: NDArray[np.float64]) -> Ends:
    """The part of the screen's plane that some corners enclose, (4, 2)."""
    return corners.min(axis=0), np.ptp(corners, axis=0)


def _scale(part: Ends) -> float:
    """The pixels of a straight picture of a part of the screen's plane per pixel of the photograph."""
    return min(ENLARGED, float((MAX_PIXELS / part[1].prod()) ** 0.5))


def halved(screen: StraightScreen) -> StraightScreen:
    """The screen at half its size."""
    image = np.asarray(Image.fromarray(screen.image).reduce(2))
    to_picture = as_homography(np.array(screen.to_picture) @ np.diag([2.0, 2.0, 1.0]))
    return replace(screen, image=image, to_picture=to_picture, scale=screen.scale / 2)


def sharpened(screen: StraightScreen, percent: int) -> StraightScreen:
    """The screen, sharpened: a lens blurs the strokes of small digits into each other."""
    mask = ImageFilter.UnsharpMask(screen.scale * SHARPENED_PX, percent, 0)
    image = np.asarray(Image.fromarray(screen.image).filter(mask))
    return replace(screen, image=image, sharpened_percent=percent)


def without_halos(screen: StraightScreen, digit_px: float, *, is_light: bool) -> StraightScreen:
    """The screen as if it were lit evenly, and its digits stood on nothing darker than the page.

    The light on each pixel is that of what lies around it without strokes, however blurred that is: the halo
    of a digit, a soft plate under it, a shadow's edge beside it.

    digit_px : the height of its digits. is_light : they are lighter than the page.
    """
    from scipy import ndimage  # few pictures come here

    size = 2 * round(max(STROKE * digit_px, MIN_STROKE_PX * screen.scale) / 2) + 1
    grey = np.asarray(Image.fromarray(screen.image).convert("L").filter(ImageFilter.GaussianBlur(1)))
    without = ndimage.grey_opening(grey, size) if is_light else ndimage.grey_closing(grey, size)
    page = np.asarray(Image.fromarray(without).filter(ImageFilter.GaussianBlur(size / 4)), np.float32) + DARK
    factor = np.clip(float(np.median(page)) / page, 1 / MAX_FACTOR, MAX_FACTOR)
    return replace(screen, image=relight(screen.image, factor), has_own_tones=False)


def _placed(to_picture: Homography, ends: Ends, scale: float) -> tuple[Homography, tuple[int, int]]:
    """From a straight picture of a part of the screen's plane to the photograph, and its (height, width)."""
    (top, left), (height, width) = ends
    placed = np.array([(1 / scale, 0, top), (0, 1 / scale, left), (0, 0, 1)])
    size_px = max(1, int(np.ceil(height * scale))), max(1, int(np.ceil(width * scale)))
    return as_homography(np.array(to_picture) @ placed), size_px


def _smoothing(calming: float, scale: float) -> float:
    """Sigma, in pixels, of what smooths a photograph that is to be shown at a scale.

    calming : the sigma that its noise asks for.
    """
    least = LEAST_SMOOTHED * max(0.0, scale**-2 - 1) ** 0.5
    return float(np.clip(calming, least, max(least, MOST_SMOOTHED)))
