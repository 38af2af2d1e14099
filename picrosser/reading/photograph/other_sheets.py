"""The other puzzles on a photographed page: where they lie, and the photograph without them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.photograph.sheet import SheetFound

BESIDE = 2.0  # cells beyond a board's outermost line, where hint cells ruled by themselves have begun
MIN_COVERED = 0.5  # of a side of a sheet, which the hint area on its other side may prolong by half
# Cells beyond a board's outermost line in which its own hint cells are looked for; puzzles beside each other,
# whose lines may be in step, are further apart. And by how much of a step the crossings of another sheet are
# off the board's lines, the median: those of its own hints 0.04, at a random offset 0.25.
REACH, MAX_OFF_STEP = 6, 0.15
EVERY = 4  # pixels of a sheet, of which one is looked at for the tone of its paper


def sheet_box(sheet: SheetFound, shape: tuple[int, ...]) -> Box:
    """The box of a photograph that a sheet fills.

    shape : of the photograph, its height and width first.
    """
    outline = sheet.outline
    top, left = np.maximum(outline.min(axis=0), 0).astype(int).tolist()
    bottom, right = np.minimum(np.ceil(outline.max(axis=0)), shape[:2]).astype(int).tolist()
    return Box(top, left, bottom, right)


def is_hint_area(sheet: SheetFound, other: SheetFound) -> bool:
    """Whether another sheet shows the cells of a board's hints: it lies along a side, or leads its lines on.

    Two puzzles on one page have space between them. But where digits or a shadow hide the lines between a
    board and its hints, these are found as two sheets, further apart, which have the same lines.
    """
    return _is_beside(sheet, other) or _leads_on(sheet, other)


def _is_beside(sheet: SheetFound, other: SheetFound) -> bool:
    """Whether another sheet lies along a whole side of a board, as close as hint cells are."""
    (top, left), (bottom, right) = sheet.first, sheet.last
    down, across = np.arange(top, bottom) + 0.5, np.arange(left, right) + 0.5
    sides = (
        np.column_stack((down, np.full(len(down), left - BESIDE))),
        np.column_stack((down, np.full(len(down), right + BESIDE))),
        np.column_stack((np.full(len(across), top - BESIDE), across)),
        np.column_stack((np.full(len(across), bottom + BESIDE), across)),
    )
    return max(_share_within(sheet.fit.places(side), other.outline) for side in sides) >= MIN_COVERED


def _leads_on(sheet: SheetFound, other: SheetFound) -> bool:
    """Whether another sheet has the lines of a board, from one of its ends on, but not up to the other.

    At that other end are the hints of the lines that cross these. Two puzzles that are in step begin and end
    alike.
    """
    (top, left), (bottom, right) = sheet.first, sheet.last
    rows, cols, beyond = np.arange(top, bottom + 1), np.arange(left, right + 1), np.arange(1, REACH + 1)
    sides = (
        (rows, left - beyond, 0),
        (rows, right + beyond, 0),
        (cols, top - beyond, 1),
        (cols, bottom + beyond, 1),
    )
    seen = np.array(list(other.lattice.places.values())) * other.reduction
    return any(_are_led_on(sheet, seen, *side) for side in sides)


def _are_led_on(
    sheet: SheetFound, seen: NDArray[np.float64], lines: NDArray[np.intp], beyond: NDArray[np.intp], axis: int
) -> bool:
    """Whether crossings beyond one side of a board lie on its lines, from one end of that side on.

    seen : (N, 2) where they lie in the photograph. lines : numbers of the lines that end at the side.
    beyond : numbers of those that would follow beyond it. axis : 0 if the first are rows, 1 if columns.
    """
    nodes = np.stack(np.meshgrid(lines, beyond, indexing="ij"), axis=-1).reshape(-1, 2).astype(np.float64)
    nodes = nodes if axis == 0 else nodes[:, ::-1]
    places = sheet.fit.places(nodes)
    steps = sheet.fit.places(nodes + np.eye(2)[axis]) - places  # to the next of the lines
    away = seen[:, None] - places
    nearest = np.hypot(away[..., 0], away[..., 1]).argmin(axis=1)
    away, steps = away[np.arange(len(seen)), nearest], steps[nearest]
    is_near = np.hypot(*away.T) < sheet.pitch_px
    off = np.abs((away * steps).sum(axis=1) / (steps**2).sum(axis=1))[is_near]
    met = np.unique(nodes[nearest[is_near], axis])
    if len(met) < MIN_COVERED * len(lines) or np.median(off) > MAX_OFF_STEP:
        return False
    nearer, farther = sorted((met[0] - lines[0], lines[-1] - met[-1]))
    return bool(nearer <= 1 < farther)


def _share_within(points: NDArray[np.float64], outline: NDArray[np.float64]) -> float:
    """The share of points that lie within an outline; both (N, 2), (row, col)."""
    origin = outline.min(axis=0)
    height, width = (np.ceil(np.ptp(outline, axis=0)).astype(int) + 1).tolist()
    filled = Image.new("1", (width, height))
    ImageDraw.Draw(filled).polygon(_as_drawn(outline - origin), fill=1)
    at = np.rint(points - origin).astype(int)
    inside = ((at >= 0) & (at < (height, width))).all(axis=1)
    return float(np.asarray(filled)[tuple(at[inside].T)].sum() / len(points))


def with_sheet_alone(image: RGB, sheet: SheetFound, others: Sequence[SheetFound]) -> RGB:
    """A photograph in which all sheets but one are covered in the tone of their paper.

    image : (H, W, 3) uint8 sRGB; not changed.
    """
    photo = Image.fromarray(np.ascontiguousarray(image))
    picture = photo.copy()
    pen = ImageDraw.Draw(picture)
    for other in others:
        within = image[sheet_box(other, image.shape).slices][::EVERY, ::EVERY].reshape(-1, 3)
        lightness = within.sum(axis=1)
        paper = within[lightness >= np.median(lightness)]
        red, green, blue = (int(tone) for tone in np.median(paper, axis=0))
        pen.polygon(_as_drawn(other.outline), fill=(red, green, blue))
    own = Image.new("1", picture.size)
    ImageDraw.Draw(own).polygon(_as_drawn(sheet.outline), fill=1)
    picture.paste(photo, (0, 0), own)
    return np.asarray(picture)


def _as_drawn(outline: NDArray[np.float64]) -> list[tuple[float, float]]:
    """The corners of an outline as Pillow takes them, (x, y)."""
    return [(col, row) for row, col in outline.tolist()]
