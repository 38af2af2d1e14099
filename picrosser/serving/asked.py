"""What a request asks for (which command, what kind of puzzle, hints set by hand), and why it is refused."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Literal, TypeAlias

from picrosser.errors import ExitCode
from picrosser.formats.registry import NAMES as FORMAT_NAMES
from picrosser.puzzles import KINDS
from picrosser.puzzles.hints_by_hand import parse_fix
from picrosser.solving.deduction import Strength

HTTP_STATUS: dict[ExitCode | None, HTTPStatus] = {
    ExitCode.USAGE: HTTPStatus.BAD_REQUEST,
    ExitCode.INPUT_UNREADABLE: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    ExitCode.MISSING_EXTRA: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,  # the decoder of a PDF
    ExitCode.GAVE_UP: HTTPStatus.GATEWAY_TIMEOUT,
    ExitCode.INTERNAL: HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""The HTTP status of each exit status. A picture that is one, but has no certain answer, is 422."""


class Refused(Exception):  # noqa: N818  (a refusal is an answer)
    """A request that is not answered, by default because of what it asks for.

    message : what was seen, and what to try.
    exit_code : that of the command line; None if the command line has no such refusal (429, 503).
    http : the HTTP status; None for that of the exit code.
    retry_after_s : when to try again, in whole seconds; 0 if that would not help.
    """

    def __init__(
        self,
        message: str,
        exit_code: ExitCode | None = ExitCode.USAGE,
        http: HTTPStatus | None = None,
        retry_after_s: int = 0,
    ) -> None:
        super().__init__(message)
        self.message, self.exit_code = message, exit_code
        self.http = http or HTTP_STATUS.get(exit_code, HTTPStatus.UNPROCESSABLE_ENTITY)
        self.headers = {"Retry-After": str(retry_after_s)} if retry_after_s else {}

    @property
    def facts(self) -> dict[str, Any]:
        status = None if self.exit_code is None else int(self.exit_code)
        return {"status": status, "message": self.message, "http": int(self.http)}


# ---- What is asked


Command: TypeAlias = Literal["solve", "read", "check", "hint"]
COMMANDS: tuple[Command, ...] = ("solve", "read", "check", "hint")
Form: TypeAlias = Literal["json", "png", "ndjson"]
"""json: one object; png: the drawing itself; ndjson: a line for each stage, then the object."""

STRENGTHS: dict[str, Strength] = {"where": "nudge", "rule": "rule", "paint": "paint"}
"""How much a hint tells, by the value of `nudge`: where to look, also which rule helps, all of it."""
MAX_STEPS = 50
MAX_FIXES = 200
MAX_BOARD = 50
PUZZLE_MEDIA_TYPE = "application/toml"
"""Of a body that is a puzzle file and no picture."""
_KNOWN = ("kind", "fix", "board", "n", "rule", "nudge", "symbols", "format", "token")


@dataclass(frozen=True, slots=True)
class Asked:
    """What to do with a picture, as on the command line.

    kind : of the puzzle; "" to recognise it. fixes : as `parse_fix` takes them.
    steps : how many `hint` shows; `strength` says how much these tell.
    of_puzzle : what is sent is a puzzle file; `format` is the one in which `read` gives it back, "" for TOML.
    """

    command: Command
    form: Form = "json"
    kind: str = ""
    fixes: tuple[str, ...] = ()
    board: int = 1
    steps: int = 1
    strength: Strength = "paint"
    symbols: bool = False
    of_puzzle: bool = False
    format: str = ""


def parse_asked(
    command: Command, words: Sequence[tuple[str, str]], accept: str, content_type: str = ""
) -> Asked:
    """Read what a request asks for.

    words : the names and values of the query, in order.
    accept, content_type : the headers of these names; "" if there is none.
    Raises Refused: the query has an unknown name, a value that is none of its name's, or one name twice.
    """
    given: dict[str, str] = {}
    fixes: list[str] = []
    for name, value in words:
        if name not in _KNOWN:
            raise Refused(f"there is no parameter {name!r}; there are {', '.join(_KNOWN[:-1])}")
        if name == "fix":
            fixes.append(value)
        elif given.setdefault(name, value) != value:
            raise Refused(f"{name} is given twice")
    kind = given.get("kind", "")
    if kind and kind not in KINDS:
        raise Refused(f"{kind!r} is not a kind of puzzle; kind takes {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    accept = accept.lower()
    form: Form = "png" if "image/png" in accept else "ndjson" if "application/x-ndjson" in accept else "json"
    if form == "png" and command == "read":
        raise Refused("read draws nothing; accept application/json, or ask for solve")
    board = _whole("board", given, MAX_BOARD)
    if board > 1 and kind not in ("", "nonogram"):
        raise Refused(f"board is for nonograms on a page, not for {kind}")
    nudge = given.get("nudge", "paint")
    if nudge not in STRENGTHS:
        raise Refused(f"nudge takes {', '.join(STRENGTHS)}")
    strength = "rule" if _flag("rule", given) else STRENGTHS[nudge]
    steps, symbols = _whole("n", given, MAX_STEPS), _flag("symbols", given)
    of_puzzle, format = content_type.lower().startswith(PUZZLE_MEDIA_TYPE), given.get("format", "")
    if format and (command != "read" or not of_puzzle or format not in FORMAT_NAMES):
        raise Refused(f"format is for reading a puzzle file, and takes {', '.join(FORMAT_NAMES)}")
    _check_fixes(fixes)
    return Asked(command, form, kind, tuple(fixes), board, steps, strength, symbols, of_puzzle, format)


def _check_fixes(fixes: Sequence[str]) -> None:
    if len(fixes) > MAX_FIXES:
        raise Refused(f"at most {MAX_FIXES} hints can be set by hand")
    set_to: dict[object, object] = {}
    for text in fixes:
        try:
            place, hint = parse_fix(text)
        except ValueError as error:
            raise Refused(str(error)) from None
        if set_to.setdefault(place, hint) != hint:
            raise Refused(f"{place} is set in two ways; leave one of them out")


def _whole(name: str, given: dict[str, str], most: int) -> int:
    text = given.get(name, "1")
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= most):
        raise Refused(f"{name} takes a whole number from 1 to {most}")
    return int(text)


def _flag(name: str, given: dict[str, str]) -> bool:
    value = given.get(name, "0")
    if value not in ("", "0", "1"):
        raise Refused(f"{name} takes 1 or 0")
    return value != "0"
