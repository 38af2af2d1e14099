"""Glyphs in, the digits and numbers they stand for out.

All numbers of a screenshot are set in one typeface, which decides much:
- the faces of the templates are ranked by how well each explains all glyphs together, and only the best
  few have a say; the same face's proportions (a "1" is narrow) count relative to one common stretch;
- equal shapes are equal digits: glyphs are put in groups first and a group is decided as one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from picrosser.imaging.ranks import median
from picrosser.puzzles.hungry_cat_evidence import Spelling
from picrosser.reading.glyphs.numbers_found import Cut, NumbersFound
from picrosser.reading.glyphs.templates import Templates, count_holes, distances_to_templates, load_templates
from picrosser.reading.guess import Guess

FACES = 4  # the best faces, averaged: one alone may have one odd digit
ASPECT_WEIGHT = 0.3  # of a squared difference of log aspects, against a mean squared difference of coverage
HOLE_WEIGHT = 0.05  # of a squared difference of hole counts: what parts "6" from "8" in narrow bold faces
CONTACT_WEIGHT = 0.10  # of the share of a number's height that a cut goes through
# Mean squared difference of coverage within which two glyphs are one shape. Equal digits at different
# places differ by 0.002 sharp and 0.01 at half size; different digits by 0.05 and more.
MAX_SHAPE_DISTANCE = 0.03
SAME_ASPECT = 0.18  # and of the logarithms of their proportions
# A glyph further than this from every template is strange to all faces.
STRANGE = 0.25
# Differences of cost become log-likelihoods when divided by SCALE * (ROOM + best cost): in a face that fits
# badly, or under heavy damage, a lead says less. Fitted by maximum likelihood to drawn screenshots, plain and
# damaged; the reliability table of scripts/score_screenshots.py shows how well it holds.
DIGIT_ROOM, DIGIT_SCALE = 0.0035, 0.24
CUT_ROOM, CUT_SCALE = 0.02, 0.22


@dataclass(frozen=True, slots=True)
class GlyphGroup:
    """Glyphs of one shape, decided together.

    members : indices of the glyphs in NumbersFound.
    digit : the decision; confidence is its probability among all digits, by its looks alone.
    nats : (10,) the log-likelihood of every digit, 0 for the best.
    distance : to the best digit's templates; small is good.
    """

    members: tuple[int, ...]
    digit: Guess[int]
    nats: tuple[float, ...]
    distance: float


@dataclass(frozen=True, slots=True)
class DigitsFound:
    """The numbers.

    numbers : (M,) one guess per number of NumbersFound.
    glyphs : (M,) the glyphs of the way in which each number was cut.
    groups : the groups of equal shapes.
    spellings : (M,) the best way to cut each number into every number of digits it may have, in groups; the
        likeliest first, which is the one of `glyphs`.
    faces : the indices of the template faces that decided, best first.
    """

    numbers: tuple[Guess[int], ...]
    glyphs: tuple[tuple[int, ...], ...]
    groups: tuple[GlyphGroup, ...]
    spellings: tuple[tuple[Spelling, ...], ...]
    faces: tuple[int, ...]


def recognise_digits(
    found: NumbersFound, same_shape: float = MAX_SHAPE_DISTANCE, costs: NDArray[np.float32] | None = None
) -> DigitsFound:
    """Decide which number each hint shows.

    same_shape : mean squared difference of coverage within which two glyphs are one shape.
    costs : of the faces to compare them with, as `face_costs` finds them; None for the package's own.
    """
    if not len(found.hints):
        return DigitsFound((), (), (), (), ())
    costs = face_costs(found, load_templates()) if costs is None else costs
    faces = rank_faces(found, costs)[:FACES]
    cost = costs[:, faces].mean(axis=1)
    best = cost.min(axis=1)
    ways = [_best_ways(found, best, cuts) for cuts in found.cuts]
    chosen = tuple(first.glyphs for first, *_ in ways)
    groups, group_of = _grouped(
        found,
        cost,
        [glyph for way in chosen for glyph in way],
        [glyph for _, *others in ways for way in others for glyph in way.glyphs],
        same_shape,
    )
    return DigitsFound(
        numbers=tuple(_number([groups[group_of[glyph]].digit for glyph in way]) for way in chosen),
        glyphs=chosen,
        groups=groups,
        spellings=tuple(_spellings(found, best, cuts, group_of) for cuts in ways),
        faces=tuple(faces.tolist()),
    )


def face_costs(found: NumbersFound, templates: Templates) -> NDArray[np.float32]:
    """(G, F, 10) how badly each glyph fits each digit of each face."""
    likely = [glyph for cuts in found.cuts for glyph in cuts[0].glyphs]
    apart = distances_to_templates(found.shapes, templates)
    # The face may be stretched as a whole: take out the median over the glyphs' best digits. Only each
    # number's first way counts: the cuts through single digits would outvote the digits.
    off = found.log_aspects[:, None, None] - templates.log_aspects
    best = np.take_along_axis(off, apart.argmin(axis=2)[..., None], axis=2)
    stretch = median(best[likely], axis=0)[None]
    unlike = count_holes(found.shapes)[:, None, None] - templates.holes
    return np.asarray(apart + ASPECT_WEIGHT * (off - stretch) ** 2 + HOLE_WEIGHT * unlike**2, np.float32)


def _way_cost(found: NumbersFound, cost: NDArray[np.float32], way: Cut) -> NDArray[np.float32]:
    """The cost of a way to cut: its glyphs' mean over the area, so that a narrow "1" may differ more, and
    something for what the cut goes through. (G, ...) to (...).
    """
    glyphs = list(way.glyphs)
    widths = np.array([found.glyph_boxes[glyph].width for glyph in glyphs], np.float32)
    return np.asarray(
        np.tensordot(widths / widths.sum(), cost[glyphs], axes=1) + CONTACT_WEIGHT * way.contact
    )


def _best_ways(found: NumbersFound, cost: NDArray[np.float32], ways: tuple[Cut, ...]) -> list[Cut]:
    """The best way for every number of digits, the best of all first."""
    if len(ways) == 1:
        return list(ways)
    order = sorted(ways, key=lambda way: float(_way_cost(found, cost, way)))
    return [way for at, way in enumerate(order) if all(len(way.glyphs) != len(o.glyphs) for o in order[:at])]


def _spellings(
    found: NumbersFound, cost: NDArray[np.float32], ways: list[Cut], group_of: dict[int, int]
) -> tuple[Spelling, ...]:
    if len(ways) == 1:
        return (Spelling(tuple(group_of[glyph] for glyph in ways[0].glyphs), 0.0),)
    costs = [float(_way_cost(found, cost, way)) for way in ways]
    scale = CUT_SCALE * (CUT_ROOM + costs[0])
    return tuple(
        Spelling(tuple(group_of[glyph] for glyph in way.glyphs), (costs[0] - off) / scale)
        for way, off in zip(ways, costs, strict=True)
    )


def rank_faces(found: NumbersFound, costs: NDArray[np.float32]) -> NDArray[np.intp]:
    """All faces, in the order of how well they explain all numbers together, best first."""
    best = costs.min(axis=2)
    if all(len(ways) == 1 and len(ways[0].glyphs) == 1 for ways in found.cuts):  # nothing was cut
        per_number = best[[ways[0].glyphs[0] for ways in found.cuts]]
    else:
        per_number = np.array(
            [np.min([_way_cost(found, best, way) for way in ways], axis=0) for ways in found.cuts]
        )
    # Single bad numbers (a blot) must not choose the face.
    total = np.minimum(per_number, STRANGE).sum(axis=0)
    return np.argsort(total, kind="stable")


def _grouped(
    found: NumbersFound, cost: NDArray[np.float32], chosen: list[int], rivals: list[int], same_shape: float
) -> tuple[tuple[GlyphGroup, ...], dict[int, int]]:
    """Groups of equal shapes, each with its digit; and the group of every glyph.

    Glyphs of ways that were not chosen follow the group they equal without a say in it: they may be halves
    of digits. Those that equal none make groups of their own.
    """
    members: list[list[int]] = []
    means: list[NDArray[np.float32]] = []
    group_of: dict[int, int] = {}
    for at, glyph in enumerate([*chosen, *rivals]):
        if at == len(chosen):
            decided = len(members)
        group = _nearest(found, glyph, members, means, same_shape)
        if group < 0:
            group = len(members)
            members.append([glyph])
            means.append(found.shapes[glyph])
        elif at < len(chosen) or group >= decided:
            members[group].append(glyph)
            means[group] = found.shapes[members[group]].mean(axis=0)
        group_of[glyph] = group
    return tuple(_decided(tuple(group), cost[group].mean(axis=0)) for group in members), group_of


def _nearest(
    found: NumbersFound,
    glyph: int,
    members: list[list[int]],
    means: list[NDArray[np.float32]],
    same_shape: float,
) -> int:
    """The group that a glyph equals, or -1."""
    shape, aspect = found.shapes[glyph], found.log_aspects[glyph]
    nearest, distance = -1, same_shape
    for group, mean in enumerate(means):
        if abs(found.log_aspects[members[group][0]] - aspect) > SAME_ASPECT:
            continue
        apart = float(((mean - shape) ** 2).mean())
        if apart < distance:
            nearest, distance = group, apart
    return nearest


def _decided(members: tuple[int, ...], cost: NDArray[np.float32]) -> GlyphGroup:
    order = np.argsort(cost, kind="stable").tolist()
    best = float(cost[order[0]])
    nats = (best - cost) / (DIGIT_SCALE * (DIGIT_ROOM + best))
    shares = np.exp(nats) / np.exp(nats).sum()
    guess = Guess(
        value=int(order[0]),
        confidence=float(shares[order[0]]),
        others=tuple((int(digit), float(shares[digit])) for digit in order[1:4]),
    )
    return GlyphGroup(members, guess, tuple(nats.tolist()), best)


def _number(digits: list[Guess[int]]) -> Guess[int]:
    """A number from its digits: as sure as its least sure digit, with one digit changed as alternatives."""
    value = _value([digit.value for digit in digits])
    others: list[tuple[int, float]] = []
    for place, digit in enumerate(digits):
        for other, share in digit.others:
            changed = [d.value for d in digits]
            changed[place] = other
            others.append((_value(changed), share))
    others.sort(key=lambda pair: -pair[1])
    return Guess(value, min(digit.confidence for digit in digits), tuple(others[:4]))


def _value(digits: list[int]) -> int:
    return int("".join(map(str, digits)))
