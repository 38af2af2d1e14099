"""Look for numbers beside a board that its hints do not explain: on other sides, or too faint to be read.

On the other sides some programs repeat the hints, number the lines, or state how many cells are filled.
Anything else is a rule that a nonogram does not have, so that solving the hints alone answers another puzzle.
A colour that hardly differs from the page may be lost with all its hints; the others may still be a puzzle.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.cell_pixels import Levels
from picrosser.imaging.channels import CLEAR_LEVELS, COMPRESSED_LEVELS, max_channel
from picrosser.imaging.connected import label_pieces
from picrosser.imaging.pixels import RGB, Box
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import Nonogram, Runs
from picrosser.reading.glyphs.digit_likelihoods import compare_shapes
from picrosser.reading.nonogram.boards.rulings import Ruling
from picrosser.reading.nonogram.boards.score import BoardScored
from picrosser.reading.nonogram.hints.beside import chains_beside, in_order
from picrosser.reading.nonogram.hints.sides import Side, sides_with_hints
from picrosser.reading.nonogram.tolerances import FEWEST, MAX_OFF, MAX_SHADE_LEVELS, MOST, STEP
from picrosser.reading.page.contrast import extremes_around
from picrosser.reading.page.digit_distance import MAX_DIGIT_DISTANCE, is_bar
from picrosser.reading.page.ink import SURE_DISTANCE, Ink, find_ink
from picrosser.reading.page.two_heights import without_margins

NAMES = ("left of", "right of"), ("above", "below")
# Of the lines that state runs, with sure digits; most, with less sure ones, as tiny digits are. On the other
# sides of 170 real and drawn boards up to a quarter of the rows have a number, by chance.
MIN_SHOWN = 0.3
STRETCH = 4  # by which levels are stretched about a tone, so that a quarter of the usual contrast is seen
# Of all lines, with digits that are seen then only: of 170 pictures that are read rightly the worst has 3 of
# 35
MAX_FAINT = 0.1
# Of the logarithm of the height: digits in cells may be twice as tall as hints. And of the pitch: taller
# things in a cell are a cursor or a fill; digits have up to 0.45
IN_CELL = 0.7
IN_CELL_BY_HAND = 0.4  # the same on a photographed page: printed givens had 0.34, pens' marks may have more


def further_rules(
    image: RGB, ink: Ink, board: BoardScored, puzzle: Nonogram, *, ruling: Ruling | None = None
) -> str:
    """Where numbers stand that say something else than the hints, in words; "" if there are none.

    Texts and buttons below a board may stand beside most columns; beside the rows only numbers do. So where
    the rows have nothing, the columns are not asked; where they have a little, more of the columns has to.

    image : (H, W, 3) uint8 sRGB. ink : all of its ink.
    puzzle : what the hints of the board state. ruling : as for `collect_hints`.
    """
    told, least = [], MIN_SHOWN
    for side, lines, names in zip(sides_with_hints(board), (puzzle.rows, puzzle.cols), NAMES, strict=True):
        other = side._replace(last=not side.last)
        stated = [bool(line) for line in lines]
        numbers, share = _numbers_at(image, ink, other, board.height_px, stated, ruling, least)
        if not share:
            break
        if numbers is None:
            least = 2 * MIN_SHOWN - share
        elif not _says_the_same(numbers, lines):
            told.append(names[other.last])
    where = " and ".join(told)
    return f"there are numbers {where} the board that are not hints, as in Skyscrapers" if told else ""


def has_numbers_beyond(image: RGB, ink: Ink, board: BoardScored, edge: str) -> bool:
    """Whether most lines have numbers beyond an edge as `cut_at` names it: hints on all sides."""
    side = sides_with_hints(board)[edge in ("lower", "upper")]
    side = side._replace(last=not side.last)
    numbers, _ = _numbers_at(image, ink, side, board.height_px, [True] * (len(side.edges) - 1), None, MOST)
    return numbers is not None


def _numbers_at(
    image: RGB,
    ink: Ink,
    side: Side,
    height_px: float,
    stated: Sequence[bool],
    ruling: Ruling | None,
    least: float,
) -> tuple[list[str] | None, float]:
    """The numbers of each line on a side, and the share of lines that have some; None where those are few.

    stated : which lines count. least : the share of these that has to show sure digits; most less sure ones.
    """
    _, chains = chains_beside(image, ink, side, height_px, ruling)
    nearest = np.array([min((d.template_distance for d in one.digits), default=np.inf) for one in chains])
    sure, any_ = (np.mean(nearest < most, where=stated) for most in (SURE_DISTANCE, MAX_DIGIT_DISTANCE))
    share = float(any_ if any_ >= MOST else sure)
    if share < least:
        return None, share
    ordered = in_order(image, side, chains, ruling)
    return _digits([[piece.coverage for piece in line] for line in ordered]), share


def digits_in_cells(ink: Ink, board: BoardScored, *, by_hand: bool = False) -> str:
    """That digits stand in the board's cells, in words; "" if there are none.

    A ring or a stroke, which may mark a cell, is no digit here, nor is what a cross leaves free at its side.

    by_hand : a pen's marks, which may look like any digit, may be there; print is little taller than hints.
    """
    heights = ink.boxes[:, 2] - ink.boxes[:, 0]
    off = np.abs(np.log(heights / board.height_px))
    inside = ink.are_sure & (off < (IN_CELL_BY_HAND if by_hand else IN_CELL))
    inside &= (heights < IN_CELL * board.lattice.pitch_px) & (ink.contrasts >= CLEAR_LEVELS)
    middles = (ink.boxes[:, :2] + ink.boxes[:, 2:]) / 2
    edges = board.lattice.edges_px
    for middle, lines, count in zip(middles.T, edges, board.lattice.shape, strict=True):
        place = (middle - lines[0]) / (lines[-1] - lines[0]) * count
        inside &= (place > 0) & (place < count) & (np.abs(place % 1 - 0.5) < MAX_OFF)
    found = [
        [ink.coverages[at]]
        for at in np.flatnonzero(inside).tolist()
        if not (_is_at_rim(ink.boxes, at) or is_bar(ink.coverages[at]))
    ]
    if not found or set(_digits(found)) == {"0"}:
        return ""
    return "there are digits in its cells, as in Japanese Sums"


def _is_at_rim(boxes: NDArray[np.int32], at: int) -> bool:
    """Whether a box lies within another one and reaches a side of it."""
    inwards = (boxes[at] - boxes) * (1, 1, -1, -1)
    return bool(((inwards >= 0).all(axis=1) & (inwards == 0).any(axis=1) & (inwards > 0).any(axis=1)).any())


def _digits(lines: Sequence[Sequence[NDArray[np.float32]]]) -> list[str]:
    """The likeliest digits of each line, one after the other; given are their coverages."""
    digits, nats, *_ = compare_shapes([without_margins(coverage) for line in lines for coverage in line])
    digit_of = {
        one: str(np.argmax(nats[at])) for at, group in enumerate(digits.groups) for one in group.members
    }
    found = (digit_of[at] for at in range(len(digit_of)))
    return ["".join(islice(found, len(line))) for line in lines]


def _says_the_same(numbers: Sequence[str], lines: Sequence[Runs | None]) -> bool:
    """Whether most of the numbers repeat the hints, count their cells, or number the lines."""
    runs = [[run.length for run in line or ()] for line in lines]
    known = (
        ["".join(map(str, line)) or "0" for line in runs],
        [str(sum(line)) for line in runs],
        [str(at) for at in range(len(runs))],
        [str(at + 1) for at in range(len(runs))],
        [str(at) for at in range(len(runs), 0, -1)],
    )
    seen = [bool(number) for number in numbers]
    return any(
        np.mean(np.equal(numbers, text), where=seen) >= MOST or _repeats(numbers, text) for text in known
    )


def _repeats(numbers: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether numbers fit their own lines' texts better than those of other lines.

    Digits may be lost, and specks may be taken for some.
    """
    shared = [_shared_digits(numbers, [*texts[by:], *texts[:by]]) for by in range(len(texts))]
    digits, stated = (sum(map(len, one)) for one in (numbers, texts))
    beyond_chance = shared[0] - float(np.mean(shared[1:]))
    return shared[0] >= MOST * min(digits, stated) and beyond_chance >= max(FEWEST, (1 - MOST) * digits)


def _shared_digits(numbers: Sequence[str], texts: Sequence[str]) -> int:
    """How many digits of the numbers stand in the same order in their texts."""
    matchers = (SequenceMatcher(None, *pair, autojunk=False) for pair in zip(numbers, texts, strict=True))
    return sum(block.size for matcher in matchers for block in matcher.get_matching_blocks())


def faint_digits(
    image: RGB,
    board: BoardScored,
    digit_boxes: Sequence[Sequence[Box]],
    filled: Collection[HintPlace] = (),
) -> str:
    """How many lines show further digits if faint ink is looked for, in words; "" if hardly any do.

    image : (H, W, 3) uint8 sRGB. digit_boxes : per line, rows first, where its digits are.
    filled : lines of which it is known that they have more hints than were seen.
    """
    rows, more = board.lattice.shape[0], 0
    for side, mine in zip(sides_with_hints(board), (digit_boxes[:rows], digit_boxes[rows:]), strict=True):
        if not any(mine):
            continue  # its lines are set by hand
        area = _hint_area(image, side, mine)
        levels = image[area.slices].astype(np.float32)
        apart = levels - np.median(levels.reshape(-1, 3), axis=0).astype(np.float32)
        if _faint_marks(apart, board.height_px / 2) < FEWEST:
            continue  # as on most pages: to look for ink takes a sixth of a screenshot's time
        stretched = np.full_like(image, 128)
        stretched[area.slices] = np.clip(128 + STRETCH * apart, 0, 255)
        ink = find_ink(np.ascontiguousarray(stretched[area.slices]), tallest_px=2 * board.height_px)
        start = np.array((area.top, area.left, area.top, area.left), np.int32)
        placed = ink._replace(boxes=ink.boxes + start)
        _, chains = chains_beside(stretched, placed, side, board.height_px, None)
        more += sum(
            len(chain.digits) > len(boxes)
            and HintPlace("column" if side.upright else "row", at) not in filled
            for at, (chain, boxes) in enumerate(zip(chains, mine, strict=True))
        )
    if more < max(FEWEST, MAX_FAINT * len(digit_boxes)):
        return ""
    return f"{more} lines have further digits that hardly stand out from the background"


def covered_hints(
    image: RGB, board: BoardScored, digit_boxes: Sequence[Sequence[Box]], filled: Collection[HintPlace]
) -> str:
    """That the hints next to the board seem to be covered, in words; "" if they do not.

    Something that covers all hints of some lines may cover a part of the others. Then all of these begin far
    from the board, and what lies between has another tone than the page beyond them.

    image, digit_boxes, filled : as for `faint_digits`.
    """
    rows, axes = board.lattice.shape[0], {place.axis for place in filled}
    boxes = digit_boxes[:rows], digit_boxes[rows:]
    for axis, side, mine in zip(("row", "column"), sides_with_hints(board), boxes, strict=True):
        if axis not in axes or not any(mine):
            continue
        (first, last), deep = _ends_px(side, mine), round(side.pitches[1])
        along = (image if side.upright else image.swapaxes(0, 1))[:, max(0, side.edges[0]) : side.edges[-1]]
        between, beyond = along[last : side.others[0]], along[max(0, first - deep) : first]
        if side.last:
            between, beyond = along[side.others[-1] : first], along[last : last + deep]
        if len(between) > STEP * deep and beyond.size:
            tones = [np.median(part, axis=(0, 1)) for part in (between, beyond)]
            if np.abs(tones[0] - tones[1]).max() > MAX_SHADE_LEVELS:
                return (
                    f"{axis}s without hints were filled in, and the hints of the others may be covered, too"
                )
    return ""


def _faint_marks(apart: Levels, least_px: float) -> int:
    """How many connected things of such a height differ a little from the usual tone, away from all else.

    apart : (rows, cols, 3) levels from that tone.
    """
    most = max_channel(np.abs(apart))
    near = extremes_around(most >= 2 * COMPRESSED_LEVELS, 5, np.maximum)  # 2 pixels: an edge's blur
    faint = (most >= COMPRESSED_LEVELS / STRETCH) & ~near
    boxes = label_pieces(faint, corners=True).boxes
    return int(np.count_nonzero(boxes[:, 2] - boxes[:, 0] >= least_px))


def _ends_px(side: Side, digit_boxes: Sequence[Sequence[Box]]) -> tuple[int, int]:
    """Where the digits of a side begin and end, away from the board."""
    digits = Box.around(box for line in digit_boxes for box in line)
    return (digits.top, digits.bottom) if side.upright else (digits.left, digits.right)


def _hint_area(image: RGB, side: Side, digit_boxes: Sequence[Sequence[Box]]) -> Box:
    """Where the hints of one side stand: as deep as its digits and a pitch more, along the whole board."""
    start, stop = _ends_px(side, digit_boxes)
    deeper, most = round(side.pitches[1]), image.shape[0 if side.upright else 1]
    if side.last:
        near, far = side.others[-1], min(stop + deeper, most)
    else:
        near, far = max(0, start - deeper), side.others[0]
    first, last = max(0, side.edges[0]), side.edges[-1]  # a line may lie a little outside the picture
    return Box(near, first, far, last) if side.upright else Box(first, near, last, far)
