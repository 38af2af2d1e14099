"""The look that all explaining pictures share: colours with one meaning each, lettering, headings.

Red always means trouble and nothing else, so a page of pictures can be searched for it with half an eye.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from picrosser.imaging.pixels import RGB
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.picture import Colour

PAPER: Colour = (250, 249, 247)
TEXT: Colour = (32, 32, 36)
FAINT: Colour = (196, 194, 190)
ROW: Colour = (20, 92, 200)  # whatever belongs to rows, and to the hint area left of the board
COLUMN: Colour = (196, 88, 0)  # whatever belongs to columns, and to the area above
GOOD: Colour = (0, 134, 62)
WEAK: Colour = (176, 128, 0)
BAD: Colour = (208, 24, 32)
DISC: Colour = GOOD  # the decision "circled" and its votes
BARE: Colour = (96, 104, 128)  # the decision "not circled" and its votes
BOX: Colour = (170, 0, 160)  # what was cut out: boxes of numbers, slots
CUT: Colour = (0, 150, 190)  # where a number may be cut in two
CHANGED: Colour = (255, 196, 60)  # ground of what was changed after it was read
HIDDEN: Colour = (178, 204, 242)  # ground of what something seems to lie over

WIDTH_PX = 1560  # of a full picture
MARGIN_PX = 16
TEXT_PX, SMALL_PX = 16, 13
# A share or confidence from here on is good, from there on weak, below that bad.
GOOD_SHARE, WEAK_SHARE = 0.6, 0.3


@dataclass(frozen=True, slots=True)
class Note:
    """A piece of text in a picture's heading; `swatch` is the colour it explains."""

    text: str
    colour: Colour = TEXT
    swatch: Colour | None = None


@cache
def font(size_px: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own typeface, the same everywhere."""
    return ImageFont.load_default(size_px)


def text_width(text: str, size_px: int = TEXT_PX) -> int:
    """How wide a line of text becomes, in pixels."""
    left, _, right, _ = font(size_px).getbbox(text)
    return int(np.ceil(right - left))


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    colour: Colour = TEXT,
    size_px: int = TEXT_PX,
    anchor: str = "la",
) -> None:
    """Write one line of text at (x, y); `anchor` as in Pillow."""
    draw.text(at, text, fill=colour, font=font(size_px), anchor=anchor)


def blank(width: int, height: int) -> Image.Image:
    """An empty sheet of paper."""
    return Image.new("RGB", (max(1, width), max(1, height)), PAPER)


def legible_on(colour: Colour) -> Colour:
    """Black or white, whichever can be read on a colour."""
    red, green, blue = colour
    return (0, 0, 0) if 299 * red + 587 * green + 114 * blue > 140_000 else (255, 255, 255)


def judged(share: float) -> Colour:
    """The colour of a share or confidence, 0..1: good, weak or bad."""
    return GOOD if share >= GOOD_SHARE else WEAK if share >= WEAK_SHARE else BAD


def axis_colour(axis: str) -> Colour:
    """The colour of rows or of columns."""
    return ROW if axis == "row" else COLUMN


def short(place: HintPlace) -> str:
    """A hint's place as on the command line, "r3:2"; without a slot the line as a whole, "r3"."""
    line = f"{place.axis[0]}{place.line + 1}" if place.line >= 0 else ""
    slot = f"{place.slot + 1}" if place.slot >= 0 else ""
    return f"{line}:{slot}" if line and slot else line or f"colour {slot}"


def place_before(place: HintPlace, more: str = "") -> str:
    """A place as the beginning of a sentence; a colour as a whole is named in what follows."""
    return "" if place.line < 0 else f"{short(place)}{more}: "


def counted(count: int, noun: str) -> str:
    """So many of something."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def backdrop(image: RGB, width_px: int, height_px: int) -> tuple[Image.Image, float]:
    """The screenshot, pale so that marks stand out, within a size; and the scale it is drawn at."""
    height, width = image.shape[:2]
    scale = min(width_px / width, height_px / height)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = Image.fromarray(np.ascontiguousarray(image)).resize(size, Image.Resampling.BILINEAR)
    grey = small.convert("L").convert("RGB")
    return Image.blend(Image.blend(small, grey, 0.5), Image.new("RGB", size, PAPER), 0.45), scale


def headed(picture: Image.Image, title: str, notes: Sequence[Note] = ()) -> Image.Image:
    """Put a title and notes above a picture; notes flow like words."""
    width = max(picture.width, 640)
    rows = _flowed(notes, width)
    step = TEXT_PX + 8
    top = MARGIN_PX + 34 + step * len(rows)
    sheet = blank(width + 2 * MARGIN_PX, top + 8 + picture.height + MARGIN_PX)
    draw = ImageDraw.Draw(sheet)
    write(draw, (MARGIN_PX, MARGIN_PX), title, size_px=22)
    for number, row in enumerate(rows):
        y = MARGIN_PX + 36 + step * number
        for x, note in row:
            if note.swatch is not None:
                draw.rectangle((x, y + 2, x + 13, y + 15), fill=note.swatch, outline=TEXT)
                x += 20
            write(draw, (x, y), note.text, note.colour)
    sheet.paste(picture, (MARGIN_PX, top + 8))
    return sheet


def _flowed(notes: Sequence[Note], width: int) -> list[list[tuple[int, Note]]]:
    """The notes in rows, each with its x; one that is wider than a row is broken between words."""
    rows: list[list[tuple[int, Note]]] = []
    x = width
    for note in (piece for whole in notes for piece in _broken(whole, width)):
        wide = text_width(note.text) + (20 if note.swatch is not None else 0)
        if x + wide > width:
            rows.append([])
            x = 0
        rows[-1].append((MARGIN_PX + x, note))
        x += wide + 28
    return rows


def _broken(note: Note, width: int) -> list[Note]:
    """A note in pieces that fit."""
    pieces: list[str] = []
    for word in note.text.split():
        if pieces and text_width(f"{pieces[-1]} {word}") < width - 20:
            pieces[-1] += f" {word}"
        else:
            pieces.append(word)
    return [Note(piece, note.colour, None if number else note.swatch) for number, piece in enumerate(pieces)]


def beside(pictures: Sequence[Image.Image], gap_px: int = 24) -> Image.Image:
    """Pictures from left to right."""
    sheet = blank(
        sum(picture.width for picture in pictures) + gap_px * (len(pictures) - 1),
        max(picture.height for picture in pictures),
    )
    x = 0
    for picture in pictures:
        sheet.paste(picture, (x, 0))
        x += picture.width + gap_px
    return sheet


def below(pictures: Sequence[Image.Image], gap_px: int = 16) -> Image.Image:
    """Pictures from top to bottom."""
    sheet = blank(
        max(picture.width for picture in pictures),
        sum(picture.height for picture in pictures) + gap_px * (len(pictures) - 1),
    )
    y = 0
    for picture in pictures:
        sheet.paste(picture, (0, y))
        y += picture.height + gap_px
    return sheet
