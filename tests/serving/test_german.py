"""Whatever the page may tell about a picture has German words: what is told is found in the code itself."""

import ast
import builtins
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import picrosser

PACKAGE = Path(picrosser.__file__).parent
WORDS = json.loads((PACKAGE / "serving" / "page" / "words.json").read_text("utf-8"))
NOT_SHOWN = re.compile(
    # Rooms that no picture leads into, requests that the page does not make, what is told as a server starts.
    r"(?:cli|debugging|formats|making|phones|solving|storage|workers)/|drawing/(?:picture_files|sheet)"
    r"|serving/(?:asked|certificates|server)\.py"
)
NOT_TOLD = re.compile(
    # The page leaves these out (see `message` in page.js); or they are for callers of the library.
    r"--\w|picrosser .*[A-Z]|install them|time_limit_s|no such file|is a folder|screenshots in it|array\."
    r"|can be guessed|random letters|size of the known puzzle|puzzle of this board|Content-Length"
    r"|<!doctype|this address|this is a form"
)
TELLS = {"Refused": slice(1), "doubt_about": slice(1), "doubt_about_picture": slice(1)}
"""Which arguments of a call are words for a person; of our errors these are the first two."""
CALLS = re.compile(r"(?:Error|Refused|doubt_about|doubt_about_picture)\(")


@cache
def modules() -> dict[str, ast.Module]:
    names = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
    texts = {name: path.read_text("utf-8") for name, path in names.items() if not NOT_SHOWN.match(name)}
    return {name: ast.parse(text) for name, text in texts.items() if CALLS.search(text)}


def assigned(parts: Iterable[ast.AST]) -> dict[str, list[ast.expr]]:
    """The values that each name is given."""
    found: dict[str, list[ast.expr]] = {}
    for part in parts:
        for target in part.targets if isinstance(part, ast.Assign) else ():
            found.setdefault(getattr(target, "id", ""), []).append(part.value)
    return found


@cache
def constants() -> dict[str, list[ast.expr]]:
    return assigned(part for module in modules().values() for part in module.body)


def texts_of(node: ast.expr, local: dict[str, list[ast.expr]]) -> Iterator[str]:
    """The texts that an expression may be; what is known only while running is a 7 in them."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            for parts in product(*(list(texts_of(value, local)) or ["7"] for value in values)):
                yield "".join(parts)
        case ast.FormattedValue(value=value):
            yield from texts_of(value, local)
        case ast.IfExp(body=body, orelse=other):
            yield from (*texts_of(body, local), *texts_of(other, local))
        case ast.Name(id=name):
            for value in local.get(name) or constants().get(name, ()):
                yield from texts_of(value, local)


def told() -> Iterator[tuple[str, str]]:
    """The place and the words of each message that may reach the page."""
    for name, module in modules().items():
        functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
        for scope in [*functions, *(node for node in module.body if isinstance(node, ast.Assign))]:
            local = assigned(ast.walk(scope))
            for call in ast.walk(scope):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                    called = call.func.id
                    is_error = called.endswith("Error") and not hasattr(builtins, called)
                    is_error &= called != "TimeLimitError"  # it says what was being done, which is left out
                    for argument in call.args[TELLS.get(called, slice(2 if is_error else 0))]:
                        for text in texts_of(argument, local):
                            yield f"{name}:{call.lineno}", text


@cache
def messages() -> list[tuple[re.Pattern[str], str]]:
    return [
        (re.compile(re.sub(r"\\\{(\w)\\\}", r"(?P<\1>.+?)", re.escape(said))), own)
        for said, own in WORDS["de"]["messages"].items()
    ]


@cache
def in_german(said: str) -> bool:
    """Whether `translated` in words.js has words for this."""
    if not re.search("[a-z]{3}", said):
        return True
    found = ((pattern.fullmatch(said), re.findall(r"\{(\w)\}", own)) for pattern, own in messages())
    return any(match and all(in_german(match[name]) for name in names) for match, names in found)


def test_every_message_about_a_picture_has_german_words():
    parts = {(part, place) for place, text in told() for part in text.split("; ")}
    parts = {(part, place) for part, place in parts if not NOT_TOLD.search(part)}
    assert len(parts) > 100
    assert not sorted(f"{place}: {part}" for part, place in parts if not in_german(part))


def test_places_in_german_words_are_those_of_the_message():
    for said, own in WORDS["de"]["messages"].items():
        assert set(re.findall(r"\{\w\}", own)) <= set(re.findall(r"\{\w\}", said)), said
