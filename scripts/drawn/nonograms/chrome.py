"""Draw what surrounds the board: bars, titles, buttons with digits, window frames, all invented."""

from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from drawn.canvas import Pixels, cross, disc, fill_box, mix, new_canvas, round_box
from drawn.fills import MARKED
from drawn.glyphs import BUILT_IN
from drawn.nonograms.layout import Layout
from drawn.nonograms.writing import Pen, advance_of, write
from picrosser.puzzles.picture import Colour

WORDS = Pen(BUILT_IN)
TITLES = ("Medium", "Level {number}", "Daily puzzle", "No. {number}", "Old harbour", "Hard")
GREY, WHITE, BLACK = (128, 132, 138), (255, 255, 255), (24, 24, 26)
LINKS = ("Black & white", "Colour", "Search", "Authors", "Rules", "Top 100", "News", "Contacts")


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A canvas with the colours and the size unit of its texts."""

    pixels: Pixels
    layout: Layout
    rng: np.random.Generator

    @property
    def ink(self) -> Colour:
        """A text colour that is legible on the page."""
        return WHITE if sum(self.layout.spec.scheme.page) < 330 else BLACK

    def text(
        self,
        text: str,
        y: float,
        x: float,
        height: float,
        colour: Colour | None = None,
        *,
        left: bool = False,
    ) -> None:
        x += advance_of(text, WORDS, height) / 2 if left else 0
        write(self.pixels, text, WORDS, (y, x), height, colour or self.ink)


def draw_chrome(pixels: Pixels, layout: Layout, rng: np.random.Generator) -> None:
    sheet = _Sheet(pixels, layout, rng)
    match layout.spec.look.frame:
        case "phone" | "tablet":
            _status_bar(sheet)
            _header(sheet)
            _buttons(sheet)
        case "browser":
            _web_page(sheet)
        case "desktop":
            _window(sheet)
        case "console":
            _console(sheet)
        case "crop":
            pass


def _status_bar(sheet: _Sheet) -> None:
    width, ink = sheet.layout.width, sheet.ink
    unit = width / 100
    clock = f"{sheet.rng.integers(24)}:{sheet.rng.integers(60):02d}"
    sheet.text(clock, 3 * unit, 9 * unit, 2.3 * unit)
    for step in range(4):
        left, high = (80 + 1.2 * step) * unit, (0.8 + 0.5 * step) * unit
        fill_box(sheet.pixels, 4.1 * unit - high, left, 4.1 * unit, left + 0.8 * unit, ink)
    round_box(sheet.pixels, (1.9 * unit, 87 * unit, 4.1 * unit, 91.5 * unit), 0.6 * unit, GREY)
    sheet.text(str(sheet.rng.integers(11, 99)), 3 * unit, 94.5 * unit, 1.8 * unit)


def _header(sheet: _Sheet) -> None:
    spec, scheme = sheet.layout.spec, sheet.layout.spec.scheme
    unit = sheet.layout.width / 100
    sheet.text("<", 11 * unit, 6 * unit, 3 * unit, scheme.accent)
    title = TITLES[spec.number % len(TITLES)].format(number=spec.number)
    sheet.text(title, 10 * unit, 50 * unit, 3 * unit)
    disc(sheet.pixels, 10.5 * unit, 93 * unit, 2.3 * unit, scheme.accent)
    disc(sheet.pixels, 10.5 * unit, 93 * unit, 1.1 * unit, scheme.page)
    kind = spec.number % 3
    if kind == 0:  # lives
        for heart in range(3):
            disc(sheet.pixels, 16 * unit, (45 + 5 * heart) * unit, 1.7 * unit, (226, 62, 66))
    elif kind == 1:
        round_box(sheet.pixels, (14.6 * unit, 41 * unit, 17.4 * unit, 43.8 * unit), 0.4 * unit, scheme.fill)
        progress = f"{(spec.state > MARKED).sum()}/{(spec.picture.cells > 0).sum()}"
        sheet.text(progress, 16 * unit, 51 * unit, 2.3 * unit)
    else:
        timer = f"0{sheet.rng.integers(10)}:{sheet.rng.integers(10, 60)}"
        sheet.text(timer, 16 * unit, 50 * unit, 2.3 * unit)


def _buttons(sheet: _Sheet) -> None:
    layout, scheme = sheet.layout, sheet.layout.spec.scheme
    unit = layout.width / 100
    foot = layout.board[2] + layout.beyond[0]
    room = layout.height - foot
    y = foot + min(0.45 * room, 15 * unit)
    tray = mix(scheme.page, scheme.accent, 0.2)
    round_box(sheet.pixels, (y - 5 * unit, 30 * unit, y + 5 * unit, 52 * unit), 5 * unit, tray)
    cross(sheet.pixels, y, 35.5 * unit, 1.5 * unit, 0.6 * unit, sheet.ink)
    disc(sheet.pixels, y, 46.5 * unit, 4.4 * unit, scheme.cell)
    round_box(
        sheet.pixels,
        (y - 1.8 * unit, 44.7 * unit, y + 1.8 * unit, 48.3 * unit),
        0,
        layout.spec.picture.palette[1],
    )
    disc(sheet.pixels, y, 66 * unit, 5 * unit, tray)
    disc(sheet.pixels, y - 4 * unit, 70 * unit, 2.2 * unit, scheme.accent)
    sheet.text(str(sheet.rng.integers(1, 40)), y - 4 * unit, 70 * unit, 1.7 * unit, WHITE)
    if room > 40 * unit:
        top = layout.height - 14 * unit
        round_box(
            sheet.pixels, (top, 14 * unit, top + 9 * unit, 86 * unit), unit, mix(scheme.page, GREY, 0.25)
        )
        sheet.text("Find 12 things in 1 minute", top + 4.5 * unit, 18 * unit, 1.9 * unit, left=True)
        round_box(sheet.pixels, (top + 2 * unit, 68 * unit, top + 7 * unit, 83 * unit), unit, (38, 120, 214))
        sheet.text("INSTALL", top + 4.5 * unit, 75.5 * unit, 1.8 * unit, WHITE)


def _web_page(sheet: _Sheet) -> None:
    layout, scheme = sheet.layout, sheet.layout.spec.scheme
    size = 11.0
    fill_box(sheet.pixels, 0, 0, 26, layout.width, mix(scheme.page, GREY, 0.3))
    sheet.text("puzzles / nonograms", 13, 14, 9, left=True)
    rows, cols = layout.shape
    start = layout.left - layout.depths[1]
    if start > 110:
        for line, word in enumerate(LINKS):
            y = 60 + 26 * line
            if y < layout.height - 20:
                sheet.text(word, y, 14, 9, scheme.accent, left=True)
    sheet.text(f"Nonogram #{70000 + 31 * layout.spec.number}", 44, start, 1.3 * size, left=True)
    sheet.text(f"Size: {cols}x{rows}   Difficulty: 3", 68, start, 0.9 * size, left=True)
    y = layout.board[2] + (layout.height - layout.board[2]) / 2
    x = start
    for word in ("Clear", "Check", "Save"):
        round_box(sheet.pixels, (y - 12, x, y + 12, x + 64), 3, mix(scheme.page, GREY, 0.35))
        sheet.text(word, y, x + 32, 9)
        x += 74


def _window(sheet: _Sheet) -> None:
    layout, scheme = sheet.layout, sheet.layout.spec.scheme
    high = min(26.0, 0.45 * (layout.top - layout.depths[0]))
    fill_box(sheet.pixels, 0, 0, high, layout.width, mix(scheme.page, BLACK, 0.75))
    sheet.text("Nonogram", high / 2, layout.width / 2, 0.4 * high, WHITE)
    for at, colour in enumerate(((237, 106, 94), (245, 191, 79), (98, 197, 84))):
        disc(sheet.pixels, high / 2, 14 + 18 * at, 0.22 * high, colour)
    if layout.top - layout.depths[0] > 2 * high:
        sheet.text("Game   Move   Settings   Help", 1.5 * high, 10, 0.36 * high, left=True)
    room = layout.height - layout.board[2]
    text = f"Elapsed time: 0:0{sheet.rng.integers(10)}:{sheet.rng.integers(10, 60)}"
    sheet.text(text, layout.height - 0.35 * room, 10, min(9.0, 0.35 * room), left=True)


def _console(sheet: _Sheet) -> None:
    layout, scheme = sheet.layout, sheet.layout.spec.scheme
    width = min(layout.left - layout.depths[1] - 20, 0.26 * layout.width)
    unit = width / 100
    if width > 60:
        panel = (14.0, 12.0, 14 + 46 * unit, 12 + width)
        round_box(sheet.pixels, panel, 5 * unit, mix(scheme.page, BLACK, 0.7))
        sheet.text(f"LEVEL {layout.spec.number}", 14 + 14 * unit, 12 + 50 * unit, 9 * unit, WHITE)
        clock = f"00:0{sheet.rng.integers(10)}:{sheet.rng.integers(10, 60)}"
        sheet.text(clock, 14 + 33 * unit, 12 + 50 * unit, 11 * unit, scheme.accent)
    room = layout.height - layout.board[2]
    bar = layout.height - 0.55 * room
    fill_box(sheet.pixels, bar, 0, layout.height, layout.width, BLACK)
    sheet.text("(+) Pause     (A) Fill     (B) Mark", (bar + layout.height) / 2, layout.width * 0.7,
               min(9.0, 0.2 * room), WHITE)  # fmt: skip


STRENGTH = 0.10  # how much of the accent a pattern lays over the page


def backdrop(layout: Layout, rng: np.random.Generator) -> Pixels:
    spec, scheme = layout.spec, layout.spec.scheme
    pixels = new_canvas(layout.width, layout.height, scheme.page)
    if spec.backdrop == "flat":
        return pixels
    cover = _pattern(layout, rng)
    accent = np.array(mix(scheme.page, scheme.accent, 2 * STRENGTH), np.float32)
    return pixels + (accent - pixels) * cover[..., None].astype(np.float32)


def _pattern(layout: Layout, rng: np.random.Generator) -> np.ndarray:
    """(H, W) the strength of a pattern, 0..1."""
    y, x = np.mgrid[: layout.height, : layout.width].astype(np.float32)
    scale = max(layout.width, layout.height) / 24
    match layout.spec.backdrop:
        case "gradient":
            return (y / layout.height + 0.4 * x / layout.width) / 1.4
        case "checks":
            return ((x // scale + y // scale) % 2) * 0.6
        case "dots":
            return np.asarray(np.hypot(x % scale - scale / 2, y % scale - scale / 2) < scale / 5)
        case "weave":
            return 0.5 + 0.25 * (np.sin(x / scale * 3) + np.sin((x + 2 * y) / scale * 2))
        case _:
            small = ndimage.gaussian_filter(rng.random((24, 24)), 2.0, mode="wrap")
            zoom = layout.height / 24, layout.width / 24
            field = ndimage.zoom(small, zoom, order=1)[: layout.height, : layout.width]
            return (field - field.min()) / np.ptp(field)
