"""A sheet for small pictures: 100 x 100 units, drawn at `FINE` times the size and then reduced."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image, ImageDraw

FINE = 3
OUTLINE = (24, 24, 28)


class Sheet:
    """A drawing sheet measured in units, with one method per shape."""

    def __init__(self, size_px: int) -> None:
        """Make an empty sheet that `reduced` scales to `size_px` pixels."""
        self.size_px = size_px
        self.scale = size_px * FINE / 100
        self.image = Image.new("RGBA", (size_px * FINE, size_px * FINE))
        self.pen = ImageDraw.Draw(self.image)

    def oval(self, x: float, y: float, across: float, down: float, colour: tuple[int, ...]) -> None:
        """A filled oval about (x, y)."""
        with self._layer(colour) as pen:
            pen.ellipse(self._box(x, y, across, down), fill=colour)

    def ring(self, x: float, y: float, across: float, colour: tuple[int, ...], width: float) -> None:
        """A circle's line about (x, y)."""
        with self._layer(colour) as pen:
            pen.ellipse(self._box(x, y, across, across), outline=colour, width=round(width * self.scale))

    def arc(
        self,
        x: float,
        y: float,
        across: float,
        turn: tuple[int, int],
        width: float,
        colour: tuple[int, ...] = OUTLINE,
    ) -> None:
        """An arc, from and to in degrees, clockwise from the right."""
        self.pen.arc(self._box(x, y, across, across), *turn, fill=colour, width=round(width * self.scale))

    def chord(
        self, x: float, y: float, across: float, turn: tuple[int, int], colour: tuple[int, ...]
    ) -> None:
        """A filled piece of a disc, from and to in degrees."""
        self.pen.chord(self._box(x, y, across, across), *turn, fill=colour)

    def shape(self, points: list[tuple[float, float]], colour: tuple[int, ...]) -> None:
        """A filled polygon."""
        with self._layer(colour) as pen:
            pen.polygon([(x * self.scale, y * self.scale) for x, y in points], fill=colour)

    def line(self, points: list[tuple[float, float]], colour: tuple[int, ...], width: float) -> None:
        """A line through points."""
        scaled = [(x * self.scale, y * self.scale) for x, y in points]
        with self._layer(colour) as pen:
            pen.line(scaled, fill=colour, width=max(1, round(width * self.scale)), joint="curve")

    def rounded(self, x: float, y: float, across: float, radius: float, colour: tuple[int, ...]) -> None:
        """A filled square with round corners about (x, y)."""
        with self._layer(colour) as pen:
            pen.rounded_rectangle(self._box(x, y, across, across), radius * self.scale, fill=colour)

    def square(self, x: float, y: float, across: float, down: float, colour: tuple[int, ...]) -> None:
        """A filled rectangle about (x, y)."""
        self.pen.rectangle(self._box(x, y, across, down), fill=colour)

    def reduced(self) -> Image.Image:
        """The sheet in final pixels."""
        return self.image.resize((self.size_px, self.size_px), Image.Resampling.BOX)

    @contextmanager
    def _layer(self, colour: tuple[int, ...]) -> Iterator[ImageDraw.ImageDraw]:
        """Draw on a layer that is then blended over the sheet; Pillow itself would replace pixels."""
        if len(colour) < 4:
            yield self.pen
            return
        layer = Image.new("RGBA", self.image.size)
        yield ImageDraw.Draw(layer)
        self.image.alpha_composite(layer)

    def _box(self, x: float, y: float, across: float, down: float) -> tuple[float, float, float, float]:
        half_x, half_y = across / 2 * self.scale, down / 2 * self.scale
        return (
            x * self.scale - half_x,
            y * self.scale - half_y,
            x * self.scale + half_x,
            y * self.scale + half_y,
        )
