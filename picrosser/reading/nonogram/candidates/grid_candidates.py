"""Find the gridded areas that a picture may show: evenly spaced lines, as far as they go.

A nonogram's hint areas may be gridded like its board; cells may be filled, so that no line shows between
them; and where only each tile's two edges are seen, half of the pitch repeats as well. So the combs of every
likely pitch are tried, and each is prolonged and trimmed by what is seen along each cell's sides: of an
area's outermost lines nearly all sides are seen, of the others those between cells that look different. Sides
between two cells that are filled alike are hidden, and count neither way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.imaging.ranks import median, quantile
from picrosser.reading.lattice.combs import Comb, best_combs, likely_pitches, rough_profiles
from picrosser.reading.lattice.edges import grey
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

MIN_SIDE_SHARE = 0.2  # of the typical side within the comb's teeth
MIN_FAINT_FRACTION = 0.2  # of those sides: so many equal ones are tiles, fewer may be chance
# Of their median: the spread of the middle half of equal sides is less, though an edge between two pixels is
# half as strong as one that lies on them; texts' strokes and shades spread wider.
MAX_FAINT_SPREAD = 0.5
MAX_EDGE_GAP = 0.03  # of the pitch: where a picture ends so near a line's place, the line may be cut off
MAX_SQUARE_ASPECT = 1.25  # a square cell's longer side is at most so many times its shorter one
# And that of an oblong one: a smaller aspect ratio is taken for a square's, a larger one is implausible.
OBLONG_ASPECTS = 1.1, 2.0
MAX_LINES = 150  # in the whole picture: of a finer lattice no digit could be read
# Of fitting the lines and looking again: a comb's pitch may be 1 % off; and where gaps are seen only then.
MIN_ROUNDS, MAX_ROUNDS = 3, 6
MAX_PHASES = 2  # combs of each pitch and axis that are tried
MAX_PITCHES = 4  # of each axis by itself, where cells are not square

# How far the lines of an area go:
MIN_SEEN_SIDES = 0.6  # of a line's sides have to be seen, hidden ones aside
MIN_CROSSING_SIDES = 0.5  # and of the sides that lead to it
MIN_SHOWN_SIDES = 0.25  # of a line's sides at least are not hidden
# Lines that may lie unseen before one that is seen: rows that are filled from end to end
MAX_UNSEEN_LINES = 2
MIN_LINES = 4  # of an area each way
MAX_UNSEEN_SIDES = 1  # of a cell's four sides may be unseen
# Between two areas; a gridded one may have no grid in the corner between its hints.
GAP_WORTH = -0.7
NO_CELL_WORTH = -2.0  # what is no cell counts against an area, where a cell counts 1

Flags: TypeAlias = NDArray[np.bool_]

# Cells that are filled alike:
SAME_LEVELS = 6  # grey levels within which two tones are one
TONE_SAMPLES = (0.3, 0.4, 0.5, 0.6, 0.7)  # of the pitch: where a cell's tone is looked at
RING_CELLS = 2  # cells round the comb's teeth in which the page shows


@dataclass(frozen=True, slots=True)
class GridCandidate:
    """A gridded area: evenly spaced lines as far as they go, their places in pixels."""

    row_lines: tuple[float, ...]
    col_lines: tuple[float, ...]

    @property
    def lattice(self) -> Lattice:
        """The lines as whole pixels."""
        rows, cols = (tuple(round(v) for v in lines) for lines in (self.row_lines, self.col_lines))
        return Lattice(rows, cols)


def grid_candidates(image: RGB, *, oblong: bool = False) -> Iterator[GridCandidate]:
    """Yield the gridded areas that a picture may show, the likely ones first, each once.

    image : (H, W, 3) uint8 sRGB.
    oblong : whether areas whose cells are clearly not square are looked for, instead of square ones.
    """
    luma = grey(image)
    across = np.ascontiguousarray(luma.T)
    known: set[object] = set()
    for combs in _pairs(luma, across, oblong=oblong):
        for candidate in _finest_first(luma, across, combs):
            key = _roughly(candidate.lattice) if oblong else candidate.lattice
            if key not in known:
                known.add(key)
                yield candidate


Area: TypeAlias = "tuple[Places, Places, tuple[SeenLines, SeenLines], list[int]]"
"""The lines of rows and of columns over the whole picture, what is seen of them, and the area that they fill:
its first and last line of rows, then of columns."""


def fitted_areas(image: RGB, *, oblong: bool = False) -> Iterator[Area]:
    """Yield the gridded areas of a picture as `grid_candidates` does, each with all that is seen of its
    lines.

    The same area may be yielded several times.
    """
    luma = grey(image)
    across = np.ascontiguousarray(luma.T)
    for combs in _pairs(luma, across, oblong=oblong):
        look = _fit_until_settled(luma, across, combs)
        if look is not None:
            yield look.everywhere


def _roughly(lattice: Lattice) -> tuple[tuple[int, int], int, int]:
    """What is the same of lattices that are the same up to a few pixels."""
    middle = (lattice.board.top + lattice.board.bottom) / 2, (lattice.board.left + lattice.board.right) / 2
    down, along = (round(at / pitch * 2) for at, pitch in zip(middle, lattice.pitches_px, strict=True))
    return lattice.shape, down, along


def line_fit_rms(image: RGB, candidate: GridCandidate) -> float:
    """Root mean square distance of the edges near an area's inner lines from evenly spaced places, in pixels.

    The feet of digits, tiles' lower edges and other tiles' upper ones may follow each other nearly evenly.
    """
    luma = grey(image)
    return max(
        _axis_fit_rms(luma, np.asarray(candidate.row_lines), np.asarray(candidate.col_lines)),
        _axis_fit_rms(luma.T, np.asarray(candidate.col_lines), np.asarray(candidate.row_lines)),
    )


def _axis_fit_rms(luma: Luma, lines: Places, across: Places) -> float:
    """The rms deviation of one axis, in pixels; `across` are the lines that cross its lines."""
    steps = steps_along(luma, across)
    first, last = gap_edges_px(steps, lines)
    sides = measure_sides(steps, lines, (last - first) / 2)
    strong = sides.strength > MIN_SIDE_SHARE * median(sides.strength)
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
        return [comb.scaled(grain) for comb in best_combs(profiles[axis], pitch)[:MAX_PHASES]]

    for pitch in () if oblong else likely_pitches(profiles, longest):
        pairs = product(combs(0, pitch), combs(1, pitch))
        yield from sorted(pairs, key=lambda pair: -pair[0].score - pair[1].score)
    down, along = (likely_pitches((profile,), longest)[:MAX_PITCHES] for profile in profiles)
    for one, other in product(down, along):
        longer = max(one / other, other / one)
        if OBLONG_ASPECTS[0] <= longer < OBLONG_ASPECTS[1] if oblong else longer < MAX_SQUARE_ASPECT:
            most = MAX_PHASES if oblong else 1
            yield from product(combs(0, one)[:most], combs(1, other)[:most])


_Axis: TypeAlias = tuple[Strengths, Places, slice]


class _Look(NamedTuple):
    """What two combs are part of.

    candidate : the area.
    are_gaps : whether its rows' lines, and its columns', are gaps between tiles.
    combs : fitted to what is seen of it.
    axes : of its rows, and of its columns: the edges in the picture, the lines, and the cells across these.
    everywhere : its lines in the whole picture.
    """

    candidate: GridCandidate
    are_gaps: tuple[bool, bool]
    combs: tuple[Comb, Comb]
    axes: tuple[_Axis, _Axis]
    everywhere: Area


def _finest_first(luma: Luma, across: Luma, combs: tuple[Comb, Comb]) -> Iterator[GridCandidate]:
    """The area that two combs are part of, if any; before it that of half their pitch, if its lines are seen.

    Every second line repeats as well as all do; of thick lines, which have two edges each, even better.
    """
    look = _fit_until_settled(luma, across, combs)
    if look is None:
        return
    if all(are_between(*axis) for axis in look.axes):  # in the middles of its cells, both ways
        rows, cols = (Comb(comb.start_px, comb.pitch_px / 2, 2 * comb.teeth - 1, 0.0) for comb in look.combs)
        finer = _fit_until_settled(luma, across, (rows, cols))
        if finer is not None:
            yield finer.candidate
    yield look.candidate


def _fit_until_settled(luma: Luma, across: Luma, combs: tuple[Comb, Comb]) -> _Look | None:
    """What two combs are part of, once they are fitted; None if they are part of nothing."""
    look = _look(luma, across, combs)
    for done in range(2, MAX_ROUNDS + 1):
        before = look
        look = before and _look(luma, across, before.combs)
        if before is None or look is None:
            return None
        settled = done >= MIN_ROUNDS and before.are_gaps == look.are_gaps
        if settled or before.candidate.lattice == look.candidate.lattice:
            break
    return look


def _look(luma: Luma, across: Luma, combs: tuple[Comb, Comb]) -> _Look | None:
    """Prolong and trim two combs by what is seen, and fit them to that; None if they are part of no area."""
    rows, cols = (_everywhere(comb, length) for comb, length in zip(combs, luma.shape, strict=True))
    if not MIN_LINES <= min(len(rows), len(cols)) <= max(len(rows), len(cols)) <= MAX_LINES:
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
    lines = seen_lines(luma, rows, cols, (lying.strength, standing.strength), box)
    grown = _best_area(lines, box)
    if grown is None:
        return None
    down, along = true_lines((lying.strength, standing.strength), grown)
    candidate = GridCandidate(
        tuple(np.clip(rows[down], 0, luma.shape[0])), tuple(np.clip(cols[along], 0, luma.shape[1]))
    )
    are_gaps = gaps[0] != NO_GAP, gaps[1] != NO_GAP
    top, bottom, left, right = grown
    fitted = (
        fitted_comb(rows, lying, slice(top, bottom + 1), slice(left, right), tiles=are_gaps[0]),
        fitted_comb(cols, standing, slice(left, right + 1), slice(top, bottom), tiles=are_gaps[1]),
    )
    axes = (
        (steps[0], rows[top : bottom + 1], slice(left, right)),
        (steps[1], cols[left : right + 1], slice(top, bottom)),
    )
    return _Look(candidate, are_gaps, fitted, axes, (rows, cols, lines, grown))


def seen_lines(
    luma: Luma, rows: Places, cols: Places, sides: tuple[Strengths, Strengths], box: list[int]
) -> tuple[SeenLines, SeenLines]:
    """What is seen of the rows' and of the columns' lines, as strong as those within the box are."""
    top, bottom, left, right = box
    inside = [sides[0][top : bottom + 1, left:right].ravel(), sides[1][left : right + 1, top:bottom].ravel()]
    enough = _strong_enough(np.concatenate(inside))
    seen = sides[0] > enough, sides[1] > enough
    for sides_seen, lines, length in zip(seen, (rows, cols), luma.shape, strict=True):
        sides_seen[np.abs(lines - length) < MAX_EDGE_GAP * (lines[1] - lines[0])] = True
    below, beside = _sides_between_filled_cells(luma, rows, cols, box)
    return SeenLines(seen[0], below & ~seen[0]), SeenLines(seen[1], beside.T & ~seen[1])


def _strong_enough(inside: Strengths) -> float:
    """How strong a side has to be to be seen, beside those within the comb's teeth.

    Of dark tiles, the sides of unpainted ones may have a tenth of the strength of painted ones; but there are
    many, and all are equally strong, as parts of a text or a picture are not.
    """
    enough = max(FAINT_LEVELS, MIN_SIDE_SHARE * median(inside))
    faint = inside[(inside > FAINT_LEVELS) & (inside < median(inside) / 2)]
    if len(faint) < MIN_FAINT_FRACTION * len(inside):
        return enough
    low, middle, high = (quantile(faint, share) for share in (0.25, 0.5, 0.75))
    return min(enough, middle / 2) if high - low < MAX_FAINT_SPREAD * middle else enough


def fitted_comb(lines: Places, sides: Sides, which: slice, cells: slice, *, tiles: bool) -> Comb:
    """The comb through the middles of the edges that are seen, which may be a little off the lines.

    which, cells : those of the lines that bound the area, and the cells between the ones that cross them.
    tiles : the lines are gaps, whose middles are looked for. The outermost ones have but one edge each, half
        a gap further in, and would draw the others together.
    """
    lines, offsets, weights = lines[which], sides.offset[which, cells], sides.strength[which, cells]
    strong = weights > MIN_SIDE_SHARE * median(weights)
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


@dataclass(frozen=True, slots=True, eq=False)
class SeenLines:
    """The sides along every line of one axis over the whole picture: (lines, cells) bool each.

    seen : there is an edge.
    hidden : there is none, since the cells at both sides are filled alike.
    """

    seen: Flags
    hidden: Flags

    def shares(self, cells: slice) -> NDArray[np.float64]:
        """(lines,) the share of each line's sides, hidden ones aside, that is seen; 0 with too few."""
        seen, hidden = self.seen[:, cells].sum(axis=1), self.hidden[:, cells].sum(axis=1)
        total = cells.stop - cells.start
        shown = total - hidden
        return np.where(shown >= MIN_SHOWN_SIDES * total, seen / np.maximum(shown, 1), 0.0)

    def links(self, lines: slice) -> NDArray[np.float64]:
        """(cells,) the share of the lines, hidden ones aside, that is seen in each row across them."""
        shown = (~self.hidden[lines]).sum(axis=0)
        return np.asarray(self.seen[lines].sum(axis=0) / np.maximum(shown, 1))


def _best_area(lines: tuple[SeenLines, SeenLines], teeth: list[int]) -> list[int] | None:
    """Of the comb's teeth and of what looks most like an area, each prolonged and trimmed, the one with more
    cells, gaps counted off. Teeth may reach over bars and texts: trimmed alone, too much of the board goes.
    """
    unseen = [(~line.seen & ~line.hidden).astype(np.int8) for line in lines]
    cells = unseen[0][1:] + unseen[0][:-1] + (unseen[1][1:] + unseen[1][:-1]).T <= MAX_UNSEEN_SIDES
    found = [area for box in (teeth, _fullest_box(cells)) if box and (area := _grown(lines, box))]
    worth = np.where(cells, 1, GAP_WORTH)
    return max(found, key=lambda box: worth[box[0] : box[1], box[2] : box[3]].sum(), default=None)


def _fullest_box(cells: Flags) -> list[int] | None:
    """The rectangle with the most cells that look like cells, less weighted others: its lines, as a box."""
    least = MIN_LINES - 1
    sums = np.zeros((cells.shape[0] + 1, cells.shape[1]))
    np.cumsum(np.where(cells, 1, NO_CELL_WORTH), axis=0, out=sums[1:])
    tops, bottoms = np.triu_indices(len(sums), least)
    ends = np.zeros((len(tops), cells.shape[1] + 1))  # of every band of rows, summed from the left
    np.cumsum(sums[bottoms] - sums[tops], axis=1, out=ends[:, 1:])
    gains = ends[:, least:] - np.minimum.accumulate(ends[:, :-least], axis=1)
    if not gains.size or gains.max() <= 0:
        return None
    band, right = np.unravel_index(int(gains.argmax()), gains.shape)
    left = int(ends[band, : right + 1].argmin())
    return [int(tops[band]), int(bottoms[band]), left, int(right) + least]


def _grown(lines: tuple[SeenLines, SeenLines], teeth: list[int]) -> list[int] | None:
    """Prolong and trim a rectangle of lines: first and last line of rows, then of columns."""
    box = list(teeth)
    for _ in range(sum(lines[0].seen.shape)):
        before = list(box)
        for side in range(4):
            if not _is_area(box):
                return None
            _move(lines, box, side)
        if box == before:
            break
    return box if _is_area(box) else None


def _is_area(box: list[int]) -> bool:
    return min(box[1] - box[0], box[3] - box[2]) >= MIN_LINES - 1


def _move(lines: tuple[SeenLines, SeenLines], box: list[int], side: int) -> None:
    """Move one side of the rectangle out to a line that is seen, or in from one that is not."""
    axis = side // 2
    along = slice(*box[2:]) if axis == 0 else slice(*box[:2])
    outward = -1 if side % 2 == 0 else 1
    crossing = lines[1 - axis]
    links = crossing.links(slice(along.start, along.stop + 1)) >= MIN_CROSSING_SIDES
    shares = lines[axis].shares(along)
    at = box[side]
    inner = at if outward < 0 else at - 1  # the cells within, next to the line
    if shares[at] < MIN_SEEN_SIDES or not links[inner]:
        box[side] = at - outward
        return
    for step in range(1, 2 + MAX_UNSEEN_LINES):
        beyond = at + step * outward
        if not 0 <= beyond < len(shares) or not links[min(beyond, beyond - outward)]:
            return
        if shares[beyond] >= MIN_SEEN_SIDES:
            box[side] = beyond
            return


def _sides_between_filled_cells(
    luma: Luma, rows: Places, cols: Places, box: list[int]
) -> tuple[Flags, Flags]:
    """The sides between two cells of one tone that cells within the box have, and the page has not.

    box : first and last line of the comb's teeth, rows' then columns'.

    Returns
    -------
    (R + 1, C) below and above rows' lines, (R, C + 1) beside columns' lines.
    """
    down, along = (
        (np.rint(lines[:-1, None] + (lines[1] - lines[0]) * np.array(TONE_SAMPLES))).astype(np.intp)
        for lines in (rows, cols)
    )
    down, along = np.clip(down, 0, luma.shape[0] - 1), np.clip(along, 0, luma.shape[1] - 1)
    points = luma[down[:, :, None, None], along[None, None]].swapaxes(1, 2)
    points = points.reshape(*points.shape[:2], -1)
    tones = median(points, axis=2)
    flat = np.ptp(points, axis=2) <= SAME_LEVELS
    top, bottom, left, right = box
    ring = np.zeros_like(flat)
    ring[max(0, top - RING_CELLS) : bottom + RING_CELLS, max(0, left - RING_CELLS) : right + RING_CELLS] = (
        True
    )
    ring[top:bottom, left:right] = False
    pages = tones[ring & flat]
    page = median(pages) if len(pages) else np.inf
    within = np.array(sorted(set(tones[top:bottom, left:right][flat[top:bottom, left:right]].tolist())))
    paints = within[np.abs(within - page) > SAME_LEVELS]
    paint = flat & (np.abs(tones[:, :, None] - paints).min(axis=2, initial=np.inf) <= SAME_LEVELS)
    paint &= np.abs(tones - page) > SAME_LEVELS  # a paint may be so near it that both are like a third tone
    below, beside = np.zeros((len(rows), len(cols) - 1), bool), np.zeros((len(rows) - 1, len(cols)), bool)
    below[1:-1] = paint[1:] & paint[:-1] & (np.abs(np.diff(tones, axis=0)) <= SAME_LEVELS)
    beside[:, 1:-1] = paint[:, 1:] & paint[:, :-1] & (np.abs(np.diff(tones, axis=1)) <= SAME_LEVELS)
    return below, beside
