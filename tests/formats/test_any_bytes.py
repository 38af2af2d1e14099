"""Any bytes give a puzzle or pixels, or a clear error of one line; what is read is also written.

The promises are those of `measuring.fuzz_targets`, which the fuzzer checks, too. Here, hypothesis damages its
seeds.
"""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz_targets import ROOT, TARGETS, seeds

NUMBERS = (b"-1", b"0", b"1000000000", b"9" * 30, b"1e999", b"NaN", b"0x10", "१२".encode(), b"65536")
JUNK = (
    b"\0", b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\x1b[31m", b"\r", b"\x0b", b"\xef\xbb\xbf",
    "\u2028\x85".encode(), b"[[", b"{", b'"', b"<a>", b"&x;", b"a.b.", b"#", b"/", b"?",
)  # fmt: skip


@cache
def seeds_of(target: str) -> list[bytes]:
    return list(seeds(target, ROOT / "fixtures"))


@st.composite
def damaged(draw: st.DrawFn, target: str) -> bytes:
    """A seed of the target with one to four places damaged, or random bytes."""
    data = draw(st.sampled_from(seeds_of(target)) | st.binary(max_size=60))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 12)))
        kind = draw(st.integers(0, 4))
        if kind == 0:  # cut out, or cut off
            data = data[:start] + data[end:] if draw(st.booleans()) else data[:start]
        elif kind == 1:  # repeated
            data = data[:end] + data[start:end] * draw(st.integers(1, 60)) + data[end:]
        elif kind == 2:
            data = data[:start] + draw(st.sampled_from(JUNK + NUMBERS)) + data[end:]
        elif kind == 3:  # joined with another
            other = draw(st.sampled_from(seeds_of(target)))
            data = data[:start] + other[draw(st.integers(0, len(other))) :]
        else:
            data = data[:start] + draw(st.binary(max_size=4)) + data[end:]
    return data[:20_000]


@pytest.mark.parametrize("target", TARGETS)
@given(data=st.data())
@settings(max_examples=75, deadline=None)
def test_damaged_bytes_keep_every_promise(target: str, data: st.DataObject):
    TARGETS[target](data.draw(damaged(target)))
