"""A picture in, the gridded areas out that it may show: evenly spaced lines, as far as they go.

A nonogram's hint areas may be gridded like its board; cells may be filled, so that no line shows between
them; and where only each tile's two edges are seen, half of the pitch repeats as well. So the combs of every
likely pitch are tried, and each is prolonged and trimmed by what is seen along each cell's sides: of an
area's outermost lines nearly all sides are seen, of the others those between cells that look different.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.imaging.ranks import median, quantile
from picrosser.reading.lattice.combs import Comb, best_combs, likely_pitches, rough_profiles
from picrosser.reading.lattice.edges import grey
from picrosser.reading.nonogram.candidates.area import MIN_LINES, SeenLines, best_area
from picrosser.reading.nonogram.candidates.filled import filled_alike
from picrosser.reading.nonogram.candidates.sides import (
    FAINT_LEVELS,
    NO_GAP,
    Luma,
    Places,
    Sides,
    Strengths,
    are_between,
    gap_edges_px,
    measure_sides,
    steps_along,
    true_lines,
)

FAINTER = 0.2  # of the typical side within the comb's teeth
MANY = 0.2  # of those sides: tiles of one look, and no chance
# Of their median: the spread of the middle half of equal sides is less, though an edge between two pixels is
# half as strong as one that lies on them; texts' strokes and shades spread wider.
EQUAL = 0.5
AT_EDGE = 0.03  # of the pitch: where a picture ends so near a line's place, the line may be cut off
SQUARE = 1.25  # a square cell's longer side is at most so many times its shorter one
# And that of an oblong one: it may be hardly longer, where its pitches and those of squares mix up, and no
# longer than a person would click.
OBLONG = 1.1, 2.0
MOST_LINES = 150  # in the whole picture: of a finer lattice no digit could be read
# Of fitting the lines and looking again: a comb's pitch may be 1 % off; and where gaps are seen only then.
ROUNDS, MOST_ROUNDS = 3, 6
PHASES = 2  # combs of each pitch and axis that are tried
PITCHES = 4  # of each axis by itself, where cells are not square


@dataclass(frozen=True, slots=True)
class Span:
    """Evenly spaced lines as far as they go."""

    row_lines: tuple[float, ...]
    col_lines: tuple[float, ...]

    @property
    def lattice(self) -> Lattice:
        """The lines as whole pixels."""
        rows, cols = (tuple(round(v) for v in lines) for lines in (self.row_lines, self.col_lines))
        return Lattice(rows, cols)


def spans(image: RGB, *, oblong: bool = False) -> Iterator[Span]:
    """The gridded areas that a picture may show, the likely ones first, each once.

    oblong : those whose cells are no squares; else only those whose cells are, or nearly.
    """
    luma = grey(image)
    across = np.ascontiguousarray(luma.T)
    known: set[object] = set()
    for combs in _pairs(luma, across, oblong=oblong):
        for span in _finest_first(luma, across, combs):
            key = _roughly(span.lattice) if oblong else span.lattice
            if key not in known:
                known.add(key)
                yield span


def _roughly(lattice: Lattice) -> tuple[tuple[int, int], int, int]:
    """What is the same of lattices that are the same up to a few pixels."""
    middle = (lattice.board.top + lattice.board.bottom) / 2, (lattice.board.left + lattice.board.right) / 2
    down, along = (round(at / pitch * 2) for at, pitch in zip(middle, lattice.pitches_px, strict=True))
    return lattice.shape, down, along


def unevenness(image: RGB, span: Span) -> float:
    """How far the edges near an area's inner lines lie off even places, in pixels, as a root mean square.

    The feet of digits, tiles' lower edges and other tiles' upper ones may follow each other nearly evenly.
    """
    luma = grey(image)
    return max(
        _off_places(luma, np.asarray(span.row_lines), np.asarray(span.col_lines)),
        _off_places(luma.T, np.asarray(span.col_lines), np.asarray(span.row_lines)),
    )


def _off_places(luma: Luma, lines: Places, across: Places) -> float:
    """The same for one axis; its lines are crossed by others."""
    steps = steps_along(luma, across)
    first, last = gap_edges_px(steps, lines)
    sides = measure_sides(steps, lines, (last - first) / 2)
    strong = sides.strength > FAINTER * median(sides.strength)
    inner = [
        (number, median(offsets[seen]))
        for number, (offsets, seen) in enumerate(zip(sides.offset, strong, strict=True))
        if 0 < number < len(lines) - 1 and seen.any()
    ]
    if len(inner) < 3:
        return 0.0
    numbers, offsets = np.array(inner).T
    off = offsets - np.polyval(np.polyfit(numbers, offsets, 1), numbers)
    return float(np.sqrt((off**2).mean()))


def _pairs(luma: Luma, across: Luma, *, oblong: bool) -> Iterator[tuple[Comb, Comb]]:
    """Combs of the rows' and of the columns' lines: first of one pitch, then of cells that are not quite
    square; or of oblong ones only.
    """
    profiles, grain = rough_profiles(luma, across)
    longest = min(luma.shape) / MIN_LINES / grain

    def combs(axis: int, pitch: float) -> list[Comb]:
        return [comb.scaled(grain) for comb in best_combs(profiles[axis], pitch)[:PHASES]]

    for pitch in () if oblong else likely_pitches(profiles, longest):
        pairs = product(combs(0, pitch), combs(1, pitch))
        yield from sorted(pairs, key=lambda pair: -pair[0].score - pair[1].score)
    down, along = (likely_pitches((profile,), longest)[:PITCHES] for profile in profiles)
    for one, other in product(down, along):
        longer = max(one / other, other / one)
        if OBLONG[0] <= longer < OBLONG[1] if oblong else longer < SQUARE:
            most = PHASES if oblong else 1
            yield from product(combs(0, one)[:most], combs(1, other)[:most])


_Axis: TypeAlias = tuple[Strengths, Places, slice]


class _Look(NamedTuple):
    """What two combs are part of.

    span : the area.
    are_gaps : whether its rows' lines, and its columns', are gaps between tiles.
    combs : fitted to what is seen of it.
    axes : of its rows, and of its columns: the edges in the picture, the lines, and the cells across these.
    """

    span: Span
    are_gaps: tuple[bool, bool]
    combs: tuple[Comb, Comb]
    axes: tuple[_Axis, _Axis]


def _finest_first(luma: Luma, across: Luma, combs: tuple[Comb, Comb]) -> Iterator[Span]:
    """The area that two combs are part of, if any; before it that of half their pitch, if its lines are seen.

    Every second line repeats as well as all do; of thick lines, which have two edges each, even better.
    """
    look = _settled(luma, across, combs)
    if look is None:
        return
    if all(are_between(*axis) for axis in look.axes):  # in the middles of its cells, both ways
        rows, cols = (Comb(its.start_px, its.pitch_px / 2, 2 * its.teeth - 1, 0.0) for its in look.combs)
        finer = _settled(luma, across, (rows, cols))
        if finer is not None:
            yield finer.span
    yield look.span


def _settled(luma: Luma, across: Luma, combs: tuple[Comb, Comb]) -> _Look | None:
    """What two combs are part of, once they are fitted; None if they are part of nothing."""
    look = _look(luma, across, combs)
    for done in range(2, MOST_ROUNDS + 1):
        before = look
        look = before and _look(luma, across, before.combs)
        if before is None or look is None:
            return None
        settled = done >= ROUNDS and before.are_gaps == look.are_gaps
        if settled or before.span.lattice == look.span.lattice:
            break
    return look


def _look(luma: Luma, across: Luma, combs: tuple[Comb, Comb]) -> _Look | None:
    """Prolong and trim two combs by what is seen, and fit them to that; None if they are part of no area."""
    rows, cols = (_everywhere(comb, length) for comb, length in zip(combs, luma.shape, strict=True))
    if not MIN_LINES <= min(len(rows), len(cols)) <= max(len(rows), len(cols)) <= MOST_LINES:
        return None
    box = [*_teeth(combs[0], rows), *_teeth(combs[1], cols)]
    steps = steps_along(luma, cols), steps_along(across, rows)
    gaps = (
        gap_edges_px(steps[0][:, box[2] : box[3]], rows[box[0] : box[1] + 1]),
        gap_edges_px(steps[1][:, box[0] : box[1]], cols[box[2] : box[3] + 1]),
    )
    rows, cols = (np.asarray(lines + sum(gap) / 2) for lines, gap in zip((rows, cols), gaps, strict=True))
    lying, standing = (
        measure_sides(step, lines, (gap[1] - gap[0]) / 2)
        for step, lines, gap in zip(steps, (rows, cols), gaps, strict=True)
    )
    lines = _seen_lines(luma, rows, cols, (lying.strength, standing.strength), box)
    grown = best_area(lines, box)
    if grown is None:
        return None
    down, along = true_lines((lying.strength, standing.strength), grown)
    span = Span(tuple(np.clip(rows[down], 0, luma.shape[0])), tuple(np.clip(cols[along], 0, luma.shape[1])))
    are_gaps = gaps[0] != NO_GAP, gaps[1] != NO_GAP
    top, bottom, left, right = grown
    fitted = (
        _fitted(rows, lying, slice(top, bottom + 1), slice(left, right), tiles=are_gaps[0]),
        _fitted(cols, standing, slice(left, right + 1), slice(top, bottom), tiles=are_gaps[1]),
    )
    axes = (
        (steps[0], rows[top : bottom + 1], slice(left, right)),
        (steps[1], cols[left : right + 1], slice(top, bottom)),
    )
    return _Look(span, are_gaps, fitted, axes)


def _seen_lines(
    luma: Luma, rows: Places, cols: Places, sides: tuple[Strengths, Strengths], box: list[int]
) -> tuple[SeenLines, SeenLines]:
    """What is seen of the rows' and of the columns' lines, as strong as those within the box are."""
    top, bottom, left, right = box
    inside = [sides[0][top : bottom + 1, left:right].ravel(), sides[1][left : right + 1, top:bottom].ravel()]
    enough = _strong_enough(np.concatenate(inside))
    seen = sides[0] > enough, sides[1] > enough
    for its, lines, length in zip(seen, (rows, cols), luma.shape, strict=True):
        its[np.abs(lines - length) < AT_EDGE * (lines[1] - lines[0])] = True
    below, beside = filled_alike(luma, rows, cols, box)
    return SeenLines(seen[0], below & ~seen[0]), SeenLines(seen[1], beside.T & ~seen[1])


def _strong_enough(inside: Strengths) -> float:
    """How strong a side has to be to be seen, beside those within the comb's teeth.

    Of dark tiles, the sides of unpainted ones may have a tenth of the strength of painted ones; but there are
    many, and all are equally strong, as parts of a text or a picture are not.
    """
    enough = max(FAINT_LEVELS, FAINTER * median(inside))
    faint = inside[(inside > FAINT_LEVELS) & (inside < median(inside) / 2)]
    if len(faint) < MANY * len(inside):
        return enough
    low, middle, high = (quantile(faint, share) for share in (0.25, 0.5, 0.75))
    return min(enough, middle / 2) if high - low < EQUAL * middle else enough


def _fitted(lines: Places, sides: Sides, which: slice, cells: slice, *, tiles: bool) -> Comb:
    """The comb through the middles of the edges that are seen, which may be a little off the lines.

    which, cells : those of the lines that bound the area, and the cells between the ones that cross them.
    tiles : the lines are gaps, whose middles are looked for. The outermost ones have but one edge each, half
        a gap further in, and would draw the others together.
    """
    lines, offsets, weights = lines[which], sides.offset[which, cells], sides.strength[which, cells]
    strong = weights > FAINTER * median(weights)
    number = np.arange(len(lines))
    counts = strong.sum(axis=1)
    known = counts > 0
    if tiles and known[1:-1].sum() > 2:
        known[[0, -1]] = False
    ordered = np.sort(np.where(strong, offsets, np.inf), axis=1)[known]
    middle = [np.take_along_axis(ordered, at[known, None], axis=1) for at in ((counts - 1) // 2, counts // 2)]
    places = lines[known] + (middle[0] + middle[1])[:, 0] / 2  # the medians, all at once
    if known.sum() <= 2:
        return Comb(float(lines[0]), float(lines[1] - lines[0]), len(lines), 0.0)
    # By strength: where a line lies out of reach, what is found near its place is noise.
    pitch, start = np.polyfit(number[known], places, 1, w=np.sqrt(weights[known].mean(axis=1)))
    return Comb(float(start), float(pitch), len(lines), 0.0)


def _everywhere(comb: Comb, length: int) -> Places:
    """The comb's lines in the whole picture."""
    first = comb.start_px - comb.pitch_px * int(comb.start_px / comb.pitch_px)
    return np.arange(first, length + 1, comb.pitch_px)


def _teeth(comb: Comb, lines: Places) -> tuple[int, int]:
    """The comb's first and last tooth among the lines."""
    return int(np.abs(lines - comb.start_px).argmin()), int(np.abs(lines - comb.end_px).argmin())
