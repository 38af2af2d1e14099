"""Find the stripes of the hint areas, which show a board's lines even when the board is painted over.

The stripes continue the board's rows and columns: every second one is a little darker, left of the board
for the rows and above it for the columns. Hints stand in the middle of a stripe, so the tone along both edges
of a cell is the bare stripe's. A cell lies on a stripe if this tone differs from those of the two
neighbouring stripes, which are equal.

Known failure: an app without stripes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
    steps = [_dark_and_light(*pair) for pair in ((row_tones, of_rows), (col_tones, of_cols))]
    dark, light = (np.concatenate([step[which] for step in steps]) for which in (0, 1))
    none = np.zeros((1, 3), np.float32)
    return StripesFound(
        of_rows=of_rows,
        of_cols=of_cols.T,
        dark=np.median(dark if len(dark) else none, axis=0).astype(np.float32),
        light=np.median(light if len(light) else none, axis=0).astype(np.float32),
    )


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
    ys_px = np.clip(np.floor(ys), 0, image.shape[0] - 1).astype(np.intp)
    xs_px = np.clip(np.floor(starts[:, None] + across), 0, image.shape[1] - 1).astype(np.intp)
    down, along = ys_px.T[:, None, :, None], xs_px.T[None, :, None, :]
    if image.strides[0] < image.strides[1]:  # a picture that was turned, whose columns lie together
        image, down, along = image.transpose(1, 0, 2), along, down
    # One index into all pixels takes two thirds of the time that two take.
    places = down * image.shape[1] + along
    pixels = image.reshape(-1, image.shape[2]).take(places, axis=0)
    return _median_of_bytes(pixels.reshape(-1, *pixels.shape[2:]))


def _median_of_bytes(values: NDArray[np.uint8]) -> Tones:
    """Return the median over the first axis, float32; at most 255 values."""
    count = len(values)
    lower = np.zeros(values.shape[1:], np.uint8)
    for bit in (128, 64, 32, 16, 8, 4, 2, 1):
        higher = lower | np.uint8(bit)
        lower = np.where(_count(values < higher) <= (count - 1) // 2, higher, lower)
    if count % 2:
        return lower.astype(np.float32)
    next_one = np.where(values > lower, values, np.uint8(255)).min(axis=0)
    upper = np.where(_count(values <= lower) > count // 2, lower, next_one)
    return (lower.astype(np.float32) + upper) / np.float32(2)


def _count(found: NDArray[np.bool_]) -> NDArray[np.uint8]:
    return np.asarray(found.view(np.uint8).sum(axis=0, dtype=np.uint8))


def is_striped(tones: Tones) -> NDArray[np.bool_]:
    """Return which cells differ from both neighbours above and below, which are equal: (R, C) bool.

    tones : (R, C, channels) along the cells' edges, see `edge_tones`.
    """
    found = np.zeros(tones.shape[:2], bool)
    if len(tones) >= 3:
        before, after = tones[:-2], tones[2:]
        step = np.abs(tones[1:-1] - (before + after) / 2).max(axis=-1)
        difference = np.abs(after - before).max(axis=-1)
        found[1:-1] = (
            (step >= MIN_LEVELS) & (step <= MAX_LEVELS) & (difference <= MAX_STRIPE_DIFFERENCE * step)
        )
    return found


def _dark_and_light(tones: Tones, found: NDArray[np.bool_]) -> tuple[Tones, Tones]:
    """Return the darker and the lighter tone at each striped cell, own and neighbours': 2 x (N, 3)."""
    row, col = np.nonzero(found)
    own, beside = tones[row, col], (tones[row - 1, col] + tones[row + 1, col]) / 2
    is_dark = (own.mean(axis=1) < beside.mean(axis=1))[:, None]
    return np.where(is_dark, own, beside), np.where(is_dark, beside, own)


def _tones_beside_board(
    image: RGB, lattice: Lattice, part: tuple[float, float]
) -> tuple[Tones, Tones] | None:
    """The tone of each row left of the board and of each column above it: (rows, 3), (columns, 3).

    part : of `BESIDE_BOARD`.
    """
    pitch = lattice.pitch_px
    rows, cols = (np.array(e, np.float64) for e in (lattice.row_edges_px, lattice.col_edges_px))
    found: list[Tones] = []
    for picture, lines, board in ((image, rows, cols[0]), (image.transpose(1, 0, 2), cols, rows[0])):
        if board < part[1] * pitch:
            return None
        start = np.array([board - part[1] * pitch])
        found.append(edge_tones(picture, lines, start, (part[1] - part[0]) * pitch)[:, 0])
    return found[0], found[1]


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
    return any(_are_stripes(_tones_beside_board(image, lattice, part)) for part in BESIDE_BOARD)


def _are_stripes(tones: tuple[Tones, Tones] | None) -> bool:
    if tones is None:
        return False
    left, top = map(_alternating, tones)
    steps = np.abs(left[0] - left[1]).max(), np.abs(top[0] - top[1]).max()
    seen = min(steps) >= MIN_LEVELS and max(steps) <= MAX_LEVELS
    return bool(seen and np.abs(left - top).max() <= max(steps) / 2)


def is_surely_unpainted(image: RGB, lattice: Lattice) -> bool:
    """Whether all cells of a board look like the background, and stripes end at its left and upper side."""
    if not has_stripes(image, lattice):
        return False
    middles = np.concatenate([_cell_middles(image, lattice).reshape(-1, 3), _pixels_beyond(image, lattice)])
    return bool((middles.max(axis=0).astype(int) - middles.min(axis=0)).max() <= MAX_UNPAINTED_LEVELS)


def _pixels_beyond(image: RGB, lattice: Lattice) -> NDArray[np.uint8]:
    """Return a pixel right of each row and below each column, where paint or background lies: (N, 3)."""
    rows, cols = _middles(lattice.row_edges_px), _middles(lattice.col_edges_px)
    board, away = lattice.board, round(CORNER[1] * lattice.pitch_px)
    right, below = board.right + away, board.bottom + away
    found = [np.zeros((0, 3), np.uint8)]
    if right < image.shape[1]:
        found.append(image[rows, right])
    if below < image.shape[0]:
        found.append(image[below, cols])
    return np.concatenate(found)


def _cell_middles(image: RGB, lattice: Lattice) -> NDArray[np.uint8]:
    """Return the pixel in the middle of every cell: (rows, columns, 3)."""
    rows, cols = _middles(lattice.row_edges_px), _middles(lattice.col_edges_px)
    return np.asarray(image[rows[:, None], cols])


def _middles(edges: tuple[int, ...]) -> NDArray[np.intp]:
    return np.asarray((np.array(edges[:-1]) + np.array(edges[1:])) // 2, np.intp)
