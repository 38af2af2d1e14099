"""What is to be tapped for the answer to a screenshot, if it may be tapped at all: where its buttons lie."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from picrosser.answers.facts import hints_of
from picrosser.answers.progress import mistake_words
from picrosser.errors import ExitCode, PicrosserError
from picrosser.imaging.channels import max_channel
from picrosser.imaging.connected import label_pieces
from picrosser.imaging.pixels import RGB, Box, Lattice, Mask
from picrosser.pipelines.solved import AnySolved, HintedSolved
from picrosser.puzzles.picture import Colour, Picture, cell_name
from picrosser.puzzles.progress import find_mistakes
from picrosser.solving.wording import cell_words

MAX_MISTAKES = 3  # in a message of one line

# Grey levels (largest channel). The chosen button may be a plate in the colour of the bar, of which only the
# outline is seen: it differs by 20 and more.
MIN_CONTRAST = 12
SIDES = (0.6, 4.0)  # of a button, in cell sides: phones' buttons are for thumbs, cells may be smaller
MAX_UNEQUAL = 1.3  # ratio of two buttons' sides; the selected one is often a tenth larger
MAX_OFF_ROW = 0.25  # share of a button's side by which their middles may lie off one row
MAX_OFF_PITCH = 0.15  # share of the distance between neighbouring buttons by which one may be off its place
MAX_MISSING = 4  # neighbouring buttons that are not found: others lie over them, or they are in one piece
MAX_SHADE = 40.0  # grey levels: paint on a button is shaded


Gesture: TypeAlias = Literal["once", "twice", "hold"]
"""How the game wants a cell to be tapped: once, twice, or pressed for a while."""
GESTURES: tuple[Gesture, ...] = get_args(Gesture)

Point: TypeAlias = tuple[int, int]  # (row, column) in the pixels of a screenshot
Cells: TypeAlias = NDArray[np.int8]
"""(rows, columns) what cells show: UNKNOWN untouched, EMPTY marked as blank, else the colour, from 1."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How a game wants cells to be painted, and marked as blank; None to leave blank cells alone."""

    paint: Gesture = "once"
    mark: Gesture | None = None


class FillStoppedError(PicrosserError):
    """The filling has ended before the board showed the answer, or was not begun; `exit_code` says why."""

    def __init__(self, seen: str, advice: str = "", exit_code: ExitCode = ExitCode.FILL_STOPPED) -> None:
        super().__init__(seen, advice)
        self.exit_code = exit_code


@dataclass(frozen=True, slots=True)
class FillPlan:
    """What is to be filled in.

    image : the screenshot, (H, W, 3) uint8.
    lattice : where the cells lie, straight in the picture.
    hint_boxes : where the hints of each row are, then those of each column.
    answer : (rows, cols) int8; EMPTY, or a colour from 1.
    shown : (rows, cols) int8, what the board shows already, as in `Progress`; nothing that is wrong.
    palette : the colours; palette[0] is that of a blank cell.
    buttons : where each colour is chosen; empty if the puzzle has one colour.
    """

    image: RGB
    lattice: Lattice
    hint_boxes: tuple[Box, ...]
    answer: Cells
    shown: Cells
    palette: tuple[Colour, ...]
    buttons: Mapping[int, Point]
    ways: Ways


def plan_fill(image: RGB, solved: AnySolved, ways: Ways, *, anyway: bool = False) -> FillPlan:
    """Plan the taps for the answer to a screenshot; of several solutions for the first one.

    image : the screenshot as the phone sent it, (H, W, 3) uint8 sRGB.
    anyway : also for an answer that is in doubt, or not the only one.
    Raises FillStoppedError: it is such an answer, it is not known where to tap, or the board shows mistakes.
    """
    if solved.kind == "katamino":
        raise FillStoppedError("a Katamino is not filled in by taps", "lay its pieces as the picture shows")
    if solved.exit_code is not ExitCode.OK and not anyway:
        seen = "nothing is filled in, since no answer is proved to be the only one"
        raise FillStoppedError(seen, "--anyway fills in the likeliest one", solved.exit_code)
    if not solved.outcome.solutions:
        raise FillStoppedError("there is no answer to fill in")
    if solved.turned_deg or solved.lattice.to_picture is not None or solved.image.shape != image.shape:
        raise FillStoppedError("the board lies tilted on the screen", "turn the phone, so that it is upright")
    answer, palette = solved.outcome.solutions[0], solved.puzzle.palette
    shown = _shown(solved, answer)
    buttons = find_buttons(image, solved.lattice, palette, in_order=solved.kind == "hungry-cat")
    return FillPlan(image, solved.lattice, _hint_boxes(solved), answer.cells, shown, palette, buttons, ways)


def _hint_boxes(solved: HintedSolved) -> tuple[Box, ...]:
    """Where the hints of each row are, then those of each column; an error unless all are known."""
    boxes: dict[tuple[str, int], list[Box]] = {}
    for hint in hints_of(solved):
        boxes.setdefault((hint["axis"], hint["line"]), []).append(Box(*hint["box_px"]))
    rows, cols = solved.lattice.shape
    lines = [*(("row", line) for line in range(rows)), *(("column", line) for line in range(cols))]
    if not boxes.keys() >= set(lines):
        raise FillStoppedError("it is not known where each hint is on the screen")
    return tuple(Box.around(boxes[line]) for line in lines)


def _shown(solved: HintedSolved, answer: Picture) -> Cells:
    """What the board shows already; an error if some of it is wrong or unclear."""
    progress = solved.progress()
    if progress is None:
        seen = "what is painted already is not known while hints are in doubt"
        raise FillStoppedError(seen, "set them with --fix")
    found = find_mistakes(progress, answer)
    names = cell_words(solved.puzzle)
    if found.mistakes:
        told = [mistake_words(mistake, names, names) for mistake in found.mistakes[:MAX_MISTAKES]]
        more = [f"and {len(found.mistakes) - len(told)} more"] if len(found.mistakes) > len(told) else []
        raise FillStoppedError("; ".join([*told, *more]), "correct this first", ExitCode.MISTAKES)
    if found.unclear:
        cell, _ = found.unclear[0]
        raise FillStoppedError(f"{cell_name(cell)} is unclear", "see picrosser check")
    return progress.cells


# ---- The buttons of the palette


def find_buttons(
    image: RGB, lattice: Lattice, palette: tuple[Colour, ...], *, in_order: bool
) -> Mapping[int, Point]:
    """Find the middle of each colour's button; nothing if there is one colour, which is always chosen.

    Apps draw buttons as plain swatches, or as pictures in the colour (a brush, a bucket) on equal plates.
    Either way they are things of equal size in one row, evenly spaced, and one of them shows more of a colour
    than the others do. Things are what differs from the bar that they lie on, whose tone is that of the
    picture's edges, and areas in a colour of the puzzle. A button that is taken for another colour does
    little harm: the first cell that it paints shows the wrong colour, and the filling stops.

    image : (H, W, 3) uint8 sRGB.
    palette : palette[0] is the colour of a blank cell, which has no button here.
    in_order : the buttons are in the order of the palette, as Hungry Cat's. Else each colour is given to one
        button so that all together fit best.
    Raises FillStoppedError: no row of things beneath the board shows all colours.
    """
    inks = palette[1:]
    if len(inks) == 1:
        return {}
    rows = [_with_missing(row) for row in _rows_of_equals(_things(image, lattice, inks))]
    fits = [_fitted(image, row, inks, in_order=in_order) for row in rows if len(row) >= len(inks)]
    found = [fit for fit in fits if fit is not None]
    if not found:
        seen = f"no buttons of the {len(inks)} colours are visible below the board"
        raise FillStoppedError(seen, "show the whole screen, with its palette; or paint the cells yourself")
    _, chosen = max(found, key=lambda fit: fit[0])
    return {colour: middle_px(box) for colour, box in enumerate(chosen, 1)}


def _things(image: RGB, lattice: Lattice, inks: tuple[Colour, ...]) -> list[Box]:
    """What lies beneath the board, of about a button's size; what lies within another thing is part of it."""
    top = lattice.board.bottom + round(lattice.pitch_px / 4)
    beneath = image[top:].astype(np.int16)
    if not beneath.size:
        return []
    bar = (beneath[:, :1] + beneath[:, -1:]) // 2  # row by row
    masks: list[Mask] = [max_channel(np.abs(beneath - bar)) >= MIN_CONTRAST]
    masks += [max_channel(np.abs(beneath - np.array(ink, np.int16))) <= MAX_SHADE for ink in inks]
    least, most = (side * lattice.pitch_px for side in SIDES)
    pieces = np.concatenate([label_pieces(mask, corners=True).boxes for mask in masks])
    boxes = (Box(*sides).moved(top, 0) for sides in pieces.tolist())
    sized = {box for box in boxes if least <= box.width <= most and least <= box.height <= most}
    return [box for box in sized if all(box == other or Box.around((box, other)) != other for other in sized)]


def _rows_of_equals(things: list[Box]) -> list[list[Box]]:
    """Things of about equal size that lie in one row, from left to right."""
    rows: list[list[Box]] = []
    for first in things:
        side = max(first.width, first.height)
        row = [
            thing
            for thing in things
            if abs(middle_px(thing)[0] - middle_px(first)[0]) <= MAX_OFF_ROW * side
            and _are_equal(thing.width, first.width)
            and _are_equal(thing.height, first.height)
        ]
        row.sort(key=lambda thing: thing.left)
        if row not in rows:
            rows.append(row)
    return rows


def _with_missing(row: list[Box]) -> list[Box]:
    """A row of things with those that are missing between them, if all are evenly spaced."""
    gaps = [middle_px(right)[1] - middle_px(left)[1] for left, right in pairwise(row)]
    pitch = min(gaps, default=0)
    if pitch < 1:  # a thing alone, or one that is seen twice
        return row
    steps = [max(1, round(gap / pitch)) for gap in gaps]
    off = max(abs(gap / pitch - step) for gap, step in zip(gaps, steps, strict=True))
    if off > MAX_OFF_PITCH * max(steps) or max(steps) > MAX_MISSING + 1:
        return row
    filled = [
        left.moved(0, round(gap / step * number))
        for left, gap, step in zip(row, gaps, steps, strict=False)
        for number in range(step)
    ]
    return [*filled, row[-1]]


def _are_equal(one: int, other: int) -> bool:
    return max(one, other) <= MAX_UNEQUAL * min(one, other)


def _fitted(
    image: RGB, row: list[Box], inks: tuple[Colour, ...], *, in_order: bool
) -> tuple[float, list[Box]] | None:
    """How well colours fit to things, and the thing of each colour; None if one of them shows none of it."""
    shares = np.column_stack([_shares(image, box, inks) for box in row])
    if in_order:
        starts = range(len(row) - len(inks) + 1)
        things = np.arange(len(inks)) + max(starts, key=lambda start: float(shares.trace(start)))
    else:
        from scipy.optimize import linear_sum_assignment  # 0.2 s, and few puzzles need it

        _, things = linear_sum_assignment(-shares)
    chosen = shares[np.arange(len(inks)), things]
    return (float(chosen.sum()), [row[thing] for thing in things]) if chosen.min() > 0 else None


def _shares(image: RGB, box: Box, inks: tuple[Colour, ...]) -> NDArray[np.float64]:
    """Per colour the share of a thing's pixels that are near it, and not nearer to another one."""
    pixels = image[box.slices].reshape(-1, 1, 3).astype(np.float32)
    apart = max_channel(np.abs(pixels - np.array(inks, np.float32)))
    is_own = (apart <= MAX_SHADE) & (apart <= apart.min(axis=1, keepdims=True))
    return np.asarray(is_own.mean(axis=0))


def middle_px(box: Box) -> Point:
    """The pixel in the middle of a box."""
    return (box.top + box.bottom) // 2, (box.left + box.right) // 2
