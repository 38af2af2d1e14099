"""The stages of a nonogram: the boards considered, the ink beside the board, the hints, what they state."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

import numpy as np
from PIL import Image, ImageDraw

from picrosser.debugging.canvas import (
    ROWS_AND_COLUMNS,
    TEXT_PX,
    WIDTH_PX,
    Canvas,
    Ink,
    blank,
    enclosing,
    union,
    write,
)
from picrosser.debugging.explain_digits import explain_nonogram_digits
from picrosser.debugging.explanation import (
    NONOGRAM,
    Explanation,
    Note,
    Run,
    Stage,
    Stages,
    counted,
    doubt_notes,
    judged,
    naming,
    percent,
    short,
    status_note,
)
from picrosser.drawing.puzzle_parts import ink_on
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.nonogram import Nonogram, Runs, runs_text
from picrosser.puzzles.picture import Colour
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.nonogram.boards.propose import BoardsConsidered
from picrosser.reading.nonogram.cells.cells_explained import CellsExplained
from picrosser.reading.nonogram.hints.beside import HintsGrouped, InkFound
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.read import NonogramReading
from picrosser.repairing.repair_runs import RunsRepaired

_PLOT_PX = 60
_GAPS = -0.5, 3.0  # heights of a digit: the scale of the plot; wider gaps are drawn at its end
_LABEL_STEP_PX, _LABELS_IN_ROW = 34, 8  # numbers of candidates along the top of a board

Line = tuple[str, Colour, Sequence[Piece]]


def explain_boards(found: BoardsConsidered, run: Run) -> Explanation:
    """Draw the outline of every place where the board might be, and say why all but one were rejected."""
    canvas, lines, refused = Canvas(run.image), [], []
    chosen = 0
    for number, candidate in enumerate(found.candidates, 1):
        size, explained = _size(candidate.lattice), f"{percent(candidate.score)} of the page explained"
        why = candidate.rejected_because
        chosen = chosen if why else number
        lines.append(f"{number}: {size}, {explained}: {why or 'chosen'}")
        refused += [f"{size}, {explained}: {why}"] if why else []
    for number, candidate in reversed(list(enumerate(found.candidates, 1))):
        colour = Ink.BOX if candidate.rejected_because else Ink.GOOD
        if not candidate.rejected_because:
            canvas.lattice(candidate.lattice)
        canvas.frame(candidate.lattice.board, colour, width=5 if number == chosen else 3)
        left, top, _, _ = canvas.placed(candidate.lattice.board)
        at = left + _LABEL_STEP_PX * ((number - 1) % _LABELS_IN_ROW), top  # many begin at the same corner
        canvas.label(at, str(number), ink_on(colour), ground=colour, anchor="lb")
    sentence = "No lattice was found in the picture, so there was no board to consider."
    if lines:
        end = f"Number {chosen}, in green, was chosen, since it explains most of the page."
        sentence = (
            f"{counted(len(lines), 'lattice')} in the picture that may be the board, likeliest first. "
            + (end if chosen else "None was chosen.")
        )
    return Explanation(
        sentence,
        canvas.picture,
        (Note("chosen", swatch=Ink.GOOD), Note("rejected", swatch=Ink.BOX)) if lines else (),
        ("Candidates, how much of the page each explains, and why it was rejected", *lines),
        tuple(refused),
    )


def explain_ink(ink: InkFound, run: Run) -> Explanation:
    """Draw every piece of ink beside the board."""
    lines = _lines(ink.rows, ink.cols)
    canvas = _canvas_of(run.image, ink.lattice, lines)
    return Explanation(
        f"{counted(_frame_pieces(canvas, lines), 'piece')} of connected ink beside the board, each framed, "
        "before it is known which of them are digits.",
        canvas.picture,
        ROWS_AND_COLUMNS,
    )


def explain_grouped(hints: HintsGrouped, run: Run) -> Explanation:
    """Draw the board and the pieces of each line that may be digits; lines with something strange in red."""
    lines = _lines(hints.rows, hints.cols)
    strange = [name for (name, _, _), is_strange in zip(lines, hints.strange, strict=True) if is_strange]
    cut = [name for (name, _, _), is_cut in zip(lines, hints.cut, strict=True) if is_cut]
    canvas = _canvas_of(run.image, hints.lattice, lines)
    canvas.lattice(hints.lattice)
    _frame_pieces(canvas, lines, strange)
    _name_lines(canvas, hints.lattice)
    return Explanation(
        f"A board of {_size(hints.lattice)}, and the pieces of ink that may be digits, by the line whose "
        "hints they are.",
        canvas.picture,
        (
            *ROWS_AND_COLUMNS,
            Note(f"{percent(hints.occupied)} of the lines show a digit", judged(hints.occupied)),
            *naming("something that is not a digit stands in", strange, "bad"),
            *naming("nothing stands beside", (name for name, _, pieces in lines if not pieces), "weak"),
            *naming("may go on beyond the picture's edge:", cut, "weak"),
        ),
    )


def explain_digits(digits: DigitsFound, run: Run) -> Explanation:
    """Draw what each piece was taken for, then the groups of equal shapes."""
    hints = run.latest(HintsGrouped)
    lines = _lines(hints.rows, hints.cols)
    boxes = [piece.box for _, _, line in lines for piece in line]
    return explain_nonogram_digits(digits, run.image, _canvas_of(run.image, hints.lattice, lines), boxes)


def explain_evidence(reading: NonogramReading, _: Run) -> Explanation:
    """Plot all gaps between digits on one scale."""
    evidence = reading.evidence
    lines = (*evidence.rows, *evidence.cols)
    undecided = [join.gap for line in lines for join in line.joins if join.decided is None]
    return Explanation(
        f"The digits of {counted(len(lines), 'line')}. Neighbouring digits may be one number or two, by the "
        f"gap between them: {counted(len(undecided), 'gap')} of all lines are drawn on one scale, in heights "
        "of a digit. Gaps within numbers and gaps between numbers should lie apart.",
        _plot(undecided),
        (
            Note("a blank cell", swatch=evidence.palette[0]),
            *(Note(f"ink {number}: {ink}", swatch=ink) for number, ink in enumerate(evidence.palette[1:], 1)),
        ),
    )


def _plot(gaps: Sequence[float]) -> Image.Image:
    """Draw all gaps as strokes over a scale, from where digits overlap to three heights of a digit."""
    picture = blank(WIDTH_PX, _PLOT_PX + 10 + TEXT_PX)
    draw = ImageDraw.Draw(picture)
    least, most = _GAPS
    unit = (WIDTH_PX - 60) / (most - least)
    for half in range(round(2 * least), round(2 * most) + 1):
        x = 30 + unit * (half / 2 - least)
        draw.line((x, _PLOT_PX - 8, x, _PLOT_PX), fill=Ink.TEXT)
        write(draw, (x, _PLOT_PX + 2), f"{half / 2:.1f}", anchor="ma")
    for gap in gaps:
        x = 30 + unit * (min(max(gap, least), most) - least)
        draw.line((x, 4, x, _PLOT_PX - 10), fill=Ink.ROW, width=2)
    return picture


def explain_runs(settled: RunsRepaired, run: Run) -> Explanation:
    """Draw a box round each number in its place, and list all hints; doubts and rival readings in words."""
    puzzle, hints = settled.puzzle, run.find(HintsGrouped)
    texts = [] if puzzle is None else _texts(puzzle)
    rivals = [_texts(rival) for rival in settled.rivals]
    names = [] if puzzle is None else _line_names(puzzle.shape)
    others = [
        " or ".join(dict.fromkeys(rival[at] for rival in rivals if rival[at] != text))
        for at, text in enumerate(texts)
    ]
    doubted = {short(doubt.place) for doubt in settled.doubts}
    doubted |= {name for name, other in zip(names, others, strict=True) if other}
    return Explanation(
        "The digits beside the board do not form a puzzle."
        if puzzle is None
        else "The hints that follow from the digits, the rules and the solver together. A box surrounds each "
        "number in its place, a red one where the line is in doubt or its digits do not fit.",
        None if hints is None else _numbers(run.image, hints, puzzle, doubted),
        (
            *([] if settled.outcome is None else [status_note(settled.outcome.status)]),
            *doubt_notes(settled.doubts),
            *naming("hidden, and filled in from the solution:", map(str, settled.filled), "weak"),
        ),
        (
            f"Hints; {len(rivals)} readings fit, and where they differ, others are told",
            *(
                f"{name}: {text}" + (f", or {other}" if other else "")
                for name, text, other in zip(names, texts, others, strict=True)
            ),
        ),
    )


def _numbers(
    image: RGB, hints: HintsGrouped, puzzle: Nonogram | None, doubted: Collection[str]
) -> Image.Image:
    """Draw a box round each number; where the hints have other digits, one round each piece."""
    lines = _lines(hints.rows, hints.cols)
    canvas = _canvas_of(image, hints.lattice, lines)
    is_labelled = canvas.has_room_for_text([piece.box for _, _, line in lines for piece in line])
    stated: Sequence[Runs | None] = () if puzzle is None else (*puzzle.rows, *puzzle.cols)
    for at, (name, colour, pieces) in enumerate(lines):
        boxes = list(_number_boxes(pieces, stated[at])) if at < len(stated) else []
        for box, text in boxes:
            canvas.frame(box, Ink.BAD if name in doubted else colour, text if is_labelled else "")
        for piece in pieces if not boxes else ():
            canvas.frame(piece.box, Ink.BAD)
    return canvas.picture


def _number_boxes(pieces: Sequence[Piece], runs: Runs | None) -> Iterator[tuple[Box, str]]:
    """Yield the box of each number; nothing if the line was set by hand and has other digits."""
    texts = [str(run.length) for run in runs or ()] or ["0"]
    if sum(map(len, texts)) != len(pieces):
        return
    start = 0
    for text in texts:
        yield union([piece.box for piece in pieces[start : start + len(text)]]), text
        start += len(text)


def explain_kinds(found: CellsExplained, run: Run) -> Explanation:
    """Number the kinds of marks and frame the cells of rarer tones; list what speaks against a nonogram."""
    canvas = Canvas(run.screenshot, enclosing([found.lattice.board], found.lattice.pitch_px, run.screenshot))
    canvas.lattice(found.lattice)
    for row, col in np.argwhere(found.tones).tolist():
        canvas.frame(found.lattice.cell(row, col), Ink.FAINT)
    for row, col in np.argwhere(found.marks).tolist():
        canvas.frame(found.lattice.cell(row, col), Ink.BOX, str(found.marks[row, col]))
    probably = f"probably no nonogram: {found.why}" if found.why else "explained as a nonogram's"
    return Explanation(
        f"The cells, sorted into kinds by what they show, and the numbers beside them are {probably}.",
        canvas.picture,
        (
            Note(f"{counted(int(found.tones.max()) + 1, 'tone')}; cells of the rarer ones", swatch=Ink.FAINT),
            Note(f"{counted(int(found.marks.max()), 'kind')} of marks", swatch=Ink.BOX),
            Note(f"{found.nats:.1f} nats against a nonogram"),
        ),
        why_refused=(found.why,) if found.why else (),
    )


def _lines(rows: Sequence[Sequence[Piece]], cols: Sequence[Sequence[Piece]]) -> list[Line]:
    """Return each line's name, colour and pieces in reading order, as the digits are numbered."""
    both = (("r", Ink.ROW, rows), ("c", Ink.COLUMN, cols))
    return [
        (f"{axis}{number}", colour, pieces)
        for axis, colour, lines in both
        for number, pieces in enumerate(lines, 1)
    ]


def _line_names(shape: tuple[int, int]) -> list[str]:
    return [
        f"{axis}{number}" for axis, lines in zip("rc", shape, strict=True) for number in range(1, lines + 1)
    ]


def _canvas_of(image: RGB, lattice: Lattice, lines: Sequence[Line]) -> Canvas:
    """Return as much of the picture as holds the board and its hints."""
    boxes = [lattice.board, *(piece.box for _, _, pieces in lines for piece in pieces)]
    return Canvas(image, enclosing(boxes, 0.5 * lattice.pitch_px, image), (8, 8))


def _frame_pieces(canvas: Canvas, lines: Sequence[Line], strange: Collection[str] = ()) -> int:
    """Frame the pieces of all lines, of strange ones in red, and return how many there are."""
    for name, colour, pieces in lines:
        for piece in pieces:
            canvas.frame(piece.box, Ink.BAD if name in strange else colour)
    return sum(len(pieces) for _, _, pieces in lines)


def _name_lines(canvas: Canvas, lattice: Lattice) -> None:
    """Write the lines' names into the board's first and last cells, as many as fit."""
    rows, cols = lattice.row_edges_px, lattice.col_edges_px
    for number, (near, far) in enumerate(pairwise(rows), 1):
        canvas.label((canvas.x(cols[-1]) - 4, canvas.y((near + far) / 2)), f"r{number}", Ink.ROW, anchor="rm")
    for number, (near, far) in enumerate(pairwise(cols), 1):
        canvas.label(
            (canvas.x((near + far) / 2), canvas.y(rows[-1]) - 4), f"c{number}", Ink.COLUMN, anchor="ms"
        )


def _size(lattice: Lattice) -> str:
    rows, cols = lattice.shape
    return f"{cols} columns x {rows} rows"


def _texts(puzzle: Nonogram) -> list[str]:
    """Return the runs of all lines, rows first."""
    return ["?" if line is None else runs_text(line) for line in (*puzzle.rows, *puzzle.cols)]


STAGES: Stages = {
    BoardsConsidered: Stage(NONOGRAM, "Boards considered", explain_boards),
    InkFound: Stage(NONOGRAM, "Ink found", explain_ink),
    HintsGrouped: Stage(NONOGRAM, "Hints grouped by line", explain_grouped),
    NonogramReading: Stage(NONOGRAM, "Digits and gaps", explain_evidence),
    RunsRepaired: Stage(NONOGRAM, "Hints settled", explain_runs),
    CellsExplained: Stage(NONOGRAM, "Whether it is a nonogram", explain_kinds),
}
