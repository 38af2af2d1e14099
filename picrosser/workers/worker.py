"""What runs in a worker process: one task after the other comes through a pipe, and so do the results.

A worker ends with the process that started it, however that ends: between two tasks because the pipe closes,
during one because a thread waits for the end of that process. A file that is just being written is completed
first, see `picrosser.storage.atomic`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import picrosser.workers.single_threaded  # noqa: F401  (before numpy)

READY = "ready"
"""The first message of a worker."""


def run_worker(pipe: Connection, work: Callable[[Any], Any], max_memory: int | None) -> None:
    """Do tasks until the pipe is closed.

    Parameters
    ----------
    pipe : sends `READY`, then for each task that it receives a pair of the result and the exception, one of
        them None.
    work : what to do with a task.
    max_memory : bytes of address space beyond those taken now; None for no limit.
    """
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C reaches all processes of a terminal; the first one decides
    end_with_the_starter()
    if max_memory is not None:
        limit_memory(max_memory)
    with suppress(EOFError, OSError):  # the process that started this one has closed the pipe, or ended
        pipe.send(READY)
        while True:
            _answer(pipe, work, pipe.recv())


def _answer(pipe: Connection, work: Callable[[Any], Any], task: Any) -> None:
    answer: tuple[Any, Exception | None]
    try:
        answer = (work(task), None)
    except Exception as error:  # noqa: BLE001  (the defect of one task is not that of the next)
        answer = (None, error)
    try:
        pipe.send(answer)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001  (what cannot be pickled was not sent)
        kind = type(answer[1] or answer[0]).__name__
        pipe.send((None, TypeError(f"{kind} cannot be sent from a worker process: {error}")))


def end_with_the_starter() -> None:
    """Have this process end when the process that started it ends, however that happens."""
    starter = multiprocessing.parent_process()
    assert starter is not None

    def wait() -> None:
        starter.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()


def limit_memory(most: int) -> None:
    """Let this process take so many bytes of address space more; beyond that, Python raises MemoryError.

    It has an effect on Linux only: Windows has no such limit, and macOS ignores it.
    """
    try:
        import resource
    except ImportError:
        return
    with suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        limit = pages * resource.getpagesize() + most
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
