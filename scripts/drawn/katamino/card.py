"""Draw problem cards: tables whose rows are problems and whose cells show pieces, or only their numbers.

The first cells of a row belong to the smallest problem and share one heading; each further column adds a
piece. Sizes are in units: the side of a piece's cell, or on a card of numbers the height of a digit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from drawn.canvas import Pixels, fill_box, mix, new_canvas, to_image
from drawn.glyphs import FontFace
from drawn.katamino.ink import draw_number, draw_piece, line, write
from drawn.katamino.look import Look, random_look
from drawn.katamino.problems import any_way, random_table
from picrosser.puzzles.katamino import BOX
from picrosser.puzzles.polyomino import Shape

RULES = ("light", "black", "none", "level", "double")
TITLES = ("", "", "The small slam", "Le petit chelem", "Challenge 4", "LEVEL 2", "Pentas")
HEADINGS = ("PENTA", "Penta", "P", "")


@dataclass(frozen=True, slots=True)
class CardSpec:
    """Everything that determines a drawn card.

    table : the rows by their names; each has as many pieces as the last heading says.
    first : pieces of the smallest problem.
    drawn : whether pieces are drawn; otherwise only their numbers are printed.
    lying : the orientation of each piece of the box.
    cell : (height, width) of a table's cell, in units. label : width of the names' column; 0 leaves them out.
    rules : one of RULES. striped : every other row is darker.
    margins_px : above and at the left, repeated below and at the right.
    """

    table: Mapping[str, tuple[int, ...]]
    first: int
    drawn: bool
    look: Look
    lying: tuple[Shape, ...]
    cell: tuple[float, float]
    label: float
    rules: str
    striped: bool
    upper_case: bool
    title: str
    heading: str
    label_font: FontFace
    margins_px: tuple[int, int]
    jitter: float = 0.0
    seed: int = 0

    @property
    def columns(self) -> int:
        """Pieces of the largest problem."""
        return len(next(iter(self.table.values())))

    @property
    def truth(self) -> dict[str, object]:
        """The truth in the format of the sample files, whose first heading is always 3."""
        names = {name.upper() if self.upper_case else name: list(row) for name, row in self.table.items()}
        return {
            "kind": "katamino-card",
            "drawn": "pieces" if self.drawn else "numbers",
            "table": names,
            "pentas": list(range(self.first, self.columns + 1)),
        }


def random_card(rng: np.random.Generator, fonts: Sequence[FontFace], *, drawn: bool = True) -> CardSpec:
    first = int(rng.choice((3, 4, 5), p=(0.7, 0.2, 0.1)))
    last = first + int(rng.integers(2, 6))
    rows = int(rng.integers(3, 10))
    unit = rng.uniform(9, 24) if drawn else rng.uniform(14, 34)
    look = random_look(rng, fonts, (unit, unit))
    turned = rng.random() < 0.4
    lying = tuple(any_way(rng, piece.shape, most_rows=5 if turned else 3) for piece in BOX)
    table = random_table(rng, rows, first, last)
    used = {number for row in table.values() for number in row}
    extents = [[1 + max(cell[axis] for cell in lying[number - 1]) for number in used] for axis in (0, 1)]
    if drawn:
        room = 1.4 if look.numbers == "beside" else 0.0
        cell = max(extents[0]) + rng.uniform(0.8, 1.6), max(extents[1]) + room + rng.uniform(0.9, 1.8)
    else:
        cell = rng.uniform(1.7, 2.6), rng.uniform(2.6, 3.8)
    rules = RULES[rng.choice(len(RULES), p=(0.35, 0.2, 0.15, 0.15, 0.15))]
    return CardSpec(
        table=table,
        first=first,
        drawn=drawn,
        look=look,
        lying=lying,
        cell=cell,
        label=rng.uniform(2.4, 4.5) * (1.0 if drawn else 0.9),
        rules=rules,
        striped=bool(rng.random() < 0.2),
        upper_case=bool(rng.random() < 0.3),
        title=TITLES[rng.integers(len(TITLES))],
        heading=HEADINGS[rng.choice(4, p=(0.45, 0.25, 0.1, 0.2))],
        label_font=fonts[int(rng.random() * len(fonts))],
        margins_px=(int(rng.integers(8, 90)), int(rng.integers(8, 90))),
        jitter=rng.uniform(0.0, 0.25) if drawn else 0.0,
        seed=int(rng.integers(1 << 30)),
    )


def draw_card(spec: CardSpec) -> Image.Image:
    unit = spec.look.cell_px[0]
    height, width = spec.cell[0] * unit, spec.cell[1] * unit
    title_px, head_px = (3.2 * unit if spec.title else 0.0), max(0.75 * height, 2.2 * unit)
    top = spec.margins_px[0] + title_px + head_px
    left = spec.margins_px[1] + spec.label * unit
    bottom, right = top + len(spec.table) * height, left + spec.columns * width
    size = int(right + spec.margins_px[1]) + 1, int(bottom + spec.margins_px[0]) + 1
    pixels = new_canvas(*size, spec.look.page.page)
    if spec.striped:
        for row in range(1, len(spec.table), 2):
            stripe = top + row * height
            fill_box(pixels, stripe, spec.margins_px[1], stripe + height, right, spec.look.page.ink, 0.06)
    _draw_rules(pixels, spec, (top, left, bottom, right), head_px)
    if spec.title:
        place = spec.margins_px[0] + 1.2 * unit, size[0] / 2
        write(pixels, spec.title, place, spec.label_font, 1.6 * unit, spec.look.ink)
    _draw_headings(pixels, spec, (top - head_px / 2, left))
    rng = np.random.default_rng(spec.seed)
    for at, (name, row) in enumerate(spec.table.items()):
        middle = top + (at + 0.5) * height
        label = name.upper() if spec.upper_case else name
        place = middle, left - spec.label * unit / 2
        write(pixels, label, place, spec.label_font, min(1.7 * unit, 0.5 * height), spec.look.ink)
        for column, number in enumerate(row):
            _draw_cell(pixels, spec, number, (middle, left + (column + 0.5) * width), rng)
    return to_image(pixels)


def _draw_headings(pixels: Pixels, spec: CardSpec, place: tuple[float, float]) -> None:
    """Draw the headings; the first one, with a word, stands at the right end of the columns that share it."""
    unit = spec.look.cell_px[0]
    middle, left = place
    width = spec.cell[1] * unit
    size = min(1.7 * unit, 0.45 * width)
    for number in range(spec.first, spec.columns + 1):
        where = middle, left + (number - 0.5) * width
        write(pixels, str(number), where, spec.label_font, size, spec.look.ink)
    if spec.heading:
        where = middle, left + (spec.first - 1) * width / 2
        write(pixels, spec.heading, where, spec.label_font, size, spec.look.ink)


def _draw_cell(
    pixels: Pixels,
    spec: CardSpec,
    number: int,
    middle: tuple[float, float],
    rng: np.random.Generator,
) -> None:
    look = spec.look
    unit = look.cell_px[0]
    if not spec.drawn:
        write(pixels, str(number), middle, look.font, unit, look.ink)
        return
    shape, colour = spec.lying[number - 1], look.colours[number - 1]
    rows, cols = (1 + max(cell[axis] for cell in shape) for axis in (0, 1))
    down, across = rng.uniform(-spec.jitter, spec.jitter, 2).tolist()
    shift = -0.35 if look.numbers == "beside" else 0.0  # makes room for a number at the right
    place = middle[0] + (down - rows / 2) * unit, middle[1] + (across + shift - cols / 2) * unit
    draw_piece(pixels, shape, place, look, colour)
    if look.numbers:
        moved = rng.uniform(-0.1, 0.1, 2).tolist()
        draw_number(pixels, number, shape, place, look, colour, (moved[0], moved[1]))


def _draw_rules(
    pixels: Pixels, spec: CardSpec, table: tuple[float, float, float, float], head_px: float
) -> None:
    """Draw the lines of the table; in the heading, no lines separate the columns that share it."""
    if spec.rules == "none":
        return
    unit = spec.look.cell_px[0]
    top, left, bottom, right = table
    start = left - spec.label * unit
    page = spec.look.page
    tone, thick = mix(page.page, page.ink, 0.2), max(1.0, (0.1 if spec.rules == "double" else 0.18) * unit)
    if spec.rules == "black":
        tone, thick = spec.look.ink, max(1.0, 0.1 * unit)
    gap = 2.2 * thick if spec.rules == "double" else 0.0
    for row in range(-1, len(spec.table) + 1):
        y = top - head_px if row < 0 else top + row * spec.cell[0] * unit
        for shift in {-gap / 2, gap / 2}:
            line(pixels, (y + shift, left if row < 0 else start), (y + shift, right), thick, tone)
    if spec.rules == "level":
        return
    line(pixels, (top, start), (bottom, start), thick, tone)
    for column in range(spec.columns + 1):
        x = left + column * spec.cell[1] * unit
        above = top if 0 < column < spec.first else top - head_px
        for shift in {-gap / 2, gap / 2}:
            line(pixels, (above, x + shift), (bottom, x + shift), thick, tone)
