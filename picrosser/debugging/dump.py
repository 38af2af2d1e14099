"""The folder that `--debug` writes: numbered pictures and JSON files, and a page to look through them.

`DumpFolder` is a listener. It writes as each stage ends, so that after a failure the folder stops at the
guilty stage, with the error beside it. The folder as a whole is what a bug report needs; what becomes of
files that are in it already is decided by `RecordedFolder`.
"""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from picrosser.debugging.explain import STAGES, Stage, explain
from picrosser.debugging.explanation import Explanation, short
from picrosser.debugging.page import Section, Verdict, page
from picrosser.debugging.recorded_folder import RecordedFolder
from picrosser.drawing.picture_files import picture_bytes
from picrosser.errors import ExitCode, TimeLimitError
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.nonogram import Nonogram, Runs, runs_text
from picrosser.puzzles.picture import Picture
from picrosser.solving.outcome import Outcome

_OUTCOME = "outcome.json"
MAX_NUMBERS = 2_500  # in an array that is written in full: a board of 50 x 50 cells; larger ones are pixels
MAX_POINT_NUMBERS = 4  # numbers in a point, a box or a colour: rows with more fractions are pixels
MAX_ITEMS = 300  # the longest sequence that is written in full; no board has more hints
DECIMALS = 4  # after the decimal point, of a number in JSON


class DumpFolder:
    """A listener that records what each stage found."""

    def __init__(self, folder: Path, image: RGB, *, force: bool, inputs: Collection[Path] = ()) -> None:
        """Make the folder, or remove an earlier recording from it, and write the screenshot into it.

        Parameters
        ----------
        folder : its parent must exist.
        image : (H, W, 3) uint8, the screenshot.
        force, inputs : as in `RecordedFolder`.

        Raises
        ------
        OutputRefusedError : as by `RecordedFolder`; also later, when a stage cannot be recorded.
        """
        self._name = folder.name
        self._folder = RecordedFolder(folder, force=force, inputs=inputs)
        self._image = image
        self._before: list[object] = []
        self._sections: list[Section] = []
        self._verdict: Verdict | None = None
        height, width = image.shape[:2]
        shown = Explanation(f"The picture as it was given, {width} x {height} pixels.")
        self._add(Stage("", "Screenshot"), shown, image, None)

    def __call__(self, result: object) -> None:
        """Record a stage's result, or the outcome of solving."""
        stage = STAGES.get(type(result)) or Stage("", type(result).__name__)
        numbers: dict[str, object] = {}
        try:
            numbers = facts(result, STAGES)
            shown = explain(self._image, result, self._before)
        except TimeLimitError:
            raise
        except Exception as error:  # noqa: BLE001  (a recording must not break the run that it records)
            numbers["cannot be shown"] = repr(error)
            shown = Explanation(f"This result cannot be shown: {error!r}.")
        name = _OUTCOME if isinstance(result, Outcome) else ""
        self._add(stage, shown, shown.picture, numbers, name)
        self._before.append(result)

    def finish(self, verdict: str, exit_code: ExitCode, error: BaseException | None = None) -> None:
        """Record how the run ended, without a certain answer also in `error.txt`; no stage may follow.

        Parameters
        ----------
        verdict : what the command line says about the run.
        exit_code : its exit status.
        error : what was raised, if something was; its traceback is recorded too.
        """
        trace = "" if error is None else "".join(traceback.format_exception(error))
        self._verdict = Verdict(verdict, exit_code, trace)
        if exit_code is not ExitCode.OK:
            text = f"{verdict}\n\n{trace}" if trace else verdict
            self._folder.write("error.txt", (text + "\n").encode("utf-8", "backslashreplace"))
        self._write_page()
        self._folder.close()

    def _add(
        self,
        stage: Stage,
        shown: Explanation,
        picture: Image.Image | RGB | None,
        numbers: Mapping[str, object] | None,
        json_name: str = "",
    ) -> None:
        """Write one stage's files, then the page anew."""
        stem = f"{len(self._sections):02}-{re.sub(r'[^a-z0-9]+', '-', stage.title.lower()).strip('-')}"
        text, picture_name, size = "", "", (0, 0)
        if numbers is not None:
            text = _json(numbers)
            json_name = json_name or f"{stem}.json"
            self._folder.write(json_name, text.encode())
        if picture is not None:
            image = Image.fromarray(picture) if isinstance(picture, np.ndarray) else picture
            picture_name, size = f"{stem}.png", image.size
            self._folder.write(picture_name, picture_bytes(image))
        self._sections.append(Section(stage.family, stage.title, shown, picture_name, size, text, json_name))
        self._write_page()

    def _write_page(self) -> None:
        self._folder.write("index.html", page(self._name, self._sections, self._verdict).encode())


def _json(numbers: Mapping[str, object]) -> str:
    """Indent, but write a list of plain values on one line, which keeps tables readable."""
    text = json.dumps(numbers, indent=1, default=str)
    return re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda found: f"[{' '.join(found[1].split())}]", text) + "\n"


# ---- The numbers of a result, as JSON


def facts(result: object, recorded: Collection[type] = ()) -> dict[str, object]:
    """Return a result's fields as values that JSON knows; fractions are rounded to four digits.

    Parameters
    ----------
    result : a dataclass.
    recorded : types whose values have a record of their own; within `result` only their name is stated.

    Raises
    ------
    TypeError : `result` is no dataclass.
    """
    if not is_dataclass(result) or isinstance(result, type):
        raise TypeError(f"a {type(result).__name__} has no fields to record")
    return {field.name: _plain(getattr(result, field.name), frozenset(recorded)) for field in fields(result)}


def _plain(value: Any, recorded: frozenset[type]) -> object:
    """Return a value as JSON knows it."""
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
            return short(value)
        case CountHint():
            return _signed(value)
        case Lattice():
            return {
                "size": "{} columns x {} rows".format(*reversed(value.shape)),
                "row_edges_px": list(value.row_edges_px),
                "col_edges_px": list(value.col_edges_px),
                "to_picture": _plain(value.to_picture, recorded),
            }
        case HungryCat():
            return {
                "rows": [[_signed(hint) for hint in line] for line in value.rows],
                "columns": [[_signed(hint) for hint in line] for line in value.cols],
                "palette": _plain(value.palette, recorded),
            }
        case Nonogram():
            return {
                "rows": [_runs(line) for line in value.rows],
                "columns": [_runs(line) for line in value.cols],
                "palette": _plain(value.palette, recorded),
            }
        case Picture():
            return list(value.lines())
        case Mapping():
            return {str(key): _plain(item, recorded) for key, item in value.items()}
        case Outcome() if Outcome in recorded:
            return {"status": value.status.value, "why": value.why}
        case _ if type(value) in recorded:
            return f"see {type(value).__name__}"
        case tuple() if (names := getattr(value, "_fields", None)) is not None:  # a NamedTuple
            return {name: _plain(item, recorded) for name, item in zip(names, value, strict=True)}
        case Sequence() | set() | frozenset():
            items = sorted(value) if isinstance(value, set | frozenset) else value
            plain = [_plain(item, recorded) for item in items[:MAX_ITEMS]]
            return plain if len(items) <= MAX_ITEMS else [*plain, f"and {len(items) - MAX_ITEMS} more"]
        case _ if is_dataclass(value):
            return facts(value, recorded)
        case _:
            return str(value)


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


def _runs(line: Runs | None) -> str:
    return "?" if line is None else runs_text(line)


def _signed(hint: CountHint) -> int | str:
    """Return the number, negative if circled; "4?" if that is not known, "?" if nothing is."""
    if hint.count is None:
        return "?"
    if hint.contiguous is None and hint.count > 1:
        return f"{hint.count}?"
    return -hint.count if hint.contiguous else hint.count
