"""Propose board lattices from the rows and columns in which hint numbers stand, without looking at lines.

Numbers stand at the middles of a board's columns and rows. So the numbers of one height in a band across the
page form a comb: a periodogram of every band finds likely pitches; a likelihood decides which numbers of the
band are a comb's, and how far it goes. A comb of columns and a comb of rows that meet at a corner span a
board.

Known failure: numbers of neighbouring columns that nearly touch are taken for one number between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.doubt import CONCLUSIVE_NATS
from picrosser.reading.lattice.combs import Indices, best_runs, by_group
from picrosser.reading.nonogram.tolerances import FEWEST, MAX_OFF, MOST, SAME_HEIGHT
from picrosser.reading.page.numbers import Numbers, Px

# Which numbers, bands and pitches are looked at:
MIN_NUMBERS = 2 * FEWEST  # of one height: two combs
# Of the pitch, between two that are tried: over 30 lines half of it adds up to 9 % of a pitch.
PITCH_STEP = 0.006
MAX_TRIED = 24  # combs that are fitted, of each height and axis; and pairs of combs, of each height
SAME_PLACE = 0.3  # of the digits' height: numbers set under each other are nearer

# How numbers stand in their lines. Of 77 boards (43 real pictures, 34 drawn) the lines found by these lie
# within 0.11 of a pitch of the true ones in nine of ten, within 0.25 in all:
SIGMA = 0.12  # of the digits' height: by so much numbers lie off the middles of their lines
MAX_SIGMAS = 2.5  # a number further off is not the comb's
OFF = 0.1  # the share of numbers that lie anywhere
BARE = -2.0  # nats: a line without a number, where about one of eight has none
BARE_TOO = -1.0  # nats: one more beside it: blank lines of a picture lie beside each other
# Numbers of one line that count in full. They are set at one place anyway, so more of them tell nothing new.
# If all counted, the few rows of numbers above the columns would outweigh the board's own rows, and the empty
# corner between the hints would be taken for the board.
COUNTED = 2
ROUNDS = 3  # of fitting a comb to what it explains, and of separating two combs

# Which combs span a board:
# Pitches from the board to the nearest number: of 2,352 lines up to 3.4, and 4.4 where hints are set against
# the far end of a wide area
MAX_FIRST_GAP = 7.0
INSIDE = -0.5  # nats: a number within the board, which ought to be empty or painted
# Of each of them; of both together, less what stands within the board, three times as much. True ones have
# 7.9 and more. Lines of program text beside their numbers make a comb of rows with 90, but one of columns
# with 3 to 7.
MIN_COMB_NATS = CONCLUSIVE_NATS / 3
# Of cells: the longest side, of the digits' height, which is up to 6 on 77 boards, and 9 on a board of 5 x 5
# cells; and of the longer side to the shorter one
MAX_PITCH, MAX_ASPECT = 12.0, 2.5


@dataclass(frozen=True, slots=True)
class DigitComb:
    """Lines at whose middles numbers stand.

    start_px : place of the first line's first edge. pitch_px : from line to line. count : of lines.
    near_px, far_px : where its numbers begin and end in the other direction, in pixels; most lines have none
        beyond.
    nats : how much better the comb explains the numbers' places than chance.
    """

    start_px: float
    pitch_px: float
    count: int
    near_px: float
    far_px: float
    nats: float

    @property
    def end_px(self) -> float:
        return self.start_px + self.count * self.pitch_px


class DigitLattice(NamedTuple):
    """A board that numbers of one height span.

    below, beside_right : whether the columns' hints stand below the board, and the rows' hints right of it.
    nats : how much better it explains the numbers' places than chance.
    """

    rows: DigitComb
    cols: DigitComb
    below: bool
    beside_right: bool
    nats: float


def digit_lattices(numbers: Numbers) -> list[DigitLattice]:
    """Propose the boards whose hints the numbers of a page may be, the best first.

    Of boards with the same lines only the best is kept. Its first and last line are a guess: a line without
    hints at an end does not show.

    numbers : also of pieces less like digits than those that are read: they still tell where numbers stand.
    """
    found: list[DigitLattice] = []
    for height in common_heights(numbers.height):
        mine = np.abs(np.log(numbers.height / height)) < SAME_HEIGHT
        upright = _Places(numbers.top[mine], numbers.bottom[mine], height)
        lying = _Places(numbers.left[mine], numbers.right[mine], height)
        rows, cols = _combs(upright, lying), _combs(lying, upright)
        found += _paired(rows, cols, upright, lying)
    kept: list[DigitLattice] = []
    for one in sorted(found, key=lambda lattice: -lattice.nats):
        if not any(
            _are_one_ruling(one.rows, other.rows) and _are_one_ruling(one.cols, other.cols) for other in kept
        ):
            kept.append(one)
    return kept[:6]  # their lines are looked for, which takes longer


def common_heights(heights_px: Px) -> Iterator[float]:
    """Yield the heights, in pixels, that many numbers share, the commonest first, up to eight."""
    left = np.sort(np.log(heights_px))
    for _ in range(8):
        first = np.searchsorted(left, left - SAME_HEIGHT / 2)
        shared = np.searchsorted(left, left + SAME_HEIGHT / 2, side="right") - first
        most = int(shared.argmax()) if len(shared) else 0
        if len(left) < MIN_NUMBERS or shared[most] < MIN_NUMBERS:
            return
        mine = np.s_[first[most] : first[most] + shared[most]]
        yield float(np.exp(float(np.median(left[mine]))))
        left = np.delete(left, mine)


class _Places(NamedTuple):
    """Where numbers of one height lie along one axis: (M,) px each; and that height."""

    lo: Px
    hi: Px
    height_px: float

    @property
    def middle(self) -> Px:
        return (self.lo + self.hi) / 2


def _combs(along: _Places, away: _Places) -> list[DigitComb]:
    """The distinct combs of numbers along one axis, in bands along it; the best first."""
    order = np.argsort(away.middle, kind="stable")
    peaks = list(_peaks(along.middle[order], away.middle[order], along.height_px))
    groups = [order[first:last] for first, last, _, _ in peaks]
    found: list[DigitComb] = []
    for comb in _fitted(along, away, groups, [peak[2:] for peak in peaks], ROUNDS):
        if comb is not None and not any(_is_same_band(comb, other) for other in found):
            found.append(comb)
    return sorted(found, key=lambda comb: -comb.nats)


def _peaks(middle: Px, away: Px, height: float) -> Iterator[tuple[int, int, float, float]]:
    """Where numbers are in step: a band's first number and its last plus one, pitch and phase in pixels."""
    steps = int(np.log(MAX_PITCH) / PITCH_STEP)
    pitches = (height * np.exp(PITCH_STEP * np.arange(steps))).astype(np.float32)
    bands = _bands(away, height)
    if not len(bands):
        return
    angles = np.float32(2 * np.pi) * ((middle - middle.min()).astype(np.float32)[:, None] / pitches)
    # Numbers at one place are in step at any pitch: together they count as one.
    places = np.sort(middle)
    reach = SAME_PLACE * height
    beside = np.searchsorted(places, middle + reach, side="right") - np.searchsorted(places, middle - reach)
    weights = (1 / beside).astype(np.float32)[:, None]
    waves = np.zeros((2, len(middle) + 1, steps), np.float32)
    np.cumsum(weights * np.cos(angles), axis=0, out=waves[0, 1:])
    np.cumsum(weights * np.sin(angles), axis=0, out=waves[1, 1:])
    real, imaginary = waves[:, bands[:, 1]] - waves[:, bands[:, 0]]
    sums = np.concatenate(([0], np.cumsum(weights)))
    count = np.asarray(sums[bands[:, 1]] - sums[bands[:, 0]], np.float32)[:, None]
    # nats of so many numbers in step: more if their pitch is wide beside the spread of their places
    spread = np.float32(SIGMA * height * np.sqrt(2 * np.pi * np.e))
    worth = ((real**2 + imaginary**2) / count - 1) * np.log(pitches / spread)
    for _ in range(MAX_TRIED):
        band, at = np.unravel_index(int(worth.argmax()), worth.shape)
        if worth[band, at] <= 0:
            return
        low, high = bands[band]
        turn = np.arctan2(imaginary[band, at], real[band, at]) / (2 * np.pi)
        yield int(low), int(high), float(pitches[at]), float(middle.min() + turn * pitches[at])
        shared = np.minimum(bands[:, 1], high) - np.maximum(bands[:, 0], low)
        same = shared > 0.5 * np.maximum(bands[:, 1] - bands[:, 0], high - low)
        worth[same, max(0, at - 5) : at + 6] = -np.inf  # peaks that are nearer are one


def _bands(away: Px, height: float) -> NDArray[np.intp]:
    """(B, 2) first number, and last plus one, of all bands across the page that hold enough."""
    found: set[tuple[int, int]] = set()
    for heights in (2.0, 4.0, 8.0, 16.0):  # how wide a band of hints may be; bands overlap by half
        starts = np.arange(away[0] - height, away[-1], heights * height / 2)
        ends = (np.searchsorted(away, places).tolist() for places in (starts, starts + heights * height))
        found.update(zip(*ends, strict=True))
    bands = np.array(sorted(found), np.intp).reshape(-1, 2)  # `np.unique` imports numpy.ma: 20 ms
    return np.asarray(bands[bands[:, 1] - bands[:, 0] >= FEWEST], np.intp)


def _fitted(
    along: _Places,
    away: _Places,
    groups: Sequence[Indices],
    guesses: Sequence[tuple[float, float]],
    rounds: int,
) -> list[DigitComb | None]:
    """The comb of each group of numbers, as far as it explains them better than chance, its pitch fitted."""
    sigma = SIGMA * along.height_px
    found: list[DigitComb | None] = [None] * len(groups)
    left = [at for at, which in enumerate(groups) if len(which) >= FEWEST]
    pitch, phase = np.array([guesses[at] for at in left]).reshape(-1, 2).T
    for _ in range(rounds):
        if not left:
            return found
        which = np.concatenate([groups[at] for at in left])
        of = np.repeat(np.arange(len(left)), [len(groups[at]) for at in left])
        places = along.middle[which]
        turns = (places - phase[of]) / pitch[of]
        tooth = np.rint(turns).astype(np.intp)
        off = (pitch / sigma)[of] * (turns - tooth)
        scale = (1 - OFF) * pitch / sigma / np.sqrt(2 * np.pi)
        nats = np.log(OFF + scale[of] * np.exp(-0.5 * off**2))
        line = tooth - by_group(np.minimum, of, tooth)[of]
        shape = len(left), int(line.max()) + 1
        lines = of * shape[1] + line
        shown = np.bincount(lines, minlength=shape[0] * shape[1]).reshape(shape)
        gains: Px = np.asarray(np.bincount(lines, nats, shown.size).reshape(shape), np.float64)
        gains *= np.minimum(1, COUNTED / np.maximum(shown, 1))
        gains[shown == 0] = BARE
        gains[:, 1:][(shown[:, 1:] == 0) & (shown[:, :-1] == 0)] = BARE_TOO
        start, stop, best = best_runs(gains, shown > 0, FEWEST)
        on = (line >= start[of]) & (line < stop[of]) & (np.abs(off) < MAX_SIGMAS)
        seen = np.bincount(lines[on], minlength=shown.size).reshape(shape)
        kept = np.count_nonzero(seen, axis=1) >= FEWEST
        on &= kept[of]
        left, best = [at for at, is_kept in zip(left, kept.tolist(), strict=True) if is_kept], best[kept]
        of, which, tooth, places = (np.cumsum(kept) - 1)[of[on]], which[on], tooth[on], places[on]
        ends = [0, *np.cumsum(np.bincount(of)).tolist()]
        fits = [_line_through(tooth[start:end], places[start:end]) for start, end in pairwise(ends)]
        pitch, phase = np.array(fits).reshape(-1, 2).T
    if not left:
        return found
    first, last = (by_group(extreme, of, tooth) for extreme in (np.minimum, np.maximum))
    line = tooth - first[of]
    near, far = -_usual_ends(of, line, -away.lo[which]), _usual_ends(of, line, away.hi[which])
    combs = np.stack((phase + pitch * (first - 0.5), pitch, near, far, best), axis=1).tolist()
    for at, count, (start_px, *others) in zip(left, (last - first + 1).tolist(), combs, strict=True):
        found[at] = DigitComb(start_px, others[0], count, *others[1:])
    return found


def _line_through(steps: Indices, places: Px) -> tuple[float, float]:
    """The slope of the straight line that fits best, and its place at step 0."""
    middle, mean = steps.sum() / len(steps), places.sum() / len(places)  # `mean` takes three times as long
    apart = steps - middle
    slope = float(apart @ (places - mean) / (apart @ apart))
    return slope, float(mean - slope * middle)


def _usual_ends(of: Indices, line: Indices, ends: Px) -> Px:
    """Where the furthest number of most lines of each group ends: others may be in step with a few lines."""
    furthest = np.full((int(of[-1]) + 1, int(line.max()) + 1), -np.inf)
    np.maximum.at(furthest.ravel(), of * furthest.shape[1] + line, ends)
    furthest.sort(axis=1)
    bare = np.count_nonzero(furthest == -np.inf, axis=1)
    rank = bare + (MOST * (furthest.shape[1] - bare - 1)).astype(np.intp)
    return np.asarray(furthest[np.arange(len(furthest)), rank])


def _paired(
    rows: list[DigitComb], cols: list[DigitComb], upright: _Places, lying: _Places
) -> Iterator[DigitLattice]:
    """The boards that two combs span: the hints of each end where the lines of the other begin."""
    pairs = [
        (row, col)
        for row, col in product(rows, cols)
        if 1 / MAX_ASPECT < row.pitch_px / col.pitch_px < MAX_ASPECT
    ]
    pairs.sort(key=lambda pair: -pair[0].nats - pair[1].nats)
    y, x = upright.middle, lying.middle
    for row, col in _met(pairs[:MAX_TRIED], upright, lying):
        below, to_right = _side(col, row), _side(row, col)
        if below is None or to_right is None:
            continue
        within = (y > row.start_px) & (y < row.end_px) & (x > col.start_px) & (x < col.end_px)
        nats = row.nats + col.nats + INSIDE * int(within.sum())
        if nats > CONCLUSIVE_NATS and min(row.nats, col.nats) > MIN_COMB_NATS:
            yield DigitLattice(row, col, below, to_right, nats)


def _met(
    pairs: list[tuple[DigitComb, DigitComb]], upright: _Places, lying: _Places
) -> list[tuple[DigitComb, DigitComb]]:
    """Pairs of combs, each without what belongs to the other's hints, as far as something is left of both."""
    met: dict[int, tuple[DigitComb, DigitComb]] = dict(enumerate(pairs))
    left = list(met)
    for _ in range(ROUNDS):
        corners = [(_bound(col, row), _bound(row, col)) for row, col in map(met.__getitem__, left)]
        rows = _beside([met[at][0] for at in left], corners, upright, lying)
        cols = _beside([met[at][1] for at in left], [corner[::-1] for corner in corners], lying, upright)
        before, fitted, left = left, zip(rows, cols, strict=True), []
        for at, (row, col) in zip(before, fitted, strict=True):
            former = met.pop(at)
            if row is not None and col is not None:
                met[at] = row, col
                left += [at] if (row.count, col.count) != (former[0].count, former[1].count) else []
    return [met[at] for at in sorted(met)]


def _bound(hints: DigitComb, lines: DigitComb) -> tuple[float, bool]:
    """The board's edge next to a comb's numbers, in pixels, and whether they stand beyond the last line."""
    last = hints.near_px + hints.far_px > lines.start_px + lines.end_px
    if last:
        step = np.floor((hints.near_px - lines.start_px) / lines.pitch_px + MAX_OFF)
    else:
        step = np.ceil((hints.far_px - lines.start_px) / lines.pitch_px - MAX_OFF)
    return float(lines.start_px + step * lines.pitch_px), bool(last)


def _beside(
    combs: list[DigitComb],
    corners: list[tuple[tuple[float, bool], tuple[float, bool]]],
    along: _Places,
    away: _Places,
) -> list[DigitComb | None]:
    """Combs fitted to those of their numbers that stand beside a board."""
    places = [
        (*along_it, *across, comb.pitch_px, comb.near_px, comb.far_px)
        for comb, (along_it, across) in zip(combs, corners, strict=True)
    ]
    first, is_end, edge, is_far, pitch, near, far = np.array(places, float).reshape(-1, 7).T[..., None]
    # `_bound` measures where most numbers end: round digits reach a little further than flat ones.
    reach = MAX_OFF * pitch + SAME_PLACE * along.height_px
    slack = 4 * along.height_px  # anything from 2 to 8 gives the same boards
    beside = np.where(is_end, along.middle < first, along.middle > first)
    beside &= np.where(is_far, away.lo > edge - reach, away.hi < edge + reach)
    beside &= (away.lo > near - slack) & (away.hi < far + slack)
    guesses = [(comb.pitch_px, comb.start_px + comb.pitch_px / 2) for comb in combs]
    return _fitted(along, away, list(map(np.flatnonzero, beside)), guesses, 1)


def _side(hints: DigitComb, lines: DigitComb) -> bool | None:
    """Whether a comb's numbers stand beyond the other axis' lines, or else before them; None if neither."""
    before, beyond = lines.start_px - hints.far_px, hints.near_px - lines.end_px
    for is_beyond, gap in ((False, before), (True, beyond)):
        if -MAX_OFF < gap / lines.pitch_px < MAX_FIRST_GAP:
            return is_beyond
    return None


def _are_one_ruling(one: DigitComb, other: DigitComb) -> bool:
    """Whether two combs' lines, prolonged, are the same at both ends of the first."""
    ends = np.array([one.start_px, one.end_px])
    steps = (ends - other.start_px) / other.pitch_px
    same_count = round(float(np.ptp(steps))) == one.count
    return same_count and bool(np.abs(steps - np.rint(steps)).max() < MAX_OFF)


def _is_same_band(one: DigitComb, other: DigitComb) -> bool:
    """Whether two combs have the same lines, from the same band of numbers."""
    apart = max(
        abs(one.start_px - other.start_px), abs(one.end_px - other.end_px),
        abs(one.near_px - other.near_px), abs(one.far_px - other.far_px),
    )  # fmt: skip
    return one.count == other.count and apart < MAX_OFF * one.pitch_px
