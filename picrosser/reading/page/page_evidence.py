"""What several families ask about a picture: its ink, its luma and its noise, each found once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.imaging.channels import luma_of
from picrosser.imaging.noise import MIN_NOISE_OF_PHOTOGRAPH, noise_sigma, without_moire
from picrosser.imaging.pixels import RGB

if TYPE_CHECKING:
    from picrosser.reading.page.ink import Ink
    from picrosser.reading.page.pixel_art import PixelArt

# Pieces of ink: screenshots of a page full of text or code have up to 1,700, puzzles that lie on a side up to
# 900; of 40 photographs and home screens without a puzzle 24 have more.
MAX_PIECES_OF_TEXT = 2_000
# Pixels: a picture with fewer is not read at half its size first, where its digits are mostly too low
MIN_HALVED_PIXELS = 1_200_000


class PageEvidence:
    """A picture, whose ink, luma and noise are found when they are first asked for.

    image : (H, W, 3) uint8 sRGB.
    has_lines, is_blurred, tallest_px : as in `find_ink`.
    """

    def __init__(
        self, image: RGB, *, has_lines: bool = True, is_blurred: bool = False, tallest_px: float = np.inf
    ) -> None:
        self.image = image
        self._has_lines, self.is_blurred, self._tallest_px = has_lines, is_blurred, tallest_px

    def of_picture(self, image: RGB) -> PageEvidence:
        """Return this page if `image` is its picture, and a new one otherwise (for a turned picture, say)."""
        if image is self.image:
            return self
        return PageEvidence(image, is_blurred=self.is_blurred)

    @cached_property
    def ink(self) -> Ink:
        """All of it, as `find_ink` finds it."""
        from picrosser.reading.page.ink import find_ink  # 15 ms: few Hungry Cat screenshots need it

        halved = self.halved if "halved" in self.__dict__ else None  # where it was looked at
        return find_ink(
            self.image,
            has_lines=self._has_lines,
            is_blurred=self.is_blurred,
            tallest_px=self._tallest_px,
            of_halved=halved.known_ink if halved is not None else None,
        )

    @property
    def has_hardly_digits(self) -> bool:
        """Whether no page of dozens of digits looks so."""
        return self.ink.has_hardly_digits

    @property
    def known_ink(self) -> Ink | None:
        """All of it, if it was found; None otherwise."""
        return self.ink if "ink" in self.__dict__ else None

    @property
    def is_known_texture(self) -> bool:
        """Whether all of its ink was found, and is a photograph's texture: more than a page of text has."""
        ink = self.known_ink
        if ink is None or len(ink.boxes) <= MAX_PIECES_OF_TEXT:
            return False
        return ink.is_texture and self.noise_sigma >= MIN_NOISE_OF_PHOTOGRAPH

    @cached_property
    def luma(self) -> NDArray[np.uint8]:
        """(H, W) its luma; to find it takes 5 to 8 ms, since Pillow makes a copy of the picture."""
        return luma_of(self.image)

    @cached_property
    def halved(self) -> PageEvidence | None:
        """The picture at half its size; None if it is small."""
        if self.image[..., 0].size < MIN_HALVED_PIXELS:
            return None
        return PageEvidence(np.asarray(Image.fromarray(self.image).reduce(2)))

    @cached_property
    def pixel_art(self) -> PixelArt | None:
        """What was drawn pixel by pixel, if it was; to find that it was not takes a millisecond."""
        from picrosser.reading.page.pixel_art import seek_pixel_art  # few pictures are asked

        return seek_pixel_art(self.image)

    @cached_property
    def without_moire(self) -> RGB:
        """The picture without a photographed screen's waves: 0.1 s for each million pixels."""
        return without_moire(self.image)

    @cached_property
    def noise_sigma(self) -> float:
        """The standard deviation of its noise, in levels; measuring it takes 5 to 12 ms."""
        return noise_sigma(self.image)
