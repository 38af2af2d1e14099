"""How far the work on one input is: what is being done, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from picrosser.errors import TimeLimitError
from picrosser.imaging.pixels import Lattice
from picrosser.pipelines.stages import stage_name

AFTER_STAGE = {"assemble": "solving", "solve": "drawing", "cells": "drawing"}
"""What is done once these stages have ended; before them, the picture is being read."""


class WorkSoFar:
    """A listener that knows how far the work on one input is.

    Parameters
    ----------
    on_doing : called with what is done from now on, "reading" at once.

    Attributes
    ----------
    doing : what is being done: "reading", "solving" or "drawing".
    found : what to tell if the time limit comes before the answer; "" as long as nothing was found.
    """

    def __init__(self, on_doing: Callable[[str], None] | None = None) -> None:
        self.doing = "reading"
        self.found = ""
        self._on_doing = on_doing
        if on_doing is not None:
            on_doing(self.doing)

    def __call__(self, result: object) -> None:
        before, self.doing = self.doing, AFTER_STAGE.get(stage_name(result), self.doing)
        if self.doing != before and self._on_doing is not None:
            self._on_doing(self.doing)
        lattice = getattr(result, "lattice", None)
        if isinstance(lattice, Lattice):
            rows, cols = lattice.shape
            self.found = f"a board of {cols} x {rows} cells had been found"

    @contextmanager
    def told_if_late(self) -> Iterator[None]:
        """Add what was found to the message, if the work in this context reaches its time limit."""
        try:
            yield
        except TimeLimitError as error:
            raise error.knowing(self.found) from None
