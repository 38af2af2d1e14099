"""Each stage's result in, numbered pictures and JSON files in a folder out, with one page to look through.

`DumpFolder` is a listener: it writes as each stage ends, so after a failure the folder stops at the guilty
stage, with the error beside it. The folder as a whole is what a bug report needs.
"""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from PIL import Image

from picrosser.debugging.page import Section, page
from picrosser.drawing.png import png_bytes
from picrosser.errors import OutputRefusedError
from picrosser.imaging.pixels import RGB
from picrosser.solving.outcome import Outcome

Explain: TypeAlias = Callable[[RGB, object, Sequence[object]], Image.Image]
"""The screenshot, a result, and the results before it."""
Facts: TypeAlias = Callable[[object], dict[str, object]]

# What a folder of ours holds: anything else in it, and the folder is somebody else's.
_OURS = re.compile(r"\d\d-\w+\.(png|json)|index\.html|error\.txt|outcome\.json")


class DumpFolder:
    """A listener that records what each stage found."""

    def __init__(
        self,
        folder: Path,
        image: RGB,
        force: bool,
        explain: Explain | None = None,
        facts: Facts | None = None,
    ) -> None:
        """Make or empty the folder, and write the screenshot into it.

        Parameters
        ----------
        folder : its parent must exist; an earlier recording in it is replaced.
        image : (H, W, 3) uint8, the screenshot.
        force : use the folder even when it holds other files, which are left alone.
        explain, facts : how to show a result; those of `picrosser.debugging.explain` by default.

        Raises
        ------
        OutputRefusedError : the folder cannot be made, or holds other files (and not `force`).
        """
        if explain is None or facts is None:
            from picrosser.debugging import explain as standard

            explain, facts = explain or standard.explain, facts or standard.facts
        self._folder = folder
        self._image = image
        self._explain = explain
        self._facts = facts
        self._before: list[object] = []
        self._sections: list[Section] = []
        self._error = ""
        _prepare(folder, force)
        self._add("screenshot", {"height_px": image.shape[0], "width_px": image.shape[1]}, image)

    def __call__(self, result: object) -> None:
        """Record a stage's result, or the outcome of solving."""
        name = "Solution" if isinstance(result, Outcome) else type(result).__name__
        facts: dict[str, object] = {}
        try:
            facts = self._facts(result)
            picture = self._explain(self._image, result, tuple(self._before))
        except Exception as error:  # noqa: BLE001  (a recording must not break the run that it records)
            self._add(name, {**facts, "cannot be shown": repr(error)}, None)
        else:
            self._add(name, facts, picture)
        self._before.append(result)

    def fail(self, text: str, error: BaseException | None = None) -> None:
        """Record why the run failed.

        Parameters
        ----------
        text : one sentence.
        error : what was raised, if something was; its traceback is recorded too.
        """
        trace = "" if error is None else "\n\n" + "".join(traceback.format_exception(error))
        self._error = text + trace
        self._write("error.txt", (self._error + "\n").encode("utf-8", "backslashreplace"))
        self._write_page()

    def _add(self, name: str, facts: dict[str, object], picture: Image.Image | RGB | None) -> None:
        """Write one stage's files, then the page anew."""
        stem = f"{len(self._sections):02}-{name}"
        text = _json(facts)
        if name != "screenshot":
            self._write("outcome.json" if name == "Solution" else f"{stem}.json", text)
        if picture is not None:
            image = picture if isinstance(picture, Image.Image) else Image.fromarray(picture)
            self._write(f"{stem}.png", png_bytes(image))
        self._sections.append(Section(stem, f"{stem}.png" if picture is not None else "", text.decode()))
        self._write_page()

    def _write_page(self) -> None:
        self._write("index.html", page(self._folder.name, self._sections, self._error).encode())

    def _write(self, name: str, data: bytes) -> None:
        try:
            (self._folder / name).write_bytes(data)
        except OSError as error:
            raise _refused(self._folder, error) from error


def _prepare(folder: Path, force: bool) -> None:
    """Make the folder, or empty it of an earlier recording."""
    try:
        folder.mkdir(exist_ok=True)
        present = list(folder.iterdir())
        if not force and any(not _OURS.fullmatch(path.name) for path in present):
            raise OutputRefusedError(
                f"the debug folder {folder} holds other files", "choose another one, or use --force"
            )
        for path in present:
            if _OURS.fullmatch(path.name):
                path.unlink()
    except OSError as error:
        raise _refused(folder, error) from error


def _refused(folder: Path, error: OSError) -> OutputRefusedError:
    reason = (error.strerror or type(error).__name__).lower()
    return OutputRefusedError(f"cannot write the debug folder {folder}: {reason}", "choose another place")


def _json(facts: dict[str, object]) -> bytes:
    """Indented, but lists of plain values on one line each, which keeps tables readable."""
    text = json.dumps(facts, indent=1, default=str)
    flat = re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda found: f"[{' '.join(found[1].split())}]", text)
    return (flat + "\n").encode()
