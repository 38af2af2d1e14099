"""What goes to stdout goes there whole, also where a write takes only part of it."""

from __future__ import annotations

import io
import sys

import pytest

from picrosser.cli.inout.report import print_answer, write_stdout
from picrosser.errors import OutputRefusedError


class Unbuffered(io.RawIOBase):
    """A file without a buffer, as stdout with PYTHONUNBUFFERED: it takes three bytes at a time."""

    def __init__(self, room: int) -> None:
        self.taken, self.room = b"", room

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        if len(self.taken) >= self.room:
            raise OSError(27, "File too large")
        part = bytes(data[:3])
        self.taken += part
        return len(part)


def unbuffered(room: int, monkeypatch: pytest.MonkeyPatch) -> Unbuffered:
    raw = Unbuffered(room)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii", write_through=True))  # type: ignore[type-var]
    return raw


def test_short_writes_are_completed(monkeypatch) -> None:
    stdout = unbuffered(99, monkeypatch)
    write_stdout(b"0123456789")
    print_answer("r\u00e4t\u2581sel")  # which the encoding cannot spell
    assert stdout.taken == b"0123456789r\\xe4t\\u2581sel\n"


def test_a_file_that_cannot_take_all_is_an_error(monkeypatch) -> None:
    stdout = unbuffered(6, monkeypatch)
    monkeypatch.setattr("picrosser.cli.inout.report.drop_stdout", lambda: None)
    with pytest.raises(OutputRefusedError, match="file too large"):
        write_stdout(b"0123456789")
    assert stdout.taken == b"012345"


def test_a_stream_of_text_may_stand_in_for_stdout(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdout", text := io.StringIO())
    print_answer("solved")
    assert text.getvalue() == "solved\n"
