"""Discards what C code prints by itself to stdout or stderr, where Python's own streams cannot catch it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

STDOUT, STDERR = 1, 2
"""The file descriptors that C code prints to."""


@contextmanager
def output_discarded(descriptor: int) -> Iterator[None]:
    """Send what is printed to `STDOUT` or `STDERR` to the null device; nothing happens if it is closed."""
    try:
        kept = os.dup(descriptor)
    except OSError:  # it is closed
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, descriptor)
        yield
    finally:
        os.dup2(kept, descriptor)
        os.close(kept)
        os.close(nowhere)
