"""Find the printed text of a picture: marks that are as large as digits, in words, in lines.

A mark is a connected component of ink, measured against the colour that it stands on, so dark and light
marks, on the page or on coloured cells, become comparable shapes. Marks of one height that stand near each
other form a word. A word of one or two marks that look like digits may be a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.channels import max_channel
from picrosser.imaging.pixels import RGB, Box, Mask
from picrosser.reading.glyphs.templates import template_distances
from picrosser.reading.katamino.areas import AreasFound, extreme_around
from picrosser.reading.page.contrast import Plane

Ink: TypeAlias = tuple[Box, NDArray[np.float32], float]
"""Box, coverage and contrast of one connected component."""

MAX_PIXELS = 3_000_000  # larger pictures are reduced; their digits stay larger than 30 pixels
# On all colours: more are texture or other text. Cards of numbers, drawn and photographed, have up to 180,
# a page of small text 1,600, photographs of paper 2,000 to 4,000. A colour with more than are left is passed
# over.
MAX_COMPONENTS = 2_000
MIN_BACKGROUND_SHARE = 0.004  # of the picture: the least that a colour with marks on it covers
# Colours on which marks are looked for, the commonest first. 30 drawn cards of numbers have one or two; the
# shades of a screen's background picture up to 30, photographs 13.
MAX_BACKGROUNDS = 8
MIN_CONTRAST = 40  # levels of a brightened picture: fainter marks are noise or shadows
MIN_USUAL_CONTRAST = 0.45  # of the usual ink's contrast: blur leaves of faint rules only their crossings
MIN_CELL_WIDTH = 7  # pixels of the reduced picture: lines are thinner, the cells of a table are not
INK_QUANTILE = 0.85  # of the contrast within a component: that of its ink
# Of a mark's box that earlier marks cover: the boxes of "TA" overlap a little, a mark that is found
# twice is covered entirely.
MAX_SHARED = 0.5
# Of the strongest contrast at most 3 pixels away: a mark's soft edge is fainter, the rules round a table's
# digits are, and the ripples of compression.
MIN_OF_STRONGEST = 0.45
# Lowest mark in pixels; highest one as a fraction of the picture's height: the head of a cropped card.
MIN_HEIGHT_PX, MAX_HEIGHT = 6, 0.2
WIDTHS = 0.1, 1.3  # of a mark's height, least and most
MIN_SURROUNDED = 0.6  # of the pixels just round a mark's box have the colour that it stands on near them
# Template distance (mean squared difference of coverage) to the nearest digit of any face. Digits differ
# less, but so do many letters; where a number must stand is decided by the table.
MAX_DIGIT_DISTANCE = 0.18

MIN_LINE_OVERLAP = 0.5  # of the lower mark's height, shared by two marks of one line
# Of the height: the gap between the digits of one number is smaller, that between words larger. Monospaced
# "11" has 0.45, a space 0.5.
MAX_DIGIT_GAP = 0.48
MAX_LEVEL_OFFSET = 0.15  # of its height: by how much the edges of digits of one line differ
MAX_DIGITS = 2  # of a number on a card
# Of the median height of the line's marks; other letters are lower. Not of the tallest: a row's label may be
# much larger than its numbers.
MIN_DIGIT_HEIGHT = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A connected component of ink.

    box : in the picture that was searched.
    coverage : (height, width) float32, 0..1, by ink.
    like_digit : whether it may be a digit; wide marks are letters that touch.
    """

    box: Box
    coverage: NDArray[np.float32]
    like_digit: bool


@dataclass(frozen=True, slots=True, eq=False)
class MarksFound:
    """The marks of a picture.

    reduction : width and height, in pixels of the picture, of one pixel of the picture that was searched.
    marks : from the top.
    """

    reduction: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """Marks that stand together.

    marks : from left to right, each an index into `MarksFound.marks`.
    box : round all of them.
    is_number : whether all of them may be digits.
    """

    marks: tuple[int, ...]
    box: Box
    is_number: bool

    @property
    def middle(self) -> float:
        """The column in the middle of the box."""
        return self.box.middle[1]


# ---- Marks


def find_marks(image: RGB, areas: AreasFound) -> MarksFound:
    """Find the marks that stand on the picture's colours, but for those of texture.

    image : (H, W, 3) uint8 sRGB, the picture in which `areas` were found.
    """
    reduction = max(1, int(np.ceil(np.sqrt(image.shape[0] * image.shape[1] / MAX_PIXELS))))
    picture = Image.fromarray(np.ascontiguousarray(image))
    pixels = np.asarray(picture.reduce(reduction) if reduction > 1 else picture).astype(np.int16)
    found: list[tuple[Box, NDArray[np.float32], float]] = []
    taken = np.zeros(pixels.shape[:2], bool)
    left = MAX_COMPONENTS
    for number in _text_backgrounds(areas):  # the commonest first: no text stands on soft edges and lines
        off = np.abs(pixels - np.array(areas.colours[number], np.int16)).astype(np.uint8)
        inks = list(_ink_on(max_channel(off), MIN_CONTRAST * areas.brightest / 255, left))
        left -= len(inks)
        for box, coverage, contrast in sorted(inks, key=lambda ink: -ink[0].height):
            if taken[box.slices].all():  # inside a larger mark: the dot in a "0"
                continue
            if taken[box.slices].mean() < MAX_SHARED:
                found.append((box, coverage, contrast))
                taken[box.slices] = True
    inked = [int(coverage.sum()) for _, coverage, _ in found]
    usual = np.median(np.repeat([contrast for *_, contrast in found], inked)) if found else 0.0
    clear = sorted((m for m in found if m[2] >= MIN_USUAL_CONTRAST * usual), key=lambda mark: mark[0].top)
    distances = template_distances([coverage for _, coverage, _ in clear])
    marks = (
        Mark(box, coverage, distance < MAX_DIGIT_DISTANCE and box.width <= WIDTHS[1] * box.height)
        for (box, coverage, _), distance in zip(clear, distances, strict=True)
    )
    return MarksFound(reduction, tuple(marks))


def _text_backgrounds(areas: AreasFound) -> list[int]:
    """The first MAX_BACKGROUNDS colours that marks may stand on: those that fill wide places, not lines."""
    found = []
    least = MIN_BACKGROUND_SHARE * areas.classes.size
    for number in range(len(areas.colours)):
        is_colour = areas.classes == number
        if np.count_nonzero(is_colour) < least:  # nor does what is wide of it cover so much
            continue
        wide = extreme_around(is_colour.view(np.uint8), MIN_CELL_WIDTH, np.minimum)
        if np.count_nonzero(wide) >= least:
            found.append(number)
        if len(found) == MAX_BACKGROUNDS:
            break
    return found


def _ink_on(contrast_map: Plane, faint: float, most: int) -> Iterator[Ink]:
    """The ink on one colour, in connected components; none if these are more than `most`.

    Ink is told from what is fainter close to it: its own soft edges, rules that it touches, ripples of
    compression. The soft edge of a blurred mark goes two pixels beyond its box.

    contrast_map : (h, w) how far each pixel is from that colour. faint : the least contrast of ink.
    """
    from skimage.measure import label, regionprops

    strongest = extreme_around(contrast_map, 7, np.maximum)
    labels = label(contrast_map > np.maximum(faint, MIN_OF_STRONGEST * strongest), connectivity=2)
    if labels.max(initial=0) > most:
        return
    is_bare = np.pad(extreme_around(contrast_map, 5, np.minimum) <= faint, 1)
    for region in regionprops(labels):
        box = Box(*region.bbox)
        too_wide = box.width > 2 * WIDTHS[1] * max(box.height, MIN_HEIGHT_PX)  # than two digits can be
        if too_wide or box.height > MAX_HEIGHT * len(labels) or _surrounded(is_bare, box) < MIN_SURROUNDED:
            continue
        contrast = float(np.quantile(contrast_map[region.slice][region.image], INK_QUANTILE))
        if box.height >= MIN_HEIGHT_PX and box.width >= WIDTHS[0] * box.height:
            is_own = (labels[region.slice] == region.label) | (labels[region.slice] == 0)
            coverage = np.clip(is_own * contrast_map[region.slice] / contrast, 0, 1).astype(np.float32)
            yield box, coverage, contrast


def _surrounded(is_bare: Mask, box: Box) -> float:
    """The share of the pixels just round a mark's box that have the colour on which it should stand.

    is_bare : (h + 2, w + 2) with a rim.
    """
    around = is_bare[box.top : box.bottom + 2, box.left : box.right + 2]
    sides = np.concatenate([around[0, 1:-1], around[-1, 1:-1], around[1:-1, 0], around[1:-1, -1]])
    return float(sides.mean())


# ---- Words and lines


def lines_of(found: MarksFound) -> list[list[Word]]:
    """The words line by line from the top, each line from left to right."""
    lines: list[list[int]] = []
    boxes = [mark.box for mark in found.marks]
    for at, box in enumerate(boxes):
        line = next((line for line in lines if _on_one_line(boxes[line[0]], box)), None)
        if line is None:
            lines.append([at])
        else:
            line.append(at)
    lines.sort(key=lambda line: boxes[line[0]].middle[0])
    return [_words(found, line) for line in lines]


def _on_one_line(one: Box, other: Box) -> bool:
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    return shared > MIN_LINE_OVERLAP * min(one.height, other.height)


def is_level(one: Box, other: Box) -> bool:
    """Whether two boxes begin and end at the same height, as the digits of a line do."""
    off = max(1.0, MAX_LEVEL_OFFSET * min(one.height, other.height))
    return abs(one.top - other.top) <= off and abs(one.bottom - other.bottom) <= off


def _words(found: MarksFound, line: Sequence[int]) -> list[Word]:
    """The words of a line of marks."""
    marks = found.marks
    least_height = MIN_DIGIT_HEIGHT * median(marks[at].box.height for at in line)
    words: list[list[int]] = []
    for at in sorted(line, key=lambda at: marks[at].box.left):
        if words and _belong_together(marks[words[-1][-1]].box, marks[at].box):
            words[-1].append(at)
        else:
            words.append([at])
    return [
        Word(
            tuple(word),
            Box.around(marks[at].box for at in word),
            len(word) <= MAX_DIGITS
            and all(marks[at].like_digit and marks[at].box.height >= least_height for at in word),
        )
        for word in words
    ]


def _belong_together(left: Box, right: Box) -> bool:
    """Whether two neighbouring marks of a line are parts of one word."""
    gap = right.left - left.right - 0.5  # it may seem too wide, since boxes have whole pixels
    return gap <= MAX_DIGIT_GAP * max(left.height, right.height)
