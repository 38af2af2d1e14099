"""Answers one picture, in a worker: what the command line does with it, as a JSON object and a drawing.

A worker's fork server imports this module before there is any work, and with it all that reading, solving
and drawing may need.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pkgutil import walk_packages
from time import perf_counter
from typing import Any, cast

from PIL import Image

from picrosser.answers import katamino_facts
from picrosser.answers.json_facts import in_file_pixels, shot_facts, solved_facts
from picrosser.answers.json_object import HINT_KEYS, PROGRESS_KEYS, json_object
from picrosser.answers.katamino_facts import KATAMINO_KEYS
from picrosser.answers.katamino_progress import KataminoChecked
from picrosser.answers.own_drawings import is_own_drawing, mark
from picrosser.answers.progress import (
    Checked,
    check_lines,
    check_screenshot,
    hint_lines,
    hint_screenshot,
)
from picrosser.answers.progress_facts import checked_facts
from picrosser.answers.puzzle_text import problem_text, puzzle_text, reading_verdict
from picrosser.answers.reduced import reduced_words, refused_at_size
from picrosser.answers.work_so_far import WorkSoFar
from picrosser.drawing.picture_files import picture_bytes, with_texts
from picrosser.errors import ExitCode, GridNotFoundError, HintsUnreadableError, InputUnreadableError
from picrosser.imaging.loading import Loaded, load_picture
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.katamino import KataminoSolved
from picrosser.pipelines.solved import AnySolved
from picrosser.puzzles import Kind
from picrosser.puzzles.hints_by_hand import parse_fix
from picrosser.running.deadline import Deadline
from picrosser.serving.asked import Asked
from picrosser.serving.worker import Answered
from picrosser.solving.deduction import Strength

_USED = tuple(
    f"picrosser.{room}." for room in ("drawing", "packing", "pipelines", "reading", "repairing", "solving")
)
for _module in walk_packages(import_module("picrosser").__path__, "picrosser."):
    if _module.name.startswith(_USED):
        import_module(_module.name)
for _name in ("pillow_heif", "pysat.solvers", "scipy.ndimage", "scipy.optimize"):  # the first is an extra
    with suppress(ImportError):
        import_module(_name)
Image.init()


def answer_picture(asked: Asked, picture: bytes, limit_s: float, on_stage: Callable[[str], None]) -> Answered:
    """Read a picture, and do with it what is asked, within `limit_s` seconds.

    picture : a picture file.
    on_stage : called when a stage begins: "reading", "solving", "drawing".

    Raises
    ------
    PicrosserError : as the command does.
    """
    began = perf_counter()
    deadline = Deadline.after(limit_s)

    def on_doing(doing: str) -> None:
        if doing != "drawing":  # after this look at the picture there may be another; see below
            on_stage(doing)

    so_far = WorkSoFar(on_doing)
    if is_own_drawing(picture):
        raise InputUnreadableError(
            "the picture is an answer that picrosser drew", "give the screenshot itself"
        )
    loaded = load_picture(picture, "the picture")
    decode_s = perf_counter() - began
    try:
        with so_far.told_if_late():
            done = _done(asked, loaded, deadline, so_far)
    except (GridNotFoundError, HintsUnreadableError) as error:
        raise refused_at_size(error, loaded) from error
    facts = {**done.facts, "seconds": {"decode": decode_s, **done.seconds}}
    verdict = done.verdict
    if loaded.reduction > 1:
        facts = in_file_pixels(facts, loaded.reduction)
        verdict += reduced_words(loaded.reduction)
    png = b""
    if done.draw is not None:
        on_stage("drawing")
        drawing_began = perf_counter()
        png = with_texts(picture_bytes(done.draw()), mark("a picture sent to the server", asked.command))
        facts["seconds"]["draw"] = perf_counter() - drawing_began
    told = {"message": verdict, "text": done.text}
    return Answered({**json_object(None, done.exit_code, verdict, facts, done.keys), **told}, png)


@dataclass(frozen=True, slots=True)
class _Done:
    """What a command found.

    text : what the command line prints; None if that is only a picture.
    draw : draws the answer; None if there is nothing to draw.
    """

    exit_code: ExitCode
    verdict: str
    facts: dict[str, Any]
    keys: tuple[str, ...]
    seconds: dict[str, float]
    text: str | None = None
    draw: Callable[[], Image.Image] | None = None


def _done(asked: Asked, loaded: Loaded, deadline: Deadline, so_far: WorkSoFar) -> _Done:
    image = loaded.image
    shared: dict[str, Any] = {
        "kind": cast("Kind | None", asked.kind or None),
        "fixes": dict(parse_fix(text) for text in asked.fixes),
        "board": asked.board,
        "by_camera": loaded.by_camera,
        "time_limit_s": deadline.left_s,
        "on_stage": so_far,
    }
    if asked.command == "check":
        return _checked(asked, check_screenshot(image, **shared))
    if asked.command == "hint":
        strength = cast("Strength", asked.strength)
        return _checked(asked, hint_screenshot(image, asked.steps, strength=strength, **shared))
    solved = solve_screenshot(image, **shared)
    return _read(solved) if asked.command == "read" else _solved(solved, symbols=asked.symbols)


def _checked(asked: Asked, checked: Checked | KataminoChecked) -> _Done:
    if checked.kind == "katamino":
        lines, facts = checked.lines, katamino_facts.checked_facts(checked)
    else:
        lines = check_lines(checked) if asked.command == "check" else hint_lines(checked)
        facts = checked_facts(checked)
    return _Done(
        checked.exit_code,
        checked.verdict,
        facts,
        PROGRESS_KEYS if asked.command == "check" else HINT_KEYS,
        dict(checked.seconds),
        "\n".join(lines),
        (lambda: checked.draw(symbols=asked.symbols)) if checked.is_drawn else None,
    )


def _solved(solved: AnySolved, *, symbols: bool) -> _Done:
    seconds, is_drawn = dict(solved.seconds), solved.is_drawn
    if solved.kind == "katamino":
        draw = solved.draw if is_drawn else None
        facts = katamino_facts.katamino_facts(solved)
        return _Done(solved.exit_code, solved.verdict, facts, KATAMINO_KEYS, seconds, None, draw)
    with_symbols = (lambda: solved.draw(symbols=symbols)) if is_drawn else None
    return _Done(solved.exit_code, solved.verdict, solved_facts(solved), (), seconds, None, with_symbols)


def _read(solved: AnySolved) -> _Done:
    seconds = dict(solved.seconds)
    if solved.kind == "katamino":
        return _read_katamino(solved, seconds)
    exit_code = ExitCode.DOUBTFUL if solved.doubts else ExitCode.OK
    return _Done(exit_code, reading_verdict(solved), shot_facts(solved), (), seconds, puzzle_text(solved))


def _read_katamino(solved: KataminoSolved, seconds: dict[str, float]) -> _Done:
    facts = katamino_facts.katamino_facts(solved)
    if solved.doubts:
        return _Done(solved.exit_code, solved.verdict, facts, KATAMINO_KEYS, seconds)
    text = problem_text(solved)
    verdict = f"Katamino, {len(solved.problems[0].puzzle.pieces)} pieces, read"
    return _Done(ExitCode.OK, verdict, {**facts, "solution": None}, KATAMINO_KEYS, seconds, text)
