"""Find boards that are a bare frame or a plain area, without lines between cells; and a picture's margin.

The hints stand beside their lines, so their own spacing tells how many lines there are. Cells show only where
they are painted; then their edges have to lie on the lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from picrosser.imaging.connected import label_pieces
from picrosser.imaging.pixels import RGB, Box
from picrosser.imaging.ranks import median
from picrosser.reading.lattice.edges import grey
from picrosser.reading.nonogram.candidates.grid_candidates import MAX_SQUARE_ASPECT, MIN_LINES, GridCandidate
from picrosser.reading.nonogram.candidates.sides import FAINT_LEVELS as FAINT_LINE_LEVELS
from picrosser.reading.nonogram.candidates.sides import Luma, Places, measure_sides, steps_along
from picrosser.reading.nonogram.ink.cutting import FAINT_LEVELS
from picrosser.reading.nonogram.ink.piece import have_same_height

MIN_RULE_LENGTH = 0.2  # of the picture's shorter side: a shorter rule is no board's
RULE_LEVELS = 8  # compression makes no step of as much that goes on so far
ROUNDED_PX = 12  # by which a side may end before the corner
SLACK_PX = 2  # a thin line has two edges
MAX_RULES = 16  # of one place and length: more of them are a grid's
MIN_DIGIT_PX = 5  # a lower digit cannot be read
MAX_DIGIT_GAP = 0.35  # of a digit's height: digits that are nearer are one number
MAX_NUMBER_OFFSET = 0.15  # of the pitch: so far one number may be off its place; a 1 is narrow
MAX_MEAN_OFFSET = 0.25  # of the pitch, all numbers from the middles of their lines: by a text's own height
MIN_NUMBERED_LINES = 0.8  # of the lines have numbers
MAX_REST_PX = 3.0  # what the numbers' places tell of where the last line ends
MAX_WHOLE_PX_ERROR = 0.1  # a rest is left beside the last line since cells are of whole pixels
MAX_PAINT_OFFSET = 0.06  # of the pitch: so far an edge of paint may lie off its line
MIN_STRONG_EDGE = 0.5  # of the strongest edges on the board: paint's, and no stroke's of a mark
MIN_EDGES_ON_LINES = 0.9  # of them lie there
MAX_SIDES_SEEN = 0.5  # of those between cells of one tone: marks make some

PLAIN_LEVELS = 8  # from the corner's tone: compression changes it by less
# Of a framed picture's side differs from the margin; of texts, hints or a row of tiles, less
MIN_FRAMED = 0.97


class _Rule(NamedTuple):
    """A straight edge: at which row of pixels, and from where to where; or column."""

    at: int
    start: int
    stop: int


def framed_candidates(image: RGB) -> Iterator[GridCandidate]:
    """Yield the boards that a picture may show as bare frames, each once, the largest first."""
    luma = grey(image)
    known: list[Box] = []
    for frame in sorted(_frames(luma), key=lambda box: -box.height * box.width):
        if any(_is_same(frame, other) for other in known):
            continue
        known.append(frame)
        candidate = _divided(luma, frame)
        if candidate is not None and _is_borne_out(luma, candidate):
            yield candidate


def _is_same(one: Box, other: Box) -> bool:
    """Whether two frames are the two edges of one line."""
    sides = zip(
        (one.top, one.left, one.bottom, one.right),
        (other.top, other.left, other.bottom, other.right),
        strict=True,
    )
    return all(abs(a - b) <= 2 * SLACK_PX for a, b in sides)


def _frames(luma: Luma) -> Iterator[Box]:
    """The rectangles whose four sides are edges."""
    least = round(MIN_RULE_LENGTH * min(luma.shape))
    lying, standing = _rules(luma, least), _rules(luma.T, least)
    for (left, right), at in _of_one_place(lying).items():
        for top, bottom in combinations(at, 2):
            if bottom - top < least:
                continue
            sides = [
                side
                for side in standing
                if abs(side.start - top) <= ROUNDED_PX and abs(side.stop - bottom) <= ROUNDED_PX
            ]
            ends = (
                min((side.at for side in sides if abs(side.at - end) <= ROUNDED_PX), default=None)
                for end in (left, right)
            )
            first, last = ends
            if first is not None and last is not None:
                yield Box(top, first, bottom, last)


def _of_one_place(rules: list[_Rule]) -> dict[tuple[int, int], list[int]]:
    """Where edges lie that start and stop alike; not those of a grid."""
    found: dict[tuple[int, int], list[int]] = {}
    for rule in rules:
        ends = next(
            (
                known_ends
                for known_ends in found
                if max(abs(known_ends[0] - rule.start), abs(known_ends[1] - rule.stop)) <= SLACK_PX
            ),
            (rule.start, rule.stop),
        )
        found.setdefault(ends, []).append(rule.at)
    return {ends: at for ends, at in found.items() if 2 <= len(at) <= MAX_RULES}


def _rules(luma: Luma, least_px: int) -> list[_Rule]:
    """The straight edges between rows of pixels that are long enough, from the top down."""
    height, width = luma.shape
    padded = np.zeros((height, width + 1), bool)
    padded[1:, :-1] = np.abs(np.diff(luma, axis=0)) > RULE_LEVELS
    ends = np.flatnonzero(np.diff(padded.ravel(), prepend=False))
    starts, stops = ends[::2], ends[1::2]
    long = stops - starts >= least_px
    at, start = np.divmod(starts[long], width + 1)
    stop = stops[long] % (width + 1)
    return [_Rule(*rule) for rule in np.stack((at, start, stop), axis=1).tolist()]


def _divided(luma: Luma, frame: Box) -> GridCandidate | None:
    """The frame's lines, as the numbers beside it and above it tell; None if they tell none."""
    rows = _lines(luma, frame, upright=False)
    cols = None if rows is None else _lines(luma.T, frame.transposed, upright=True)
    return None if rows is None or cols is None else GridCandidate(rows, cols)


def _lines(luma: Luma, frame: Box, *, upright: bool) -> tuple[float, ...] | None:
    """The edges of a frame's rows, by the numbers left of it.

    upright : the picture is turned, so that its rows are columns.
    """
    middles = _numbers(luma[frame.top : frame.bottom, : max(0, frame.left - SLACK_PX)], upright=upright)
    if len(middles) < MIN_LINES:
        return None
    # Where nearly all lines have numbers, most neighbours are one line apart.
    number = np.round(np.diff(middles) / median(np.diff(middles))).cumsum()
    number = np.concatenate([[0.0], number])
    pitch, first = np.polyfit(number, middles, 1)
    if pitch < MIN_DIGIT_PX or np.abs(middles - first - pitch * number).max() > MAX_NUMBER_OFFSET * pitch:
        return None
    before = round(first / pitch - 0.5)
    number += before
    length = frame.bottom - frame.top
    count = int((length + MAX_REST_PX) / pitch)
    rest = length - count * pitch
    if abs(first - (before + 0.5) * pitch) > MAX_MEAN_OFFSET * pitch or before < 0 or number[-1] >= count:
        return None
    if len(set(number.tolist())) < max(MIN_LINES, MIN_NUMBERED_LINES * count):
        return None
    if abs(rest) <= MAX_REST_PX:
        pitch = length / count
    elif number[-1] < count - 1 or abs(pitch - round(pitch)) > MAX_WHOLE_PX_ERROR:
        return None
    else:
        pitch = round(pitch)
    return tuple((frame.top + pitch * np.arange(count + 1)).tolist())


def _numbers(luma: Luma, *, upright: bool) -> Places:
    """The middles of the numbers beside each row of a frame, from the top down.

    luma : beside the frame; turned if upright.
    """
    if not luma.size:
        return np.zeros(0)
    apart = np.abs(luma - median(luma))
    inked = apart > max(FAINT_LEVELS, float(apart.max()) / 2)
    _, places = label_pieces(inked, corners=True)
    sizes = [place[upright].stop - place[upright].start for place in places]
    sizes = [size for size in sizes if size >= MIN_DIGIT_PX]
    usual = median(sizes) if sizes else 0.0
    shown = np.zeros(len(luma) + 2, bool)
    for place in places:
        if have_same_height(place[upright].stop - place[upright].start, usual or 1.0):
            rows = place[0]
            further = round(MAX_DIGIT_GAP * usual / 2) if upright else 0
            shown[max(0, rows.start - further) + 1 : min(len(luma), rows.stop + further) + 1] = True
    ends = np.flatnonzero(np.diff(shown))
    return np.asarray((ends[::2] + ends[1::2]) / 2)


def _is_borne_out(luma: Luma, candidate: GridCandidate) -> bool:
    """Whether the cells are about square, no lines part them, and all strong edges lie where lines would."""
    rows, cols = (np.asarray(lines) for lines in (candidate.row_lines, candidate.col_lines))
    ratio = (rows[1] - rows[0]) / (cols[1] - cols[0])
    if not 1 / MAX_SQUARE_ASPECT < ratio < MAX_SQUARE_ASPECT:
        return False
    return all(
        _lie_on_lines(turned, lines, across) and not _has_lines(turned, lines, across)
        for turned, lines, across in ((luma, rows, cols), (luma.T, cols, rows))
    )


def _lie_on_lines(luma: Luma, lines: Places, across: Places) -> bool:
    pitch = lines[1] - lines[0]
    near = max(SLACK_PX, MAX_PAINT_OFFSET * pitch)
    inner = slice(round(lines[0] + near) + 1, round(lines[-1] - near))
    steps = steps_along(luma, across)[inner]
    strong = (steps > max(FAINT_LEVELS, MIN_STRONG_EDGE * float(steps.max()))).any(axis=1)
    places = np.arange(inner.start, inner.start + len(steps))[strong]
    off = np.abs(places[:, None] - lines).min(axis=1)
    return bool(len(places) == 0 or (off <= near + 1).mean() >= MIN_EDGES_ON_LINES)


def _has_lines(luma: Luma, lines: Places, across: Places) -> bool:
    """Whether most cells of one tone are parted by lines. Between painted ones there may be none."""
    strength = measure_sides(steps_along(luma, across), lines, 0.0).strength[1:-1]
    down, along = (((edges[:-1] + edges[1:]) / 2).astype(np.intp) for edges in (lines, across))
    tones = luma[np.ix_(down, along)]
    alike = np.abs(np.diff(tones, axis=0)) <= RULE_LEVELS
    light = tones[1:] > (int(tones.max()) + int(tones.min())) / 2
    seen = strength > FAINT_LINE_LEVELS
    return any(
        bool(group.any() and seen[group].mean() > MAX_SIDES_SEEN) for group in (alike & light, alike & ~light)
    )


def box_within_margin(image: RGB) -> Box:
    """The part of a picture inside a plain margin; the whole picture if it has none."""
    height, width = image.shape[:2]
    # Whole rows of channels: by pixel, numpy takes ten times as long.
    flat, plain = image.reshape(height, -1), np.tile(image[0, 0], width)
    differs = np.maximum(flat, plain) - np.minimum(flat, plain) > PLAIN_LEVELS
    down = np.flatnonzero(differs.any(axis=1))
    along = np.flatnonzero(differs.any(axis=0).reshape(width, -1).any(axis=1))
    whole = Box(0, 0, height, width)
    if not len(down):
        return whole
    (top, bottom), (left, right) = (
        (int(differing[0]), int(differing[-1]) + 1) for differing in (down, along)
    )
    pixels = differs.reshape(image.shape)[top:bottom, left:right]
    sides = (
        (top, pixels[0]),
        (left, pixels[:, 0]),
        (height - bottom, pixels[-1]),
        (width - right, pixels[:, -1]),
    )
    if any(margin_px and side.any(axis=1).mean() < MIN_FRAMED for margin_px, side in sides):
        return whole
    return Box(top, left, bottom, right)
