"""What a command line for puzzle files asks for; it is checked at once, for what a parser cannot know."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from picrosser.cli.options import DRAWN, STREAM, UsageError, refuse_existing
from picrosser.cli.time_limit import DEFAULT_LIMIT_S

TYPE_CHECKING = False  # as typing.TYPE_CHECKING, without the import
if TYPE_CHECKING:
    from picrosser.solving.deduction import Strength

Words = tuple[str, str, str]
"""The values of --colours, --columns and --rows; "" where they are not given."""


@dataclass(frozen=True, slots=True)
class FileOptions:
    """The options of `picrosser solve FILE...` and of `picrosser hint FILE...`.

    files : paths of puzzle files, or `-`.
    output : a file, or "" for none.
    as_json, quiet, time_limit_s, force : as in `Options`.
    max_solutions : how many solutions to look for and to show; 0 to look for two and to show what they share.
    count_only : count the solutions, do nothing else.
    steps : show the board after each step.
    hints : the number of steps that `hint` shows.
    strength : how much these steps tell.
    source : the format of the files, or "" to recognise it by their content.
    words : a puzzle in letters, instead of files.
    """

    files: tuple[str, ...]
    output: str = ""
    as_json: bool = False
    quiet: bool = False
    time_limit_s: float | None = DEFAULT_LIMIT_S
    force: bool = False
    max_solutions: int = 0
    count_only: bool = False
    steps: bool = False
    hints: int = 1
    source: str = ""
    words: Words = ("", "", "")
    strength: Strength = "paint"

    def __post_init__(self) -> None:
        """Check the inputs and the output.

        Raises
        ------
        UsageError : stdin is named twice, or the output does not fit the inputs, or has an unknown suffix.
        OutputRefusedError : the output exists, and may not be overwritten.
        """
        if self.files.count(STREAM) > 1:
            raise UsageError("stdin (-) can be read only once")
        if self.output:
            self._check_output(Path(self.output))

    def _check_output(self, place: Path) -> None:
        from picrosser.formats.registry import written_suffixes  # loads every format

        if len(self.files) > 1:
            raise UsageError(f"several inputs cannot share the output {self.output}", "solve them separately")
        suffixes = (*DRAWN, *written_suffixes())
        if place.suffix.lower() not in suffixes:
            raise UsageError(f"cannot tell the format of {self.output}", f"name it *{', *'.join(suffixes)}")
        refuse_existing(self.output, force=self.force, inputs=self.files)


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """The options of `picrosser draw`, see its --help."""

    file: str
    output: str
    source: str
    words: Words
    solve: bool
    empty: bool
    hints: bool
    cell_px: int
    per_cell: bool
    palette: bool
    time_limit_s: float | None
    force: bool
    symbols: bool = False

    @property
    def suffix(self) -> str:
        """The suffix of the output, "" for stdout."""
        return Path(self.output).suffix.lower()
