"""Ruled paper on a flat page: its light, where it ends, where its lines are, and the page without them."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from picrosser.imaging.channels import CLEAR_LEVELS, max_channel, min_channel
from picrosser.imaging.pixels import RGB
from picrosser.reading.photograph.line_crossings import Grey

CELL_PX = 33  # of a cell on the page: digits are 15 to 20 pixels tall
BACKGROUND = 0.8  # the share of a patch's pixels that are darker than the paper
# Of the paper's tone: what is lighter becomes white; what is darker, black. Thin digits have a half of it.
WHITE, BLACK = 0.9, 0.25
PAINT = 0.45  # of the paper's tone: a patch that is darker all over is painted; shadows have 0.5 and up
ROUGH = 26  # levels between the median and the lighter tones of a cell: paper with digits has less
# A cell is dark if its lightest pixels, but for one in 20, are darker than this. Of 12,500 cells beside 33
# drawn sheets nearly all have 225 and more; of 4,500 of dark tables most have up to 150.
DARK = 160

CORE = 0.5  # of a line's darkness in its middle: what has more becomes white; less is its soft edge
# A line is seen in a cell if it is darker than what is beside it by this share of what lines usually are. A
# sheet ends where more than one line is missing.
SEEN = 0.35
NEAR_LINE = 0.14  # of a cell: where a line is looked for, and up to where it is wiped out

Flags = NDArray[np.int8]
"""1 where a line is seen, -1 where it is missing, 0 where nothing is known."""

Area = tuple[int, int, int, int]
"""The first and the last line across that are ruled, then those down."""


# ---- Light and paper


def evenly_lit(page: Grey) -> Grey:
    """The page with its paper white everywhere.

    The paper's tone is looked for in patches of half a cell; where paint covers them, further away.

    page : (H, W, 3) uint8 sRGB, or (H, W) in shades of grey.
    """
    from scipy import ndimage

    patch, colours = CELL_PX // 2, page.shape[2:]
    rows, cols = page.shape[0] // patch, page.shape[1] // patch
    patches = page[: rows * patch, : cols * patch].reshape(rows, patch, cols, patch, *colours)
    patches = patches.swapaxes(1, 2).reshape(rows, cols, patch * patch, *colours)
    at = int(BACKGROUND * patch * patch)
    light = np.ascontiguousarray(np.partition(patches, at, axis=2)[:, :, at])
    # Two blurred digits may fill a patch; a shadow that ends there covers most of those around it, too.
    each = (1,) * len(colours)
    near = np.maximum(light, ndimage.median_filter(light, (3, 3, *each), mode="nearest"))
    far = ndimage.maximum_filter(light, (9, 9, *each), mode="nearest")
    darkest, further = (tones.reshape(rows, cols, -1).min(axis=2) for tones in (near, far))
    is_paint = (darkest < PAINT * further).reshape(rows, cols, *each)
    paper = np.where(is_paint, far, near)
    smooth = Image.fromarray(paper).filter(ImageFilter.BoxBlur(1))
    full = smooth.resize((cols * patch, rows * patch), Image.Resampling.BILINEAR)
    rest = ((0, page.shape[0] - rows * patch), (0, page.shape[1] - cols * patch), *((0, 0) for _ in colours))
    tone = np.maximum(np.pad(np.asarray(full), rest, mode="edge"), 8)
    lit = np.empty_like(page)
    for top in range(0, len(page), patch):  # all at once takes twice as long: it does not fit into a cache
        strip = slice(top, top + patch)
        share = page[strip] / tone[strip].astype(np.float32)
        lit[strip] = np.clip((share - BLACK) * (255 / (WHITE - BLACK)), 0, 255)
    return lit


def paper_cells(page: RGB, area: Area) -> NDArray[np.bool_]:
    """(R, C) which cells show the sheet's paper, and not what it lies on, such as a table.

    Paper is smooth between what is printed on it, from the sheet on. Cells without anything light in them,
    from the page's edge on, are a dark table, which may be as smooth.

    page : (H, W, 3) uint8, with even light.
    """
    from scipy import ndimage

    darkest = _cells(min_channel(page))
    smooth = np.quantile(darkest, BACKGROUND, axis=2) - np.median(darkest, axis=2) < ROUGH
    dark = np.quantile(_cells(max_channel(page))[..., ::2], 0.95, axis=2) < DARK
    top, bottom, left, right = area
    sheet = np.zeros(smooth.shape, bool)
    sheet[top:bottom, left:right] = True
    closed = ndimage.binary_closing(np.pad(smooth, 2), np.ones((3, 3), bool))[2:-2, 2:-2]  # dark outside
    paper = ndimage.binary_propagation(sheet, mask=closed | sheet)
    beyond = ~sheet & (dark | ~paper)
    table = ndimage.binary_propagation(np.zeros_like(sheet), mask=beyond, border_value=1)  # from outside
    return np.asarray(ndimage.binary_propagation(sheet, mask=paper & ~table))


def _cells(grey: Grey) -> Grey:
    """(R, C, N) the tones of each cell."""
    rows, cols = grey.shape[0] // CELL_PX, grey.shape[1] // CELL_PX
    return grey.reshape(rows, CELL_PX, cols, CELL_PX).swapaxes(1, 2).reshape(rows, cols, -1)


# ---- Lines


def profiles_of(grey: Grey) -> Grey:
    """(R + 1, CELL_PX, C) the tones across each line across, in each cell along it, but for its ends.

    A line is dark along most of a cell; a digit's stroke is not.
    """
    height, width = grey.shape
    half, trim = CELL_PX // 2, CELL_PX // 10
    wide = np.pad(grey, ((half, CELL_PX - half), (0, 0)), mode="edge")
    blocks = wide.reshape(height // CELL_PX + 1, CELL_PX, width // CELL_PX, CELL_PX)[..., trim:-trim]
    at = round(0.7 * (blocks.shape[3] - 1))
    return np.partition(blocks, at, axis=3)[..., at]


def contrasts_of(
    profiles: NDArray[np.generic], near: float = NEAR_LINE, *, on_both_sides: bool = True
) -> NDArray[np.float64]:
    """(R + 1, C) how much darker each line is, in each cell, than the paper on both sides, or on one."""
    profiles = profiles.astype(np.float64)
    half, reach = CELL_PX // 2, round(near * CELL_PX)
    above, below = profiles[:, : half - reach], profiles[:, half + reach :]
    lighter = (np.minimum if on_both_sides else np.maximum)(above.max(axis=1), below.max(axis=1))
    return np.asarray(lighter - profiles[:, half - reach : half + reach].min(axis=1))


def seen_lines(grey: Grey, profiles: tuple[Grey, Grey], area: Area) -> tuple[Flags, Flags]:
    """Where lines across and lines down are seen, or go on behind what hides them, such as paint.

    grey : (H, W) the page, its paper white. profiles : of its lines across, and down.
    """
    across, down = (contrasts_of(profile) for profile in profiles)
    top, bottom, left, right = area
    inside = across[top : bottom + 1, left:right], down[left : right + 1, top:bottom]
    ruled = np.concatenate([contrasts.ravel() for contrasts in inside])
    usual = float(np.median(ruled)) if len(ruled) else np.nan  # then no line is seen
    painted = np.median(_cells(grey), axis=2) < 128
    return _flags(across, painted, usual), _flags(down, painted.T, usual)


def _flags(contrast: NDArray[np.float64], painted: NDArray[np.bool_], usual: float) -> Flags:
    """1, -1 or 0 in each cell along the lines across; `painted`: the cells."""
    from scipy import ndimage

    hidden, seen = lines_beside(painted), contrast > SEEN * usual
    # A line goes on where it may be hidden between two cells in which it is seen.
    ways = np.array([[1, 1, 0]]), np.array([[0, 1, 1]])
    before, after = (ndimage.binary_propagation(seen, way, mask=seen | hidden) for way in ways)
    seen = before & after
    return np.asarray(seen.astype(np.int8) - (~hidden & ~seen), np.int8)


def lines_beside(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(R + 1, C) the lines across above and below some cells, (R, C)."""
    return np.asarray(np.pad(cells, ((1, 0), (0, 0))) | np.pad(cells, ((0, 1), (0, 0))))


def ruled_lines(profiles: Grey, known: tuple[int, int]) -> tuple[int, int]:
    """The first and last line that is ruled: as the sheet's are, and as far as lines follow; never one alone.

    A line is pooled over all its cells, since in each a thin one may be lost in noise. One that shadow hides
    does not end the sheet if others follow it. Beside a board's last line, which may be one further than the
    sheet's, the page may be dark, such as a printed shadow.

    profiles : as `profiles_of` returns them, of the cells between the first and last of the lines that cross
        them. known : the first and last line of the sheet.
    """
    pooled = profiles.mean(axis=2, keepdims=True)
    contrasts = contrasts_of(pooled)[:, 0]
    first, last = known
    near = slice(max(0, first - 1), last + 2)
    contrasts[near] = contrasts_of(pooled[near], on_both_sides=False)[:, 0]
    shares = contrasts / max(1.0, float(np.median(contrasts[first : last + 1])))
    evidence = np.maximum(shares, 0) - SEEN
    middle = (first + last) // 2
    return (
        middle - _most_likely_end(evidence[middle::-1], middle - first),
        middle + max(1, _most_likely_end(evidence[middle:], last - middle)),
    )


def _most_likely_end(evidence: NDArray[np.float64], known: int) -> int:
    """How many lines follow the first one: up to where the evidence adds up to most."""
    total = np.cumsum(evidence)
    is_end = np.maximum.accumulate(total) - total > SEEN
    is_end[:known] = False
    return int(total[: int(is_end.argmax()) if is_end.any() else len(total)].argmax())


def without_lines(page: RGB, profiles: Grey, seen: Flags) -> None:
    """Take the lines across that are seen off the page, which is changed in place.

    The middle of a line becomes white; what it darkens beside that is added back, so that digits keep
    strokes.
    """
    lines = np.flatnonzero((seen > 0).any(axis=1))
    half, reach = CELL_PX // 2, round(NEAR_LINE * CELL_PX)
    darkness, places = 255 - profiles[lines].astype(np.int16), np.arange(CELL_PX)[:, None]
    near = darkness[:, half - reach : half + reach].astype(np.float64) ** 2
    # Of a thick line several pixels are darkest; so its middle is counted in half pixels.
    off = (near * np.arange(2 * reach)[:, None]).sum(axis=1, keepdims=True)
    twice = np.rint(2 * (half - reach + off / np.maximum(near.sum(axis=1, keepdims=True), 1))).astype(np.intp)
    is_line = (np.abs(2 * places - twice) <= 2 * reach) & (seen[lines] > 0)[:, None]
    mirrored = np.take_along_axis(darkness, np.clip(twice - places, 0, CELL_PX - 1), axis=1)
    soft = np.minimum(darkness, mirrored)  # a digit touches it on one side
    soft[soft > CORE * np.take_along_axis(soft, twice // 2, axis=1)] = 255
    soft[~is_line] = 0
    for line, added, wiped in zip(lines.tolist(), soft, is_line, strict=True):
        first = line * CELL_PX - half
        rows = slice(max(0, first), min(len(page), first + CELL_PX))
        inside = slice(rows.start - first, rows.stop - first)
        strip = 255 - page[rows].astype(np.int16) - np.repeat(added[inside], CELL_PX, axis=1)[..., None]
        # What is hardly darker beside a line is its edge, even on one side of it only.
        strip[(strip <= CLEAR_LEVELS) & np.repeat(wiped[inside], CELL_PX, axis=1)[..., None]] = 0
        page[rows] = 255 - np.maximum(strip, 0)
