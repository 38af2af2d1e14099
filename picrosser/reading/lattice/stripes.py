"""Find the stripes of the hint areas, which show a board's lines even when the board is painted over.

The stripes continue the board's rows and columns: every second one is a little darker, left of the board
for the rows and above it for the columns. Hints stand in the middle of a stripe, so the tone along both edges
of a cell is the bare stripe's. A cell lies on a stripe if this tone differs from those of the two
neighbouring stripes, which are equal.

Known failure: an app without stripes.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import pixels_at
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.reading.lattice.line_evidence import CORNER, LINE_REACH

Tones = NDArray[np.float32]

# In units of the pitch: where a stripe is sampled, from both of its edges. Inside the board's lines, and
# where the rim of a disc covers less than half of a cell.
EDGE_OFFSETS = (0.05, 0.075, 0.10, 0.125)
# Pitches from the board: its frame excluded, its hint areas surely there. The second part is where discs,
# which may cover more than half of the cells' edges, leave them bare.
BESIDE_BOARD = (LINE_REACH, 0.90), (0.70, 0.90)
SAMPLES = 8  # along a stripe, in one cell
# Grey levels. Neighbouring stripes differ by 9 in the game, by 4 when dimmed, by 20 at most; the same stripe
# stays within 1 from cell to cell in JPEG of quality 30. A real nonogram whose hints stand on strips that
# differ by more was looked at as Hungry Cat's, too, in 7 times the time.
MIN_LEVELS, MAX_LEVELS = 1.2, 40.0
# Of the step between neighbouring stripes: stripes two apart may differ by up to this.
MAX_STRIPE_DIFFERENCE = 0.5
# Grey levels by which the middles of the cells of a board without paint may differ: 0 in all real and drawn
# boards with any damage; the faintest paint is 20 away, 9 when dimmed.
MAX_UNPAINTED_LEVELS = 5


@dataclass(frozen=True, slots=True, eq=False)
class StripesFound:
    """Which cells lie on stripes, and the tones of the stripes.

    of_rows : (R, C) bool, cells on a stripe of a row: it differs from those above and below, which are equal.
    of_cols : (R, C) bool, cells on a stripe of a column.
    dark, light : (3,) float32, sRGB 0..255: the two tones of the stripes.
    """

    of_rows: NDArray[np.bool_]
    of_cols: NDArray[np.bool_]
    dark: Tones
    light: Tones


def find_stripes(image: RGB, rows: NDArray[np.float64], cols: NDArray[np.float64]) -> StripesFound:
    """Find the cells of a lattice that lie on stripes.

    image : (H, W, 3) uint8 sRGB.
    rows, cols : (R + 1,) y and (C + 1,) x of the lattice's lines, ascending, evenly spaced.
    """
    row_tones = edge_tones(image, rows, cols[:-1], float(np.diff(cols).mean()))
    col_tones = edge_tones(image.transpose(1, 0, 2), cols, rows[:-1], float(np.diff(rows).mean()))
    of_rows, of_cols = is_striped(row_tones), is_striped(col_tones)
    both = _dark_and_light(row_tones, of_rows), _dark_and_light(col_tones, of_cols)
    dark, light = map(np.concatenate, zip(*both, strict=True))
    if not len(dark):
        dark = light = np.zeros((1, 3), np.float32)
    return StripesFound(of_rows, of_cols.T, np.median(dark, axis=0), np.median(light, axis=0))


def edge_tones(
    image: NDArray[np.uint8], rows: NDArray[np.float64], starts: NDArray[np.float64], width: float
) -> Tones:
    """(R, C, channels) float32 levels, the median tone along the upper and lower edges of cells.

    image : (H, W, channels) uint8. rows : (R + 1,) y of the lines. starts : (C,) x where each cell begins.
    width : of a cell, in pixels.
    """
    inside = np.array(EDGE_OFFSETS) * float(np.diff(rows).mean())
    across = width * (np.arange(SAMPLES) + 0.5) / SAMPLES
    ys = np.concatenate([rows[:-1, None] + inside, rows[1:, None] - inside], axis=1)
    pixels = pixels_at(image, np.floor(ys), np.floor(starts[:, None] + across))
    return np.asarray(np.median(pixels, axis=(2, 3)), np.float32)


def is_striped(tones: Tones) -> NDArray[np.bool_]:
    """Return which cells differ from both neighbours above and below, which are equal: (R, C) bool.

    tones : (R, C, channels) along the cells' edges, see `edge_tones`.
    """
    found = np.zeros(tones.shape[:2], bool)
    if len(tones) >= 3:
        before, after = tones[:-2], tones[2:]
        step = np.abs(tones[1:-1] - (before + after) / 2).max(axis=-1)
        difference = np.abs(after - before).max(axis=-1)
        is_step = (step >= MIN_LEVELS) & (step <= MAX_LEVELS)
        found[1:-1] = is_step & (difference <= MAX_STRIPE_DIFFERENCE * step)
    return found


def _dark_and_light(tones: Tones, found: NDArray[np.bool_]) -> tuple[Tones, Tones]:
    """Return the darker and the lighter tone at each striped cell, own and neighbours': 2 x (N, 3)."""
    row, col = np.nonzero(found)
    own, beside = tones[row, col], (tones[row - 1, col] + tones[row + 1, col]) / 2
    is_dark = (own.mean(axis=1) < beside.mean(axis=1))[:, None]
    return np.where(is_dark, own, beside), np.where(is_dark, beside, own)


def _alternating(tones: Tones) -> Tones:
    """(2, 3) the median tones of the even and of the odd lines; the same if most lines have neither.

    So it is, too, if most lines are like the line before, as in a board whose cells are shaded in blocks.
    """
    parity = np.arange(len(tones)) % 2
    pair = np.stack([np.median(tones[parity == which], axis=0) for which in (0, 1)])
    near = np.abs(tones - pair[parity]).max(axis=1) <= MAX_STRIPE_DIFFERENCE * np.abs(pair[0] - pair[1]).max()
    differ = np.abs(np.diff(tones, axis=0)).max(axis=1) >= MIN_LEVELS
    return pair if near.mean() > 0.5 and differ.mean() > 0.5 else pair[[0, 0]]


def has_stripes(image: RGB, lattice: Lattice) -> bool:
    """Whether stripes of the same two tones end at the left and at the upper side of a board."""
    rows, cols = (np.array(edges, np.float64) for edges in lattice.edges_px)
    views, pitch = ((image, rows), (image.transpose(1, 0, 2), cols)), lattice.pitch_px
    for near, far in BESIDE_BOARD:
        starts = np.array([(cols[0], rows[0])]).T - far * pitch
        if starts.min() < 0:
            continue
        left, top = (
            _alternating(edge_tones(*view, start, (far - near) * pitch)[:, 0])
            for view, start in zip(views, starts, strict=True)
        )
        steps = np.abs(left[0] - left[1]).max(), np.abs(top[0] - top[1]).max()
        are_seen = min(steps) >= MIN_LEVELS and max(steps) <= MAX_LEVELS
        if are_seen and np.abs(left - top).max() <= max(steps) / 2:
            return True
    return False


def is_surely_unpainted(image: RGB, lattice: Lattice) -> bool:
    """Whether all cells of a board look like the background, and stripes end at its left and upper side."""
    if not has_stripes(image, lattice):
        return False
    rows, cols = ((np.array(edges[:-1]) + edges[1:]) // 2 for edges in lattice.edges_px)
    away = round(CORNER[1] * lattice.pitch_px)
    right, below = lattice.board.right + away, lattice.board.bottom + away
    # Also a pixel right of each row and below each column, if the picture goes on there.
    seen = image[rows[:, None], cols], image[rows, right : right + 1], image[below : below + 1, cols]
    tones = np.concatenate([pixels.reshape(-1, 3) for pixels in seen])
    return bool(np.ptp(tones, axis=0).max() <= MAX_UNPAINTED_LEVELS)
