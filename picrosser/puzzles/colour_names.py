"""Plain names for the colours of a palette, no two the same: that of the nearest well-known tone in Oklab.

Known weakness: the names are made for talking about a puzzle, and are coarse: a mauve is "purple" or "pink",
and any very dark colour is "black".
"""

from collections.abc import Sequence
from itertools import pairwise

from picrosser.puzzles.picture import Colour

BLANK = "blank"  # the name of palette[0]

# Several tones per name, chosen by looking at colour charts and at the palettes of real boards.
_TONES: dict[str, tuple[Colour, ...]] = {
    "black": ((0, 0, 0), (24, 24, 26), (16, 27, 14), (23, 24, 40), (34, 22, 20)),
    "grey": ((60, 60, 62), (90, 90, 92), (128, 128, 128), (165, 166, 168), (200, 200, 202), (100, 108, 118)),
    "white": ((255, 255, 255), (238, 238, 238), (248, 246, 238)),
    "red": ((220, 30, 35), (165, 15, 25), (240, 75, 65), (100, 5, 10), (72, 0, 0), (200, 60, 60)),
    "orange": ((245, 130, 20), (255, 165, 50), (225, 100, 10), (245, 165, 95)),
    "yellow": ((250, 225, 30), (255, 240, 120), (225, 195, 30), (250, 245, 180), (200, 190, 80)),
    "green": (
        (40, 160, 50), (120, 200, 60), (20, 95, 35), (50, 70, 21), (160, 215, 120), (83, 181, 48),
        (25, 55, 25), (110, 130, 50), (130, 165, 130), (0, 130, 90), (175, 200, 60), (208, 226, 204),
    ),
    "turquoise": (
        (30, 180, 170), (0, 128, 128), (120, 220, 215), (60, 200, 220), (10, 80, 80), (110, 160, 160),
    ),
    "blue": (
        (30, 80, 210), (45, 106, 152), (24, 48, 85), (90, 160, 230), (20, 20, 120), (165, 205, 240),
        (100, 130, 170), (18, 28, 62), (128, 160, 190), (76, 98, 128),
    ),
    "purple": (
        (120, 50, 160), (75, 30, 100), (165, 120, 205), (109, 77, 115), (195, 170, 225), (140, 20, 120),
    ),
    "pink": (
        (245, 140, 180), (230, 60, 140), (250, 195, 210), (215, 135, 186), (200, 150, 160), (165, 0, 86),
    ),
    "brown": (
        (125, 80, 45), (85, 50, 30), (160, 110, 70), (79, 54, 50), (140, 97, 76), (55, 35, 25), (182, 84, 40),
    ),
    "beige": ((215, 198, 170), (230, 215, 190), (195, 170, 135), (180, 145, 125), (225, 195, 165)),
}  # fmt: skip
_LIGHTNESS_WEIGHT = 0.6  # names follow hue more than lightness: a light blue is blue
# Oklab lightness, 0..1: closer colours of one name do not look like a light and a dark one. Set by eye.
_MIN_LIGHTNESS_STEP = 0.07


def colour_names(palette: Sequence[Colour]) -> tuple[str, ...]:
    """Name the colours of a palette, `BLANK` first.

    If two or three colours share a name, the lightest becomes "light blue", the darkest "dark blue"; if that
    says too little, the number is added, from 1: "blue (colour 2)".
    """
    names = [BLANK, *(_nearest(colour) for colour in palette[1:])]
    for name in set(names[1:]):
        same = [number for number, other in enumerate(names) if number and other == name]
        if len(same) > 1:
            for number, distinct in zip(same, _distinct_names(name, same, palette), strict=True):
                names[number] = distinct
    return tuple(names)


def _distinct_names(name: str, numbers: Sequence[int], palette: Sequence[Colour]) -> list[str]:
    lightness = {number: oklab(palette[number])[0] for number in numbers}
    order = sorted(numbers, key=lightness.__getitem__)
    near = any(lightness[b] - lightness[a] < _MIN_LIGHTNESS_STEP for a, b in pairwise(order))
    plain = name in ("black", "white")  # "dark white" says nothing
    if near or plain or len(order) > 3:
        return [f"{name} (colour {number})" for number in numbers]
    words = {order[0]: f"dark {name}", order[-1]: f"light {name}"}
    return [words.get(number, name) for number in numbers]


def _nearest(colour: Colour) -> str:
    return min((_distance(colour, tone), name) for name, tones in _TONES.items() for tone in tones)[1]


def _distance(one: Colour, other: Colour) -> float:
    (light, a, b), (other_light, other_a, other_b) = oklab(one), oklab(other)
    return (_LIGHTNESS_WEIGHT * (light - other_light)) ** 2 + (a - other_a) ** 2 + (b - other_b) ** 2


def oklab(colour: Colour) -> tuple[float, float, float]:
    """Lightness 0..1, and two opponent axes within about -0.4..0.4 (Björn Ottosson's Oklab)."""
    red, green, blue = (_linear(part / 255) for part in colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
