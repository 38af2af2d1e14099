"""The stages of a nonogram: the boards considered, the ink beside the board, the hints, what they state."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from PIL import Image

from picrosser.debugging.canvas import ROWS_AND_COLUMNS, TEXT_PX, Canvas, Ink
from picrosser.debugging.explanation import NONOGRAM, Explanation, Run, Stage, Stages
from picrosser.debugging.notes import Note, doubt_notes, judged, naming, percent, status_note
from picrosser.drawing.puzzle_parts import ink_on
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.nonogram import Nonogram, Runs, runs_text
from picrosser.puzzles.picture import Colour
from picrosser.reading.nonogram.boards.propose import BoardsConsidered
from picrosser.reading.nonogram.cells.cells_explained import CellsExplained
from picrosser.reading.nonogram.hints.beside import HintsGrouped, InkFound
from picrosser.reading.nonogram.hints.piece import Piece
from picrosser.reading.nonogram.read import NonogramReading
from picrosser.repairing.repair_runs import RunsRepaired
from picrosser.solving.outcome import counted

_LABEL_STEP_PX, _LABELS_IN_ROW = 34, 8  # numbers of candidates along the top of a board

Line = tuple[str, Colour, Sequence[Piece]]


def explain_boards(found: BoardsConsidered, run: Run) -> Explanation:
    canvas, lines, refused, end = Canvas(run.image), [], [], "None was chosen."
    for number, candidate in enumerate(found.candidates, 1):
        why, size = candidate.rejected_because, _size(candidate.lattice)
        words = f"{size}, {percent(candidate.score)} of the page explained: {why or 'chosen'}"
        lines.append(f"{number}: {words}")
        if why:
            refused.append(words)
        else:
            end = f"Number {number}, in green, was chosen, since it explains most of the page."
    for number, candidate in reversed(list(enumerate(found.candidates, 1))):
        colour = Ink.BOX if candidate.rejected_because else Ink.GOOD
        if not candidate.rejected_because:
            canvas.lattice(candidate.lattice)
        canvas.frame(candidate.lattice.board, colour, width=3 if candidate.rejected_because else 5)
        left, top, _, _ = canvas.placed(candidate.lattice.board)
        at = left + _LABEL_STEP_PX * ((number - 1) % _LABELS_IN_ROW), top  # many begin at the same corner
        canvas.label(at, str(number), ink_on(colour), ground=colour, anchor="lb")
    return Explanation(
        f"{counted(len(lines), 'lattice')} in the picture that may be the board, likeliest first. {end}"
        if lines
        else "No lattice was found in the picture, so there was no board to consider.",
        canvas.picture,
        (Note("chosen", swatch=Ink.GOOD), Note("rejected", swatch=Ink.BOX)) if lines else (),
        ("Candidates, how much of the page each explains, and why it was rejected", *lines),
        tuple(refused),
    )


def explain_grouped(hints: HintsGrouped, run: Run) -> Explanation:
    """Draw the board and the pieces of each line that may be digits; lines with something strange in red."""
    lines = _lines(hints)
    strange = [name for (name, _, _), is_strange in zip(lines, hints.strange, strict=True) if is_strange]
    cut = [name for (name, _, _), is_cut in zip(lines, hints.cut, strict=True) if is_cut]
    canvas = _canvas_of(run.image, hints)
    canvas.lattice(hints.lattice)
    for name, colour, pieces in lines:
        for piece in pieces:
            canvas.frame(piece.box, Ink.BAD if name in strange else colour)
    rows, cols = hints.lattice.edges_px
    for number, (near, far) in enumerate(pairwise(rows), 1):
        canvas.label((canvas.x(cols[-1]) - 4, canvas.y((near + far) / 2)), f"r{number}", Ink.ROW, anchor="rm")
    for number, (near, far) in enumerate(pairwise(cols), 1):
        at = canvas.x((near + far) / 2), canvas.y(rows[-1]) - 4
        canvas.label(at, f"c{number}", Ink.COLUMN, anchor="ms")
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


def explain_runs(settled: RunsRepaired, run: Run) -> Explanation:
    """Draw a box round each number in its place, and list all hints; doubts and rival readings in words."""
    puzzle, hints = settled.puzzle, run.find(HintsGrouped)
    texts = {} if puzzle is None else _texts(puzzle)
    rivals = [_texts(rival) for rival in settled.rivals]
    others = {
        name: " or ".join(dict.fromkeys(rival[name] for rival in rivals if rival[name] != text))
        for name, text in texts.items()
    }
    doubted = {doubt.place.short for doubt in settled.doubts}
    doubted |= {name for name, other in others.items() if other}
    return Explanation(
        "The digits beside the board do not form a puzzle."
        if puzzle is None
        else "The hints that follow from the digits, the rules and the solver together. A box surrounds each "
        "number in its place: red where the line is in doubt, yellow where it is settled though its digits "
        "do not fit.",
        None if hints is None else _numbers(run.image, hints, puzzle, doubted),
        (
            *([] if settled.outcome is None else [status_note(settled.outcome.status)]),
            *doubt_notes(settled.doubts),
            *naming("hidden or misread, and filled in from the solution:", map(str, settled.filled), "weak"),
        ),
        (
            f"Hints; {len(rivals)} readings fit, and where they differ, others are told",
            *(f"{name}: {text}" + (others[name] and f", or {others[name]}") for name, text in texts.items()),
        ),
    )


def _numbers(
    image: RGB, hints: HintsGrouped, puzzle: Nonogram | None, doubted: Collection[str]
) -> Image.Image:
    """Draw a box round each number; where the hints have other digits, one round each piece."""
    lines, canvas = _lines(hints), _canvas_of(image, hints)
    heights = sorted(piece.box.height for _, _, line in lines for piece in line)
    # Most pieces are so large in the picture that labels do not hide them.
    is_labelled = bool(heights) and heights[len(heights) // 2] * canvas.scale > 0.7 * TEXT_PX
    stated: Sequence[Runs | None] = [None] * len(lines) if puzzle is None else (*puzzle.rows, *puzzle.cols)
    for (name, colour, pieces), runs in zip(lines, stated, strict=False):
        texts = [str(run.length) for run in runs or ()] or ["0"]
        if puzzle is None or sum(map(len, texts)) != len(pieces):
            for piece in pieces:
                canvas.frame(piece.box, Ink.BAD if puzzle is None or name in doubted else Ink.CHANGED)
            continue
        boxes = iter(piece.box for piece in pieces)
        for text in texts:
            number = Box.around([next(boxes) for _ in text])
            canvas.frame(number, Ink.BAD if name in doubted else colour, text if is_labelled else "")
    return canvas.picture


def explain_kinds(found: CellsExplained, _: Run) -> Explanation:
    probably = f"probably not a nonogram: {found.why}" if found.why else "explained as a nonogram's"
    return Explanation(
        f"The cells, sorted into kinds by what they show, and the numbers beside them are {probably}.",
        notes=(Note(f"{found.nats:.1f} nats against a nonogram"),),
        why_refused=(found.why,) if found.why else (),
    )


def _lines(hints: HintsGrouped) -> list[Line]:
    """Each line's name, colour and pieces, rows first."""
    both = (("r", Ink.ROW, hints.rows), ("c", Ink.COLUMN, hints.cols))
    return [
        (f"{axis}{number}", colour, pieces)
        for axis, colour, lines in both
        for number, pieces in enumerate(lines, 1)
    ]


def _canvas_of(image: RGB, hints: HintsGrouped) -> Canvas:
    boxes = [hints.lattice.board, *(piece.box for _, _, pieces in _lines(hints) for piece in pieces)]
    return Canvas.around(boxes, 0.5 * hints.lattice.pitch_px, image)


def _size(lattice: Lattice) -> str:
    rows, cols = lattice.shape
    return f"{cols} columns x {rows} rows"


def _texts(puzzle: Nonogram) -> dict[str, str]:
    return {
        f"{axis}{number}": "?" if line is None else runs_text(line)
        for axis, lines in (("r", puzzle.rows), ("c", puzzle.cols))
        for number, line in enumerate(lines, 1)
    }


STAGES: Stages = {
    BoardsConsidered: Stage(NONOGRAM, "Boards considered", explain_boards),
    InkFound: Stage(NONOGRAM, "Ink found"),
    HintsGrouped: Stage(NONOGRAM, "Hints grouped by line", explain_grouped),
    NonogramReading: Stage(NONOGRAM, "Digits and gaps"),
    RunsRepaired: Stage(NONOGRAM, "Hints settled", explain_runs),
    CellsExplained: Stage(NONOGRAM, "Whether it is a nonogram", explain_kinds),
}
