"""What a request asks for: which command, about what kind of puzzle, with which hints set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Literal, TypeAlias

from picrosser.errors import ExitCode
from picrosser.puzzles import KINDS
from picrosser.puzzles.hints_by_hand import parse_fix
from picrosser.serving.refusals import Refused

Command: TypeAlias = Literal["solve", "read", "check", "hint"]
COMMANDS: tuple[Command, ...] = ("solve", "read", "check", "hint")
Form: TypeAlias = Literal["json", "png", "ndjson"]
"""json: one object; png: the drawing itself; ndjson: a line for each stage, then the object."""

STRENGTHS = {"where": "nudge", "rule": "rule", "paint": "paint"}
"""How much a hint tells, by the value of `nudge`: where to look, also which rule helps, all of it."""
_MEDIA_TYPES: tuple[tuple[str, Form], ...] = (("image/png", "png"), ("application/x-ndjson", "ndjson"))
MAX_STEPS = 50
MAX_FIXES = 200
MAX_BOARD = 50
_KNOWN = ("kind", "fix", "board", "n", "rule", "nudge", "symbols", "token")


@dataclass(frozen=True, slots=True)
class Asked:
    """What to do with a picture.

    command : as on the command line.
    form : what the answer is.
    kind : of the puzzle; "" to recognise it.
    fixes : hints set by hand, as `parse_fix` takes them.
    board : which of several nonograms on a page, by size: 1 for the largest.
    steps : how many steps `hint` shows.
    strength : how much these tell.
    symbols : draw one into each painted cell.
    """

    command: Command
    form: Form = "json"
    kind: str = ""
    fixes: tuple[str, ...] = ()
    board: int = 1
    steps: int = 1
    strength: str = "paint"
    symbols: bool = False


def parse_asked(command: Command, words: Sequence[tuple[str, str]], accept: str) -> Asked:
    """Read what a request asks for.

    words : the names and values of the query, in order.
    accept : the header of this name; "" if there is none.

    Raises
    ------
    Refused : the query has an unknown name, a value that is none of its name's, or one name twice.
    """
    given: dict[str, str] = {}
    fixes: list[str] = []
    for name, value in words:
        if name not in _KNOWN:
            raise _bad(f"there is no parameter {name!r}; there are {', '.join(_KNOWN[:-1])}")
        if name == "fix":
            fixes.append(value)
        elif given.setdefault(name, value) != value:
            raise _bad(f"{name} is given twice")
    kind = given.get("kind", "")
    if kind and kind not in KINDS:
        raise _bad(f"{kind!r} is not a kind of puzzle; kind takes {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    form: Form = next((form for media_type, form in _MEDIA_TYPES if media_type in accept.lower()), "json")
    if form == "png" and command == "read":
        raise _bad("read draws nothing; accept application/json, or ask for solve")
    return Asked(
        command,
        form,
        kind,
        _checked_fixes(fixes),
        _board(given.get("board", "1"), kind),
        _whole("n", given.get("n", "1"), MAX_STEPS),
        _strength(given),
        _flag("symbols", given),
    )


def _checked_fixes(fixes: Sequence[str]) -> tuple[str, ...]:
    if len(fixes) > MAX_FIXES:
        raise _bad(f"at most {MAX_FIXES} hints can be set by hand")
    set_to: dict[object, object] = {}
    for text in fixes:
        try:
            place, hint = parse_fix(text)
        except ValueError as error:
            raise _bad(str(error)) from None
        if set_to.setdefault(place, hint) != hint:
            raise _bad(f"{place} is set in two ways; leave one of them out")
    return tuple(fixes)


def _board(text: str, kind: str) -> int:
    board = _whole("board", text, MAX_BOARD)
    if board > 1 and kind not in ("", "nonogram"):
        raise _bad(f"board is for nonograms on a page, not for {kind}")
    return board


def _whole(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= most):
        raise _bad(f"{name} takes a whole number from 1 to {most}")
    return int(text)


def _strength(given: dict[str, str]) -> str:
    nudge = given.get("nudge", "paint")
    if nudge not in STRENGTHS:
        raise _bad(f"nudge takes {', '.join(STRENGTHS)}")
    return "rule" if _flag("rule", given) else STRENGTHS[nudge]


def _flag(name: str, given: dict[str, str]) -> bool:
    value = given.get(name, "0")
    if value not in ("", "0", "1"):
        raise _bad(f"{name} takes 1 or 0")
    return value != "0"


def _bad(message: str) -> Refused:
    return Refused(HTTPStatus.BAD_REQUEST, message, ExitCode.USAGE)
