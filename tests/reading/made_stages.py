"""Boards drawn to order, and stage results made by hand from a puzzle, for tests of single stages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from drawn.palettes import THEMES
from drawn.pictures import hints_of
from drawn.spec import PHONES, ScreenshotSpec, Wishes, random_spec
from picrosser.pixels import Box
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.picture import Picture
from picrosser.reading.digits import DigitsFound, GlyphGroup
from picrosser.reading.guess import Guess
from picrosser.reading.hints import HintsFound
from picrosser.reading.segment import Cut, NumbersFound

PHONE = {phone.name: phone for phone in PHONES}
THEME = {theme.name: theme for theme in THEMES}


@cache
def spec_of(
    rows: int, cols: int, colours: int, theme: str, seed: int = 1, phone: str = "small"
) -> ScreenshotSpec:
    """A random picture in the game's own look."""
    wishes = Wishes(rows, cols, colours, PHONE[phone], THEME[theme], as_game=True)
    return random_spec(np.random.default_rng(seed), wishes, draws=1)


def with_cells(spec: ScreenshotSpec, lines: Sequence[str]) -> ScreenshotSpec:
    """The same look with another picture, written with the digits of its colours."""
    return replace(spec, cells=tuple(tuple(map(int, line)) for line in lines), unique=False)


def puzzle_of(*lines: str) -> HungryCat:
    """The puzzle whose answer is written with the digits of its colours."""
    cells = np.array([list(map(int, line)) for line in lines], np.int8)
    return hints_of(Picture(cells, tuple((tone, tone, tone) for tone in range(cells.max() + 1))))


def all_hints(puzzle: HungryCat) -> list[CountHint]:
    """In the order of HintsFound: the rows' line by line, then the columns'."""
    return [hint for line in (*puzzle.rows, *puzzle.cols) for hint in line]


def made_hints(puzzle: HungryCat) -> HintsFound:
    """The hints' places, without pixels to speak of."""
    axes = (("row", puzzle.rows), ("column", puzzle.cols))
    places = tuple(
        HintPlace(axis, line, slot)
        for axis, lines in axes
        for line in range(len(lines))
        for slot in range(puzzle.colours)
    )
    count = len(places)
    return HintsFound(
        patches=np.zeros((count, 1, 1, 3), np.uint8),
        centres_px=np.zeros((count, 2), np.intp),
        places=places,
        stripes=np.zeros((count, 3), np.float32),
        slot_radius_px=1.0,
        pitch_px=1.0,
        rows=len(puzzle.rows),
        cols=len(puzzle.cols),
        colours=puzzle.colours,
    )


def made_digits(
    puzzle: HungryCat,
    misread: Mapping[HintPlace, int] = {},
    others: Mapping[HintPlace, Sequence[int]] = {},
    rivals: Mapping[HintPlace, int] = {},
) -> tuple[HintsFound, NumbersFound, DigitsFound]:
    """A reading of a puzzle in which every glyph is a group of its own.

    misread : what some hints were taken for.
    others : runners-up of a hint's last digit; the other digits have none.
    rivals : what a hint would be with one digit more or less.
    """
    hints = made_hints(puzzle)
    shown = [
        (index, place, misread.get(place, hint.count))
        for index, (place, hint) in enumerate(zip(hints.places, all_hints(puzzle), strict=True))
        if hint.count
    ]
    groups: list[GlyphGroup] = []
    numbers: list[Guess[int]] = []
    ways: list[tuple[int, ...]] = []
    for _, place, value in shown:
        first, text = len(groups), str(value)
        runners_up = tuple((digit, 0.5) for digit in others.get(place, ()))
        for at, digit in enumerate(text, 1):
            rest = runners_up if at == len(text) else ()
            groups.append(GlyphGroup((len(groups),), Guess(int(digit), 0.5, rest), 0.0))
        tens = value // 10 * 10
        unsure = 0.1 if runners_up else 0.9
        numbers.append(Guess(value, unsure, tuple((tens + digit, share) for digit, share in runners_up)))
        ways.append(tuple(range(first, len(groups))))
    digits = DigitsFound(
        numbers=tuple(numbers),
        glyphs=tuple(ways),
        groups=tuple(groups),
        rivals=tuple(rivals.get(place) for _, place, _ in shown),
        faces=(),
    )
    return hints, _made_numbers([index for index, _, _ in shown], ways), digits


def _made_numbers(which: list[int], ways: list[tuple[int, ...]]) -> NumbersFound:
    owners = [number for number, way in enumerate(ways) for _ in way]
    return NumbersFound(
        hints=np.array(which, np.intp),
        coverage=np.zeros((len(which), 1, 1), np.float32),
        boxes=(Box(0, 0, 1, 1),) * len(which),
        ways=tuple((Cut(way, 0.0),) for way in ways),
        shapes=np.zeros((len(owners), 1), np.float32),
        log_aspects=np.zeros(len(owners), np.float32),
        glyph_boxes=(Box(0, 0, 1, 1),) * len(owners),
        owners=np.array(owners, np.intp),
        shaded=np.zeros(len(which), bool),
        shadow_px=None,
        odd_height=np.zeros(len(which), bool),
    )
