"""Solves many screenshots in worker processes, and gives each result as it comes.

At most one picture for each worker is on its way, so the memory does not grow with the number of pictures.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, overload

from picrosser.errors import ExitCode, PicrosserError, describe_defect
from picrosser.puzzles import KINDS, Kind

if TYPE_CHECKING:
    from picrosser.pipelines.solved import AnySolved

Shot: TypeAlias = "str | os.PathLike[str]"

GRACE_S = 5.0  # after the time limit, which the work on a picture observes itself; then its worker is ended
PRELOAD = (
    "picrosser.looks.solve",
    "picrosser.pipelines.hungry_cat",
    "picrosser.pipelines.nonogram",
    "picrosser.pipelines.katamino",
)
"""What workers for screenshots import before the first comes."""


@dataclass(frozen=True, slots=True)
class OneOfMany:
    """What became of one of many screenshots.

    path : the screenshot, as it was given.
    solved : the result; None if there is an error.
    error : why there is none: a `WorkerDiedError` if the picture ended two worker processes. Else None.

    Examples
    --------
    >>> [one] = picrosser.solve_many(["nowhere.png"], jobs=1)
    >>> one.exit_code.name, one.verdict
    ('INPUT_UNREADABLE', 'nowhere.png: no such file')
    """

    path: Shot
    solved: AnySolved | None
    error: Exception | None

    @property
    def exit_code(self) -> ExitCode:
        """OK only when nothing is in doubt and the answer is proved."""
        if self.solved is not None:
            return self.solved.exit_code
        return self.error.exit_code if isinstance(self.error, PicrosserError) else ExitCode.INTERNAL

    @property
    def verdict(self) -> str:
        """One line that a person can read."""
        if self.solved is not None:
            return self.solved.verdict
        assert self.error is not None
        is_ours = isinstance(self.error, PicrosserError)
        return str(self.error) if is_ours else describe_defect(self.error)


@overload
def solve_many(
    paths: Iterable[Shot],
    *,
    jobs: int | None = None,
    kind: Kind | None = None,
    time_limit_s: float | None = 60.0,
    on_result: None = None,
) -> Iterator[OneOfMany]: ...
@overload
def solve_many(
    paths: Iterable[Shot],
    *,
    jobs: int | None = None,
    kind: Kind | None = None,
    time_limit_s: float | None = 60.0,
    on_result: Callable[[OneOfMany], object],
) -> None: ...
def solve_many(
    paths: Iterable[Shot],
    *,
    jobs: int | None = None,
    kind: Kind | None = None,
    time_limit_s: float | None = 60.0,
    on_result: Callable[[OneOfMany], object] | None = None,
) -> Iterator[OneOfMany] | None:
    """Solve many screenshots in worker processes.

    Without `on_result`, return an iterator over the results, in the order in which they end; the next picture
    is begun when a result is taken. With it, solve all, and call it with each result.

    A script has to call this below `if __name__ == "__main__":`, like all that uses `multiprocessing`: worker
    processes import the script.

    Parameters
    ----------
    paths : files; may be an iterator, of which no more is taken than is being worked on.
    jobs : how many worker processes; None for one on each processor that this process may use.
    kind : the kind of all puzzles; None to recognise each.
    time_limit_s : seconds for each picture; None for no limit. A worker that exceeds it is ended.
    on_result : called in this process.

    Raises
    ------
    ValueError : `jobs` is less than 1, or there is no such kind.
    WorkersNotStartedError : no worker process starts.

    Examples
    --------
    >>> for one in picrosser.solve_many(["shot.png", "nowhere.png"], jobs=1):
    ...     print(one.path, one.exit_code.name)
    shot.png OK
    nowhere.png INPUT_UNREADABLE
    """
    if isinstance(paths, str | bytes) or not isinstance(paths, Iterable):
        raise TypeError(f"expected several paths, not {type(paths).__name__}")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs has to be 1 or more, not {jobs}")
    if kind is not None and kind not in KINDS:
        raise ValueError(f"{kind!r} is not a kind of puzzle; the kinds are {', '.join(KINDS)}")
    results = _results(paths, jobs or usable_processors(), kind, time_limit_s)
    if on_result is None:
        return results
    for result in results:
        on_result(result)
    return None


def _results(
    paths: Iterable[Shot], jobs: int, kind: Kind | None, time_limit_s: float | None
) -> Iterator[OneOfMany]:
    from picrosser.workers.pool import Workers

    work = partial(_solved, kind=kind, time_limit_s=time_limit_s)
    limit_s = None if time_limit_s is None else time_limit_s + GRACE_S
    workers: Workers[Shot, AnySolved] = Workers(work, jobs, limit_s=limit_s, preload=PRELOAD)
    with workers:
        for done in workers.run(paths):
            yield OneOfMany(done.task, done.result, done.error)


def _solved(path: Shot, *, kind: Kind | None, time_limit_s: float | None) -> AnySolved:
    from picrosser.looks.solve import solve_screenshot

    return solve_screenshot(path, kind=kind, time_limit_s=time_limit_s)


def usable_processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
