"""The targets of the fuzzer: their seeds keep every promise, and what breaks one is found."""

from __future__ import annotations

from pathlib import Path

import pytest

import fuzz_targets
from fuzz_targets import FORMATS_OF, TARGETS, Broken, read_any, seeds
from picrosser.errors import PuzzleFileError
from picrosser.formats.files import parse_puzzle
from picrosser.formats.registry import NAMES, format_named

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
SCRIPT = ROOT / "scripts" / "fuzz.py"


def test_every_format_is_fuzzed_once():
    assert sorted(name for names in FORMATS_OF.values() for name in names) == sorted(NAMES)


@pytest.mark.parametrize("target", TARGETS)
def test_seeds_keep_every_promise(target: str):
    found = list(seeds(target, FIXTURES))
    assert len(found) >= 2
    for data in found:
        TARGETS[target](data)


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        (KeyError("nobody expected this"), KeyError),
        (PuzzleFileError("first\nsecond"), Broken),
    ],
)
def test_what_slips_out_and_a_message_of_two_lines_are_findings(
    planted: Exception, found: type[Exception], monkeypatch: pytest.MonkeyPatch
):
    def refuses(*_: object) -> None:
        raise planted

    monkeypatch.setattr(fuzz_targets, "parse_puzzle", refuses)
    with pytest.raises(found):
        read_any(("mk",), b"1 1\n1\n#\n1\n")


def test_another_puzzle_read_back_is_a_finding(monkeypatch: pytest.MonkeyPatch):
    other = format_named("mk").parse("2 1\n1\n0\n#\n1\n")

    def forgets(data: bytes, name: str, format: str | None = None) -> object:
        return other if format == "nin" else parse_puzzle(data, name, format)

    file = format_named("mk").parse("2 1\n1\n1\n#\n2\n")
    fuzz_targets.check_round_trips(file)
    monkeypatch.setattr(fuzz_targets, "parse_puzzle", forgets)
    with pytest.raises(Broken, match="nin gives back another puzzle"):
        fuzz_targets.check_round_trips(file)
