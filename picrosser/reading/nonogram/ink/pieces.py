"""Find the pieces of ink in a strip of the picture: what differs from its backdrop, each by itself.

A strip is as thick as one line of the board. The backdrop (a page, a pill, a gradient, a tile) changes slowly
along it, so it is the commonest tone in a block that slides along. A pixel lies in eight blocks; so the
pixels of each column are counted once, and the counts are added up by blocks. At the rim of a card or a bar,
which runs from one side of the strip to the other, the backdrop changes at once: the strip is cut there,
since a shallow card would not be the commonest tone of any block.

What is too faint beside other ink, beside what stands on the same plate, or as an echo of stronger ink or of
a plate's edge, is left out or marked as weak.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel, mean_channel
from picrosser.imaging.pixels import RGB, Box
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.ink.cutting import (
    MIN_OWN_CONTRAST,
    MIN_SURE_CONTRAST,
    NEARBY,
    cut_ink,
    dilated,
)
from picrosser.reading.nonogram.ink.piece import Piece
from picrosser.reading.nonogram.ink.plates import Plate

MIN_CONTRAST = 0.12  # of the strongest contrast nearby: fainter pieces are texture
MAX_ONE_NUMBER_LENGTH = 1.3  # of the strip's height: no longer plate holds more than one number
MAX_ONE_NUMBER_HEIGHT = 2.5  # of a digit's height: over a column, two find room on a plate that is longer
# Of the strongest contrast on its plate: its digits are of one ink, thin strokes a bit paler
MIN_SAME_INK = 0.5
# The same, of what differs from its plate the other way: an edge that is sharpened or compressed overshoots.
MAX_OVERSHOOT = 0.4
MAX_RINGING_PX = 8  # an edge rings no further than JPEG's block goes
HALO_PX = 3  # round a plate: its soft edge, or a thin border

# The backdrop along a strip:
BLOCK_LENGTH = 2.0  # of the strip's height: the length over which the backdrop is measured
MAX_SAMPLED_ROWS = 20  # pixels of a strip's height are looked at for that
TONE_LEVELS = 20  # grey levels: nearer tones are one backdrop, shaded or rough
# Of a block next to the board still has the backdrop before it: a heavy digit's strokes have more
MIN_BACKDROP_LEFT = 0.15
MIN_RIM_STEP = 60  # a shaded backdrop changes by less
BLOCK_STEP = 0.25  # of the strip's height, between blocks
MIN_RIM_LENGTH = 0.95  # of a strip's height: so long is a rim; no digit's stroke is
RIM_PX = 2  # a rim, with the soft pixel of one between two
MIN_BETWEEN_RIMS = 0.25  # of the strip's height: what is no wider between two rims is a line


def find_ink_pieces(
    image: RGB, strip: Box, plates: Sequence[Plate] = (), *, upright: bool, long_px: float = math.inf
) -> list[Piece]:
    """Find the pieces of ink in a strip that may be digits, in reading order along it.

    image : (H, W, 3) uint8 sRGB.
    plates : those that lie in the strip, at least in part: each is the backdrop of what stands on it.
    upright : the strip is a column's; else a row's.
    long_px : a cell's side along the strip; digits are set to the shorter side of a cell.
    """
    patch = image[strip.slices].astype(np.float32)
    on_plate = _plate_numbers(plates, strip)
    bare = ~dilated(on_plate > 0, HALO_PX) if plates else on_plate == 0
    backdrop = _backdrop_along(patch.swapaxes(0, 1), bare.T) if upright else _backdrop_along(patch, bare)
    backdrop = np.broadcast_to(backdrop.swapaxes(0, 1) if upright else backdrop, patch.shape)
    if plates:
        tones = np.stack([plate.tone for plate in plates])
        backdrop = backdrop.copy()
        backdrop[on_plate > 0] = tones[on_plate[on_plate > 0] - 1]
    apart = max_channel(np.abs(patch - backdrop)) * (bare | (on_plate > 0))
    thickness = round(min(strip.width if upright else strip.height, long_px))
    found = list(cut_ink(patch, backdrop, apart, thickness, upright=upright))
    if not found:
        return []
    places = np.array([piece.ends_px(upright=upright)[0] for piece in found])
    contrasts = np.array([piece.contrast for piece in found])
    nearby = np.abs(places[:, None] - places) <= NEARBY * thickness
    its_plate = np.array([int(on_plate[piece.box.slices].max()) for piece in found])
    stands = [bool(on_plate[piece.box.slices][piece.coverage > MIN_OWN_CONTRAST].any()) for piece in found]
    # Plates bear nothing but hints, so what stands on one is compared with the same.
    alike = np.equal.outer(its_plate > 0, its_plate > 0)
    strongest = np.where(nearby & alike, contrasts, 0).max(axis=1)
    on_plates = _least_on_plates(found, its_plate, stands, plates, thickness, upright=upright)
    least = np.maximum(MIN_CONTRAST * strongest, on_plates)
    kept = [
        _moved(
            piece,
            strip,
            int(number),
            weak=piece.contrast < MIN_SURE_CONTRAST * most
            or echo
            or (not number and _is_ringing(piece, plates, strip)),
        )
        for piece, number, most, enough, echo in zip(
            found, its_plate, strongest, least, _echoes(found), strict=True
        )
        if piece.contrast >= enough and (number or not _is_rest(piece, plates, strip))
    ]
    whole = [piece for piece in kept if not (piece.weak and _is_cut(piece.box, strip, upright=upright))]
    return sorted(whole, key=lambda piece: piece.ends_px(upright=upright)[0])


def _is_cut(box: Box, strip: Box, *, upright: bool) -> bool:
    """Whether what lies there may go on in the next line; numbers stand in the middle of theirs."""
    if upright:
        return box.left == strip.left or box.right == strip.right
    return box.top == strip.top or box.bottom == strip.bottom


def _least_on_plates(
    pieces: Sequence[Piece],
    its_plate: NDArray[np.intp],
    stands: Sequence[bool],
    plates: Sequence[Plate],
    thickness: int,
    *,
    upright: bool,
) -> NDArray[np.float32]:
    """The contrast that each piece needs, by what else stands on its plate; 0 where it stands on none.

    its_plate : the number of each piece's plate, from 1.
    stands : whether it stands on that; else it lies round a corner, as the plate's own soft edge does.
    """
    least = np.zeros(len(pieces), np.float32)
    for number, plate in enumerate(plates, 1):
        mine = np.flatnonzero(its_plate == number).tolist()
        if not mine:
            continue
        strongest = max((pieces[at] for at in mine), key=lambda piece: piece.contrast)
        one_number = max(plate.box.height, plate.box.width) <= MAX_ONE_NUMBER_LENGTH * thickness
        one_number &= not upright or plate.box.height <= MAX_ONE_NUMBER_HEIGHT * strongest.box.height
        for at in mine:
            way = (pieces[at].tone - plate.tone) @ (strongest.tone - plate.tone)
            share = MIN_SAME_INK if one_number or not stands[at] else MAX_OVERSHOOT if way < 0 else 0.0
            least[at] = share * strongest.contrast
    return least


def _is_rest(piece: Piece, plates: Sequence[Plate], strip: Box) -> bool:
    """Whether what stands on no plate is left of a digit at the rim of one: of its tone, and next to it."""
    box = piece.box.moved(strip.top, strip.left)
    return any(
        box.gap_px(plate.box) <= HALO_PX + 1 and np.abs(piece.tone - plate.tone).max() < TONE_LEVELS
        for plate in plates
    )


def _echoes(pieces: Sequence[Piece]) -> NDArray[np.bool_]:
    """(N,) whether each piece may be what compression leaves of stronger ink that its box reaches into."""
    contrasts = np.array([piece.contrast for piece in pieces])
    top, left, bottom, right = np.array(
        [(box.top, box.left, box.bottom, box.right) for box in (piece.box for piece in pieces)]
    ).T
    overlap = (top[:, None] < bottom) & (top < bottom[:, None])
    overlap &= (left[:, None] < right) & (left < right[:, None])
    return np.asarray((overlap & (contrasts[:, None] < MAX_OVERSHOOT * contrasts)).any(axis=1))


def _is_ringing(piece: Piece, plates: Sequence[Plate], strip: Box) -> bool:
    """Whether what lies on the page may be an echo of a plate's edge: next to it, and much fainter."""
    box = piece.box.moved(strip.top, strip.left)
    return any(
        box.gap_px(plate.box) < MAX_RINGING_PX
        and piece.contrast < MAX_OVERSHOOT * float(np.abs(plate.tone - piece.backdrop).max())
        for plate in plates
    )


def _plate_numbers(plates: Sequence[Plate], strip: Box) -> NDArray[np.intp]:
    """(H, W) the number, from 1, of the first plate that each of a strip's pixels lies on; 0 for none."""
    numbers = np.zeros((strip.height, strip.width), np.intp)
    for number, plate in enumerate(plates, 1):
        rows = np.arange(max(plate.box.top, strip.top), min(plate.box.bottom, strip.bottom))
        cols = np.arange(max(plate.box.left, strip.left), min(plate.box.right, strip.right))
        inside = plate.within[np.ix_(rows - plate.box.top, cols - plate.box.left)]
        place = np.ix_(rows - strip.top, cols - strip.left)
        numbers[place] = np.where(numbers[place] > 0, numbers[place], number * inside)
    return numbers


def _moved(piece: Piece, strip: Box, plate: int, *, weak: bool) -> Piece:
    return replace(piece, box=piece.box.moved(strip.top, strip.left), plate=plate, weak=weak)


@dataclass(frozen=True, slots=True, eq=False)
class _Blocks:
    """Stretches of a strip: every `sparse`th column, as far as `reach` from each of the places."""

    places: NDArray[np.intp]
    reach: int
    sparse: int

    @property
    def columns(self) -> int:
        """How many columns a block has, those beyond the strip's ends too."""
        return 2 * self.reach // self.sparse + 1

    def sums(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """(N, K) the sum over each block of (W, K) values by column."""
        room = self.sparse + len(values) + 2 * self.reach
        running = np.zeros((room + -room % self.sparse, values.shape[1]))
        running[self.sparse + self.reach :][: len(values)] = values
        by_phase = running.reshape(-1, self.sparse, values.shape[1])
        np.cumsum(by_phase, axis=0, out=by_phase)
        return running[self.places + self.columns * self.sparse] - running[self.places]


def _backdrop_along(patch: NDArray[np.float32], bare: NDArray[np.bool_]) -> NDArray[np.float32]:
    """(1, W, 3) the backdrop along a strip of (H, W, 3); where it is not bare, as in the nearest places."""
    ends = [0, *_rims(patch), patch.shape[1]]
    return np.concatenate([_slowly(patch[:, a:b], bare[:, a:b]) for a, b in pairwise(ends)], axis=1)


def _rims(patch: NDArray[np.float32]) -> list[int]:
    """Where the backdrop changes at once, and lastingly, all across a strip of (H, W, 3)."""
    height, width = patch.shape[:2]
    looked = patch[:: max(1, height // MAX_SAMPLED_ROWS)]
    steps = max_channel(np.abs(looked[:, RIM_PX:] - looked[:, :-RIM_PX])) > MIN_RIM_STEP
    edges = np.flatnonzero(steps.mean(axis=0) >= MIN_RIM_LENGTH) + RIM_PX // 2
    far = max(2 * RIM_PX, round(MIN_BETWEEN_RIMS * height))
    rims: list[int] = []
    for group in np.split(edges, np.flatnonzero(np.diff(edges) > far) + 1):
        if not len(group) or not far <= group[0] <= group[-1] < width - far:
            continue
        before, after = looked[:, group[0] - far : group[0]], looked[:, group[-1] + 1 : group[-1] + 1 + far]
        tones = [median(side, axis=(0, 1)) for side in (before, after)]
        if np.abs(tones[1] - tones[0]).max() > MIN_RIM_STEP:
            rims.append(int(group[-1]))
    return rims


def _slowly(patch: NDArray[np.float32], bare: NDArray[np.bool_]) -> NDArray[np.float32]:
    """(1, W, 3) the backdrop of a strip of (H, W, 3) along which it changes slowly."""
    height, width = patch.shape[:2]
    reach = max(2, int(BLOCK_LENGTH * height / 2))
    sparse = max(1, height // MAX_SAMPLED_ROWS)
    looked, counted = patch[::sparse], bare[::sparse]
    places = np.arange(0, width, max(1, int(BLOCK_STEP * height)))
    tones, known = _commonest(looked, counted, _Blocks(places, reach, sparse))
    last = max(0, int(np.searchsorted(places, width - 1 - reach)) - 1)  # further on, blocks are shorter
    start = max(0, int(places[last]) - reach)
    near = max_channel(np.abs(looked[:, start:] - tones[last])) < TONE_LEVELS
    ends = _Blocks(places[last:] - start, reach, sparse)
    alike = ends.sums((near & counted[:, start:]).sum(axis=0)[:, None])[:, 0]
    goes_on = alike > MIN_BACKDROP_LEFT * len(looked) * ends.columns
    tones[last:][goes_on & (np.abs(tones[last:] - tones[last]).max(axis=1) > MIN_RIM_STEP)] = tones[last]
    if known.any():
        places, tones = places[known], tones[known]
    along = np.arange(width)
    return np.stack([np.interp(along, places, tones[:, c]) for c in range(3)], axis=1)[None].astype(
        np.float32
    )


def _commonest(
    looked: NDArray[np.float32], counted: NDArray[np.bool_], blocks: _Blocks
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The commonest tone of each block: of three that a block may hold, the median would be the middle one.

    looked : (H, W, 3) sRGB; counted : (H, W) those that are backdrop.

    Returns
    -------
    (N, 3) the tones, and (N,) whether a block has any backdrop.
    """
    width, bins = looked.shape[1], int(255 / TONE_LEVELS) + 3
    level = (mean_channel(looked) / TONE_LEVELS).astype(np.intp)
    where = (np.arange(width) * bins + level + 1)[counted]
    weights = (None, *(looked[..., channel][counted] for channel in range(3)))
    by_column = [np.bincount(where, weight, width * bins).reshape(width, bins) for weight in weights]
    counts, *sums = np.split(blocks.sums(np.hstack(by_column)), 4, axis=1)
    around = counts[:, 1:-1] + (counts[:, :-2] + counts[:, 2:]) / 2
    nearby = around.argmax(axis=1)[:, None] + np.arange(3)  # the best bin and the two beside it
    count, red, green, blue = (
        np.take_along_axis(sums_of, nearby, axis=1).sum(axis=1) for sums_of in (counts, *sums)
    )
    tones = np.stack([red, green, blue], axis=1) / np.maximum(count, 1)[:, None]
    return tones, np.asarray(counts.any(axis=1))
