"""A nonogram's board candidates, and all ink beside the chosen board: drawn, and as numbers."""

from __future__ import annotations

from PIL import Image, ImageDraw

from picrosser.debugging.marks import BAD, GOOD, Note, backdrop, headed
from picrosser.imaging.pixels import RGB, Box
from picrosser.puzzles.picture import Colour
from picrosser.reading.nonogram.boards import BoardConsidered, BoardsConsidered
from picrosser.reading.nonogram.hints.hint_area import InkFound

_SHOT_PX = (1000, 1200)


def boards_facts(boards: BoardsConsidered) -> dict[str, object]:
    """Each candidate's lattice and score, and why it was rejected."""
    return {
        "candidates": [
            {
                "rows": board.lattice.shape[0],
                "columns": board.lattice.shape[1],
                "detector": board.detector,
                "score": board.score,
                "rejected_because": board.rejected_because,
                "row_edges_px": board.lattice.row_edges_px,
                "col_edges_px": board.lattice.col_edges_px,
            }
            for board in boards.candidates
        ]
    }


def boards_picture(image: RGB, boards: BoardsConsidered) -> Image.Image:
    """A frame round each candidate; the reasons stand above the picture."""
    shot, scale = backdrop(image, *_SHOT_PX)
    draw = ImageDraw.Draw(shot)
    for board in sorted(boards.candidates, key=lambda board: not board.rejected_because):
        _frame(draw, board.lattice.board, scale, BAD if board.rejected_because else GOOD, 3)
    notes = [Note(_words(board), BAD if board.rejected_because else GOOD) for board in boards.candidates]
    return headed(shot, "Boards considered", notes or [Note("no candidate was found", BAD)])


def _words(board: BoardConsidered) -> str:
    rows, cols = board.lattice.shape
    shown = "" if board.score is None else f", {round(100 * board.score)} % of its lines show hints"
    return f"{cols} x {rows} ({board.detector}){shown}: {board.rejected_because or 'chosen'}"


def ink_found_facts(ink: InkFound) -> dict[str, object]:
    """The boxes of each line's ink pieces and plates, as top, left, bottom, right."""
    names = [f"r{at}" for at in range(1, len(ink.rows) + 1)]
    names += [f"c{at}" for at in range(1, len(ink.cols) + 1)]
    lines = zip(names, (*ink.rows, *ink.cols), strict=True)
    return {
        "pieces_px": {name: [_numbers(piece.box) for piece in line] for name, line in lines},
        "plates_px": {
            name: [_numbers(plate.box) for plate in line]
            for name, line in zip(names, ink.plates, strict=True)
            if line
        },
    }


def ink_found_picture(image: RGB, ink: InkFound) -> Image.Image:
    """A frame round each ink piece and each plate."""
    shot, scale = backdrop(image, *_SHOT_PX)
    draw = ImageDraw.Draw(shot)
    for plate in (plate for line in ink.plates for plate in line):
        _frame(draw, plate.box, scale, GOOD, 2)
    pieces = [piece for line in (*ink.rows, *ink.cols) for piece in line]
    for piece in pieces:
        _frame(draw, piece.box, scale, BAD, 1)
    return headed(shot, "Ink beside the board", [Note(f"{len(pieces)} pieces", BAD), Note("plates", GOOD)])


def _frame(draw: ImageDraw.ImageDraw, box: Box, scale: float, colour: Colour, width: int) -> None:
    corners = (box.left, box.top, box.right, box.bottom)
    draw.rectangle([scale * at for at in corners], outline=colour, width=width)


def _numbers(box: Box) -> list[int]:
    return [box.top, box.left, box.bottom, box.right]
