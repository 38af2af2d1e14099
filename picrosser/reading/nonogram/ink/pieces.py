"""A strip of the picture in, its pieces of ink out: what stands out of its surroundings, each by itself.

A strip is as high as a line of the board. What is too faint beside other ink, beside what stands on the same
plate, or as an echo of stronger ink or of a plate's edge, is left out or marked as weak.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.nonogram.ink.backdrop import TONE_LEVELS, backdrop_along
from picrosser.reading.nonogram.ink.piece import Piece
from picrosser.reading.nonogram.ink.plate import Plate
from picrosser.reading.nonogram.ink.separate import NEARBY, OWN, WEAK, grown, separate

LEAST = 0.12  # of the strongest contrast nearby: fainter pieces are texture
ONE_NUMBER = 1.3  # of the strip's height: no longer plate holds more than one number
STACKED = 2.5  # of a digit's height: over a column, two find room on a plate that is longer
ONE_INK = 0.5  # of the strongest contrast on its plate: its digits are of one ink, thin strokes a bit paler
# The same, of what differs from its plate the other way: an edge that is sharpened or compressed overshoots.
OVERSHOOT = 0.4
BLOCK_PX = 8  # an edge rings no further than JPEG's block goes
HALO_PX = 3  # round a plate: its soft edge, or a thin border


def pieces_of_ink(
    image: RGB, strip: Box, plates: Sequence[Plate] = (), *, upright: bool, long_px: float = math.inf
) -> list[Piece]:
    """The pieces of ink in a strip that may be digits, in reading order along it.

    plates : that lie in the strip, at least in part: each is the backdrop of what stands on it.
    upright : the strip is a column's; else a row's.
    long_px : a cell's side along the strip: where it is the shorter one, digits are made for that.
    """
    patch = image[strip.slices].astype(np.float32)
    on_plate = _numbers_of(plates, strip)
    bare = ~grown(on_plate > 0, HALO_PX) if plates else on_plate == 0
    backdrop = backdrop_along(patch.swapaxes(0, 1), bare.T) if upright else backdrop_along(patch, bare)
    backdrop = np.broadcast_to(backdrop.swapaxes(0, 1) if upright else backdrop, patch.shape)
    if plates:
        tones = np.stack([plate.tone for plate in plates])
        backdrop = backdrop.copy()
        backdrop[on_plate > 0] = tones[on_plate[on_plate > 0] - 1]
    apart = max_channel(np.abs(patch - backdrop)) * (bare | (on_plate > 0))
    thickness = round(min(strip.width if upright else strip.height, long_px))
    found = list(separate(patch, backdrop, apart, thickness, upright=upright))
    if not found:
        return []
    places = np.array([piece.ends_px(upright=upright)[0] for piece in found])
    contrasts = np.array([piece.contrast for piece in found])
    nearby = np.abs(places[:, None] - places) <= NEARBY * thickness
    its_plate = np.array([int(on_plate[piece.box.slices].max()) for piece in found])
    stands = [bool(on_plate[piece.box.slices][piece.coverage > OWN].any()) for piece in found]
    # Plates bear nothing but hints, so what stands on one is compared with the same.
    alike = np.equal.outer(its_plate > 0, its_plate > 0)
    strongest = np.where(nearby & alike, contrasts, 0).max(axis=1)
    on_plates = _least_on_plates(found, its_plate, stands, plates, thickness, upright=upright)
    least = np.maximum(LEAST * strongest, on_plates)
    kept = [
        _moved(
            piece,
            strip,
            int(number),
            weak=piece.contrast < WEAK * most or echo or (not number and _is_ringing(piece, plates, strip)),
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
        one_number = max(plate.box.height, plate.box.width) <= ONE_NUMBER * thickness
        one_number &= not upright or plate.box.height <= STACKED * strongest.box.height
        for at in mine:
            way = (pieces[at].tone - plate.tone) @ (strongest.tone - plate.tone)
            share = ONE_INK if one_number or not stands[at] else OVERSHOOT if way < 0 else 0.0
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
        [(its.top, its.left, its.bottom, its.right) for its in (piece.box for piece in pieces)]
    ).T
    overlap = (top[:, None] < bottom) & (top < bottom[:, None])
    overlap &= (left[:, None] < right) & (left < right[:, None])
    return np.asarray((overlap & (contrasts[:, None] < OVERSHOOT * contrasts)).any(axis=1))


def _is_ringing(piece: Piece, plates: Sequence[Plate], strip: Box) -> bool:
    """Whether what lies on the page may be an echo of a plate's edge: next to it, and much fainter."""
    box = piece.box.moved(strip.top, strip.left)
    return any(
        box.gap_px(plate.box) < BLOCK_PX
        and piece.contrast < OVERSHOOT * float(np.abs(plate.tone - piece.backdrop).max())
        for plate in plates
    )


def _numbers_of(plates: Sequence[Plate], strip: Box) -> NDArray[np.intp]:
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
