"""Any bytes give a puzzle or pixels, or a clear error of one line; what breaks that is found."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fuzz_targets
from fuzz_targets import FORMATS_OF, ROOT, TARGETS, Broken, read_any, seeds
from picrosser.errors import PuzzleFileError
from picrosser.formats.registry import NAMES

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
def test_damaged_bytes_keep_every_promise(target, data):
    TARGETS[target](data.draw(damaged(target)))


def test_every_format_is_fuzzed_once():
    assert sorted(name for names in FORMATS_OF.values() for name in names) == sorted(NAMES)


@pytest.mark.parametrize(
    ("planted", "found"),
    [(KeyError("nobody expected this"), KeyError), (PuzzleFileError("first\nsecond"), Broken)],
)
def test_what_slips_out_and_a_message_of_two_lines_are_findings(planted, found, monkeypatch):
    def refuses(*_: object) -> None:
        raise planted

    monkeypatch.setattr(fuzz_targets, "parse_puzzle", refuses)
    with pytest.raises(found):
        read_any(("mk",), b"1 1\n1\n#\n1\n")
