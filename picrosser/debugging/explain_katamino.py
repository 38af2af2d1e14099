"""The stages of Katamino: flat areas, pieces, boards, printed numbers, and what the picture states."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from picrosser.debugging.marks import BAD, FAINT, GOOD, SMALL_PX, Note, backdrop, font, headed, judged
from picrosser.imaging.pixels import RGB, Box
from picrosser.reading.katamino.areas import AreasFound
from picrosser.reading.katamino.groups import GroupsFound
from picrosser.reading.katamino.number_table import NumberTable
from picrosser.reading.katamino.pieces import PieceSeen, PiecesFound
from picrosser.reading.katamino.printed import PrintedFound
from picrosser.reading.katamino.reading import KataminoReading

_SHOT_PX = (1200, 1400)
_LINE_PX = 2


class _Shot:
    """The screenshot, reduced, on which boxes are drawn."""

    def __init__(self, image: RGB) -> None:
        self.picture, self.scale = backdrop(image, *_SHOT_PX)
        self.draw = ImageDraw.Draw(self.picture)

    def frame(self, box: Box, grain: float, colour: tuple[int, int, int], text: str = "") -> None:
        """Frame a box of a reduced picture."""
        factor = grain * self.scale
        left, top, right, bottom = (factor * v for v in (box.left, box.top, box.right, box.bottom))
        self.draw.rectangle((left, top, right, bottom), outline=colour, width=_LINE_PX)
        if text:
            self.draw.text((left + 3, top + 2), text, fill=colour, font=font(SMALL_PX))


def areas_picture(found: AreasFound) -> Image.Image:
    """Every pixel in the colour whose area it belongs to; what belongs to none is black."""
    palette = np.array([*found.colours, (0, 0, 0)], np.uint8)
    picture = Image.fromarray(palette[found.classes])
    return headed(picture, f"{len(found.colours)} flat colours, {len(found.areas)} areas")


def pieces_picture(image: RGB, found: PiecesFound) -> Image.Image:
    """The pieces with their names and how clear they are, and what is none."""
    shot, grain = _Shot(image), found.areas.grain
    for seen in found.pieces:
        shot.frame(seen.box, grain, judged(seen.clear), f"{seen.piece.letter} {seen.clear:.2f}")
    for odd in found.odd:
        shot.frame(odd.box, grain, FAINT, str(len(odd.shape)))
    for area in found.strange:
        shot.frame(area.box, grain, BAD, "?")
    height, width = found.unit_px
    title = f"{len(found.pieces)} pieces, cells of {grain * height:.1f} x {grain * width:.1f} px"
    notes = [Note("pieces, and how clear their worst cell is"), Note("no whole cells", BAD)]
    return headed(shot.picture, title, notes)


def groups_picture(image: RGB, found: GroupsFound) -> Image.Image:
    """Pieces that lie apart, and the lattices of boards."""
    shot, grain = _Shot(image), found.found.areas.grain
    for seen in found.apart:
        shot.frame(seen.box, grain, GOOD, seen.piece.letter)
    for group in found.boards:
        rows, cols = group.lattice.shape
        for row in range(rows):
            for col in range(cols):
                shot.frame(group.lattice.cell(row, col), 1, FAINT)
        for part in group.pieces:
            shot.frame(part.seen.box, grain, judged(part.seen.clear), part.seen.piece.letter)
    return headed(shot.picture, f"{len(found.apart)} pieces apart, {len(found.boards)} boards")


def printed_picture(image: RGB, found: PrintedFound, before: GroupsFound | None) -> Image.Image:
    """The marks, and the numbers that were read beside pieces."""
    shot = _Shot(image)
    for mark in found.marks.marks:
        shot.frame(mark.box, found.marks.grain, GOOD if mark.like_digit else FAINT)
    if before is not None:
        for at, number in found.beside.items():
            seen: PieceSeen = before.apart[at]
            good = seen.piece.number == number
            shot.frame(seen.box, before.found.areas.grain, GOOD if good else BAD, str(number))
    return headed(
        shot.picture, f"the head begins with {found.first}, {len(found.beside)} numbers beside pieces"
    )


def table_picture(image: RGB, found: NumberTable) -> Image.Image:
    """The numbers of a table, as they were read."""
    shot, grain = _Shot(image), found.marks.grain
    for word, value in zip(found.head, found.head_values, strict=True):
        shot.frame(word.box, grain, FAINT, str(value))
    for row, values in zip(found.rows, found.values or ((),) * len(found.rows), strict=True):
        for at, word in enumerate(row):
            shot.frame(word.box, grain, GOOD if values else BAD, str(values[at]) if values else "?")
    notes = [Note(text, BAD) for _, text in found.faults]
    return headed(shot.picture, f"{len(found.rows)} rows of {len(found.columns)} numbers", notes)


def katamino_picture(image: RGB, reading: KataminoReading) -> Image.Image:
    """The rows with their labels, and the doubts."""
    shot = _Shot(image)
    for row, box in zip(reading.rows, reading.row_boxes, strict=True):
        pieces = " ".join(piece.letter for piece in row.pieces)
        shot.frame(box, 1, GOOD, f"{row.label}: {pieces}")
    notes = [Note(doubt.text, BAD) for doubt in reading.doubts]
    return headed(shot.picture, f"{reading.kind.value}, {len(reading.rows)} rows", notes)
