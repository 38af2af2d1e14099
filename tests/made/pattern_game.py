"""Pattern, of Simon Tatham's puzzles, on a screen of its own: a real game behind a made phone.

The program is Debian's package sgt-puzzles, the screen is Xvfb's, fingers are xdotool's mouse: a tap is the
left button, a long press the right one, as in the program's Android version. The program tells that a board
is right by a flash, and by nothing else; so to ask it, the last move is undone and done again.
"""

import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Self

import numpy as np
from PIL import Image, ImageGrab
from stored_pictures import saved

SCREEN = (1080, 1200)  # width and height, as of a phone; no window of a test is larger
FLASH_S = 0.5  # the program's takes 0.13 s
LATEST_S = 60.0  # for the program to draw what it was told, on a machine that is busy with other things
TRIES = 10  # to see it: a busy machine may look too rarely
MIN_FLASH = 0.25  # share of the board's pixels that a flash changes; a move changes one cell


def missing() -> list[str]:
    """The programs that are not installed."""
    names = ("Xvfb", "xdotool", "sgt-pattern")
    return [name for name in names if program(name) is None]


def program(name: str) -> str | None:
    return shutil.which(name) or shutil.which(f"/usr/games/{name}")


def random_board(cols: int, rows: int, seed: str) -> str:
    """The program's id of a random game."""
    words = [str(program("sgt-pattern")), "--generate", "1", f"{cols}x{rows}#{seed}"]
    return subprocess.check_output(words, text=True).strip()


class PatternGame:
    """A window of the program while this context lasts.

    identity : the id of the game, or the path of a saved one.
    tile_px : the side of a cell.
    """

    def __init__(self, identity: str, tile_px: int, home: Path) -> None:
        self._identity, self._tile_px, self._home = identity, tile_px, home

    def __enter__(self) -> Self:
        reading, writing = os.pipe()
        width, height = SCREEN
        words = [str(program("Xvfb")), "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24"]
        self._screen = subprocess.Popen(words, pass_fds=(writing,), stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as said:
            self.display = f":{said.readline().strip()}"
        own = {"DISPLAY": self.display, "HOME": str(self._home), "PATTERN_TILESIZE": str(self._tile_px)}
        self._environment = {**os.environ, **own, "NO_AT_BRIDGE": "1"}
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        for process in (self._game, self._screen):
            process.terminate()
            process.wait()

    def _start(self) -> None:
        words = [str(program("sgt-pattern")), self._identity]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._game = subprocess.Popen(words, env=self._environment, **quiet)
        ends, last = time.monotonic() + 60, None
        while time.monotonic() < ends:
            time.sleep(0.2)
            now = self.pixels()
            if now.any() and last is not None and (now == last).all():
                return
            last = now
        raise AssertionError("the game's window does not appear")

    # ---- What the phone asks for

    def screenshot(self) -> bytes:
        return saved(Image.fromarray(self.pixels()), compress_level=1)

    def tap(self, col_px: int, row_px: int, *, hold: bool) -> None:
        self._xdotool("mousemove", str(col_px), str(row_px), "click", "3" if hold else "1")
        time.sleep(0.03)  # for the program to draw it

    # ---- What a test asks for

    def pixels(self) -> np.ndarray:
        """The screen, (H, W, 3) uint8."""
        return np.asarray(ImageGrab.grab(xdisplay=self.display).convert("RGB"))

    def accepts(self, board: tuple[int, int, int, int]) -> bool:
        """Whether the program flashes when the last move is done again: its sign that the board is right.

        board : left, top, right, bottom of the cells, in pixels.
        """
        left, top, _, _ = board
        self._xdotool("mousemove", str(left + 1), str(top + 1))
        return any(self._flashes(board) for _ in range(TRIES))

    def _flashes(self, board: tuple[int, int, int, int]) -> bool:
        done, _ = self._settled(board)
        self._xdotool("key", "u")
        undone, _ = self._settled(board)
        assert (undone != done).any(), "the last move is not undone"
        with subprocess.Popen([str(program("xdotool")), "key", "r"], env=self._environment):
            again, most = self._settled(board, other_than=undone)
        assert (again == done).all(), "the last move is not done again"
        return most >= MIN_FLASH

    def _settled(
        self, board: tuple[int, int, int, int], other_than: np.ndarray | None = None
    ) -> tuple[np.ndarray, float]:
        """The cells once they stay as they are, and the largest share of them that changed before."""
        ends = time.monotonic() + LATEST_S
        first = last = self._cells(board)
        since, most = time.monotonic(), 0.0
        while time.monotonic() < ends:
            now = self._cells(board)
            most = max(most, float((now != first).any(axis=2).mean()))
            if (now != last).any():
                last, since = now, time.monotonic()
            elif time.monotonic() > since + FLASH_S and (other_than is None or (now != other_than).any()):
                return now, most
        raise AssertionError("the board does not come to rest, or does not change")

    def _cells(self, board: tuple[int, int, int, int]) -> np.ndarray:
        return np.asarray(ImageGrab.grab(bbox=board, xdisplay=self.display).convert("RGB"))

    def _xdotool(self, *words: str) -> None:
        subprocess.run([str(program("xdotool")), *words], env=self._environment, check=True, timeout=60)
