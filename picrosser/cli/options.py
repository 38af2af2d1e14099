"""What a command line asks for; it is checked at once, for what a parser cannot know."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from picrosser.cli.inout.time_limit import DEFAULT_LIMIT_S
from picrosser.errors import OutputExistsError, OutputRefusedError, UsageError
from picrosser.puzzles import KINDS

TYPE_CHECKING = False  # as typing.TYPE_CHECKING, without the import
if TYPE_CHECKING:
    from picrosser.puzzles.doubt import HintPlace
    from picrosser.puzzles.hints_by_hand import Fix
    from picrosser.puzzles.hungry_cat import CountHint
    from picrosser.puzzles.nonogram import StatedRuns

STREAM = "-"  # the file name that means stdin as an input, and stdout as an output
CLIPBOARD = "the clipboard"  # what stands for the clipboard among the inputs, and in messages
TYPED_HINTS = "the typed hints"  # what messages call a puzzle that the command line spells out
STILL = (".png", ".jpg", ".jpeg", ".webp", ".pdf", ".svg", ".html", ".txt")
MOVING = (".gif", ".apng")
DRAWN = STILL + MOVING
"""Suffixes of the files that a puzzle can be drawn into; the moving ones show how it is solved."""
# Unlike those of Path, they are False for a bad name; it is reported when it is read or written.
exists, is_file, is_dir = os.path.exists, os.path.isfile, os.path.isdir


@dataclass(frozen=True, slots=True)
class Options:
    """The options that several commands share; they are named as in the help, but for these.

    inputs : paths or addresses of screenshots or puzzle files, or `-`.
    output : a file, a folder, `-`, or "" for the default place.
    time_limit_s : for all work on one input; None for no limit. show : `--open`. source : `--from`.
    puzzle : which one of several in a file, from 1; 0 for all of them, or the only one.
    jobs : how many screenshots are worked on at once; 0 for one on each processor.
    folders : those of which the screenshots were taken; in an output folder, each keeps its place in its own.
    words : a puzzle in letters instead of files: the values of --colours, --columns and --rows, or "".
    cell_px : the side of a cell in the drawing of a puzzle.
    """

    inputs: tuple[str, ...] = ()
    output: str = ""
    debug: str = ""
    as_json: bool = False
    quiet: bool = False
    time_limit_s: float | None = DEFAULT_LIMIT_S
    force: bool = False
    fixes: tuple[Fix, ...] = ()
    kind: str = ""
    skip_existing: bool = False
    show: bool = False
    symbols: bool = False
    clipboard: bool = False
    jobs: int = 0
    report: str = ""
    folders: tuple[str, ...] = ()
    recursive: bool = False
    flat: str = ""
    board: int = 1
    dask: str = ""
    source: str = ""
    puzzle: int = 0
    words: tuple[str, str, str] = ("", "", "")
    cell_px: int = 24

    def __post_init__(self) -> None:
        """Raise a UsageError if the options contradict each other, or exclude several inputs."""
        if self.kind and self.kind not in KINDS:
            advice = f"--kind takes {', '.join(KINDS[:-1])} or {KINDS[-1]}"
            raise UsageError(f"{self.kind!r} is not a kind of puzzle", advice)
        if self.inputs.count(STREAM) > 1:
            raise UsageError("stdin (-) can be read only once")
        if len(self.inputs) > 1:
            for is_given, name, verb in (
                (self.fixes, "--fix", "solve the others separately"),
                (self.show, "--open", "open the others from their folder"),
                (self.clipboard, "--clipboard", "solve the others separately"),
                (self.flat, "--flat", "flatten the others separately"),
            ):
                if is_given:
                    raise UsageError(f"{name} is for one screenshot", verb)
        if self.clipboard and self.show and not self.output:
            raise UsageError("--open shows a file, and --clipboard writes none", "name one with -o")
        if self.board > 1 and self.kind not in ("", "nonogram"):
            raise UsageError(f"--board is for nonograms on a page, not for {self.kind}", "leave it out")
        if self.flat:
            from picrosser.drawing.picture_files import SUFFIXES

            check_suffix(self.flat, SUFFIXES)
            if self.output and Path(self.flat) == Path(self.output):
                raise UsageError("--flat and --output name one file", "choose another name for one of them")
            refuse_existing(self.flat, force=self.force, inputs=self.inputs)
        if self.dask and (self.debug or self.flat or self.clipboard or STREAM in (*self.inputs, self.output)):
            seen = "--dask works on other machines, without --debug, --flat, --clipboard, stdin and stdout"
            raise UsageError(seen, "leave --dask out")
        hints: dict[HintPlace, CountHint | StatedRuns] = {}
        for place, hint in self.fixes:
            if hints.setdefault(place, hint) != hint:
                from picrosser.puzzles.hints_by_hand import fix_text

                texts = " and ".join(fix_text(place, said) for said in (hints[place], hint))
                raise UsageError(f"--fix sets one hint in two ways: {texts}", "leave one of them out")

    @property
    def suffix(self) -> str:
        """The suffix of the output, in lower case; "" for stdout or none."""
        return Path(self.output).suffix.lower()


def check_suffix(output: str, suffixes: Sequence[str]) -> None:
    """Raise a UsageError if the output's suffix is none of these."""
    if Path(output).suffix.lower() not in suffixes:
        raise UsageError(f"cannot tell the format of {output}", f"name it *{', *'.join(suffixes)}")


def require_output_folder(output: str) -> None:
    """Raise an OutputRefusedError if the output of many pictures is given, and no folder."""
    if output and not names_folder(output):
        raise OutputRefusedError(f"{output} is not a folder", "give a folder with -o DIR/")


def names_folder(output: str, *, of_many: bool = True) -> bool:
    """Whether an output is a folder; that of many pictures may be one that is made, without a slash."""
    if output.endswith(("/", "\\")) or is_dir(output):
        return True
    return of_many and not Path(output).suffix and not exists(output)


def is_missing(inputs: Sequence[str]) -> bool:
    """Whether the only input is a file that does not exist: that is told, and nothing about its output."""
    (name,) = inputs if len(inputs) == 1 else ("",)
    is_named = name not in ("", STREAM, CLIPBOARD, TYPED_HINTS) and "://" not in name
    if not is_named or exists(name):
        return False
    from picrosser.imaging.pdf_pages import page_of  # a missing file may be a page of a PDF

    return not page_of(Path(name))[1]


def refuse_existing(output: str, *, force: bool, inputs: Sequence[str] = ()) -> None:
    """Raise an OutputRefusedError if the output exists and not `force`, or if it is one of the inputs."""
    if output in ("", STREAM) or is_missing(inputs):
        return
    if any(exists(output) and exists(name) and Path(output).samefile(name) for name in inputs):
        raise OutputRefusedError(f"{output} is the input itself", "choose another name for the output")
    if not force and exists(output):
        raise OutputExistsError(output)
