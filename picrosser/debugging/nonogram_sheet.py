"""A nonogram's screenshot with room to write on: pale, and only as much of it as holds hints and board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from picrosser.debugging.marks import COLUMN, ROW, backdrop, blank, font
from picrosser.imaging.pixels import RGB, Box
from picrosser.puzzles.picture import Colour
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped
from picrosser.reading.nonogram.ink.piece import Piece

_SIZE_PX = (1100, 1400)
_LEAST, _MOST_PX = 9, 30  # lettering beside a digit
_EDGE_PX = 8


@dataclass(frozen=True, slots=True)
class Sheet:
    """The picture, and how to draw on it.

    part : of the screenshot, that is shown.
    scale : pixels of the sheet per pixel of the screenshot.
    """

    picture: Image.Image
    draw: ImageDraw.ImageDraw
    part: Box
    scale: float

    def placed(self, box: Box) -> tuple[float, float, float, float]:
        """A box of the screenshot, in Pillow's order."""
        return (
            _EDGE_PX + (box.left - self.part.left) * self.scale,
            _EDGE_PX + (box.top - self.part.top) * self.scale,
            _EDGE_PX + (box.right - self.part.left) * self.scale,
            _EDGE_PX + (box.bottom - self.part.top) * self.scale,
        )

    def frame(self, box: Box, colour: Colour, text: str = "", width: int = 2) -> None:
        """Frame a box and write over its upper left corner, on a plate."""
        left, top, right, bottom = self.placed(box)
        self.draw.rectangle((left - 2, top - 2, right + 1, bottom + 1), outline=colour, width=width)
        if text:
            size = max(_LEAST, min(_MOST_PX, round(0.55 * (bottom - top))))
            at = (left - 2, top - 2)
            plate = self.draw.textbbox(at, text, font=font(size), anchor="lm")
            self.draw.rectangle((plate[0] - 1, plate[1] - 1, plate[2] + 1, plate[3] + 1), fill=colour)
            self.draw.text(at, text, fill=(255, 255, 255), font=font(size), anchor="lm")


def sheet_of(image: RGB, hints: HintsGrouped) -> Sheet:
    """The hint areas and the board, whose lines are drawn."""
    board = hints.lattice.board
    boxes = [board, *(piece.box for _, _, pieces in lines_of(hints) for piece in pieces)]
    pad = round(0.5 * hints.lattice.pitch_px)
    part = Box(
        max(0, min(box.top for box in boxes) - pad),
        max(0, min(box.left for box in boxes) - pad),
        min(image.shape[0], max(box.bottom for box in boxes) + pad),
        min(image.shape[1], max(box.right for box in boxes) + pad),
    )
    shot, scale = backdrop(image[part.slices], *_SIZE_PX)
    picture = blank(shot.width + 2 * _EDGE_PX, shot.height + 2 * _EDGE_PX)
    picture.paste(shot, (_EDGE_PX, _EDGE_PX))
    sheet = Sheet(picture, ImageDraw.Draw(picture), part, scale)
    left, top, right, bottom = sheet.placed(board)
    for y in hints.lattice.row_edges_px:
        at = sheet.placed(Box(y, 0, y, 0))[1]
        sheet.draw.line((left, at, right, at), fill=ROW)
    for x in hints.lattice.col_edges_px:
        at = sheet.placed(Box(0, x, 0, x))[0]
        sheet.draw.line((at, top, at, bottom), fill=COLUMN)
    return sheet


def lines_of(hints: HintsGrouped) -> Iterator[tuple[str, Colour, Sequence[Piece]]]:
    """Each line's name and colour, and its pieces in reading order, as the digits are numbered."""
    for number, pieces in enumerate(hints.rows, 1):
        yield f"r{number}", ROW, pieces
    for number, pieces in enumerate(hints.cols, 1):
        yield f"c{number}", COLUMN, pieces
