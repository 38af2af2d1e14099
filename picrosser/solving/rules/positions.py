"""Sets of positions of a line as ints, bit p for cell p: a step takes a few operations at any length."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # boards that lines decide need no arrays
    import numpy as np
    from numpy.typing import NDArray

_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def bits(cells: int) -> list[int]:
    """The positions of a set, each as a set of its own, lowest first."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest)
        cells ^= lowest
    return found


def span(cells: int) -> int:
    """All positions from the first of a set to the last."""
    return (1 << cells.bit_length()) - (cells & -cells)


def is_one_run(cells: int) -> bool:
    """Whether the positions follow one another without a gap; also for the empty set."""
    return not (cells + (cells & -cells)) & cells


def grown(run: int, may: int) -> int:
    """A run with all positions of a set that follow on from it without a gap."""
    while (wider := (run | run << 1 | run >> 1) & may) != run:
        run = wider
    return run


def once_and_twice(places: Iterable[int]) -> tuple[int, int]:
    """The positions that are in one of the sets or more, and those that are in two or more."""
    once = twice = 0
    for may in places:
        twice |= once & may
        once |= may
    return once, twice


def in_one_only(places: Iterable[int]) -> int:
    """The positions that are in exactly one of the sets."""
    once, twice = once_and_twice(places)
    return once & ~twice


def starts_with_room(may: int, length: int) -> int:
    """The positions of a set at which `length` of its positions begin to follow one another, as a set."""
    width = 1
    while width < length:  # doubling: `may` holds where `width` of them follow one another
        step = min(width, length - width)
        may &= may >> step
        width += step
    return may


def widened(starts: int, length: int) -> int:
    """The cells covered by runs of this length that begin at these positions."""
    width = 1
    while width < length:
        step = min(width, length - width)
        starts |= starts << step
        width += step
    return starts


def always_covered(starts: int, length: int) -> int:
    """The cells that a run of this length covers wherever it begins among these positions."""
    end, last = (starts & -starts) << length, 1 << (starts.bit_length() - 1)
    return end - last if end > last else 0


@lru_cache(maxsize=8192)  # lines of boards repeat the same few sets: a third of the time of propagation
def mirrored(cells: int, length: int) -> int:
    """The mirror image of a set of positions 0 to length - 1."""
    size = (length + 7) >> 3
    return int.from_bytes(cells.to_bytes(size, "little").translate(_REVERSED), "big") >> (8 * size - length)


def as_rows(sets: Sequence[int], width: int) -> NDArray[np.bool_]:
    """(sets, width) whether each set has each position."""
    import numpy as np

    size = (width + 7) >> 3
    joined = b"".join([cells.to_bytes(size, "little") for cells in sets])
    rows = np.frombuffer(joined, np.uint8).reshape(len(sets), size)
    return np.unpackbits(rows, axis=1, count=width, bitorder="little").view(bool)
