"""A board with some cells taken in, the sizes of its free regions out."""

from __future__ import annotations

from picrosser.packing.layout import Layout


def board_tails(layout: Layout) -> tuple[int, ...]:
    """For each line of bits the board from there on, if it is joined; else 0. At the end one 0 more."""
    lines = len(layout.cells) // layout.stride
    boards = [layout.free >> line * layout.stride << line * layout.stride for line in range(lines)]
    return (*(board if _grown(board & -board, board, layout.stride) == board else 0 for board in boards), 0)


def region_sizes(free: int, layout: Layout, tails: tuple[int, ...]) -> int:
    """Bit n: some region of joined free cells has n cells."""
    stride = layout.stride
    # Lines that nothing touches yet, mostly the larger part of the board, need not be walked through.
    region = tails[-((free ^ layout.free).bit_length() // -stride)]
    sizes = 0
    while free:
        region = _grown(region or free & -free, free, stride)
        sizes |= 1 << region.bit_count()
        free ^= region
        region = 0
    return sizes


def _grown(region: int, free: int, stride: int) -> int:
    """All free cells that are joined to some of them."""
    while (
        grown := (region | region << 1 | region >> 1 | region << stride | region >> stride) & free
    ) != region:
        region = grown
    return region
