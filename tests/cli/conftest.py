import io
import sys
from collections.abc import Sequence

import pytest
from _pytest.capture import CaptureResult
from canned_readings import png
from short_files import TEXTS

from picrosser.__main__ import main
from picrosser.reading.hungry_cat.assemble import Reading


@pytest.fixture
def cli(capsys):
    """Run a command line, check its exit status and what it says, and return its `out` and `err`."""

    def _cli(words: Sequence[object], status: int = 0, says: str = "") -> CaptureResult[str]:
        assert main(list(map(str, words))) == status
        printed = capsys.readouterr()
        assert says in printed.err
        return printed

    return _cli


@pytest.fixture
def sees(monkeypatch):
    """Make every screenshot read as this."""

    def _sees(what: Reading | BaseException) -> None:
        def read_screenshot(image, on_stage=lambda _: None, **_):
            assert image.ndim == 3
            if isinstance(what, BaseException):
                raise what
            on_stage(what)
            return what

        monkeypatch.setattr("picrosser.reading.hungry_cat.read.read_screenshot", read_screenshot)
        # The picture is blank, and would be refused before it is read as such a board, or as one in doubt.
        monkeypatch.setattr("picrosser.reading.page.ink.Ink.has_hardly_digits", False)
        monkeypatch.setattr("picrosser.looks.evidence.UprightEvidence.has_few_colours", False)

    return _sees


@pytest.fixture
def piped(monkeypatch):
    """Give stdin this content."""

    def _piped(text: str | bytes) -> None:
        data = text.encode() if isinstance(text, str) else text
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    return _piped


@pytest.fixture
def texts(tmp_path, monkeypatch):
    """The working directory, with the files of `TEXTS`."""
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def shot(tmp_path):
    path = tmp_path / "shot.png"
    path.write_bytes(png(60, 70))  # room for the largest board of the tests
    return path
