"""HintsFound, CirclesFound and PaletteFound as contact sheets of the hints' patches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from picrosser.debugging.earlier import earlier, hint_label
from picrosser.debugging.marks import (
    BAD,
    BARE,
    BOX,
    COLUMN,
    DISC,
    FAINT,
    ROW,
    SMALL_PX,
    TEXT,
    WIDTH_PX,
    Note,
    below,
    blank,
    headed,
    legible_on,
    text_width,
    write,
)
from picrosser.debugging.sheets import Tile, contact_sheet, tile_picture, tile_side
from picrosser.imaging.pixels import Mask
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE
from picrosser.puzzles.picture import Colour
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.palette import PaletteFound

_STRIP_PX = 18  # a strip of colour under a patch
_BAR_PX = 6
_AXES = [Note("row's hint", swatch=ROW), Note("column's hint", swatch=COLUMN)]


def hints_picture(hints: HintsFound) -> Image.Image:
    """Every patch, with the largest disc that fits its slot, and under it the tone of its stripe."""
    side = tile_side(len(hints.places))
    radius = hints.slot_radius_px * side / hints.patches.shape[1]
    tiles: list[Tile] = []
    for hint, (patch, stripe) in enumerate(zip(hints.patches, hints.stripes, strict=True)):
        tone = _colour(stripe)
        picture = blank(side, side + _STRIP_PX)
        picture.paste(tile_picture(patch, side), (0, 0))
        draw = ImageDraw.Draw(picture)
        _circle(draw, side, radius, BOX)
        draw.rectangle((0, side, side, side + _STRIP_PX), fill=tone)
        code = "{:02x}{:02x}{:02x}".format(*tone)
        if text_width(code, SMALL_PX) <= side:
            write(draw, (side / 2, side + _STRIP_PX / 2), code, legible_on(tone), SMALL_PX, "mm")
        tiles.append(Tile(picture, *hint_label(hints, hint)))
    notes = [
        Note(f"patches of {hints.patches.shape[1]} px, cell pitch {hints.pitch_px:.1f} px"),
        *_AXES,
        Note(f"slot radius {hints.slot_radius_px:.1f} px", swatch=BOX),
        Note("under each patch: the tone taken for its bare stripe; there should be no seam"),
    ]
    title = (
        f"Hints: {len(hints.places)} = ({hints.rows} rows + {hints.cols} columns) x {hints.colours} colours"
    )
    return headed(contact_sheet(tiles, hints.colours), title, notes)


def circles_picture(circles: CirclesFound, before: Sequence[object] = ()) -> Image.Image:
    """Every patch with the ring that voted, both shares of votes as bars, and the decision as a frame."""
    hints = earlier(before, HintsFound)
    side = tile_side(len(circles.circled))
    tiles = [_circle_tile(circles, hint, hints, side) for hint in range(len(circles.circled))]
    discs = sum(guess.value for guess in circles.circled)
    least = min((abs(odds) for odds in circles.log_odds), default=SURE_CIRCLE)
    notes = [
        Note("circled; upper bar: votes for a disc", swatch=DISC),
        Note("not circled; lower bar: votes for the bare stripe", swatch=BARE),
        Note(f"undecided: less than {SURE_CIRCLE:g} nats either way", swatch=BAD),
        Note(
            f"over each patch its log-odds in nats; the weakest has {least:.1f}",
            BAD if least < SURE_CIRCLE else TEXT,
        ),
        Note(f"a disc differs from its stripe by {circles.disc_levels:+.0f} levels"),
        Note("ring {:.1f} to {:.1f} px".format(*circles.ring_px)),
        Note(f"discs' radius {circles.disc_radius_px:.1f} px"),
        *_AXES,
    ]
    group = 1 if hints is None else hints.colours
    title = f"Circles: {discs} of {len(circles.circled)} hints are circled"
    return headed(contact_sheet(tiles, group), title, notes)


def _circle_tile(circles: CirclesFound, hint: int, hints: HintsFound | None, side: int) -> Tile:
    odds = circles.log_odds[hint]
    colour = _decision(odds)
    picture = blank(side, side + 2 * _BAR_PX + 6)
    if hints is None:  # without the patch, the tone behind its number
        size = 2 * circles.ring_px[1] + 1
        picture.paste(_colour(circles.backdrops[hint]), (0, 0, side, side))
    else:
        size = hints.patches.shape[1]
        picture.paste(tile_picture(hints.patches[hint], side), (0, 0))
    draw = ImageDraw.Draw(picture)
    for radius in circles.ring_px:
        _circle(draw, side, radius * side / size, colour)
    draw.rectangle((0, 0, side - 1, side - 1), outline=colour, width=3)
    for number, (share, tone) in enumerate(
        ((circles.disc_votes[hint], DISC), (circles.bare_votes[hint], BARE))
    ):
        y = side + 3 + number * (_BAR_PX + 1)
        draw.rectangle((0, y, side - 1, y + _BAR_PX - 1), fill=FAINT)
        if share > 0:
            draw.rectangle((0, y, max(0, round(side * float(share)) - 1), y + _BAR_PX - 1), fill=tone)
    return Tile(picture, *hint_label(hints, hint), f"{odds:+.0f}", colour)


def _decision(log_odds: float) -> Colour:
    if abs(log_odds) < SURE_CIRCLE:
        return BAD
    return DISC if log_odds > 0 else BARE


def palette_picture(palette: PaletteFound, before: Sequence[object] = ()) -> Image.Image:
    """The inks, the board's colour and the shadow as swatches, then each hint's foreground in its ink."""
    hints = earlier(before, HintsFound)
    colours = max(1, len(palette.inks))
    side = min(80, tile_side(len(palette.foreground)))
    tiles: list[Tile] = []
    for hint, mask in enumerate(palette.foreground):
        occupied = bool(palette.occupied[hint])
        ink = palette.inks[hint % colours]  # hints stand line by line, slot by slot
        remark = f"{100 * palette.cover[hint]:.0f}"
        tiles.append(Tile(_mask_tile(mask, ink, occupied, side), *hint_label(hints, hint), remark, TEXT))
    swatches = [
        *(
            _swatch(f"slot {slot}", ink, f"{100 * share:.0f} % of its mask")
            for slot, (ink, share) in enumerate(zip(palette.inks, palette.shares, strict=True), 1)
        ),
        _swatch("board", palette.background, "an empty cell"),
    ]
    shadow = (
        "no shadow"
        if palette.shadow == 1
        else f"shadow leaves {100 * palette.shadow:.0f} % of the brightness"
    )
    notes = [
        Note(shadow),
        Note(f"{int(palette.occupied.sum())} of {len(palette.occupied)} hints have a number"),
        Note(
            "masks: pixels that differ from their backdrop, in the slot's ink, and their % of the hint's zone"
        ),
        Note("struck out: taken for empty"),
        *_AXES,
    ]
    masks = contact_sheet(tiles, colours if colours > 1 else 1)
    picture = below([contact_sheet([Tile(swatch, "") for swatch in swatches], 1, WIDTH_PX), masks])
    return headed(picture, f"Palette: {len(palette.inks)} inks", notes)


def _mask_tile(mask: Mask, ink: Colour, occupied: bool, side: int) -> Image.Image:
    """The mask in its ink, on a ground that shows the ink."""
    ground = (236, 236, 236) if legible_on(ink) == (255, 255, 255) else (70, 70, 70)
    if not occupied:
        ground = (220, 218, 214)
    pixels = np.where(mask[..., None], np.array(ink, np.uint8), np.array(ground, np.uint8))
    picture = tile_picture(pixels, side)
    if not occupied:
        ImageDraw.Draw(picture).line((0, 0, side, side), fill=FAINT, width=2)
    return picture


def _swatch(name: str, colour: Colour, what: str) -> Image.Image:
    picture = blank(200, 84)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 71, 71), fill=colour, outline=TEXT)
    write(draw, (82, 2), name)
    write(draw, (82, 26), "{} {} {}".format(*colour), size_px=SMALL_PX)
    write(draw, (82, 46), what, size_px=SMALL_PX)
    return picture


def _circle(draw: ImageDraw.ImageDraw, side: int, radius: float, colour: Colour) -> None:
    """A circle round the middle of a tile."""
    middle = (side - 1) / 2
    draw.ellipse(
        (middle - radius, middle - radius, middle + radius, middle + radius), outline=colour, width=1
    )


def _colour(tone: NDArray[np.float32]) -> Colour:
    red, green, blue = (int(v) for v in np.rint(tone).clip(0, 255))
    return red, green, blue
