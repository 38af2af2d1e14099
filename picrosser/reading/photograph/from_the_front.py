"""A plane as seen from the front: a screen, a turned picture, or a board on a table and what lies around it.

Unlike a flat page, which follows bent paper and ends near the sheet, this is one homography over the whole
photograph, so that what lies beside a board is read as well.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from picrosser.imaging.channels import DARK
from picrosser.imaging.noise import calming_px, noise_sigma, without_moire
from picrosser.imaging.perspective import Homography, as_homography, project, resample, usual_tone
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.photograph.line_crossings import Points
from picrosser.reading.photograph.sheet import MIN_FAR, SheetFound, off_upright_px
from picrosser.reading.photograph.sheet_fit import nodes_between
from picrosser.reading.photograph.slanted_lines import ScreenSlopes, find_screen_slopes

MAX_PIXELS = 3_000_000  # of a straight screen: cells of 45 x 45 have 30 pixels then
# By which a small screen is enlarged at most: of 19 drawn ones that left doubts at their own size, 9 leave
# none at 1.5 times that
ENLARGED = 1.5
# Sigma of what smooths a photograph before it is made smaller, as its noise asks for: at least in its own
# pixels, against steps and moire; at most in the smaller picture's, for thin digits.
LEAST_SMOOTHED, MOST_SMOOTHED = 0.6, 0.9
SHARPENED_PX = 2.0  # pixels of the photograph: the sigma of the mask by which a straight screen is sharpened
# Times a picture's size: all of one that was turned by 3 degrees needs so much, and by less it keeps its own
HARDLY_LARGER = 1.1
MAX_PLANE_CELLS = 90  # from a board's middle, either way: far off, perspective shows no detail
CANNY_SIGMA_PX, STEP_DEG = 1.8, 0.5  # of the edges; between the directions of lines that are tried
LOOKED_AT_PX = 300  # the shorter side in which edges are looked for: a table's grain vanishes
MAX_LINES = 26
NEAR_PX = 2.5  # edges so near to a side are part of it
MAX_CONVERGING_DEG = 30.0  # of two opposite sides: a screen tilted by 25 degrees has 16
MIN_SIDE, MIN_SEEN = 0.3, 0.5  # of the picture's shorter side; and of each side that has to be seen


@dataclass(frozen=True, slots=True, eq=False)
class StraightScreen:
    """A screen seen from the front.

    image : (H, W, 3) uint8 sRGB; what the photograph does not show has its usual tone.
    to_picture : from it to the photograph. sharpened_percent : how much it was sharpened.
    scale : its pixels per pixel in the middle of the photograph.
    """

    image: RGB
    to_picture: Homography
    scale: float
    sharpened_percent: int = 0


def straight_screen(
    image: RGB, slopes: ScreenSlopes, outline: Points | None, calm: Callable[[], RGB]
) -> StraightScreen:
    """The photograph as if its screen were seen from the front, within its edges; whole if none are seen.

    The waves that the screen's pixels leave in a photograph are removed, since they bend strokes of digits,
    and sharpening makes lines of them; and what lies round a screen, since texture may look like more lines.

    image : (H, W, 3) uint8 sRGB, the photograph.
    outline : the screen's corners, as `find_screen_outline` finds them.
    calm : returns it without a screen's waves; called only where that is needed.
    """
    to_picture = slopes.to_picture(image.shape)
    first, size = _enclosed(to_picture, _corners(image) if outline is None else outline)
    scale = min(ENLARGED, float((MAX_PIXELS / size.prod()) ** 0.5))
    photo = smoothed(Image.fromarray(image if scale < 1 else calm()), 1 / scale)
    screen = _part(photo, to_picture, first, size, scale)
    return replace(screen, image=without_moire(screen.image)) if scale < 1 else screen


def straighten(image: RGB) -> StraightScreen | None:
    """A picture that was turned a little, or photographed slightly from the side, with its lines straight.

    It is shown whole, but for its corners if it was hardly turned. None if it lies straight already, or shows
    no long edges. image : (H, W, 3) uint8 sRGB.
    """
    slopes = find_screen_slopes(image)
    if slopes is None or slopes.is_straight(image.shape):
        return None
    to_picture = slopes.to_picture(image.shape)
    first, size = _enclosed(to_picture, _corners(image))
    own = np.array(image.shape[:2])
    if (size < HARDLY_LARGER * own).all():  # the empty corners beyond it may look like a slot of hints
        first, size = first + (size - own) / 2, own
    scale = min(1.0, float((2 * image[..., 0].size / size.prod()) ** 0.5))  # far off, nothing more is seen
    return _part(Image.fromarray(image), to_picture, first, size, scale)


def smoothed(photo: Image.Image, times: float) -> Image.Image:
    """A photograph, smoothed for a picture that is so many times smaller."""
    least, most = LEAST_SMOOTHED * max(0.0, times**2 - 1) ** 0.5, MOST_SMOOTHED * max(1.0, times)
    noise_px = calming_px(noise_sigma(np.asarray(photo)))
    return photo.filter(ImageFilter.GaussianBlur(float(np.clip(noise_px, least, most))))


def _corners(image: RGB) -> Points:
    height, width = image.shape[:2]
    return np.array([(0, 0), (0, width), (height, 0), (height, width)], np.float64)


def _enclosed(to_picture: Homography, corners: Points) -> tuple[Points, Points]:
    """The part of a plane within corners, (4, 2) in the photograph: its first (row, col), (height, width)."""
    to_plane = as_homography(np.asarray(np.linalg.inv(np.array(to_picture))))
    reached = project(to_plane, corners)
    return reached.min(axis=0), np.ptp(reached, axis=0)


def _part(
    photo: Image.Image, to_picture: Homography, first: Points, size: Points, scale: float
) -> StraightScreen:
    """A part of the screen's plane, which begins at a place of it."""
    way = _placed(np.array(to_picture), first, scale)
    height, width = np.ceil(size * scale).astype(int).tolist()
    straight = resample(photo, way, (height, width), usual_tone(np.asarray(photo)))
    return StraightScreen(np.asarray(straight), way, scale)


def _placed(way: Points, first: Points, scale: float) -> Homography:
    """To the photograph from a straight picture that begins at a place of a plane."""
    return as_homography(way @ np.array([(1 / scale, 0, first[0]), (0, 1 / scale, first[1]), (0, 0, 1)]))


def sharpened(screen: StraightScreen, percent: int) -> StraightScreen:
    """The screen, sharpened: a lens blurs the strokes of small digits into each other."""
    mask = ImageFilter.UnsharpMask(screen.scale * SHARPENED_PX, percent, 0)
    image = np.asarray(Image.fromarray(screen.image).filter(mask))
    return replace(screen, image=image, sharpened_percent=percent)


# ---- The plane of a flat sheet


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """The plane of a board on a table, seen from above.

    image : (H, W, 3) uint8 sRGB; what the photograph does not show has its usual tone.
    lattice : the sheet's cells in it, with the way back to the photograph.
    """

    image: RGB
    lattice: Lattice


def straight_plane(image: RGB, sheet: SheetFound, cell_px: int) -> Plane:
    """The whole plane in which a flat sheet lies.

    image : (H, W, 3) uint8 sRGB, the photograph.
    cell_px : the most pixels of a cell's side; fewer where the plane would have too many.
    """
    first, last = np.array(sheet.first, float), np.array(sheet.last, float)
    low, high = (first + last) / 2 - MAX_PLANE_CELLS, (first + last) / 2 + MAX_PLANE_CELLS
    to_lines = np.linalg.inv(sheet.fit.to_picture)
    corners = _corners(image)
    if np.ptp(np.sign(corners @ to_lines[2, :2] + to_lines[2, 2])) == 0:  # else the horizon is in the picture
        reached = project(as_homography(np.asarray(to_lines, np.float64)), corners)
        low, high = np.maximum(reached.min(axis=0), low), np.minimum(reached.max(axis=0), high)
    low, high = np.floor(np.minimum(low, first)), np.ceil(np.maximum(high, last))
    cell_px = min(cell_px, int((MAX_PIXELS / float((high - low).prod())) ** 0.5))
    to_picture = _placed(sheet.fit.to_picture, low, cell_px)
    height, width = (int(side) for side in (high - low) * cell_px)
    # With no more pixels than the plane needs: else resampling would skip some.
    times = max(1, min(int(sheet.pitch_px / cell_px), min(image.shape[:2]) // 2))
    to_reduced = as_homography(np.diag([1 / times, 1 / times, 1.0]) @ np.array(to_picture))
    reduced = Image.fromarray(image).reduce(times)
    straight = resample(reduced, to_reduced, (height, width), usual_tone(image))
    return Plane(np.asarray(straight), replace(_lines_of(sheet, cell_px, low), to_picture=to_picture))


def plane_of(sheet: SheetFound, cell_px: int) -> tuple[Homography, Lattice]:
    """To the photograph from the plane of a flat sheet, its cells so large, and the sheet's lines there."""
    origin = np.zeros(2)
    return _placed(sheet.fit.to_picture, origin, cell_px), _lines_of(sheet, cell_px, origin)


def _lines_of(sheet: SheetFound, cell_px: int, origin: Points) -> Lattice:
    """The lines of a sheet on its plane; origin : the (row, column) of lines at the plane's first pixel."""
    rows, cols = (
        tuple(int(cell_px * (line - start)) for line in range(first, last + 1))
        for first, last, start in zip(sheet.first, sheet.last, origin, strict=True)
    )
    return Lattice(rows, cols)


def is_far_askew(lattice: Lattice) -> bool:
    """Whether its numbers do not stand beside its lines as the photograph lies."""
    if lattice.to_picture is None:
        return False
    rows, cols = lattice.shape
    lines = nodes_between((0, 0), (rows, cols))
    edges = np.meshgrid(*lattice.edges_px, indexing="ij")
    places = project(lattice.to_picture, np.stack(edges, axis=-1).reshape(-1, 2).astype(np.float64))
    steps = np.diff(places.reshape(lines.shape), axis=1)
    pitch_px = float(np.median(np.linalg.norm(steps, axis=2)))
    return off_upright_px(lines.reshape(-1, 2), places) > MIN_FAR * pitch_px


# ---- The outline of a screen: four long straight edges that enclose much of the picture
#
# Of the lines with the most edge pixels on them (P. Hough's transform), those four whose sides are seen best.
# An edge within the screen, of a tool bar, serves as well. Without the outline, 2 of 17 drawn photographs of
# nonograms on screens are not read, and one of 4 of Hungry Cat boards. Known failure: a screen that fills the
# photograph, or whose edge is hidden mostly.


def find_screen_outline(image: RGB) -> Points | None:
    """The corners of the screen: (4, 2) float64, (row, col), clockwise from the upper left; None without one.

    image : (H, W, 3) uint8 sRGB.
    """
    from skimage.feature import canny
    from skimage.transform import hough_line, hough_line_peaks

    grey = Image.fromarray(image).convert("L")
    times = max(1, round(min(grey.size) / LOOKED_AT_PX))
    tones = np.log(np.asarray(grey.reduce(times), np.float32) + DARK)
    edges = canny(tones, CANNY_SIGMA_PX)
    least = MIN_SEEN * MIN_SIDE * min(edges.shape)
    found = hough_line(edges, np.deg2rad(np.arange(-90, 90, STEP_DEG)))
    _, angles, offsets = hough_line_peaks(*found, threshold=least, num_peaks=MAX_LINES)
    if len(angles) < 4:
        return None
    corners = _best_corners(edges, np.column_stack([np.sin(angles), np.cos(angles)]), offsets)
    return None if corners is None else (corners + 0.5) * times


def _best_corners(edges: NDArray[np.bool_], normals: Points, offsets: Points) -> Points | None:
    """The corners of the four lines whose sides are longest, as far as they are seen."""
    from scipy import ndimage

    angles = np.rad2deg(np.arccos(np.minimum(1.0, np.abs(normals @ normals.T))))  # between two, up to 90
    opposite = np.argwhere(np.triu(angles < MAX_CONVERGING_DEG, 1))
    first, second = (opposite[numbers] for numbers in np.triu_indices(len(opposite), 1))
    is_right_angled = angles[first[:, :, None], second[:, None]].min(axis=(1, 2)) > 90 - MAX_CONVERGING_DEG
    sides = np.stack([first, second], axis=-1)[is_right_angled].reshape(-1, 4)  # in order round the screen
    lines = np.column_stack([normals, -offsets])[sides]
    crossed = np.asarray(np.cross(lines, np.roll(lines, -1, axis=1)))  # each side with the one after it
    corners = crossed[..., :2] / crossed[..., 2:]
    corners = corners[_are_large(corners, edges.shape)]
    if not len(corners):
        return None
    near = ndimage.distance_transform_edt(~edges) < NEAR_PX
    parts = np.linspace(0.005, 0.995, 100)[:, None]  # places along each side
    after = np.roll(corners, -1, axis=1)
    places = np.floor(corners[:, :, None] + (after - corners)[:, :, None] * parts).astype(np.intp)
    inside = ((places >= 0) & (places < edges.shape)).all(axis=-1)
    rows, cols = np.moveaxis(np.where(inside[..., None], places, 0), -1, 0)
    seen = (near[rows, cols] & inside).mean(axis=2)  # the share of each side
    lengths = np.linalg.norm(after - corners, axis=2)
    totals = np.where((seen >= MIN_SEEN).all(axis=1), ((2 * seen - 1) * lengths).sum(axis=1), 0)
    return _clockwise(corners[totals.argmax()]) if totals.max() > 0 else None


def _are_large(corners: Points, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """(N,) whether (N, 4, 2) corners lie in the picture and enclose much of it."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    are_inside = ((corners >= -NEAR_PX) & (corners <= np.add(shape, NEAR_PX))).all(axis=(1, 2))
    return np.asarray(are_inside & (sides.min(axis=1) > MIN_SIDE * min(shape)))


def _clockwise(corners: Points) -> Points:
    """Corners in order, from the one that is nearest to the upper left."""
    rows, cols = (corners - corners.mean(axis=0)).T
    ordered = corners[np.argsort(np.arctan2(rows, cols))]
    return np.asarray(np.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0))
