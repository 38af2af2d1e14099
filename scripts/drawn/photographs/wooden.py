"""A Katamino on a table, seen from above: a wooden board with engraved cells, and bevelled pieces."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from drawn.canvas import Pixels, fill_box, new_canvas, to_image
from drawn.icons import shaded
from drawn.katamino.ink import draw_piece, line
from drawn.katamino.scene import SceneSpec, arranged, lying_on
from picrosser.puzzles.katamino import BOX
from picrosser.puzzles.picture import Colour

CELL_PX = 64.0  # in which it is drawn; the camera sees fewer
# Cells: of table around, between board and pieces, of wood round the cells.
MARGIN, APART, RIM = 1.2, 1.0, 0.35
TABLES = ((96, 66, 44), (148, 108, 72), (210, 204, 196), (72, 82, 92), (52, 92, 72))
WOODS = ((206, 168, 118), (186, 142, 92), (224, 196, 152), (150, 104, 62))
# Colours of the pieces: those of the box, the same a little faded, one colour of paint, or bare wood.
PAINTS = ("box", "faded", "one", "wood")
GRAIN = 7.0  # levels


@dataclass(frozen=True, slots=True, eq=False)
class WoodenPrinted:
    """A Katamino as it lies on the table.

    corners : (4, 2) float64, (row, col) of the cells' outermost corners, clockwise from the upper left.
    look : in words, for tables of accuracy.
    """

    image: Image.Image
    corners: NDArray[np.float64]
    look: str


def print_wooden(rng: np.random.Generator, spec: SceneSpec) -> WoodenPrinted:
    paint = PAINTS[rng.choice(len(PAINTS), p=(0.4, 0.3, 0.15, 0.15))]
    wood = WOODS[rng.integers(len(WOODS))]
    look = replace(
        spec.look,
        cell_px=(CELL_PX, CELL_PX),
        colours=_colours(rng, paint, wood),
        outline=0.035,
        outline_tone=(40, 34, 30),
        grid=float(rng.uniform(0.02, 0.05)),
        gap=0.0,
        rounding=0.0,
        bevel=float(rng.uniform(0.08, 0.3)),
        shadow=float(rng.uniform(0.15, 0.5)),
        numbers="",
    )
    rows, cols = len(spec.grid), len(spec.grid[0])
    board, gap = (rows + 2 * RIM, cols + 2 * RIM), APART if spec.apart else 0.0
    size, tray_at, board_at = arranged(spec, spec.ground, board, (gap, gap))
    height, width = (round((side + 2 * MARGIN) * CELL_PX) for side in size)
    pixels = new_canvas(width, height, TABLES[rng.integers(len(TABLES))])
    pixels += _grain(rng, (height, width))[..., None]
    top, left = ((MARGIN + at + RIM) * CELL_PX for at in board_at)
    _draw_board(rng, pixels, (top, left), (rows, cols), wood)
    for number, cells in lying_on(spec.grid).items():
        draw_piece(pixels, cells, (top, left), look, look.colours[number - 1])
    for (number, shape), (row, col) in zip(spec.apart, spec.corners, strict=True):
        place = (MARGIN + tray_at[0] + row) * CELL_PX, (MARGIN + tray_at[1] + col) * CELL_PX
        draw_piece(pixels, shape, place, look, look.colours[number - 1])
    bottom, right = top + rows * CELL_PX, left + cols * CELL_PX
    corners = np.array([(top, left), (top, right), (bottom, right), (bottom, left)])
    return WoodenPrinted(to_image(pixels), corners, f"{paint} pieces")


def _colours(rng: np.random.Generator, paint: str, wood: Colour) -> tuple[Colour, ...]:
    box = [piece.colour or (0, 0, 0) for piece in BOX]
    if paint == "box":
        return tuple(box)
    if paint == "faded":
        faded = np.clip(0.8 * np.array(box) + 0.2 * 150 + rng.integers(-12, 13, (len(box), 3)), 0, 255)
        return tuple(map(tuple, faded.astype(int).tolist()))
    if paint == "one":
        return (box[rng.integers(len(box))],) * len(box)
    shade = 0.82 if sum(wood) > 450 else 1.25  # other wood than the board's
    return (shaded(wood, shade),) * len(box)


def _draw_board(
    rng: np.random.Generator,
    pixels: Pixels,
    place: tuple[float, float],
    shape: tuple[int, int],
    wood: Colour,
) -> None:
    """Draw the empty board: wood with a rim, and cells divided by grooves."""
    (top, left), (rows, cols), rim = place, shape, RIM * CELL_PX
    bottom, right = top + rows * CELL_PX, left + cols * CELL_PX
    fill_box(pixels, top - rim + 8, left - rim + 8, bottom + rim + 8, right + rim + 8, (0, 0, 0), 0.35)
    fill_box(pixels, top - rim, left - rim, bottom + rim, right + rim, wood)
    fill_box(pixels, top, left, bottom, right, shaded(wood, 0.88))
    cut = slice(round(top - rim), round(bottom + rim)), slice(round(left - rim), round(right + rim))
    pixels[cut] += _grain(rng, pixels[cut].shape[:2])[..., None]
    groove, thick = shaded(wood, 0.5), rng.uniform(0.03, 0.07) * CELL_PX
    for row in range(rows + 1):
        line(pixels, (top + row * CELL_PX, left), (top + row * CELL_PX, right), thick, groove)
    for col in range(cols + 1):
        line(pixels, (top, left + col * CELL_PX), (bottom, left + col * CELL_PX), thick, groove)


def _grain(rng: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """(H, W) the grain of wood, in levels."""
    streaks = ndimage.gaussian_filter(rng.normal(0, 1, shape), (1.2, 45))
    return np.asarray(streaks * (GRAIN / max(1e-6, float(streaks.std()))), np.float32)
