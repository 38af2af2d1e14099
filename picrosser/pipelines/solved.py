"""The interface that the results of all pipelines share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, Self, TypeAlias

from picrosser.errors import ExitCode
from picrosser.imaging.colour_profiles import Appearance
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.puzzles import Kind
from picrosser.puzzles.doubt import Doubt
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import Picture
from picrosser.solving.outcome import Outcome

if TYPE_CHECKING:
    from os import PathLike

    from PIL import Image

    from picrosser.packing.pack import Packed
    from picrosser.pipelines.hungry_cat import HungryCatSolved
    from picrosser.pipelines.katamino import KataminoSolved
    from picrosser.pipelines.nonogram_solved import NonogramSolved
    from picrosser.puzzles.katamino import Katamino


class Solved(Protocol):
    """The result for a screenshot of any family.

    `HungryCatSolved`, `NonogramSolved` and `KataminoSolved` implement it and add what only they have; `kind`
    says which one it is.

    Examples
    --------
    >>> solved = picrosser.solve_screenshot("shot.png")
    >>> solved.kind, solved.exit_code.name, solved.doubts
    ('hungry-cat', 'OK', ())
    """

    @property
    def kind(self) -> Kind:
        """The family."""

    @property
    def image(self) -> RGB:
        """The screenshot, (H, W, 3) uint8, in its file's colours: as it was given, or turned upright."""

    @property
    def flat(self) -> RGB | None:
        """The flat or straight picture that was read, (H, W, 3) uint8 sRGB; None if it is `image`."""

    @property
    def turned_deg(self) -> int:
        """How far the screenshot was turned clockwise when it was given: 0, 90, 180 or 270."""

    @property
    def appearance(self) -> Appearance:
        """How viewers show the screenshot's file: what its colours, and those of the puzzle, stand for."""

    @property
    def lattice(self) -> Lattice | None:
        """Where the board's cells lie; None for a Katamino card, which shows no board."""

    @property
    def puzzle(self) -> HungryCat | Nonogram | Katamino | None:
        """The puzzle as it was read; None for a Katamino card with several problems."""

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is not certain; empty if the reading can be trusted."""

    @property
    def outcome(self) -> Outcome | Packed | None:
        """The solutions, or the packing; None where `puzzle` is None. It may be wrong if there are doubts."""

    @property
    def solution(self) -> Picture | None:
        """The proved solution, or the packing of the only problem; None if there is none, or a doubt."""

    def draw(self, *, symbols: bool = False) -> Image.Image:
        """The screenshot with the answer drawn into it; raises `NoAnswerError` if there is none.

        symbols : draw one into each painted cell; else only where two colours look nearly the same.
        """

    def save(self, path: str | PathLike[str], *, force: bool = False, symbols: bool = False) -> None:
        """Save what `draw` returns; a file that exists is replaced only with `force`."""

    def in_srgb(self) -> Self:
        """The result with its colours as sRGB numbers, as they leave for files, terminals and JSON.

        Its image stays as it is; who draws over it takes the colours of `self`.
        """

    @property
    def exit_code(self) -> ExitCode:
        """OK only when nothing is in doubt and the answer is proved."""

    @property
    def verdict(self) -> str:
        """One line that a person can read."""

    @property
    def seconds(self) -> Mapping[str, float]:
        """Wall time of each stage, by its name, in order."""


HintedSolved: TypeAlias = "HungryCatSolved | NonogramSolved"
"""The result for a screenshot of a puzzle with hints beside its board."""
AnySolved: TypeAlias = "HungryCatSolved | NonogramSolved | KataminoSolved"
"""The result for a screenshot of any family: all implement `Solved`, and their `kind` says which it is."""
