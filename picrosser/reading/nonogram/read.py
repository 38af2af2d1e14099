"""The nonogram's recipe: a screenshot through all stages. Read this first.

Every stage is a plain function from earlier results to one frozen result. What the digits are together is
decided by `repairing.runs`, which knows the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from picrosser.errors import GridNotFoundError, HintsUnreadableError
from picrosser.pixels import RGB, Lattice
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.puzzles.picture import Colour
from picrosser.reading.nonogram.hint_area import EQUALLY, HintsSeen, find_hints, moved
from picrosser.reading.nonogram.margin import within_margin
from picrosser.reading.nonogram.rims import may_go_on, strange_rims, with_sure_rims
from picrosser.reading.nonogram.span import Span, spans, unevenness
from picrosser.reading.nonogram.weigh import weigh_hints

StageListener = Callable[[object], None]
"""Called with each stage's result as it ends, in order."""

PAPER_LEVELS = 8  # levels: nearer tones are one when the commonest is looked for
THINNED = 2  # every second pixel each way is enough for it
ENOUGH = 0.5  # of a nonogram's lines show hints; by chance, other pictures' lines show few
# From here on twice the pitch is not tried: at half of the true one digits are too tall for their lines, and
# few lines show any; at twice it, many lines show two lines' digits.
MOST = 0.6
MOST_LOST = 2  # lines at a board's side: of more, nothing says that they belong to it
# Lines whose edges lie further off even places, in parts of the pitch and in pixels, may be none: edges are
# softened by a pixel. Over more cells a pitch that is a little wrong leads astray by half of one.
UNEVEN, UNEVEN_PX = 0.01, 1.0
MOST_NEARLY = 7
NEAR_PITCH = (
    1.15  # between two ways to lay lines over one board: tiles with wide gaps have edges so far apart
)
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
    hints = hints_beside(image)
    on_stage(hints)
    evidence, digits = weigh_hints(hints, paper(image, hints.lattice))
    evidence = with_sure_rims(evidence, image, hints.lattice)
    if digits is not None:
        on_stage(digits)
    reading = NonogramReading(hints.lattice, evidence)
    on_stage(reading)
    return reading


def hints_beside(image: RGB) -> HintsSeen:
    """The board that has the most hints beside it, within a margin: that is no backdrop of hints near it."""
    part = within_margin(image)
    return moved(_hints_within(image[part.slices]), part.top, part.left)


def _hints_within(image: RGB) -> HintsSeen:
    """The same in a picture without a margin."""
    best: HintsSeen | None = None
    tried = islice(spans(image), MOST_SPANS)
    for span in tried:
        seen = find_hints(image, span)
        if best is None or seen.occupied > best.occupied:
            best = seen
        if best.occupied >= MOST:
            best = _more_even(image, span, best, tried)
            break
    if best is None:
        height, width = image.shape[:2]
        raise GridNotFoundError(
            f"no board with evenly spaced lines in this picture of {width} x {height} pixels",
            "give a screenshot that shows the whole board with its hints",
        )
    if best.occupied < ENOUGH:
        raise HintsUnreadableError(
            "a board is there, but no numbers that could be read beside it",
            "give a screenshot that shows the whole board with its hints",
        )
    return _with_lost_lines(image, _without_strange_rims(image, _with_lines_beyond(image, best)))


def _more_even(image: RGB, span: Span, seen: HintsSeen, others: Iterator[Span]) -> HintsSeen:
    """What is seen beside the same board's lines, if others of nearly their pitch lie much better."""
    if max(span.lattice.shape) > MOST_NEARLY:
        return seen
    uneven, pitch = unevenness(image, span), span.lattice.pitch_px
    if uneven < max(UNEVEN_PX, UNEVEN * pitch):
        return seen
    for other in others:
        is_near = 1 / NEAR_PITCH < other.lattice.pitch_px / pitch < NEAR_PITCH
        if is_near and unevenness(image, other) < uneven / 2:
            again = find_hints(image, other)
            if again.occupied >= seen.occupied - EQUALLY:
                return again
    return seen


def _with_lines_beyond(image: RGB, seen: HintsSeen) -> HintsSeen:
    """The same with the lines below and at its right on which the board goes on, fainter, with hints beside
    them: of dark tiles, painted ones are seen first.
    """
    for axis in (0, 1):
        while may_go_on(image, seen.lattice)[axis]:
            lines = [
                tuple(map(float, edges)) for edges in (seen.lattice.row_edges_px, seen.lattice.col_edges_px)
            ]
            pitch = (lines[axis][-1] - lines[axis][0]) / (len(lines[axis]) - 1)
            lines[axis] = (*lines[axis], lines[axis][-1] + pitch)
            span = Span(*lines)
            if span.lattice.board.bottom > image.shape[0] or span.lattice.board.right > image.shape[1]:
                break
            again = find_hints(image, span)
            beyond = (again.rows, again.cols)[axis][-1]
            if again.lattice != span.lattice or not beyond or again.occupied < seen.occupied - EQUALLY:
                break
            seen = again
    return seen


def _with_lost_lines(image: RGB, seen: HintsSeen) -> HintsSeen:
    """The same with the lines next to its hints whose outer edge does not show: dark on dark, or faint tiles.

    Hints stand next to their board, so where room for a whole line is left between the two, and what lies
    there looks like the board's other lines, it is one.
    """
    for _ in range(MOST_LOST):
        rows, cols = seen.lattice.row_edges_px, seen.lattice.col_edges_px
        above = _usual([rows[0] - max(piece.box.bottom for piece in line) for line in seen.cols if line])
        beside = _usual([cols[0] - line[-1].box.right for line in seen.rows if line])
        down, along = ((edges[-1] - edges[0]) / (len(edges) - 1) for edges in (rows, cols))
        span = Span(
            (*[rows[0] - down] * (down <= above), *rows), (*[cols[0] - along] * (along <= beside), *cols)
        )
        if span.lattice == seen.lattice or min(span.row_lines[0], span.col_lines[0]) < 0:
            break
        strange = strange_rims(image, span.lattice)
        again = find_hints(image, span)
        lost = (strange.first_row and down <= above) or (strange.first_col and along <= beside)
        if lost or again.lattice != span.lattice or again.occupied < seen.occupied - EQUALLY:
            break
        seen = again
    return seen


def _usual(distances: list[int]) -> float:
    return float(np.median(distances)) if distances else 0.0


def _without_strange_rims(image: RGB, seen: HintsSeen) -> HintsSeen:
    """The same where a bar or a frame next to the board, which has no hints, was taken for a line of it."""
    bare = [not line for line in (seen.rows[0], seen.rows[-1], seen.cols[0], seen.cols[-1])]
    if not any(bare):
        return seen
    rows, cols = seen.lattice.row_edges_px, seen.lattice.col_edges_px
    strange = strange_rims(image, seen.lattice)
    top, bottom, left, right = (one and other for one, other in zip(strange, bare, strict=True))
    kept = Span(
        tuple(map(float, rows[top : len(rows) - bottom])), tuple(map(float, cols[left : len(cols) - right]))
    )
    if kept.lattice == seen.lattice:
        return seen
    again = find_hints(image, kept)
    return again if again.occupied >= seen.occupied else seen


def paper(image: RGB, lattice: Lattice) -> Colour:
    """The colour of a blank cell: the board's commonest. Paint may be of many, and crosses are thin."""
    pixels = image[lattice.board.slices][::THINNED, ::THINNED].reshape(-1, 3)
    bins = (pixels // PAPER_LEVELS).astype(np.intp) @ (1, 64, 64 * 64)
    commonest = np.bincount(bins).argmax()
    red, green, blue = (int(v) for v in np.median(pixels[bins == commonest], axis=0))
    return red, green, blue
