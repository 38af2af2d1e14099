"""Find the areas of flat colour in a picture: the pieces of a Katamino, and whatever else is flat.

The colours come first: the commonest tones among pixels that look like all their neighbours. Every pixel is
then assigned to the nearest of these colours, and each connected component of one colour is an area. Printed
digits, dotted outlines and soft edges are not flat; what remains of them are slivers, which are dropped.

Known failure: a piece under a strong gradient of light falls into several areas.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.channels import CLEAR_LEVELS, max_channel
from picrosser.imaging.connected import count_holes, label_pieces, without_holes
from picrosser.imaging.pixels import RGB, Box, Mask
from picrosser.puzzles.picture import Colour
from picrosser.reading.page.contrast import extremes_around

# Longer side, in pixels. Larger pictures are reduced; the cells of a card still have 8 pixels and more.
MAX_SIDE_PX = 1600
# Levels between the 3 x 3 pixels of a flat place, and between tones that are counted as one colour. JPEG at
# quality 40 ripples by 15 inside a small piece, and bleeds colours; the two blues of cards differ by 57. Of
# greys: with 26 levels pages would merge with the boards drawn on them.
SAME_LEVELS, SAME_GREY = 26, 20
MAX_COLOURS = 48
# Dimmed pictures are stretched until this percentile of all channels is white. Noise is stretched along with
# the picture, hence the largest factor; what would need a larger one is too dark for a hue.
WHITE_PERCENTILE, MAX_STRETCH = 99.5, 5.0
# Of the pixels, those that have the commonest tones, in steps of 4 levels: 0.91 and more in drawn cards and
# in most screenshots of other things, up to 0.85 in drawn photographs, 0.1 in real ones.
EVEN_TONES, EVEN_SHARE = 16, 0.9
MIN_EDGE_SHARE = 0.12  # of the fullest row or column of pixels: those with less are whiskers of a piece
# The larger part of an area, of what a picture shows, or of a cell. A number covers 0.2 of a piece.
MOST = 0.5
MAX_GREY = 0.18  # see `AreasFound.is_grey`: blank cells are white, grey or black
MIN_AREA_PX, MIN_SIDE_PX = 40, 4  # five cells of 4 x 4 pixels, less their edges; and a bar one cell high


@dataclass(frozen=True, eq=False)
class Area:
    """A connected component of one colour. What is asked for repeatedly is computed once.

    box : where it is in the reduced picture.
    mask : (h, w) bool, its pixels within the box.
    colour : index into `AreasFound.colours`.
    """

    box: Box
    mask: Mask
    colour: int

    @cached_property
    def pixels(self) -> int:
        return int(np.count_nonzero(self.mask))

    @cached_property
    def filled(self) -> Mask:
        """(h, w) bool, its pixels and its holes."""
        return without_holes(self.mask) if count_holes(self.mask) else self.mask

    @property
    def is_outline(self) -> bool:
        """Whether it is a line round something; the number on a piece leaves most of the piece."""
        least = MOST * self.mask.size  # what fills more of its box needs no look at its holes
        return self.pixels < least and self.pixels < MOST * int(np.count_nonzero(self.filled))

    @cached_property
    def trimmed(self) -> tuple[Mask, Box]:
        """What `trimmed` returns for its pixels and its holes."""
        return trimmed(self.filled, self.box)


@dataclass(frozen=True, slots=True, eq=False)
class AreasFound:
    """The flat areas of a picture.

    reduction : width and height, in pixels of the picture, of one pixel of the reduced picture.
    colours : the commonest colours as the picture shows them, the most common first.
    classes : (h, w) int8, for each pixel of the reduced picture the index of its colour, -1 for none.
    areas : all areas except slivers, the largest first.
    background : index of the colour that most pixels have.
    pixels : (h, w, 3) int16, the reduced picture, brightened if it was dimmed.
    """

    reduction: int
    colours: tuple[Colour, ...]
    classes: NDArray[np.int8]
    areas: tuple[Area, ...]
    background: int
    pixels: NDArray[np.int16]

    def is_grey(self, colour: int) -> bool:
        """Whether a colour's channels differ little, compared with the brightest channel of all colours."""
        return float(np.ptp(self.colours[colour]) / max(1, np.max(self.colours))) < MAX_GREY

    def place_of(self, box: Box) -> str:
        """Where a box is, in words that help to find it in the picture."""
        row, col = box.times(self.reduction).middle
        return f"{int(col)} px from the left, {int(row)} down"


def trimmed(mask: Mask, box: Box) -> tuple[Mask, Box]:
    """A mask without its outermost rows and columns with few pixels; and its box."""
    spans = []
    for axis in (1, 0):
        profile = np.count_nonzero(mask, axis=axis)
        kept = np.flatnonzero(profile > MIN_EDGE_SHARE * profile.max())
        spans.append((int(kept[0]), int(kept[-1]) + 1))
    (top, bottom), (left, right) = spans
    return mask[top:bottom, left:right], Box(top, left, bottom, right).moved(box.top, box.left)


def find_areas(image: RGB, *, lit_unevenly: bool = False) -> AreasFound:
    """Find the areas of flat colour.

    image : (H, W, 3) uint8 sRGB.
    lit_unevenly : distinguish colours by hue and saturation only, which light and shade do not change; all
        greys then count as one colour.
    """
    reduction = max(1, -(-max(image.shape[:2]) // MAX_SIDE_PX))
    picture = Image.fromarray(image)
    plain = np.asarray(picture.reduce(reduction) if reduction > 1 else picture).astype(np.int16)
    bright = _brightened(plain)
    small = _at_full_brightness(plain) if lit_unevenly else bright
    colours = _common_colours(small)
    classes = _nearest_colours(small, colours)
    background = int(np.bincount(classes[classes >= 0].ravel(), minlength=1).argmax())
    tones = _median_tones(plain, classes, colours)
    return with_gaps_closed(AreasFound(reduction, tones, classes, (), background, bright), 0)


def has_few_tones(pixels: NDArray[np.int16] | NDArray[np.uint8]) -> bool:
    """Whether a picture, (H, W, 3) levels, has few tones, as on a screen; uneven light makes very many."""
    counts = np.sort(np.bincount(_code(pixels).ravel()))
    return bool(counts[-EVEN_TONES:].sum() >= EVEN_SHARE * counts.sum())


def with_gaps_closed(found: AreasFound, closing: int) -> AreasFound:
    """Join areas of one colour across lines, such as the cells of a piece drawn with lines between them.

    closing : half the width of such lines, in pixels of the reduced picture.
    """
    areas: list[Area] = []
    for colour in range(len(found.colours)):
        # The background is never closed: a board's blank cells would merge with the page across its lines.
        mask = found.classes == colour
        areas += _components(_closed(mask, closing if colour != found.background else 0), colour)
    return replace(found, areas=tuple(sorted(areas, key=lambda area: -area.pixels)))


def _brightened(small: NDArray[np.int16]) -> NDArray[np.int16]:
    """Undo dimming: stretch all levels until the brightest pixels are white."""
    brightest = float(np.percentile(small[::4, ::4], WHITE_PERCENTILE))
    factor = min(255 / max(brightest, 1.0), MAX_STRETCH)
    # What becomes of each level is looked up for millions of pixels.
    stretched = np.minimum(np.rint(np.arange(256) * factor), 255).astype(np.int16)
    return np.asarray(stretched[small])


def _at_full_brightness(small: NDArray[np.int16]) -> NDArray[np.int16]:
    """Scale every pixel until its brightest channel is 255; pixels too dark for a hue stay as they are."""
    brightest = max_channel(small.astype(np.uint8))
    floor = float(np.percentile(brightest, WHITE_PERCENTILE)) / MAX_STRETCH
    levels = np.arange(256)
    most = levels[:, None]  # of the pixel; of each of its channels, what that becomes
    scaled = np.where(most > floor, levels * (255 / np.maximum(most, 1)), levels)
    return np.asarray(np.rint(scaled).astype(np.int16)[brightest[..., None], small])


def _common_colours(small: NDArray[np.int16]) -> NDArray[np.float64]:
    """(K, 3) the commonest colours of flat places."""
    planes = (small[..., channel].astype(np.uint8) for channel in range(3))
    spreads = [extremes_around(p, 3, np.maximum) - extremes_around(p, 3, np.minimum) for p in planes]
    flat = small[np.max(spreads, axis=0) <= SAME_LEVELS]
    # Colours are counted in steps of 4 levels, so that there are few to compare.
    counts = np.bincount(_code(flat))
    codes = np.flatnonzero(counts)
    tones = _tones_of(codes)
    left = counts[codes].astype(np.float64)
    # Of each channel: the page may be tinted.
    white = np.maximum(np.percentile(small[::4, ::4].reshape(-1, 3), WHITE_PERCENTILE, axis=0), 1)[:, None]
    found: list[NDArray[np.float64]] = []
    while len(found) < MAX_COLOURS and len(left):
        tone = tones[:, [int(left.argmax())]]
        is_chromatic = np.ptp(255 * tone / white) >= CLEAR_LEVELS
        reach = SAME_LEVELS * white / 255 if is_chromatic else SAME_GREY
        for _ in range(2):  # move to the mean of the tones around it
            weight = np.where((np.abs(tones - tone) <= reach).all(axis=0), left, 0)
            if not weight.sum():
                break
            tone = (tones @ weight / weight.sum())[:, None]
        near = (np.abs(tones - tone) <= reach).all(axis=0)
        if left[near].sum() < MIN_AREA_PX:
            break
        found.append(tone[:, 0])
        left = np.where(near, 0, left)
    return np.array(found).reshape(-1, 3)


def _code(pixels: NDArray[np.int16] | NDArray[np.uint8]) -> NDArray[np.int32]:
    """(..., 3) to (...): each colour, in steps of 4 levels, as one number."""
    red, green, blue = (pixels[..., channel].astype(np.int32) >> 2 for channel in range(3))
    return red << 12 | green << 6 | blue


def _tones_of(codes: NDArray[np.intp]) -> NDArray[np.float64]:
    """(N,) to (3, N): the middle of the colours that `_code` gives one number, channel by channel.

    Rows of three take four times as long to compare.
    """
    return np.stack([codes >> 12, codes >> 6 & 63, codes & 63]) * 4.0 + 1.5


def _nearest_colours(small: NDArray[np.int16], colours: NDArray[np.float64]) -> NDArray[np.int8]:
    """(h, w) the index of each pixel's nearest colour, -1 where none is near."""
    every = _code(small)
    codes = np.flatnonzero(np.bincount(every.ravel()))
    tones = _tones_of(codes)
    nearest = np.full(len(codes), -1, np.int8)
    distance = np.full(len(codes), CLEAR_LEVELS)
    for number, colour in enumerate(colours):
        from_colour = np.abs(tones - colour[:, None]).max(axis=0)
        nearer = from_colour < distance
        nearest[nearer], distance[nearer] = number, from_colour[nearer]
    by_code = np.zeros(int(codes[-1]) + 1, np.int8)
    by_code[codes] = nearest
    return np.asarray(by_code[every])


def _median_tones(
    small: NDArray[np.int16], classes: NDArray[np.int8], colours: NDArray[np.float64]
) -> tuple[Colour, ...]:
    """The median of each colour's pixels, channel by channel; of many only some: it differs by a level."""
    pixels = small.reshape(-1, 3)
    found: list[Colour] = []
    for number, colour in enumerate(colours):
        own = np.flatnonzero(classes == number)
        tone = np.median(pixels[own[:: 1 + len(own) // 20_000]], axis=0) if len(own) else colour
        red, green, blue = tone.astype(int).tolist()
        found.append((red, green, blue))
    return tuple(found)


def _components(mask: Mask, colour: int) -> Iterator[Area]:
    """The connected components of one colour that are large enough for a piece."""
    labels, boxes, _, owners = label_pieces(mask, corners=False)
    large = (boxes[:, 2:] - boxes[:, :2]).min(axis=1, initial=MIN_AREA_PX) >= MIN_SIDE_PX
    large &= np.bincount(owners, minlength=len(boxes) + 1)[1:] >= MIN_AREA_PX
    for at in np.flatnonzero(large).tolist():
        box = Box(*boxes[at].tolist())
        yield Area(box, labels[box.slices] == at + 1, colour)


def _closed(mask: Mask, radius: int) -> Mask:
    """Morphological closing by a square of 2 x radius + 1 pixels; it adds nothing outside the mask's box."""
    if not radius:
        return mask
    from scipy.ndimage import find_objects  # few pictures come here

    whole, size = np.zeros_like(mask), 2 * radius + 1
    for box in find_objects(mask.view(np.uint8)):  # one box round all pixels
        padded = np.pad(mask[box], 2 * radius).view(np.uint8)
        closed = extremes_around(padded, size, np.maximum, np.minimum)
        whole[box] = closed[2 * radius : -2 * radius, 2 * radius : -2 * radius] > 0
    return whole
