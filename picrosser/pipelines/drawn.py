"""What the results for screenshots can do with their drawing: return it, save it, show it in a notebook.

Drawing takes longer to import than most results need, so it is imported by the first of these calls.
"""

from __future__ import annotations

import os
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from picrosser.errors import ExitCode, NoAnswerError
from picrosser.imaging.colour_profiles import PLAIN, Appearance, colours_in_srgb
from picrosser.pipelines.stages import EXIT_CODES

if TYPE_CHECKING:
    from PIL import Image

    from picrosser.imaging.pixels import RGB, Lattice
    from picrosser.pipelines.nonogram_solved import NonogramRead
    from picrosser.puzzles.doubt import Doubt
    from picrosser.puzzles.picture import Colour, Picture
    from picrosser.puzzles.progress import Progress
    from picrosser.reading.hungry_cat.assemble import Reading
    from picrosser.solving.outcome import Outcome

_DRAWN = (ExitCode.OK, ExitCode.SEVERAL_SOLUTIONS)  # with several solutions the open cells are striped


class DrawnOver:
    """A result whose drawing is the screenshot with something drawn over it."""

    __slots__ = ()

    if TYPE_CHECKING:  # what each result has

        @property
        def verdict(self) -> str: ...
        @property
        def is_drawn(self) -> bool: ...
        def draw(self, *, symbols: bool = False) -> Image.Image: ...

    def save(self, path: str | os.PathLike[str], *, force: bool = False, symbols: bool = False) -> None:
        """Save what `draw` returns. PNG and JPEG files say that picrosser drew them.

        Parameters
        ----------
        path : a file ending in .png, .jpg or .pdf, or in another suffix that Pillow writes.
        force : replace the file if it exists.
        symbols : as in `draw`.

        Raises
        ------
        NoAnswerError : there is nothing to draw; nothing is written.
        OutputRefusedError : the file exists (without `force`) or cannot be written, or nothing is known to
            write files with this suffix.
        """
        from picrosser.drawing.picture_files import SOFTWARE, picture_bytes, with_texts
        from picrosser.storage.atomic import write_new_file

        place = Path(path)
        drawing = picture_bytes(self.draw(symbols=symbols), place.suffix.lower())
        write_new_file(place, with_texts(drawing, {"Software": SOFTWARE}), force=force)

    def _repr_html_(self) -> str:
        from html import escape  # 1 ms, for notebooks only

        from picrosser.drawing.notebook import image_html

        drawing = image_html(self.draw()) if self.is_drawn else ""
        return f"{drawing}<p>{escape(self.verdict)}</p>\n"

    def _repr_png_(self) -> bytes | None:
        from picrosser.drawing.picture_files import picture_bytes

        return picture_bytes(self.draw()) if self.is_drawn else None

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.verdict}>"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ShotResult(DrawnOver):
    """What the results of all families hold of their picture, as `Solved` describes it."""

    image: RGB
    _: KW_ONLY
    turned_deg: int = 0
    appearance: Appearance = PLAIN

    def with_appearance(self, drawing: Image.Image) -> Image.Image:
        """A drawing over the image, in the colours and with the transparency of the picture's file."""
        return self.appearance.given_to(drawing, self.image, self.turned_deg)


class AnswerOverShot(ShotResult):
    """The result for a puzzle with hints: its drawing has the solution in the cells of the screenshot."""

    __slots__ = ()

    if TYPE_CHECKING:  # fields or properties of the families

        @property
        def reading(self) -> Reading | NonogramRead: ...
        @property
        def outcome(self) -> Outcome: ...
        def recoloured(self, palette: tuple[Colour, ...]) -> Self: ...
        def progress(self) -> Progress | None: ...

    @property
    def lattice(self) -> Lattice:
        """Where the board's cells lie in the screenshot."""
        return self.reading.lattice

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What remains in doubt."""
        return self.reading.doubts

    @property
    def exit_code(self) -> ExitCode:
        """OK only if nothing is in doubt and the solution is proved to be the only one."""
        return ExitCode.DOUBTFUL if self.reading.doubts else EXIT_CODES[self.outcome.status]

    @property
    def solution(self) -> Picture | None:
        """The solution; None unless it is the only one and nothing is in doubt."""
        return self.outcome.picture if self.exit_code is ExitCode.OK else None

    def in_srgb(self) -> Self:
        """The result with the colours of its puzzle and solutions as sRGB numbers; its image stays."""
        profile = self.appearance.profile
        return self.recoloured(colours_in_srgb(self.reading.puzzle.palette, profile)) if profile else self

    @property
    def is_drawn(self) -> bool:
        return self.exit_code in _DRAWN

    def draw(self, *, symbols: bool = False) -> Image.Image:
        """The screenshot with the solution painted into its cells, RGB; RGBA if some of it is transparent.

        Cells in which several solutions differ are striped; on a partly filled board new cells have a frame.

        symbols : draw one into each painted cell; else only where two colours look nearly the same.

        Raises
        ------
        NoAnswerError : there is no solution, or something is in doubt; the message is the verdict.
        """
        from picrosser.drawing.overlay import overlay

        picture = self.outcome.picture
        if picture is None or not self.is_drawn:
            raise NoAnswerError(self.verdict, self.exit_code)
        drawing = overlay(self.image, self.lattice, picture, progress=self.progress(), symbols=symbols)
        return self.with_appearance(drawing)
