"""Where each input's output goes, decided and checked before any work is done."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from picrosser.cli.options import STREAM, Options, UsageError
from picrosser.errors import OutputRefusedError, PicrosserError


@dataclass(frozen=True, slots=True)
class Target:
    """Where one output goes: a file, or stdout, or (when both are unset) nowhere."""

    path: Path | None = None
    to_stdout: bool = False


@dataclass(frozen=True, slots=True)
class Naming:
    """How a command names its outputs.

    ending : what replaces the input's suffix, "-solved.png" say.
    beside : without -o, write beside the input; else to stdout.
    also : other suffixes that the command writes, where -o asks for them.
    """

    ending: str
    beside: bool
    also: tuple[str, ...] = ()

    @property
    def suffix(self) -> str:
        """The suffix of the files that the command writes."""
        return Path("x" + self.ending).suffix

    def name(self, shot: str) -> str:
        """The output's file name for one input."""
        return ("stdin" if shot == STREAM else Path(shot).stem) + self.ending


def plan_outputs(options: Options, naming: Naming, stdout_is_terminal: bool) -> list[Target | PicrosserError]:
    """Decide the target of each input, or why it cannot be written.

    Raises
    ------
    UsageError : the command line fits no input.
    OutputRefusedError : the output folder does not exist, or two inputs have one output.
    """
    targets = _targets(options, naming, stdout_is_terminal)
    _refuse_shared(options.shots, targets)
    return [
        _checked(shot, target, options.force) for shot, target in zip(options.shots, targets, strict=True)
    ]


def _targets(options: Options, naming: Naming, stdout_is_terminal: bool) -> list[Target]:
    several = len(options.shots) > 1
    if options.shots.count(STREAM) > 1:
        raise UsageError("stdin (-) can be read only once")
    if not options.output:
        return [_usual(shot, options, naming, stdout_is_terminal) for shot in options.shots]
    if options.output == STREAM:
        if several:
            raise UsageError("several inputs cannot share stdout", "give a folder with -o DIR/")
        if options.as_json:
            raise UsageError("--json and -o - both want stdout", "give a file with -o FILE")
        if naming.beside and stdout_is_terminal:
            raise UsageError("a terminal cannot show PNG data", "give a file with -o FILE")
        return [Target(to_stdout=True)]
    place = Path(options.output)
    if options.output.endswith(("/", "\\")) or _is_folder(place):
        if not _is_folder(place):
            raise OutputRefusedError(f"the output folder {options.output} does not exist", "create it first")
        return [Target(place / naming.name(shot)) for shot in options.shots]
    if several:
        raise UsageError(
            f"several inputs cannot share the output {options.output}", "give a folder with -o DIR/"
        )
    if place.suffix.lower() not in (naming.suffix, *naming.also):
        names = " or *".join((naming.suffix, *naming.also))
        raise UsageError(f"cannot tell the format of {options.output}", f"name it *{names}")
    return [Target(place)]


def _usual(shot: str, options: Options, naming: Naming, stdout_is_terminal: bool) -> Target:
    """The target without -o."""
    several = len(options.shots) > 1
    if naming.beside and not Path(shot).name:  # "." or "/": a folder, which reading will refuse
        return Target()
    if naming.beside and shot != STREAM:
        return Target(Path(shot).with_name(naming.name(shot)))
    if options.as_json:  # stdout holds JSON Lines, which have the answer
        return Target()
    if several:
        raise UsageError("several outputs cannot share stdout", "give a folder with -o DIR/")
    if naming.beside and stdout_is_terminal:
        raise UsageError("a terminal cannot show PNG data", "give a file for stdin's answer with -o FILE")
    return Target(to_stdout=True)


def _refuse_shared(shots: tuple[str, ...], targets: list[Target]) -> None:
    owners: dict[Path, str] = {}
    for shot, target in zip(shots, targets, strict=True):
        if target.path is None:
            continue
        place = target.path.parent.resolve() / target.path.name
        if place in owners:
            raise OutputRefusedError(
                f"{owners[place]} and {shot} would both be written to {target.path}",
                "run them apart, or into different folders",
            )
        owners[place] = shot


def _checked(shot: str, target: Target, force: bool) -> Target | PicrosserError:
    """The target, or why it will be refused: better known before the work than after it.

    `write_new_file` checks again when it writes; only then is the name really taken.
    """
    path = target.path
    if path is None:
        return target
    if shot != STREAM and _exists(path) and _exists(Path(shot)) and path.samefile(shot):
        return OutputRefusedError(f"{path} is the screenshot itself", "choose another name with -o")
    if not _exists(path.parent) and shot != STREAM and path.parent == Path(shot).parent:
        return target  # the input does not exist either, and that is the thing to say
    if not _is_folder(path.parent):
        return OutputRefusedError(f"the output folder {path.parent} does not exist", "create it first")
    if _exists(path) and not force:
        return OutputRefusedError(f"{path} exists already", "use --force to overwrite it")
    return target


def _exists(path: Path) -> bool:
    """Whether it is known to exist; of a name that is too long or hidden, reading and writing say more."""
    try:
        return path.exists()
    except OSError:
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False
