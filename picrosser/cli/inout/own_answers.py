"""Pictures that picrosser drew: they say so in the file, and are not read as screenshots again.

`picrosser *.png` would otherwise take the answers of an earlier run for screenshots, and solve them, too. An
answer also states what it answers and the hash of what was drawn, so that the same command may replace it: if
nobody has changed it since, nothing is lost.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from picrosser.answers.own_drawings import HEAD_BYTES, is_own_drawing, mark
from picrosser.cli.options import STREAM
from picrosser.drawing.picture_files import texts_of, with_texts, without_texts

ENDINGS = ("-solved", "-check", "-hint")
"""How the names of answers end, before the suffix. GIF files have nothing else."""


def marked(drawing: bytes, shot: str, command: str) -> bytes:
    """Return a drawing that says which program drew it, from which file, and by which command.

    drawing : the bytes of a PNG or JPEG file; other formats are returned as they are.
    shot : the input's path, or `-`. Only its name is stated, and the SHA-256 of its bytes.
    command : "solve", "check" or "hint".
    """
    return with_texts(drawing, {**_mark(shot, command), "Digest": _digest(drawing)})


def _mark(shot: str, command: str) -> dict[str, str]:
    return mark(_source(shot), command)


def _digest(drawing: bytes) -> str:
    return f"sha256:{_sha256(drawing)}"


def _sha256(data: bytes) -> str:
    """The SHA-256 of some bytes, in hexadecimal digits."""
    from hashlib import sha256  # OpenSSL takes milliseconds to load, and puzzle files need none

    return sha256(data).hexdigest()


def may_be_replaced(path: Path, shot: str, command: str) -> bool:
    """Whether a file is the answer of the same command to the same screenshot, unchanged since it was drawn.

    path : of the file in question. shot, command : as in `marked`.
    """
    try:
        if shot == STREAM or not path.is_file() or not is_own_answer(str(path)):
            return False
        drawing = path.read_bytes()
    except (OSError, ValueError):
        return False
    texts = texts_of(drawing)
    is_same = all(texts.get(key) == value for key, value in _mark(shot, command).items())
    return is_same and "sha256:" in texts["Source"] and texts.get("Digest") == _digest(without_texts(drawing))


def answers_another_picture(path: Path, shot: str) -> bool:
    """Whether a file is an answer that was drawn when the screenshot held other bytes than now.

    False of files that do not say what they answer, as GIF files.
    """
    try:
        with path.open("rb") as file:
            source = texts_of(file.read(HEAD_BYTES)).get("Source", "")
    except (OSError, ValueError):
        return False
    _, _, then = source.rpartition(" sha256:")
    _, _, now = _source(shot).rpartition(" sha256:")
    return source != then and now != then and shot != STREAM


def _source(shot: str) -> str:
    if shot == STREAM:
        return "stdin"
    stored = os.fsencode(Path(shot).name).decode("utf-8", "replace")  # the same in every locale
    name = stored.encode("ascii", "backslashreplace").decode()
    try:
        return f"{name} sha256:{_sha256(Path(shot).read_bytes())}"
    except OSError:  # it was a pipe, or is gone
        return name


def is_own_answer(path: str) -> bool:
    """Whether a picture says that picrosser drew it; False if it cannot be read."""
    try:
        if path == STREAM or not Path(path).is_file():
            return False
        with Path(path).open("rb") as file:
            return is_own_drawing(file.read(HEAD_BYTES))
    except (OSError, ValueError):
        return False


def without_own_answers(shots: Sequence[str]) -> tuple[str, ...]:
    """Return the screenshots among some inputs, without the answers of earlier runs.

    Of several inputs those with an answer's name are left out, too. A single one was meant, so its name does
    not matter.
    """
    several = len(shots) > 1
    return tuple(
        shot for shot in shots if not (several and is_named_as_answer(shot)) and not is_own_answer(shot)
    )


def is_named_as_answer(shot: str) -> bool:
    """Whether a file has the name of an answer."""
    return Path(shot).stem.endswith(ENDINGS)
