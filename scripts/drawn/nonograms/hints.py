"""Draw the hint areas: plates, grids and stripes behind the numbers, and the numbers in their states."""

from itertools import groupby

import numpy as np

from drawn.canvas import Area, Pixels, disc, fill_box, mix, round_box, stroke
from drawn.nonograms.board import frame, inset
from drawn.nonograms.layout import Layout, Number
from drawn.nonograms.writing import width_of, write
from picrosser.puzzles.picture import Colour

IN_SLOT = 0.86  # of a slot: the widest number
STRUCK_FROM_PX = 12.0  # a smaller digit cannot be read under a line; it fades instead
FADED = 0.68  # of a satisfied number's colour is the ground's
STROKE = 0.09  # of a digit's height: the line through a struck number
FADE_STEPS = 24  # bands of a plate that fades away
LIGHT, MIDDLE = (0.299, 0.587, 0.114), 150  # of a colour, by its channels; above it digits are black
WHITE, BLACK = (255, 255, 255), (20, 20, 20)


def draw_hints(pixels: Pixels, layout: Layout) -> None:
    numbers = layout.numbers()
    _plates(pixels, layout, numbers)
    for _, line in groupby(numbers, key=lambda number: (number.axis, number.line)):
        together = list(line)
        for number in together:
            _number(pixels, layout, number, together)
    page = layout.spec.scheme.page
    ink = mix(page, _legible_on(page), 0.8)
    for number in layout.numbers_beyond():
        write(pixels, number.text, layout.spec.pen, (number.y, number.x), number.height_px, ink)


def _legible_on(ground: Colour) -> Colour:
    """White on a dark background, black on a light one."""
    return WHITE if np.dot(ground, LIGHT) < MIDDLE else BLACK


def _ground(layout: Layout, line: int) -> Colour:
    scheme, hints = layout.spec.scheme, layout.spec.look.hints
    if hints.plate == "none" and not hints.stripes:
        return scheme.page
    return scheme.other_plate if hints.stripes and line % 2 else scheme.plate


def _plates(pixels: Pixels, layout: Layout, numbers: list[Number]) -> None:
    hints, pitch = layout.spec.look.hints, layout.pitch
    if hints.plate in ("box", "pill", "fade", "grid") or hints.stripes:
        for axis, lines in enumerate(layout.shape):
            for line in range(lines):
                _strip(pixels, layout, axis, line)
    if hints.plate == "grid":
        _slots(pixels, layout)
    if hints.plate == "header":
        style, scheme = layout.spec.look.board, layout.spec.scheme
        for axis, lines in enumerate(layout.shape):
            for line in range(lines):
                frame(pixels, layout.strip(axis, line), style.thin * pitch, scheme.line)
    for number in numbers:
        if hints.plate in ("tile", "stairs"):
            area = inset(number.slot, hints.plate_gap * pitch / 2)
            round_box(pixels, area, hints.plate_radius * pitch, _ground(layout, number.line))
        if hints.plate == "stairs":
            frame(pixels, number.slot, layout.spec.look.board.thin * pitch, layout.spec.scheme.line)
        if hints.plate == "badge":
            disc(pixels, number.y, number.x, 0.44 * min(pitch, hints.slot * pitch or pitch),
                 _ground(layout, number.line))  # fmt: skip


def _strip(pixels: Pixels, layout: Layout, axis: int, line: int) -> None:
    hints, pitch = layout.spec.look.hints, layout.pitch
    area, ground = layout.strip(axis, line), _ground(layout, line)
    gap = hints.plate_gap * pitch / 2
    if axis == 0:
        area = (area[0] + gap, area[1], area[2] - gap, area[3])
    else:
        area = (area[0], area[1] + gap, area[2], area[3] - gap)
    if hints.plate == "fade":
        _fading(pixels, area, ground, axis)
    elif hints.plate == "pill":
        room = hints.plate_gap * pitch
        area = (area[0], area[1], area[2] - room * axis, area[3] - room * (1 - axis))
        round_box(pixels, area, pitch / 2, ground)
    else:
        round_box(pixels, area, hints.plate_radius * pitch * (hints.plate == "box"), ground)


def _fading(pixels: Pixels, area: Area, ground: Colour, axis: int) -> None:
    top, left, bottom, right = area
    high, wide = (bottom - top) / FADE_STEPS, (right - left) / FADE_STEPS
    for step in range(FADE_STEPS):
        part = (top + step * high, left, top + (step + 1) * high, right) if axis else (
            top, left + step * wide, bottom, left + (step + 1) * wide)  # fmt: skip
        fill_box(pixels, *part, ground, (step + 1) / FADE_STEPS)


def _slots(pixels: Pixels, layout: Layout) -> None:
    style, scheme, pitch = layout.spec.look.board, layout.spec.scheme, layout.pitch
    size = layout.spec.look.hints.slot * pitch
    for axis, lines in enumerate(layout.shape):
        for line in range(lines):
            top, left, bottom, right = layout.strip(axis, line)
            for at in range(round((layout.depths[1 - axis] - layout.gap) / size)):
                near, far = at * size, (at + 1) * size
                slot = (bottom - far, left, bottom - near, right) if axis else (
                    top, right - far, bottom, right - near)  # fmt: skip
                frame(pixels, slot, style.thin * pitch, scheme.line)
    _, _, bottom, right = layout.board
    top, left = layout.top - layout.depths[0], layout.left - layout.depths[1]
    for area in ((layout.top, left, bottom, layout.left), (top, layout.left, layout.top, right)):
        frame(pixels, area, style.frame * pitch, scheme.thick)


def _number(pixels: Pixels, layout: Layout, number: Number, line: list[Number]) -> None:
    spec, hints, pitch = layout.spec, layout.spec.look.hints, layout.pitch
    runs = (spec.puzzle.cols if number.axis else spec.puzzle.rows)[number.line]
    is_done = bool(runs) and spec.found[number.axis][number.line][number.at]
    ground, ink = _ground(layout, number.line), _ink(layout, number, line)
    coloured = len(spec.picture.palette) > 2 and bool(runs)
    if coloured:
        assert runs
        colour = spec.picture.palette[runs[number.at].colour]
        squares = hints.colours == "squares"
        if squares and not (is_done and spec.done == "inverted"):
            round_box(pixels, inset(number.slot, max(0.5, 0.03 * pitch)), 0.05 * pitch, colour)
            ground, ink = colour, _legible_on(colour)
        elif squares:
            round_box(pixels, inset(number.slot, max(0.5, 0.03 * pitch)), 0.05 * pitch, spec.scheme.cell)
            ground, ink = spec.scheme.cell, colour
        else:
            ink = colour
    elif is_done and spec.done == "inverted":
        half = 0.5 * width_of(number.text, spec.pen, number.height_px) + 0.16 * pitch
        tall = 0.62 * number.height_px
        area = (number.y - tall, number.x - half, number.y + tall, number.x + half)
        round_box(pixels, area, 0.1 * pitch, spec.scheme.done)
        ink = ground
    struck = is_done and spec.done == "struck" and number.height_px >= STRUCK_FROM_PX
    faded = is_done and spec.done in ("faded", "struck") and not struck
    if faded and not (coloured and hints.colours == "squares"):
        ink = mix(ink, ground, FADED) if coloured else spec.scheme.done
    widest = hints.widest * pitch if number.axis or hints.slot else 0.0
    if hints.slot and not number.axis:
        widest = min(widest, IN_SLOT * hints.slot * pitch)
    spot = number.y, number.x
    write(pixels, number.text, spec.pen, spot, number.height_px, ink, widest_px=widest)
    if struck:
        half = 0.5 * min(widest or pitch, width_of(number.text, spec.pen, number.height_px)) + 0.1 * pitch
        wide = max(1.0, STROKE * number.height_px)
        ends = (number.y + 0.2 * number.height_px, number.x - half), (
            number.y - 0.2 * number.height_px, number.x + half)  # fmt: skip
        stroke(pixels, *ends, wide, spec.scheme.done)


def _ink(layout: Layout, number: Number, line: list[Number]) -> Colour:
    """The colour of a number; where numbers stand close, it distinguishes '12' from '1 2'."""
    scheme, hints = layout.spec.scheme, layout.spec.look.hints
    if hints.doubles == "colour" and len(number.text) > 1 and number.axis == 0:
        return scheme.accent
    if hints.doubles == "alternate" and number.axis == 0 and (len(line) - number.at) % 2 == 0:
        return scheme.accent
    return scheme.ink
