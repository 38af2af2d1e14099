"""Screenshot in, the board's lattice out.

First a rough pass over the whole picture proposes two combs of equally spaced lines (see `edges`, `combs`).
Then each proposed line is looked for in the corners of every cell it passes: lines run through the corners,
digits, discs and marks stand in the middle. A line that is missing in most cells is no line of the board;
so the comb is trimmed where digits or stripes had prolonged it, and grown where a faint line was missed.

Known failure: a board turned by more than about a degree, since its lines leave their pixel rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import GridNotFoundError
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.imaging.ranks import median
from picrosser.reading.lattice.combs import Comb, combs_by_pitch, rough_combs
from picrosser.reading.lattice.edges import grey
from picrosser.reading.lattice.line_evidence import (
    LINE_REACH,
    corner_response,
    line_centres,
    lines_beyond,
    room_beside,
    settle,
    trimmed,
)
from picrosser.reading.lattice.stripes import has_stripes, is_bare

Side: TypeAlias = Literal["right", "bottom"]

# A line is seen in a cell when it has this share of the median over all lines and cells. Thick lines and
# stripes are stronger than the median line; noise is weaker by a factor of four even in JPEG of quality 30.
SEEN_SHARE = 0.5
SEEN_LEVELS = 0.45  # and at least this many grey levels: below, an empty page full of noise would do
# Of the picture: a board on a padded tablet has 15 %, chance patterns in a tool bar under 2 %.
MIN_AREA = 0.03
# Every line of a board is seen in this share of its cells and more, except where something lies over it. Of a
# finer lattice that fits into the board or its hints, every second line is missing.
SURE = 0.5
# Pairs of combs that are looked at beside a board that has been found; but all of them where there is room
# for a larger board with its hints, so many times the found board's area.
OTHER_TRIES, ROOM_FOR_LARGER = 2, 2.0
FIRST_TRIES = 3  # pairs of combs of a quick look: mostly the first holds
SAME_AREA = 0.9  # of two boards that are one
EVERY = 1_000  # more pairs of combs than are ever proposed
REFINEMENTS = 10  # each may find two more lines at every end


@dataclass(frozen=True, slots=True)
class GridFound:
    """Where the board lies, and why we believe it.

    lattice : the edges of the cells.
    pitch_px : the mean distance between lines.
    row_shares, col_shares : for each line, top to bottom and left to right, the share of its cells in
        which it was seen, 0..1.
    combs : the rough combs, rows' lines first, before trimming.
    confidence : the smallest share among all lines.
    goes_on : where lines go on beyond the last one: the board is not whole.
    others : smaller boards in the picture, as far as there is much room for them.
    """

    lattice: Lattice
    pitch_px: float
    row_shares: tuple[float, ...]
    col_shares: tuple[float, ...]
    combs: tuple[Comb, Comb]
    confidence: float
    goes_on: tuple[Side, ...] = ()
    others: tuple[Box, ...] = ()


def locate_ruled_board(image: RGB) -> GridFound | None:
    """The board whose lines are all seen well, by a first quick look; None where it takes more.

    image : (H, W, 3) uint8 sRGB.
    """
    luma = grey(image)
    least_px = MIN_AREA * image.shape[0] * image.shape[1]
    found = _searched(luma, np.ascontiguousarray(luma.T), least_px, FIRST_TRIES)
    return found if found is not None and found.confidence >= SURE else None


def locate_grid(image: RGB, tries: int = EVERY, *, ruled: GridFound | None = None) -> GridFound:
    """Find the largest regular board in a screenshot.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    ruled : this picture's `locate_ruled_board`, where it is known.
    tries : how many pairs of combs are looked at; the first holds on 97 % of boards, and it is quick to say
        that there is none.

    Raises
    ------
    GridNotFoundError : nothing in the picture repeats like the lines of a board.
    """
    height, width = image.shape[:2]
    luma = grey(image)
    across = np.ascontiguousarray(luma.T)
    least = MIN_AREA * width * height
    found = ruled or _searched(luma, across, least, tries)
    if found is None or not is_bare(image, found.lattice):
        found = _painted(image, luma, across, found, tries)
    if found is None:
        raise GridNotFoundError(
            f"no board with evenly spaced lines in this picture of {width} x {height} pixels",
            "give a screenshot that shows the whole board with its hints",
        )
    return _with_ends(luma, across, _largest(image, luma, across, found, tries))


def _largest(
    image: RGB, luma: NDArray[np.int16], across: NDArray[np.int16], found: GridFound, tries: int
) -> GridFound:
    """Look for another board where there is much room for one; of two boards, the larger one."""
    height, width = luma.shape
    best, smaller = found, list[Box]()
    for strip in room_beside(found.lattice, height, width):
        room = strip.height * strip.width
        looks = tries if room > ROOM_FOR_LARGER * _area(best) else min(tries, OTHER_TRIES)
        least_px = MIN_AREA * width * height
        other = _searched(luma[strip.slices], across[strip.slices[::-1]], least_px, looks)
        if other is None:
            continue
        other = replace(other, lattice=other.lattice.moved(strip.top, strip.left))
        if has_stripes(image, other.lattice):  # of its hints: text may look like lines
            best, other = (best, other) if _area(best) >= _area(other) else (other, best)
            smaller.append(other.lattice.board)
    return replace(best, others=tuple(smaller)) if smaller else best


def _searched(
    luma: NDArray[np.int16], across: NDArray[np.int16], least_px: float, tries: int
) -> GridFound | None:
    """The first board of which every line is seen well; else the one of which most is seen.

    least_px : the smallest area, in pixels.
    """
    best: GridFound | None = None
    for combs in islice(rough_combs(luma, across), tries):
        found = _verify(luma, across, combs, combs)
        if found is None or _area(found) < least_px:
            continue
        found = _refined(luma, across, found)
        if found.confidence >= SURE:
            return found
        if best is None or _area(found) * found.confidence > _area(best) * best.confidence:
            best = found
    return best


def _with_ends(luma: NDArray[np.int16], across: NDArray[np.int16], found: GridFound) -> GridFound:
    """Look whether the board goes on right of its last line, or below."""
    rows, cols = found.lattice.row_edges_px, found.lattice.col_edges_px
    more_cols, cut_right = lines_beyond(luma, rows, cols, found.pitch_px)
    more_rows, cut_below = lines_beyond(across, cols, rows, found.pitch_px)
    sides: tuple[tuple[Side, bool], ...] = (("right", cut_right), ("bottom", cut_below))
    return replace(
        found,
        lattice=Lattice((*rows, *more_rows), (*cols, *more_cols)),
        row_shares=(*found.row_shares, *[0.0] * len(more_rows)),
        col_shares=(*found.col_shares, *[0.0] * len(more_cols)),
        goes_on=tuple(side for side, is_cut in sides if is_cut),
    )


def _refined(luma: NDArray[np.int16], across: NDArray[np.int16], found: GridFound) -> GridFound:
    """Look again from the lines themselves: a rough pitch may be 1 % off, and miss lines at the ends."""
    for _ in range(REFINEMENTS):
        combs = _comb_of(found.lattice.row_edges_px), _comb_of(found.lattice.col_edges_px)
        again = _verify(luma, across, combs, found.combs)
        if again is None:
            break
        found, before = again, found
        if found.lattice.shape == before.lattice.shape:
            break
    return found


def _painted(
    image: RGB, luma: NDArray[np.int16], across: NDArray[np.int16], found: GridFound | None, tries: int
) -> GridFound | None:
    """Look once more, for a board that is painted; what was found, if that is the same or nothing."""
    from picrosser.reading.lattice.painted_board import locate_painted  # fresh boards do not need it

    board = locate_painted(image, luma, across, islice(combs_by_pitch(luma, across, halves=True), tries))
    if board is None or (found is not None and _says_more(found, board.lattice)):
        return found
    return GridFound(
        lattice=board.lattice,
        pitch_px=board.lattice.pitch_px,
        row_shares=board.row_shares,
        col_shares=board.col_shares,
        combs=board.combs,
        confidence=min(*board.row_shares, *board.col_shares),
    )


def _says_more(found: GridFound, painted: Lattice) -> bool:
    """Whether a board whose lines are all seen is a painted one, or has lines that this one leaves out."""
    if have_same_lines(painted, found.lattice):
        return True
    rows, cols = found.lattice.shape
    alike = _area(found) > SAME_AREA * painted.board.width * painted.board.height
    return found.confidence >= SURE and alike and rows * cols > painted.shape[0] * painted.shape[1]


def have_same_lines(one: Lattice, other: Lattice, off: float = LINE_REACH / 2) -> bool:
    """Whether two lattices have the same lines, as far as a line's own width lets one say.

    off : so far, in parts of the pitch, may two lines be apart.
    """
    pairs = ((one.row_edges_px, other.row_edges_px), (one.col_edges_px, other.col_edges_px))
    near = off * one.pitch_px
    return one.shape == other.shape and all(
        abs(a - b) <= near for pair in pairs for a, b in zip(*pair, strict=True)
    )


def _area(found: GridFound) -> int:
    board = found.lattice.board
    return board.width * board.height


def _verify(
    luma: NDArray[np.int16], across: NDArray[np.int16], combs: tuple[Comb, Comb], rough: tuple[Comb, Comb]
) -> GridFound | None:
    """Check every line of two combs in the corners of its cells; None when they are no board."""
    row_comb, col_comb = combs
    pitch = (row_comb.pitch_px + col_comb.pitch_px) / 2
    rows = _prolonged(row_comb, luma.shape[0])
    cols = _prolonged(col_comb, luma.shape[1])
    row_seen, row_noise = corner_response(luma, rows, cols, pitch)
    col_seen, col_noise = corner_response(across, cols, rows, pitch)
    level = max(SEEN_LEVELS, SEEN_SHARE * min(median(row_seen), median(col_seen)))
    rows_there, cols_there = row_seen - row_noise > level, col_seen - col_noise > level
    span = trimmed(settle(rows_there, cols_there), rows_there, cols_there)
    if span is None:
        return None
    top, bottom, left, right = span
    row_lines = line_centres(luma, rows[top : bottom + 1], cols[left : right + 1], pitch)
    col_lines = line_centres(across, cols[left : right + 1], rows[top : bottom + 1], pitch)
    row_shares = rows_there[top : bottom + 1, left:right].mean(axis=1)
    col_shares = cols_there[left : right + 1, top:bottom].mean(axis=1)
    lattice = Lattice(row_lines, col_lines)
    return GridFound(
        lattice=lattice,
        pitch_px=lattice.pitch_px,
        row_shares=tuple(row_shares.tolist()),
        col_shares=tuple(col_shares.tolist()),
        combs=rough,
        confidence=float(min(row_shares.min(), col_shares.min())),
    )


def _comb_of(lines: tuple[int, ...]) -> Comb:
    """The comb through measured lines."""
    pitch, start = np.polyfit(np.arange(len(lines)), lines, 1)
    return Comb(float(start), float(pitch), len(lines), 0.0)


def _prolonged(comb: Comb, length: int) -> NDArray[np.float64]:
    """The comb's places with two more at each end, as far as they lie in the picture."""
    places = np.asarray(comb.start_px + comb.pitch_px * np.arange(-2, comb.teeth + 2), np.float64)
    return places[(places > -LINE_REACH * comb.pitch_px) & (places < length + LINE_REACH * comb.pitch_px)]
