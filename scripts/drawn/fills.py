"""Part-filled Hungry Cat and nonogram boards: what a player has done so far, and how it looks.

In order of a pattern (scattered cells, line by line, a block that grows, colour by colour) the first cells
are painted or marked, as many as requested. Then some get a colour that differs from the solution. Paint
fills the whole cell or a smaller square, flat or shaded, under the board's lines or over them; marks are thin
crosses, dots, or small notes in a corner.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from drawn.canvas import Pixels, box_depth, paste, stamp, to_image
from drawn.pictures import Cells
from drawn.spec import Layout
from picrosser.puzzles.picture import Colour

UNTOUCHED, MARKED = -1, 0
PATTERNS = ("cells", "lines", "block", "colours")
MOST_LEFT = 3  # cells that an almost complete board still lacks
SHARES = ("any", "any", "any", "any", "almost", "complete", "hardly")


@dataclass(frozen=True, slots=True, eq=False)  # no ==, since it holds an array
class Progress:
    """A part-filled board.

    state : (rows, columns) int8; UNTOUCHED (-1), MARKED (0: crossed or noted, not painted), or the colour
        slot that the cell is painted with, from 1.
    mistakes : the painted cells whose colour is not the solution's, (row, column), in reading order.
    """

    state: NDArray[np.int8]
    mistakes: tuple[tuple[int, int], ...] = ()


def progress_of(state: NDArray[np.int8], solution: Cells) -> Progress:
    wrong = (state > MARKED) & (state != solution)
    return Progress(state.astype(np.int8), tuple((int(row), int(col)) for row, col in np.argwhere(wrong)))


def random_progress(
    rng: np.random.Generator,
    solution: Cells,
    share: float | None = None,
    mistakes: int = 0,
    *,
    marked: float = 0.0,
    pattern: str | None = None,
) -> Progress:
    """Paint or mark some cells of a board.

    Parameters
    ----------
    solution : colours from 1; a blank cell (0) is marked where another would be painted.
    share : fraction of all cells that are touched, rounded to whole cells. None leaves it to chance; then
        boards that are almost complete, complete, or hardly begun are among them.
    mistakes : number of painted cells that get a wrong colour, at most all of them; none in a puzzle of one
        colour.
    marked : approximate fraction of the touched cells that are marked instead of painted.
    pattern : one of PATTERNS; None leaves it to chance.
    """
    pattern = pattern or PATTERNS[rng.integers(len(PATTERNS))]
    touched = _random_count(rng, solution.size) if share is None else round(share * solution.size)
    state = np.full(solution.size, UNTOUCHED, np.int8)
    chosen = np.argsort(_turn(rng, solution, pattern).ravel(), kind="stable")[:touched]
    noted = rng.random(len(chosen)) < marked
    state[chosen] = np.where(noted, MARKED, solution.ravel()[chosen])
    if (colours := int(solution.max())) > 1:
        wrong = rng.permutation(np.flatnonzero(state > MARKED))[:mistakes]
        shift = rng.integers(1, colours, len(wrong))  # 1..colours-1, so that the colour always changes
        state[wrong] = (state[wrong] - 1 + shift) % colours + 1
    return progress_of(state.reshape(solution.shape), solution)


def _random_count(rng: np.random.Generator, cells: int) -> int:
    kind = SHARES[rng.integers(len(SHARES))]
    few = int(rng.integers(1, MOST_LEFT + 1))
    return {
        "any": int(rng.integers(1, cells + 1)),
        "almost": max(1, cells - few),
        "complete": cells,
        "hardly": min(few, cells),
    }[kind]


def _turn(rng: np.random.Generator, solution: Cells, pattern: str) -> NDArray[np.float64]:
    """(rows, columns) when each cell's turn comes; the lowest first."""
    rows, cols = solution.shape
    row, col = np.mgrid[:rows, :cols]
    scatter = rng.random(solution.shape)  # the order of cells that the pattern leaves open
    if pattern == "lines":
        turns = rng.permutation(rows + cols)
        return np.minimum(turns[row], turns[rows + col]) + scatter * 0.5
    if pattern == "block":
        middle_row, middle_col = rng.integers(rows), rng.integers(cols)
        return np.maximum(abs(row - middle_row), abs(col - middle_col)) + scatter * 0.5
    if pattern == "colours":
        turns = rng.permutation(int(solution.max()) + 1)
        return np.asarray(turns[solution] + scatter * 0.5)
    return scatter


Lines = Literal["above", "between", "below"]
FILLED_STREAM = 1  # the third number of the seed from which a part-filled board is chosen
Mark = Literal["cross", "dot", "corner"]


@dataclass(frozen=True, slots=True)
class FillStyle:
    """How the app paints a cell. Lengths are fractions of the cell pitch; the default is a flat whole cell.

    inset : distance between the paint and the edges of the cell.
    corner : the radius of the paint's corners, as a fraction of half its side: 1 is a disc.
    gradient : how much brighter the paint is at the top, and darker at the bottom, than in the middle.
    lines : the board's lines lie above the paint, below it, or only the thick ones above ("between").
    snapped : the paint's edges lie on whole pixels.
    mark : what a marked cell shows; a corner note has a colour of the palette, the others the theme's ink.
    """

    inset: float = 0.0
    corner: float = 0.0
    gradient: float = 0.0
    lines: Lines = "above"
    snapped: bool = True
    mark: Mark = "cross"
    mark_size: float = 0.5
    mark_width: float = 0.06
    mark_alpha: float = 0.45


@dataclass(frozen=True, slots=True)
class Painting:
    """A part-filled board and its look."""

    progress: Progress
    style: FillStyle = FillStyle()


def random_fill_style(rng: np.random.Generator) -> FillStyle:
    kind = ("whole", "square", "rounded", "whole", "rounded")[rng.integers(5)]
    inset = 0.0 if kind == "whole" else rng.uniform(0.03, 0.14)
    return FillStyle(
        inset=inset,
        corner=rng.uniform(0.15, 0.6) if kind == "rounded" else 0.0,
        gradient=rng.uniform(0.04, 0.12) if rng.random() < 0.3 else 0.0,
        lines=("above", "between", "below")[rng.integers(3)],
        snapped=bool(rng.random() < 0.5),
        mark=("cross", "dot", "corner")[rng.integers(3)],
        mark_size=rng.uniform(0.35, 0.7),
        mark_width=rng.uniform(0.03, 0.09),
        mark_alpha=rng.uniform(0.25, 0.9),
    )


def random_painting(rng: np.random.Generator, solution: NDArray[np.int8]) -> Painting:
    """Choose how much is painted and how it looks; every third board has marked cells."""
    marked = rng.uniform(0.02, 0.3) if rng.random() < 1 / 3 else 0.0
    progress = random_progress(rng, solution, None, 0, marked=marked)
    return Painting(progress, random_fill_style(rng))


def paint_cells(pixels: Pixels, layout: Layout, painting: Painting) -> None:
    for (row, col), state in np.ndenumerate(painting.progress.state):
        top, left = layout.top + row * layout.pitch, layout.left + col * layout.pitch
        if state > MARKED:
            _paint(pixels, layout, painting.style, (top, left), layout.spec.colours[state - 1])
        elif state == MARKED:
            colours = layout.spec.colours
            _mark(pixels, layout, painting.style, (top, left), colours[(row * 5 + col * 3) % len(colours)])


def _paint(
    pixels: Pixels, layout: Layout, style: FillStyle, corner: tuple[float, float], colour: Colour
) -> None:
    (top, left), pitch = corner, layout.pitch
    gap = style.inset * pitch
    edges = top + gap, left + gap, top + pitch - gap, left + pitch - gap
    if style.snapped:
        edges = round(edges[0]), round(edges[1]), round(edges[2]), round(edges[3])
    first_row, first_col = int(np.floor(edges[0])), int(np.floor(edges[1]))
    radius = style.corner * min(edges[2] - edges[0], edges[3] - edges[1]) / 2
    depth = box_depth(edges, radius, (first_row, first_col))
    light = np.ones(depth.shape)
    if style.gradient:
        down = np.linspace(1, -1, depth.shape[0])[:, None]
        light += style.gradient * down
    tile = np.empty((*depth.shape, 4))
    tile[..., :3] = np.array(colour) * light[..., None]
    tile[..., 3] = 255 * np.clip(depth + 0.5, 0, 1)
    paste(pixels, to_image(tile), first_row, first_col)


def _mark(
    pixels: Pixels, layout: Layout, style: FillStyle, corner: tuple[float, float], colour: Colour
) -> None:
    pitch = layout.pitch
    top, left = int(np.floor(corner[0])), int(np.floor(corner[1]))
    size = int(np.ceil(pitch)) + 1
    row, col = np.mgrid[:size, :size] + 0.5
    down, across = row + top - corner[0] - pitch / 2, col + left - corner[1] - pitch / 2
    half, thick = style.mark_size * pitch / 2, max(0.6, style.mark_width * pitch / 2)
    ink = layout.spec.theme.ink
    if style.mark == "cross":
        along, off = np.maximum(abs(down + across), abs(down - across)), abs(abs(down) - abs(across))
        inside = np.minimum(thick - off / np.sqrt(2), (2 * half - along) / np.sqrt(2))
    elif style.mark == "dot":
        inside = np.maximum(thick * 1.5, half / 4) - np.hypot(down, across)
    else:  # a note in the upper left corner
        ink, reach = colour, pitch * (0.12 + style.mark_width)
        inside = reach * 0.6 - np.maximum(abs(down + pitch / 2 - reach), abs(across + pitch / 2 - reach))
    cover = np.clip(inside + 0.5, 0, 1).astype(np.float32)
    stamp(pixels, cover, top, left, ink, 1.0 if style.mark == "corner" else style.mark_alpha)
