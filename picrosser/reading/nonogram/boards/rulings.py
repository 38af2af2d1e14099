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
from picrosser.reading.nonogram.tolerances import MAX_EQUAL_LEVELS, MIN_LINE_LEVELS

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
MIN_SIDE_SHARE = 0.2  # of the typical side within the comb's teeth
MIN_FAINT_FRACTION = 0.2  # of those sides: so many equal ones are tiles, fewer may be chance
# Of their median: the spread of the middle half of equal sides is less, though an edge between two pixels is
# half as strong as one that lies on them; texts' strokes and shades spread wider.
MAX_FAINT_SPREAD = 0.5

Mask: TypeAlias = NDArray[np.bool_]

# Cells that are filled alike:
TONE_SAMPLES = (0.3, 0.4, 0.5, 0.6, 0.7)  # of the pitch: where a cell's tone is looked at
RING_CELLS = 2  # cells round the comb's teeth in which the page shows

REACH = 0.1  # of the pitch: a side may lie so far off its place, as in lines and gaps that are wide
# Of the pitch: the widest gap between tiles; and what is left out at both ends of a side, where others cross
MAX_GAP = 0.3
MAX_PLACE_ERROR = 0.02  # of the pitch: a line lies so far off its place, while the comb's pitch is not exact
MIN_GAP_PX = 4  # a narrower one may be a line's width, softened
MIN_SECOND_EDGE = 0.7  # of an edge's strength the edge at the gap's other side has
NO_GAP = 0.0, 0.0  # px, between cells that one line parts

Places: TypeAlias = NDArray[np.float64]
Strengths: TypeAlias = NDArray[np.float32]


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
    """Whether there are lines between a board's cells: on their places more is seen than half-way between."""
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


class SeenLines(NamedTuple):
    """The sides along every line of one axis over the whole picture: (lines, cells) bool each.

    seen : there is an edge.
    hidden : there is none, since the cells at both sides are filled alike.
    """

    seen: Mask
    hidden: Mask


def seen_lines(
    luma: Luma, rows: Places, cols: Places, sides: tuple[Strengths, Strengths], box: list[int]
) -> tuple[SeenLines, SeenLines]:
    """What is seen of the rows' and of the columns' lines, as strong as those within the box are."""
    top, bottom, left, right = box
    inside = [sides[0][top : bottom + 1, left:right].ravel(), sides[1][left : right + 1, top:bottom].ravel()]
    enough = _strong_enough(np.concatenate(inside))
    seen = sides[0] > enough, sides[1] > enough
    below, beside = _sides_between_filled_cells(luma, rows, cols, box)
    return SeenLines(seen[0], below & ~seen[0]), SeenLines(seen[1], beside.T & ~seen[1])


def _strong_enough(inside: Strengths) -> float:
    """How strong a side has to be to be seen, beside those within the comb's teeth."""
    enough = max(MIN_LINE_LEVELS, MIN_SIDE_SHARE * float(np.median(inside)))
    faint = inside[(inside > MIN_LINE_LEVELS) & (inside < float(np.median(inside)) / 2)]
    if len(faint) < MIN_FAINT_FRACTION * len(inside):
        return enough
    low, middle, high = (float(np.quantile(faint, share)) for share in (0.25, 0.5, 0.75))
    return min(enough, middle / 2) if high - low < MAX_FAINT_SPREAD * middle else enough


def fitted_comb(lines: Places, sides: Sides, which: slice, cells: slice, *, tiles: bool) -> Comb:
    """The comb through the middles of the edges that are seen, which may be a little off the lines.

    which, cells : those of the lines that bound the area, and the cells between the ones that cross them.
    tiles : the lines are gaps, whose middles are looked for. The outermost ones have but one edge each, half
        a gap further in, and would draw the others together.
    """
    lines, offsets, weights = lines[which], sides.offset[which, cells], sides.strength[which, cells]
    strong = weights > MIN_SIDE_SHARE * float(np.median(weights))
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


def _sides_between_filled_cells(luma: Luma, rows: Places, cols: Places, box: list[int]) -> tuple[Mask, Mask]:
    """The sides between two cells of one tone that cells within the box have, and the page has not."""
    down, along = (
        (np.rint(lines[:-1, None] + (lines[1] - lines[0]) * np.array(TONE_SAMPLES))).astype(np.intp)
        for lines in (rows, cols)
    )
    down, along = np.clip(down, 0, luma.shape[0] - 1), np.clip(along, 0, luma.shape[1] - 1)
    points = luma[down[:, :, None, None], along[None, None]].swapaxes(1, 2)
    points = points.reshape(*points.shape[:2], -1)
    tones = np.median(points, axis=2)
    flat = np.ptp(points, axis=2) <= MAX_EQUAL_LEVELS
    top, bottom, left, right = box
    ring = np.zeros_like(flat)
    ring[max(0, top - RING_CELLS) : bottom + RING_CELLS, max(0, left - RING_CELLS) : right + RING_CELLS] = (
        True
    )
    ring[top:bottom, left:right] = False
    pages = tones[ring & flat]
    page = float(np.median(pages)) if len(pages) else np.inf
    within = np.array(sorted(set(tones[top:bottom, left:right][flat[top:bottom, left:right]].tolist())))
    paints = within[np.abs(within - page) > MAX_EQUAL_LEVELS]
    paint = flat & (np.abs(tones[:, :, None] - paints).min(axis=2, initial=np.inf) <= MAX_EQUAL_LEVELS)
    # A paint may be so near the page that both are like a third tone.
    paint &= np.abs(tones - page) > MAX_EQUAL_LEVELS
    below, beside = np.zeros((len(rows), len(cols) - 1), bool), np.zeros((len(rows) - 1, len(cols)), bool)
    below[1:-1] = paint[1:] & paint[:-1] & (np.abs(np.diff(tones, axis=0)) <= MAX_EQUAL_LEVELS)
    beside[:, 1:-1] = paint[:, 1:] & paint[:, :-1] & (np.abs(np.diff(tones, axis=1)) <= MAX_EQUAL_LEVELS)
    return below, beside


class Sides(NamedTuple):
    """The sides along every line of one axis over the whole picture.

    strength : (lines, cells) float32 grey levels.
    offset : (lines, cells) float32 px from the line to the middle of the edges near it.
    """

    strength: Strengths
    offset: NDArray[np.float32]


def sums_along(luma: Luma) -> NDArray[np.int32]:
    """(H, W + 1) the sums of each pixel row up to each of its pixels: from these, any part of it is known."""
    sums = np.zeros((luma.shape[0], luma.shape[1] + 1), np.int32)
    luma.cumsum(axis=1, dtype=np.int32, out=sums[:, 1:])
    return sums


def steps_along(sums: NDArray[np.int32], across: Places) -> Strengths:
    """(H, cells) how much each pixel row differs from the one above it in the middle part of each cell."""
    pitch = across[1] - across[0]
    first = (across[:-1] + MAX_GAP * pitch).astype(np.intp)
    last = (across[:-1] + (1 - MAX_GAP) * pitch).astype(np.intp) + 1
    inside = sums[:, np.minimum(last, sums.shape[1] - 1)] - sums[:, first]
    means = inside / (last - first).astype(np.float32)
    return np.asarray(np.abs(np.diff(means, axis=0, prepend=means[:1])), np.float32)


def gap_edges_px(steps: Strengths, lines: Places) -> tuple[float, float]:
    """The distances, in pixels, from a line to the first and to the last edge near it.

    Gaps between tiles have two edges: lines that follow one of them would miss the first or the last tile.
    NO_GAP where there is but one edge.

    steps : (H, cells) of the cells between the lines.
    """
    pitch = lines[1] - lines[0]
    offsets = np.arange(-round(MAX_GAP * pitch), round(MAX_GAP * pitch) + 1)
    places = np.rint(lines[1:-1]).astype(np.intp)[:, None] + offsets
    near = steps[np.clip(places, 0, len(steps) - 1)]
    near = _widened(near, max(1, round(MAX_PLACE_ERROR * pitch)))
    # The median: a painted cell's edge is as strong as ten others. And the lower quartile: crosses may be in
    # most cells, and stronger than dark tiles' edges, which are in all.
    strength = (np.median(near, axis=(0, 2)) + np.quantile(near, 0.25, axis=(0, 2))) / 2
    one = int(strength.argmax())
    apart = np.abs(offsets - offsets[one])
    far_enough = (apart > max(MIN_GAP_PX, round(REACH * pitch))) & (apart <= MAX_GAP * pitch)
    other = int(np.where(far_enough, strength, 0).argmax())
    if strength[one] < MIN_LINE_LEVELS or strength[other] < MIN_SECOND_EDGE * strength[one]:
        return NO_GAP
    return float(offsets[min(one, other)]), float(offsets[max(one, other)])


def _widened(values: Strengths, reach: int) -> Strengths:
    """The maximum of each value and of those so near it along the second axis."""
    padded = np.pad(values, ((0, 0), (reach, reach), (0, 0)), "edge")
    widened = values
    for start in range(2 * reach + 1):
        widened = np.maximum(widened, padded[:, start : start + values.shape[1]])
    return widened


def measure_sides(steps: Strengths, lines: Places, further_px: float) -> Sides:
    """How strong each line is along each cell that it borders, and how far off its place.

    further_px : half of the gap between tiles.
    """
    pitch = lines[1] - lines[0]
    reach = max(2, round(REACH * pitch)) + round(further_px)
    offsets = np.arange(-reach, reach + 1)
    places = np.rint(lines).astype(np.intp)[:, None] + offsets
    near = steps[np.clip(places, 0, len(steps) - 1)]
    middle = _mean_offset(near, offsets)
    if further_px:  # a painted tile's edge would outweigh that of an open one at the gap's other side
        ends = near[:, : reach + 1] ** 2, near[:, reach:] ** 2
        both = np.minimum(*(end.max(axis=1) for end in ends)) > MIN_LINE_LEVELS**2
        between = (_mean_offset(ends[0], offsets[: reach + 1]) + _mean_offset(ends[1], offsets[reach:])) / 2
        middle = np.where(both, between, middle)
    return Sides(np.asarray(near.max(axis=1), np.float32), np.asarray(middle, np.float32))


def _mean_offset(strength: Strengths, offsets: NDArray[np.intp]) -> NDArray[np.float64]:
    """(lines, cells) where the edges near each line lie, by their strength at each of the offsets."""
    total = np.maximum(strength.sum(axis=1), 1e-6)
    return np.asarray((strength * offsets[:, None]).sum(axis=1) / total)
