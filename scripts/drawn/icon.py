"""The icon of the phone page: a nonogram of a cat's head, as SVG and as PNG.

The PNGs fill their whole square, since phones cut icons to a circle or a rounded square. The head lies within
the middle four fifths, which every phone shows.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

CAT = (
    "#.......#",
    "##.....##",
    "#########",
    "##o###o##",
    "##o###o##",
    "#########",
    "####o####",
    ".#######.",
)
"""Fur, eyes and nose; nothing is drawn at a dot."""
GROUND = "#0b6b5e"
COLOURS = {"#": "#ffffff", "o": "#3d9185"}
SIDES_PX = (192, 512)
CELL, GAP = 8, 1
"""Of the drawing, in its own units: a cell's side, and the space between two cells."""
SIDE = 120
PAGE = Path(__file__).parents[2] / "picrosser" / "serving" / "page"


def cells() -> list[tuple[float, float, str]]:
    """Left, top and colour of each cell, in the drawing's units."""
    step = CELL + GAP
    left = (SIDE - len(CAT[0]) * step + GAP) / 2
    top = (SIDE - len(CAT) * step + GAP) / 2
    return [
        (left + col * step, top + row * step, COLOURS[mark])
        for row, marks in enumerate(CAT)
        for col, mark in enumerate(marks)
        if mark in COLOURS
    ]


def as_svg() -> str:
    """The icon with rounded corners, for browsers that show it as it is."""
    squares = "".join(
        f'<rect x="{left:g}" y="{top:g}" width="{CELL}" height="{CELL}" rx="1.5" fill="{colour}"/>'
        for left, top, colour in cells()
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" rx="22" fill="{GROUND}"/>{squares}</svg>\n'
    )


def as_png(side_px: int) -> Image.Image:
    """The icon without rounded corners.

    side_px : width and height of the picture.
    """
    finer = 4  # drawn larger and reduced, since PIL's shapes have jagged edges
    scale = finer * side_px / SIDE
    image = Image.new("RGB", (finer * side_px, finer * side_px), GROUND)
    draw = ImageDraw.Draw(image)
    for left, top, colour in cells():
        box = [scale * left, scale * top, scale * (left + CELL) - 1, scale * (top + CELL) - 1]
        draw.rounded_rectangle(box, radius=1.5 * scale, fill=colour)
    return image.resize((side_px, side_px), Image.Resampling.LANCZOS)


def save_icons(folder: Path = PAGE) -> None:
    """Write icon.svg, icon-192.png and icon-512.png; the folder is that of the page by default."""
    (folder / "icon.svg").write_text(as_svg(), encoding="utf-8")
    for side_px in SIDES_PX:
        as_png(side_px).save(folder / f"icon-{side_px}.png", optimize=True)
