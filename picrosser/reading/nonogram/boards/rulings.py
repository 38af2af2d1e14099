"""Look for the lines of the boards that hint numbers span, and tell boards with lines from those without.

A board may be a bare frame, a plain area, striped, or have thick lines after every fifth cell only. So a line
that is not seen speaks against a board only where the picture has lines between most of its cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import Lattice
from picrosser.reading.lattice.combs import Comb
from picrosser.reading.lattice.edges import Luma
from picrosser.reading.nonogram.boards.digit_lattice import DigitLattice, Px
from picrosser.reading.nonogram.boards.seen_lines import SeenLines, fitted_comb, seen_lines
from picrosser.reading.nonogram.boards.sides import (
    NO_GAP,
    Strengths,
    gap_edges_px,
    measure_sides,
    steps_along,
    sums_along,
)

# Of the cells' sides where a line would show: if there is a line after every fifth cell only, it is a fifth
MIN_SEEN = 0.4
# Of the lines' sides, those that are stronger than what is half-way between: else it is noise or texture
MIN_STRONGER = 0.6
# Numbers may stand elsewhere in their lines, or at another pitch. Of the pitch: how much it may differ, and
# the steps in which that is tried. Of the lines' strength: what a pitch between the two middles costs
MAX_OTHER_PITCH, OWN_STEP, FAR_COST = 0.13, 0.05, 0.02
CUT_OFF = 0.15  # of the pitch: so far outside a picture its first or last line may lie


Flags: TypeAlias = NDArray[np.int8]
Sums: TypeAlias = tuple[NDArray[np.int32], NDArray[np.int32]]  # `sums_along` the rows and the columns


class Ruling(NamedTuple):
    """Evenly spaced lines over the whole picture.

    rows, cols : (R + 1,), (C + 1,) px, the places of the lines.
    seen : (R + 1, C) along the rows' lines and (C + 1, R) along the columns', per cell's side: 1 if a line is
        seen there, -1 if it is missing, 0 if nothing follows, as between two cells that are painted alike.
    area : the first and the last line of the rows, then of the columns, between which a board may lie.
    hint_rows, hint_cols : (R + 1,), (C + 1,) px, the edges of the places in whose middles numbers stand: the
        same lines, unless numbers are set against an edge of their rows and columns, or at another pitch.
    shape_px : (H, W) of the picture.
    hints_at : whether hints stand below, and to the right, as its numbers tell; None if these are not known.
    """

    rows: NDArray[np.float64]
    cols: NDArray[np.float64]
    seen: tuple[Flags, Flags]
    area: tuple[int, int, int, int]
    hint_rows: NDArray[np.float64]
    hint_cols: NDArray[np.float64]
    shape_px: tuple[int, int]
    hints_at: tuple[bool, bool] | None = None

    def lattice(self, sides: tuple[int, int, int, int]) -> Lattice:
        """The board between a first and a last line of the rows, and of the columns.

        A line that the picture's edge cuts off lies on that edge, so that all of the board has pixels.
        """
        height, width = self.shape_px
        return _between(np.clip(self.rows, 0, height), np.clip(self.cols, 0, width), sides)

    def hint_places(self, sides: tuple[int, int, int, int]) -> Lattice:
        """Where the numbers of its rows and its columns stand."""
        return _between(self.hint_rows, self.hint_cols, sides)


def _between(rows: Px, cols: Px, sides: tuple[int, int, int, int]) -> Lattice:
    top, bottom, left, right = sides
    return Lattice(
        tuple(round(float(line)) for line in rows[top : bottom + 1]),
        tuple(round(float(line)) for line in cols[left : right + 1]),
    )


def rulings_from_digits(
    luma: Luma, lattices: Iterable[DigitLattice], *, anywhere: bool = False
) -> Iterator[Ruling]:
    """Yield the rulings of boards that numbers span, with what is seen of their lines, in the order given.

    Where the picture has lines between cells, the ruling is fitted to them, and a line that is not seen
    speaks against it. Where it has none (a bare frame, a plain area, stripes), what is seen still counts, but
    nothing follows from lines that are not.

    luma : (H, W) the picture's grey, as `luma_of` returns it.
    anywhere : the lines are where they are seen best, even if some are seen half-way between the numbers: of
        those at another pitch, some happen to lie there.
    """
    sums = sums_along(luma), sums_along(np.ascontiguousarray(luma.T))
    for lattice in lattices:
        yield _ruling(luma, sums, lattice, anywhere=anywhere)


def _ruling(luma: Luma, sums: Sums, lattice: DigitLattice, *, anywhere: bool) -> Ruling:
    """The lines of a board that numbers span, prolonged over the picture, and where they are seen."""
    combs = [
        Comb(axis.start_px, axis.pitch_px, axis.count + 1, axis.nats) for axis in (lattice.rows, lattice.cols)
    ]
    look, hints = _look(luma, sums, combs), None
    if anywhere or not all(look.have_lines):
        near = [
            comb if have and not anywhere else _best_seen(steps, comb)
            for steps, comb, have in zip(look.steps, combs, look.have_lines, strict=True)
        ]
        elsewhere = _look(luma, sums, near)
        if all(elsewhere.have_lines):  # else they may be lines of text
            look, hints = elsewhere, combs
    if any(look.have_lines):
        look = _look(luma, sums, look.combs)
    flags = [_flags(seen, have) for seen, have in zip(look.seen, look.have_lines, strict=True)]
    (top, bottom), (left, right) = look.ends
    rows, cols = look.places if hints is None else map(_prolonged_as, hints, look.places, look.ends)
    area, sides = (top, bottom, left, right), (lattice.below, lattice.beside_right)
    return Ruling(*look.places, (flags[0], flags[1]), area, rows, cols, luma.shape, sides)


def _best_seen(steps: Strengths, comb: Comb) -> Comb:
    """The comb of as many lines near one's own that are seen best; steps as in `_Look`."""
    strength = steps.mean(axis=1)
    reach = max(1, round(OWN_STEP * comb.pitch_px))
    strength = np.max([np.roll(strength, by) for by in range(-reach, reach + 1)], axis=0)
    number = np.arange(comb.teeth)
    scales = np.arange(-MAX_OTHER_PITCH, MAX_OTHER_PITCH, OWN_STEP / comb.teeth) + 1
    starts = comb.start_px + comb.pitch_px * np.arange(-1, 1, OWN_STEP)
    pitches = comb.pitch_px * scales
    places = starts[:, None, None] + pitches[:, None] * number
    inside = (places >= 0) & (places < len(strength))
    seen = np.where(inside, strength[np.clip(places, 0, len(strength) - 1).astype(np.intp)], 0)
    off = (places - (comb.start_px + comb.pitch_px * number)).mean(axis=2) / comb.pitch_px
    usual = np.minimum(seen, 2 * np.median(seen, axis=2)[..., None])  # a frame may outweigh all others
    start, pitch = np.unravel_index(
        int((usual.mean(axis=2) * (1 - FAR_COST * np.abs(off))).argmax()), off.shape
    )
    return comb._replace(start_px=float(starts[start]), pitch_px=float(pitches[pitch]))


class _Look(NamedTuple):
    """What a picture shows of the lines of two combs, of rows and of columns.

    places : the lines, prolonged over the picture. ends : the combs' first and last line among them.
    seen : where they are seen. have_lines : whether there are lines between the board's cells.
    combs : fitted to the lines that are seen.
    steps : how much each pixel differs from the one before it, along each cell between the combs' lines.
    """

    places: tuple[Px, Px]
    ends: tuple[tuple[int, int], tuple[int, int]]
    seen: tuple[SeenLines, SeenLines]
    have_lines: tuple[bool, bool]
    combs: list[Comb]
    steps: tuple[Strengths, Strengths]


def _look(luma: Luma, sums: Sums, combs: list[Comb]) -> _Look:
    rows, cols = (_prolonged(comb, length) for comb, length in zip(combs, luma.shape, strict=True))
    ends = _ends(combs[0], rows), _ends(combs[1], cols)
    cells = slice(*ends[1]), slice(*ends[0])  # that cross the rows' lines, and the columns'
    steps = steps_along(sums[0], cols), steps_along(sums[1], rows)
    axes = list(zip((rows, cols), steps, ends, cells, strict=True))
    gaps = [gap_edges_px(step[:, cell], lines[first : last + 1]) for lines, step, (first, last), cell in axes]
    places = [np.asarray(axis[0] + sum(gap) / 2) for axis, gap in zip(axes, gaps, strict=True)]
    sides = [
        measure_sides(step, lines, (gap[1] - gap[0]) / 2)
        for step, lines, gap in zip(steps, places, gaps, strict=True)
    ]
    seen = seen_lines(
        luma, places[0], places[1], (sides[0].strength, sides[1].strength), [*ends[0], *ends[1]]
    )
    have_lines, fitted = [], []
    for axis in (0, 1):
        first, last = ends[axis]
        inner = slice(first + 1, last), cells[axis]
        have = _are_seen(seen[axis].seen[inner], ~seen[axis].hidden[inner], steps[axis], places[axis], inner)
        have_lines.append(have)
        tiles = gaps[axis] != NO_GAP
        whole = slice(first, last + 1)
        fitted.append(
            fitted_comb(places[axis], sides[axis], whole, cells[axis], tiles=tiles) if have else combs[axis]
        )
    inside = steps[0][:, cells[0]], steps[1][:, cells[1]]
    return _Look((places[0], places[1]), ends, seen, (have_lines[0], have_lines[1]), fitted, inside)


def _flags(lines: SeenLines, have_lines: bool) -> Flags:
    """(lines, cells) 1 where a line is seen, -1 where it is missing, 0 where nothing follows."""
    missing = ~lines.seen & ~lines.hidden & have_lines
    return np.asarray(lines.seen.astype(np.int8) - missing.astype(np.int8), np.int8)


def _are_seen(
    seen: NDArray[np.bool_], shown: NDArray[np.bool_], steps: Strengths, lines: Px, inner: tuple[slice, slice]
) -> bool:
    """Whether there are lines between a board's cells: on their places more is seen than half-way between.

    seen, shown : (lines, cells) of the board's inner lines: one is seen; it would be seen if there were one.
    """
    if (seen & shown).sum() < MIN_SEEN * max(1, shown.sum()):
        return False
    half = (lines[1] - lines[0]) / 2
    own, between = (measure_sides(steps, places, 0.0).strength[inner] for places in (lines, lines - half))
    return bool((own > between)[seen].mean() > MIN_STRONGER)


def _prolonged_as(comb: Comb, lines: Px, ends: tuple[int, int]) -> Px:
    """As many lines as given, of which the comb's first one has the same number as its line there."""
    return np.asarray(comb.start_px + comb.pitch_px * (np.arange(len(lines)) - ends[0]), np.float64)


def _prolonged(comb: Comb, length: int) -> Px:
    """The comb's lines in a picture of that length, also where its ends cut them off."""
    slack = CUT_OFF * comb.pitch_px
    first = comb.start_px - comb.pitch_px * np.floor((comb.start_px + slack) / comb.pitch_px)
    return np.arange(first, length + slack, comb.pitch_px)


def _ends(comb: Comb, lines: Px) -> tuple[int, int]:
    """The comb's first and last line among all."""
    return int(np.abs(lines - comb.start_px).argmin()), int(np.abs(lines - comb.end_px).argmin())
