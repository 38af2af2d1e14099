"""How worker processes begin: forked from a process that has imported everything, where the system can."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from multiprocessing.context import BaseContext


def worker_context(preload: Sequence[str] = ()) -> BaseContext:
    """Return the context in which worker processes are started.

    A forked worker is there in some 20 ms and shares the memory of the imports. The calling process itself is
    never forked: it may have threads. Where the system cannot fork, each worker imports for itself.

    preload : modules that all workers need besides `picrosser.workers.worker`.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["picrosser.workers.worker", *preload])
    return context
