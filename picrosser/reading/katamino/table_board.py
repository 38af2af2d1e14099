"""Which cells of a photographed board are free, and which pieces lie on the others.

Light and shadow change how light wood and paint are, hardly their hue; so cells are compared by the ratios of
their channels, and by lightness only where neighbours differ a lot. A free cell looks like the wood round the
board. The others are divided into pentominoes: two neighbours of different hue belong to two pieces, and
between pieces of one colour the line is darker than within a piece. Only one way to divide them may fit.

Pieces of the board's own hue are told by their relief: their edges catch the light on one side and throw
shadows on the other.

Known failure: shadows with sharp edges over a full board, and dark pieces of one colour that touch.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.katamino import PlacedPiece, piece_of
from picrosser.puzzles.picture import Cell, Colour
from picrosser.puzzles.polyomino import PENTOMINO
from picrosser.reading.katamino.division import SURE, TWO_WAYS, Edge, divided

INNER = 0.26  # of a cell, from its edges: beyond the bevel of a piece's cells
RIM = 0.12, 0.3  # of a cell, beyond the outermost lines: the board's own wood
# Differences of log-ratios of channels. Cells of one piece or one board differ by 0.06 at most in drawn
# photographs, pieces of the box's most similar colours by 0.2.
SAME_HUE, OTHER_HUE = 0.09, 0.15
# Of the logarithm of lightness, between neighbours of one hue: two pieces, or more seldom a shadow's edge.
OTHER_LIGHT, OTHER_LIGHT_NATS = 0.5, 3.0
REACH = 0.14  # of a cell, either side of an edge, within which its line is
# Of the logarithm of lightness: a cell with more within it is neither bare wood nor paint, unless the edge of
# a shadow lies there; and the share of cells that may have one.
PLAIN, MAX_NOT_PLAIN = 0.2, 0.4
BEVEL = 0.06, 0.16  # of a cell, from its edges: where pieces have round or slanted edges
# Of the logarithm of lightness: by so much cells of pieces differ from bare ones in relief or in lightness.
# On drawn boards pieces have a relief of 0.15 and more, bare cells are within 0.1 of none.
MIN_RAISED = 0.03
# So many of the lines round pieces differ from the grooves between free cells by more than most of these do
# from each other.
MIN_GROOVES, GROOVES_LIKE, MIN_EDGES = 3, 0.9, 0.6
MAX_RAISED = 4  # ways that are tried
# Lines between pieces are so many times as dark as lines within them, and between both groups is a gap of so
# much of the logarithm: else lines tell nothing. On drawn empty boards neighbours in order differ by 0.06.
SPLIT, MIN_GAP = 1.35, 0.12
MAX_SPLITS = 2  # that are tried, of each direction
SAME_NATS = 2.0  # for neighbours of one hue to be of one piece

Logs = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class TableBoard:
    """What lies on a photographed board.

    placed : the pieces. colours : of each, as the photograph shows it.
    hues : (rows, cols, 3) float32, the logarithms of the cells' tones.
    free : (rows, cols) bool.
    why : what is not certain; "" if nothing is.
    """

    placed: tuple[PlacedPiece, ...]
    colours: tuple[Colour, ...]
    hues: Logs
    free: NDArray[np.bool_]
    why: str = ""


def read_table_boards(image: RGB, lattice: Lattice) -> Iterator[TableBoard]:
    """What may lie on a board whose cells are known: as its hues tell, then as its relief tells.

    image : (H, W, 3) uint8 sRGB, straight. lattice : the cells in it.
    """
    box, rim = lattice.board, round(RIM[1] * lattice.pitch_px)
    top, left = max(0, box.top - rim), max(0, box.left - rim)
    lattice = lattice.moved(-top, -left)
    image = image[top : box.bottom + rim, left : box.right + rim]  # of a page it may be a small part
    logs = np.log(image.astype(np.float32) + 6)  # black has no hue
    tones, spread = _cells(logs, lattice)
    far = _distance(tones, _wood(logs, lattice))
    free = far < SAME_HUE
    light = logs.mean(axis=2)
    lines = _lines(light, lattice)
    if (spread > PLAIN).mean() > MAX_NOT_PLAIN:
        yield TableBoard((), (), tones, free, "its cells are neither bare nor covered by pieces")
        return
    if free.all():
        free = _free_unless_packed(tones, lines)
    if (~free & (far < OTHER_HUE)).any() and free.any():
        yield TableBoard((), (), tones, free, "some cells have nearly the colour of the board")
    else:
        yield _board(tones, free, lines)
    for covered in _raised(light, tones, lattice):
        if _has_edges(covered, lines):
            yield _board(tones, ~covered, lines)


def _cells(logs: Logs, lattice: Lattice) -> tuple[Logs, Logs]:
    """(rows, cols, 3) the tones of the cells, and (rows, cols) how much they vary within each."""
    rows, cols = lattice.shape
    tones, spread = np.empty((rows, cols, 3), np.float32), np.empty((rows, cols), np.float32)
    for row, col in np.ndindex(rows, cols):
        box = lattice.cell(row, col)
        down, across = round(INNER * box.height), round(INNER * box.width)
        inner = logs[box.top + down : box.bottom - down, box.left + across : box.right - across]
        tones[row, col] = np.median(inner.reshape(-1, 3), axis=0)
        spread[row, col] = float(np.quantile(np.abs(inner - tones[row, col]).mean(axis=2), 0.9))
    return tones, spread


def _board(tones: Logs, free: NDArray[np.bool_], lines: dict[Edge, float]) -> TableBoard:
    """The board with the pieces that its covered cells form."""
    cells, why = _pieces_on(tones, free, lines)
    colours = []
    for piece in cells:
        red, green, blue = (
            int(np.clip(np.exp(np.mean([tones[cell][channel] for cell in piece])) - 6, 0, 255))
            for channel in range(3)
        )
        colours.append((red, green, blue))
    placed = tuple(PlacedPiece(piece_of(piece), tuple(piece)) for piece in cells)
    return TableBoard(placed, tuple(colours), tones, free, why)


def _has_edges(covered: NDArray[np.bool_], lines: dict[Edge, float]) -> bool:
    """Whether lines between covered and free cells are others than those between free cells.

    The edge of a piece is in the light or throws a shadow; where the grain of bare wood looks like relief,
    all lines are grooves.
    """
    differ = []
    for across in (True, False):
        grooves = [
            lines[edge]
            for edge in lines
            if _is_across(edge) is across and not covered[edge[0]] | covered[edge[1]]
        ]
        edges = [
            lines[edge]
            for edge in lines
            if _is_across(edge) is across and covered[edge[0]] ^ covered[edge[1]]
        ]
        if len(grooves) < MIN_GROOVES:
            return False
        usual = float(np.median(grooves))
        spread = float(np.quantile(np.abs(np.array(grooves) - usual), GROOVES_LIKE))
        differ += [abs(dark - usual) > spread for dark in edges]
    return float(np.mean(differ)) > MIN_EDGES


def _raised(light: NDArray[np.float32], tones: Logs, lattice: Lattice) -> Iterator[NDArray[np.bool_]]:
    """Which cells may be covered by pieces of the board's own hue, the clearest first; each way once.

    The edges of a piece's cells catch the light on one side and lie in the shade on the other, as flat wood
    does not; or all pieces are of lighter or of darker wood.
    """
    rows, cols = lattice.shape
    relief = np.empty((2, rows, cols))
    for row, col in np.ndindex(rows, cols):
        box = lattice.cell(row, col)
        cell = light[box.slices]
        near, far, inner = (round(share * lattice.pitch_px) for share in (*BEVEL, INNER))
        for axis, side in enumerate((cell, cell.T)):
            upper, lower = side[near:far, inner:-inner], side[-far:-near, inner:-inner]
            relief[axis, row, col] = np.median(upper) - np.median(lower)
    down, along = relief
    bright = tones.mean(axis=2)
    ways: list[tuple[float, NDArray[np.bool_]]] = []
    for cue in (down + along, down - along, along - down, -down - along, bright, -bright):
        ordered = np.sort(cue, axis=None)
        gaps = np.diff(ordered)
        counts = cue.size - 1 - np.arange(len(gaps))  # cells above each gap
        for at in np.flatnonzero((gaps > MIN_RAISED) & (counts % PENTOMINO == 0)):
            ways.append((float(gaps[at]), cue > ordered[at] + gaps[at] / 2))
    told: set[bytes] = set()
    for _, covered in sorted(ways, key=lambda way: -way[0])[:MAX_RAISED]:
        if covered.tobytes() not in told:
            told.add(covered.tobytes())
            yield covered


def _distance(tones: Logs, other: Logs) -> NDArray[np.float32]:
    """(...) how much hues differ, whatever the light."""
    ratios = (tones - tones.mean(axis=-1, keepdims=True)) - (other - other.mean(axis=-1, keepdims=True))
    return np.asarray(np.sqrt((ratios**2).sum(axis=-1)), np.float32)


def _wood(logs: Logs, lattice: Lattice) -> Logs:
    """(3,) the tone of the board's wood, of which a strip is seen round its cells."""
    box, cell = lattice.board, lattice.pitch_px
    near, far = round(RIM[0] * cell), round(RIM[1] * cell)
    strips = (
        logs[max(0, box.top - far) : max(0, box.top - near), box.left : box.right],
        logs[box.bottom + near : box.bottom + far, box.left : box.right],
        logs[box.top : box.bottom, max(0, box.left - far) : max(0, box.left - near)],
        logs[box.top : box.bottom, box.right + near : box.right + far],
    )
    return np.asarray(np.median(np.concatenate([strip.reshape(-1, 3) for strip in strips]), axis=0))


def _lines(light: NDArray[np.float32], lattice: Lattice) -> dict[Edge, float]:
    """How dark the line between two neighbouring cells is: the logarithm's dip, times its width in cells."""
    rows, cols = lattice.shape
    found: dict[Edge, float] = {}
    for row in range(rows):
        for col in range(cols):
            box = lattice.cell(row, col)
            margin = round(INNER * lattice.pitch_px)
            reach = max(2, round(REACH * lattice.pitch_px))
            if col + 1 < cols:
                strip = light[
                    box.top + margin : box.bottom - margin, box.right - 2 * reach : box.right + 2 * reach
                ]
                found[(row, col), (row, col + 1)] = _dip(np.median(strip, axis=0), reach, lattice.pitch_px)
            if row + 1 < rows:
                strip = light[
                    box.bottom - 2 * reach : box.bottom + 2 * reach, box.left + margin : box.right - margin
                ]
                found[(row, col), (row + 1, col)] = _dip(np.median(strip, axis=1), reach, lattice.pitch_px)
    return found


def _dip(profile: NDArray[np.float32], reach: int, cell_px: float) -> float:
    """What is darker in the middle of a profile than the darker of its two sides."""
    sides = min(float(np.median(profile[:reach])), float(np.median(profile[-reach:])))
    return float(np.maximum(0, sides - profile[reach:-reach]).sum()) / cell_px


def _free_unless_packed(tones: Logs, lines: dict[Edge, float]) -> NDArray[np.bool_]:
    """Whether the cells of a board of one hue are free: no, if some lines are much darker than others."""
    splits = [
        _splits([lines[edge] for edge in lines if _is_across(edge) is across]) for across in (True, False)
    ]
    return np.full(tones.shape[:2], not all(splits))


def _is_across(edge: Edge) -> bool:
    """Whether two cells lie beside each other. Light falls on lines across and lines down from two sides."""
    return edge[0][0] == edge[1][0]


@dataclass(frozen=True, slots=True)
class _Split:
    """Between the darkness of lines within a piece, and that of lines between pieces.

    between : neither of both. ratio : so many times as dark are lines between pieces.
    """

    between: float
    ratio: float

    def nats(self, dark: float) -> float:
        """How likely a line of this darkness lies within a piece: `SURE` for one like most of these."""
        share = np.log(self.between / max(dark, 1e-4)) / np.log(self.ratio)
        return float(np.clip(2 * SURE * share, -SURE, SURE))


def _splits(values: list[float]) -> list[_Split]:
    """The ways to divide values into two groups that differ clearly, the clearest first.

    There may be two: a line between pieces is darker where both have a dark edge.
    """
    if len(values) < 4:
        return []
    ordered = np.sort(np.maximum(values, 1e-4))
    logs = np.log(ordered)
    found = []
    for at in np.flatnonzero(np.diff(logs) >= MIN_GAP) + 1:
        low, high = float(np.median(ordered[:at])), float(np.median(ordered[at:]))
        if high >= SPLIT * low:
            within = float(logs[:at].var() * at + logs[at:].var() * (len(logs) - at))
            found.append((within, _Split(float(np.sqrt(ordered[at - 1] * ordered[at])), high / low)))
    return [split for _, split in sorted(found, key=lambda each: each[0])[:MAX_SPLITS]]


def _pieces_on(
    tones: Logs, free: NDArray[np.bool_], lines: dict[Edge, float]
) -> tuple[tuple[tuple[Cell, ...], ...], str]:
    """The pieces that the covered cells form, and why that is not certain.

    Whichever lines are taken for those between pieces, only one way to divide the cells may come out.
    """
    covered = {edge: dark for edge, dark in lines.items() if not (free[edge[0]] or free[edge[1]])}
    alike = {edge for edge in covered if _distance(tones[edge[0]], tones[edge[1]]) < OTHER_HUE}
    across, down = (
        _splits([lines[edge] for edge in alike if _is_across(edge) is side_by_side])
        for side_by_side in (True, False)
    )
    cells_on = [(int(row), int(col)) for row, col in np.argwhere(~free)]
    ways: dict[frozenset[tuple[Cell, ...]], tuple[tuple[Cell, ...], ...]] = {}
    reason = ""
    none: list[_Split | None] = [None]
    for splits in (product([*across] or none, [*down] or none), [(None, None)]):
        for pair in splits:
            joins = _joins(tones, covered, alike, pair)
            cells, why = divided(
                cells_on, joins, only_lines=pair != (None, None) and len(alike) == len(covered)
            )
            reason = reason or why
            if not why:
                ways[frozenset(cells)] = cells
        if ways:
            break  # else all lines between cells of one hue may be alike, but for the edge of a shadow
    if len(ways) > 1:
        return (), TWO_WAYS
    return (next(iter(ways.values())), "") if ways else ((), reason)


def _joins(
    tones: Logs,
    covered: dict[Edge, float],
    alike: Set[Edge],
    splits: tuple[_Split | None, _Split | None],
) -> dict[Edge, float]:
    """How likely neighbouring covered cells belong to one piece: nats, at most `SURE` either way.

    covered : how dark the lines between them are. alike : those between cells of one hue. splits : between
    lines within a piece and lines between pieces: of those between cells side by side, and of the others.
    """
    joins: dict[Edge, float] = {}
    for edge, dark in covered.items():
        split = splits[0] if _is_across(edge) else splits[1]
        one, other = (tones[cell] for cell in edge)
        if edge not in alike:
            joins[edge] = -SURE
        elif abs(float((one - other).mean())) > OTHER_LIGHT:
            joins[edge] = -OTHER_LIGHT_NATS
        elif split is None:
            joins[edge] = SAME_NATS
        else:
            joins[edge] = split.nats(dark)
    return joins
