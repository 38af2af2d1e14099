"""The nonogram's recipe: a screenshot through all stages. Read this first.

Every stage is a plain function from earlier results to one frozen result. What the digits are together is
decided by `repairing.runs`, which knows the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from picrosser.errors import GridNotFoundError, HintsUnreadableError
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.imaging.ranks import median
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.puzzles.picture import Colour
from picrosser.reading.attempts.sharpened import in_focus
from picrosser.reading.lattice.grid import have_same_lines
from picrosser.reading.nonogram.candidates.between import has_lines_between
from picrosser.reading.nonogram.candidates.frame import framed_spans
from picrosser.reading.nonogram.candidates.grid_candidates import Span, spans, unevenness
from picrosser.reading.nonogram.candidates.margin import within_margin
from picrosser.reading.nonogram.colours.untouched import is_bare, without_false_shades
from picrosser.reading.nonogram.evidence import weigh_hints
from picrosser.reading.nonogram.hints.hint_area import HintsSeen, beside, find_hints, moved
from picrosser.reading.nonogram.hints.own_spacing import at_own_spacing
from picrosser.reading.nonogram.outermost.crossed_out import with_crossed_out
from picrosser.reading.nonogram.outermost.lines import (
    is_overlaid,
    more_even,
    most_uneven,
    nearly_equal,
    with_blank_lines,
    with_lines_beyond,
    with_lost_lines,
    without_strange_rims,
)
from picrosser.reading.nonogram.outermost.rims import with_sure_rims

StageListener = Callable[[object], None]
"""Called with each stage's result as it ends, in order."""
HintsFinder = Callable[[RGB], HintsSeen]
"""A picture in, the board and what stands beside it out; it raises what `read_nonogram` does."""

PAPER_LEVELS = 8  # levels: nearer tones are one when the commonest is looked for
THINNED = 2  # every second pixel each way is enough for it
ENOUGH = 0.5  # of a nonogram's lines show hints; by chance, other pictures' lines show few
# From here on twice the pitch is not tried: at half of the true one digits are too tall for their lines, and
# few lines show any; at twice it, many lines show two lines' digits.
MOST = 0.6
ELSEWHERE = 0.25  # of the pitch: less far off, a board's lines are laid another way over the same cells
MOST_OBLONG = 6  # of these none is likely enough to leave out the others, but those with fewer lines
# Of a board that goes on where its lines do not show, fewer hints stand next to it; from here on no other is
# looked for. And so many a board of a rarer look has, of which lines do not tell so much.
NEARLY_ALL = 0.8
MOSTLY_BOARD = 0.6  # of such an area and its board is that
MOST_SPANS = 12  # that are looked at: of the right one the pitch is nearly always the likeliest


@dataclass(frozen=True, slots=True)
class NonogramReading:
    """What a nonogram's screenshot says.

    lattice : the board's edges.
    evidence : what its hints may be.
    """

    lattice: Lattice
    evidence: NonogramEvidence


def ignore(_: object) -> None:
    """Listen to nothing."""


def read_nonogram(image: RGB, on_stage: StageListener = ignore) -> NonogramReading:
    """Read the hints of a nonogram.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    on_stage : called with HintsSeen, DigitsFound and NonogramReading.

    Raises
    ------
    GridNotFoundError : there is no board in the picture.
    HintsUnreadableError : there is one, but no numbers stand beside it.
    """
    return read_found(image, hints_beside, on_stage)


def read_found(image: RGB, find: HintsFinder, on_stage: StageListener = ignore) -> NonogramReading:
    """The same of a board that is found in another way, as one of `RARER` does."""
    image = in_focus(image)
    hints = find(image)
    on_stage(hints)
    blank = paper(image, hints.lattice)
    evidence, digits = weigh_hints(hints, blank)
    if evidence.shades and is_bare(image, hints.lattice, blank):
        lines = [line.colours for line in (*evidence.rows, *evidence.cols)]
        evidence = replace(evidence, shades=without_false_shades(evidence.shades, lines))
    evidence = with_crossed_out(with_sure_rims(evidence, image, hints), image, hints.lattice)
    if digits is not None:
        on_stage(digits)
    reading = NonogramReading(hints.lattice, evidence)
    on_stage(reading)
    return reading


def hints_beside(image: RGB) -> HintsSeen:
    """The board that has the most hints beside it, within a margin: that is no backdrop of hints near it."""
    part = within_margin(image)
    return moved(_hints_within(image[part.slices]), part)


def hints_beside_oblong(image: RGB) -> HintsSeen:
    """The same of boards whose cells are no squares. Their two pitches fit together by chance more often, as
    in a part of the board, so that several are looked at, and the most lines with hints count.
    """
    part = within_margin(image)
    image = image[part.slices]
    even = (its for its in spans(image, oblong=True) if unevenness(image, its) < most_uneven(its))
    best: HintsSeen | None = None
    for span in sorted(islice(even, MOST_OBLONG), key=_lines, reverse=True):
        if best is not None and _lines(span) <= _lines(best):
            break
        seen = find_hints(image, span)
        if seen.occupied >= NEARLY_ALL and (best is None or _shown(seen) > _shown(best)):
            best = seen
    return moved(_with_its_lines(image, best), part)


def _lines(its: Span | HintsSeen) -> int:
    return sum(its.lattice.shape)


def _shown(seen: HintsSeen) -> float:
    """How many of a board's lines show hints."""
    return seen.occupied * _lines(seen)


def hints_beside_frame(image: RGB) -> HintsSeen:
    """The same of boards that no lines divide, which have hints beside nearly all of their lines."""
    part = within_margin(image)
    image = image[part.slices]
    seen = (beside(image, span.lattice) for span in islice(framed_spans(image), MOST_SPANS))
    best = max(seen, key=lambda its: its.occupied, default=None)
    if best is None or best.occupied < NEARLY_ALL:
        raise _no_board(image)
    return moved(best, part)


RARER: tuple[HintsFinder, ...] = (hints_beside_frame, hints_beside_oblong)
"""Boards that hardly any program shows; what is read of them counts only if nothing is in doubt."""


def _no_board(image: RGB) -> GridNotFoundError:
    height, width = image.shape[:2]
    return GridNotFoundError(
        f"no board with evenly spaced lines in this picture of {width} x {height} pixels",
        "give a screenshot that shows the whole board with its hints",
    )


def _hints_within(image: RGB) -> HintsSeen:
    """The board that has the most, in a picture without a margin."""
    best: HintsSeen | None = None
    tried = islice(spans(image), MOST_SPANS)
    looked: list[Lattice] = []
    for span in tried:
        if best is not None and not _is_rival(span, best, looked):
            continue
        if any(have_same_lines(span.lattice, other) for other in looked):
            continue
        looked.append(span.lattice)
        seen = find_hints(image, span)
        if has_lines_between(image, seen.lattice):
            continue
        seen = _without_hints_area(image, seen)
        if best is None or seen.occupied > best.occupied:
            best = seen
        if best.occupied == 1 or (best.occupied >= NEARLY_ALL and not is_overlaid(image, best)):
            best = more_even(image, span, best, tried)
            break
    return _with_its_lines(image, best)


def _without_hints_area(image: RGB, seen: HintsSeen) -> HintsSeen:
    """The same where hints are set at the far end of an area that is deeper than they need: what is left of
    it next to the board was taken for lines of that.
    """
    if seen.occupied >= NEARLY_ALL or seen.occupied == 0 or (seen.rows[0] and seen.cols[0]):
        return seen
    board = without_strange_rims(image, seen, seen)
    return board if sum(board.lattice.shape) >= MOSTLY_BOARD * sum(seen.lattice.shape) else seen


def _with_its_lines(image: RGB, best: HintsSeen | None) -> HintsSeen:
    """The best board that was found, with the lines that were missed, and without what is none of it."""
    if best is None:
        raise _no_board(image)
    if best.occupied < ENOUGH:
        raise HintsUnreadableError(
            "a board is there, but no numbers that could be read beside it",
            "give a screenshot that shows the whole board with its hints",
        )
    longer = with_lines_beyond(image, best)
    board = with_lost_lines(image, without_strange_rims(image, longer, best))
    board = with_blank_lines(image, board)
    return at_own_spacing(image, board)


def _is_rival(span: Span, best: HintsSeen, looked: Sequence[Lattice]) -> bool:
    """Whether more hints would say that a board is better: once many are seen, only one of the same pitch
    that begins or ends elsewhere, or of half of it.
    """
    if best.occupied < MOST:
        return True
    pitch, usual = span.lattice.pitch_px, best.lattice.pitch_px
    if not (nearly_equal(pitch, usual) or nearly_equal(2 * pitch, usual)):
        return False
    return not any(have_same_lines(span.lattice, other, ELSEWHERE) for other in looked)


def paper(image: RGB, lattice: Lattice) -> Colour:
    """The colour of a blank cell: the board's commonest. Paint may be of many, and crosses are thin."""
    pixels = image[lattice.board.slices][::THINNED, ::THINNED].reshape(-1, 3)
    bins = (pixels // PAPER_LEVELS).astype(np.intp) @ (1, 64, 64 * 64)
    commonest = pixels[bins == np.bincount(bins).argmax()]
    red, green, blue = (int(median(channel)) for channel in commonest.T)
    return red, green, blue
