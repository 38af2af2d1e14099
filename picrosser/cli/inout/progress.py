"""What stderr shows a person who has to wait. It goes when the work ends; rich is only loaded if needed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from picrosser.answers.answer import WorkSoFar
from picrosser.cli.inout.report import printable

if TYPE_CHECKING:
    from rich.progress import Progress

T = TypeVar("T")

FIRST_S = 1.0  # shorter work shows nothing
TICK_S = 0.2  # between two looks at what is being done


def line_of(work: WorkSoFar, name: str, began: float) -> str:
    """What is being done with an input: "solving shot.png, 3 s"."""
    return printable(f"{work.doing} {name}, {perf_counter() - began:.0f} s")


@contextmanager
def status_line(work: WorkSoFar, name: str, *, wanted: bool) -> Iterator[None]:
    """Keep the line up to date on stderr while the work runs, if a person looks there; then remove it."""
    if not wanted:
        yield
        return
    done = Event()
    thread = Thread(target=_show, args=(work, name, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _show(work: WorkSoFar, name: str, done: Event) -> None:
    began = perf_counter()
    if done.wait(FIRST_S):
        return
    from rich.progress import TextColumn

    with _shown(TextColumn("{task.description}", markup=False)) as progress:
        task = progress.add_task(line_of(work, name, began))
        while not done.wait(TICK_S):
            progress.update(task, description=line_of(work, name, began))


@contextmanager
def progress_line(what: str, *, quiet: bool) -> Iterator[Callable[[float], None] | None]:
    """Keep a line up to date on stderr; yields the function to call with the share that is done, 0 to 1."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn

    with _shown(TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()) as progress:
        task = progress.add_task(what, total=1.0)
        yield lambda share: progress.update(task, completed=share)


def with_progress_bar(done: Iterable[T], count: int) -> Iterator[T]:
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn

    numbers = TextColumn("{task.completed:.0f} of {task.total:.0f}")
    with _shown(BarColumn(), numbers, TimeRemainingColumn()) as progress:
        yield from progress.track(done, total=count)


@contextmanager
def _shown(*columns: str | object) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True, soft_wrap=True)  # verdicts stay on one line
    # What is printed to a terminal goes through the console, above the bar. Answers for a file must not.
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as progress:  # type: ignore[arg-type]
        console.show_cursor(True)  # rich hides it, and nobody would show it again after SIGTERM
        yield progress
