"""A strip of the picture in, its pieces of ink out: what stands out of its surroundings, each by itself.

A strip is as high as a line of the board. A piece's ink is measured against its own darkest part: struck,
greyed and inverted digits become equal shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from picrosser.pixels import RGB, Box
from picrosser.reading.channels import largest
from picrosser.reading.nonogram.ink.backdrop import TONE_LEVELS, backdrop_along
from picrosser.reading.nonogram.ink.connected import Labels, Place, labelled, within
from picrosser.reading.nonogram.ink.hanging import hanging
from picrosser.reading.nonogram.ink.overlaid import of_one_ink
from picrosser.reading.nonogram.ink.piece import Piece
from picrosser.reading.nonogram.ink.plate import Plate
from picrosser.reading.nonogram.ink.struck import rejoin, with_thin_strokes
from picrosser.reading.nonogram.ink.touching import stacked

FAINT_LEVELS = 16  # below this difference there is no ink, but compression noise
OWN = 0.45  # of a piece's own contrast: what is fainter is its soft edge, or a bridge of noise
THIN = 0.2  # a stroke that is so faint is a fifth of a pixel wide
BRIDGE = 0.15  # what is fainter between two parts is no stroke through a digit
# Of the strongest contrast nearby: fainter pieces may be texture; and they are.
WEAK, LEAST = 0.17, 0.12
NEARBY = 4.0  # of the strip's height, along it: further off a title or a bar may stand, black on white
ONE_NUMBER = 1.3  # of the strip's height: no longer plate holds more than one number
STACKED = 2.5  # of a digit's height: over a column, two find room on a plate that is longer
ONE_INK = 0.5  # of the strongest contrast on its plate: its digits are of one ink, thin strokes a bit paler
# The same, of what differs from its plate the other way: an edge that is sharpened or compressed overshoots.
OVERSHOOT = 0.4
BLOCK_PX = 8  # an edge rings no further than JPEG's block goes
HALO_PX = 3  # round a plate: its soft edge, or a thin border
FRINGE_PX = 1  # a screen's stripes are thirds of a pixel
LOWEST, TALLEST = 0.13, 0.97  # of the strip's height: the size of a digit
WIDEST = 1.0  # of the strip's height: a longer piece is a line or a frame
SHADOW = 0.65  # of a piece's own contrast: a shadow has less
SMALL_PART = 0.02  # of what differs from the page is left of a thin digit on a faint plate
MOST_STACKED = 5.0  # of the strip's width: a longer piece is no stack of digits
THINNEST = 0.16  # of a piece's height: a thinner one is a line


def pieces_of_ink(image: RGB, strip: Box, plates: Sequence[Plate] = (), *, upright: bool) -> list[Piece]:
    """The pieces of ink in a strip that may be digits, in reading order along it.

    plates : that lie in the strip, at least in part: each is the backdrop of what stands on it.
    upright : the strip is a column's; else a row's.
    """
    patch = image[strip.slices].astype(np.float32)
    on_plate = _numbers_of(plates, strip)
    bare = ~_grown(on_plate > 0, HALO_PX) if plates else on_plate == 0
    backdrop = backdrop_along(patch.swapaxes(0, 1), bare.T) if upright else backdrop_along(patch, bare)
    backdrop = np.broadcast_to(backdrop.swapaxes(0, 1) if upright else backdrop, patch.shape)
    if plates:
        tones = np.stack([plate.tone for plate in plates])
        backdrop = backdrop.copy()
        backdrop[on_plate > 0] = tones[on_plate[on_plate > 0] - 1]
    apart = largest(np.abs(patch - backdrop)) * (bare | (on_plate > 0))
    thickness = strip.width if upright else strip.height
    found = list(_pieces(patch, backdrop, apart, thickness, upright=upright))
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
            weak=piece.contrast < WEAK * most or echo or _is_ringing(piece, plates, strip),
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


def _grown(mask: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    """A mask and what lies so near it, at its corners, too."""
    grown = mask
    for axis in (0, 1):
        padded = np.pad(grown, [(by, by) if axis == its else (0, 0) for its in (0, 1)])
        grown = np.asarray(np.lib.stride_tricks.sliding_window_view(padded, 2 * by + 1, axis).any(axis=2))
    return grown


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


def _pieces(
    patch: NDArray[np.float32],
    backdrop: NDArray[np.float32],
    apart: NDArray[np.float32],
    thickness: int,
    *,
    upright: bool,
) -> Iterable[Piece]:
    labels, places = labelled(apart > FAINT_LEVELS, corners=True)
    found = [
        (number, place, np.where(labels[place] == number, apart[place], 0))
        for number, place in enumerate(places, 1)
    ]
    for number, place, mine in found:
        if len(mine) < LOWEST * thickness:
            continue
        steps = patch[place] - backdrop[place]
        if (of_one := of_one_ink(steps, mine)) is not steps:
            patch[place] = backdrop[place] + of_one
            apart[place] = np.where(mine > 0, largest(np.abs(of_one)), apart[place])
            mine = np.where(mine > 0, apart[place], 0)
        inner, parts = _parts(mine, thickness)
        for part, where in parts.items():
            height, width = (axis.stop - axis.start for axis in where)
            if height < LOWEST * thickness:
                continue
            top, left = place[0].start + where[0].start, place[1].start + where[1].start
            box = Box(top, left, top + height, left + width)
            ink = inner[where] == part
            whose = labels[box.slices]
            shown = np.where((whose == number) | (whose == 0), apart[box.slices], 0)
            own = _rank(shown[ink], 0.75)
            coverage = np.minimum(shown / own, 1).astype(np.float32)
            if len(parts) > 1:
                others = (inner[where] > 0) & ~ink
                coverage[_grown(others, FRINGE_PX) & ~_grown(ink, FRINGE_PX)] = 0  # with their soft edges
            if not _is_too_large(where, thickness):
                if width >= THINNEST * height:
                    yield Piece(box, coverage, *_tone(patch, backdrop, box, own), own)
            elif (
                upright
                and width <= WIDEST * thickness
                and height <= MOST_STACKED * thickness
                and own > WEAK * _strongest(apart, box, thickness)
            ):
                for inside in stacked(coverage):
                    its = inside.moved(top, left)
                    yield Piece(its, coverage[inside.slices], *_tone(patch, backdrop, its, own), own)
        # These are looked at in turn, as the loop goes on.
        found += [(number, within(place, where), its) for where, its in hanging(mine, parts.values())]


def _strongest(apart: NDArray[np.float32], box: Box, thickness: int) -> float:
    """The strongest contrast near a stack: of much fainter ink, ones may be no more than a plate's edge."""
    near = round(NEARBY * thickness)
    return float(apart[max(0, box.top - near) : box.bottom + near].max())


def _parts(mine: NDArray[np.float32], thickness: int) -> tuple[Labels, dict[int, Place]]:
    """Ink that hangs together parted into digits: their numbers, and where each of them is."""
    contrast = _contrast(mine, thickness)
    inner, parts = _without_frames(*labelled(mine > OWN * contrast, corners=True), thickness)
    if len(parts) == 1 and _is_too_large(parts[0], thickness):
        # Digits that their shadows join, or a faint plate does.
        contrast = _rank(mine[mine > 0], 1 - SMALL_PART)
        inner, parts = labelled(mine > SHADOW * contrast, corners=True)
    left_over = rejoin(inner, parts, mine > BRIDGE * contrast)
    return inner, with_thin_strokes(inner, left_over, mine > THIN * contrast)


def _without_frames(inner: Labels, parts: list[Place], thickness: int) -> tuple[Labels, list[Place]]:
    """The parts of some ink without lines across the strip: a stack nearly meets the board's frame, and its
    last digit would be taken to belong to that.
    """
    sizes = [sorted(axis.stop - axis.start for axis in place) for place in parts]
    frames = [
        at
        for at, (thin, long) in enumerate(sizes, 1)
        if long > TALLEST * thickness and thin < THINNEST * long
    ]
    if not frames or len(frames) == len(parts):
        return inner, parts
    return labelled((inner > 0) & ~np.isin(inner, frames), corners=True)


def _is_too_large(where: Place, thickness: int) -> bool:
    height, width = (axis.stop - axis.start for axis in where)
    return bool(height > TALLEST * thickness or width > WIDEST * thickness)


def _contrast(apart: NDArray[np.float32], thickness: int) -> float:
    """Between the ink of a piece and its backdrop. Of faint specks, which compression leaves round a digit,
    there may be more than ink, so that what is much fainter than the least digit's stroke is left out.
    """
    stroke_px = max(1, round(LOWEST * thickness))
    strongest = np.sort(apart[apart > 0])[-stroke_px:]
    return _rank(apart[apart > OWN * strongest[0]], 0.9)


def _rank(values: NDArray[np.float32], share: float) -> float:
    """The value below which so great a share of them lies."""
    at = int(share * (len(values) - 1))
    return float(np.partition(values, at)[at])


def _tone(
    patch: NDArray[np.float32], backdrop: NDArray[np.float32], box: Box, contrast: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The colours of a piece's ink and of its backdrop.

    From the sum of all differences: fonts that are smoothed by the screen's stripes have coloured fringes,
    thin digits nothing else, but red and blue ones add up to none.
    """
    wide = (slice(box.top, box.bottom), slice(max(0, box.left - FRINGE_PX), box.right + FRINGE_PX))
    ground = np.median(backdrop[wide].reshape(-1, 3), axis=0)
    step = (patch[wide] - backdrop[wide]).mean(axis=(0, 1))
    step *= contrast / max(1.0, float(np.abs(step).max()))
    return np.clip(ground + step, 0, 255), ground


def _moved(piece: Piece, strip: Box, plate: int, *, weak: bool) -> Piece:
    return replace(piece, box=piece.box.moved(strip.top, strip.left), plate=plate, weak=weak)
