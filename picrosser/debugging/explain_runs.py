"""RunsSettled and CellsSeen: the runs in their places and as a table, and what the board shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw

from picrosser.debugging.earlier import earlier
from picrosser.debugging.explain_outcome import COLOURS
from picrosser.debugging.explain_progress import state_picture
from picrosser.debugging.marks import (
    BAD,
    COLUMN,
    FAINT,
    GOOD,
    ROW,
    SMALL_PX,
    TEXT,
    Note,
    beside,
    blank,
    counted,
    headed,
    judged,
    text_width,
    write,
)
from picrosser.debugging.nonogram_sheet import lines_of, sheet_of
from picrosser.imaging.pixels import RGB, Box
from picrosser.puzzles.nonogram import Nonogram, Runs
from picrosser.puzzles.picture import Colour
from picrosser.puzzles.progress import MIN_CONFIDENCE
from picrosser.reading.nonogram.board_state import SURE_NATS, CellsSeen
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped
from picrosser.reading.nonogram.ink.piece import Piece
from picrosser.repairing.runs import RunsSettled

_CELL_PX = (14, 26)  # the table's cells, smallest and largest
_TABLE_PX = 760
_NAME_PX = 34
_DOUBTS = 8  # in words


def runs_picture(image: RGB, settled: RunsSettled, before: Sequence[object] = ()) -> Image.Image:
    """Each number in its place, and all runs in a table laid out like the board; doubts in words."""
    more = len(settled.doubts) - _DOUBTS
    notes = [
        *([Note("no doubts", GOOD)] if not settled.doubts else []),
        *(Note(doubt, BAD) for doubt in settled.doubts[:_DOUBTS]),
        *([Note(f"and {more} more", BAD)] if more > 0 else []),
    ]
    if settled.outcome is not None:
        status = settled.outcome.status
        notes.insert(0, Note(f"solving: {status.value}", COLOURS[status]))
    hints, puzzle = earlier(before, HintsGrouped), settled.puzzle
    pictures = []
    if hints is not None:
        pictures.append(_numbers(image, hints, puzzle))
    if puzzle is not None:
        pictures.append(runs_table(puzzle, _doubted(settled)))
    title = f"Runs settled: {counted(len(settled.doubts), 'doubt')}"
    return headed(beside(pictures or [blank(1, 1)]), title, notes)


def _doubted(settled: RunsSettled) -> set[str]:
    """The lines that rival readings state differently, or that a doubt names first."""
    found: set[str] = set()
    for axis, letter in (("row", "r"), ("column", "c")):
        found |= {
            f"{letter}{words[1].strip(',:')}"
            for doubt in settled.doubts
            for words in [doubt[doubt.find(f"{axis} ") :].split()]
            if words[:1] == [axis] and len(words) > 1
        }
    return found


def _numbers(image: RGB, hints: HintsGrouped, puzzle: Nonogram | None) -> Image.Image:
    """A box round each number with what it is; where that does not come out, round each piece in red."""
    sheet = sheet_of(image, hints)
    lines: Sequence[Runs | None] = () if puzzle is None else (*puzzle.rows, *puzzle.cols)
    for at, (_, colour, pieces) in enumerate(lines_of(hints)):
        boxes = list(_boxes(pieces, lines[at])) if at < len(lines) else []
        if not boxes:
            for piece in pieces:
                sheet.frame(piece.box, BAD)
        for box, text in boxes:
            sheet.frame(box, colour, text)
    return sheet.picture


def _boxes(pieces: Sequence[Piece], runs: Runs | None) -> Iterator[tuple[Box, str]]:
    """The pieces of each number; nothing if a line was set by hand, and has other digits."""
    texts = [str(run.length) for run in runs or ()] or ["0"]
    if sum(map(len, texts)) != len(pieces):
        return
    start = 0
    for text in texts:
        own = [piece.box for piece in pieces[start : start + len(text)]]
        start += len(text)
        yield (
            Box(
                min(box.top for box in own),
                min(box.left for box in own),
                max(box.bottom for box in own),
                max(box.right for box in own),
            ),
            text,
        )


def runs_table(puzzle: Nonogram, doubted: set[str]) -> Image.Image:
    """The runs left of the rows and above the columns, each in its colour; doubted lines framed red."""
    rows, cols = puzzle.shape
    deep = [max(1, *(len(line or (0,)) for line in lines)) for lines in (puzzle.rows, puzzle.cols)]
    cell = min(_CELL_PX[1], max(_CELL_PX[0], _TABLE_PX // (max(deep) + max(rows, cols))))
    left, top = _NAME_PX + deep[0] * cell, _NAME_PX + deep[1] * cell
    picture = blank(left + cols * cell + 4, top + rows * cell + 4)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((left, top, left + cols * cell, top + rows * cell), fill=puzzle.palette[0])
    for row in range(rows + 1):
        at = top + row * cell
        draw.line((left, at, left + cols * cell, at), fill=FAINT, width=1 + (row % 5 == 0))
    for col in range(cols + 1):
        at = left + col * cell
        draw.line((at, top, at, top + rows * cell), fill=FAINT, width=1 + (col % 5 == 0))
    for number, line in enumerate(puzzle.rows):
        y = top + number * cell
        write(draw, (2, y + cell / 2), f"r{number + 1}", ROW, SMALL_PX - 2, "lm")
        for back, (text, ink) in enumerate(reversed(_texts(line, puzzle.palette))):
            _entry(draw, (left - (back + 1) * cell, y), cell, text, ink)
        if f"r{number + 1}" in doubted:
            draw.rectangle((_NAME_PX - 2, y, left - 1, y + cell - 1), outline=BAD, width=2)
    for number, line in enumerate(puzzle.cols):
        x = left + number * cell
        write(draw, (x + cell / 2, _NAME_PX - 8), f"c{number + 1}", COLUMN, SMALL_PX - 4, "ms")
        for back, (text, ink) in enumerate(reversed(_texts(line, puzzle.palette))):
            _entry(draw, (x, top - (back + 1) * cell), cell, text, ink)
        if f"c{number + 1}" in doubted:
            draw.rectangle((x, _NAME_PX - 2, x + cell - 1, top - 1), outline=BAD, width=2)
    return picture


def _texts(line: Runs | None, palette: Sequence[Colour]) -> list[tuple[str, Colour]]:
    if line is None:
        return [("?", BAD)]
    return [(str(run.length), palette[run.colour]) for run in line] or [("0", FAINT)]


def _entry(draw: ImageDraw.ImageDraw, at: tuple[int, int], cell: int, text: str, ink: Colour) -> None:
    x, y = at
    size = max(8, round(cell * (0.6 if len(text) < 2 else 0.5)))
    write(draw, (x + cell / 2, y + cell / 2 - 1), text, TEXT, size, "mm")
    wide = max(4, text_width(text, size))
    middle = x + cell / 2
    draw.line((middle - wide / 2, y + cell - 3, middle + wide / 2, y + cell - 3), fill=ink, width=2)


def cells_picture(image: RGB, seen: CellsSeen) -> Image.Image:
    """Each painted cell with a disc of its colour, ringed red where that is unclear; a marked one empty."""
    unclear = int((seen.progress.confidence < MIN_CONFIDENCE).sum())
    notes = [
        Note(f"{counted(int((seen.progress.cells > 0).sum()), 'cell')} painted"),
        Note(f"{int((seen.progress.cells == 0).sum())} known to be blank"),
        Note(f"{int((seen.progress.cells < 0).sum())} open"),
        Note(f"{unclear} unclear", BAD if unclear else TEXT, BAD if unclear else None),
        *(
            Note(
                f"{counted(group.cells, 'cell')} {group.role.value}, by {group.lead:.1f} nats",
                judged(min(1.0, group.lead / SURE_NATS)),
                group.tone,
            )
            for group in seen.groups
        ),
        *(Note(f"drawn as ink {at}", swatch=ink) for at, ink in enumerate(seen.palette[1:], 1)),
    ]
    return headed(state_picture(image, seen.lattice, seen.palette, seen.progress), "Cells", notes)
