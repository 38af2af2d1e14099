"""Draw pieces that lie apart, with a board or without, as apps, terminals and websites show a problem.

The board is empty, part-filled or packed. Pieces that lie on it may also be shown among the loose ones, as in
a program that prints a problem and the answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from drawn.canvas import Pixels, fill_box, mix, new_canvas, to_image
from drawn.glyphs import FontFace
from drawn.katamino.ink import draw_number, draw_piece, line, width_px, write
from drawn.katamino.look import Look, random_look
from drawn.katamino.problems import any_way, random_packing
from picrosser.puzzles.katamino import BOX
from picrosser.puzzles.picture import Cell
from picrosser.puzzles.polyomino import Shape

FILLS = ("none", "empty", "part", "packed", "answer")
"""`answer`: packed, and all pieces lie apart as well. `none`: no board."""
BACKDROPS = ("plain", "slope", "wallpaper", "wood")
_SLOPE = 16  # levels from the middle to an edge
_GRAIN = 9
BOARDS = ("lines", "wells", "frame", "dots")
SIDES = ("below", "above", "right")
WORDS = (
    "Playing with these pieces:", "Pieces", "Fill the board!", "Level 14", "Trying to solve puzzle...",
    "Drag the pieces", "02:41", "Solved in 5 seconds",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """Everything that determines a drawn scene.

    pieces : the problem. grid : the numbers on the board, 0 on free cells; () for no board.
    apart : the pieces that lie apart, in reading order, with their orientations.
    ground : (height, width) of the cells that the loose pieces are laid out on, in cells.
    corners : for each loose piece its upper left cell there.
    side : where the board is. tray : size of the loose pieces' cells relative to those of the board.
    board : one of BOARDS, how free cells look.
    """

    pieces: tuple[int, ...]
    grid: tuple[tuple[int, ...], ...]
    apart: tuple[tuple[int, Shape], ...]
    ground: tuple[float, float]
    corners: tuple[tuple[float, float], ...]
    look: Look
    tray: float
    board: str
    side: str
    backdrop: str
    margins_px: tuple[int, int]
    words: tuple[str, ...]
    seed: int = 0

    @property
    def truth(self) -> dict[str, object]:
        """The truth in the format of the sample files.

        Unlike in the samples, whose boards are packed, free cells are 0 and `apart` lists the pieces that lie
        apart. Without a board there is neither `size` nor `grid`.
        """
        board: dict[str, object] = {}
        if self.grid:
            board = {"size": [len(self.grid), len(self.grid[0])], "grid": [list(row) for row in self.grid]}
        return {
            "kind": "katamino-board" if self.grid else "katamino-pieces",
            **board,
            "pieces": list(self.pieces),
            "apart": [number for number, _ in self.apart],
        }


def random_scene(
    rng: np.random.Generator, fonts: Sequence[FontFace], fill: str | None = None, *, loose: bool = True
) -> SceneSpec:
    """Choose a scene.

    fill : one of FILLS; None for any.
    loose : False for a packed board alone.
    """
    count = int(rng.integers(3, 10))
    numbers, packing = random_packing(rng, count)
    fill = fill or FILLS[rng.choice(len(FILLS), p=(0.2, 0.25, 0.25, 0.1, 0.2))]
    high = rng.uniform(14, 60) * min(1.0, 7 / count)
    wide = high * (rng.uniform(0.8, 1.25) if rng.random() < 0.2 else 1.0)
    look = random_look(rng, fonts, (high, wide), packed=fill in ("part", "packed", "answer"))
    grid = _grid(rng, numbers, packing.rows, fill)
    lying = {number for row in grid for number in row}
    shown = [number for number in numbers if fill == "answer" or number not in lying] if loose else []
    apart = tuple((number, any_way(rng, BOX[number - 1].shape)) for number in shown)
    across = rng.uniform(12, 26)
    ground, corners = _laid_out(rng, [shape for _, shape in apart], across)
    return SceneSpec(
        pieces=numbers,
        grid=grid,
        apart=apart,
        ground=ground,
        corners=corners,
        look=look,
        tray=rng.uniform(0.6, 0.85) if rng.random() < 0.25 else 1.0,
        board=BOARDS[rng.integers(len(BOARDS))],
        side=SIDES[rng.choice(3, p=(0.6, 0.25, 0.15))],
        backdrop=BACKDROPS[rng.choice(len(BACKDROPS), p=(0.5, 0.15, 0.2, 0.15))],
        margins_px=(int(rng.integers(10, 120)), int(rng.integers(10, 120))),
        words=tuple(WORDS[at] for at in rng.permutation(len(WORDS))[: rng.integers(0, 4)]),
        seed=int(rng.integers(1 << 30)),
    )


def _grid(
    rng: np.random.Generator, numbers: tuple[int, ...], packed: Sequence[Sequence[int]], fill: str
) -> tuple[tuple[int, ...], ...]:
    """The board's numbers; some boards are transposed, as if they stood upright."""
    if fill == "none":
        return ()
    kept = set(range(1, len(numbers) + 1))
    if fill == "empty":
        kept = set()
    elif fill == "part":
        some = rng.permutation(len(numbers))[: rng.integers(1, len(numbers))]
        kept = {int(slot) + 1 for slot in some}
    rows = tuple(tuple(numbers[slot - 1] if slot in kept else 0 for slot in row) for row in packed)
    return tuple(zip(*rows, strict=True)) if rng.random() < 0.1 else rows


def _laid_out(
    rng: np.random.Generator, shapes: Sequence[Shape], across: float
) -> tuple[tuple[float, float], tuple[tuple[float, float], ...]]:
    """Lay pieces out in lines no wider than `across`, about a cell apart: the area and the corners."""
    gap = rng.uniform(0.7, 1.6)
    corners: list[tuple[float, float]] = []
    top = left = deep = wide = 0.0
    for shape in shapes:
        rows, cols = (1 + max(cell[axis] for cell in shape) for axis in (0, 1))
        if left and left + cols > across:
            top, left, deep = top + deep + gap, 0.0, 0.0
        corners.append((top, left))
        left += cols + gap
        deep, wide = max(deep, rows), max(wide, left - gap)
    return (top + deep, wide), tuple(corners)


def draw_scene(spec: SceneSpec) -> Image.Image:
    high, wide = spec.look.cell_px
    board = (len(spec.grid) * high, len(spec.grid[0]) * wide) if spec.grid else (0.0, 0.0)
    tray = spec.ground[0] * high * spec.tray, spec.ground[1] * wide * spec.tray
    text = max(14.0, 0.5 * high)
    apart, down = 1.4 * high, text * 2.2 * (1 + len(spec.words)) if spec.words else 0.0
    origin = spec.margins_px[0] + down, float(spec.margins_px[1])
    size, tray_at, board_at = arranged(spec, tray, board, (apart, 2 * wide))
    if not spec.apart:
        board_at = (0.0, 0.0)
    tray_at, board_at = ((origin[0] + at[0], origin[1] + at[1]) for at in (tray_at, board_at))
    widest = max((width_px(words, spec.look.font, text) for words in spec.words), default=0.0)
    width = int(origin[1] + max(size[1], widest) + spec.margins_px[1]) + 1
    pixels = new_canvas(width, int(origin[0] + size[0] + spec.margins_px[0]) + 1, spec.look.page.page)
    lay_backdrop(pixels, spec.backdrop, spec.seed)
    for at, words in enumerate(spec.words):
        place = spec.margins_px[0] + (at + 0.8) * 2.2 * text, origin[1]
        write(pixels, words, place, spec.look.font, text, spec.look.ink, "lm")
    if spec.grid:
        _draw_board(pixels, spec, board_at)
    high, wide = (side * spec.tray for side in spec.look.cell_px)
    loose = replace(spec.look, cell_px=(high, wide))
    for (number, shape), (row, col) in zip(spec.apart, spec.corners, strict=True):
        place = tray_at[0] + row * high, tray_at[1] + col * wide
        _draw_numbered(pixels, number, shape, place, loose)
    return to_image(pixels)


Extent: TypeAlias = tuple[float, float]


def arranged(spec: SceneSpec, tray: Extent, board: Extent, gaps: Extent) -> tuple[Extent, Extent, Extent]:
    """The size of loose pieces and board together, and the upper left corners of both.

    tray, board : their sizes. gaps : between them, one below the other and side by side.
    """
    if spec.side == "right":
        size = max(tray[0], board[0]), tray[1] + gaps[1] + board[1]
        return size, (0.0, 0.0), (0.0, tray[1] + gaps[1])
    size = tray[0] + gaps[0] + board[0], max(tray[1], board[1])
    if spec.side == "below":
        return size, (0.0, 0.0), (tray[0] + gaps[0], 0.0)
    return size, (board[0] + gaps[0], 0.0), (0.0, 0.0)


def _draw_board(pixels: Pixels, spec: SceneSpec, place: tuple[float, float]) -> None:
    top, left = place
    high, wide = spec.look.cell_px
    rows, cols = len(spec.grid), len(spec.grid[0])
    bottom, right = top + rows * high, left + cols * wide
    page, ink = spec.look.page.page, spec.look.page.ink
    if 0 in {number for row in spec.grid for number in row}:
        free = mix(page, ink, 0.1)
        fill_box(pixels, top, left, bottom, right, free)
        edge, thick = mix(page, ink, 0.35), max(1.0, 0.05 * high)
        if spec.board in ("lines", "wells"):
            lines = edge if spec.board == "lines" else page
            for row in range(rows + 1):
                line(pixels, (top + row * high, left), (top + row * high, right), thick, lines)
            for col in range(cols + 1):
                line(pixels, (top, left + col * wide), (bottom, left + col * wide), thick, lines)
        for y, x in ((top, left), (bottom, left)):
            line(pixels, (y, x), (y, right), 1.5 * thick, edge)
        for x in (left, right):
            line(pixels, (top, x), (bottom, x), 1.5 * thick, edge)
        if spec.board == "dots":
            for row in range(rows):
                for col in range(cols):
                    y, x = top + (row + 0.5) * high, left + (col + 0.5) * wide
                    line(pixels, (y, x), (y, x), 0.16 * high, edge)
    for number, cells in lying_on(spec.grid).items():
        _draw_numbered(pixels, number, tuple(cells), place, spec.look)


def lying_on(grid: Sequence[Sequence[int]]) -> dict[int, list[Cell]]:
    """The cells of each piece on a board, by its number."""
    lying: dict[int, list[Cell]] = {}
    for row, numbers in enumerate(grid):
        for col, number in enumerate(numbers):
            if number:
                lying.setdefault(number, []).append((row, col))
    return lying


def _draw_numbered(pixels: Pixels, number: int, shape: Shape, place: tuple[float, float], look: Look) -> None:
    colour = look.colours[number - 1]
    draw_piece(pixels, shape, place, look, colour)
    if look.numbers == "inside":
        draw_number(pixels, number, shape, place, look, colour)


def lay_backdrop(pixels: Pixels, kind: str, seed: int) -> None:
    """Draw a background on a canvas of the page's colour.

    kind : one of BACKDROPS.
    """
    rng = np.random.default_rng(seed)
    height, width = pixels.shape[:2]
    if kind == "plain":
        return
    if kind == "wood":
        pixels += _noise(rng, (max(2, height // 6), max(2, width // 90)), (height, width))[..., None] * _GRAIN
        return
    down, across = rng.uniform(-1, 1, 2)
    slope = down * np.linspace(-1, 1, height)[:, None] + across * np.linspace(-1, 1, width)[None, :]
    pixels += (slope * _SLOPE).astype(np.float32)[..., None]
    if kind == "wallpaper":
        pixels += _noise(rng, (5, 7), (height, width))[..., None] * np.array((4, 8, 12), np.float32)


def _noise(rng: np.random.Generator, coarse: tuple[int, int], size: tuple[int, int]) -> NDArray[np.float32]:
    """Smooth noise of deviation about 1: a small grid of random values, enlarged to the size."""
    values = rng.normal(size=coarse).astype(np.float32)
    image = Image.fromarray(values).resize((size[1], size[0]), Image.Resampling.BICUBIC)
    return np.asarray(image, np.float32)
