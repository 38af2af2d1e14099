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
from picrosser.reading.katamino.printed_numbers import PrintedFound
from picrosser.reading.katamino.reading import KataminoReading

_SHOT_PX = (1200, 1400)
_LINE_PX = 2


class _Shot:
    """The screenshot, reduced, on which boxes are drawn."""

    def __init__(self, image: RGB) -> None:
        self.picture, self.scale = backdrop(image, *_SHOT_PX)
        self.draw = ImageDraw.Draw(self.picture)

    def frame(self, box: Box, reduction: float, colour: tuple[int, int, int], text: str = "") -> None:
        """Frame a box of a reduced picture."""
        factor = reduction * self.scale
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
    shot, reduction = _Shot(image), found.areas.reduction
    for seen in found.pieces:
        shot.frame(seen.box, reduction, judged(seen.clear), f"{seen.piece.letter} {seen.clear:.2f}")
    for other in found.other_shapes:
        shot.frame(other.box, reduction, FAINT, str(len(other.shape)))
    for area in found.fragments:
        shot.frame(area.box, reduction, BAD, "?")
    height, width = found.unit_px
    title = f"{len(found.pieces)} pieces, cells of {reduction * height:.1f} x {reduction * width:.1f} px"
    notes = [Note("pieces, and how clear their worst cell is"), Note("no whole cells", BAD)]
    return headed(shot.picture, title, notes)


def groups_picture(image: RGB, found: GroupsFound) -> Image.Image:
    """Pieces that lie apart, and the lattices of boards."""
    shot, reduction = _Shot(image), found.pieces_found.areas.reduction
    for seen in found.apart:
        shot.frame(seen.box, reduction, GOOD, seen.piece.letter)
    for group in found.boards:
        rows, cols = group.lattice.shape
        for row in range(rows):
            for col in range(cols):
                shot.frame(group.lattice.cell(row, col), 1, FAINT)
        for part in group.pieces:
            shot.frame(part.seen.box, reduction, judged(part.seen.clear), part.seen.piece.letter)
    return headed(shot.picture, f"{len(found.apart)} pieces apart, {len(found.boards)} boards")


def printed_picture(image: RGB, found: PrintedFound, before: GroupsFound | None) -> Image.Image:
    """The marks, and the numbers that were read beside pieces."""
    shot = _Shot(image)
    for mark in found.marks.marks:
        shot.frame(mark.box, found.marks.reduction, GOOD if mark.like_digit else FAINT)
    if before is not None:
        for at, number in found.beside.items():
            seen: PieceSeen = before.apart[at]
            good = seen.piece.number == number
            shot.frame(seen.box, before.pieces_found.areas.reduction, GOOD if good else BAD, str(number))
    return headed(
        shot.picture, f"the head begins with {found.first}, {len(found.beside)} numbers beside pieces"
    )


def table_picture(image: RGB, found: NumberTable) -> Image.Image:
    """The numbers of a table, as they were read."""
    shot, reduction = _Shot(image), found.marks.reduction
    for word, value in zip(found.head, found.head_values, strict=True):
        shot.frame(word.box, reduction, FAINT, str(value))
    for row, values in zip(found.rows, found.values or ((),) * len(found.rows), strict=True):
        for at, word in enumerate(row):
            shot.frame(word.box, reduction, GOOD if values else BAD, str(values[at]) if values else "?")
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
