"""Cover hints with what lies over the screen: a finger, a notification, a sticker, a blot, a scribble.

Only the picture and the places of its hints are needed. A blot just fills one hint's slot; the others have
their natural size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from drawn.fonts import BUILT_IN, load_font
from drawn.layout import place
from drawn.sheet import Sheet
from drawn.spec import ScreenshotSpec
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.picture import Colour

Point = tuple[float, float]
"""(row, col), float pixels."""
Kind = Literal["finger", "banner", "sticker", "blot", "marker"]
KINDS: tuple[Kind, ...] = get_args(Kind)
BLOT_COLOURS = ("black", "white", "random", "saturated", "stripe")
FINE = 4
SKINS = ((233, 190, 165), (214, 160, 130), (176, 120, 88), (120, 78, 56), (84, 54, 42))
STRIPE_AT = 0.83  # of the slot's half side: a disc reaches 0.74 there, the frames begin at 0.9
FINGER_WIDTH = 0.2  # of the screen's shorter side: 14 mm on a phone of 70 mm
MESSAGES = (
    ("Mum", "Are you coming for dinner?"),
    ("Calendar", "Dentist, 16:30"),
    ("Downloads", "Screenshot saved"),
    ("Battery low", "15 % left"),
)


class Tile(NamedTuple):
    """An RGBA picture and where its upper left corner goes."""

    image: Image.Image
    top: int
    left: int


@dataclass(frozen=True, slots=True, eq=False)  # no ==, since it holds an array
class HintSlots:
    """The places of the hints: those of the rows, line by line and slot by slot, then those of the columns.

    centres_px : (N, 2) the middle of each, (row, col).
    places : (N,) which hint it is.
    radius_px : half the distance between two slots; a hint's slot is the square of that half side.
    """

    centres_px: NDArray[np.float64]
    places: tuple[HintPlace, ...]
    radius_px: float


def drawn_slots(spec: ScreenshotSpec) -> HintSlots:
    """The places of the hints in a drawn screenshot."""
    layout = place(spec)
    first_row, first_col = layout.top - layout.depth, layout.left - layout.depth
    slots = range(len(spec.colours))
    spots: list[tuple[HintPlace, float, float]] = []
    for line in range(layout.rows):
        y = layout.top + layout.line_middle(line, layout.rows)
        spots += [(HintPlace("row", line, slot), y, first_col + layout.slot(slot)) for slot in slots]
    for line in range(layout.cols):
        x = layout.left + layout.line_middle(line, layout.cols)
        spots += [(HintPlace("column", line, slot), first_row + layout.slot(slot), x) for slot in slots]
    centres = np.array([spot[1:] for spot in spots])
    return HintSlots(centres, tuple(spot[0] for spot in spots), spec.look.slot_pitch * layout.pitch / 2)


def occlude(
    image: Image.Image,
    slots: HintSlots,
    rng: np.random.Generator,
    kind: Kind | None = None,
    target: int | None = None,
) -> Image.Image:
    """Lay one thing over the picture so that it covers hint `target` at least partly.

    Parameters
    ----------
    kind : None leaves it to chance.
    target : an index into `slots.places`; None leaves it to chance. A banner only comes down as far as to
        a hint above the columns; with a row's hint as target, it covers the topmost of those.
    """
    kind = kind or KINDS[rng.integers(len(KINDS))]
    target = int(rng.integers(len(slots.places))) if target is None else target
    opacity = float(rng.uniform(0.35, 0.6)) if kind == "marker" else 1.0
    tile = _tile(image, slots, rng, kind, target, opacity)
    covered = image.convert("RGB")
    covered.paste(tile.image, (tile.left, tile.top), tile.image)
    return covered


def _tile(
    image: Image.Image, slots: HintSlots, rng: np.random.Generator, kind: Kind, target: int, opacity: float
) -> Tile:
    radius = slots.radius_px
    row, col = (slots.centres_px[target] + rng.uniform(-0.5, 0.5, 2) * radius).tolist()
    match kind:
        case "finger":
            return finger(image.size, (row, col), rng)
        case "banner":
            above = [
                at for at, hint in zip(slots.centres_px[:, 0], slots.places, strict=True) if _above(hint)
            ]
            lowest = row + radius if _above(slots.places[target]) else min(above) + radius
            return banner(image.size, lowest, rng)
        case "sticker":
            return sticker((row, col), radius * rng.uniform(1.5, 4), rng)
        case "marker":
            return scribble((row, col), radius, opacity, rng)
        case "blot":
            return blot(image, (row, col), radius * rng.uniform(0.7, 2.5), rng)


def _above(hint: HintPlace) -> bool:
    return hint.axis == "column"


def blot(image: Image.Image, centre: Point, radius: float, rng: np.random.Generator) -> Tile:
    """A spot over the slot of half side `radius` about `centre`: nothing of the hint stays visible."""
    ink = _blot_ink(image, centre, radius, rng, BLOT_COLOURS[rng.integers(len(BLOT_COLOURS))])
    turns = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    square = np.maximum(abs(np.cos(turns)), abs(np.sin(turns)))
    if rng.random() < 0.5:  # a rough square
        waves = sum(np.sin(count * turns + rng.uniform(0, 6.3)) for count in (3, 5, 8)) / 3
        away = (0.98 + 0.03 * waves) / square
    else:  # an ellipse, more or less angular
        power = rng.uniform(5, 10)
        away = (abs(np.cos(turns)) ** power + abs(np.sin(turns)) ** power) ** (-1 / power)
    points = np.stack([np.cos(turns), np.sin(turns)], axis=1) * away[:, None] * radius
    return _filled(points + centre[::-1], (*ink, 255))


def _blot_ink(
    image: Image.Image, centre: Point, radius: float, rng: np.random.Generator, colour: str
) -> Colour:
    if colour == "stripe":
        return _stripe_tone(image, centre, radius)
    if colour == "saturated":
        ink = rng.permutation([255, int(rng.integers(0, 256)), 0])
    elif colour == "random":
        ink = rng.integers(0, 256, 3)
    else:
        ink = np.full(3, 0 if colour == "black" else 255)
    red, green, blue = ink.tolist()
    return red, green, blue


def _stripe_tone(image: Image.Image, centre: Point, radius: float) -> Colour:
    """The tone near the slot's corners, which neither digit nor disc reaches, nor the frames."""
    pixels = np.asarray(image.convert("RGB"))
    rows, cols = (np.rint([at - STRIPE_AT * radius, at + STRIPE_AT * radius]).astype(int) for at in centre)
    rows, cols = np.clip(rows, 0, pixels.shape[0] - 1), np.clip(cols, 0, pixels.shape[1] - 1)
    red, green, blue = np.median(pixels[np.ix_(rows, cols)].reshape(-1, 3), axis=0).astype(int).tolist()
    return red, green, blue


def _filled(points: NDArray[np.float64], colour: tuple[int, int, int, int]) -> Tile:
    """A filled polygon; points are (x, y)."""
    left, top = np.floor(points.min(axis=0)).astype(int) - 1
    width, height = np.ceil(points.max(axis=0)).astype(int) + 1 - (left, top)
    mask = Image.new("L", (int(width) * FINE, int(height) * FINE))
    ImageDraw.Draw(mask).polygon([tuple(point) for point in ((points - (left, top)) * FINE).tolist()], 255)
    mask = mask.resize((int(width), int(height)), Image.Resampling.BOX)
    tile = Image.new("RGBA", mask.size, colour)
    tile.putalpha(mask.point(lambda value: value * colour[3] // 255))
    return Tile(tile, int(top), int(left))


def sticker(centre: Point, radius: float, rng: np.random.Generator) -> Tile:
    """A disc, a square with round corners, or a face, `radius` from its middle to its side."""
    size = max(8, round(2.2 * radius))
    sheet = Sheet(size)
    red, green, blue = rng.permutation(
        [int(rng.integers(200, 256)), *rng.integers(0, 256, 2).tolist()]
    ).tolist()
    kind = ("disc", "square", "face")[rng.integers(3)]
    if kind == "square":
        sheet.rounded(50, 50, 91, 12, (red, green, blue))
    else:
        sheet.oval(50, 50, 91, 91, (red, green, blue) if kind == "disc" else (255, 204, 77))
    if kind == "face":
        for x in (35, 65):
            sheet.oval(x, 40, 9, 15, (102, 69, 0))
        sheet.chord(50, 55, 50, (0, 180), (102, 69, 0))
    elif rng.random() < 0.5:
        sheet.ring(50, 50, 78, (255, 255, 255), 5)
    tile = sheet.reduced().rotate(rng.uniform(-20, 20), Image.Resampling.BICUBIC)
    return Tile(tile, round(centre[0] - size / 2), round(centre[1] - size / 2))


def banner(screen: tuple[int, int], bottom: float, rng: np.random.Generator) -> Tile:
    """A notification across a screen of (width, height); it ends at row `bottom`."""
    wide = screen[0]
    width, height = round(wide * rng.uniform(0.86, 0.98)), round(wide * rng.uniform(0.15, 0.24))
    dark = rng.random() < 0.4
    paper, ink = ((44, 46, 52), (240, 240, 240)) if dark else ((250, 250, 252), (30, 30, 30))
    tile = Image.new("RGBA", (width * 2, height * 2))
    pen = ImageDraw.Draw(tile)
    pen.rounded_rectangle((0, 0, width * 2 - 1, height * 2 - 1), height * rng.uniform(0.25, 0.6), paper)
    icon = height * 0.9
    left, middle = height * 0.45, height
    pen.ellipse(
        (left, middle - icon / 2, left + icon, middle + icon / 2), tuple(rng.integers(40, 230, 3).tolist())
    )
    title, text = MESSAGES[rng.integers(len(MESSAGES))]
    for line, words in enumerate((title, text)):
        font = load_font(BUILT_IN, max(8, round(height * (0.38 if line == 0 else 0.32))))
        pen.text((left + icon * 1.4, height * (0.5 + 0.62 * line)), words, ink, font)
    tile = tile.resize((width, height), Image.Resampling.BOX)
    return Tile(tile, round(bottom - height), (wide - width) // 2)


def finger(screen: tuple[int, int], tip: Point, rng: np.random.Generator) -> Tile:
    """A finger on a screen of (width, height), from a side edge or the lower one; its tip covers `tip`."""
    width, height = screen
    half = FINGER_WIDTH * min(width, height) / 2 * rng.uniform(0.85, 1.15)
    ways = np.array([tip[1], width - tip[1], (height - tip[0]) / 2]) + half
    side = rng.choice(3, p=(1 / ways) / (1 / ways).sum())
    along = (np.pi, 0.0, np.pi / 2)[side] + rng.uniform(-0.5, 0.5)  # from the tip to the hand
    row, col = np.mgrid[:height, :width].astype(np.float32)
    down, across = row - tip[0], col - tip[1]
    back = down * np.sin(along) + across * np.cos(along) + half * 0.3  # the tip's middle, a little beyond
    off = across * np.sin(along) - down * np.cos(along)
    broad = half * (1 + 0.1 * np.clip(back / (4 * half), 0, 2))
    away = np.hypot(np.minimum(back, 0), off) / broad
    shade = 0.55 + 0.45 * np.sqrt(np.clip(1 - away**2, 0, 1))
    shade -= 0.07 * np.exp(-(((back - 2.6 * half + 0.1 * off**2 / half) / (0.06 * half)) ** 2))  # a joint
    colour = np.array(SKINS[rng.integers(len(SKINS))], np.float32) * shade[..., None]
    nail = np.hypot((back - 0.15 * half) / (0.62 * half), off / (0.5 * half))
    glow = np.clip((1 - nail) * 8, 0, 1)[..., None] * 0.45
    colour += (np.array((250, 214, 205), np.float32) * (0.75 + 0.25 * shade[..., None]) - colour) * glow
    alpha = np.clip((1 - away) * half / 3, 0, 1)  # out of focus at its outline
    tile = np.concatenate([colour, 255 * alpha[..., None]], axis=2)
    return Tile(Image.fromarray(np.clip(tile, 0, 255).astype(np.uint8)), 0, 0)


def scribble(centre: Point, radius: float, opacity: float, rng: np.random.Generator) -> Tile:
    """A marker pen's zigzag about `centre`, `radius` high and wider, see-through."""
    pen_px = radius * rng.uniform(0.45, 0.9)
    wide = radius * rng.uniform(1.5, 4)
    room = wide + 2 * radius
    side = int(2 * room)
    mask = Image.new("L", (side * 2, side * 2))
    pen = ImageDraw.Draw(mask)
    turns = int(rng.integers(4, 9))
    xs = np.linspace(-wide, wide, turns) + rng.normal(0, 0.1 * radius, turns)
    ys = np.where(np.arange(turns) % 2, -1, 1) * radius * rng.uniform(0.5, 1.0, turns)
    turn = rng.uniform(-0.5, 0.5)
    points = np.stack([xs * np.cos(turn) - ys * np.sin(turn), xs * np.sin(turn) + ys * np.cos(turn)], axis=1)
    scaled = [tuple(point) for point in ((points + room) * 2).tolist()]
    pen.line(scaled, 255, round(pen_px * 2), joint="curve")
    for x, y in (scaled[0], scaled[-1]):
        pen.ellipse((x - pen_px, y - pen_px, x + pen_px, y + pen_px), 255)
    mask = mask.resize((side, side), Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(0.5))
    red, green, blue = rng.permutation([255, int(rng.integers(0, 256)), int(rng.integers(0, 60))]).tolist()
    tile = Image.new("RGBA", mask.size, (red, green, blue))
    tile.putalpha(mask.point(lambda value: round(value * opacity)))
    return Tile(tile, round(centre[0] - room), round(centre[1] - room))
