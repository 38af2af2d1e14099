"""What the pictures of all stages are drawn on and with: colours, lettering, a pale part of the screenshot.

Red is trouble and nothing else, so that a page can be searched for it at a glance. On a phone pictures are
shown at half their width, so `TEXT_PX` is the smallest lettering that can still be read there; labels that
would overlap are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from PIL import Image, ImageDraw

from picrosser.debugging.notes import Note, Tone
from picrosser.drawing.cell_tiles import font
from picrosser.drawing.puzzle_parts import ink_on
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.picture import Colour


class Ink:
    """The colours of all explaining pictures, of one meaning each."""

    BACKGROUND: Colour = (250, 249, 247)
    TEXT: Colour = (32, 32, 36)
    FAINT: Colour = (190, 188, 184)
    ROW: Colour = (20, 92, 200)  # whatever belongs to rows, and to the hint area left of the board
    COLUMN: Colour = (196, 88, 0)  # whatever belongs to columns, and to the area above
    GOOD: Colour = (0, 134, 62)
    WEAK: Colour = (176, 128, 0)
    BAD: Colour = (208, 24, 32)
    NOT_CIRCLED: Colour = (96, 104, 128)
    BOX: Colour = (170, 0, 160)  # what was cut out: boxes of numbers, slots, plates
    CUT: Colour = (0, 150, 190)  # where a number may be cut in two
    CHANGED: Colour = (255, 196, 60)  # what was changed after it was read


TONE_COLOURS: dict[Tone, Colour] = {"": Ink.TEXT, "good": Ink.GOOD, "weak": Ink.WEAK, "bad": Ink.BAD}
ROWS_AND_COLUMNS = (Note("a row's hints", swatch=Ink.ROW), Note("a column's hints", swatch=Ink.COLUMN))

WIDTH_PX = 720
MAX_HEIGHT_PX = 1600  # of a screenshot: beyond it a phone's user only scrolls
TEXT_PX = 22  # 11 CSS pixels where the picture is 366 wide, as on a phone
PALE = 0.45  # share of the background in a pale screenshot: marks stand out, and digits can be read

_BoxPx = tuple[float, float, float, float]  # left, top, right and bottom, in Pillow's order


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    colour: Colour = Ink.TEXT,
    size_px: int = TEXT_PX,
    anchor: str = "la",
) -> None:
    draw.text(at, text, fill=colour, font=font(size_px), anchor=anchor)


def blank(width: int, height: int) -> Image.Image:
    return Image.new("RGB", (max(1, width), max(1, height)), Ink.BACKGROUND)


def stacked(pictures: Sequence[Image.Image], gap_px: int = 12) -> Image.Image:
    height = sum(picture.height for picture in pictures) + gap_px * (len(pictures) - 1)
    sheet, y = blank(max(picture.width for picture in pictures), height), 0
    for picture in pictures:
        sheet.paste(picture, (0, y))
        y += picture.height + gap_px
    return sheet


def fitted(picture: Image.Image, *, may_grow: bool = False) -> Image.Image:
    """Reduce a picture to the width and height that the page shows, or enlarge its pixels to them."""
    scale = min(WIDTH_PX / picture.width, MAX_HEIGHT_PX / picture.height)
    scale = scale if may_grow else min(1.0, scale)
    size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    return picture.resize(size, Image.Resampling.NEAREST if may_grow else Image.Resampling.LANCZOS)


def framed(
    image: RGB,
    boxes: Iterable[tuple[Box, Colour, str]],
    lattice: Lattice | None = None,
    *,
    reduction: float = 1,
) -> Image.Image:
    """Frame and label boxes, which lie in a picture `reduction` times smaller, on a pale screenshot."""
    canvas = Canvas(image)
    if lattice is not None:
        canvas.lattice(lattice)
    for box, colour, text in boxes:
        canvas.frame(box.times(reduction), colour, text)
    return canvas.picture


class Canvas:
    """A pale part of the screenshot, to draw on in its own coordinates; `scale` times as large."""

    def __init__(self, image: RGB, part: Box | None = None, room_px: tuple[int, int] = (0, 0)) -> None:
        """`room_px` is the empty width at the left and at the right, and the empty height above and below."""
        self._part = part or Box(0, 0, image.shape[0], image.shape[1])
        self._left, self._top = room_px
        height, width = max(1, self._part.height), max(1, self._part.width)
        self.scale = min((WIDTH_PX - 2 * self._left) / width, MAX_HEIGHT_PX / height)
        size = max(1, round(width * self.scale)), max(1, round(height * self.scale))
        small = Image.fromarray(np.ascontiguousarray(image[self._part.slices]))
        small = small.resize(size, Image.Resampling.BILINEAR)
        grey = Image.blend(small, small.convert("L").convert("RGB"), 0.5)
        self.picture = blank(size[0] + 2 * self._left, size[1] + 2 * self._top)
        pale = Image.blend(grey, Image.new("RGB", size, Ink.BACKGROUND), PALE)
        self.picture.paste(pale, (self._left, self._top))
        self.draw = ImageDraw.Draw(self.picture)
        self._labels: list[_BoxPx] = []

    @classmethod
    def around(
        cls, boxes: Sequence[Box], pad_px: float, image: RGB, room_px: tuple[int, int] = (8, 8)
    ) -> Canvas:
        """Show the part of an image that holds all boxes, and a little more."""
        pad, whole = round(pad_px), Box.around(boxes)
        bottom, right = min(image.shape[0], whole.bottom + pad), min(image.shape[1], whole.right + pad)
        return cls(image, Box(max(0, whole.top - pad), max(0, whole.left - pad), bottom, right), room_px)

    def x(self, column_px: float) -> float:
        return self._left + (column_px - self._part.left) * self.scale

    def y(self, row_px: float) -> float:
        return self._top + (row_px - self._part.top) * self.scale

    def placed(self, box: Box) -> _BoxPx:
        return self.x(box.left), self.y(box.top), self.x(box.right), self.y(box.bottom)

    def frame(self, box: Box, colour: Colour, text: str = "", width: int = 2) -> None:
        """Frame a box, thinly if it is small, and label its upper left corner if there is room."""
        left, top, right, bottom = self.placed(box)
        width = 1 if bottom - top < TEXT_PX / 2 else width
        corners = left - 1, top - 1, max(left, right), max(top, bottom)
        self.draw.rectangle(corners, outline=colour, width=width)
        if text:
            self.label((left - 1, top - 1), text, ink_on(colour), ground=colour, anchor="lb")

    def label(
        self,
        at: tuple[float, float],
        text: str,
        colour: Colour = Ink.TEXT,
        *,
        ground: Colour = Ink.BACKGROUND,
        anchor: str = "mm",
    ) -> None:
        """Write on a plate, inside the picture, unless an earlier label is in the way."""
        left, top, right, bottom = self.draw.textbbox(at, text, font=font(TEXT_PX), anchor=anchor)
        across = min(0.0, self.picture.width - right - 3) - min(0.0, left - 3)
        down = min(0.0, self.picture.height - bottom - 3) - min(0.0, top - 3)
        plate = left - 3 + across, top - 3 + down, right + 3 + across, bottom + 3 + down
        if any(
            plate[0] < other[2] and other[0] < plate[2] and plate[1] < other[3] and other[1] < plate[3]
            for other in self._labels
        ):
            return
        self._labels.append(plate)
        self.draw.rectangle(plate, fill=ground)
        write(self.draw, (at[0] + across, at[1] + down), text, colour, anchor=anchor)

    def lattice(self, lattice: Lattice) -> None:
        """Draw the lines of a board that stands upright in this image."""
        left, top, right, bottom = self.placed(lattice.board)
        for edge in lattice.row_edges_px:
            self.draw.line((left, self.y(edge), right, self.y(edge)), fill=Ink.ROW)
        for edge in lattice.col_edges_px:
            self.draw.line((self.x(edge), top, self.x(edge), bottom), fill=Ink.COLUMN)
