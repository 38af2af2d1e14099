"""The ink of a picture, found once for all families that ask for it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from picrosser.imaging.pixels import RGB

if TYPE_CHECKING:
    from picrosser.reading.page.ink import Ink


class PageInk:
    """A picture, whose ink is found when it is first asked for.

    image : (H, W, 3) uint8 sRGB.
    """

    def __init__(self, image: RGB) -> None:
        self.image = image

    @cached_property
    def ink(self) -> Ink:
        """All of it, as `find_ink` finds it."""
        from picrosser.reading.page.ink import find_ink  # 15 ms: few Hungry Cat screenshots need it

        return find_ink(self.image)
