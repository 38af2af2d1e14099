"""Whether the player touches the phone's screen.

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

from picrosser.phones.adb import Phone

COMMAND = "getevent -ql"
"""Print every event of every input device, its parts in words."""
_OF_TOUCH = (b"ABS_MT_", b"BTN_TOUCH")


class Touches:
    """The touches of the player, heard as long as this context lasts."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._last: float | None = None

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

    def within(self, seconds: float) -> bool:
        """Whether the screen was touched in the last so many seconds."""
        return self._last is not None and time.monotonic() - self._last <= seconds

    def _listen(self) -> None:
        assert self._heard.stdout is not None
        for line in self._heard.stdout:
            if any(word in line for word in _OF_TOUCH):
                self._last = time.monotonic()
