"""Programs that are made up anew for each picture: every part of a look is chosen at random.

The looks of looks.py are known while reading is written; a seed of these is a program that nobody has seen.
"""

from dataclasses import replace

import numpy as np

from drawn.canvas import mix
from drawn.nonograms.look import Beyond, BoardStyle, Done, Frame, HintStyle, Look, Plate, Scheme, Zero
from drawn.nonograms.spec import lightness_contrast
from picrosser.puzzles.picture import Colour

SHAPES = (5, 5), (7, 7), (10, 10), (10, 10), (10, 5), (15, 15), (20, 15), (20, 20), (12, 20), (25, 25)
FRAMES: tuple[Frame, ...] = ("phone", "phone", "tablet", "browser", "desktop", "console", "crop")
SCREEN_PX = 480, 720, 828, 1080, 1170, 1440  # width
CELL_PX = 18, 22, 26, 30, 36, 44  # of windows and crops
FONTS = (
    "source-sans", "source-sans-bold", "hanken", "hanken-medium", "manrope", "manrope-extrabold", "fredoka",
    "source-serif", "source-serif-bold", "aileron", "pixel",
)  # fmt: skip
PLATES: tuple[Plate, ...] = (
    "none", "none", "box", "pill", "tile", "badge", "grid", "stairs", "fade", "header",
)  # fmt: skip
IN_SLOTS: tuple[Plate, ...] = ("tile", "badge", "grid", "stairs")  # plates for which a number takes a slot
LEGIBLE, VISIBLE, FAINT = 45.0, 12.0, 8.0  # differences in lightness, of 100: of digits, of paint, of lines
BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def made_up_program(seed: int) -> Look:
    rng = np.random.default_rng([seed, *b"program"])
    frame = FRAMES[rng.integers(len(FRAMES))]
    style = _board(rng)
    dones: tuple[Done, ...] = ("same", "faded", "faded", "struck", "inverted", "vanish")
    zeros: tuple[Zero, ...] = ("0", "0", "nothing", "crossed")
    coloured = rng.random() < 0.25
    hints = _hints(rng, coloured=coloured)
    beyond: tuple[Beyond, ...] = ("nothing", "nothing", "nothing", "nothing", "line numbers", "hints")
    return Look(
        f"program {seed}",
        frame,
        (_scheme(rng, hints, coloured=coloured),),
        style,
        hints,
        SHAPES,
        SCREEN_PX if frame in ("phone", "tablet") else CELL_PX,
        (FONTS[rng.integers(len(FONTS))],),
        (("flat", "flat", "flat", "gradient", "checks", "dots", "weave", "blurs")[rng.integers(8)],),
        (dones[rng.integers(len(dones))],),
        (zeros[rng.integers(len(zeros))],),
        (2, 3, 4) if coloured else (1,),
        whole_px=bool(rng.random() < 0.5),
        crisp=bool(rng.random() < 0.2),
        cursor=bool(rng.random() < 0.3),
        beyond=beyond[rng.integers(6 - coloured)],
    )


def _board(rng: np.random.Generator) -> BoardStyle:
    """Lines, tiles with gaps between them, or blocks of five in two shades."""
    style = BoardStyle(
        fill_inset=float(rng.choice((0, 0, 0.06, 0.15))),
        fill_radius=float(rng.choice((0, 0, 0.15))),
        mark="dot" if rng.random() < 0.3 else "cross",
    )
    if rng.random() < 0.2:
        gap, radius = float(rng.uniform(0.06, 0.16)), float(rng.choice((0, 0.12, 0.25)))
        return replace(style, thin=0, thick=0, frame=0, gap=gap, radius=radius)
    thin = float(rng.uniform(0.015, 0.09))
    return replace(
        style,
        thin=thin,
        thick=float(rng.choice((0, thin, 1.6 * thin, 2.5 * thin))),
        frame=float(rng.choice((0, thin, 2 * thin))),
        checks=float(rng.choice((0, 0, 0, 0.06))),
        block_gap=float(rng.choice((0, 0, 0, 0, 0.06))),
    )


def _hints(rng: np.random.Generator, *, coloured: bool) -> HintStyle:
    """Numbers in slots of a grid, or each taking its own room."""
    plate = PLATES[rng.integers(len(PLATES))]
    slotted = plate in IN_SLOTS or rng.random() < 0.2
    sides = ("board", "board", "board", "middle", "far")
    hints = HintStyle(
        height=float(rng.uniform(0.34, 0.6)),
        slot=float(rng.choice((0.72, 0.84, 1.0, 1.0))) if slotted else 0.0,
        space=float(rng.uniform(0.35, 0.8)),
        step=float(rng.uniform(1.18, 1.5)),
        widest=float(rng.uniform(0.7, 0.9)),
        margin=0.0 if slotted else float(rng.uniform(0.12, 0.35)),
        spare=float(rng.choice((0, 0, 0, 1.2))),
        gap=float(rng.choice((0, 0, 0, 0, 0.3, 1.0))),
        sides=(sides[rng.integers(5)], sides[rng.integers(5)]),
        most=0.0 if slotted else float(rng.choice((0, 0, 0, 2.9))),
        plate=plate,
        plate_gap=float(rng.choice((0, 0.06, 0.12))),
        plate_radius=float(rng.choice((0, 0.15))),
        stripes=bool(rng.random() < 0.2),
        colours="squares" if coloured and slotted and rng.random() < 0.5 else "digits",
    )
    # In a grid like the board's, numbers stand in its cells.
    return replace(hints, sides=("board", "board"), spare=0.0) if plate == "grid" else hints


def _scheme(rng: np.random.Generator, hints: HintStyle, *, coloured: bool) -> Scheme:
    """Colours at random: digits that can be read, paint and lines that can be seen.

    coloured : backgrounds of nearly one lightness, or no several inks would differ from all of them.
    """
    page = _colour(rng)
    free = WHITE if rng.random() < 0.5 else _colour(rng)
    near = mix(page, WHITE if lightness_contrast(page, BLACK) > 50 else BLACK, 0.7)
    cell = page if rng.random() < 0.2 else near if coloured else free
    plate = page if rng.random() < 0.3 else cell if coloured or rng.random() < 0.3 else _colour(rng)
    if hints.plate == "fade":
        plate = mix(page, plate, 0.25)
    other = mix(plate, WHITE if lightness_contrast(plate, BLACK) < 50 else BLACK, 0.1)
    on_page = hints.plate in ("none", "header", "fade") and not hints.stripes
    grounds = (page,) if on_page else (plate, other)
    ink = _apart(rng, LEGIBLE, *grounds)
    return Scheme(
        page=page,
        cell=cell,
        line=_apart(rng, FAINT, cell),
        thick=_apart(rng, VISIBLE, cell),
        ink=ink,
        done=mix(ink, grounds[0], 0.6),
        plate=plate,
        other_plate=other,
        fill=_apart(rng, LEGIBLE, cell),
        mark=_apart(rng, VISIBLE, cell),
        accent=_apart(rng, LEGIBLE, *grounds),
    )


def _colour(rng: np.random.Generator) -> Colour:
    """A light, dark or any colour, often a grey one."""
    low, high = ((200, 256), (0, 70), (150, 256))[rng.choice(3, p=(0.6, 0.3, 0.1))]
    red, green, blue = rng.integers(low, high, 3).tolist()
    return (red, red, red) if rng.random() < 0.3 else (red, green, blue)


def _apart(rng: np.random.Generator, least: float, *grounds: Colour) -> Colour:
    """A colour lighter or darker than its backgrounds, black or white where none of a few is."""
    for _ in range(30):
        any_colour = tuple(rng.integers(0, 256, 3).tolist())
        colour = _colour(rng) if rng.random() < 0.5 else any_colour
        if all(lightness_contrast(colour, ground) >= least for ground in grounds):
            return colour
    return max(BLACK, WHITE, key=lambda ink: min(lightness_contrast(ink, ground) for ground in grounds))
