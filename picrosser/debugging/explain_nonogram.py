"""The stages of a nonogram: the boards considered, the ink beside the board, the hints, what they state."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

import numpy as np
from PIL import Image, ImageDraw

from picrosser.debugging.canvas import (
    BAD,
    BOX,
    COLUMN,
    FAINT,
    GOOD,
    ROW,
    TEXT,
    TEXT_PX,
    WIDTH_PX,
    Canvas,
    blank,
    enclosing,
    legible_on,
    write,
)
from picrosser.debugging.explain_digits import explain_nonogram_digits
from picrosser.debugging.explain_solving import state_notes, state_picture
from picrosser.debugging.explanation import (
    STATUS_TONES,
    Explanation,
    Note,
    Run,
    Table,
    Tone,
    at_most,
    counted,
    judged,
    percent,
    short,
)
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.nonogram import Nonogram, Runs, runs_text
from picrosser.puzzles.nonogram_evidence import LineEvidence
from picrosser.puzzles.picture import Colour
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.nonogram.boards.propose import BoardConsidered, BoardsConsidered
from picrosser.reading.nonogram.cells.board_state import SURE_NATS, CellsSeen
from picrosser.reading.nonogram.cells.cells_explained import CellsExplained
from picrosser.reading.nonogram.cells.line_labels import NONOGRAMS
from picrosser.reading.nonogram.hints.beside import HintsGrouped, InkFound
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.read import NonogramReading
from picrosser.repairing.repair_runs import RunsRepaired

MAX_NOTES = 10  # doubts, or lines in one note
_PLOT_PX = 60
_GAPS = -0.5, 3.0  # heights of a digit: the scale of the plot; wider gaps are drawn at its end
_LABEL_STEP_PX, _LABELS_IN_ROW = 34, 8  # numbers of candidates along the top of a board
_ROWS_AND_COLUMNS = (Note("a row's hints", swatch=ROW), Note("a column's hints", swatch=COLUMN))

Line = tuple[str, Colour, Sequence[Piece]]


def explain_boards(found: BoardsConsidered, run: Run) -> Explanation:
    """Draw the outline of every place where the board might be, and say why all but one were rejected."""
    canvas = Canvas(run.image)
    chosen = 0
    for number, candidate in reversed(list(enumerate(found.candidates, 1))):
        colour = BOX if candidate.rejected_because else GOOD
        if not candidate.rejected_because:
            chosen = number
            canvas.lattice(candidate.lattice)
        canvas.frame(candidate.lattice.board, colour, width=5 if number == chosen else 3)
        left, top, _, _ = canvas.placed(candidate.lattice.board)
        at = left + _LABEL_STEP_PX * ((number - 1) % _LABELS_IN_ROW), top  # many begin at the same corner
        canvas.label(at, str(number), legible_on(colour), ground=colour, anchor="lb")
    rows: list[tuple[str, ...]] = []
    for number, candidate in enumerate(found.candidates, 1):
        size, why = "{1} x {0}".format(*candidate.lattice.shape), candidate.rejected_because or "chosen"
        rows.append((str(number), size, percent(candidate.score), why))
    if not found.candidates:
        sentence = "No lattice was found in the picture, so there was no board to consider."
    else:
        sentence = (
            f"{counted(len(rows), 'lattice')} in the picture that may be the board, likeliest first. "
            + (
                f"Number {chosen}, in green, was chosen, since it explains most of the page."
                if chosen
                else "None was chosen."
            )
        )
    return Explanation(
        sentence,
        canvas.picture,
        (Note("chosen", swatch=GOOD), Note("rejected", swatch=BOX)) if rows else (),
        (
            Table(
                "Candidates: columns x rows, and how much of the page each explains",
                ("", "size", "explained", "why it was rejected"),
                tuple(rows),
                tuple("" if candidate.rejected_because else "good" for candidate in found.candidates),
            ),
        ),
        tuple(_rejected(candidate) for candidate in found.candidates if candidate.rejected_because),
    )


def _rejected(candidate: BoardConsidered) -> str:
    explained = percent(candidate.score)
    return f"{_size(candidate.lattice)}, {explained} of the page explained: {candidate.rejected_because}"


def explain_ink(ink: InkFound, run: Run) -> Explanation:
    """Draw every piece of ink beside the board."""
    canvas = _canvas_of(run.image, ink.lattice, _lines(ink.rows, ink.cols))
    pieces = 0
    for _, colour, line in _lines(ink.rows, ink.cols):
        for piece in line:
            canvas.frame(piece.box, colour)
            pieces += 1
    return Explanation(
        f"{counted(pieces, 'piece')} of connected ink beside the board, each framed, before it is known "
        "which of them are digits.",
        canvas.picture,
        _ROWS_AND_COLUMNS,
    )


def explain_grouped(hints: HintsGrouped, run: Run) -> Explanation:
    """Draw the board and the pieces of each line that may be digits; lines with something strange in red."""
    lines = list(_lines(hints.rows, hints.cols))
    strange = [name for (name, _, _), is_strange in zip(lines, hints.strange, strict=True) if is_strange]
    cut = [name for (name, _, _), is_cut in zip(lines, hints.cut, strict=True) if is_cut]
    empty = [name for name, _, pieces in lines if not pieces]
    canvas = _canvas_of(run.image, hints.lattice, lines)
    canvas.lattice(hints.lattice)
    for name, colour, pieces in lines:
        for piece in pieces:
            canvas.frame(piece.box, BAD if name in strange else colour)
    _name_lines(canvas, hints.lattice)
    return Explanation(
        f"A board of {_size(hints.lattice)}, and the pieces of ink that may be digits, by the line whose "
        "hints they are.",
        canvas.picture,
        (
            *_ROWS_AND_COLUMNS,
            Note(f"{percent(hints.occupied)} of the lines show a digit", judged(hints.occupied)),
            *_naming("something that is not a digit stands in", strange, "bad"),
            *_naming("nothing stands beside", empty, "weak"),
            *_naming("may go on beyond the picture's edge:", cut, "weak"),
        ),
    )


def explain_digits(digits: DigitsFound, run: Run) -> Explanation:
    """Draw what each piece was taken for, then the groups of equal shapes."""
    hints = run.latest(HintsGrouped)
    lines = list(_lines(hints.rows, hints.cols))
    pieces = [(name, piece.box) for name, _, line in lines for piece in line]
    return explain_nonogram_digits(digits, run.image, _canvas_of(run.image, hints.lattice, lines), pieces)


def explain_evidence(reading: NonogramReading, _: Run) -> Explanation:
    """Plot all gaps between digits on one scale, and write each line's digits with its gaps."""
    evidence = reading.evidence
    best = [max(range(10), key=nats.__getitem__) for nats in evidence.shapes]
    lines = [
        *((f"r{number}", line) for number, line in enumerate(evidence.rows, 1)),
        *((f"c{number}", line) for number, line in enumerate(evidence.cols, 1)),
    ]
    is_coloured = len(evidence.palette) > 2
    undecided = [join.gap for _, line in lines for join in line.joins if join.decided is None]
    return Explanation(
        f"The digits of {counted(len(lines), 'line')}. Neighbouring digits may be one number or two, by the "
        f"gap between them: {counted(len(undecided), 'gap')} of all lines are drawn on one scale, in heights "
        "of a digit. Gaps within numbers and gaps between numbers should lie apart.",
        _plot(undecided),
        (
            Note("a blank cell", swatch=evidence.palette[0]),
            *(Note(f"ink {number}: {ink}", swatch=ink) for number, ink in enumerate(evidence.palette[1:], 1)),
        ),
        (
            Table(
                "Digits of each line; between them the gap, + for one number, | for two",
                ("line", "digits", ""),
                tuple(
                    (name, _digits(line, best, is_coloured=is_coloured), _remarks(line))
                    for name, line in lines
                ),
                tuple("bad" if line.has_non_digit else "" for _, line in lines),
            ),
        ),
    )


def _digits(line: LineEvidence, best: Sequence[int], *, is_coloured: bool) -> str:
    """Write a line's digits with their colours, and what is known of the gaps between them."""
    words: list[str] = []
    for at, (shape, colour) in enumerate(zip(line.shapes, line.colours, strict=True)):
        words.append(f"{best[shape]}/{colour}" if is_coloured else str(best[shape]))
        if at < len(line.joins):
            join = line.joins[at]
            words.append(f"({join.gap:.2f})" if join.decided is None else "+" if join.decided else "|")
    return " ".join(words)


def _remarks(line: LineEvidence) -> str:
    remarks = {
        "set to unknown by hand": line.unknown,
        "no digits": not line.shapes and not line.unknown,
        "something strange": line.has_non_digit,
        "may be cut off": line.may_be_cut_off,
    }
    return ", ".join(text for text, holds in remarks.items() if holds)


def _plot(gaps: Sequence[float]) -> Image.Image:
    """Draw all gaps as strokes over a scale, from where digits overlap to three heights of a digit."""
    picture = blank(WIDTH_PX, _PLOT_PX + 10 + TEXT_PX)
    draw = ImageDraw.Draw(picture)
    least, most = _GAPS
    unit = (WIDTH_PX - 60) / (most - least)
    for half in range(round(2 * least), round(2 * most) + 1):
        x = 30 + unit * (half / 2 - least)
        draw.line((x, _PLOT_PX - 8, x, _PLOT_PX), fill=TEXT)
        write(draw, (x, _PLOT_PX + 2), f"{half / 2:.1f}", anchor="ma")
    for gap in gaps:
        x = 30 + unit * (min(max(gap, least), most) - least)
        draw.line((x, 4, x, _PLOT_PX - 10), fill=ROW, width=2)
    return picture


def explain_runs(settled: RunsRepaired, run: Run) -> Explanation:
    """Draw a box round each number in its place, and list all hints; doubts and rival readings in words."""
    puzzle, hints = settled.puzzle, run.find(HintsGrouped)
    texts = [] if puzzle is None else [_text(line) for line in (*puzzle.rows, *puzzle.cols)]
    rivals = [[_text(line) for line in (*rival.rows, *rival.cols)] for rival in settled.rivals]
    names = [] if puzzle is None else _line_names(puzzle.shape)
    differing = [any(rival[at] != text for rival in rivals) for at, text in enumerate(texts)]
    doubted = {short(doubt.place) for doubt in settled.doubts}
    doubted |= {name for name, is_open in zip(names, differing, strict=True) if is_open}
    status = None if settled.outcome is None else settled.outcome.status
    return Explanation(
        "The digits beside the board do not form a puzzle."
        if puzzle is None
        else "The hints that follow from the digits, the rules and the solver together. A box surrounds each "
        "number in its place, a red one where the line is in doubt or its digits do not fit.",
        None if hints is None else _numbers(run.image, hints, puzzle, doubted),
        (
            *([] if status is None else [Note(f"solutions: {status.value}", STATUS_TONES[status])]),
            *(
                at_most([Note(str(doubt), "bad") for doubt in settled.doubts], MAX_NOTES)
                or (Note("no doubts", "good"),)
            ),
            *_naming(
                "hidden, and filled in from the solution:", [str(place) for place in settled.filled], "weak"
            ),
        ),
        (
            Table(
                f"{len(rivals)} readings fit; where they differ",
                ("line", "likeliest", "others"),
                tuple(
                    (
                        name,
                        text,
                        " or ".join(dict.fromkeys(rival[at] for rival in rivals if rival[at] != text)),
                    )
                    for at, (name, text) in enumerate(zip(names, texts, strict=True))
                    if differing[at]
                ),
            ),
            Table(
                "Hints",
                ("line", "numbers"),
                tuple(zip(names, texts, strict=True)),
                tuple("bad" if name in doubted else "" for name in names),
            ),
        ),
    )


def _numbers(
    image: RGB, hints: HintsGrouped, puzzle: Nonogram | None, doubted: Collection[str]
) -> Image.Image:
    """Draw a box round each number; where the hints have other digits, one round each piece."""
    lines = list(_lines(hints.rows, hints.cols))
    canvas = _canvas_of(image, hints.lattice, lines)
    is_labelled = canvas.has_room_for_text([piece.box for _, _, line in lines for piece in line])
    stated: Sequence[Runs | None] = () if puzzle is None else (*puzzle.rows, *puzzle.cols)
    for at, (name, colour, pieces) in enumerate(lines):
        boxes = list(_number_boxes(pieces, stated[at])) if at < len(stated) else []
        for box, text in boxes:
            canvas.frame(box, BAD if name in doubted else colour, text if is_labelled else "")
        for piece in pieces if not boxes else ():
            canvas.frame(piece.box, BAD)
    return canvas.picture


def _number_boxes(pieces: Sequence[Piece], runs: Runs | None) -> Iterator[tuple[Box, str]]:
    """Yield the box of each number; nothing if the line was set by hand and has other digits."""
    texts = [str(run.length) for run in runs or ()] or ["0"]
    if sum(map(len, texts)) != len(pieces):
        return
    start = 0
    for text in texts:
        boxes = [piece.box for piece in pieces[start : start + len(text)]]
        start += len(text)
        yield (
            Box(
                min(box.top for box in boxes),
                min(box.left for box in boxes),
                max(box.bottom for box in boxes),
                max(box.right for box in boxes),
            ),
            text,
        )


def explain_cells(seen: CellsSeen, run: Run) -> Explanation:
    """Draw a disc on each cell that is painted, marked or unclear."""
    groups = tuple(
        (group.role.value, str(group.cells), str(group.tone), f"{group.lead:.1f}") for group in seen.groups
    )
    return Explanation(
        "What each cell shows: a painted cell has a disc of its colour, one that is known to be blank a pale "
        "disc. A red ring means that the cell is unclear.",
        state_picture(run.screenshot, seen.lattice, seen.palette, seen.progress),
        (
            *state_notes(seen.progress, "known to be blank", "open"),
            *(Note(f"drawn as ink {at}", swatch=ink) for at, ink in enumerate(seen.palette[1:], 1)),
        ),
        (
            Table(
                "Cells of one colour",
                ("taken for", "cells", "colour", "ahead by nats"),
                groups,
                tuple(judged(min(1.0, group.lead / SURE_NATS)) for group in seen.groups),
            ),
        ),
    )


def explain_kinds(found: CellsExplained, run: Run) -> Explanation:
    """Number the kinds of marks and frame the cells of rarer tones; list what speaks against a nonogram."""
    canvas = Canvas(run.screenshot, enclosing([found.lattice.board], found.lattice.pitch_px, run.screenshot))
    canvas.lattice(found.lattice)
    for row, col in zip(*np.nonzero(found.tones), strict=True):
        canvas.frame(found.lattice.cell(int(row), int(col)), FAINT)
    for row, col in zip(*np.nonzero(found.marks), strict=True):
        canvas.frame(found.lattice.cell(int(row), int(col)), BOX, str(found.marks[row, col]))
    probably = f"probably no nonogram: {found.why}" if found.why else "explained as a nonogram's"
    return Explanation(
        f"The cells, sorted into kinds by what they show, and the numbers beside them are {probably}.",
        canvas.picture,
        (
            Note(f"{counted(int(found.tones.max()) + 1, 'tone')}; cells of the rarer ones", swatch=FAINT),
            Note(f"{counted(int(found.marks.max()), 'kind')} of marks", swatch=BOX),
        ),
        (
            Table(
                "Evidence against a nonogram",
                ("", "nats"),
                (
                    *((name, f"{nats:.1f}") for name, nats in found.evidence.items()),
                    ("a nonogram before it is weighed", f"{-NONOGRAMS:.1f}"),
                    ("all", f"{found.nats:.1f}"),
                ),
            ),
        ),
        (found.why,) if found.why else (),
    )


def _lines(rows: Sequence[Sequence[Piece]], cols: Sequence[Sequence[Piece]]) -> Iterator[Line]:
    """Yield each line's name, colour and pieces in reading order, as the digits are numbered."""
    for axis, colour, lines in (("r", ROW, rows), ("c", COLUMN, cols)):
        for number, pieces in enumerate(lines, 1):
            yield f"{axis}{number}", colour, pieces


def _line_names(shape: tuple[int, int]) -> list[str]:
    return [
        f"{axis}{number}" for axis, lines in zip("rc", shape, strict=True) for number in range(1, lines + 1)
    ]


def _canvas_of(image: RGB, lattice: Lattice, lines: Iterator[Line] | Sequence[Line]) -> Canvas:
    """Return as much of the picture as holds the board and its hints."""
    boxes = [lattice.board, *(piece.box for _, _, pieces in lines for piece in pieces)]
    return Canvas(image, enclosing(boxes, 0.5 * lattice.pitch_px, image), (8, 8))


def _name_lines(canvas: Canvas, lattice: Lattice) -> None:
    """Write the lines' names into the board's first and last cells, as many as fit."""
    rows, cols = lattice.row_edges_px, lattice.col_edges_px
    for number, (near, far) in enumerate(pairwise(rows), 1):
        canvas.label((canvas.x(cols[-1]) - 4, canvas.y((near + far) / 2)), f"r{number}", ROW, anchor="rm")
    for number, (near, far) in enumerate(pairwise(cols), 1):
        canvas.label((canvas.x((near + far) / 2), canvas.y(rows[-1]) - 4), f"c{number}", COLUMN, anchor="ms")


def _size(lattice: Lattice) -> str:
    rows, cols = lattice.shape
    return f"{cols} columns x {rows} rows"


def _text(line: Runs | None) -> str:
    return "?" if line is None else runs_text(line)


def _naming(text: str, names: Sequence[str], tone: Tone) -> list[Note]:
    """Return a note that names lines, none if there are none."""
    more = [f"and {len(names) - MAX_NOTES} more"] if len(names) > MAX_NOTES else []
    return [Note(f"{text} {', '.join([*names[:MAX_NOTES], *more])}", tone)] if names else []
