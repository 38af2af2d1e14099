"""Random palettes of distinguishable colours, and page colours."""

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


def _legible(colour: Colour, theme: Theme) -> bool:
    """Whether a colour can be told from the page, and from a disc on it."""
    from_page = LEAST_PAGE_DISTANCE if theme.ink == (0, 0, 0) else LEAST_DARK_PAGE_DISTANCE
    disc = np.array(theme.page) * (1 - DISC_ALPHA) + np.array(theme.ink) * DISC_ALPHA
    return all(lab_distance(colour, ground) >= from_page for ground in (theme.page, _clipped(disc)))


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
    return tuple(np.clip(values, 0, 255).astype(int).tolist())
