"""Shadows on what is photographed: of something beyond the picture, of a hand, of the phone that takes it.

Each has a soft edge, the softer the further what casts it is from the page. A hand or a phone is drawn with
broad lines whose ends are round.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

SHADOWS = "edge", "hand", "phone"
DRAWN_PX = 400  # the longer side in which hands and phones are drawn: their edges are soft
# Of the thumb and the fingers: degrees from the arm's direction, and length; then half of a finger's width.
# Lengths are shares of a hand's.
FINGERS = ((-48, 0.62), (-16, 0.92), (-2, 1.0), (11, 0.95), (25, 0.8))
FINGER = 0.065
PALM = 0.42  # a palm's length and width
ARM = 0.24  # half of a wrist's width
Point = NDArray[np.float64]


def shadow_cover(rng: np.random.Generator, of: str, shape: tuple[int, int]) -> NDArray[np.float64]:
    """How much of the light a shadow takes from each pixel, (H, W), from 0 to 1.

    of : one of SHADOWS.
    """
    if of == "edge":
        return _beyond_an_edge(rng, shape)
    height, width = shape
    times = DRAWN_PX / max(shape)
    mask = Image.new("L", (max(1, round(width * times)), max(1, round(height * times))))
    cast = _cast_hand if of == "hand" else _cast_phone
    cast(rng, mask)
    soft = mask.filter(ImageFilter.GaussianBlur(min(mask.size) * rng.uniform(0.006, 0.04)))
    return np.asarray(soft.resize((width, height), Image.Resampling.BILINEAR), np.float64) / 255


def _beyond_an_edge(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float64]:
    """All that lies beyond a straight line."""
    down, across = (np.linspace(-1, 1, side) for side in shape)
    edge = rng.uniform(0, 2 * np.pi)
    beyond = np.sin(edge) * down[:, None] + np.cos(edge) * across[None, :] - rng.uniform(-0.2, 0.5)
    return np.asarray(1 / (1 + np.exp(-beyond / rng.uniform(0.01, 0.06))))


def _cast_hand(rng: np.random.Generator, mask: Image.Image) -> None:
    """A hand that reaches in from a side, with some of its fingers stretched out."""
    size = rng.uniform(0.45, 0.85) * min(mask.size)
    way = rng.uniform(0, 2 * np.pi)
    tip = np.array(mask.size) * rng.uniform(0.3, 0.7, 2)
    wrist = tip - size * _unit(way)
    palm = wrist + PALM * size * _unit(way)
    _stroke(mask, wrist - 2 * max(mask.size) * _unit(way), wrist, ARM * size)
    _stroke(mask, wrist + 0.1 * size * _unit(way), palm, PALM / 2 * size)
    first = int(rng.integers(0, 3))
    mirrored = -1 if rng.random() < 0.5 else 1
    for degrees, length in FINGERS[first : first + int(rng.integers(1, 5))]:
        direction = _unit(way + mirrored * np.deg2rad(degrees))
        side = _unit(way + np.pi / 2) * mirrored * np.sin(np.deg2rad(degrees)) * 0.3 * size
        _stroke(mask, palm + side * 0.5, wrist + length * size * direction, FINGER * size)


def _cast_phone(rng: np.random.Generator, mask: Image.Image) -> None:
    """A phone held over the page from a side, and the hand that holds it."""
    wide = rng.uniform(0.22, 0.4) * min(mask.size)
    half_px = np.array((wide, wide * rng.uniform(1.8, 2.2))) / 2
    way = rng.uniform(0, 2 * np.pi)
    held = int(rng.integers(4)) * np.pi / 2 + way + rng.normal(0, 0.2)
    middle = np.array(mask.size) * rng.uniform(0.3, 0.7, 2)
    along, beside = _unit(way), _unit(way + np.pi / 2)
    corners = [middle + down * half_px[1] * along + right * half_px[0] * beside for down, right in _AROUND]
    ImageDraw.Draw(mask).polygon([(float(x), float(y)) for x, y in corners], fill=255)
    for at, corner in enumerate(corners):
        _stroke(mask, corner, corners[at - 1], 0.05 * wide)  # its corners are round
    _stroke(mask, middle, middle + 2 * max(mask.size) * _unit(held), 0.35 * wide)


_AROUND = (-1, -1), (-1, 1), (1, 1), (1, -1)


def _unit(angle: float) -> Point:
    return np.array((np.cos(angle), np.sin(angle)))


def _stroke(mask: Image.Image, start: Point, stop: Point, half_px: float) -> None:
    """Draw a line with round ends, from (x, y) to (x, y)."""
    pen = ImageDraw.Draw(mask)
    side = half_px * np.array((start - stop)[::-1] * (1, -1)) / max(1e-9, float(np.hypot(*(start - stop))))
    corners = start + side, start - side, stop - side, stop + side
    pen.polygon([(float(x), float(y)) for x, y in corners], fill=255)
    for x, y in (start.tolist(), stop.tolist()):
        pen.ellipse((x - half_px, y - half_px, x + half_px, y + half_px), fill=255)
