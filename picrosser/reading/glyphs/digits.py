"""Recognise digits: likelihoods of 0 to 9 for every shape, and the likely cuts of every number.

A glyph is compared with templates of many typefaces: its cost for a digit is the distance to that digit's
template, in coverage, proportions and number of holes. All numbers of a picture are set in one typeface, so
only the few faces count that explain all glyphs best; and equal shapes are equal digits, so they are decided
together. Costs become log-likelihoods by a scale fitted to screenshots whose truth is known. Nothing is
decided for good here.

Known failure: a typeface in which a digit looks like another digit of another face.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.hungry_cat_evidence import Spelling
from picrosser.reading.glyphs.numbers_found import Cut, NumbersFound
from picrosser.reading.glyphs.templates import (
    AT_A_TIME,
    COLS,
    ROWS,
    Templates,
    count_holes,
    load_templates,
    squared_distances,
)
from picrosser.reading.stages import Guess

FACES = 4  # the best faces, whose costs are averaged: a single face may have one odd digit
# Weights of the terms of a glyph's cost, relative to the mean squared difference of coverage.
ASPECT_WEIGHT = 0.3  # of the squared difference of ln(width / height)
HOLE_WEIGHT = 0.05  # of the squared difference of hole counts: separates "6" from "8" in narrow bold faces
CONTACT_WEIGHT = 0.10  # of `Cut.contact`: cutting through ink is unlikely
# Mean squared difference of coverage within which two glyphs are one shape. Equal digits at different
# places differ by 0.002 sharp and 0.01 at half size; different digits by 0.05 and more.
MAX_SHAPE_DISTANCE = 0.03
MAX_ASPECT_DIFFERENCE = 0.18  # of ln(width / height), for two glyphs of one shape
# When faces are ranked, no number costs more than this: no face explains a blot.
MAX_COST_IN_RANKING = 0.25
# A difference of costs becomes a log-likelihood (nats) when divided by SCALE * (ROOM + best cost): in a face
# that fits badly, or under heavy damage, a lead says less. Fitted by maximum likelihood to drawn screenshots,
# plain and damaged.
DIGIT_ROOM, DIGIT_SCALE = 0.0035, 0.24
CUT_ROOM, CUT_SCALE = 0.02, 0.22


class GlyphGroup(NamedTuple):
    """Glyphs of one shape, decided together.

    members : indices of glyphs in NumbersFound.
    digit : the likeliest digit; its confidence is the digit's probability, judged by shape alone.
    nats : (10,) the log-likelihood of each digit relative to the likeliest, which has 0.
    distance : the mean cost of the likeliest digit; 0 for a perfect fit.
    """

    members: tuple[int, ...]
    digit: Guess[int]
    nats: tuple[float, ...]
    distance: float


@dataclass(frozen=True, slots=True)
class DigitsFound:
    """The likely digits of M numbers.

    numbers : (M,) the likeliest value of each number.
    glyphs : (M,) the glyphs of each number's likeliest cut.
    groups : the groups of equal shapes.
    spellings : (M,) for each number the best cut into one digit, into two, ... as far as they are possible,
        as indices of `groups`; likeliest first, so that the first belongs to `glyphs`.
    faces : indices of the template faces that decided, best first.
    """

    numbers: tuple[Guess[int], ...]
    glyphs: tuple[tuple[int, ...], ...]
    groups: tuple[GlyphGroup, ...]
    spellings: tuple[tuple[Spelling, ...], ...]
    faces: tuple[int, ...]


def recognise_digits(
    found: NumbersFound,
    max_shape_distance: float = MAX_SHAPE_DISTANCE,
    costs: NDArray[np.float32] | None = None,
) -> DigitsFound:
    """Recognise the digits of all numbers of a picture.

    max_shape_distance : mean squared difference of coverage within which two glyphs are one shape.
    costs : (G, F, 10) as `face_costs` returns them; None compares with the package's own templates.
    """
    if not len(found.hints):
        return DigitsFound((), (), (), (), ())
    costs = face_costs(found, load_templates()) if costs is None else costs
    faces = rank_faces(found, costs)[:FACES]
    cost = costs[:, faces].mean(axis=1)
    costs_of_cuts = _costs_of_cuts(found, cost.min(axis=1)[:, None])
    cuts_by_number = [
        _best_cuts(cuts, own[:, 0].tolist()) for cuts, own in zip(found.cuts, costs_of_cuts, strict=True)
    ]
    chosen = tuple(best.glyphs for (best, _), *_ in cuts_by_number)
    groups, group_of = _group_equal_shapes(
        found,
        cost,
        [glyph for glyphs in chosen for glyph in glyphs],
        [glyph for _, *others in cuts_by_number for cut, _ in others for glyph in cut.glyphs],
        max_shape_distance,
    )
    shapes_of = [tuple(group_of[glyph] for glyph in glyphs) for glyphs in chosen]
    numbers = {shapes: _number([groups[at].digit for at in shapes]) for shapes in set(shapes_of)}
    return DigitsFound(
        numbers=tuple(numbers[shapes] for shapes in shapes_of),
        glyphs=chosen,
        groups=groups,
        spellings=tuple(_spellings(cuts, group_of) for cuts in cuts_by_number),
        faces=tuple(faces.tolist()),
    )


def face_costs(found: NumbersFound, templates: Templates) -> NDArray[np.float32]:
    """(G, F, 10) float32, how badly each glyph fits each digit of each face; 0 is a perfect fit."""
    # Most programs draw equal digits pixel for pixel: each shape is compared once.
    place: dict[bytes, int] = {}
    again = [
        place.setdefault(shape.tobytes() + aspect.tobytes(), len(place))
        for shape, aspect in zip(found.shapes, found.log_aspects, strict=True)
    ]
    first = [again.index(at) for at in range(len(place))]
    shapes, log_aspects = found.shapes[first], found.log_aspects[first]
    plausible = [again[glyph] for cuts in found.cuts for glyph in cuts[0].glyphs]
    costs = squared_distances(shapes, templates.shapes.reshape(-1, ROWS * COLS))
    costs /= ROWS * COLS
    costs = costs.reshape(len(shapes), -1, 10)
    # The picture may stretch its typeface as a whole: subtract the median over the glyphs' best digits. Only
    # the first cut of each number counts, or the many cuts through single digits would outvote the digits.
    of_best_digit = templates.log_aspects[np.arange(costs.shape[1]), costs.argmin(axis=2)]
    stretched = np.median((log_aspects[:, None] - of_best_digit)[plausible], axis=0)
    expected, holes = templates.log_aspects + stretched[:, None], count_holes(shapes)
    for start in range(0, len(costs), AT_A_TIME):
        some = slice(start, start + AT_A_TIME)
        costs[some] += ASPECT_WEIGHT * (log_aspects[some, None, None] - expected) ** 2
        costs[some] += HOLE_WEIGHT * (holes[some, None, None] - templates.holes) ** 2
    return np.asarray(costs[again] if len(place) < len(again) else costs, np.float32)


def rank_faces(found: NumbersFound, costs: NDArray[np.float32]) -> NDArray[np.intp]:
    """The indices of all faces by how well each explains all numbers together, best first."""
    best = np.minimum.reduce([costs[..., digit] for digit in range(10)])  # `min` takes five times as long
    per_number = np.array([own.min(axis=0) for own in _costs_of_cuts(found, best)])
    # A single bad number (a blot) must not choose the face.
    total = np.minimum(per_number, MAX_COST_IN_RANKING).sum(axis=0)
    return np.argsort(total, kind="stable")


def _costs_of_cuts(found: NumbersFound, cost: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Of each number (cuts, F): its glyphs' mean costs, by their widths, plus that of the ink cut through.

    cost : (G, F) of each glyph.
    """
    cuts = [cut for of_number in found.cuts for cut in of_number]
    glyphs = [glyph for cut in cuts for glyph in cut.glyphs]
    starts = np.cumsum([0, *(len(cut.glyphs) for cut in cuts[:-1])])
    widths = np.array([found.glyph_boxes[glyph].width for glyph in glyphs], np.float32)[:, None]
    means = np.add.reduceat(widths * cost[glyphs], starts) / np.add.reduceat(widths, starts)
    contacts = np.array([cut.contact for cut in cuts], np.float32)[:, None]
    return np.split(means + CONTACT_WEIGHT * contacts, np.cumsum([len(own) for own in found.cuts[:-1]]))


def _best_cuts(cuts: tuple[Cut, ...], costs: list[float]) -> list[tuple[Cut, float]]:
    """The best cut into each number of digits with its cost, the best of all first."""
    best: dict[int, tuple[Cut, float]] = {}
    for cut, cost in sorted(zip(cuts, costs, strict=True), key=lambda each: each[1]):
        best.setdefault(len(cut.glyphs), (cut, cost))
    return list(best.values())


def _spellings(cuts: list[tuple[Cut, float]], group_of: dict[int, int]) -> tuple[Spelling, ...]:
    """The cuts of one number, best first, as digits' groups with log-likelihoods."""
    least = cuts[0][1]
    scale = CUT_SCALE * (CUT_ROOM + least)
    return tuple(
        Spelling(tuple(group_of[glyph] for glyph in cut.glyphs), (least - cost) / scale) for cut, cost in cuts
    )


def _group_equal_shapes(
    found: NumbersFound, cost: NDArray[np.float32], chosen: list[int], others: list[int], max_distance: float
) -> tuple[tuple[GlyphGroup, ...], dict[int, int]]:
    """Group glyphs of equal shape; return the groups, and the group of every glyph."""
    glyphs = [*chosen, *others]
    members: list[list[int]] = []
    means = np.empty((len(glyphs), found.shapes.shape[1]), np.float32)  # a row for each group
    aspects = np.empty(len(glyphs), np.float32)  # of each group's first glyph
    group_of: dict[int, int] = {}
    same: dict[bytes, int] = {}  # most programs draw equal digits pixel for pixel
    for at, glyph in enumerate(glyphs):
        if at == len(chosen):
            groups_of_chosen = len(members)
        shape, aspect, count = found.shapes[glyph], found.log_aspects[glyph], len(members)
        key = shape.tobytes() + aspect.tobytes()
        group = same.get(key)
        if group is None:
            group = _nearest_group(shape, aspect, means[:count], aspects[:count], max_distance)
        if group is None:
            group = count
            members.append([glyph])
            means[group], aspects[group] = shape, aspect
        elif at < len(chosen) or group >= groups_of_chosen:
            members[group].append(glyph)
            means[group] = found.shapes[members[group]].mean(axis=0)
        group_of[glyph] = same[key] = group
    return tuple(_decide_group(tuple(group), cost[group].mean(axis=0)) for group in members), group_of


def _nearest_group(
    shape: NDArray[np.float32],
    log_aspect: np.float32,
    means: NDArray[np.float32],
    log_aspects: NDArray[np.float32],
    max_distance: float,
) -> int | None:
    """The group whose mean shape is nearest to a glyph's, None if all are too far."""
    alike = np.flatnonzero(np.abs(log_aspects - log_aspect) <= MAX_ASPECT_DIFFERENCE)
    if not len(alike):
        return None
    distances = ((means[alike] - shape) ** 2).mean(axis=1)
    nearest = int(distances.argmin())
    return int(alike[nearest]) if distances[nearest] < max_distance else None


def _decide_group(members: tuple[int, ...], cost: NDArray[np.float32]) -> GlyphGroup:
    """Turn the mean costs of a group, (10,), into likelihoods of its digits."""
    order = np.argsort(cost, kind="stable").tolist()
    best = float(cost[order[0]])
    nats = (best - cost) / (DIGIT_SCALE * (DIGIT_ROOM + best))
    probabilities = np.exp(nats) / np.exp(nats).sum()
    guess = Guess(
        value=int(order[0]),
        confidence=float(probabilities[order[0]]),
        others=tuple((int(digit), float(probabilities[digit])) for digit in order[1:4]),
    )
    return GlyphGroup(members, guess, tuple(nats.tolist()), best)


def _number(digits: list[Guess[int]]) -> Guess[int]:
    """Join digits to a number that is as certain as its least certain digit."""
    values = [digit.value for digit in digits]
    others = [
        (number_of([*values[:at], other, *values[at + 1 :]]), probability)
        for at, digit in enumerate(digits)
        for other, probability in digit.others
    ]
    others.sort(key=lambda pair: -pair[1])
    return Guess(number_of(values), min(digit.confidence for digit in digits), tuple(others[:4]))


def number_of(digits: list[int]) -> int:
    return int("".join(map(str, digits)))
