"""Propose combs: runs of equally spaced lines, from a profile of edge strength along each axis.

A board is two combs with one pitch: its horizontal and its vertical lines. The pitch is proposed by the
autocorrelation of both profiles together; for each proposal the best unbroken run of teeth is found on each
axis (the maximum-sum run, J. Kadane's algorithm), and the pitch with the best pair wins. Half of the true
pitch loses because every second tooth is missing, twice the pitch because half of the lines are unused.

Known failure: on a small board the tops of digits, which repeat with the pitch too, may be stronger than the
lines. So several phases of a pitch are proposed, and `grid` checks them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.reading.lattice.edges import Lumas, edge_strength
from picrosser.reading.lattice.line_evidence import MIN_LINES

Profile = NDArray[np.float32]
"""(L,) edge strength at each place along an axis."""

Values = NDArray[np.float64]
Indices = NDArray[np.intp]

MIN_PITCH_PX = 9  # below this a digit has fewer than 5 pixels and cannot be read anyway
SAME_PITCH = 0.008  # relative difference within which two proposals are one
MAX_PERIODS = 6  # the pitch is measured over so many periods of the autocorrelation
MAX_PROPOSALS = 10  # local maxima of the autocorrelation that are tried; the true pitch is among the first 6
# A tooth may lie off its place by this part of the pitch: lines are up to 0.1 pitch wide, both edges count.
TOOTH_REACH = 0.04
# A tooth counts by how far it stands out of the mean over this many pitches around it, less this share of
# the profile's standard deviation. Without the local mean, a fine comb would score in any busy part.
SURROUNDINGS = 2.0
TOOTH_MARGIN = 0.25
MAX_PHASES = 3  # combs of one pitch that are kept
# Shares of the picture's shorter side. Edges are averaged over windows of about half a cell on a phone, some
# dashes long, and blurred across the lines, so that both edges of a line make one peak in the profile.
PROFILE_WINDOW = 1 / 40
PROFILE_BLUR = 1 / 200
FINE_BELOW_PX = 800  # the shorter side: profiles of smaller pictures have a value for every pixel


class Comb(NamedTuple):
    """Equally spaced lines: `teeth` of them from `start_px` on, `pitch_px` apart.

    score : the sum over the teeth of how far each stands out; comparable within one profile.
    """

    start_px: float
    pitch_px: float
    teeth: int
    score: float

    @property
    def end_px(self) -> float:
        return self.start_px + self.pitch_px * (self.teeth - 1)

    def scaled(self, factor: float) -> Comb:
        return Comb(self.start_px * factor, self.pitch_px * factor, self.teeth, self.score)


def propose_comb_pairs(lumas: Lumas) -> Iterator[tuple[Comb, Comb]]:
    """Yield pairs of combs with one pitch (horizontal lines, vertical lines), the likely ones first."""
    for row_combs, col_combs in combs_by_pitch(lumas):
        pairs = [(rows, cols) for rows in row_combs for cols in col_combs]
        yield from sorted(pairs, key=lambda pair: -pair[0].score - pair[1].score)


def combs_by_pitch(lumas: Lumas, *, halves: bool = False) -> Iterator[tuple[list[Comb], list[Comb]]]:
    """Yield the combs of the horizontal and of the vertical lines for each likely pitch, likely ones first.

    Pitches are searched lazily, one after the other, since nearly always the first one holds.

    halves : also try half of each pitch, last: when paint hides the lines, the stripes beside the board, of
        which every second one is darker, may be all that repeats.
    """
    profiles, grain = rough_profiles(lumas)
    pitches = likely_pitches(profiles, min(lumas[0].shape) / MIN_LINES / grain)
    for pitch in [*pitches, *(pitch / 2 for pitch in pitches if halves and pitch / 2 >= MIN_PITCH_PX)]:
        rows, cols = ([comb.scaled(grain) for comb in best_combs(profile, pitch)] for profile in profiles)
        yield rows, cols


def rough_profiles(lumas: Lumas) -> tuple[tuple[Profile, ...], int]:
    """The profiles of horizontal and vertical edges, and the pixels that each value stands for."""
    shorter = min(lumas[0].shape)
    # A profile of every second pixel is precise enough for a first guess, at a quarter of the time.
    grain, profiles = 2 if shorter >= FINE_BELOW_PX else 1, []
    for view in lumas:
        strength = edge_strength(view, max(8, round(shorter * PROFILE_WINDOW)))
        blurred = box_mean(strength, max(3, round(shorter * PROFILE_BLUR)))[::grain]
        profiles.append(np.asarray(np.log1p(blurred / max(float(np.median(blurred)), 0.1)), np.float32))
    return tuple(profiles), grain


def likely_pitches(profiles: tuple[Profile, ...], longest_px: float) -> list[float]:
    """The few pitches whose best combs score highest on all profiles, the best first."""
    scores: list[tuple[float, float]] = []
    for pitch in propose_pitches(profiles, longest_px):
        runs = [_best_run_by_phase(_tooth_gain(profile, pitch), pitch) for profile in profiles]
        if all(runs):
            scores.append((sum(run[0].score for run in runs), pitch))
    return [pitch for _, pitch in sorted(scores, reverse=True)]


def propose_pitches(profiles: tuple[Profile, ...], longest_px: float) -> list[float]:
    """Return the distances at which the profiles repeat, the most likely first."""
    size = min(MAX_PERIODS * int(longest_px), min(len(profile) for profile in profiles)) + 2
    total = np.zeros(size)
    for profile in profiles:
        centred = profile - profile.mean()
        # As fast as by Fourier transforms, up to 2,000 values, and these would have to be imported: 8 ms.
        correlation = np.correlate(centred, centred, "full")[len(centred) - 1 :][:size]
        if correlation[0] > 0:
            total[: len(correlation)] += correlation / correlation[0]
    middle = total[1:-1]
    peaks = 1 + np.flatnonzero((middle >= total[:-2]) & (middle > total[2:]))
    peaks = peaks[(peaks >= MIN_PITCH_PX) & (peaks <= longest_px)]
    best = peaks[np.argsort(-total[peaks], kind="stable")][:MAX_PROPOSALS]
    pitches: list[float] = []
    for peak in best:
        first = _peak_vertex(total, int(peak))
        refined = _refine_pitch(total, first)
        # A small board may have too few periods to refine by: then the first estimate is better.
        pitches += [refined] if abs(refined / first - 1) < SAME_PITCH else [refined, first]
    return pitches


def _refine_pitch(correlation: NDArray[np.float64], pitch: float) -> float:
    """Measure a pitch over several periods: the first peak of the correlation is broad, and may be pulled."""
    for periods in range(2, MAX_PERIODS + 1):
        low, high = round((periods - 0.3) * pitch), round((periods + 0.3) * pitch)
        if high + 1 >= len(correlation):
            break
        at = low + int(np.argmax(correlation[low : high + 1]))
        if not low < at < high or correlation[at] <= 0:
            break
        pitch = _peak_vertex(correlation, at) / periods
    return pitch


def _peak_vertex(values: NDArray[np.float64], at: int) -> float:
    """Return the place of a peak between samples: the vertex of the parabola through three of them."""
    left, mid, right = values[at - 1 : at + 2]
    bend = left - 2 * mid + right
    return at + (0.5 * (left - right) / bend if bend else 0.0)


def best_combs(profile: Profile, pitch_px: float) -> list[Comb]:
    """Return the best unbroken runs of teeth with about this pitch, one per phase, best first."""
    gain = _tooth_gain(profile, pitch_px)
    pitches = (pitch_px * np.linspace(0.99, 1.01, 7)).tolist()
    found = [comb for pitch in pitches for comb in _best_run_by_phase(gain, pitch) if comb.teeth >= MIN_LINES]
    kept: list[Comb] = []
    for comb in sorted(found, key=lambda comb: -comb.score):
        if all(_phase_difference(comb, other) > TOOTH_REACH for other in kept):
            kept.append(comb)
    return kept[:MAX_PHASES]


def _tooth_gain(profile: Profile, pitch: float) -> Profile:
    """Return how much a tooth at each place would add to a comb's score."""
    reach = max(1, round(pitch * TOOTH_REACH))
    wide = np.pad(profile, reach, mode="edge")
    strength = np.lib.stride_tricks.sliding_window_view(wide, 2 * reach + 1).max(axis=1)
    surroundings = box_mean(strength, round(pitch * SURROUNDINGS))
    return np.asarray(strength - surroundings - TOOTH_MARGIN * profile.std())


def _phase_difference(comb: Comb, other: Comb) -> float:
    """How far the teeth of two combs are apart in the middle of the first, in pitches, 0..0.5."""
    middle = (comb.start_px + comb.end_px) / 2
    steps = ((middle - other.start_px) / other.pitch_px) - ((middle - comb.start_px) / comb.pitch_px)
    return float(abs(steps - round(steps)))


def box_mean(profile: Profile, width: int) -> Profile:
    """Return the mean over `width` samples around each, over fewer at the ends."""
    sums = np.concatenate([[0.0], np.cumsum(profile, dtype=np.float64)])
    at = np.arange(len(profile))
    low, high = np.maximum(at - width // 2, 0), np.minimum(at + (width + 1) // 2, len(profile))
    return np.asarray((sums[high] - sums[low]) / (high - low), np.float32)


def _best_run_by_phase(gain: Profile, pitch: float) -> list[Comb]:
    """The maximum-sum run of teeth (Kadane) of each phase that beats its neighbouring phases."""
    phases = np.arange(int(np.ceil(pitch)))
    teeth = np.arange(max(1, int((len(gain) - 1) / pitch) + 1))
    places = np.rint(phases[:, None] + pitch * teeth).astype(int)
    inside = places < len(gain)
    sums = np.zeros((len(phases), len(teeth) + 1))
    np.cumsum(np.where(inside, gain[np.minimum(places, len(gain) - 1)], 0), axis=1, out=sums[:, 1:])
    least = np.minimum.accumulate(sums[:, :-1], axis=1)
    runs = np.where(inside, sums[:, 1:] - least, -np.inf)
    last = runs.argmax(axis=1)
    best = runs[phases, last]
    begins = (sums[:, :-1] <= least[phases, last][:, None]) & (teeth <= last[:, None])
    first = np.where(begins, teeth, 0).max(axis=1)
    peaks = np.flatnonzero((best > 0) & (best >= np.roll(best, 1)) & (best > np.roll(best, -1)))
    top = peaks[np.argsort(-best[peaks], kind="stable")][:MAX_PHASES]
    return [
        Comb(float(phases[i] + pitch * first[i]), pitch, int(last[i] - first[i] + 1), float(best[i]))
        for i in top
    ]


def best_runs(gains: Values, shown: NDArray[np.bool_], fewest: int) -> tuple[Indices, Indices, Values]:
    """Of each of several combs the maximum-sum run of teeth (Kadane): from, to, and the sum.

    gains : (combs, teeth) what each tooth adds; only those that are shown may add something.
    shown : (combs, teeth) which are seen. fewest : of these a run has at least so many; else it is empty.
    """
    row, tooth = np.nonzero(shown)
    rank = (np.cumsum(shown, axis=1) - 1)[row, tooth]
    rows, most = np.arange(len(gains)), max(fewest, int(rank.max()) + 1)
    sums = np.zeros((len(gains), gains.shape[1] + 1))
    gains.cumsum(axis=1, out=sums[:, 1:])
    before, after = np.full((2, len(gains), most), np.inf)
    before[row, rank], after[row, rank] = sums[row, tooth], -sums[row, tooth + 1]
    least = np.minimum.accumulate(before, axis=1)[:, : most - fewest + 1]
    worth = -after[:, fewest - 1 :] - least
    at = worth.argmax(axis=1)
    place = np.zeros((len(gains), most), np.intp)
    place[row, rank] = tooth
    first = (before == least[rows, at][:, None]).argmax(axis=1)
    best = worth[rows, at]
    stop = np.where(best > -np.inf, place[rows, at + fewest - 1] + 1, 0)
    return place[rows, first], stop, best


def by_group(extreme: np.ufunc, of: Indices, values: Indices) -> Indices:
    """The extreme of each group's values. of : the group of each, ascending; all have some."""
    return np.asarray(extreme.reduceat(values, np.flatnonzero(np.diff(of, prepend=-1))))
