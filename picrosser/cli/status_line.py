"""A line on stderr that says what is being done, for a person at a terminal who has to wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter

from picrosser.cli.report import overwrite_line, printable
from picrosser.pipelines.work_so_far import WorkSoFar

FIRST_S = 1.0  # shorter work shows nothing
EVERY_S = 0.25


class NamedWork(WorkSoFar):
    """A listener that knows how far the work on a named input is."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._began = perf_counter()

    @property
    def line(self) -> str:
        """What is being done: "solving shot.png, 3 s"."""
        return printable(f"{self.doing} {self._name}, {perf_counter() - self._began:.0f} s")


@contextmanager
def status_line(work: NamedWork, *, wanted: bool) -> Iterator[None]:
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


def _keep_writing(work: NamedWork, done: Event) -> None:
    width = 0
    wait_s = FIRST_S
    while not done.wait(wait_s):
        wait_s = EVERY_S
        text = work.line
        width = max(width, len(text))
        overwrite_line(text.ljust(width))
    if width:
        overwrite_line(" " * width + "\r")
