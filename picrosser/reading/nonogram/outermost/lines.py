"""Correct the outermost lines of a board: add those that were missed, remove bars next to it.

Which evenly spaced lines are the board's is judged from the whole picture (`grid_candidates`). Here its
outermost lines are looked at once more, now that it is known where hints stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from picrosser.imaging.pixels import RGB, Lattice
from picrosser.imaging.ranks import median
from picrosser.reading.nonogram.candidates.grid_candidates import MIN_LINES, GridCandidate, line_fit_rms
from picrosser.reading.nonogram.hints.hint_area import (
    MAX_SHARE_LOSS,
    HintsGrouped,
    find_hints,
    find_hints_beside,
)
from picrosser.reading.nonogram.ink.cutting import MIN_SURE_CONTRAST
from picrosser.reading.nonogram.ink.piece import MAX_DIGIT_DISTANCE, Piece, have_same_height
from picrosser.reading.nonogram.outermost.crossed_out import is_marked_beyond
from picrosser.reading.nonogram.outermost.ends import (
    blank_ends,
    crossed_ends,
    foreign_ends,
    is_closed,
    open_ends,
)
from picrosser.reading.nonogram.outermost.outer_lines import (
    as_rows,
    foreign_outer_lines,
    may_go_on,
    unusual_outer_lines,
)

MAX_LOST_LINES = 2  # lines at a board's side: of more, nothing says that they belong to it
# Lines whose edges lie further off even places, in parts of the pitch and in pixels, may be none: edges are
# softened by a pixel. Over more cells a pitch that is a little wrong leads astray by half of one.
MAX_LINE_OFFSET, MAX_LINE_OFFSET_PX = 0.01, 1.0
MAX_CELLS_OFF_PITCH = 7
MAX_PITCH_RATIO = 1.15  # between two ways to lay lines over one board: tiles with wide gaps have such edges


def are_similar_pitches(pitch_px: float, other_px: float) -> bool:
    """Whether two pitches may be those of one board."""
    return 1 / MAX_PITCH_RATIO < pitch_px / other_px < MAX_PITCH_RATIO


def max_line_fit_rms(candidate: GridCandidate) -> float:
    """The largest rms distance from evenly spaced places, in pixels, that a board's lines have."""
    return max(MAX_LINE_OFFSET_PX, MAX_LINE_OFFSET * candidate.lattice.pitch_px)


def prefer_even_lines(
    image: RGB, candidate: GridCandidate, seen: HintsGrouped, others: Iterator[GridCandidate]
) -> HintsGrouped:
    """The hints of another candidate of nearly the same pitch, if its lines are much more evenly spaced."""
    if min(candidate.lattice.shape) > MAX_CELLS_OFF_PITCH:
        return seen
    uneven, pitch = line_fit_rms(image, candidate), candidate.lattice.pitch_px
    if uneven < max_line_fit_rms(candidate):
        return seen
    for other in others:
        if are_similar_pitches(other.lattice.pitch_px, pitch) and line_fit_rms(image, other) < uneven / 2:
            again = find_hints(image, other)
            if again.occupied >= seen.occupied - MAX_SHARE_LOSS:
                return again
    return seen


def with_lines_beyond(image: RGB, seen: HintsGrouped) -> HintsGrouped:
    """Add the lines below and at the right on which the board goes on.

    Of dark tiles, painted ones are seen first, so that a board may seem to end with them.
    """
    for axis in (0, 1):
        while (candidate := _one_more(image, seen.lattice, axis)) is not None:
            if foreign_ends(*as_rows(image, candidate.lattice, axis))[1]:
                break  # a text, or room, below the board
            again = find_hints(image, candidate)
            if again.lattice != candidate.lattice or not _is_line(image, again, axis):
                break
            seen = again
    return seen


def _is_line(image: RGB, seen: HintsGrouped, axis: int) -> bool:
    """Whether what seems to be a board's last row (axis 0), or column, is one, as some lines that cross the
    others cross it: it has hints, no fainter than texture; or without, most do and it is closed, or it is
    crossed out.
    """
    *before, hints = (seen.rows, seen.cols)[axis]
    if hints:
        least = MIN_SURE_CONTRAST * _usual([piece.contrast for line in before for piece in line])
        return all(
            piece.template_distance < MAX_DIGIT_DISTANCE and piece.contrast >= least for piece in hints
        )
    turned, lines, others = as_rows(image, seen.lattice, axis)
    crossed = crossed_ends(turned, lines, others)[1] and is_closed(turned, lines, others, -1)
    return crossed or is_marked_beyond(turned, lines[:-1], others)


def _one_more(image: RGB, lattice: Lattice, axis: int) -> GridCandidate | None:
    """The board with one more row (axis 0), or column, if it may go on there."""
    turned, lines, others = as_rows(image, lattice, axis)
    if not may_go_on(turned, lines, others):
        return None
    longer = (*lines, round(lines[-1] + _pitch(lines)))
    return _candidate(longer, others) if axis == 0 else _candidate(others, longer)


def _candidate(rows: Sequence[int], cols: Sequence[int]) -> GridCandidate:
    return GridCandidate(tuple(map(float, rows)), tuple(map(float, cols)))


def with_lost_lines(image: RGB, seen: HintsGrouped) -> HintsGrouped:
    """Add the lines next to the hints whose outer edge does not show: dark on dark, or faint tiles.

    Hints stand next to their board, so where room for a whole line is left between the two, and what lies
    there looks like the board's other lines, it is one; if it has hints itself, since others' hints may be
    aligned elsewhere.
    """
    for _ in range(MAX_LOST_LINES):
        rows, cols = seen.lattice.row_edges_px, seen.lattice.col_edges_px
        above = _usual([rows[0] - max(piece.box.bottom for piece in line) for line in seen.cols if line])
        left = _usual([cols[0] - line[-1].box.right for line in seen.rows if line])
        down, along = _pitch(rows), _pitch(cols)
        candidate = GridCandidate(
            (*[rows[0] - down] * (down <= above), *rows), (*[cols[0] - along] * (along <= left), *cols)
        )
        if candidate.lattice == seen.lattice or min(candidate.row_lines[0], candidate.col_lines[0]) < 0:
            break
        strange = foreign_outer_lines(image, candidate.lattice)
        again = find_hints(image, candidate)
        is_none = (
            (down <= above and (strange.first_row or not again.rows[0])),
            (along <= left and (strange.first_col or not again.cols[0])),
        )
        if (
            any(is_none)
            or again.lattice != candidate.lattice
            or again.occupied < seen.occupied - MAX_SHARE_LOSS
        ):
            break
        seen = again
    return seen


def with_blank_lines(image: RGB, seen: HintsGrouped) -> HintsGrouped:
    """Add the lines next to the hints that have no hints themselves, but are drawn like all others.

    The board was taken to begin with the first line that has hints.

    Where others' hints end at several places, they may be aligned elsewhere, and such lines be their slots.
    """
    for axis in (0, 1):
        while _is_drawn_before(image, seen, axis):
            rows, cols = seen.lattice.row_edges_px, seen.lattice.col_edges_px
            edges = rows if axis == 0 else cols
            longer = (round(edges[0] - _pitch(edges)), *edges)
            seen = find_hints_beside(image, Lattice(longer, cols) if axis == 0 else Lattice(rows, longer))
    return seen


def _is_drawn_before(image: RGB, seen: HintsGrouped, axis: int) -> bool:
    """Whether a line of the board goes before its first row (axis 0), or column, and nothing stands there."""
    turned, edges, others = as_rows(image, seen.lattice, axis)
    pitch, upright = _pitch(edges), axis == 0
    ends = [
        max(piece.ends_px(upright=upright)[1] for piece in line)
        for line in (seen.cols, seen.rows)[axis]
        if line
    ]
    if not ends or edges[0] < pitch or edges[0] - max(ends) < pitch or max(ends) - min(ends) > pitch / 2:
        return False
    longer = (round(edges[0] - pitch), *edges)
    return crossed_ends(turned, longer, others)[0] and is_closed(turned, longer, others, 0)


def _pitch(edges: Sequence[int]) -> float:
    return (edges[-1] - edges[0]) / (len(edges) - 1)


def _usual(values: Sequence[float]) -> float:
    return median(values) if values else 0.0


def _is_bare(line: Sequence[Piece], usual_px: float) -> bool:
    """Whether nothing beside a line looks like hints that are so tall; on plates they may be set smaller."""
    return not any(
        piece.template_distance < MAX_DIGIT_DISTANCE
        and (piece.plate or have_same_height(piece.box.height, usual_px))
        for piece in line
    )


def without_foreign_lines(image: RGB, seen: HintsGrouped, before: HintsGrouped) -> HintsGrouped:
    """Remove a bar, a frame or buttons without hints that were taken for lines of the board.

    Letters or buttons beside a line are no hints of it, unless they look like digits as tall as the others.

    before : what was seen of this board earlier.
    """
    rows, cols = seen.lattice.row_edges_px, seen.lattice.col_edges_px
    top, bottom, left, right = (_foreign_lines(image, seen, side) for side in range(4))
    kept = _candidate(rows[top : len(rows) - bottom], cols[left : len(cols) - right])
    if kept.lattice == seen.lattice or min(kept.lattice.shape) < MIN_LINES - 1:
        return seen
    again = before if before.lattice == kept.lattice else find_hints(image, kept)
    if again.occupied < seen.occupied - MAX_SHARE_LOSS:
        return seen
    # A foreign line at one side crosses foreign lines at another, or leaves them uncrossed: look again.
    return (
        without_foreign_lines(image, again, before)
        if sum(again.lattice.shape) < sum(seen.lattice.shape)
        else again
    )


def is_overlaid(image: RGB, seen: HintsGrouped) -> bool:
    """Whether an outermost line that shows hints is crossed by no line, as no line of a board is.

    A title's letters may look like hints, and their strokes like a board's lines. But a line that is painted
    from end to end is crossed by none, either.
    """
    shown = (bool(line) for line in (seen.rows[0], seen.rows[-1], seen.cols[0], seen.cols[-1]))
    return any(
        one and other for one, other in zip(unusual_outer_lines(image, seen.lattice), shown, strict=True)
    )


def _foreign_lines(image: RGB, seen: HintsGrouped, side: int) -> int:
    """How many lines at a side of the board, top, bottom, left or right, are none of it: of those without
    hints from the innermost on that nothing crosses, or that is open and crossed by what goes on beyond, as
    the lines of a gridded hint area do; or that is a gap between the board and a gridded hint area. Those
    further out may be like each other.
    """
    axis, is_last = divmod(side, 2)
    lines = (seen.rows, seen.cols)[axis]
    usual_px = _usual([piece.box.height for line in lines for piece in line])
    inwards = lines[::-1] if is_last else lines
    bare = next((at for at, line in enumerate(inwards) if not _is_bare(line, usual_px)), 0)
    turned, edges, others = as_rows(image, seen.lattice, axis)
    for further in range(bare - 1, -1, -1):
        kept = edges[: len(edges) - further] if is_last else edges[further:]
        if any(
            is_foreign(turned, kept, others)[is_last] for is_foreign in (foreign_ends, open_ends, blank_ends)
        ):
            return further + 1
    return 0
