"""Upright: the picture turned upright, and how sharp its lines would be at other slopes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from picrosser.debugging.marks import (
    COLUMN,
    FAINT,
    ROW,
    SMALL_PX,
    TEXT,
    Note,
    backdrop,
    below,
    beside,
    blank,
    headed,
    write,
)
from picrosser.imaging.pixels import RGB
from picrosser.reading.attempts.upright import Upright

_SHOT_PX = (480, 1000)
_PLOT_PX = (560, 220)
_AXIS_PX = 24  # below a plot, for the angles


def upright_picture(image: RGB, found: Upright) -> Image.Image:
    """The picture before and after, and the sharpness of its lines at every slope that was tried."""
    tilt = found.tilt
    plots = below(
        [
            _plot("lines across", tilt.angles_deg, tilt.across, tilt.slopes.across, ROW),
            _plot("lines down", tilt.angles_deg, tilt.down, tilt.slopes.down, COLUMN),
        ]
    )
    shots = [backdrop(shot, *_SHOT_PX)[0] for shot in (image, found.image)]
    notes = [
        Note("before and after"),
        Note(f"contrast {tilt.contrast:.1f} over the median slope's"),
        Note("the rough look at the slopes; a finer one follows"),
    ]
    return headed(beside([*shots, plots]), f"Upright: turned by {found.turned_deg:+.2f} degrees", notes)


def _plot(
    title: str,
    angles_deg: NDArray[np.float64],
    sharpness: NDArray[np.float32],
    best: float,
    colour: tuple[int, int, int],
) -> Image.Image:
    """Sharpness over the slope, the best one marked."""
    width, height = _PLOT_PX
    sheet = blank(width, height + _AXIS_PX)
    draw = ImageDraw.Draw(sheet)
    span = float(angles_deg[-1] - angles_deg[0])

    def at(angle: float) -> float:
        return (angle - float(angles_deg[0])) / span * (width - 1)

    for angle in range(int(angles_deg[0]) + 1, int(angles_deg[-1])):
        draw.line((at(angle), 0, at(angle), height), fill=FAINT)
        write(draw, (at(angle), height + 4), f"{angle}°", size_px=SMALL_PX, anchor="ma")
    top = float(sharpness.max()) or 1.0
    points = [
        (at(float(angle)), (1 - float(value) / top) * (height - 1))
        for angle, value in zip(angles_deg, sharpness, strict=True)
    ]
    draw.line(points, fill=colour, width=2)
    draw.line((at(best), 0, at(best), height), fill=TEXT)
    write(draw, (8, 4), f"{title}: {best:+.2f}°")
    return sheet
