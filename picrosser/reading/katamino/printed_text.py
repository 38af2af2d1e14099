"""Find the printed text of a picture: marks that are as large as digits, in words, in lines.

A mark is a connected component of ink, measured against the colour that it stands on, whichever of the
picture's colours that is: dark and light marks, on the page or on coloured cells, become comparable shapes.
Marks of one height that stand near each other form a word. A word of one or two marks that look like digits
may be a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.connected import Labels, Place, label_pieces
from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.glyphs.templates import template_distances
from picrosser.reading.katamino.areas import AreasFound
from picrosser.reading.page.contrast import running_extreme

Ink: TypeAlias = tuple[Box, NDArray[np.float32] | None, float]
"""Box, coverage (None for ink that is too low for a digit) and contrast of one connected component."""

MAX_PIXELS = 3_000_000  # larger pictures are reduced; their digits stay larger than 30 pixels
# On all colours: more are texture or other text. Cards of numbers, drawn and photographed, have up to 180,
# a page of small text 1,600, photographs of paper 2,000 to 4,000. A colour with more than are left is passed
# over.
MAX_COMPONENTS = 2_000
MIN_BACKGROUND_SHARE = 0.004  # of the picture: the least that a colour with marks on it covers
# Colours on which marks are looked for, the commonest first. 30 drawn cards of numbers have one or two; the
# shades of a screen's background picture up to 30, photographs 13.
MAX_BACKGROUNDS = 8
MIN_USUAL_CONTRAST = 0.45  # of the usual mark's contrast: compression tears faint rules into pieces
MIN_CONTRAST = 40  # levels of a brightened picture: fainter marks are noise or shadows
MIN_CELL_WIDTH = 7  # pixels of the reduced picture: lines are thinner, the cells of a table are not
# A mark that fills this share of its box, and is this wide relative to its height, is a box and not a digit.
MIN_BOX_FILL, MIN_BOX_WIDTH = 0.9, 0.6
MIN_DOT_CONTRAST = 2.0  # times the least contrast of marks: artefacts of compression beside digits have less
INK_PERCENTILE = 99.9  # of the contrast within a large component: the contrast of its darkest ink
# Of a mark's box that earlier marks cover: the boxes of "TA" overlap a little, a mark that is found
# twice is covered entirely.
MAX_SHARED = 0.5
MIN_OWN_CONTRAST = 0.45  # of a mark's own contrast: its soft edge is fainter
# Lowest mark in pixels; highest one as a fraction of the picture's height: the head of a cropped card.
MIN_HEIGHT_PX, MAX_HEIGHT = 6, 0.2
MAX_WIDTH, MIN_WIDTH = 1.3, 0.1  # of a mark's height
# Compression causes ripples beside strong ink, within its blocks of BLOCK_PX pixels. Ink with less than
# MIN_RIPPLE_CONTRAST of the neighbouring contrast may be such a ripple.
BLOCK_PX, MIN_RIPPLE_CONTRAST = 8, 0.35
MIN_SURROUNDED = 0.6  # of the pixels just round a mark's box have the colour that it stands on
# Template distance (mean squared difference of coverage) to the nearest digit of any face. Digits differ
# less, but so do many letters; where a number must stand is decided by the table.
MAX_DIGIT_DISTANCE = 0.18

MIN_LINE_OVERLAP = 0.5  # of the lower mark's height, shared by two marks of one line
# Of the height: the gap between the digits of one number is smaller, that between words larger. Monospaced
# "11" has 0.45, a space 0.5.
MAX_DIGIT_GAP = 0.48
ROUNDING_PX = 0.5  # a gap may seem too wide by this, since boxes have whole pixels
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

    @property
    def middle(self) -> tuple[float, float]:
        """(row, col) of the middle of the box."""
        return (self.box.top + self.box.bottom) / 2, (self.box.left + self.box.right) / 2


@dataclass(frozen=True, slots=True, eq=False)
class MarksFound:
    """The marks of a picture.

    reduction : width and height, in pixels of the picture, of one pixel of the picture that was searched.
    marks : from the top.
    dots : the boxes of smaller ink, such as commas.
    """

    reduction: int
    marks: tuple[Mark, ...]
    dots: tuple[Box, ...]


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
        return (self.box.left + self.box.right) / 2


# Marks.


def find_marks(image: RGB, areas: AreasFound) -> MarksFound:
    """Find the marks that stand on the picture's colours, but for those of texture.

    image : (H, W, 3) uint8 sRGB, the picture in which `areas` were found.
    """
    reduction = max(1, int(np.ceil(np.sqrt(image.shape[0] * image.shape[1] / MAX_PIXELS))))
    picture = Image.fromarray(np.ascontiguousarray(image))
    pixels = np.asarray(picture.reduce(reduction) if reduction > 1 else picture).astype(np.int16)
    brightest = max(1, *(channel for tone in areas.colours for channel in tone)) if areas.colours else 255
    faint = MIN_CONTRAST * brightest / 255
    found: list[tuple[Box, NDArray[np.float32], float]] = []
    dots: list[Box] = []
    taken = np.zeros(pixels.shape[:2], bool)
    left = MAX_COMPONENTS
    for number in _text_backgrounds(areas):  # the commonest first: no text stands on soft edges and lines
        off = np.abs(pixels - np.array(areas.colours[number], np.int16))
        contrast_map = np.maximum(np.maximum(off[..., 0], off[..., 1]), off[..., 2])
        labels, places = label_pieces(contrast_map > faint, corners=True)
        if len(places) > left:
            continue
        left -= len(places)
        inks = _ink_on(contrast_map, faint, labels, places)
        for box, coverage, contrast in sorted(inks, key=lambda mark: -mark[0].height):
            if taken[box.slices].all():  # inside a larger mark: the dot in a "0"
                continue
            if coverage is None:
                dots.append(box)
            elif taken[box.slices].mean() < MAX_SHARED:
                found.append((box, coverage, contrast))
                taken[box.slices] = True
    usual = _usual_contrast([(coverage, contrast) for _, coverage, contrast in found])
    clear = sorted(
        (mark for mark in found if mark[2] >= MIN_USUAL_CONTRAST * usual), key=lambda mark: mark[0].top
    )
    like_digit = _like_digits([coverage for _, coverage, _ in clear])
    marks = (Mark(box, coverage, yes) for (box, coverage, _), yes in zip(clear, like_digit, strict=True))
    return MarksFound(reduction, tuple(marks), tuple(dots))


def _text_backgrounds(areas: AreasFound) -> list[int]:
    """The first MAX_BACKGROUNDS colours that marks may stand on: those that fill wide places, not lines."""
    found = []
    least = MIN_BACKGROUND_SHARE * areas.classes.size
    for number in range(len(areas.colours)):
        is_colour = areas.classes == number
        if np.count_nonzero(is_colour) < least:  # nor does what is wide of it cover so much
            continue
        wide = np.pad(is_colour, MIN_CELL_WIDTH // 2, mode="edge").view(np.uint8)
        for axis in (0, 1):
            wide = running_extreme(wide, MIN_CELL_WIDTH, np.minimum, axis)
        if np.count_nonzero(wide) >= least:
            found.append(number)
        if len(found) == MAX_BACKGROUNDS:
            break
    return found


def _usual_contrast(marks: Sequence[tuple[NDArray[np.float32], float]]) -> float:
    """The contrast that half of the ink reaches."""
    left = sum(float(coverage.sum()) for coverage, _ in marks) / 2
    for coverage, contrast in sorted(marks, key=lambda mark: -mark[1]):
        left -= float(coverage.sum())
        if left <= 0:
            return contrast
    return 0.0


def _ink_on(
    contrast_map: NDArray[np.int16], faint: float, labels: Labels, places: Sequence[Place]
) -> Iterator[Ink]:
    """The ink on one colour.

    contrast_map : (h, w) how far each pixel is from that colour.
    faint : the least contrast of ink.
    labels, places : the connected components of what has more.
    """
    count = len(places)
    is_large = [_is_large(where, contrast_map) for where in places]
    in_large = np.array([False, *is_large])[labels]
    candidates = [(at, where) for at, where in enumerate(places, 1) if not is_large[at - 1]]
    inked = contrast_map[in_large]
    level = faint
    if len(inked):  # digits that touch the rules round them, which are fainter, or each other by soft edges
        level = MIN_OWN_CONTRAST * float(np.percentile(inked, INK_PERCENTILE))
        parts, part_places = label_pieces((contrast_map > level) & in_large, corners=True)
        if count + len(part_places) > MAX_COMPONENTS:
            return
        labels = np.where(parts > 0, parts + count, np.where(in_large, 0, labels))
        candidates += [
            (count + at, where)
            for at, where in enumerate(part_places, 1)
            if not _is_large(where, contrast_map)
        ]
    marks = [
        (number, where)
        for number, where in candidates
        if _surrounded(contrast_map, where, faint if number <= count else level) >= MIN_SURROUNDED
        and not _is_ripple(contrast_map, where)
    ]
    for ink in _inner_ink(contrast_map, labels, marks, faint):
        box, coverage, _ = ink
        if coverage is None or (MIN_WIDTH * box.height <= box.width and not _is_box(coverage)):
            yield ink


def _is_large(where: Place, contrast_map: NDArray[np.int16]) -> bool:
    """Whether ink is larger than two neighbouring digits can be."""
    height, width = (axis.stop - axis.start for axis in where)
    too_wide = width > 2 * MAX_WIDTH * max(height, MIN_HEIGHT_PX)
    return bool(too_wide or height > MAX_HEIGHT * contrast_map.shape[0])


def _is_ripple(contrast_map: NDArray[np.int16], where: Place) -> bool:
    """Whether ink is no larger than a block of compression, and much fainter than what is beside it."""
    if max(axis.stop - axis.start for axis in where) > BLOCK_PX:
        return False
    beside = tuple(slice(max(0, axis.start - BLOCK_PX), axis.stop + BLOCK_PX) for axis in where)
    return bool(contrast_map[where].max() < MIN_RIPPLE_CONTRAST * contrast_map[beside].max())


def _is_box(coverage: NDArray[np.float32]) -> bool:
    return bool(coverage.mean() > MIN_BOX_FILL and coverage.shape[1] > MIN_BOX_WIDTH * coverage.shape[0])


def _surrounded(contrast_map: NDArray[np.int16], where: Place, faint: float) -> float:
    """The share of the pixels just round a mark's box that have the colour on which it should stand."""
    (top, bottom), (left, right) = ((axis.start - 1, axis.stop) for axis in where)
    height, width = contrast_map.shape
    lines = [contrast_map[at, where[1]] for at in (top, bottom) if 0 <= at < height]
    lines += [contrast_map[where[0], at] for at in (left, right) if 0 <= at < width]
    return float((np.concatenate(lines) <= faint).mean()) if lines else 0.0


def _inner_ink(
    contrast_map: NDArray[np.int16], labels: Labels, marks: Sequence[tuple[int, Place]], faint: float
) -> Iterator[Ink]:
    """The parts of components that are connected by more than soft edges. All parts are told apart at once.

    labels, marks : (h, w) and the number of each component in it, with its place.
    """
    strong = np.zeros(labels.shape, bool)
    contrasts: dict[int, float] = {}
    for number, where in marks:
        own, levels = labels[where] == number, contrast_map[where]
        contrast = float(np.quantile(levels[own], 0.85))
        strong[where] |= own & (levels > MIN_OWN_CONTRAST * contrast)
        contrasts[number] = contrast
    parts, places = label_pieces(strong, corners=True)
    parts_of: dict[int, list[int]] = {}
    for part, where in enumerate(places, 1):
        first = int((parts[where][0] == part).argmax())
        parts_of.setdefault(int(labels[where][0, first]), []).append(part)
    for number, contrast in contrasts.items():
        for part in parts_of[number]:
            where = places[part - 1]
            box = Box(where[0].start, where[1].start, where[0].stop, where[1].stop)
            if box.height < MIN_HEIGHT_PX:
                if contrast > MIN_DOT_CONTRAST * faint:
                    yield box, None, contrast
                continue
            own = labels[where] == number
            if len(parts_of[number]) > 1:
                own &= (parts[where] == part) | (parts[where] == 0)
            shown = np.where(own, contrast_map[where], 0)
            yield box, np.clip(shown / contrast, 0, 1).astype(np.float32), contrast


def _like_digits(coverages: list[NDArray[np.float32]]) -> list[bool]:
    """Whether each shape may be a digit."""
    return [
        distance < MAX_DIGIT_DISTANCE and coverage.shape[1] <= MAX_WIDTH * coverage.shape[0]
        for distance, coverage in zip(template_distances(coverages), coverages, strict=True)
    ]


# Words and lines.


def lines_of(found: MarksFound) -> list[list[Word]]:
    """The words line by line from the top, each line from left to right."""
    lines: list[list[int]] = []
    for at, mark in enumerate(found.marks):
        for line in lines:
            if _on_one_line(found.marks[line[0]], mark):
                line.append(at)
                break
        else:
            lines.append([at])
    lines.sort(key=lambda line: found.marks[line[0]].middle[0])
    dots = np.array([(dot.top + dot.bottom, dot.left + dot.right) for dot in found.dots]).reshape(-1, 2) / 2
    return [_words(found, line, dots) for line in lines]


def _on_one_line(one: Mark, other: Mark) -> bool:
    shared = min(one.box.bottom, other.box.bottom) - max(one.box.top, other.box.top)
    return shared > MIN_LINE_OVERLAP * min(one.box.height, other.box.height)


def is_level(one: Box, other: Box) -> bool:
    """Whether two boxes begin and end at the same height, as the digits of a line do."""
    off = max(1.0, MAX_LEVEL_OFFSET * min(one.height, other.height))
    return abs(one.top - other.top) <= off and abs(one.bottom - other.bottom) <= off


def _words(found: MarksFound, line: Sequence[int], dots: NDArray[np.float64]) -> list[Word]:
    """The words of a line of marks; dots : (N, 2) row and column of the middles of dots."""
    marks = found.marks
    usual = median(marks[at].box.height for at in line)
    words: list[list[int]] = []
    for at in sorted(line, key=lambda at: marks[at].box.left):
        if words and _belong_together(found, words[-1][-1], at, dots):
            words[-1].append(at)
        else:
            words.append([at])
    return [_word(found, word, MIN_DIGIT_HEIGHT * usual) for word in words]


def _belong_together(found: MarksFound, one: int, other: int, dots: NDArray[np.float64]) -> bool:
    """Whether two neighbouring marks of a line are parts of one word."""
    left, right = found.marks[one].box, found.marks[other].box
    gap = right.left - left.right - ROUNDING_PX
    if gap > MAX_DIGIT_GAP * max(left.height, right.height):
        return False
    # A comma or a hyphen between two marks separates two numbers.
    first, last = (left.top, left.right - 1), (left.bottom + left.height / 2, right.left + 1)
    return not ((dots >= first) & (dots <= last)).all(axis=1).any()


def _word(found: MarksFound, word: Sequence[int], least_height: float) -> Word:
    boxes = [found.marks[at].box for at in word]
    box = Box(
        min(b.top for b in boxes), min(b.left for b in boxes),
        max(b.bottom for b in boxes), max(b.right for b in boxes),
    )  # fmt: skip
    is_number = len(word) <= MAX_DIGITS and all(
        found.marks[at].like_digit and found.marks[at].box.height >= least_height for at in word
    )
    return Word(tuple(word), box, is_number)
