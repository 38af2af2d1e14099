"""What a command line about puzzle files asks for, whichever parser read it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from picrosser.cli.options import STREAM, UsageError
from picrosser.errors import OutputRefusedError
from picrosser.formats.registry import written_suffixes

DRAWN = (".png", ".svg", ".html", ".txt", ".gif", ".apng")
"""What `solve -o` draws; with another suffix it writes a puzzle file with its answer."""


@dataclass(frozen=True, slots=True)
class FileOptions:
    """The words of `picrosser solve FILE...` and of `picrosser hint FILE...`.

    shots : paths of puzzle files, or `-`; named as in `Options`, so that both can be told about alike.
    output : a file, or "" for none.
    as_json, quiet, time_limit_s, force : as in `Options`.
    max_solutions : how many solutions to look for and to show; 0 for two, shown as one with what they share.
    count : tell how many solutions there are, nothing else; for `hint`, how many steps to show.
    steps : show the board after each step.
    source : the format of the files, or "" to tell it by their content.
    words : a puzzle in letters, instead of files: --colours, --columns, --rows.
    """

    shots: tuple[str, ...]
    output: str = ""
    as_json: bool = False
    quiet: bool = False
    time_limit_s: float | None = None
    force: bool = False
    max_solutions: int = 0
    count: int = 0
    steps: bool = False
    source: str = ""
    words: tuple[str, str, str] = ("", "", "")

    def __post_init__(self) -> None:
        """Check what no parser can.

        Raises
        ------
        UsageError : options that do not go together.
        OutputRefusedError : the output exists, and may not be overwritten.
        """
        if self.shots.count(STREAM) > 1:
            raise UsageError("stdin (-) can be read only once")
        if self.output:
            self._check_output(Path(self.output))

    def _check_output(self, place: Path) -> None:
        if len(self.shots) > 1:
            raise UsageError(f"several inputs cannot share the output {self.output}", "solve them apart")
        if place.suffix.lower() not in (*DRAWN, *written_suffixes()):
            named = ", *".join((*DRAWN, *written_suffixes()))
            raise UsageError(f"cannot tell the format of {self.output}", f"name it *{named}")
        if place.exists() and not self.force:  # better known before the work than after it
            raise OutputRefusedError(f"{place} exists already", "use --force to overwrite it")
