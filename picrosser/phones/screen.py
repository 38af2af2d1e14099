"""The phone's screen: what it shows, taps on it, and whether the player touches it.

`getevent` prints what the touch screen itself reports. Taps that adb sends are not among it, since they enter
the system further up. A phone that does not let adb run it tells nothing: then only the pictures tell that
the player has done something.
"""

from __future__ import annotations

import time
from contextlib import suppress
from threading import Thread
from types import TracebackType
from typing import Self

from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB
from picrosser.phones.adb import Phone

COMMAND = "getevent -ql"
"""Print every event of every input device, its parts in words."""
_OF_TOUCH = (b"ABS_MT_", b"BTN_TOUCH")


class PhoneScreen:
    """The screen of a phone, as `fill` needs it; touches are heard as long as this context lasts."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._last_touch: float | None = None

    def __enter__(self) -> Self:
        self._heard = self._phone.stream(COMMAND)
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._heard.kill()
        self._listener.join()
        for pipe in (self._heard.stdin, self._heard.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._heard.wait()

    def look(self) -> RGB:
        """A screenshot, (H, W, 3) uint8 sRGB."""
        return load_image(self._phone.screenshot())

    def tap(self, row_px: int, col_px: int, *, hold: bool) -> None:
        """Tap a place, or press it for a while."""
        self._phone.tap(row_px, col_px, hold=hold)

    def touched(self, seconds: float) -> bool:
        """Whether the player has touched the screen in the last so many seconds."""
        return self._last_touch is not None and time.monotonic() - self._last_touch <= seconds

    def _listen(self) -> None:
        assert self._heard.stdout is not None
        for line in self._heard.stdout:
            if any(word in line for word in _OF_TOUCH):
                self._last_touch = time.monotonic()
