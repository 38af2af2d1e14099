"""Locate the lattice of a board in a screenshot.

Combs of equally spaced lines are proposed from the whole picture (see `combs`). Then each proposed line is
looked for in the corners of every cell it passes: a comb is trimmed where digits or stripes had prolonged it,
and extended where a faint line was missed.

Known failure: a board turned by more than about a degree, since its lines leave their pixel rows.
"""

from dataclasses import replace
from itertools import islice, tee
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.errors import GridNotFoundError
from picrosser.imaging.channels import luma_of
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.reading.lattice.combs import MIN_PITCH_PX, Comb, combs_by_pitch, propose_comb_pairs
from picrosser.reading.lattice.edges import Luma, Lumas, calm_both_ways
from picrosser.reading.lattice.line_evidence import (
    LINE_REACH,
    MIN_LINES,
    MIN_SEEN_LEVELS,
    MIN_SEEN_SHARE,
    SURE,
    GridFound,
    Side,
    corner_response,
    find_board_lines,
    line_centres,
    lines_beyond,
    shares_seen,
)
from picrosser.reading.lattice.stripes import has_stripes, is_surely_unpainted

# Of the picture: a board on a padded tablet has 15 %, chance patterns in a tool bar under 2 %.
MIN_AREA = 0.03
HINT_DEPTH = 4.0  # pitches above a board and left of it that its hints take: to search them costs 30 ms
MIN_ROOM = 0.25  # of the picture: with less room beside a board, no other one is looked for
QUICK_TRIES = 3  # pairs of combs that a quick look tries: mostly the first one holds
MIN_SIDE_PX = round((MIN_LINES - 1) * MIN_PITCH_PX)  # of a picture: the least that the smallest board takes


class RuledSought(NamedTuple):
    """What a quick look for a board by its lines found, which a closer look need not do again.

    found : the board of which most is seen; None if there is nothing like one.
    is_only : it is the board: none that paint hides is looked for, nor lines beyond it.
    """

    found: GridFound | None
    is_only: bool = False

    @property
    def sure(self) -> GridFound | None:
        """The board if all of its lines are seen well; None where it takes a closer look."""
        return self.found if self.found is not None and self.found.confidence >= SURE else None


def seek_ruled_board(luma: Luma, likely: Lattice | None = None) -> RuledSought:
    """Take a quick look for a board whose lines are seen in (H, W) uint8 luma.

    likely : where a board was surely seen at half the size: it is looked for there first.
    """
    if min(luma.shape) < MIN_SIDE_PX:
        return RuledSought(None)
    lumas = calm_both_ways(luma)
    if likely is not None:
        found = _verify(lumas, *map(_comb_through, likely.edges_px))
        if found is not None and found.confidence >= SURE:
            return RuledSought(_refined(lumas, found))
    return RuledSought(_first_sure_board(lumas, MIN_AREA * luma.size))


def locate_grid(image: RGB, *, sought: RuledSought | None = None) -> GridFound:
    """Find the largest regular board in a screenshot.

    image : (H, W, 3) uint8 sRGB.
    sought : what `seek_ruled_board` returned for this picture, if it was called.

    Raises
    ------
    GridNotFoundError : nothing in the picture repeats like the lines of a board.
    """
    height, width = image.shape[:2]
    if min(height, width) < MIN_SIDE_PX:
        raise _no_board()
    if sought is not None and sought.is_only and sought.found is not None:
        return sought.found
    lumas = calm_both_ways(luma_of(image))
    least_px = MIN_AREA * width * height
    found = _first_sure_board(lumas, least_px) if sought is None else sought.found
    if found is None or not is_surely_unpainted(image, found.lattice):
        # Fresh boards do not need it.
        from picrosser.reading.lattice.painted_board import locate_painted_board, shows_stripes

        by_pitch, again = tee(combs_by_pitch(lumas, halves=True))
        if not shows_stripes(lumas, by_pitch):
            if found is None:
                raise _no_board()
            return _with_lines_beyond(lumas, found)
        if found is None or found.confidence < SURE:
            found = _first_sure_board(lumas, least_px, found, is_quick=False)
        painted = locate_painted_board(image, lumas, again)
        if painted is not None and not _says_more(found, painted):
            found = painted
        if found is None:
            raise _no_board()
    return _with_lines_beyond(lumas, _largest(image, lumas, found))


def _no_board() -> GridNotFoundError:
    return GridNotFoundError(
        "no board with evenly spaced lines was found in this picture",
        "give a screenshot that shows the whole board with its hints",
    )


def _first_sure_board(
    lumas: Lumas, least_px: float, best: GridFound | None = None, *, is_quick: bool = True
) -> GridFound | None:
    """Return the first board whose lines are all seen well; else the one of which most is seen."""
    pairs = propose_comb_pairs(lumas)
    for combs in islice(pairs, QUICK_TRIES) if is_quick else islice(pairs, QUICK_TRIES, None):
        found = _verify(lumas, *combs)
        if found is None or found.area_px < least_px:
            continue
        found = _refined(lumas, found)
        if found.confidence >= SURE:
            return found
        if best is None or found.area_px * found.confidence > best.area_px * best.confidence:
            best = found
    return best


def _verify(lumas: Lumas, row_comb: Comb, col_comb: Comb) -> GridFound | None:
    """Check every line of two combs in the corners of its cells; None if they do not form a board."""
    pitch = (row_comb.pitch_px + col_comb.pitch_px) / 2
    rows, cols = map(_extended, (row_comb, col_comb), lumas[0].shape)
    row_seen, row_noise = corner_response(lumas[0], rows, cols, pitch)
    col_seen, col_noise = corner_response(lumas[1], cols, rows, pitch)
    level = max(MIN_SEEN_LEVELS, MIN_SEEN_SHARE * min(float(np.median(row_seen)), float(np.median(col_seen))))
    rows_there, cols_there = row_seen - row_noise > level, col_seen - col_noise > level
    board = find_board_lines(rows_there, cols_there)
    if board is None:
        return None
    top, bottom, left, right = board
    return GridFound(
        Lattice(
            line_centres(lumas[0], rows[top : bottom + 1], cols[left : right + 1], pitch),
            line_centres(lumas[1], cols[left : right + 1], rows[top : bottom + 1], pitch),
        ),
        *shares_seen(board, rows_there, cols_there),
    )


def _refined(lumas: Lumas, found: GridFound) -> GridFound:
    """Verify again with the measured lines: a proposed pitch may be 1 % off, and miss lines at the ends."""
    while True:  # two more lines may be found at every end
        again = _verify(lumas, *map(_comb_through, found.lattice.edges_px))
        if again is None:
            return found
        found, before = again, found
        if prod(found.lattice.shape) <= prod(before.lattice.shape):
            return found


def _comb_through(lines: tuple[int, ...]) -> Comb:
    """Fit a comb to measured lines."""
    pitch, start = np.polyfit(np.arange(len(lines)), lines, 1)
    return Comb(float(start), float(pitch), len(lines), 0.0)


def _extended(comb: Comb, length: int) -> NDArray[np.float64]:
    """Return the places of the teeth and of two more at each end, as far as they lie in the picture."""
    places = np.asarray(comb.start_px + comb.pitch_px * np.arange(-2, comb.teeth + 2), np.float64)
    return places[(places > -LINE_REACH * comb.pitch_px) & (places < length + LINE_REACH * comb.pitch_px)]


def _says_more(found: GridFound | None, painted: GridFound) -> bool:
    """Whether a board found by its lines has the painted board's lines, or surely more."""
    if found is None:
        return False
    own, other = found.lattice, painted.lattice
    if own.shape == other.shape:
        off = np.concatenate(own.edges_px) - np.concatenate(other.edges_px)
        if np.abs(off).max() <= LINE_REACH / 2 * painted.pitch_px:
            return True
    return found.confidence >= SURE and prod(own.shape) > prod(other.shape)


def _largest(image: RGB, lumas: Lumas, found: GridFound) -> GridFound:
    """Look for other boards where there is much room for one; return the largest board."""
    luma, transposed = lumas
    height, width = luma.shape
    best, smaller = found, list[Box]()
    for strip in _room_beside(found.lattice, height, width):
        part = luma[strip.slices], transposed[strip.slices[::-1]]
        other = _first_sure_board(part, MIN_AREA * width * height)
        if other is None:
            continue
        other = replace(other, lattice=other.lattice.moved(strip.top, strip.left))
        if has_stripes(image, other.lattice):  # of its hints: text may look like lines
            best, other = (best, other) if best.area_px >= other.area_px else (other, best)
            smaller.append(other.lattice.board)
    return replace(best, others=tuple(smaller)) if smaller else best


def _room_beside(lattice: Lattice, height: int, width: int) -> list[Box]:
    """Return the strips of a picture that could hold another board: above, below, left and right."""
    board, hints = lattice.board, round(HINT_DEPTH * lattice.pitch_px)
    strips = [
        Box(0, 0, board.top - hints, width),
        Box(board.bottom, 0, height, width),
        Box(0, 0, height, board.left - hints),
        Box(0, board.right, height, width),
    ]
    least = MIN_ROOM * height * width
    return [box for box in strips if min(box.height, box.width) > 0 and box.height * box.width >= least]


def _with_lines_beyond(lumas: Lumas, found: GridFound) -> GridFound:
    """Add lines that were missed right of the board and below it, and note where the board is cut."""
    rows, cols = found.lattice.edges_px
    more_cols, cut_right = lines_beyond(lumas[0], rows, cols, found.pitch_px)
    more_rows, cut_below = lines_beyond(lumas[1], cols, rows, found.pitch_px)
    sides: tuple[tuple[Side, bool], ...] = (("right", cut_right), ("bottom", cut_below))
    return replace(
        found,
        lattice=Lattice((*rows, *more_rows), (*cols, *more_cols)),
        row_shares=(*found.row_shares, *[0.0] * len(more_rows)),
        col_shares=(*found.col_shares, *[0.0] * len(more_cols)),
        goes_on=tuple(side for side, is_cut in sides if is_cut),
    )
