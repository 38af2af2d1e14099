"""From a picture to a puzzle: reduce an image to a board, derive the hints, and change a few cells so that
there is one solution.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.pixels import RGB
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.hungry_cat import HungryCat, hints_of_cells
from picrosser.puzzles.nonogram import Nonogram, runs_of_cells
from picrosser.puzzles.picture import UNKNOWN, Cell, Picture
from picrosser.running.deadline import NO_DEADLINE, Deadline
from picrosser.solving.outcome import Difficulty, Outcome, Status
from picrosser.solving.solve import solve

MAX_CHANGES = 8  # cells; with more changes it would be another picture
_MAX_FOLLOWED = 4  # boards that are followed further at each depth
_MAX_TRIALS_PER_BOARD = 60  # changes tried on each board that is followed
_MAX_SOLVE_S = 2.0  # per trial; nobody wants a puzzle that takes longer
_PIXELS_PER_CELL = 8  # along a side; more makes no visible difference
_MAX_EXTRA_COLOURS = 8  # requested beyond those wanted, one more at a time
_KMEANS_ROUNDS = 10  # that move each colour to the mean of its pixels

Kind = Literal["hungry-cat", "nonogram"]


def puzzle_of(picture: Picture, kind: Kind) -> LinePuzzle:
    """The puzzle whose hints describe a picture without UNKNOWN cells; it may have other solutions, too."""
    rows = picture.rows
    cols = tuple(zip(*rows, strict=True))
    if kind == "nonogram":
        return Nonogram(tuple(map(runs_of_cells, rows)), tuple(map(runs_of_cells, cols)), picture.palette)
    colours = len(picture.palette) - 1
    lines = [tuple(hints_of_cells(line, colours) for line in way) for way in (rows, cols)]
    return HungryCat(lines[0], lines[1], picture.palette)


class CellChange(NamedTuple):
    """A cell that gets another colour; before and after are indices into the palette."""

    cell: Cell
    before: int
    after: int


class ChangedPicture(NamedTuple):
    """A picture near another one, what `solve` returned for its puzzle, and the changes, in order."""

    picture: Picture
    outcome: Outcome
    changes: tuple[CellChange, ...]


def is_as_easy(outcome: Outcome, hardest: Difficulty) -> bool:
    """Whether a puzzle has one solution, which takes no harder method than this one."""
    order = list(Difficulty)
    return outcome.status is Status.UNIQUE and order.index(outcome.difficulty) <= order.index(hardest)


def nearest_unique(
    picture: Picture,
    kind: Kind,
    outcome: Outcome,
    deadline: Deadline = NO_DEADLINE,
    hardest: Difficulty = Difficulty.SEARCH,
) -> ChangedPicture | None:
    """Change a few cells of a picture so that its puzzle becomes uniquely solvable.

    Every change of a single cell is tried, first those in which the solutions differ; so if one cell is
    enough, it is found, given time. Then all specks get the colour around them: of pictures in patches nearly
    all are unique, of those full of specks none. Otherwise the changes that leave the fewest cells undecided
    are followed further, a few at a time: the result is a small change then, but perhaps not the smallest.

    Parameters
    ----------
    picture : one of the solutions.
    outcome : what `solve` returned for its puzzle: SEVERAL, or UNIQUE and too hard.
    deadline : by which the search must end; None if no such change was found in time.
    hardest : the hardest method that solving the puzzle may take.
    """
    front = [ChangedPicture(picture, outcome, ())]
    for depth in range(1, MAX_CHANGES + 1):
        tried: list[ChangedPicture] = []
        for parent in front:
            steps = [[change] for change in _changes(parent)]
            # The first board is the picture itself: its specks come after all its single cells.
            steps = [*steps, _specks(picture)] if depth == 1 else steps[:_MAX_TRIALS_PER_BOARD]
            for changes in filter(None, steps):
                if deadline.is_past:
                    return None
                tried.append(_changed(parent, changes, kind, deadline))
                if is_as_easy(tried[-1].outcome, hardest):
                    return tried[-1]
        tried = [child for child in tried if child.outcome.status in (Status.SEVERAL, Status.UNIQUE)]
        front = sorted(tried, key=lambda trial: len(trial.outcome.differing))[:_MAX_FOLLOWED]
    return None


def _changes(parent: ChangedPicture) -> list[CellChange]:
    """List changes of one cell: first where the solutions differ, first to similar colours."""
    rows, palette = parent.picture.rows, parent.picture.palette
    differing, done = set(parent.outcome.differing), {change.cell for change in parent.changes}
    used = {colour for row in rows for colour in row}
    found = []
    for cell in ((row, col) for row, line in enumerate(rows) for col in range(len(line))):
        now = rows[cell[0]][cell[1]]
        for other in used - {now} if cell not in done else ():
            distance = sum((a - b) ** 2 for a, b in zip(palette[now], palette[other], strict=True))
            found.append((cell not in differing, distance, CellChange(cell, now, other)))
    return [change for *_, change in sorted(found)]


def _specks(picture: Picture) -> list[CellChange]:
    """Single cells of another colour than all beside them, which get the commonest of these."""
    padded, found = np.pad(picture.cells, 1, constant_values=UNKNOWN), []
    for row, col in np.ndindex(picture.shape):
        around = padded[row : row + 3, col : col + 3].ravel()[1::2].tolist()
        beside, now = [value for value in around if value != UNKNOWN], int(picture.cells[row, col])
        if beside and now not in beside:
            found.append(CellChange((row, col), now, max(beside, key=beside.count)))
    return found


def _changed(
    parent: ChangedPicture, changes: Sequence[CellChange], kind: Kind, deadline: Deadline
) -> ChangedPicture:
    cells = parent.picture.cells.copy()
    for change in changes:
        cells[change.cell] = change.after
    picture = Picture(cells, parent.picture.palette)
    limit_s = _MAX_SOLVE_S if deadline.left_s is None else min(_MAX_SOLVE_S, deadline.left_s)
    outcome = solve(puzzle_of(picture, kind), time_limit_s=limit_s)
    return ChangedPicture(picture, outcome, (*parent.changes, *changes))


# ---- Reduce an image to a board
#
# The colours are chosen first, on a version with several pixels per cell; then each cell takes the colour of
# most of its pixels. (Averaging each cell instead makes muddy tones along every edge.) If some colours win no
# cell, more colours are asked for. Known weakness: lines thinner than half a cell vanish.


def reduce_picture(image: RGB, columns: int, rows: int, colours: int, *, background: bool) -> Picture:
    """Reduce an image, (H, W, 3) uint8, to a board, and stretch it to the board's proportions.

    colours : the most colours besides the background; an image with fewer colours uses fewer.
    background : use one more colour for blank cells, the most common one along the edge; else no cell is
        EMPTY, and palette[0] is white.
    """
    size = columns * _PIXELS_PER_CELL, rows * _PIXELS_PER_CELL
    small = Image.fromarray(image).resize(size, Image.Resampling.BOX)
    cells, tones = _vote(small, colours + background)
    order = sorted(set(cells.ravel().tolist()))
    if background:
        edge = np.concatenate([cells[0], cells[-1], cells[:, 0], cells[:, -1]])
        blank = int(np.bincount(edge).argmax())
        order = [blank, *(label for label in order if label != blank)]
    number = {label: place if background else place + 1 for place, label in enumerate(order)}
    palette = tuple((red, green, blue) for red, green, blue in tones[order].tolist())
    board = [[number[label] for label in row] for row in cells.tolist()]
    return Picture(board, palette if background else ((255, 255, 255), *palette))


def _vote(image: Image.Image, wanted: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The colour index of each cell, and the colours: as many as wanted, if the image has them."""
    best: tuple[int, NDArray[np.int64], NDArray[np.int64]] | None = None
    for asked in range(wanted, wanted + _MAX_EXTRA_COLOURS):
        indexed = image.quantize(
            asked, Image.Quantize.MEDIANCUT, kmeans=_KMEANS_ROUNDS, dither=Image.Dither.NONE
        )
        tones = np.array(indexed.getpalette(), dtype=np.int64).reshape(-1, 3)
        columns, rows = (side // _PIXELS_PER_CELL for side in image.size)
        blocks = np.asarray(indexed).reshape(rows, _PIXELS_PER_CELL, columns, _PIXELS_PER_CELL)
        votes = np.stack([(blocks == label).sum(axis=(1, 3)) for label in range(len(tones))])
        cells = votes.argmax(axis=0).astype(np.int64)
        found = len(np.unique(cells))
        if best is None or best[0] < found <= wanted:
            best = found, cells, tones
        if found >= wanted:
            break
    assert best is not None
    return best[1], best[2]
