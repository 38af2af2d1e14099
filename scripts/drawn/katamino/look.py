"""How pieces look in one picture, chosen at random. Widths are fractions of a cell."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drawn.glyphs import FontFace
from drawn.palettes import Theme, lab_distance, random_palette
from picrosser.puzzles.katamino import BOX
from picrosser.puzzles.picture import Colour

PAGES = (
    Theme("white", (255, 255, 255)),
    Theme("paper", (244, 240, 230)),
    Theme("cloud", (228, 232, 238)),
    Theme("sand", (222, 211, 184)),
    Theme("slate", (58, 64, 74), (255, 255, 255)),
    Theme("night", (24, 26, 34), (255, 255, 255)),
    Theme("black", (8, 8, 10), (255, 255, 255)),
)
COLOURS = ("box", "near the box", "box shuffled", "any", "one")
NUMBERS = ("", "beside", "inside")
LEAST_FROM_PAGE, LEAST_FROM_DARK_PAGE = 20.0, 35.0
"""Lab distance of pieces without an outline. Near black, colours that no eye tells apart are 25 apart."""


@dataclass(frozen=True, slots=True)
class Look:
    """How pieces are drawn.

    cell_px : (height, width) of a cell.
    colours : of the box's pieces in their order.
    outline : width of the line round each piece, 0 for none. grid : of the lines between its cells.
    gap : between the cells of a piece, which look like tiles then. rounding : radius of the corners.
    bevel : how much lighter and darker the edges of each cell are, 0..1. shadow : darkness, 0..1.
    numbers : one of NUMBERS: where the number of a piece is printed.
    """

    page: Theme
    font: FontFace
    cell_px: tuple[float, float]
    colours: tuple[Colour, ...]
    outline: float = 0.0
    outline_tone: Colour = (0, 0, 0)
    grid: float = 0.0
    gap: float = 0.0
    rounding: float = 0.0
    bevel: float = 0.0
    shadow: float = 0.0
    numbers: str = ""

    @property
    def ink(self) -> Colour:
        """The colour of text and table lines: not quite black or white."""
        return (225, 225, 228) if self.page.ink == (255, 255, 255) else (45, 45, 50)


def random_look(
    rng: np.random.Generator, fonts: Sequence[FontFace], cell_px: tuple[float, float], *, packed: bool = False
) -> Look:
    """Choose a look in which each piece differs visibly from the page and, on a board, from its neighbours.

    packed : pieces touch, so those of one colour need a line between them.
    """
    page = PAGES[rng.choice(len(PAGES), p=(0.34, 0.12, 0.1, 0.08, 0.12, 0.12, 0.12))]
    font = fonts[int(rng.random() * len(fonts))]
    kind = COLOURS[rng.choice(len(COLOURS), p=(0.3, 0.2, 0.1, 0.3, 0.1))]
    colours = random_colours(rng, kind, page)
    style = rng.choice(("flat", "outlined", "gridded", "tiles", "bevelled"), p=(0.3, 0.3, 0.15, 0.1, 0.15))
    least = LEAST_FROM_PAGE if page.ink == (0, 0, 0) else LEAST_FROM_DARK_PAGE
    pale = min(lab_distance(colour, page.page) for colour in colours) < least
    outline = rng.uniform(0.05, 0.12) if style in ("outlined", "gridded") else 0.0
    if not outline and (pale or (packed and kind == "one")):
        outline = rng.uniform(0.06, 0.12)
    return Look(
        page=page,
        font=font,
        cell_px=cell_px,
        colours=colours,
        outline=outline,
        outline_tone=page.ink if pale or rng.random() < 0.8 else (70, 70, 70),
        grid=rng.uniform(0.03, 0.06) if style == "gridded" else 0.0,
        gap=rng.uniform(0.04, 0.1) if style == "tiles" and not outline else 0.0,
        rounding=rng.uniform(0.05, 0.22) if not outline and rng.random() < 0.3 else 0.0,
        bevel=rng.uniform(0.1, 0.35) if style == "bevelled" else 0.0,
        shadow=rng.uniform(0.15, 0.5) if page.ink == (0, 0, 0) and rng.random() < 0.25 else 0.0,
        numbers=NUMBERS[rng.choice(3, p=(0.5, 0.3, 0.2))],
    )


def random_colours(rng: np.random.Generator, kind: str, page: Theme) -> tuple[Colour, ...]:
    """A colour for each piece of the box; `kind` is one of COLOURS."""
    box = [piece.colour or (0, 0, 0) for piece in BOX]
    if kind == "one":
        return random_palette(rng, 1, page) * len(box)
    if kind == "any":
        return random_palette(rng, len(box), page)
    if kind == "box shuffled":
        return tuple(box[index] for index in rng.permutation(len(box)))
    if kind == "box":
        return tuple(box)
    moved = np.clip(np.array(box) + rng.integers(-14, 15, (len(box), 3)), 0, 255)
    return tuple(map(tuple, moved.tolist()))
