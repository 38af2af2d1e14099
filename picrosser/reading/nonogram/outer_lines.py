"""Tell which of a board's outermost lines belong to it beyond doubt, whatever they show.

A bar, a frame or a shadow a pitch away from the board ends in a line, too, but nothing else goes on as the
board does: the lines that cross the others cross an outermost one as well, from end to end and no further,
and its cells look like others. Columns are treated as rows of the picture whose axes are swapped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import (
    Levels,
    are_cells_like,
    block_means,
    cell_pixels,
    cells_inside,
    noise_levels,
)
from picrosser.imaging.channels import COMPRESSED_LEVELS, max_channel
from picrosser.imaging.page_tones import bar_start
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence
from picrosser.puzzles.picture import Colour
from picrosser.reading.nonogram.cells.crossed_lines import is_crossed_out
from picrosser.reading.nonogram.hints.beside import InkFound
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.tolerances import MIN_LINE_LEVELS, MOST

# A crossing line may differ from its look in other rows by this share of what a missing line would differ by;
# and so many of them, at most, look beyond an outermost line as if they went on
MAX_DIFFERENCE = 0.4
# Of the pitch: within its cells, where nothing crosses it, the line that closes an outermost row is sought;
# and there its digits stand, and a soft frame's shade ends
INNER_PART = 0.15, 0.85
# Least straight share of an outermost line, and of the cells that border on it: round corners leave as much,
# and few digits' strokes are as tall. At 0.5 a line too many of the drawn look `timetable` is sure.
MIN_STRAIGHT = 0.55
# Of the pitch, at both sides of a line: no cross reaches so near to it, and a tile ends there
REACH = 0.18
BEYOND_PART = 0.1, REACH  # of the pitch, beyond the outermost line: on its frame, or on the page
# Of the pitch: the least that is left of a line which is cut off at the picture's edge, beyond any frame; and
# of what is left, where the crossing lines are compared: only lines that are cut off run on to its end
MIN_LEFT, LEFT_PART = 0.12, (0.7, 0.95)
MIN_BEYOND = 0.36  # of the pitch: so far beyond none of 150 whole boards has lines that go on
FAR_EDGES = ("lower", "right"), ("upper", "left")  # of boards with hints above and left; below and right
FRAME = 2.0  # times the levels of other lines: less is no frame; of six boards at an edge none has a frame

Edges: TypeAlias = tuple[int, ...]


def with_sure_outer_lines(evidence: NonogramEvidence, image: RGB, ink: InkFound) -> NonogramEvidence:
    """Mark the outermost lines that belong to the board beyond doubt, where that may matter.

    image : (H, W, 3) uint8 sRGB. ink : beside the board; where some stands, a line may state what is not
        read.
    """
    rows, cols = ink.lattice.edges_px
    zeros = {at for at, nats in enumerate(evidence.shapes) if nats[0] == max(nats)}
    turned, blank = image.swapaxes(0, 1), evidence.palette[0]
    return replace(
        evidence,
        rows=_with_sure_ends(evidence.rows, ink.rows, image, rows, cols, zeros, blank),
        cols=_with_sure_ends(evidence.cols, ink.cols, turned, cols, rows, zeros, blank),
    )


def _with_sure_ends(
    lines: Sequence[LineEvidence],
    ink: Sequence[Sequence[Piece]],
    image: RGB,
    rows: Sequence[int],
    cols: Sequence[int],
    zeros: set[int],
    blank: Colour,
) -> tuple[LineEvidence, ...]:
    """Mark the first and last line if they are sure, unless both state runs by two digits, or by a 0."""
    ends = lines[0], lines[-1]
    if all(len(line.shapes) > 1 or zeros.intersection(line.shapes) for line in ends):
        return tuple(lines)
    sure = sure_ends(image, rows, cols, (bool(ends[0].shapes), bool(ends[1].shapes)))
    first, last = (
        replace(
            line,
            is_surely_on_board=(is_sure and bool(line.shapes or not beside))
            or (not line.shapes and is_crossed_out(image, edges, cols, blank)),
        )
        for line, is_sure, beside, edges in zip(
            ends, sure, (ink[0], ink[-1]), (rows[:2], rows[-2:]), strict=True
        )
    )
    return (first, *lines[1:-1], last)


def sure_ends(
    image: RGB, rows: Sequence[int], cols: Sequence[int], states: tuple[bool, bool] = (True, True)
) -> tuple[bool, bool]:
    """Whether the first and the last row belong to the board. states : whether these two show hints."""
    crossing = crossing_pixels(image, cols)
    profiles = profiles_across(image, rows, crossing)
    cells, noise = block_means(cells_inside(image, rows, cols)), noise_levels(image, rows, cols)
    first, last = (
        is_closed(image, rows, cols, edge, noise)
        and crossed_share(profiles[at], np.delete(profiles, at, axis=0)) >= MOST
        and not (edge and _goes_on(image, rows, cols, crossing, profiles))
        and are_cells_like(image, rows[at : at + 2], cols, others, COMPRESSED_LEVELS, MOST)
        for edge, at, others in (
            (0, 0, cells[1:] if states[1] else cells[1:-1]),
            (-1, len(profiles) - 1, cells[:-1] if states[0] else cells[1:-1]),
        )
    )
    return first, last


def as_rows(image: RGB, lattice: Lattice, axis: int, *, last: bool) -> tuple[RGB, Edges, Edges]:
    """A picture in which the lines of one axis are rows, with hints above the first; and its edges.

    Returns the picture, the edges of its rows, and those of its columns.

    axis : of 1 the columns become rows: the picture is turned. last : the hints stand beyond the axis's last
        line, below or right of the board: the picture is mirrored.
    """
    picture = np.ascontiguousarray(np.flip(image, axis)) if last else image  # views are slow
    lines = lattice.edges_px
    rows, cols = lines[axis], lines[1 - axis]
    picture = picture.swapaxes(0, 1) if axis else picture
    return picture, (mirrored(rows, len(picture)) if last else rows), cols


def mirrored(edges: Sequence[int], length_px: int) -> Edges:
    """Where the edges lie once a picture of such a length is mirrored."""
    return tuple(length_px - at for at in reversed(edges))


def cut_at(
    image: RGB,
    lattice: Lattice,
    hints_last: tuple[bool, bool] = (False, False),
    *,
    totals_agree: bool = False,
) -> str:
    """The edge beyond which the board goes on, cut off or covered, such as "lower"; "" if it is whole.

    There the crossing lines go on, and not because all lines stick out of the board; or the picture ends, and
    the board's frame is there on all other sides. Edges at which hints stand are not asked.

    image : (H, W, 3) uint8 sRGB. lattice : the board's edges in it.
    hints_last : whether hints stand below the board, and right of it.
    totals_agree : rows and columns state as many cells, so what ends with the picture may well be whole,
        unless a frame ends there: lines that are lost at one edge would be blank.
    """
    on_page = []
    for axis, last in enumerate(hints_last):
        edge = FAR_EDGES[last][axis]
        picture, rows, cols = as_rows(image, lattice, axis, last=last)
        height = rows[-1] - rows[-2]
        left = _page_end(picture, rows, cols) - rows[-1]
        if left <= MIN_LEFT * height:
            if _lacks_frame(picture, rows, cols, rows[-1] + left, frame_only=totals_agree):
                return edge
            continue
        crossing = crossing_pixels(picture, cols)
        seen = left if left < height else round(MIN_BEYOND * height)
        beyond = profile_across(picture, rows[-1], seen, LEFT_PART, crossing)
        # Where neither blank cells nor the page show lines, they are alike, and nothing goes on.
        # The outermost lines may be missing everywhere.
        shows_lines = _levels_drawn(beyond[1:-1]).mean(axis=-1) > MIN_LINE_LEVELS
        # A cursor may tint the row beyond, so levels count from the tone beside the lines.
        profiles = profiles_across(picture, rows, crossing)
        mine, others = (levels - np.median(levels, axis=-2, keepdims=True) for levels in (beyond, profiles))
        goes_on = crossed_share(mine[None], others) >= MOST
        if goes_on and shows_lines.mean() > MOST:
            if left < height:
                return edge
            on_page.append(edge)
    return on_page[0] if len(on_page) == 1 else ""


def _page_end(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> int:
    """Where a bar below the rows ends the page; the height if what is below also lies beside the columns."""
    pitch = cols[1] - cols[0]
    for start in (cols[0] - pitch, cols[-1] + pitch):  # beyond the board's frame
        beside = image[rows[0] : rows[-1], max(0, start) : max(0, start + pitch)]
        if beside.size and np.abs(np.median(beside, axis=(0, 1)) - image[-1, 0]).max() <= COMPRESSED_LEVELS:
            return len(image)
    return bar_start(image, rows[-1] - rows[-2])


def _lacks_frame(
    image: RGB, rows: Sequence[int], cols: Sequence[int], page_px: int, *, frame_only: bool
) -> bool:
    """Whether the last row ends without the frame that closes the board on its three other sides.

    page_px : where the page ends below it. frame_only : without a frame nothing is missed; else the line or
        the gap is, with which the other rows and the other sides end.
    """
    turned = image.swapaxes(0, 1)
    upwards, leftwards = (mirrored(edges, edges[-1]) for edges in (rows, cols))
    (inner, last), *others = (
        _line_levels(picture, edges, crossing)
        for picture, edges, crossing in (
            (image[:page_px], rows, cols),
            (image[: rows[-1]][::-1], upwards, cols),
            (turned, cols, rows),
            (turned[: cols[-1]][::-1], leftwards, rows),
        )
    )
    outermost = min(levels for _, levels in others)
    if not frame_only and min(inner, FRAME * outermost) > max(MIN_LINE_LEVELS, FRAME * last):
        return True
    inner = max(inner, *(usual for usual, _ in others))
    shows_lines = not frame_only or inner > MIN_LINE_LEVELS  # the edge of an area without lines is no frame
    return shows_lines and outermost > FRAME * max(inner, last)


def _line_levels(image: RGB, rows: Sequence[int], cols: Sequence[int]) -> tuple[float, float]:
    """How much the pixels at the end of a row differ from its cells: usually, and in the last row."""
    along = np.linspace(*INNER_PART, 9)
    strips = cell_pixels(image, rows, cols, np.linspace(1 - REACH, 1, 11), along).astype(np.float32)
    tones = np.median(strips[:, :, :1], axis=(2, 3), keepdims=True)
    own = max_channel(np.abs(strips - tones)).mean(axis=(2, 3))
    levels = np.percentile(own, 75, axis=1)  # paint in the line's own tone may hide it from most cells
    return float(np.median(levels[:-1])), float(levels[-1])


def _goes_on(
    image: RGB, rows: Sequence[int], cols: Sequence[int], crossing: NDArray[np.intp], profiles: Levels
) -> bool:
    """Whether the board goes on below its last row, or may do so beyond the picture's edge."""
    height = rows[-1] - rows[-2]
    if rows[-1] + BEYOND_PART[1] * height > image.shape[0]:
        inner, last = _line_levels(image, rows, cols)
        return last <= FRAME * inner
    beyond = profile_across(image, rows[-1], height, BEYOND_PART, crossing)
    return crossed_share(beyond[None], profiles) > MAX_DIFFERENCE


def crossed_share(mine: Levels, others: Levels) -> float:
    """The share of the crossing lines that look in one row as they do in any other, at either side.

    The board's frame may lie just beyond what is looked at; then nothing of it shows in any row, and it does
    not count. Where all others have paint at one side, some have none at the other.

    mine : (stretches, crossing lines, pixels, 3); others : (rows, stretches, crossing lines, pixels, 3).
    """
    drawn = _levels_drawn(np.median(others, axis=(0, 1))).mean(axis=-1)
    differs, shown = max_channel(np.abs(others - mine)), _levels_drawn(others)
    middle = differs.shape[3] // 2
    apart = np.zeros(len(drawn))
    for side in (slice(middle + 1), slice(middle, None)):
        # Measured by what each row itself shows there: lines between blank cells are fainter than paint.
        least = np.maximum(shown[..., side].mean(axis=3), MIN_LINE_LEVELS)
        apart = np.maximum(apart, (differs[..., side].mean(axis=3) / least).max(axis=1).min(axis=0))
    counts = drawn > MIN_LINE_LEVELS / 2  # one that is missing still differs by more than MAX_DIFFERENCE
    # An inner line shows in few rows where most are painted on both sides of it: here this row's own counts.
    counts[1:-1] |= (_levels_drawn(mine).mean(axis=(0, 2)) > MIN_LINE_LEVELS / 2)[1:-1]
    seen = counts & (apart < MAX_DIFFERENCE)
    lines = np.flatnonzero(counts[1:-1]) + 1
    for at in np.flatnonzero(~seen[1:-1]) + 1 if seen.mean() > MAX_DIFFERENCE else ():
        # Where all other cells beside a line are painted, it looks as it does elsewhere between blank ones.
        anywhere = max_channel(np.abs(others[:, :, lines] - mine[:, at, None])).mean(axis=3).max(axis=1)
        seen[at] = (anywhere < MAX_DIFFERENCE * drawn[lines]).any()
    counts[1:-1] = True
    return float(seen.sum() / max(1, counts.sum()))


def _levels_drawn(profile: Levels) -> Levels:
    """(..., lines, pixels) how much those about each crossing line differ from their usual tone.

    profile : (..., lines, pixels, 3).
    """
    return max_channel(np.abs(profile - np.median(profile, axis=-2, keepdims=True)))


def is_closed(image: RGB, rows: Sequence[int], cols: Sequence[int], at: int, noise: float = 0.0) -> bool:
    """Whether a line, or the end of something, shows at one of the rows' edges beside most cells.

    Where only the lines that cross the rows go on beyond the board, nothing does.

    at : the number of the edge. noise : the usual difference of neighbouring pixels within cells, in levels;
        the mean step along a cell has to be as much: at faint lines on drawn screens it is 1.5 times that and
        more.
    """
    near = max(2, round(REACH * (rows[-1] - rows[0]) / (len(rows) - 1)))
    # Of a thick line that the picture ends with, only the inner edge shows.
    above, below = near * (1 + (rows[at] + near >= image.shape[0])), near * (1 + (rows[at] < near))
    band = image[max(0, rows[at] - above) : rows[at] + below + 1].astype(np.float32)
    steps = np.diff(band, axis=0)
    strong = max_channel(np.abs(steps)) > MIN_LINE_LEVELS
    insides = [slice(*(round(a + part * (b - a)) for part in INNER_PART)) for a, b in pairwise(cols)]
    straight = [
        strong[:, inside].mean(axis=1).max(initial=0) >= MIN_STRAIGHT
        and np.abs(steps[:, inside].mean(axis=1)).max(initial=0) >= noise
        for inside in insides
    ]
    return bool(np.mean(straight) > MIN_STRAIGHT)


def crossing_pixels(image: RGB, cols: Sequence[int]) -> NDArray[np.intp]:
    """(lines, pixels) the columns of pixels about each of the lines that cross the rows."""
    pitch = (cols[-1] - cols[0]) / (len(cols) - 1)
    beside = max(2, round(REACH * pitch))
    crossing = np.array(cols)[:, None] + np.arange(-beside, beside + 1)
    return np.clip(crossing, cols[0], min(cols[-1], image.shape[1] - 1))  # beyond, hints may have tiles


def profiles_across(image: RGB, rows: Sequence[int], crossing: NDArray[np.intp]) -> Levels:
    """(rows, stretches, lines, pixels, 3) how the crossing lines look in three stretches of each row."""
    parts = list(pairwise((0.14, 0.38, 0.62, 0.86)))  # one by one: a line has to go all the way
    return np.array(
        [
            [profile_across(image, top, bottom - top, part, crossing) for part in parts]
            for top, bottom in pairwise(rows)
        ]
    )


def profile_across(
    image: RGB, start: int, length: int, part: tuple[float, float], crossing: NDArray[np.intp]
) -> Levels:
    """(lines, pixels, 3) the median of a band of the picture across its height."""
    top = start + round(part[0] * length)
    band = image[top : max(top + 1, start + round(part[1] * length))]
    return np.asarray(np.median(band[:, crossing], axis=0), np.float32)
