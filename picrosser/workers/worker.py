"""What runs in a worker process: one task after the other comes through a pipe, and so do the results.

A worker ends with the process that started it, however that ends: between two tasks because the pipe closes,
during one because a thread waits for the end of that process. A file that is just being written is completed
first, see `picrosser.storage.atomic`.
"""

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

# Each worker uses one processor: threads that wait for each other would take time from the other workers, and
# the matrix products here are small. numpy reads this once, when it is imported; this module comes before it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

READY, TOLD, RESULT, ERROR = "ready", "told", "result", "error"
"""The kinds of messages of a worker: it can begin; how far it is; what came of a task, or what was raised."""


class Wire(NamedTuple):
    """How messages of a worker, a kind and a value, are sent; one that is too long is taken for its end."""

    encode: Callable[[tuple[str, Any]], bytes] = pickle.dumps
    decode: Callable[[bytes], tuple[str, Any]] = pickle.loads
    max_bytes: int | None = None


def run_worker(
    pipe: Connection, work: Callable[..., Any], max_memory: int, encode: Callable[..., bytes]
) -> None:
    """Do tasks until the pipe is closed.

    pipe : receives pairs: a task, and whether its work is given a second argument, a function to be called
        with how far it is.
    max_memory : bytes of address space beyond those taken now.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the first one decides
    _end_with_the_starter()
    _limit_memory(max_memory)

    def send(kind: str, value: Any = None) -> None:
        pipe.send_bytes(encode((kind, value)))

    with suppress(EOFError, OSError):  # the process that started this one has closed the pipe, or ended
        send(READY)
        while True:
            task, tells = pipe.recv()
            try:
                kind, value = RESULT, work(task, lambda told: send(TOLD, told)) if tells else work(task)
            except Exception as error:  # noqa: BLE001  (the defect of one task is not that of the next)
                kind, value = ERROR, error
            try:
                send(kind, value)
            except OSError:
                raise
            except Exception as error:  # noqa: BLE001  (what cannot be pickled was not sent)
                name = type(value).__name__
                send(ERROR, TypeError(f"{name} cannot be sent from a worker process: {error}"))


def _end_with_the_starter() -> None:
    starter = multiprocessing.parent_process()
    assert starter is not None

    def wait() -> None:
        starter.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()


def _limit_memory(most: int) -> None:
    """Let this process take so many bytes of address space more, then raise MemoryError; on Linux only."""
    with suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        limit_resource("RLIMIT_AS", pages * os.sysconf("SC_PAGE_SIZE") + most)


def limit_resource(name: str, most: int) -> None:
    """Let this process take no more of a resource of the module `resource`, which Windows lacks."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(getattr(resource, name), (most, most))
