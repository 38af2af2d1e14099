"""Hide hints, with a blot on each chosen hint or with something that lies over the screen.

Only the picture and the places of its hints are needed, so real screenshots can be covered as well as drawn
ones: `found_slots` takes the places from what the package found, `drawn_slots` from the drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from drawn.layout import place
from drawn.occluders import BlotColour, Tile, banner, blot, finger, lay, scribble, sticker
from drawn.spec import ScreenshotSpec
from picrosser.puzzles.doubt import HintPlace
from picrosser.reading.hungry_cat.hints import HintsFound

HIDDEN_STREAM = 2  # third number of the seed for the choice of what hides the hints
Kind = Literal["finger", "banner", "sticker", "blot", "marker"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True, eq=False)  # no ==, since it holds an array
class HintSlots:
    """The places of the hints: those of the rows, line by line and slot by slot, then those of the columns.

    centres_px : (N, 2) the middle of each, (row, col).
    places : (N,) which hint it is.
    radius_px : half the distance between two slots; a hint's slot is the square of that half side.
    """

    centres_px: NDArray[np.float64]
    places: tuple[HintPlace, ...]
    radius_px: float


@dataclass(frozen=True, slots=True)
class HiddenHint:
    """A hint that is covered, wholly or partly; `share` of its slot's area, above 0 and up to 1."""

    place: HintPlace
    share: float


@dataclass(frozen=True, slots=True, eq=False)  # no ==, since it holds an image
class Occluded:
    """A picture with something over it.

    hidden : every hint that it touches, in the order of HintSlots.
    opacity : 1 hides what is underneath; less lets it show through.
    """

    image: Image.Image
    kind: Kind
    hidden: tuple[HiddenHint, ...]
    opacity: float = 1.0


def found_slots(hints: HintsFound) -> HintSlots:
    """The places of the hints as the package found them in a screenshot."""
    return HintSlots(hints.centres_px.astype(np.float64), hints.places, hints.slot_radius_px)


def drawn_slots(spec: ScreenshotSpec) -> HintSlots:
    """The places of the hints in a drawn screenshot."""
    layout = place(spec)
    first_row, first_col = layout.top - layout.depth, layout.left - layout.depth
    slots = range(len(spec.colours))
    spots: list[tuple[HintPlace, float, float]] = []
    for line in range(layout.rows):
        y = layout.top + layout.line_middle(line, layout.rows)
        spots += [(HintPlace("row", line, slot), y, first_col + layout.slot(slot)) for slot in slots]
    for line in range(layout.cols):
        x = layout.left + layout.line_middle(line, layout.cols)
        spots += [(HintPlace("column", line, slot), first_row + layout.slot(slot), x) for slot in slots]
    centres = np.array([spot[1:] for spot in spots])
    return HintSlots(centres, tuple(spot[0] for spot in spots), spec.look.slot_pitch * layout.pitch / 2)


def blot_hints(
    image: Image.Image,
    centres: NDArray[np.generic],
    radius: float,
    which: Sequence[int],
    rng: np.random.Generator,
    colour: BlotColour | None = None,
) -> Image.Image:
    """Cover exactly the hints `which` (indices into `centres`), each with a blot.

    Parameters
    ----------
    centres : (N, 2) the middle of each hint, (row, col).
    radius : half the distance between two slots.
    colour : None chooses one for each blot; "stripe" leaves no trace: the slot looks empty.
    """
    covered = image.convert("RGB")
    for index in which:
        row, col = (float(value) for value in centres[index])
        covered = lay(covered, blot(image, (row, col), radius, rng, colour))
    return covered


def occlude(
    image: Image.Image,
    slots: HintSlots,
    rng: np.random.Generator,
    kind: Kind | None = None,
    target: int | None = None,
) -> Occluded:
    """Lay one thing over the picture so that it covers hint `target` at least partly.

    Parameters
    ----------
    kind : None leaves it to chance.
    target : an index into `slots.places`; None leaves it to chance. A banner only comes down as far as to
        a hint above the columns; with a row's hint as target, it covers the topmost of those.
    """
    kind = kind or KINDS[rng.integers(len(KINDS))]
    target = int(rng.integers(len(slots.places))) if target is None else target
    opacity = float(rng.uniform(0.35, 0.6)) if kind == "marker" else 1.0
    tile = _tile(image, slots, rng, kind, target, opacity)
    return Occluded(lay(image, tile), kind, hidden_hints(tile, image.size, slots, opacity), opacity)


def hidden_hints(
    tile: Tile, size: tuple[int, int], slots: HintSlots, opacity: float = 1.0
) -> tuple[HiddenHint, ...]:
    """The hints that a tile touches on a picture of (width, height), with the covered shares."""
    alpha = tile.alpha(size[1], size[0]) / np.float32(opacity)
    hidden = []
    for hint, centre in zip(slots.places, slots.centres_px, strict=True):
        top, left = (max(0, round(float(at - slots.radius_px))) for at in centre)
        bottom, right = (max(0, round(float(at + slots.radius_px))) for at in centre)
        part = alpha[top:bottom, left:right]
        if part.size and (share := min(1.0, float(part.mean()))) > 0:
            hidden.append(HiddenHint(hint, share))
    return tuple(hidden)


def _tile(
    image: Image.Image, slots: HintSlots, rng: np.random.Generator, kind: Kind, target: int, opacity: float
) -> Tile:
    radius = slots.radius_px
    row, col = (slots.centres_px[target] + rng.uniform(-0.5, 0.5, 2) * radius).tolist()
    match kind:
        case "finger":
            return finger(image.size, (row, col), rng)
        case "banner":
            above = [
                at for at, hint in zip(slots.centres_px[:, 0], slots.places, strict=True) if _above(hint)
            ]
            lowest = row + radius if _above(slots.places[target]) else min(above) + radius
            return banner(image.size, lowest, rng)
        case "sticker":
            return sticker((row, col), radius * rng.uniform(1.5, 4), rng)
        case "marker":
            return scribble((row, col), radius, opacity, rng)
        case "blot":
            return blot(image, (row, col), radius * rng.uniform(0.7, 2.5), rng)


def _above(hint: HintPlace) -> bool:
    return hint.axis == "column"
