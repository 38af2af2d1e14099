"""Cut the ink of a strip into pieces that may be digits: apart where digits touch, whole where one is broken.

A piece's ink is measured against its own darkest part, so that struck, greyed and inverted digits get equal
shapes. In a column, a pale satisfied number may stand so close to a strong one that their soft edges meet; by
the strong one's contrast it would be no ink, so it is looked for in what is left.

A number that is set narrow, or a stack that is set close, leaves no space between its digits. Such a piece is
wider or taller than the picture's digits, far from any template, and its parts are near to some. A blurred 25
may be near to a 5, since templates are compared without regard to width; but no digit is wider than tall, and
none is as tall as two.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.channels import max_channel
from picrosser.imaging.connected import Labels, Place, label_pieces, place_in_whole
from picrosser.imaging.pixels import Box
from picrosser.imaging.ranks import median
from picrosser.reading.glyphs.touching import MAX_DIGIT_ASPECT, split_side_by_side, split_stack
from picrosser.reading.nonogram.ink.piece import (
    MAX_DIGIT_DISTANCE,
    MIN_HEIGHT_RATIO,
    Piece,
    have_same_height,
    with_template_distances,
)
from picrosser.reading.nonogram.ink.strokes import (
    rejoin_struck_parts,
    rejoin_thin_strokes,
    without_overlaid_colour,
)

FAINT_LEVELS = 16  # below this difference there is no ink, but compression noise
MIN_OWN_CONTRAST = 0.45  # of a piece's own contrast: what is fainter is its soft edge, or a bridge of noise
MIN_THIN_STROKE = 0.2  # a stroke that is so faint is a fifth of a pixel wide
MIN_BRIDGE = 0.15  # what is fainter between two parts is no stroke through a digit
MIN_SURE_CONTRAST = 0.17  # of the strongest contrast nearby: fainter pieces may be texture
NEARBY = 4.0  # of the strip's height, along it: further off a title or a bar may stand, black on white
FRINGE_PX = 1  # a screen's stripes are thirds of a pixel
MIN_HEIGHT, MAX_HEIGHT = 0.13, 0.97  # of the strip's height: the size of a digit
MAX_WIDTH = 1.0  # of the strip's height: a longer piece is a line or a frame
MAX_SHADOW = 0.65  # of a piece's own contrast: a shadow has less
SMALL_PART = 0.02  # of what differs from the page is left of a thin digit on a faint plate
MAX_STACK_HEIGHT = 5.0  # of the strip's width: a longer piece is no stack of digits
MIN_WIDTH = 0.16  # of a piece's height: a thinner one is a line

# Pale digits that touch strong ones:
SOFT_EDGE_PX = 1  # round a digit: its soft edge

# Digits that are joined without a pale bridge:
MAX_SINGLE_DISTANCE = 0.1  # mean squared difference of coverage to the nearest template: a digit by itself
MIN_JOINED_DISTANCE = 0.07  # of a piece that may be more than one
MIN_STACK_HEIGHT, MIN_PAIR_WIDTH = 1.6, 1.3  # times what is usual: its height in pixels, its width in heights
MAX_PART_DISTANCE = 0.6  # of the whole's difference at most the parts have
MIN_SINGLE_DIGITS = 5  # digits by themselves, before one can speak of usual ones


def cut_ink(
    patch: NDArray[np.float32],
    backdrop: NDArray[np.float32],
    apart: NDArray[np.float32],
    thickness: int,
    *,
    upright: bool,
) -> Iterable[Piece]:
    """Yield the pieces of ink of a strip, in its own coordinates; a line that lies over a piece is removed.

    Parameters
    ----------
    patch, backdrop : (H, W, 3) what is seen, and what it stands on.
    apart : (H, W) how much the one differs from the other in any channel; 0 where no ink is looked for.
    thickness : of the strip, across its line.
    """
    labels, places = label_pieces(apart > FAINT_LEVELS, corners=True)
    found: list[_Ink] = []
    for number, place in enumerate(places, 1):
        if place[0].stop - place[0].start < MIN_HEIGHT * thickness:
            continue
        mine = np.where(labels[place] == number, apart[place], 0)
        steps = patch[place] - backdrop[place]
        if (of_one := without_overlaid_colour(steps, mine)) is not steps:
            patch[place] = backdrop[place] + of_one
            apart[place] = np.where(mine > 0, max_channel(np.abs(of_one)), apart[place])
            mine = np.where(mine > 0, apart[place], 0)
        found.append(_Ink(number, place, mine, _contrast(mine, thickness)))
    whole = _in_one_part(labels, apart, found)
    for ink in found:
        number, place, mine, _ = ink
        inner, parts = _parts(ink, thickness, is_whole=number in whole)
        for part, where in parts.items():
            height, width = (axis.stop - axis.start for axis in where)
            if height < MIN_HEIGHT * thickness:
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
                coverage[dilated(others, FRINGE_PX) & ~dilated(its_ink, FRINGE_PX)] = (
                    0  # with their soft edges
                )
            if not _is_too_large(where, thickness):
                if width >= MIN_WIDTH * height:
                    yield Piece(box, coverage, *_tone(patch, backdrop, box, own), own)
            elif (
                upright
                and width <= MAX_WIDTH * thickness
                and height <= MAX_STACK_HEIGHT * thickness
                and own > MIN_SURE_CONTRAST * _strongest(apart, box, thickness)
            ):
                for inside in split_stack(coverage):
                    part_box = inside.moved(top, left)
                    yield Piece(
                        part_box, coverage[inside.slices], *_tone(patch, backdrop, part_box, own), own
                    )
        for where, faint in _hanging_digits(mine, parts.values()):
            if len(faint) >= MIN_HEIGHT * thickness:  # looked at in turn, as the loop goes on
                found.append(_Ink(number, place_in_whole(place, where), faint, _contrast(faint, thickness)))
        whole.discard(number)  # what hangs on it may be of several parts


def _bounds(mask: NDArray[np.bool_]) -> Place:
    """The rows and columns from a mask's first to its last pixel."""
    rows, cols = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(cols[0]), int(cols[-1]) + 1)


def _strongest(apart: NDArray[np.float32], box: Box, thickness: int) -> float:
    """The strongest contrast near a stack: of much fainter ink, ones may be no more than a plate's edge."""
    near = round(NEARBY * thickness)
    return float(apart[max(0, box.top - near) : box.bottom + near].max())


class _Ink(NamedTuple):
    """A connected component of whatever differs from the page.

    number : its label.
    place : in the strip.
    mine : (H, W) float32 levels from the backdrop there; 0 where it is not.
    contrast : of its strokes.
    """

    number: int
    place: Place
    mine: NDArray[np.float32]
    contrast: float


def _in_one_part(labels: Labels, apart: NDArray[np.float32], found: Sequence[_Ink]) -> set[int]:
    """The numbers of the inks whose inner part is one piece, too; found for all at once, which is quicker."""
    enough = np.full(int(labels.max()) + 1, np.inf, np.float32)
    for ink in found:
        enough[ink.number] = MIN_OWN_CONTRAST * ink.contrast
    inner, places = label_pieces(apart > enough[labels], corners=True)
    whose = np.zeros(len(places) + 1, np.intp)
    whose[inner] = labels
    return set(np.flatnonzero(np.bincount(whose[1:], minlength=len(enough)) == 1).tolist())


def _parts(ink: _Ink, thickness: int, *, is_whole: bool) -> tuple[Labels, dict[int, Place]]:
    """Ink parted into digits: their numbers, and where each of them is.

    is_whole : its inner part is one piece.
    """
    mine, contrast = ink.mine, ink.contrast
    mask = mine > MIN_OWN_CONTRAST * contrast
    if is_whole:
        inner, parts = mask.astype(np.intp), [_bounds(mask)]
    else:
        inner, parts = _without_frames(*label_pieces(mask, corners=True), thickness)
    if len(parts) == 1 and _is_too_large(parts[0], thickness):
        # Digits that their shadows join, or a faint plate does.
        contrast = _rank(mine[mine > 0], 1 - SMALL_PART)
        inner, parts = label_pieces(mine > MAX_SHADOW * contrast, corners=True)
    left_over = rejoin_struck_parts(inner, parts, mine > MIN_BRIDGE * contrast)
    return inner, rejoin_thin_strokes(inner, left_over, mine > MIN_THIN_STROKE * contrast)


def _without_frames(inner: Labels, parts: list[Place], thickness: int) -> tuple[Labels, list[Place]]:
    """The parts of some ink without lines across the strip: a stack nearly meets the board's frame, and its
    last digit would be taken to belong to that.
    """
    sizes = [sorted(axis.stop - axis.start for axis in place) for place in parts]
    frames = [
        at
        for at, (thin, long) in enumerate(sizes, 1)
        if long > MAX_HEIGHT * thickness and thin < MIN_WIDTH * long
    ]
    if not frames or len(frames) == len(parts):
        return inner, parts
    return label_pieces((inner > 0) & ~np.isin(inner, frames), corners=True)


def _is_too_large(where: Place, thickness: int) -> bool:
    height, width = (axis.stop - axis.start for axis in where)
    return bool(height > MAX_HEIGHT * thickness or width > MAX_WIDTH * thickness)


def _contrast(apart: NDArray[np.float32], thickness: int) -> float:
    """Between the ink of a piece and its backdrop. Of faint specks, which compression leaves round a digit,
    there may be more than ink, so that what is much fainter than the least digit's stroke is left out.
    """
    stroke_px = max(1, round(MIN_HEIGHT * thickness))
    strongest = np.sort(apart[apart > 0])[-stroke_px:]
    return _rank(apart[apart > MIN_OWN_CONTRAST * strongest[0]], 0.9)


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


def dilated(mask: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    """A mask dilated by a square: with all pixels that are at most `by` away, diagonally too."""
    for axis in (0, 1):
        padded = np.pad(mask, [(by, by) if axis == padded_axis else (0, 0) for padded_axis in (0, 1)])
        mask = np.asarray(np.lib.stride_tricks.sliding_window_view(padded, 2 * by + 1, axis).any(axis=2))
    return mask


def _hanging_digits(
    apart: NDArray[np.float32], strong: Collection[Place]
) -> list[tuple[Place, NDArray[np.float32]]]:
    """Where faint digits lie, and how they stand out there.

    Parameters
    ----------
    apart : (H, W) levels from the backdrop; 0 where there is no ink.
    strong : where its strong parts are.
    """
    tall = max((rows.stop - rows.start for rows, _ in strong), default=0)
    if not tall or len(apart) < (1 + MIN_HEIGHT_RATIO) * tall:
        return []  # no room for another one
    rest = apart.copy()
    for place in strong:
        rows, cols = (slice(max(0, axis.start - SOFT_EDGE_PX), axis.stop + SOFT_EDGE_PX) for axis in place)
        rest[rows, cols] = 0
    labels, places = label_pieces(rest > 0, corners=True)
    return [
        (place, np.where(labels[place] == number, rest[place], 0))
        for number, place in enumerate(places, 1)
        if MIN_HEIGHT_RATIO * tall
        <= place[0].stop - place[0].start
        <= tall / MIN_HEIGHT_RATIO + 2 * SOFT_EDGE_PX
        and not any(_share_rows(place[0], rows) for rows, _ in strong)
    ]


def _share_rows(one: slice, other: slice) -> bool:
    """Whether two parts share rows, as a digit's soft rim or its shadow and the digit do."""
    return bool(one.start < other.stop and other.start < one.stop)


def split_joined_digits(strips: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """Each strip's pieces with their template distances; a piece that is several digits is cut into them."""
    single = [
        piece.box for strip in strips for piece in strip if piece.template_distance < MAX_SINGLE_DISTANCE
    ]
    if len(single) < MIN_SINGLE_DIGITS:
        return [list(strip) for strip in strips]
    height = median([box.height for box in single])
    width = median([box.width / box.height for box in single])
    return [[part for piece in strip for part in _split(piece, height, width)] for strip in strips]


def _split(piece: Piece, height: float, width: float) -> list[Piece]:
    """A piece's digits; itself if it is one, or none.

    Parameters
    ----------
    height, width : of usual digits, in pixels, and in heights.
    """
    box = piece.box
    too_wide = (
        box.width > max(MAX_DIGIT_ASPECT, MIN_PAIR_WIDTH * width) * box.height
    )  # for a digit, whatever it is like
    if piece.template_distance < MIN_JOINED_DISTANCE and not too_wide:
        return [piece]
    if box.height > MIN_STACK_HEIGHT * height and box.width < box.height:
        boxes = split_stack(piece.coverage)
    elif box.width > MIN_PAIR_WIDTH * width * box.height or _may_be_ones(piece, width):
        boxes = split_side_by_side(piece.coverage)
    else:
        return [piece]
    (parts,) = with_template_distances([[_part(piece, inside) for inside in boxes]])
    as_tall = (
        all(have_same_height(part.box.height, height) for part in parts)
        and box.height > MIN_STACK_HEIGHT * height
    )
    most = (
        np.inf
        if too_wide
        else MAX_SINGLE_DISTANCE
        if as_tall
        else MAX_PART_DISTANCE * piece.template_distance
    )
    return parts if parts and max(part.template_distance for part in parts) <= most else [piece]


def _may_be_ones(piece: Piece, width: float) -> bool:
    """Whether two narrow digits may be set close on a square, where nothing but numbers stands."""
    return (
        piece.plate > 0
        and piece.template_distance >= MAX_DIGIT_DISTANCE
        and piece.box.width > width * piece.box.height
    )


def _part(piece: Piece, inside: Box) -> Piece:
    box = inside.moved(piece.box.top, piece.box.left)
    return replace(piece, box=box, coverage=np.ascontiguousarray(piece.coverage[inside.slices]))
