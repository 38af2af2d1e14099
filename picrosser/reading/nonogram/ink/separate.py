"""What stands out of a strip in, the pieces out that may be digits: parted where they touch, whole where not.

A piece's ink is measured against its own darkest part: so struck, greyed and inverted digits become equal
shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel
from picrosser.imaging.connected import Labels, Place, label_pieces, place_in_whole
from picrosser.imaging.pixels import Box
from picrosser.imaging.ranks import median
from picrosser.reading.glyphs.touching import split_stack
from picrosser.reading.nonogram.ink.hanging import hanging
from picrosser.reading.nonogram.ink.overlaid import of_one_ink
from picrosser.reading.nonogram.ink.piece import Piece
from picrosser.reading.nonogram.ink.struck import rejoin, with_thin_strokes

FAINT_LEVELS = 16  # below this difference there is no ink, but compression noise
OWN = 0.45  # of a piece's own contrast: what is fainter is its soft edge, or a bridge of noise
THIN = 0.2  # a stroke that is so faint is a fifth of a pixel wide
BRIDGE = 0.15  # what is fainter between two parts is no stroke through a digit
WEAK = 0.17  # of the strongest contrast nearby: fainter pieces may be texture
NEARBY = 4.0  # of the strip's height, along it: further off a title or a bar may stand, black on white
FRINGE_PX = 1  # a screen's stripes are thirds of a pixel
LOWEST, TALLEST = 0.13, 0.97  # of the strip's height: the size of a digit
WIDEST = 1.0  # of the strip's height: a longer piece is a line or a frame
SHADOW = 0.65  # of a piece's own contrast: a shadow has less
SMALL_PART = 0.02  # of what differs from the page is left of a thin digit on a faint plate
MOST_STACKED = 5.0  # of the strip's width: a longer piece is no stack of digits
THINNEST = 0.16  # of a piece's height: a thinner one is a line


def separate(
    patch: NDArray[np.float32],
    backdrop: NDArray[np.float32],
    apart: NDArray[np.float32],
    thickness: int,
    *,
    upright: bool,
) -> Iterable[Piece]:
    """The pieces of ink of a strip, in its own coordinates; where a line lies over one, it is taken off.

    Parameters
    ----------
    patch, backdrop : (H, W, 3) what is seen, and what it stands on.
    apart : (H, W) how much the one differs from the other in any channel; 0 where no ink is looked for.
    thickness : of the strip, across its line.
    """
    labels, places = label_pieces(apart > FAINT_LEVELS, corners=True)
    found: list[_Ink] = []
    for number, place in enumerate(places, 1):
        if place[0].stop - place[0].start < LOWEST * thickness:
            continue
        mine = np.where(labels[place] == number, apart[place], 0)
        steps = patch[place] - backdrop[place]
        if (of_one := of_one_ink(steps, mine)) is not steps:
            patch[place] = backdrop[place] + of_one
            apart[place] = np.where(mine > 0, max_channel(np.abs(of_one)), apart[place])
            mine = np.where(mine > 0, apart[place], 0)
        found.append(_Ink(number, place, mine, _contrast(mine, thickness)))
    whole = _whole(labels, apart, found)
    for ink in found:
        number, place, mine, _ = ink
        inner, parts = _parts(ink, thickness, is_whole=number in whole)
        for part, where in parts.items():
            height, width = (axis.stop - axis.start for axis in where)
            if height < LOWEST * thickness:
                continue
            top, left = place[0].start + where[0].start, place[1].start + where[1].start
            box = Box(top, left, top + height, left + width)
            its_ink = inner[where] == part
            whose = labels[box.slices]
            shown = np.where((whose == number) | (whose == 0), apart[box.slices], 0)
            own = _rank(shown[its_ink], 0.75)
            coverage = np.minimum(shown / own, 1).astype(np.float32)
            others = (inner[where] > 0) & ~its_ink
            if others.any():
                coverage[grown(others, FRINGE_PX) & ~grown(its_ink, FRINGE_PX)] = 0  # with their soft edges
            if not _is_too_large(where, thickness):
                if width >= THINNEST * height:
                    yield Piece(box, coverage, *_tone(patch, backdrop, box, own), own)
            elif (
                upright
                and width <= WIDEST * thickness
                and height <= MOST_STACKED * thickness
                and own > WEAK * _strongest(apart, box, thickness)
            ):
                for inside in split_stack(coverage):
                    its = inside.moved(top, left)
                    yield Piece(its, coverage[inside.slices], *_tone(patch, backdrop, its, own), own)
        for where, faint in hanging(mine, parts.values()):
            if len(faint) >= LOWEST * thickness:  # looked at in turn, as the loop goes on
                found.append(_Ink(number, place_in_whole(place, where), faint, _contrast(faint, thickness)))
        whole.discard(number)  # what hangs on it may be of several parts


def _around(mask: NDArray[np.bool_]) -> Place:
    """The rows and columns from a mask's first to its last pixel."""
    rows, cols = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(cols[0]), int(cols[-1]) + 1)


def _strongest(apart: NDArray[np.float32], box: Box, thickness: int) -> float:
    """The strongest contrast near a stack: of much fainter ink, ones may be no more than a plate's edge."""
    near = round(NEARBY * thickness)
    return float(apart[max(0, box.top - near) : box.bottom + near].max())


class _Ink(NamedTuple):
    """Ink that hangs together by whatever differs from the page.

    number : its label.
    place : in the strip.
    mine : (H, W) float32 levels from the backdrop there; 0 where it is not.
    contrast : of its strokes.
    """

    number: int
    place: Place
    mine: NDArray[np.float32]
    contrast: float


def _whole(labels: Labels, apart: NDArray[np.float32], found: Sequence[_Ink]) -> set[int]:
    """The numbers of those of which the inner part hangs together, too: told at once, which is quicker."""
    enough = np.full(int(labels.max()) + 1, np.inf, np.float32)
    for ink in found:
        enough[ink.number] = OWN * ink.contrast
    inner, places = label_pieces(apart > enough[labels], corners=True)
    whose = np.zeros(len(places) + 1, np.intp)
    whose[inner] = labels
    return set(np.flatnonzero(np.bincount(whose[1:], minlength=len(enough)) == 1).tolist())


def _parts(ink: _Ink, thickness: int, *, is_whole: bool) -> tuple[Labels, dict[int, Place]]:
    """Ink parted into digits: their numbers, and where each of them is.

    is_whole : its inner part hangs together.
    """
    mine, contrast = ink.mine, ink.contrast
    mask = mine > OWN * contrast
    if is_whole:
        inner, parts = mask.astype(np.intp), [_around(mask)]
    else:
        inner, parts = _without_frames(*label_pieces(mask, corners=True), thickness)
    if len(parts) == 1 and _is_too_large(parts[0], thickness):
        # Digits that their shadows join, or a faint plate does.
        contrast = _rank(mine[mine > 0], 1 - SMALL_PART)
        inner, parts = label_pieces(mine > SHADOW * contrast, corners=True)
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
    return label_pieces((inner > 0) & ~np.isin(inner, frames), corners=True)


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
    ground = median(backdrop[wide].reshape(-1, 3), axis=0)
    step = (patch[wide] - backdrop[wide]).mean(axis=(0, 1))
    step *= contrast / max(1.0, float(np.abs(step).max()))
    return np.clip(ground + step, 0, 255), ground


def grown(mask: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    """A mask and what lies so near it, at its corners, too."""
    for axis in (0, 1):
        padded = np.pad(mask, [(by, by) if axis == its else (0, 0) for its in (0, 1)])
        mask = np.asarray(np.lib.stride_tricks.sliding_window_view(padded, 2 * by + 1, axis).any(axis=2))
    return mask
