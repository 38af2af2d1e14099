"""The set `typefaces`: one plain board in the digits of many fonts, at many sizes, smooth and hard-edged.

The fonts are those of the npm packages `@fontsource/NAME`, unpacked into one folder, as for make_glyphs.py.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from drawn.nonograms.spec import black_truth, nonogram_of
from picrosser.puzzles.picture import Picture
from scoring.cases import Case, Pictured, Wanted

STYLES = {
    "serif": "merriweather lora playfair-display crimson-text pt-serif libre-baskerville eb-garamond tinos "
    "noto-serif old-standard-tt cormorant spectral",
    "slab": "roboto-slab zilla-slab arvo josefin-slab rokkitt bitter crete-round courier-prime cutive-mono "
    "special-elite",
    "italic": "lora tinos open-sans roboto merriweather source-sans-3 ubuntu josefin-sans exo-2 cormorant",
    "pixel": "press-start-2p vt323 pixelify-sans silkscreen jersey-10 dotgothic16 tiny5 micro-5 jersey-25 "
    "handjet",
    "handwriting": "caveat patrick-hand indie-flower shadows-into-light gochi-hand kalam "
    "architects-daughter permanent-marker gloria-hallelujah nanum-pen-script",
    "outlined": "londrina-outline bungee-outline bungee-hairline train-one rampart-one londrina-shadow "
    "ewert vast-shadow",
    "sans": "open-sans lato ubuntu dosis comfortaa varela-round jost orbitron share-tech-mono rajdhani",
}
"""Packages by the style of their digits."""
SIZES_PX = 7, 9, 12, 15, 18, 24, 32, 40
CELLS = 10  # each way
FILLED = 0.6
PAPER, INK, LINES = (255, 255, 255), (20, 20, 20), (60, 60, 60)


def typeface_cases(wanted: Wanted, fonts: Path) -> list[Case]:
    """A board for each font, size and kind of edges; `--only` names styles.

    Raises
    ------
    ValueError : the folder has none of the packages.
    """
    styles = wanted.only.split(",") if wanted.only else list(STYLES)
    found = [(style, file) for style in styles for file in _files(fonts, style)]
    if not found:
        raise ValueError(f"{fonts} holds no fonts; see scoring/typefaces.py")
    return [
        Case("typefaces", f"{file.stem} {size} {edges}", partial(_board, style, file, size, edges))
        for style, file in found
        for size in SIZES_PX
        for edges in ("smooth", "hard")
    ]


def _files(fonts: Path, style: str) -> Iterator[Path]:
    slant = "italic" if style == "italic" else "normal"
    for name in STYLES[style].split():
        regular = fonts / name / "files" / f"{name}-latin-400-{slant}.woff"
        others = sorted(regular.parent.glob(f"{name}-latin-*-{slant}.woff"))
        yield from [regular] if regular.is_file() else others[:1]


def _board(style: str, file: Path, size: int, edges: str) -> Pictured:
    """A drawn board of a random puzzle, black on white, a number in each hint cell."""
    rng = np.random.default_rng([*file.stem.encode(), size])
    filled = (rng.random((CELLS, CELLS)) < FILLED).astype(int)
    filled[rng.integers(CELLS)] = 1  # a two-digit number
    truth = black_truth(nonogram_of(Picture(filled, (PAPER, INK))), unique=False)
    rows, cols = truth["rows"], truth["cols"]
    pitch = round(1.6 * size) + 2
    left, top = (pitch * (1 + max(map(len, lines))) for lines in (rows, cols))
    image = Image.new("RGB", (left + (CELLS + 1) * pitch, top + (CELLS + 1) * pitch), PAPER)
    pen = ImageDraw.Draw(image)
    pen.fontmode = "L" if edges == "smooth" else "1"
    pen.font = ImageFont.truetype(file, size)
    for at in range(CELLS + 1):
        place, end, width = at * pitch, CELLS * pitch, 1 if at % 5 else 2
        pen.line([(left, top + place), (left + end, top + place)], LINES, width)
        pen.line([(left + place, top), (left + place, top + end)], LINES, width)
    for lines, is_row in ((rows, True), (cols, False)):
        for at, runs in enumerate(lines):
            for step, run in enumerate(reversed(runs)):
                away, along = -pitch * (step + 0.55), pitch * (at + 0.5)
                x, y = (left + away, top + along) if is_row else (left + along, top + away)
                pen.text((x, y), str(run), INK, anchor="mm")
    return Pictured(image, truth, {"style": style, "size": f"{size:2} px", "edges": edges})
