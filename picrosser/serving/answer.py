"""Answers one picture, in a worker: what the command line does with it, as a JSON object and a drawing.

A worker's fork server imports this module before there is any work, and with it all that reading, solving
and drawing may need.
"""

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from time import perf_counter
from typing import Any

from PIL import Image

from picrosser.answers.answer import (
    Answer,
    WorkSoFar,
    as_in_file,
    checked_answer,
    is_own_drawing,
    mark,
    read_answer,
    refused_at_size,
    solved_answer,
)
from picrosser.answers.json_object import HINT_KEYS, PROGRESS_KEYS, json_object
from picrosser.answers.progress import check_screenshot, hint_screenshot
from picrosser.drawing.picture_files import with_texts
from picrosser.errors import InputUnreadableError
from picrosser.imaging.loading import Loaded, load_picture
from picrosser.looks.solve import solve_screenshot
from picrosser.puzzles.hints_by_hand import parse_fix
from picrosser.running.deadline import Deadline
from picrosser.serving.asked import Asked

KEYS = {"check": PROGRESS_KEYS, "hint": HINT_KEYS}
"""What the objects of these commands have besides the keys of all."""

_USED = tuple(
    f"picrosser.{room}."
    for room in ("answers", "drawing", "packing", "pipelines", "reading", "repairing", "solving")
)
for _module in walk_packages(import_module("picrosser").__path__, "picrosser."):
    if _module.name.startswith(_USED):
        import_module(_module.name)
for _name in ("pillow_heif", "pysolvers", "scipy.ndimage", "scipy.optimize"):  # the first is an extra
    with suppress(ImportError):
        import_module(_name)
Image.init()


def answer_picture(
    asked: Asked, picture: bytes, limit_s: float, on_stage: Callable[[str], None]
) -> tuple[dict[str, Any], bytes]:
    """Do with a picture file what is asked: the JSON object, and a PNG file if something is drawn.

    limit_s : for the work, in seconds; errors are those of the command.
    on_stage : called when a stage begins: "reading", "solving", "drawing".
    """
    began = perf_counter()
    deadline = Deadline.after(limit_s)

    def on_doing(doing: str) -> None:
        if doing != "drawing":  # after this look at the picture there may be another; see below
            on_stage(doing)

    so_far = WorkSoFar(on_doing)
    if is_own_drawing(picture):
        seen = "the picture is an answer that picrosser drew"
        raise InputUnreadableError(seen, "give the screenshot itself")
    so_far.picture = picture
    loaded = load_picture(picture, "this file")
    decode_s = perf_counter() - began
    with refused_at_size(loaded), so_far.told():
        answer = _answer(asked, loaded, deadline, so_far)
    facts = {**answer.facts(), "seconds": {"decode": decode_s, **answer.seconds}}
    verdict, facts = as_in_file(answer.verdict, facts, loaded)
    text, png = None if asked.command in ("solve", "read") else answer.text, b""
    if answer.content is not None and asked.command == "read":
        text = answer.content(".toml").decode()
    elif answer.content is not None:
        on_stage("drawing")
        drawing_began = perf_counter()
        png = with_texts(answer.content(".png"), mark("a picture sent to the server", asked.command))
        facts["seconds"]["draw"] = perf_counter() - drawing_began
    told = json_object(None, answer.exit_code, verdict, facts, KEYS.get(asked.command, ()))
    return {**told, "message": verdict, "text": text}, png


def _answer(asked: Asked, loaded: Loaded, deadline: Deadline, so_far: WorkSoFar) -> Answer:
    request: dict[str, Any] = {
        "kind": asked.kind or None,
        "fixes": dict(parse_fix(text) for text in asked.fixes),
        "board": asked.board,
        "time_limit_s": deadline.left_s,
        "on_stage": so_far,
    }
    if asked.command == "check":
        return checked_answer(check_screenshot(loaded, **request), symbols=asked.symbols)
    if asked.command == "hint":
        checked = hint_screenshot(loaded, asked.steps, strength=asked.strength, **request)
        return checked_answer(checked, symbols=asked.symbols)
    solved = solve_screenshot(loaded, **request)
    return read_answer(solved) if asked.command == "read" else solved_answer(solved, symbols=asked.symbols)
