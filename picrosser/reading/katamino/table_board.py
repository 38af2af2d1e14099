"""Katamino boards in photographs: which lines of a ruled sheet are a board's, and what lies on its cells.

A board has five cells one way and three to twelve the other; its cells are square, and it is flat. A sheet
may have more lines: edges of pieces, of the board's rim and of the table go on nearly in step, and the grain
of wood may run half-way between. So each board that the lines allow is a hypothesis, scored by how likely its
crossings would be seen where they are.

Light and shadow hardly change hues, so cells are compared by the ratios of their channels. A free cell looks
like the wood round the board. The others are divided into pentominoes: two neighbours of different hue belong
to two pieces, and between pieces of one colour the line is darker than within a piece. Which places of pieces
cover every cell once, with least against them, is an integer program (solved by HiGHS, which SciPy brings
along), solved again without its first solution: no other one may be nearly as good.

Known failures: shadows with sharp edges over a full board of one hue, dark pieces of one colour that touch,
and bare pieces of the board's own hue and lightness on a part-filled board.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import DARK
from picrosser.imaging.pixels import RGB, Lattice, Mask
from picrosser.puzzles.doubt import CONCLUSIVE_NATS, LIKELY_NATS, SURE_NATS
from picrosser.puzzles.katamino import BOX, PlacedPiece, piece_of, ways_to_lay
from picrosser.puzzles.picture import Cell, Colour
from picrosser.puzzles.polyomino import PENTOMINO, Shape
from picrosser.reading.katamino.areas import MOST
from picrosser.reading.photograph.grown_lattice import NEAR, SHOWN, Node
from picrosser.reading.photograph.grown_lattice import Lattice as Crossings
from picrosser.reading.photograph.ruled_paper import NEAR_LINE
from picrosser.reading.photograph.sheet import SheetFound, sheet_of

# (rows, columns) of the game's boards, which may stand upright.
SHAPES = sorted({shape for long in range(3, 13) for shape in ((PENTOMINO, long), (long, PENTOMINO))})
# Of the crossings beyond a board, where edges of pieces and grain cross; of its own, `SHOWN`.
SEEN_BEYOND = 0.4
UNSEEN_NATS = float(np.log((1 - SHOWN) / (1 - SEEN_BEYOND)))
# Of a step: a board's crossings scatter so far around those of a flat sheet; others lie anywhere near them.
OFF_FLAT = 0.03
SEEN_NATS = float(np.log(SHOWN / SEEN_BEYOND) + np.log(NEAR**2 / (2 * OFF_FLAT**2)))
# Of the logarithm of a cell's height over its width: of a board seen from 45 degrees beside the vertical it
# is 0.35, of one with grain half-way between its lines 0.7.
MAX_NOT_SQUARE = 0.45
# Nats of a board at least: half the crossings of the smallest. One that lacks an outermost line of which four
# of six crossings are seen is less likely than the likeliest by 10, so it is not taken for the board.
MIN_NATS = 30.0
MAX_FITTED = 16  # boards, the likeliest, that are fitted, of one sheet
INNER = 0.26  # of a cell, from its edges: beyond the bevel of a piece's cells
# Cells from the board: its rim ends before that, a column that was not seen does not. In one of 120 drawn
# photographs wood is seen there at one side only: of a board whose last column was not seen.
BEYOND = 1.05, 1.3
# Differences of log-ratios of channels. Cells of one piece or one board differ by 0.06 at most in drawn
# photographs, pieces of the box's most similar colours by 0.2.
SAME_HUE, OTHER_HUE = 0.09, 0.15
# Of the logarithm of lightness: a cell with more within it is neither bare wood nor paint, unless the edge of
# a shadow lies there; and the share of cells that may have one.
PLAIN = 0.2
# Lines between pieces are so many times as dark as lines within them, and between both groups is a gap of so
# much of the logarithm: else lines tell nothing. On drawn empty boards neighbours in order differ by 0.06.
SPLIT, MIN_GAP = 1.35, 0.12
# Of the nats of all lines: so much may speak against a way to divide the cells. On drawn tables up to 0.27
# does. Lines that all look alike, or of which each looks different, may be divided best in one way, too.
MAX_AGAINST = 1 / 3
# If lines looked like either kind at random, half of all nats would speak against a way, give or take half
# the root of the sum of their squares. The best of hundreds of ways has less against it, by so many times
# this spread: 3.0 in a nonogram that was once taken for a full board, 5.1 to 7.0 in a full board of one wood.
BY_CHANCE = 4.0

NOT_TOLD = "the pieces on it cannot be told apart"
TWO_WAYS = "the pieces on it can be told apart in two ways"

Logs: TypeAlias = NDArray[np.float32]
"""(..., 3) logarithms of levels."""
Edge: TypeAlias = tuple[Cell, Cell]
"""Two neighbouring cells, for the line between them."""


# ---- The lines of a board


def boards_on(sheet: SheetFound) -> list[SheetFound]:
    """The boards that may be on a sheet, each with its own lines, the likeliest first."""
    fitted = sorted(((_nats(board), board) for board in _hypotheses(sheet)), key=lambda each: -each[0])
    least = max([MIN_NATS, *(nats - CONCLUSIVE_NATS for nats, _ in fitted)])
    return [board for nats, board in fitted if nats > least]


def _hypotheses(sheet: SheetFound) -> Iterator[SheetFound]:
    """The boards that a sheet's lines allow, each fitted to its own crossings."""
    windows: list[tuple[float, Node, Node, Crossings]] = []
    middle = np.add(sheet.first, sheet.last) / 2
    places = sheet.fit.places(middle + np.array([(-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5)]))
    down_px, along_px = np.hypot(*(places[1::2] - places[::2]).T)  # of a cell in the middle
    for counts in product((1, 2, 3), repeat=2):  # every line is a board's, or every second or third one
        if abs(np.log((down_px * counts[0]) / (along_px * counts[1]))) > MAX_NOT_SQUARE:
            continue
        for phases in product(*map(range, counts)):
            nodes = sheet.lattice.nodes - np.add(sheet.first, phases)
            lattice = replace(sheet.lattice, nodes=nodes // counts)
            lattice = lattice.part((nodes % counts == 0).all(axis=1))
            if len(lattice.nodes):
                windows += [(nats, first, last, lattice) for nats, first, last in _windows(lattice)]
    for _, first, last, lattice in sorted(windows, key=lambda window: -window[0])[:MAX_FITTED]:
        is_own = (lattice.nodes >= first) & (lattice.nodes <= last)
        own = lattice.part(np.asarray(is_own.all(axis=1)))
        board = replace(sheet_of(own, sheet.reduction), first=first, last=last)
        if np.isfinite(board.error):
            yield board


def _windows(lattice: Crossings) -> Iterator[tuple[float, Node, Node]]:
    """The boards that some lines allow: nats if all crossings are where they should be, and their ends."""
    first, last = lattice.ends
    nats = np.full(last - first + 1, UNSEEN_NATS)
    nats[tuple((lattice.nodes - first).T)] = SEEN_NATS
    for down, along in SHAPES:
        if down < nats.shape[0] and along < nats.shape[1]:
            windows = np.lib.stride_tricks.sliding_window_view(nats, (down + 1, along + 1))
            sums = windows.sum(axis=(-2, -1))
            for corner in np.argwhere(sums > MIN_NATS):
                top, left = (corner + first).tolist()
                yield float(sums[tuple(corner)]), (top, left), (top + down, left + along)


def _nats(board: SheetFound) -> float:
    """How likely what is seen is a board, rather than lines that cross by chance."""
    lattice = board.lattice
    off = board.fit.on_plane(lattice.nodes.astype(np.float64)) - lattice.places * board.reduction
    seen = np.hypot(*off.T) / board.pitch_px
    each = np.maximum(SEEN_NATS - 0.5 * (seen / OFF_FLAT) ** 2, UNSEEN_NATS)
    rows, cols = board.lines
    return float(each.sum() + (rows * cols - len(seen)) * UNSEEN_NATS)


# ---- What lies on it


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

    @property
    def is_full(self) -> bool:
        return not self.free.any()


def read_table_board(image: RGB, lattice: Lattice) -> TableBoard:
    """What lies on a board. image : (H, W, 3) uint8 sRGB, straight. lattice : the board's cells in it."""
    beyond = np.array([_median(strip) for strip in _strips_beside(image, lattice, BEYOND)])
    box, rim = lattice.board, round(INNER * lattice.pitch_px)
    top, left = max(0, box.top - rim), max(0, box.left - rim)
    lattice = lattice.moved(-top, -left)
    image = image[top : box.bottom + rim, left : box.right + rim]  # of a page it may be a small part
    logs = np.log(image.astype(np.float32) + DARK)
    tones, spread = _cells(logs, lattice)
    # A strip of the board's wood is seen round its cells.
    wood = _median(np.concatenate(_strips_beside(logs, lattice, (NEAR_LINE, INNER))))
    far = _distance(tones, wood)
    free = far < SAME_HUE
    off = _distance(np.log(beyond + DARK), wood).reshape(2, 2)  # above and below it, left and right of it
    if ((off.min(axis=1) < SAME_HUE) & (off.max(axis=1) > OTHER_HUE)).any():
        return TableBoard((), (), tones, free, "a row or column seems to be missing at one side")
    if (spread > PLAIN).mean() > MOST:
        return TableBoard((), (), tones, free, "its cells are neither bare nor covered by pieces")
    lines = _lines(logs.mean(axis=2), lattice)
    if free.all():  # or covered by pieces of one hue, if some lines are much darker than others
        free = np.full(free.shape, not all(_splits_of(lines)))
        steps = (np.abs(np.diff(tones.mean(axis=2), axis=axis)).max() for axis in (0, 1))
        if not free.any() and max(steps) > PLAIN:
            return TableBoard((), (), tones, free, "some cells are darker, so they may be free")
    if (~free & (far < OTHER_HUE)).any() and free.any():
        return TableBoard((), (), tones, free, "some cells have nearly the colour of the board")
    cells, why = _pieces_on(tones, free, lines)
    means = (np.mean([tones[cell] for cell in piece], axis=0) for piece in cells)
    colours = tuple(tuple(np.clip(np.exp(tone) - DARK, 0, 255).astype(int).tolist()) for tone in means)
    placed = tuple(PlacedPiece(piece_of(piece), piece) for piece in cells)
    return TableBoard(placed, colours, tones, free, why)


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


def _distance(tones: Logs, other: Logs) -> NDArray[np.float32]:
    """(...) how much hues differ, whatever the light."""
    ratios = (tones - tones.mean(axis=-1, keepdims=True)) - (other - other.mean(axis=-1, keepdims=True))
    return np.asarray(np.sqrt((ratios**2).sum(axis=-1)), np.float32)


def _strips_beside(
    pixels: NDArray[np.number[Any]], lattice: Lattice, cells: tuple[float, float]
) -> list[NDArray[np.number[Any]]]:
    """(N, 3) each, the pixels from so many cells beside a board to so many: above, below, left and right."""
    box = lattice.board
    near, far = (round(part * lattice.pitch_px) for part in cells)
    strips = (
        pixels[max(0, box.top - far) : max(0, box.top - near), box.left : box.right],
        pixels[box.bottom + near : box.bottom + far, box.left : box.right],
        pixels[box.top : box.bottom, max(0, box.left - far) : max(0, box.left - near)],
        pixels[box.top : box.bottom, box.right + near : box.right + far],
    )
    return [strip.reshape(-1, 3) for strip in strips]


def _median(tones: NDArray[np.number[Any]]) -> Logs:
    """(3,) the median of (N, 3) tones; NaN without any."""
    return np.asarray(np.median(tones, axis=0)) if len(tones) else np.full(3, np.nan)


def _lines(light: NDArray[np.float32], lattice: Lattice) -> dict[Edge, float]:
    """How dark the line between two neighbouring cells is: the logarithm's dip, times its width in cells."""
    found: dict[Edge, float] = {}
    margin, reach = round(INNER * lattice.pitch_px), max(2, round(NEAR_LINE * lattice.pitch_px))
    transposed = Lattice(lattice.col_edges_px, lattice.row_edges_px)
    for is_transposed, tones, cells in ((False, light, lattice), (True, light.T, transposed)):
        for row, col in np.ndindex(cells.shape[0], cells.shape[1] - 1):
            box = cells.cell(row, col)
            near = slice(box.right - 2 * reach, box.right + 2 * reach)
            profile = np.median(tones[box.top + margin : box.bottom - margin, near], axis=0)
            sides = min(float(np.median(profile[:reach])), float(np.median(profile[-reach:])))
            dip = np.maximum(0, sides - profile[reach:-reach]).sum()  # below the darker side
            edge = ((col, row), (col + 1, row)) if is_transposed else ((row, col), (row, col + 1))
            found[edge] = float(dip) / lattice.pitch_px
    return found


def _is_across(edge: Edge) -> bool:
    """Whether two cells lie beside each other. Light falls on lines across and lines down from two sides."""
    return edge[0][0] == edge[1][0]


class _Split(NamedTuple):
    """Divides lines within pieces from lines between pieces, which are `ratio` times as dark."""

    between: float
    ratio: float

    def nats(self, dark: float) -> float:
        """How likely a line of this darkness lies within a piece: `SURE_NATS` for one like most of these."""
        share = np.log(self.between / max(dark, 1e-4)) / np.log(self.ratio)
        return float(np.clip(2 * SURE_NATS * share, -SURE_NATS, SURE_NATS))


def _splits_of(lines: Mapping[Edge, float]) -> tuple[list[_Split], list[_Split]]:
    """The ways to divide the lines between cells beside each other, and those between the others."""
    across = [dark for edge, dark in lines.items() if _is_across(edge)]
    return _splits(across), _splits([dark for edge, dark in lines.items() if not _is_across(edge)])


def _splits(values: list[float]) -> list[_Split]:
    """The ways to divide values into two groups that differ clearly, the clearest first, two at most."""
    if len(values) < 4:
        return []
    ordered = np.sort(np.maximum(values, 1e-4))
    logs = np.log(ordered)
    found: list[tuple[float, _Split]] = []
    for at in np.flatnonzero(np.diff(logs) >= MIN_GAP) + 1:
        low, high = float(np.median(ordered[:at])), float(np.median(ordered[at:]))
        if high >= SPLIT * low:
            within = float(logs[:at].var() * at + logs[at:].var() * (len(logs) - at))
            found.append((within, _Split(float(np.sqrt(ordered[at - 1] * ordered[at])), high / low)))
    return [split for _, split in sorted(found, key=lambda each: each[0])[:2]]


def _pieces_on(
    tones: Logs, free: NDArray[np.bool_], lines: dict[Edge, float]
) -> tuple[tuple[Shape, ...], str]:
    """The pieces that the covered cells form, whichever lines part them; and why that is not certain."""
    covered = {edge: dark for edge, dark in lines.items() if not (free[edge[0]] or free[edge[1]])}
    alike = {
        edge: dark for edge, dark in covered.items() if _distance(tones[edge[0]], tones[edge[1]]) < OTHER_HUE
    }
    across, down = _splits_of(alike)
    cells_on: list[Cell] = [(row, col) for row, col in np.argwhere(~free).tolist()]
    ways: set[tuple[Shape, ...]] = set()
    reason = ""
    none: list[_Split | None] = [None]
    for splits in (product(across or none, down or none), [(None, None)]):
        for pair in splits:
            joins = dict.fromkeys(covered, -SURE_NATS)  # of two hues, else by their line
            for edge, dark in alike.items():
                split = pair[0] if _is_across(edge) else pair[1]
                joins[edge] = LIKELY_NATS if split is None else split.nats(dark)
            only_lines = pair != (None, None) and len(alike) == len(covered)
            pieces, why = divided(cells_on, joins, only_lines=only_lines)
            reason = reason or why
            if not why:
                ways.add(pieces)
        if ways:
            break  # else all lines between cells of one hue may be alike, but for the edge of a shadow
    if len(ways) > 1:
        return (), TWO_WAYS
    return (ways.pop(), "") if ways else ((), reason)


def divided(
    covered: Sequence[Cell], joins: Mapping[Edge, float], *, only_lines: bool = False
) -> tuple[tuple[Shape, ...], str]:
    """The pieces that covered cells form, and why that is not certain.

    joins : how likely neighbours belong to one piece: nats, at most `SURE_NATS` either way.
    only_lines : nothing but the lines between cells tells, so they have to tell more than by chance.
    """
    if not covered:
        return (), ""
    if len(covered) % PENTOMINO:
        return (), f"{len(covered)} of its cells are covered, which is no number of whole pieces"
    nats = np.array(list(joins.values()))
    every = float(np.abs(nats).sum())
    most = MAX_AGAINST * every
    if only_lines:
        most = min(most, (every - BY_CHANCE * float(np.sqrt((nats**2).sum()))) / 2)
    places = _places(covered, joins)
    best = _likeliest(places, most)
    if best is None or not best.any():
        return (), NOT_TOLD
    # A line that is contradicted counts twice: it is for the one solution, and against the other.
    rival = _likeliest(places, float(places.against[best].sum()) + LIKELY_NATS / 2, other_than=best)
    if rival is None or rival.any():
        return (), NOT_TOLD if rival is None else TWO_WAYS
    return tuple(tuple(covered[at] for at in np.flatnonzero(on).tolist()) for on in places.on[best]), ""


class _Places(NamedTuple):
    """The places where pieces may lie.

    numbers : (N,) of the pieces. on : (N, cells) bool, the cells that they cover.
    against : (N,) nats of the lines that speak against each; half of those of a line beside it, since that
        line also counts for another piece.
    """

    numbers: NDArray[np.intp]
    on: Mask
    against: NDArray[np.float64]


def _places(covered: Sequence[Cell], joins: Mapping[Edge, float]) -> _Places:
    """All places of the box's pieces on the covered cells, but for those that a sure line speaks against."""
    at = {cell: number for number, cell in enumerate(covered)}
    ways = [(piece.number, way) for piece in BOX for way in ways_to_lay(piece, covered)]
    covers = np.zeros((len(ways), len(covered)), bool)
    for on, (_, way) in zip(covers, ways, strict=True):
        on[[at[cell] for cell in way]] = True
    ends = np.array([(at[one], at[other]) for one, other in joins], np.intp).reshape(-1, 2)
    nats = np.array(list(joins.values()), np.float64)
    one, other = covers[:, ends[:, 0]], covers[:, ends[:, 1]]
    against = (one & other) @ np.maximum(-nats, 0) + (one ^ other) @ np.maximum(nats, 0) / 2
    overrules = (one & other & (nats <= -SURE_NATS)) | ((one ^ other) & (nats >= SURE_NATS))
    may_lie = ~overrules.any(axis=1)
    numbers = np.array([number for number, _ in ways], np.intp)
    return _Places(numbers[may_lie], covers[may_lie], against[may_lie])


def _likeliest(places: _Places, most: float, *, other_than: Mask | None = None) -> Mask | None:
    """(N,) which places cover all cells once, with least against them: none, or None if given up."""
    from scipy.optimize import Bounds, LinearConstraint, milp  # few pictures come here

    count = len(places.numbers)
    if not count or most <= 0:
        return np.zeros(count, bool)
    rules = [
        LinearConstraint(places.on.T, 1, 1),  # every cell is covered once
        LinearConstraint(places.numbers == np.arange(1, len(BOX) + 1)[:, None], 0, 1),  # each piece lies once
        LinearConstraint(places.against[None], 0, most),
    ]
    if other_than is not None:
        rules.append(LinearConstraint(other_than[None], 0, int(other_than.sum()) - 1))
    found = milp(
        places.against,
        integrality=np.ones(count),
        bounds=Bounds(0, 1),
        constraints=rules,
        options={"node_limit": 100, "mip_rel_gap": 0.0},
    )
    if found.status == 2:  # infeasible
        return np.zeros(count, bool)
    return np.asarray(found.x > 0.5) if found.success else None
