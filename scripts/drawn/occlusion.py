"""Hide part of a board: what lies over hints covers them, a crop or a bar cuts a side off.

Only the picture, its lattice and the places of its hints are needed, so that real screenshots can be changed
as well. Cut boards must be refused. The hardest cuts run between two lines or two slots: what is left looks
like a smaller puzzle, whose hints do not fit it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from drawn.glyphs import BUILT_IN, load_font
from drawn.spec import ScreenshotSpec, place
from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.picture import Colour

Point = tuple[float, float]
"""(row, col), float pixels."""
Kind = Literal["banner", "blot"]
KINDS: tuple[Kind, ...] = get_args(Kind)
FINE = 4
CUT_LINES = 2
BAR = (52, 60, 72)
CUTS = (
    "top-hints",  # all hints above the columns
    "top-slot",  # the first colour's
    "top-half",  # the upper half of the first colour's
    "left-hints",
    "left-slot",
    "left-half",
    "both-slots",  # the first colour's on both sides
    "right-lines",  # two columns
    "right-half",  # half a column
    "bottom-lines",
    "bottom-half",
)
STRIPE_AT = 0.83  # of the slot's half side: a disc reaches 0.74 there, the frames begin at 0.9
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
    kind, target : None leaves them to chance. target is an index into `slots.places`; a banner only comes
        down as far as to a hint above the columns, for a row's hint to the topmost of those.
    """
    kind = kind or KINDS[rng.integers(len(KINDS))]
    target = int(rng.integers(len(slots.places))) if target is None else target
    tile = _tile(image, slots, rng, kind, target)
    covered = image.convert("RGB")
    covered.paste(tile.image, (tile.left, tile.top), tile.image)
    return covered


def _tile(image: Image.Image, slots: HintSlots, rng: np.random.Generator, kind: Kind, target: int) -> Tile:
    radius = slots.radius_px
    row, col = (slots.centres_px[target] + rng.uniform(-0.5, 0.5, 2) * radius).tolist()
    if kind == "blot":
        return blot(image, (row, col), radius * rng.uniform(0.7, 2.5), rng)
    is_above = np.array([hint.axis == "column" for hint in slots.places])
    lowest = row if is_above[target] else float(slots.centres_px[is_above, 0].min())
    return banner(image.size, lowest + radius, rng)


def blot(image: Image.Image, centre: Point, radius: float, rng: np.random.Generator) -> Tile:
    """A spot over the slot of half side `radius` about `centre`: nothing of the hint stays visible."""
    ink = _blot_ink(image, centre, radius, rng)
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


def _blot_ink(image: Image.Image, centre: Point, radius: float, rng: np.random.Generator) -> Colour:
    """Black, white, any colour, or the tone beneath."""
    kind = rng.integers(4)
    if kind == 3:
        return _stripe_tone(image, centre, radius)
    red, green, blue = rng.integers(0, 256, 3).tolist() if kind == 2 else [255 * int(kind)] * 3
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


def banner(screen: tuple[int, int], bottom: float, rng: np.random.Generator) -> Tile:
    """A notification across a screen of (width, height); it ends at row `bottom`."""
    wide = screen[0]
    width, height = round(wide * rng.uniform(0.86, 0.98)), round(wide * rng.uniform(0.15, 0.24))
    dark = rng.random() < 0.4
    paper, ink = ((44, 46, 52), (240, 240, 240)) if dark else ((250, 250, 252), (30, 30, 30))
    tile = Image.new("RGBA", (width * 2, height * 2))
    pen = ImageDraw.Draw(tile)
    pen.rounded_rectangle((0, 0, width * 2 - 1, height * 2 - 1), height * rng.uniform(0.25, 0.6), paper)
    left = height * 0.45
    title, text = MESSAGES[rng.integers(len(MESSAGES))]
    for line, words in enumerate((title, text)):
        font = load_font(BUILT_IN, max(8, round(height * (0.38 if line == 0 else 0.32))))
        pen.text((left, height * (0.5 + 0.62 * line)), words, ink, font)
    tile = tile.resize((width, height), Image.Resampling.BOX)
    return Tile(tile, round(bottom - height), (wide - width) // 2)


# ---- Cuts


def cut_board(
    image: Image.Image, lattice: Lattice, slots: HintSlots, name: str, *, under_bar: bool = False
) -> Image.Image:
    """Remove the part named by one of CUTS.

    Parameters
    ----------
    under_bar : cover the part with a plain bar; the picture keeps its size.
    """
    box = kept(image.size, lattice, slots, name)
    corners = box.left, box.top, box.right, box.bottom
    rest = image.convert("RGB").crop(corners)
    if not under_bar:
        return rest
    page = Image.new("RGB", image.size, BAR)
    page.paste(rest, corners[:2])
    return page


def kept(size: tuple[int, int], lattice: Lattice, slots: HintSlots, name: str) -> Box:
    """The box that remains of a picture of (width, height).

    Raises
    ------
    ValueError : no such cut.
    """
    if name not in CUTS:
        raise ValueError(f"no cut is called {name!r}; choose from: {', '.join(CUTS)}")
    whole = Box(0, 0, size[1], size[0])
    side, part = name.split("-")
    if side == "both":
        top, left = _hints_cut(lattice, slots, "top", part), _hints_cut(lattice, slots, "left", part)
        return replace(whole, top=top, left=left)
    if side == "top":
        return replace(whole, top=_hints_cut(lattice, slots, side, part))
    if side == "left":
        return replace(whole, left=_hints_cut(lattice, slots, side, part))
    if side == "right":
        return replace(whole, right=_lines_cut(lattice.col_edges_px, part))
    return replace(whole, bottom=_lines_cut(lattice.row_edges_px, part))


def _hints_cut(lattice: Lattice, slots: HintSlots, side: str, part: str) -> int:
    if part == "hints":
        return lattice.board.top if side == "top" else lattice.board.left
    axis, at = ("column", 0) if side == "top" else ("row", 1)
    of_axis = np.array([hint.axis == axis for hint in slots.places])
    first = float(slots.centres_px[of_axis, at].min())
    return round(first if part == "half" else first + slots.radius_px)


def _lines_cut(edges: tuple[int, ...], part: str) -> int:
    return (edges[-1] + edges[-2]) // 2 if part == "half" else edges[-1 - CUT_LINES]
