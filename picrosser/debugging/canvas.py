"""What all explaining pictures are drawn with: colours of one meaning each, labels, a pale screenshot.

Every picture is at most `WIDTH_PX` wide. On a phone 390 CSS pixels wide it is shown at half that width, so
`TEXT_PX` is the smallest lettering that can still be read there, and labels that would overlap are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from picrosser.debugging.explanation import Note, Tone
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

BoxPx = tuple[float, float, float, float]
"""Left, top, right and bottom, in Pillow's order."""


@cache
def font(size_px: int = TEXT_PX) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return Pillow's own typeface, which is the same everywhere."""
    return ImageFont.load_default(size_px)


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    colour: Colour = Ink.TEXT,
    size_px: int = TEXT_PX,
    anchor: str = "la",
) -> None:
    """Write one line of text at (x, y); `anchor` as in Pillow."""
    draw.text(at, text, fill=colour, font=font(size_px), anchor=anchor)


def blank(width: int, height: int) -> Image.Image:
    """Return an empty picture."""
    return Image.new("RGB", (max(1, width), max(1, height)), Ink.BACKGROUND)


def stacked(pictures: Sequence[Image.Image], gap_px: int = 12) -> Image.Image:
    """Put pictures below each other."""
    height = sum(picture.height for picture in pictures) + gap_px * (len(pictures) - 1)
    sheet, y = blank(max(picture.width for picture in pictures), height), 0
    for picture in pictures:
        sheet.paste(picture, (0, y))
        y += picture.height + gap_px
    return sheet


def resized(pixels: NDArray[np.uint8], width: int, height: int) -> Image.Image:
    """Return (H, W, 3) or (H, W) uint8 in another size; where it grows, its pixels stay visible."""
    image = Image.fromarray(np.ascontiguousarray(pixels)).convert("RGB")
    grows = width >= image.width
    return image.resize((width, height), Image.Resampling.NEAREST if grows else Image.Resampling.LANCZOS)


def fitted(picture: Image.Image) -> Image.Image:
    """Reduce a picture to the width and height that the page shows."""
    scale = min(1.0, WIDTH_PX / picture.width, MAX_HEIGHT_PX / picture.height)
    size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    return picture.resize(size, Image.Resampling.LANCZOS)


def enclosing(boxes: Sequence[Box], pad_px: float, image: RGB) -> Box:
    """Return the part of an image that holds all boxes, and a little more."""
    pad, whole = round(pad_px), union(boxes)
    return Box(
        max(0, whole.top - pad),
        max(0, whole.left - pad),
        min(image.shape[0], whole.bottom + pad),
        min(image.shape[1], whole.right + pad),
    )


def union(boxes: Sequence[Box]) -> Box:
    """Return the smallest box that holds all boxes."""
    return Box(
        min(box.top for box in boxes),
        min(box.left for box in boxes),
        max(box.bottom for box in boxes),
        max(box.right for box in boxes),
    )


def framed(
    image: RGB, boxes: Iterable[tuple[Box, Colour, str]], lattice: Lattice | None = None
) -> Image.Image:
    """Frame boxes on a pale screenshot, each in its colour and with its label; `lattice` is drawn below."""
    canvas = Canvas(image)
    if lattice is not None:
        canvas.lattice(lattice)
    for box, colour, text in boxes:
        canvas.frame(box, colour, text)
    return canvas.picture


class Canvas:
    """A pale part of the screenshot, with room around it, to draw on in the screenshot's own coordinates.

    picture, draw : what is drawn on.
    scale : pixels of the picture per pixel of the screenshot.
    """

    def __init__(self, image: RGB, part: Box | None = None, room_px: tuple[int, int] = (0, 0)) -> None:
        """Draw the background.

        Parameters
        ----------
        image : (H, W, 3) uint8.
        part : what to show of it; all by default.
        room_px : empty width at the left and at the right, and empty height above and below.
        """
        self._part = part or Box(0, 0, image.shape[0], image.shape[1])
        self._left, self._top = room_px
        height, width = max(1, self._part.height), max(1, self._part.width)
        self.scale = min((WIDTH_PX - 2 * self._left) / width, MAX_HEIGHT_PX / height)
        size = max(1, round(width * self.scale)), max(1, round(height * self.scale))
        small = Image.fromarray(np.ascontiguousarray(image[self._part.slices]))
        small = small.resize(size, Image.Resampling.BILINEAR)
        grey = Image.blend(small, small.convert("L").convert("RGB"), 0.5)
        self.picture = blank(size[0] + 2 * self._left, size[1] + 2 * self._top)
        self.picture.paste(
            Image.blend(grey, Image.new("RGB", size, Ink.BACKGROUND), PALE), (self._left, self._top)
        )
        self.draw = ImageDraw.Draw(self.picture)
        self._labels: list[BoxPx] = []

    def x(self, column_px: float) -> float:
        """Return the picture's x of a column of the screenshot."""
        return self._left + (column_px - self._part.left) * self.scale

    def y(self, row_px: float) -> float:
        """Return the picture's y of a row of the screenshot."""
        return self._top + (row_px - self._part.top) * self.scale

    def placed(self, box: Box) -> BoxPx:
        """Return where a box of the screenshot lies in the picture."""
        return self.x(box.left), self.y(box.top), self.x(box.right), self.y(box.bottom)

    def frame(self, box: Box, colour: Colour, text: str = "", width: int = 2) -> None:
        """Frame a box, thinly if it is small, and label its upper left corner if there is room."""
        left, top, right, bottom = self.placed(box)
        width = 1 if bottom - top < TEXT_PX / 2 else width
        self.draw.rectangle(
            (left - 1, top - 1, max(left, right), max(top, bottom)), outline=colour, width=width
        )
        if text:
            self.label((left - 1, top - 1), text, ink_on(colour), ground=colour, anchor="lb")

    def has_room_for_text(self, boxes: Sequence[Box]) -> bool:
        """Whether most boxes are so large in the picture that labels do not hide them."""
        heights = sorted(box.height for box in boxes)
        return bool(heights) and heights[len(heights) // 2] * self.scale > 0.7 * TEXT_PX

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
        left, top, right, bottom = self.draw.textbbox(at, text, font=font(), anchor=anchor)
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

    def path(self, places: NDArray[np.float64], colour: Colour) -> None:
        """Draw a line through (N, 2) places, (row, column)."""
        self.draw.line([(self.x(col), self.y(row)) for row, col in places.tolist()], colour, 1)
