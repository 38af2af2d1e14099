"""The pictures in `fixtures/katamino`, each determined by a kind and a seed."""

from __future__ import annotations

from dataclasses import dataclass

from drawn.fonts import find_font
from drawn.katamino.picture import DrawnKatamino, drawn_katamino


@dataclass(frozen=True, slots=True)
class Fixture:
    """A fixture: the kind of picture, and the names of its file and its font."""

    name: str
    kind: str
    seed: int
    font: str


FIXTURES = (
    Fixture("drawn-card", "card", 15, "hanken-bold"),
    Fixture("drawn-number-card", "numbers", 2, "source-serif-bold"),
    Fixture("drawn-part-filled", "pieces", 12, "manrope-extrabold"),
)


def fixture_picture(fixture: Fixture) -> DrawnKatamino:
    """Draw a fixture.

    Raises
    ------
    RuntimeError : its font's package is missing.
    """
    font = find_font(fixture.font)
    if font is None:
        raise RuntimeError(f'the font {fixture.font} is missing: pip install -e ".[dev]"')
    return drawn_katamino(fixture.seed, 0, fixture.kind, (font,))
