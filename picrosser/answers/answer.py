"""What `solve`, `read`, `check` and `hint` answer about a picture, on the command line and on the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from picrosser.drawing.picture_files import SOFTWARE, picture_bytes, texts_of
from picrosser.errors import ExitCode, GridNotFoundError, HintsUnreadableError, TimeLimitError, noted
from picrosser.imaging.loading import Loaded
from picrosser.imaging.pixels import Lattice
from picrosser.pipelines.solved import AnySolved
from picrosser.pipelines.stages import stage_name
from picrosser.pipelines.verdicts import describe_turned

if TYPE_CHECKING:
    from picrosser.answers.progress import AnyChecked

AFTER_STAGE = {"assemble": "solving", "solve": "drawing", "cells": "drawing"}
"""What is done once these stages have ended; before them, the picture is being read."""


class Answer(NamedTuple):
    """What a command found in a picture.

    text : the words to print; "" for none.
    facts : returns the values of the JSON object; this takes a while, and most runs want none.
    content : returns the file for a suffix ("" if it goes to stdout); None if there is nothing to write.
    is_picture : the text is a picture to look at, and not the answer itself.
    """

    solved: AnySolved
    exit_code: ExitCode
    verdict: str
    text: str
    seconds: Mapping[str, float]
    facts: Callable[[], dict[str, Any]]
    content: Callable[[str], bytes] | None
    is_picture: bool = False


def solved_answer(solved: AnySolved, *, symbols: bool) -> Answer:
    """The solution drawn over the picture. Of a Katamino the file may be the puzzle's, too (`.toml`)."""

    def facts() -> dict[str, Any]:
        from picrosser.answers.facts import katamino_facts, solved_facts  # 6 ms

        told = solved.in_srgb()
        return katamino_facts(told) if told.kind == "katamino" else solved_facts(told)

    def content(suffix: str) -> bytes:
        if solved.kind == "katamino" and suffix == ".toml":
            from picrosser.answers.puzzle_text import problem_text

            return problem_text(solved, with_answer=True).encode()
        return picture_bytes(solved.draw(symbols=symbols), suffix or ".png")

    drawn = content if solved.is_drawn else None
    return Answer(solved, solved.exit_code, solved.verdict, "", solved.seconds, facts, drawn, is_picture=True)


def read_answer(solved: AnySolved) -> Answer:
    """The puzzle as a TOML file; raise a ProblemNotFoundError if it is one of several on a card."""
    from picrosser.answers.facts import katamino_facts, shot_facts
    from picrosser.answers.puzzle_text import problem_text, puzzle_text, reading_verdict

    solved = solved.in_srgb()
    if solved.kind != "katamino":
        text = puzzle_text(solved).encode()
        code = ExitCode.DOUBTFUL if solved.doubts else ExitCode.OK
        facts = partial(shot_facts, solved)
        return Answer(solved, code, reading_verdict(solved), "", solved.seconds, facts, lambda _: text)
    if solved.doubts:
        facts = partial(katamino_facts, solved)
        return Answer(solved, solved.exit_code, solved.verdict, "", solved.seconds, facts, None)
    text = problem_text(solved).encode()
    pieces = len(solved.problems[0].puzzle.pieces)
    verdict = f"Katamino, {pieces} pieces, read{describe_turned(solved.turned_deg)}"

    def read_facts() -> dict[str, Any]:
        return {**katamino_facts(solved), "solution": None}

    return Answer(solved, ExitCode.OK, verdict, "", solved.seconds, read_facts, lambda _: text)


def checked_answer(checked: AnyChecked, *, symbols: bool) -> Answer:
    """The mistakes on a board or its next steps, in words and marked in the picture."""
    from picrosser.answers.facts import checked_facts

    def content(suffix: str) -> bytes:
        return picture_bytes(checked.draw(symbols=symbols), suffix or ".png")

    return Answer(
        checked.solved,
        checked.exit_code,
        checked.verdict,
        "\n".join(checked.lines),
        checked.seconds,
        partial(checked_facts, checked),
        content if checked.is_drawn else None,
    )


# ---- Drawings say in the file that picrosser made them, so that nobody takes them for screenshots

HEAD_BYTES = 4096  # of a file: our text stands before the pixels, within the first few hundred bytes


def mark(source: str, command: str) -> dict[str, str]:
    """Texts for `with_texts`: the program that drew a picture, its source (Latin-1) and the command."""
    return {"Software": SOFTWARE, "Source": source, "Comment": f"picrosser {command}"}


def is_own_drawing(head: bytes) -> bool:
    """Whether a file whose first bytes these are (`HEAD_BYTES` are enough) says that picrosser drew it."""
    return texts_of(head[:HEAD_BYTES]).get("Software") == SOFTWARE


# ---- Pictures that are not decoded as they came

# What an app forbids to be taken is black; the phone may draw its status bar, a twentieth of the screen.
_BLACK, _BLACK_SHARE = 8, 0.93


def as_in_file(verdict: str, facts: dict[str, Any], loaded: Loaded) -> tuple[str, dict[str, Any]]:
    """A verdict with what was noted about the file; facts with the file's pixels if it was reduced."""
    words = "; ".join((verdict, *loaded.notes))
    if loaded.reduction == 1:
        return words, facts
    from picrosser.answers.facts import in_file_pixels

    words += f", read and drawn at 1/{loaded.reduction} of its size"
    return words, in_file_pixels(facts, loaded.reduction)


@contextmanager
def refused_at_size(loaded: Loaded) -> Iterator[None]:
    """Add to a refusal that the picture is black, or was reduced, so that small digits are lost."""
    try:
        yield
    except (GridNotFoundError, HintsUnreadableError) as error:
        if (loaded.image <= _BLACK).mean() >= _BLACK_SHARE:
            raise type(error)(
                f"{error.seen}: the picture is black", "the app may forbid screenshots"
            ) from error
        if loaded.reduction == 1:
            raise
        height, width = loaded.file_shape
        read = f"{width} x {height} pixels, read at 1/{loaded.reduction} of its size"
        raise type(error)(f"{error.seen} ({read})", error.advice) from error


# ---- How far the work is


class WorkSoFar:
    """A listener that knows how far the work on one input is.

    on_doing : called with what is done from now on: "reading" at once, then "solving" or "drawing".
    found : what to tell if the time limit comes before the answer; "" as long as nothing was found.
    picture : the bytes of the input's file, once they are read.
    """

    def __init__(self, on_doing: Callable[[str], None] | None = None) -> None:
        self.doing = "reading"
        self.found = self._stage = ""
        self.picture = b""
        self._on_doing = on_doing
        if on_doing is not None:
            on_doing(self.doing)

    def __call__(self, result: object) -> None:
        self._stage = stage_name(result)
        before, self.doing = self.doing, AFTER_STAGE.get(self._stage, self.doing)
        if self.doing != before and self._on_doing is not None:
            self._on_doing(self.doing)
        lattice = getattr(result, "lattice", None)
        if isinstance(lattice, Lattice):
            rows, cols = lattice.shape
            self.found = f"a board of {cols} x {rows} cells had been found"

    @contextmanager
    def told(self) -> Iterator[None]:
        """Add to an error what was found before the time limit, or what is needed to find a defect."""
        try:
            with noted(self._where):
                yield
        except TimeLimitError as error:
            raise error.knowing(self.found) from None

    def _where(self) -> str:
        from hashlib import sha256  # OpenSSL takes milliseconds to load

        after = f"after the stage {self._stage}" if self._stage else "before the first stage"
        return f"{after}, input sha256:{sha256(self.picture).hexdigest()}" if self.picture else after
