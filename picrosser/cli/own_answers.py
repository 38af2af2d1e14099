"""Pictures that picrosser drew: they say so in a text chunk, and are not read as screenshots again.

`picrosser *.png` would otherwise take the answers of an earlier run for screenshots, and solve them, too.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from picrosser.cli.options import STREAM
from picrosser.drawing.png import png_texts, with_png_texts

SOFTWARE = "picrosser"
ENDINGS = ("-solved", "-check", "-hint")
"""How the names of answers end, before the suffix. Formats without text chunks have nothing else."""
_HEAD_BYTES = 4096  # our chunk stands before the pixels, within the first few hundred bytes


def marked(png: bytes, shot: str, command: str) -> bytes:
    """Return a drawing that says which program drew it, from which file, and by which command.

    png : other formats are returned as they are.
    shot : the input's path, or `-`. Only its name is stated, and the SHA-256 of its bytes.
    command : "solve", "check" or "hint".
    """
    return with_png_texts(
        png, {"Software": SOFTWARE, "Source": _source(shot), "Comment": f"picrosser {command}"}
    )


def _source(shot: str) -> str:
    if shot == STREAM:
        return "stdin"
    stored = os.fsencode(Path(shot).name).decode("utf-8", "replace")  # the same in every locale
    name = stored.encode("ascii", "backslashreplace").decode()
    try:
        with Path(shot).open("rb") as file:
            return f"{name} sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"
    except OSError:  # it was a pipe, or is gone
        return name


def is_own_answer(path: str) -> bool:
    """Whether a picture says that picrosser drew it; False if it cannot be read."""
    try:
        if path == STREAM or not Path(path).is_file():
            return False
        with Path(path).open("rb") as file:
            return png_texts(file.read(_HEAD_BYTES)).get("Software") == SOFTWARE
    except (OSError, ValueError):
        return False


def without_own_answers(shots: Sequence[str]) -> tuple[str, ...]:
    """Return the screenshots among some inputs, without the answers of earlier runs.

    Of several inputs those with an answer's name are left out, too. A single one was meant, so its name does
    not matter.
    """
    several = len(shots) > 1
    return tuple(
        shot for shot in shots if not (several and _is_named_as_answer(shot)) and not is_own_answer(shot)
    )


def _is_named_as_answer(shot: str) -> bool:
    return Path(shot).stem.endswith(ENDINGS)
