"""The folder that `--debug` writes: numbered pictures and JSON files, and a page to look through them.

`DumpFolder` writes as each stage ends, so that after a failure the folder stops at the guilty stage, with the
error beside it. What becomes of files that are in it already is decided by `RecordedFolder`.
"""

import json
import re
import traceback
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from html import escape
from math import isfinite
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.debugging.explain import STAGES, explain
from picrosser.debugging.explanation import Explanation, Stage
from picrosser.debugging.recorded_folder import RecordedFolder
from picrosser.drawing.picture_files import picture_bytes
from picrosser.errors import ExitCode, TimeLimitError
from picrosser.imaging.pixels import RGB, Box
from picrosser.looks.belief import LooksTaken
from picrosser.puzzles.displayed import first_few
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import Run, runs_text
from picrosser.puzzles.picture import Picture, web_colour
from picrosser.solving.outcome import Outcome

MAX_REASONS = 4  # for which a board was rejected, likeliest first: the verdict stays on the first screen
MAX_NUMBERS = 2_500  # in an array that is written in full: a board of 50 x 50 cells; larger ones are pixels
MAX_POINT_NUMBERS = 4  # numbers in a point, a box or a colour: rows with more fractions are pixels
MAX_ITEMS = 300  # the longest sequence that is written in full; no board has more hints
DECIMALS = 4  # after the decimal point, of a number in JSON
_NOT_FINISHED = (
    "<h1>Not finished</h1>\n"
    '<p class="verdict">The run goes on, or it was stopped after the last stage below.</p>'
)
_HEADS = {
    ExitCode.OK: "Solved",
    ExitCode.DOUBTFUL: "In doubt",
    ExitCode.NO_SOLUTION: "No solution",
    ExitCode.SEVERAL_SOLUTIONS: "Several solutions",
    ExitCode.MISTAKES: "Mistakes found",
    ExitCode.GAVE_UP: "Gave up",
    ExitCode.INTERNAL: "Error in picrosser",
}
_SOLUTION = STAGES[Outcome].title  # is shown first
_STYLE = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
_NOT_READ = {ExitCode.NO_PUZZLE, ExitCode.DOUBTFUL}  # exit statuses that the rejected boards may explain


class DumpFolder:
    """A listener that records what each stage found."""

    def __init__(
        self, folder: Path, image: RGB, *, force: bool, inputs: Collection[Path] = (), name: str = ""
    ) -> None:
        """Empty or make the folder, as `RecordedFolder` does, and write the screenshot into it.

        name : the screenshot's, for the title; "" for the folder's.
        """
        self._name = name or folder.name
        self._folder = RecordedFolder(folder, force=force, inputs=inputs)
        self._image = image
        self._before: list[object] = []
        self._titles: list[str] = []
        self._stages: list[str] = []  # as HTML
        self._reasons: dict[str, None] = {}  # why boards were rejected, each once
        height, width = image.shape[:2]
        shown = Explanation(
            f"The picture as it was given, {width} x {height} pixels.", Image.fromarray(image)
        )
        self._add(Stage("", "Screenshot"), shown)

    def __call__(self, result: object) -> None:
        """Record a stage's result, or the outcome of solving."""
        stage = STAGES.get(type(result), Stage("", type(result).__name__))
        numbers: dict[str, object] = {}
        try:
            numbers = facts(result, STAGES)
            shown = explain(self._image, result, self._before)
        except TimeLimitError:
            raise
        except Exception as error:  # noqa: BLE001  (a recording must not break the run that it records)
            numbers["cannot be shown"] = repr(error)
            shown = Explanation(f"This result cannot be shown: {error!r}.")
        self._before.append(result)
        self._add(stage, shown, numbers)

    def finish(self, verdict: str, exit_code: ExitCode, error: BaseException | None = None) -> None:
        """Record how the run ended, without a certain answer also in `error.txt`; no stage may follow."""
        trace = "" if error is None else "".join(traceback.format_exception(error))
        if exit_code is not ExitCode.OK:
            text = f"{verdict}\n\n{trace}" if trace else verdict
            self._folder.write("error.txt", (text + "\n").encode("utf-8", "backslashreplace"))
        self._write_page(self._verdict_html(verdict, exit_code, trace))
        self._folder.close()

    def _add(self, stage: Stage, shown: Explanation, numbers: Mapping[str, object] | None = None) -> None:
        """Write one stage's files, then the page anew."""
        number, title = len(self._titles), stage.title
        stem = f"{number:02}-{re.sub(r'[^a-z0-9]+', '-', title.lower()).strip('-')}"
        parts = [_words_html(f"{number} · {stage.family}" if stage.family else str(number), title, shown)]
        if shown.picture is not None:
            self._folder.write(f"{stem}.png", picture_bytes(shown.picture))
            size = f'width="{shown.picture.width}" height="{shown.picture.height}"'
            image = f'<img src="{stem}.png" alt="{escape(title)}" {size} loading="lazy">'
            parts.append(f'<a href="{stem}.png">{image}</a>')
        if len(shown.lines) > 1:
            parts.append(_folded(shown.lines[0], "\n".join(shown.lines[1:])))
        if numbers is not None:
            file = "outcome.json" if title == _SOLUTION else f"{stem}.json"
            text = json.dumps(numbers, indent=1, default=str)
            # A list of plain values stands on one line, which keeps tables readable.
            text = (
                re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda one: f"[{' '.join(one[1].split())}]", text) + "\n"
            )
            self._folder.write(file, text.encode())
            parts.append(_folded("All numbers", text, f'<a href="{file}">{file}</a>'))
        self._titles.append(title)
        kind = "" if shown.picture is None or number == 0 or title == _SOLUTION else ' class="drawn"'
        self._stages.append(f'<section id="stage-{number}"{kind}>{"".join(parts)}</section>')
        self._reasons |= dict.fromkeys(shown.why_refused)
        self._write_page(_NOT_FINISHED)

    def _write_page(self, verdict: str) -> None:
        """Bytes in a folder's name that are not UTF-8 are spelt out: `\\udcff`."""
        name = escape(self._name)
        order = sorted(range(len(self._stages)), key=lambda number: self._titles[number] != _SOLUTION)
        links = "".join(
            f'<li><a href="#stage-{number}">{number} {escape(self._titles[number])}</a></li>'
            for number in order
        )
        stages = "\n".join(self._stages[number] for number in order)
        taken = (look for result in self._before if isinstance(result, LooksTaken) for look in result.looks)
        looks = "".join(f"<li>{escape(name)}: {escape(found)}</li>" for name, found in taken)
        listed = f"<h3>Looks taken</h3><ol>{looks}</ol>" if looks else ""
        text = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>picrosser: {name}</title>
<style>{_STYLE}</style>
<header>
<p class="eyebrow">picrosser, {name}</p>
{verdict}
{listed}
<nav><ol>{links}</ol></nav>
</header>
<main>
{stages}
</main>
</html>
"""
        self._folder.write("index.html", text.encode("utf-8", "backslashreplace"))

    def _verdict_html(self, verdict: str, exit_code: ExitCode, trace: str) -> str:
        head = _HEADS.get(exit_code, "Refused")
        if exit_code is ExitCode.OK and _SOLUTION not in self._titles:
            head = "Read"
        if trace and exit_code is not ExitCode.INTERNAL:
            head = "Refused"
        tone = "good" if exit_code is ExitCode.OK else "bad"
        parts = [f'<h1 class="{tone}">{head}</h1>', f'<p class="verdict">{escape(verdict)}</p>']
        last = len(self._titles) - 1
        if exit_code in _NOT_READ and last:
            reasons = first_few(self._reasons, MAX_REASONS)
            items = "".join(f"<li>{escape(reason)}</li>" for reason in reasons)
            parts += [f"<h3>Boards that were rejected</h3><ul>{items}</ul>"] if items else []
            link = f'<a href="#stage-{last}">{last}, {escape(self._titles[last])}</a>'
            parts.append(f"<p>The last stage that ended: {link}.</p>")
        if trace:
            parts.append(_folded("Where the program stopped", trace))
        return "\n".join(parts)


# ---- The page


def _words_html(number: str, title: str, shown: Explanation) -> str:
    head, notes = f'<p class="eyebrow">{escape(number)}</p><h2>{escape(title)}</h2>', ""
    for note in shown.notes:
        tone = f' class="{note.tone}"' if note.tone else ""
        colour = note.swatch and f'<span class="swatch" style="background:{web_colour(note.swatch)}"></span>'
        notes += f"<li{tone}>{colour or ''}{escape(note.text)}</li>"
    listed = f'<ul class="notes">{notes}</ul>' if notes else ""
    return f"<div>{head}<p>{escape(shown.sentence)}</p>{listed}</div>"


def _folded(head: str, text: str, link: str = "") -> str:
    """Lines of text that a click unfolds."""
    shown = f"<summary>{escape(head)}</summary>{link}<pre>{escape(text)}</pre>"
    return f"<div><details>{shown}</details></div>"


# ---- The numbers of a result, as JSON


def facts(result: object, recorded: Collection[type] = ()) -> dict[str, object]:
    """A result's fields as values that JSON knows; fractions are rounded to four digits.

    result : a dataclass or a NamedTuple; TypeError if it has no fields.
    recorded : types that have a record of their own; of their values only the name is stated.
    """
    names = getattr(result, "_fields", None) or [field.name for field in fields(cast(Any, result))]
    return {name: _plain(getattr(result, name), frozenset(recorded)) for name in names}


def _plain(value: Any, recorded: frozenset[type]) -> object:
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return round(value, DECIMALS) if isfinite(value) else str(value)
        case Enum():
            return value.value
        case np.ndarray():
            return _array(value, recorded)
        case np.generic():
            return _plain(value.item(), recorded)
        case Box():
            return [value.top, value.left, value.bottom, value.right]
        case HintPlace():
            return value.short
        case CountHint(count=None):
            return "?"
        case CountHint(contiguous=None) if (value.count or 0) > 1:
            return f"{value.count}?"
        case CountHint():
            return value.signed
        case Run():
            return runs_text((value,))
        case Picture():
            return list(value.lines())
        case Mapping():
            return {str(key): _plain(item, recorded) for key, item in value.items()}
        case _ if type(value) in recorded:
            return f"see {type(value).__name__}"
        case _ if is_dataclass(value) or hasattr(value, "_fields"):
            return facts(value, recorded)
        case Sequence() | set() | frozenset():
            items = sorted(value) if isinstance(value, set | frozenset) else value
            plain = [_plain(item, recorded) for item in items[:MAX_ITEMS]]
            return plain if len(items) <= MAX_ITEMS else [*plain, f"and {len(items) - MAX_ITEMS} more"]
        case _:  # the arguments of a function may be whole pictures
            return type(value).__name__ if callable(value) else str(value)


def _array(values: NDArray[Any], recorded: frozenset[type]) -> object:
    """Return a list of numbers or of points; of pixels the size and the range, in words."""
    is_points = values.ndim == 2 and values.shape[1] <= MAX_POINT_NUMBERS
    is_whole = values.ndim == 2 and values.dtype.kind in "iu"
    if values.size <= MAX_NUMBERS and (values.ndim < 2 or is_points or is_whole):
        return _plain(values.tolist(), recorded)
    size = " x ".join(map(str, values.shape))
    if not values.size:
        return f"{values.dtype} {size}"
    least, mean, most = (float(number) for number in (values.min(), values.mean(), values.max()))
    return f"{values.dtype} {size}: {least:.4g} to {most:.4g}, mean {mean:.4g}"
