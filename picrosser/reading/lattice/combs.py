"""Edge strength along an axis in, a run of equally spaced lines out.

A board is two combs with one pitch: its rows' lines and its columns' lines. The pitch is proposed by the
autocorrelation of both profiles together; for each proposal the best unbroken run of teeth is found on
each axis (the maximum-sum run, J. Kadane's algorithm), and the pitch with the best pair wins. Half of the
true pitch loses because every second tooth is missing, twice the pitch because half of the lines are unused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.ranks import median
from picrosser.reading.lattice.edges import edge_strength
from picrosser.reading.lattice.line_evidence import MIN_LINES

Profile = NDArray[np.float32]

MIN_PITCH_PX = 9  # below this a digit has fewer than 5 pixels and cannot be read anyway
MIN_CELLS = 4  # the smallest boards are 5 x 5; one line may be lost in the first, rough pass
SAME_PITCH = 0.008  # relative difference within which two proposals are one
MOST_PERIODS = 6  # of a pitch, over which it is measured
FINALISTS = 8  # pitches that are looked at more finely
PROPOSALS = 10  # local maxima of the autocorrelation that are tried; the true pitch is among the first 6
# A tooth may lie off its place by this part of the pitch: lines are up to 0.1 pitch wide, both edges count.
TOOTH_REACH = 0.04
# A tooth counts by how far it stands out of the mean over this many pitches around it, less this share of
# the profile's spread. Without the local mean, a fine comb would score in any busy part of the picture.
SURROUNDINGS = 2.0
TOOTH_MARGIN = 0.25
PHASES = 3  # combs of one pitch that are kept, at least this share of the pitch apart
PHASE_APART = 0.06


@dataclass(frozen=True, slots=True)
class Comb:
    """Equally spaced lines: `teeth` of them from `start_px` on, `pitch_px` apart."""

    start_px: float
    pitch_px: float
    teeth: int
    score: float

    @property
    def end_px(self) -> float:
        """The place of the last tooth."""
        return self.start_px + self.pitch_px * (self.teeth - 1)

    def scaled(self, factor: float) -> Comb:
        """The same comb in another unit."""
        return Comb(self.start_px * factor, self.pitch_px * factor, self.teeth, self.score)


def likely_pitches(profiles: tuple[Profile, ...], longest_px: float) -> list[float]:
    """The few pitches whose best combs score highest on all profiles, the best first."""
    scores: list[tuple[float, float]] = []
    for pitch in propose_pitches(profiles, longest_px):
        runs = [_runs_by_phase(_gain(profile, pitch), pitch) for profile in profiles]
        if all(runs):
            scores.append((sum(run[0].score for run in runs), pitch))
    scores.sort(reverse=True)
    return [pitch for _, pitch in scores[:FINALISTS]]


def propose_pitches(profiles: tuple[Profile, ...], longest_px: float) -> list[float]:
    """Distances at which the profiles repeat, the most likely first."""
    size = min(MOST_PERIODS * int(longest_px), min(len(profile) for profile in profiles)) + 2
    total = np.zeros(size)
    for profile in profiles:
        centred = profile - profile.mean()
        spectrum = np.fft.rfft(centred, 2 * len(centred))
        correlation = np.fft.irfft(spectrum * spectrum.conj())[:size]
        if correlation[0] > 0:
            total[: len(correlation)] += correlation / correlation[0]
    middle = total[1:-1]
    peaks = 1 + np.flatnonzero((middle >= total[:-2]) & (middle > total[2:]))
    peaks = peaks[(peaks >= MIN_PITCH_PX) & (peaks <= longest_px)]
    best = peaks[np.argsort(-total[peaks], kind="stable")][:PROPOSALS]
    pitches: list[float] = []
    for peak in best:
        broad = _vertex(total, int(peak))
        sharp = _sharpened(total, broad)
        # On a small board there may be nothing to sharpen by: then the sharp one is worse.
        pitches += [sharp] if abs(sharp / broad - 1) < SAME_PITCH else [sharp, broad]
    return pitches


def _sharpened(correlation: NDArray[np.float64], pitch: float) -> float:
    """A pitch measured over several periods: the first peak of a correlation is broad, and may be pulled."""
    for periods in range(2, MOST_PERIODS + 1):
        low, high = round((periods - 0.3) * pitch), round((periods + 0.3) * pitch)
        if high + 1 >= len(correlation):
            break
        at = low + int(np.argmax(correlation[low : high + 1]))
        if not low < at < high or correlation[at] <= 0:
            break
        pitch = _vertex(correlation, at) / periods
    return pitch


def _vertex(values: NDArray[np.float64], at: int) -> float:
    """The place of a maximum between samples, by the parabola through three of them."""
    left, mid, right = values[at - 1 : at + 2]
    bend = left - 2 * mid + right
    return at + (0.5 * (left - right) / bend if bend else 0.0)


def best_combs(profile: Profile, pitch_px: float, min_cells: int = MIN_CELLS) -> list[Comb]:
    """The best unbroken runs of teeth with about this pitch, at most one per phase, best first.

    More than one phase, because the tops of digits repeat with the lines' own pitch, and on a small board
    they may be stronger.
    """
    gain = _gain(profile, pitch_px)
    found: list[Comb] = []
    for pitch in pitch_px * np.linspace(0.99, 1.01, 7):
        found += [comb for comb in _runs_by_phase(gain, float(pitch)) if comb.teeth > min_cells]
    found.sort(key=lambda comb: -comb.score)
    kept: list[Comb] = []
    for comb in found:
        if len(kept) < PHASES and all(_apart(comb, other) > PHASE_APART for other in kept):
            kept.append(comb)
    return kept


def _gain(profile: Profile, pitch: float) -> Profile:
    """How much a tooth at each place would add to a comb's score."""
    wide = widen(profile, max(1, round(pitch * TOOTH_REACH)))
    return np.asarray(wide - box_mean(wide, round(pitch * SURROUNDINGS)) - TOOTH_MARGIN * profile.std())


def _apart(comb: Comb, other: Comb) -> float:
    """How far two combs' teeth lie apart in the middle of the first, as a share of the pitch, 0..0.5."""
    middle = (comb.start_px + comb.end_px) / 2
    steps = ((middle - other.start_px) / other.pitch_px) - ((middle - comb.start_px) / comb.pitch_px)
    return float(abs(steps - round(steps)))


def widen(profile: Profile, reach: int) -> Profile:
    """The maximum over `reach` samples to either side."""
    padded = np.pad(profile, reach, mode="edge")
    return np.asarray(np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).max(axis=1))


def box_mean(profile: Profile, width: int) -> Profile:
    """The mean over `width` samples around each sample, fewer at the ends."""
    sums = np.concatenate([[0.0], np.cumsum(profile, dtype=np.float64)])
    at = np.arange(len(profile))
    low, high = np.maximum(at - width // 2, 0), np.minimum(at + (width + 1) // 2, len(profile))
    return np.asarray((sums[high] - sums[low]) / (high - low), np.float32)


def _runs_by_phase(gain: Profile, pitch: float) -> list[Comb]:
    """The maximum-sum run of teeth (Kadane) of each phase that is better than its neighbours.

    A run's sum is the sum up to its last tooth less the sum before its first one, which is the least so far.
    """
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
    summits = np.flatnonzero((best > 0) & (best >= np.roll(best, 1)) & (best > np.roll(best, -1)))
    top = summits[np.argsort(-best[summits], kind="stable")][:PHASES]
    return [
        Comb(float(phases[i] + pitch * first[i]), pitch, int(last[i] - first[i] + 1), float(best[i]))
        for i in top
    ]


# The rough pass averages over this share of the shorter side: about half a cell on a phone, some dashes long.
ROUGH_WINDOW = 1 / 40
# and blurs across lines by this share, so that a line's two edges make one peak in the profile.
ROUGH_BLUR = 1 / 200
FINE_BELOW_PX = 800  # of the shorter side: smaller pictures are searched pixel by pixel


def rough_combs(luma: NDArray[np.int16], across: NDArray[np.int16]) -> Iterator[tuple[Comb, Comb]]:
    """Pairs of combs (rows' lines, columns' lines) with one pitch, the likely ones first.

    luma : (H, W) int16; across : its transpose.
    """
    for row_combs, col_combs in combs_by_pitch(luma, across):
        pairs = [(rows, cols) for rows in row_combs for cols in col_combs]
        yield from sorted(pairs, key=lambda pair: -pair[0].score - pair[1].score)


def combs_by_pitch(
    luma: NDArray[np.int16], across: NDArray[np.int16], *, halves: bool = False
) -> Iterator[tuple[list[Comb], list[Comb]]]:
    """The combs of the rows' and of the columns' lines for each likely pitch, the likely ones first.

    One pitch after the other is looked at finely, since nearly always the first one holds.

    halves : try half of each pitch too, last: every second stripe is darker, and may be all that repeats.
    """
    profiles, grain = rough_profiles(luma, across)
    pitches = likely_pitches(profiles, min(luma.shape) / MIN_LINES / grain)
    for pitch in [*pitches, *(pitch / 2 for pitch in pitches if halves and pitch / 2 >= MIN_PITCH_PX)]:
        rows, cols = ([comb.scaled(grain) for comb in best_combs(profile, pitch)] for profile in profiles)
        yield rows, cols


def rough_profiles(luma: NDArray[np.int16], across: NDArray[np.int16]) -> tuple[tuple[Profile, ...], int]:
    """The edge strength down and across a picture, and how many pixels each of its values stands for."""
    shorter = min(luma.shape)
    # A profile twice as coarse is precise enough for a first guess, at a quarter of the time.
    grain = 2 if shorter >= FINE_BELOW_PX else 1
    return tuple(_rough_profile(view, shorter, grain) for view in (luma, across)), grain


def _rough_profile(luma: NDArray[np.int16], shorter: int, grain: int) -> Profile:
    """Edge strength in every `grain` pixel rows of the picture, on a logarithmic scale over its median."""
    strength = edge_strength(luma, max(8, round(shorter * ROUGH_WINDOW)))
    blurred = box_mean(strength, max(3, round(shorter * ROUGH_BLUR)))[::grain]
    return np.asarray(np.log1p(blurred / max(median(blurred), 0.1)), np.float32)
