"""A picture in, its areas of one flat colour out: what pieces are printed in, and whatever else is flat.

The colours are found first: the commonest tones of pixels that look like all their neighbours. Then every
pixel takes the nearest of them, and what hangs together in one of them is an area. Printed numbers, dotted
outlines and soft edges belong to no area, or make slivers, which are dropped. A textured backdrop falls into
many areas of odd outlines, which `shapes` finds to be no pieces. Known failure: a piece under a strong
gradient is several areas.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from picrosser.imaging.pixels import RGB, Box, Mask
from picrosser.imaging.ranks import median
from picrosser.puzzles.picture import Colour

WORK_PX = 1600  # of the longer side: larger pictures are reduced; a card's cells still have 8 pixels and more
FLAT_LEVELS = 26  # within 3 x 3 pixels; JPEG at quality 40 ripples by 15 in the middle of a small piece
SAME_LEVELS = 20  # a colour and what counts as it, when colours are gathered; cards' two blues differ by 57
# The same for what is no grey: compression bleeds colours. Greys that are as near are pages and their boards.
COLOURFUL, SAME_COLOURFUL = 60, 26
NEAR_LEVELS = 48  # from its colour, that a pixel may have: half of what parts it from a black outline
FEWEST = 40  # flat pixels of a colour: the middles of a piece with cells of 5 pixels
MOST_COLOURS = 48
BRIGHTEST, MOST_STRETCH = 99.5, 5.0  # percentile of all channels; noise is stretched too, hence a limit
DARK = 0.2  # of the brightest: the colours of darker pixels are noise
LEAST_AREA = 60  # pixels: five cells of 4 x 4 pixels, less their edges
LEAST_SIDE = 4  # pixels: a bar one cell high


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """Pixels of one colour that hang together.

    box : in the reduced picture.
    mask : (h, w) its pixels, cut to its box.
    colour : an index into `AreasFound.colours`.
    """

    box: Box
    mask: Mask
    colour: int

    @property
    def pixels(self) -> int:
        """How many pixels of the reduced picture it has."""
        return int(self.mask.sum())


@dataclass(frozen=True, slots=True, eq=False)
class AreasFound:
    """The flat areas of a picture.

    grain : so many pixels of the picture are one of the reduced one, across and down.
    colours : the commonest colours as the picture shows them, the most common first.
    classes : (h, w) int8 of the reduced picture, the index of each pixel's colour, -1 for none.
    areas : all of them but slivers, the largest first.
    backdrop : the colour that most pixels have.
    pixels : (h, w, 3) int16, the reduced picture, as bright as if it were not dimmed.
    """

    grain: int
    colours: tuple[Colour, ...]
    classes: NDArray[np.int8]
    areas: tuple[Area, ...]
    backdrop: int
    pixels: NDArray[np.int16]

    def colourfulness(self, colour: int) -> float:
        """How far a colour's channels lie apart, as a share of the brightest channel of all colours: dimmed
        pictures have less of everything.
        """
        tone = self.colours[colour]
        return (max(tone) - min(tone)) / max(1, *(channel for other in self.colours for channel in other))


def find_areas(image: RGB, *, lit_unevenly: bool = False) -> AreasFound:
    """Find the areas of flat colour.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    lit_unevenly : tell colours by hue and saturation alone, which light and shade leave as they are; greys
        are one colour then.
    """
    grain = max(1, -(-max(image.shape[:2]) // WORK_PX))
    picture = Image.fromarray(np.ascontiguousarray(image))
    plain = np.asarray(picture.reduce(grain) if grain > 1 else picture).astype(np.int16)
    bright = _brightened(plain)
    small = _evened(plain) if lit_unevenly else bright
    colours = _colours(small)
    classes = _classes(small, colours)
    backdrop = int(np.bincount(classes[classes >= 0].ravel(), minlength=1).argmax())
    tones = _tones(plain, classes, colours)
    return AreasFound(grain, tones, classes, _areas(classes, len(tones), backdrop, 0), backdrop, bright)


def joined(found: AreasFound, closing: int) -> AreasFound:
    """The same where areas of one colour that lie near to each other are one, as the cells of a piece are
    that is drawn with lines between its cells.

    closing : half the width of such lines, in pixels of the reduced picture.
    """
    areas = _areas(found.classes, len(found.colours), found.backdrop, closing)
    return replace(found, areas=areas)


def _brightened(small: NDArray[np.int16]) -> NDArray[np.int16]:
    """A dimmed picture as it was: all levels stretched until the brightest pixels are white."""
    brightest = float(np.percentile(small[::4, ::4], BRIGHTEST))
    factor = min(255 / max(brightest, 1.0), MOST_STRETCH)
    return np.asarray(np.minimum(np.rint(small * factor), 255), np.int16)


def _evened(small: NDArray[np.int16]) -> NDArray[np.int16]:
    """Every pixel as bright as its colour can be; what is too dark to have one stays as it is."""
    brightest = small.max(axis=2, keepdims=True).astype(np.float64)
    floor = DARK * float(np.percentile(brightest, BRIGHTEST))
    even = np.where(brightest > floor, small * (255 / np.maximum(brightest, 1)), small)
    return np.asarray(np.rint(even), np.int16)


def _colours(small: NDArray[np.int16]) -> NDArray[np.float64]:
    """(K, 3) the commonest colours of flat places."""
    spread = np.zeros(small.shape[:2], np.int16)
    for channel in range(3):
        plane = small[..., channel]
        spread = np.maximum(spread, ndimage.maximum_filter(plane, 3) - ndimage.minimum_filter(plane, 3))
    flat = small[spread <= FLAT_LEVELS]
    # Colours are counted in steps of 4 levels, so that there are few to compare.
    steps, counts = np.unique(_code(flat), return_counts=True)
    tones = np.stack([steps >> 12, steps >> 6 & 63, steps & 63], axis=1) * 4.0 + 1.5
    left = counts.astype(np.float64)
    white = np.maximum(np.percentile(small[::4, ::4].reshape(-1, 3), BRIGHTEST, axis=0), 1)  # tinted or not
    found: list[NDArray[np.float64]] = []
    while len(found) < MOST_COLOURS and len(left):
        tone = tones[int(left.argmax())]
        is_colourful = np.ptp(255 * tone / white) >= COLOURFUL
        same = SAME_COLOURFUL * white / 255 if is_colourful else np.full(3, SAME_LEVELS)
        for _ in range(2):  # to the middle of the heap that it stands on
            near = (np.abs(tones - tone) <= same).all(axis=1)
            weight = np.where(near, left, 0)
            if not weight.sum():
                break
            tone = (tones * weight[:, None]).sum(axis=0) / weight.sum()
        near = (np.abs(tones - tone) <= same).all(axis=1)
        if left[near].sum() < FEWEST:
            break
        found.append(tone)
        left = np.where(near, 0, left)
    return np.array(found).reshape(-1, 3)


def _code(pixels: NDArray[np.int16]) -> NDArray[np.int32]:
    """(N, 3) to (N,): a colour in steps of 4 levels, as one number."""
    red, green, blue = (pixels[..., channel].astype(np.int32) >> 2 for channel in range(3))
    return red << 12 | green << 6 | blue


def _classes(small: NDArray[np.int16], colours: NDArray[np.float64]) -> NDArray[np.int8]:
    """(h, w) the nearest colour of each pixel, -1 where none is near."""
    codes, back = np.unique(_code(small), return_inverse=True)
    tones = np.stack([codes >> 12, codes >> 6 & 63, codes & 63], axis=1) * 4.0 + 1.5
    nearest = np.full(len(codes), -1, np.int8)
    distance = np.full(len(codes), float(NEAR_LEVELS))
    for number, colour in enumerate(colours):
        apart = np.abs(tones - colour).max(axis=1)
        nearer = apart < distance
        nearest[nearer], distance[nearer] = number, apart[nearer]
    return np.asarray(nearest[back].reshape(small.shape[:2]))


def _tones(
    small: NDArray[np.int16], classes: NDArray[np.int8], colours: NDArray[np.float64]
) -> tuple[Colour, ...]:
    """Each colour as most of its pixels have it, channel by channel."""
    found: list[Colour] = []
    for number, colour in enumerate(colours):
        pixels = small[classes == number]
        red, green, blue = (int(v) for v in (median(pixels, axis=0) if len(pixels) else colour))
        found.append((red, green, blue))
    return tuple(found)


def _areas(classes: NDArray[np.int8], colours: int, backdrop: int, closing: int) -> tuple[Area, ...]:
    """The areas of all colours, the largest first."""
    areas: list[Area] = []
    for colour in range(colours):
        # The backdrop stays as it is: a board's blank cells would else melt into the page over its lines.
        mask = classes == colour
        areas += _parts(_closed(mask, closing) if closing and colour != backdrop else mask, colour)
    return tuple(sorted(areas, key=lambda area: -area.pixels))


def _parts(mask: Mask, colour: int) -> Iterator[Area]:
    """The areas of one colour."""
    labels, _ = ndimage.label(mask)
    for number, where in enumerate(ndimage.find_objects(labels), 1):
        height, width = (axis.stop - axis.start for axis in where)
        if min(height, width) < LEAST_SIDE or height * width < LEAST_AREA:
            continue
        own = labels[where] == number
        if own.sum() >= LEAST_AREA:
            box = Box(where[0].start, where[1].start, where[0].stop, where[1].stop)
            yield Area(box, own, colour)


def _closed(mask: Mask, radius: int) -> Mask:
    size = 2 * radius + 1
    grown = ndimage.maximum_filter(np.pad(mask, size).view(np.uint8), size)
    return np.asarray(ndimage.minimum_filter(grown, size)[size:-size, size:-size] > 0)
