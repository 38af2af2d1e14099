"""Random palettes of distinguishable colours, palettes of a requested kind, and page colours."""

from __future__ import annotations

from colorsys import hsv_to_rgb
from dataclasses import dataclass

import numpy as np
from skimage.color import rgb2lab

from picrosser.puzzles.picture import Colour

# The real palettes go down to 16 (near-black beside dark green); people still tell those apart by their slot.
LEAST_LAB_DISTANCE = 17.0
# From the page and from a disc on it. White digits on the real mint page are 7 away from it: their
# shadow makes them legible. On a dark page it does not, so that the digits must stand out themselves.
LEAST_PAGE_DISTANCE, LEAST_DARK_PAGE_DISTANCE = 7.0, 18.0
DISC_ALPHA = 0.15  # about how much ink a disc lays over the page


@dataclass(frozen=True, slots=True)
class Theme:
    """A page colour and the ink of lines, stripes and discs: translucent black or white."""

    name: str
    page: Colour
    ink: Colour = (0, 0, 0)


THEMES = (
    Theme("grey", (171, 171, 171)),
    Theme("mint", (208, 223, 223)),
    Theme("rose", (208, 202, 202)),
    Theme("paper", (236, 231, 219)),
    Theme("white", (250, 250, 250)),
    Theme("sky", (186, 205, 222)),
    Theme("sand", (201, 189, 160)),
    Theme("slate", (68, 74, 84), (255, 255, 255)),
    Theme("night", (38, 39, 48), (255, 255, 255)),
    Theme("black", (18, 18, 18), (255, 255, 255)),
)


def random_palette(rng: np.random.Generator, colours: int, theme: Theme) -> tuple[Colour, ...]:
    """Distinguishable colours, at times near-black, near-white, or grey like the digits' shadow."""
    while True:
        chosen: list[Colour] = []
        for _ in range(40 * colours):
            colour = _candidate(rng, theme)
            apart = all(lab_distance(colour, other) >= LEAST_LAB_DISTANCE for other in chosen)
            if apart and _legible(colour, theme):
                chosen.append(colour)
            if len(chosen) == colours:
                return tuple(chosen)


HIGH_CONTRAST: tuple[Colour, ...] = (
    (0, 0, 0), (255, 255, 255), (230, 0, 0), (0, 0, 230), (255, 225, 0), (0, 150, 0), (230, 0, 230),
    (0, 225, 225),
)  # fmt: skip
OKABE_ITO: tuple[Colour, ...] = (
    (0, 0, 0), (230, 159, 0), (86, 180, 233), (0, 158, 115), (240, 228, 66), (0, 114, 178), (213, 94, 0),
    (204, 121, 167),
)  # fmt: skip
"""What the colour-blind can tell apart (Okabe and Ito 2008)."""
NEAR_GREY_LEVELS = 12
NEAR_HUES = 0.005, 0.06  # of the colour circle
NEAR_LAB = 6.0, 11.0  # how far the two are apart to the eye: equal steps of hue are not equally far
PALETTES = ("contrast", "okabe-ito", "near", "near-greys", "near-hues")


def palette_of_kind(rng: np.random.Generator, kind: str, colours: int, theme: Theme) -> tuple[Colour, ...]:
    """A palette of one of PALETTES; colours that would vanish on the page are left out.

    The near ones have two colours that are hard to distinguish, among others that are not; "near" chooses
    which sort. If a fixed palette has too few colours, random ones are added.
    """
    if kind == "near":
        kind = ("near-greys", "near-hues")[rng.integers(2)]
    while True:
        first = _first_colours(rng, kind, colours)
        legible = [colour for colour in first if _legible(colour, theme)][:colours]
        if len(legible) < len(first) and kind.startswith("near"):
            continue  # both colours, or the palette is not of the requested kind
        chosen = _completed(rng, legible, colours, theme)
        return tuple(chosen[index] for index in rng.permutation(colours))


def _first_colours(rng: np.random.Generator, kind: str, colours: int) -> list[Colour]:
    if kind in ("contrast", "okabe-ito"):
        fixed = HIGH_CONTRAST if kind == "contrast" else OKABE_ITO
        return [fixed[index] for index in rng.permutation(len(fixed))]
    if kind == "near-greys":
        grey = int(rng.integers(0, 256 - NEAR_GREY_LEVELS))
        pair = [(grey,) * 3, (grey + NEAR_GREY_LEVELS,) * 3]
    elif kind == "near-hues":
        hue, saturation, value = rng.uniform((0, 0.6, 0.5), (1, 1, 1)).tolist()
        hues = hue, (hue + rng.uniform(*NEAR_HUES)) % 1
        pair = [_clipped(np.array(hsv_to_rgb(each, saturation, value)) * 255) for each in hues]
        if not NEAR_LAB[0] <= lab_distance(*pair) <= NEAR_LAB[1]:
            return _first_colours(rng, kind, colours)
    else:
        raise ValueError(f"no palette is called {kind!r}; choose from: {', '.join(PALETTES)}")
    return pair[:colours]


def _completed(rng: np.random.Generator, chosen: list[Colour], colours: int, theme: Theme) -> list[Colour]:
    """The chosen colours, completed with random ones that are as far from them as possible."""
    chosen, least = list(chosen), LEAST_LAB_DISTANCE
    while len(chosen) < colours:
        colour = _candidate(rng, theme)
        if _legible(colour, theme) and all(lab_distance(colour, other) >= least for other in chosen):
            chosen.append(colour)
        least *= 0.999  # so that it ends, however many are asked for
    return chosen


def _legible(colour: Colour, theme: Theme) -> bool:
    from_page = LEAST_PAGE_DISTANCE if theme.ink == (0, 0, 0) else LEAST_DARK_PAGE_DISTANCE
    return all(lab_distance(colour, ground) >= from_page for ground in _grounds(theme))


def _grounds(theme: Theme) -> tuple[Colour, Colour]:
    """The background colours: the page, and a disc on it."""
    disc = np.array(theme.page) * (1 - DISC_ALPHA) + np.array(theme.ink) * DISC_ALPHA
    return theme.page, _clipped(disc)


def lab_distance(one: Colour, other: Colour) -> float:
    """The CIE76 colour difference."""
    lab = rgb2lab(np.array([[one, other]], np.uint8))[0]
    return float(np.linalg.norm(lab[0] - lab[1]))


def _candidate(rng: np.random.Generator, theme: Theme) -> Colour:
    kind = rng.random()
    if kind < 0.12:
        return _clipped(rng.integers(5, 40, 3))
    if kind < 0.24:
        return _clipped(rng.integers(232, 256) - rng.integers(0, 20, 3))
    if kind < 0.30:
        return _clipped(np.array(theme.page) * 0.5 + rng.integers(-4, 5, 3))
    if kind < 0.60:  # muted, as in photographs
        return _clipped(rng.integers(40, 230) + rng.normal(0, 28, 3))
    return _clipped(rng.integers(0, 256, 3))


def _clipped(values: np.ndarray) -> Colour:
    red, green, blue = np.clip(values, 0, 255).astype(int).tolist()
    return red, green, blue
