"""A line on stderr that says what is being done, for a person at a terminal who has to wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter

from picrosser.cli.report import overwrite_line, printable
from picrosser.imaging.pixels import Lattice
from picrosser.pipelines.stages import stage_name

FIRST_S = 1.0  # shorter work shows nothing
EVERY_S = 0.25
AFTER_STAGE = {"assemble": "solving", "solve": "drawing", "cells": "drawing"}
"""What is done once these stages have ended; before them, the picture is being read."""


class WorkSoFar:
    """A listener that knows how far the work on one input is.

    Attributes
    ----------
    found : what to tell if the time limit comes before the answer; "" as long as nothing was found.
    """

    def __init__(self, name: str) -> None:
        self.found = ""
        self._name = name
        self._doing = "reading"
        self._began = perf_counter()

    def __call__(self, result: object) -> None:
        self._doing = AFTER_STAGE.get(stage_name(result), self._doing)
        lattice = getattr(result, "lattice", None)
        if isinstance(lattice, Lattice):
            rows, cols = lattice.shape
            self.found = f"a board of {cols} x {rows} cells had been found"

    @property
    def line(self) -> str:
        """What is being done: "solving shot.png, 3 s"."""
        return printable(f"{self._doing} {self._name}, {perf_counter() - self._began:.0f} s")


@contextmanager
def status_line(work: WorkSoFar, *, wanted: bool) -> Iterator[None]:
    """Keep the line up to date on stderr while the work in this context runs, then remove it.

    wanted : a person looks at stderr, and nothing else is written there meanwhile.
    """
    if not wanted:
        yield
        return
    done = Event()
    thread = Thread(target=_keep_writing, args=(work, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _keep_writing(work: WorkSoFar, done: Event) -> None:
    width = 0
    wait_s = FIRST_S
    while not done.wait(wait_s):
        wait_s = EVERY_S
        text = work.line
        width = max(width, len(text))
        overwrite_line(text.ljust(width))
    if width:
        overwrite_line(" " * width + "\r")
