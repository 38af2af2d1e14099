"""A camera that looks at a page: curved paper, perspective, uneven light, shadow, blur, noise, moire.

The page is a sheet bent in one direction, a cylinder in the general sense: its height over the table is a
smooth function of one coordinate. A pinhole camera looks down on it from any direction. Where each point of
the page appears in the photograph is computed forwards, and inverted by interpolation.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter
from scipy import ndimage
from scipy.interpolate import LinearNDInterpolator

from drawn.canvas import to_image

SHADOWS = "edge", "hand", "phone"
DRAWN_PX = 400  # the longer side in which hands and phones are drawn: their edges are soft
# Of the thumb and the fingers: degrees from the arm's direction, and length; then half of a finger's width.
# Lengths are shares of a hand's.
FINGERS = ((-48, 0.62), (-16, 0.92), (-2, 1.0), (11, 0.95), (25, 0.8))
FINGER = 0.065
PALM = 0.42  # a palm's length and width
ARM = 0.24  # half of a wrist's width
Point = NDArray[np.float64]


def shadow_cover(rng: np.random.Generator, of: str, shape: tuple[int, int]) -> NDArray[np.float64]:
    """How much of the light a shadow takes from each pixel, (H, W), from 0 to 1.

    of : one of SHADOWS.
    """
    if of == "edge":
        return _beyond_an_edge(rng, shape)
    height, width = shape
    times = DRAWN_PX / max(shape)
    mask = Image.new("L", (max(1, round(width * times)), max(1, round(height * times))))
    cast = _cast_hand if of == "hand" else _cast_phone
    cast(rng, mask)
    soft = mask.filter(ImageFilter.GaussianBlur(min(mask.size) * rng.uniform(0.006, 0.04)))
    return np.asarray(soft.resize((width, height), Image.Resampling.BILINEAR), np.float64) / 255


def _beyond_an_edge(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float64]:
    """All that lies beyond a straight line."""
    down, across = (np.linspace(-1, 1, side) for side in shape)
    edge = rng.uniform(0, 2 * np.pi)
    beyond = np.sin(edge) * down[:, None] + np.cos(edge) * across[None, :] - rng.uniform(-0.2, 0.5)
    return np.asarray(1 / (1 + np.exp(-beyond / rng.uniform(0.01, 0.06))))


def _cast_hand(rng: np.random.Generator, mask: Image.Image) -> None:
    """A hand that reaches in from a side, with some of its fingers stretched out."""
    size = rng.uniform(0.45, 0.85) * min(mask.size)
    way = rng.uniform(0, 2 * np.pi)
    tip = np.array(mask.size) * rng.uniform(0.3, 0.7, 2)
    wrist = tip - size * _unit(way)
    palm = wrist + PALM * size * _unit(way)
    _stroke(mask, wrist - 2 * max(mask.size) * _unit(way), wrist, ARM * size)
    _stroke(mask, wrist + 0.1 * size * _unit(way), palm, PALM / 2 * size)
    first = int(rng.integers(0, 3))
    mirrored = -1 if rng.random() < 0.5 else 1
    for degrees, length in FINGERS[first : first + int(rng.integers(1, 5))]:
        direction = _unit(way + mirrored * np.deg2rad(degrees))
        side = _unit(way + np.pi / 2) * mirrored * np.sin(np.deg2rad(degrees)) * 0.3 * size
        _stroke(mask, palm + side * 0.5, wrist + length * size * direction, FINGER * size)


def _cast_phone(rng: np.random.Generator, mask: Image.Image) -> None:
    """A phone held over the page from a side, and the hand that holds it."""
    wide = rng.uniform(0.22, 0.4) * min(mask.size)
    half_px = np.array((wide, wide * rng.uniform(1.8, 2.2))) / 2
    way = rng.uniform(0, 2 * np.pi)
    held = int(rng.integers(4)) * np.pi / 2 + way + rng.normal(0, 0.2)
    middle = np.array(mask.size) * rng.uniform(0.3, 0.7, 2)
    along, beside = _unit(way), _unit(way + np.pi / 2)
    corners = [middle + down * half_px[1] * along + right * half_px[0] * beside for down, right in _AROUND]
    ImageDraw.Draw(mask).polygon([(float(x), float(y)) for x, y in corners], fill=255)
    for at, corner in enumerate(corners):
        _stroke(mask, corner, corners[at - 1], 0.05 * wide)  # its corners are round
    _stroke(mask, middle, middle + 2 * max(mask.size) * _unit(held), 0.35 * wide)


_AROUND = (-1, -1), (-1, 1), (1, 1), (1, -1)


def _unit(angle: float) -> Point:
    return np.array((np.cos(angle), np.sin(angle)))


def _stroke(mask: Image.Image, start: Point, stop: Point, half_px: float) -> None:
    """Draw a line with round ends, from (x, y) to (x, y)."""
    pen = ImageDraw.Draw(mask)
    side = half_px * np.array((start - stop)[::-1] * (1, -1)) / max(1e-9, float(np.hypot(*(start - stop))))
    corners = start + side, start - side, stop - side, stop + side
    pen.polygon([(float(x), float(y)) for x, y in corners], fill=255)
    for x, y in (start.tolist(), stop.tolist()):
        pen.ellipse((x - half_px, y - half_px, x + half_px, y + half_px), fill=255)


KNOTS = 49  # along each side of the page, whose places in the photograph are computed
GRAIN = 8  # photograph pixels between those for which the page's place is computed; between them it is smooth
# Rows of the photograph that are computed at a time: all at once, memory would take most of the time
BAND = 64
DISTANCE = 1.6  # of the camera from the page, in lengths of its longer side
BEYOND = 0.08  # of the page's sides, beyond it, up to which the cylinder is computed
ABOUT = 0.06  # of the photograph's side, kept free round the page


@dataclass(frozen=True, slots=True)
class View:
    """How a page is photographed.

    turn_deg : by which it is turned in the photograph. tilt_deg : between the camera's axis and the page's
    normal; tilt_way_deg : in which direction. bend : the height of the page's curve, as a share of its width.
    bend_along : 0 if its rows are bent, 1 if its columns are. long_px : the longer side of the page in the
    photograph. light : how much darker the dark side is. shadow : how much darker a shadow makes it, 0 for
    none; shadow_of : what casts it, one of SHADOWS. blur_px, noise : sigma in pixels and in levels. moire :
    levels, 0 for paper. quality : of the JPEG. orientation : the EXIF entry; viewers turn the picture by it.
    """

    turn_deg: float
    tilt_deg: float
    tilt_way_deg: float
    bend: float
    bend_along: int
    long_px: float
    light: float
    shadow: float
    blur_px: float
    noise: float
    moire: float
    quality: int
    orientation: int
    shadow_of: str = SHADOWS[0]


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """A photograph, upright as viewers show it.

    image : RGB. places : maps points of the page, (N, 2) as (row, col) in its pixels, to the photograph.
    """

    image: Image.Image
    _view: View
    _size: tuple[int, int]
    _scale: float
    _shift: NDArray[np.float64]

    def places(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where points of the page, (N, 2) as (row, col) in its pixels, appear: (N, 2)."""
        return _seen(points, self._size, self._view)[0] * self._scale + self._shift


def photograph(page: Image.Image, view: View, rng: np.random.Generator) -> Photograph:
    size = page.height, page.width
    # The cylinder goes on beyond the page, so that the page's edges lie between places that are known.
    rows, cols = (np.linspace(-BEYOND * side, (1 + BEYOND) * side, KNOTS) for side in size)
    knots = np.stack(np.meshgrid(rows, cols, indexing="ij"), axis=-1).reshape(-1, 2)
    seen, slope = _seen(knots, size, view)
    page_seen = seen[((knots >= 0) & (knots <= size)).all(axis=1)]
    scale = view.long_px / float(np.ptp(page_seen, axis=0).max())
    around = ABOUT * view.long_px
    shift = around - page_seen.min(axis=0) * scale
    height, width = (int(side) for side in np.ceil(np.ptp(page_seen, axis=0) * scale + 2 * around))
    at = np.moveaxis(np.mgrid[: height + GRAIN : GRAIN, : width + GRAIN : GRAIN], 0, -1)
    look_up = LinearNDInterpolator(seen * scale + shift, np.column_stack([knots, slope]))
    coarse = look_up(at.reshape(-1, 2)).reshape(*at.shape[:2], 3)
    unknown = np.isnan(coarse[..., 0])
    nearest = ndimage.distance_transform_edt(unknown, return_distances=False, return_indices=True)
    known = np.moveaxis(coarse[tuple(nearest)], -1, 0).copy()
    pixels = _table(rng, (height, width))
    fewer = _reduced(page, scale)
    print_of = np.moveaxis(np.asarray(fewer, np.float32), -1, 0).copy()
    slopes = np.empty((height, width))
    for top in range(0, height, BAND):
        band = slice(top, min(top + BAND, height))
        fine = (np.mgrid[band, :width] + 0.5) / GRAIN  # ndimage.zoom would stretch the steps between places
        row, col, slopes[band] = (ndimage.map_coordinates(plane, fine, order=1) for plane in known)
        on_page = (row >= 0) & (row <= page.height) & (col >= 0) & (col <= page.width)
        places = [
            row[on_page] * fewer.height / page.height - 0.5,
            col[on_page] * fewer.width / page.width - 0.5,
        ]
        for channel, plane in enumerate(print_of):
            printed = ndimage.map_coordinates(plane, places, order=1, mode="nearest")
            pixels[band, :, channel][on_page] = printed
    return Photograph(to_image(_lit(rng, pixels, view, slopes)), view, size, scale, shift)


def _seen(
    points: NDArray[np.float64], size: tuple[int, int], view: View
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where points of the page appear, in lengths of its longer side, and how steep the page is there."""
    long = float(max(size))
    flat = (points - np.array(size) / 2) / long
    along = flat[:, 1 - view.bend_along] * long / size[1 - view.bend_along]  # -0.5 to 0.5
    # Steepest near one edge, as a magazine is near its fold.
    height = view.bend * (np.cos(np.pi * (along - 0.12)) + 0.35 * np.sin(2 * np.pi * along))
    slope = view.bend * np.pi * (-np.sin(np.pi * (along - 0.12)) + 0.7 * np.cos(2 * np.pi * along))
    space = np.column_stack([flat, height])
    tilt, way, turn = np.deg2rad((view.tilt_deg, view.tilt_way_deg, view.turn_deg))
    space = space @ _about_z(way) @ _about_x(tilt) @ _about_z(turn - way)
    seen = space[:, :2] / (1 - space[:, 2:] / DISTANCE)
    return seen, slope


def _about_z(angle: float) -> NDArray[np.float64]:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)])


def _about_x(angle: float) -> NDArray[np.float64]:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([(1, 0, 0), (0, cos, -sin), (0, sin, cos)])


def _reduced(page: Image.Image, scale: float) -> Image.Image:
    """The page with about as many pixels as the camera sees, so that none of them are skipped."""
    factor = min(1.0, 1.4 * scale / max(page.size))
    return page.resize((round(page.width * factor), round(page.height * factor)), Image.Resampling.LANCZOS)


def _table(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float32]:
    """A table's top: wood with its grain, or cloth."""
    tone = np.array(((120, 84, 52), (70, 66, 64), (176, 168, 158), (60, 84, 96))[rng.integers(4)])
    streaks = ndimage.gaussian_filter(rng.normal(0, 1, shape), (1.5, 40 if rng.random() < 0.6 else 2))
    streaks *= 14 / max(1e-6, float(streaks.std()))
    return (tone + streaks[..., None]).astype(np.float32)


def _lit(
    rng: np.random.Generator, pixels: NDArray[np.float32], view: View, slope: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Light from a side, the page's own shade, a shadow with a soft edge, blur, moire and noise."""
    height, width = pixels.shape[:2]
    down, across = np.linspace(-1, 1, height)[:, None], np.linspace(-1, 1, width)[None, :]
    way = rng.uniform(0, 2 * np.pi)
    light = 0.95 - view.light * (0.5 + 0.35 * (np.sin(way) * down + np.cos(way) * across)) - 0.5 * slope
    if view.shadow:
        light *= 1 - view.shadow * shadow_cover(rng, view.shadow_of, (height, width))
    warm = 1 + rng.normal(0, 0.04, 3)
    lit = pixels * light[..., None]
    lit *= warm
    if view.moire:
        rows, cols = np.arange(height)[:, None], np.arange(width)[None, :]
        for _ in range(2):  # the screen's pixels against the sensor's
            angle, period = rng.uniform(0, np.pi), rng.uniform(2.3, 9)
            wave = np.sin(2 * np.pi / period * (np.sin(angle) * rows + np.cos(angle) * cols))
            lit += view.moire * (wave * (0.6 + 0.4 * np.sin(cols / 97 + rows / 71)))[..., None]
    lit = ndimage.gaussian_filter(lit, (view.blur_px, view.blur_px, 0))
    lit += rng.normal(0, view.noise, lit.shape)
    return np.asarray(lit, np.float32)
