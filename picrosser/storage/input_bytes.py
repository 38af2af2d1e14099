"""Reads an input's bytes: no more of them than asked for, and without waiting for ever for a pipe.

A name on a command line may lead to something that never ends (`/dev/zero`) or never begins (a named pipe
into which nobody writes). A regular file is read as usual. Anything else is opened without waiting, so that a
pipe opens although nobody writes into it yet, and read as the bytes come. So `picrosser <(command)` works.
"""

import errno
import os
import stat
from io import FileIO
from pathlib import Path
from typing import BinaryIO

MAX_INPUT_BYTES = 64_000_000
"""The largest picture that is read. An uncompressed one of 17 million pixels has 51 million bytes."""
MAX_BYTES_BEFORE_PNG = 4096
"""Of text: a phone with two displays or an emulator prints up to three warnings, a line each."""
MAX_SILENCE_S = 30.0  # for which a pipe may send nothing: a slow program that takes a screenshot needs a few
_PART_BYTES = 1 << 16  # what Linux holds of a pipe
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0)  # Windows has neither the flag nor such pipes


def read_at_most(path: Path, most: int) -> bytes:
    """Return the first bytes of a file, a pipe or a device.

    most : of them. Ask for one more than is allowed to find out whether a file is too large.
    Raises OSError: it cannot be read; a `TimeoutError` if a pipe sends nothing for `MAX_SILENCE_S`.
    """
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | _WITHOUT_WAITING)) as file:
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return file.read(most)
        return _read_as_it_comes(file, most)


def _read_as_it_comes(file: BinaryIO, most: int) -> bytes:
    """Read what is no regular file until it ends, `most` bytes have come, or nothing comes any more."""
    import select  # few inputs come here

    if not hasattr(select, "poll"):  # Windows
        return file.read(most)
    unbuffered = FileIO(file.fileno(), closefd=False)
    waiting = select.poll()
    waiting.register(unbuffered, select.POLLIN)
    received = bytearray()
    while len(received) < most:
        if not waiting.poll(1000 * MAX_SILENCE_S):
            raise TimeoutError(errno.ETIMEDOUT, f"it sent nothing for {MAX_SILENCE_S:g} seconds")
        part = unbuffered.read(min(_PART_BYTES, most - len(received)))
        if part == b"":
            break
        received += part or b""  # None: it was announced, but has not come yet
    return bytes(received)
