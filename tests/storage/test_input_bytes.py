"""Names that lead to no regular file: devices without end, pipes into which nobody writes, or not yet."""

import os
import threading
from pathlib import Path

import pytest

from picrosser.errors import InputUnreadableError
from picrosser.formats.files import load_puzzle
from picrosser.storage import input_bytes
from picrosser.storage.input_bytes import read_at_most

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")


@pytest.fixture
def pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def test_files_and_devices_are_read_as_far_as_asked(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"0123456789")
    assert read_at_most(path, 20) == b"0123456789"
    assert read_at_most(path, 4) == b"0123"
    assert read_at_most(Path("/dev/zero"), 1_000_001) == bytes(1_000_001)
    assert read_at_most(Path(os.devnull), 10) == b""


def test_a_pipe_into_which_nobody_writes_or_writes_on_is_given_up(pipe, monkeypatch):
    monkeypatch.setattr(input_bytes, "MAX_SILENCE_S", 0.05)
    with pytest.raises(TimeoutError, match="sent nothing for"):
        read_at_most(pipe, 10)
    with pipe.open("r+b", buffering=0) as writer:  # it stays open, as that of a program that hangs
        writer.write(b"begun")
        with pytest.raises(TimeoutError, match="sent nothing for"):
            read_at_most(pipe, 10)


def test_a_pipe_waits_for_its_writer_and_is_read_to_its_end(pipe):
    sent = bytes(range(256)) * 1000  # more than a pipe holds

    def write() -> None:
        with pipe.open("wb") as file:  # waits until the pipe is opened for reading
            file.write(sent)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert read_at_most(pipe, len(sent) + 1) == sent
    finally:
        writer.join()


def test_a_folder_is_told_from_a_file(tmp_path):
    with pytest.raises(IsADirectoryError):
        read_at_most(tmp_path, 10)
    with pytest.raises(InputUnreadableError):
        load_puzzle(tmp_path)
