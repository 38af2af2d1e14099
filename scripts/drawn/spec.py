"""What one drawn screenshot shows, how it looks and where all lies, chosen at random.

All lengths in `Look` are fractions. The board fills the width, or the height between the bars.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from drawn.glyphs import BUILT_IN, FontFace
from drawn.palettes import THEMES, Theme, random_palette
from drawn.pictures import has_one_solution, hints_of, random_cells
from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.picture import Colour, Picture


@dataclass(frozen=True, slots=True)
class Phone:
    """A screen, in pixels."""

    name: str
    width: int
    height: int


PHONES = (
    Phone("small", 720, 1440),
    Phone("full-hd", 1080, 1920),
    Phone("tall", 1080, 2160),
    Phone("taller", 1080, 2400),
    Phone("fruit", 1170, 2532),
    Phone("sharp", 1440, 3200),
    Phone("tablet", 1600, 2560),
    Phone("big-tablet", 2048, 2732),
)
SHAPES = ((5, 5), (10, 5), (10, 10), (15, 10), (15, 15), (20, 20))
"""(rows, columns); the first four are the game's."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the board is drawn; the defaults were measured on the game's screens.

    Alphas are opacities of the theme's ink. Other values are fractions of
    the cell pitch, unless said otherwise.
    """

    line_alpha: float = 0.053
    frame_alpha: float = 0.10
    stripe_alpha: float = 0.053
    disc_alpha: float = 0.145
    rim_alpha: float = 0.14  # of the opposite of the ink
    line_width: float = 0.093
    frame_width: float = 0.046  # of one box; two boxes touch, so that an inner line is twice as thick
    dashes: int = 5  # per cell
    dash_duty: float = 0.75  # the drawn part of a dash period
    slot_pitch: float = 0.84
    outer_margin: float = 0.57  # from the hint area's outer edge to the middle of its first slot
    inner_margin: float = 0.43
    disc_size: float = 0.9
    line_spread: float = 1.017  # of the hints about the middle of their block of five lines
    digit_height: float = 0.64
    squeeze: float = 0.75
    digit_gap: float = 0.012  # ink to ink
    outline_width: float = 0.024
    outline_light: float = 1.075  # the outline's brightness; the face has the colour itself
    bar_light: float = 1.09  # the bars' brightness
    shadow_offset: float = 0.035
    shadow_alpha: float = 0.53
    shadow_blur: float = 0.008
    side_margin: float = 0.0278  # of the screen's width
    overlap_px: float = 0.5  # of the hint areas' frames over the board's: a thin darker line in some places


@dataclass(frozen=True, slots=True)
class ScreenshotSpec:
    """Everything that determines a drawn screenshot.

    cells : rows of colours, counted from 1.
    mascot : seed of the animal in the corner.
    """

    cells: tuple[tuple[int, ...], ...]
    colours: tuple[Colour, ...]
    phone: Phone
    theme: Theme
    font: FontFace
    look: Look = Look()
    mascot: int = 0
    clock: str = "00:03"
    unique: bool = False  # proved to have one solution

    @property
    def picture(self) -> Picture:
        """The solution; a blank cell would have the page's colour."""
        return Picture(np.array(self.cells, np.int8), (self.theme.page, *self.colours))


@dataclass(frozen=True, slots=True)
class Wishes:
    """Choices that the caller fixes; None leaves one to chance."""

    rows: int | None = None
    cols: int | None = None
    colours: int | None = None
    phone: Phone | None = None
    theme: Theme | None = None
    font: FontFace | None = None
    as_game: bool = False  # keep the measured look, do not vary it


def random_spec(
    rng: np.random.Generator,
    wishes: Wishes = Wishes(),
    fonts: Sequence[FontFace] = (BUILT_IN,),
    draws: int = 40,
) -> ScreenshotSpec:
    """Choose a screenshot: the first of `draws` pictures that has one solution, otherwise the last."""
    rows, cols = SHAPES[rng.choice(len(SHAPES), p=(0.15, 0.15, 0.2, 0.35, 0.1, 0.05))]
    rows, cols = wishes.rows or rows, wishes.cols or cols
    most = 6 if rows * cols > 150 else 3 if rows * cols <= 25 else 5
    colours = wishes.colours or min(int(rng.integers(2, most + 1)), rows * cols)
    phone = wishes.phone or PHONES[rng.integers(len(PHONES))]
    theme = wishes.theme or THEMES[rng.integers(len(THEMES))]
    font = fonts[int(rng.random() * len(fonts))]  # one draw, however many fonts there are
    spec = ScreenshotSpec(
        cells=(),
        colours=random_palette(rng, colours, theme),
        phone=phone,
        theme=theme,
        font=wishes.font or font,
        look=Look() if wishes.as_game else random_look(rng, wishes.font or font),
        mascot=int(rng.integers(1 << 30)),
        clock=f"{rng.integers(0, 13):02d}:{rng.integers(0, 60):02d}",
    )
    for _ in range(draws):
        cells = random_cells(rng, rows, cols, colours)
        spec = replace(spec, cells=tuple(tuple(row) for row in cells.tolist()))
        spec = replace(spec, unique=has_one_solution(hints_of(spec.picture)))
        if spec.unique:
            break
    return spec


def random_look(rng: np.random.Generator, font: FontFace) -> Look:
    usual = Look()
    contrast = rng.uniform(0.75, 1.5)
    slot = rng.uniform(0.75, 1.0)
    disc = min(slot * rng.uniform(0.92, 1.05), 1.0)
    varied: dict[str, float] = {
        field.name: getattr(usual, field.name) * rng.uniform(0.85, 1.2)
        for field in fields(Look)
        if field.name in ("line_width", "frame_width", "outline_width", "shadow_offset", "shadow_alpha")
    }
    varied |= {
        name: getattr(usual, name) * contrast * rng.uniform(0.9, 1.1)
        for name in ("line_alpha", "frame_alpha", "stripe_alpha", "disc_alpha", "rim_alpha")
    }
    return replace(
        usual,
        **varied,
        dashes=int(rng.integers(4, 7)),
        dash_duty=rng.uniform(0.5, 0.78),
        slot_pitch=slot,
        disc_size=disc,
        outer_margin=disc / 2 + rng.uniform(0.06, 0.18),
        inner_margin=disc / 2 + rng.uniform(-0.02, 0.06),
        line_spread=rng.choice((1.0, 1.017)),
        digit_height=disc * rng.uniform(0.64, 0.78),
        squeeze=rng.uniform(0.62, 0.85) if rng.random() < 0.75 else rng.uniform(0.85, 1.0),
        digit_gap=rng.uniform(0.0, 0.04) if "serif" not in font.name else rng.uniform(0.02, 0.05),
        outline_light=rng.uniform(1.03, 1.12),
        shadow_blur=rng.uniform(0.002, 0.02),
        side_margin=rng.uniform(0.015, 0.06),
        overlap_px=rng.choice((0.0, 0.5)),
    )


BLOCK = 5  # lines between two thick lines
STATUS, TOOL_BAR, TOOLS_BOTTOM, BRUSH_BAR = 60.0, 150.0, 205.0, 225.0  # heights on a screen 1080 wide
MASCOT_OVERHANG = 0.7  # of the pitch: what the mascot's hat needs above the hint area


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of everything, in float pixels. `unit` is one pixel of a screen 1080 wide."""

    spec: ScreenshotSpec
    unit: float
    pitch: float
    depth: float  # of both hint areas
    top: float  # of the cells
    left: float

    @property
    def rows(self) -> int:
        return len(self.spec.cells)

    @property
    def cols(self) -> int:
        return len(self.spec.cells[0])

    @property
    def bottom(self) -> float:
        return self.top + self.rows * self.pitch

    @property
    def right(self) -> float:
        return self.left + self.cols * self.pitch

    def slot(self, index: int) -> float:
        """The middle of a slot, measured from the outer edge of its hint area."""
        look = self.spec.look
        return (look.outer_margin + index * look.slot_pitch) * self.pitch

    def line_middle(self, line: int, lines: int) -> float:
        """The middle of a line's hints, measured from the first edge of the board.

        Hints are spread slightly about the middle of their block of five lines.
        """
        first = line // BLOCK * BLOCK
        middle = (first + min(first + BLOCK, lines)) / 2
        return (middle + (line + 0.5 - middle) * self.spec.look.line_spread) * self.pitch

    def hint_middles(self) -> list[list[tuple[float, float]]]:
        """The middles (y, x) of the hints of each line, rows first."""
        depths = [self.slot(slot) - self.depth for slot in range(len(self.spec.colours))]
        ys = (self.top + self.line_middle(row, self.rows) for row in range(self.rows))
        xs = (self.left + self.line_middle(col, self.cols) for col in range(self.cols))
        beside = [[(y, self.left + depth) for depth in depths] for y in ys]
        return beside + [[(self.top + depth, x) for depth in depths] for x in xs]

    def lattice(self) -> Lattice:
        """The true edges, rounded to whole pixels."""
        return Lattice(
            tuple(round(self.top + i * self.pitch) for i in range(self.rows + 1)),
            tuple(round(self.left + i * self.pitch) for i in range(self.cols + 1)),
        )

    def board_with_hints(self) -> Box:
        """The board, both hint areas and the corner between them."""
        return rounded_box(self.top - self.depth, self.left - self.depth, self.bottom, self.right)


def rounded_box(top: float, left: float, bottom: float, right: float) -> Box:
    return Box(round(top), round(left), round(bottom), round(right))


def place(spec: ScreenshotSpec) -> Layout:
    phone, look = spec.phone, spec.look
    unit = min(phone.width / 1080, phone.height / 1920)
    depth = look.outer_margin + look.inner_margin + (len(spec.colours) - 1) * look.slot_pitch
    rows, cols = len(spec.cells), len(spec.cells[0])
    width = phone.width * (1 - 2 * look.side_margin)
    free_top, free_bottom = TOOLS_BOTTOM * unit, phone.height - BRUSH_BAR * unit
    height = free_bottom - free_top - 40 * unit
    pitch = min(width / (cols + depth), height / (rows + depth + MASCOT_OVERHANG))
    left = (phone.width - (cols + depth) * pitch) / 2 + depth * pitch
    spare = free_bottom - free_top - (rows + depth + MASCOT_OVERHANG) * pitch
    top = free_top + spare * 0.37 + (MASCOT_OVERHANG + depth) * pitch
    return Layout(spec, unit, pitch, depth * pitch, top, left)
