"""Where the output of each screenshot goes: a file beside it, a folder, stdout, or the clipboard.

All places are found and checked before any work is done, so that a wrong -o costs no time.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import NamedTuple

from picrosser.cli.inout.own_answers import answers_another_picture, may_be_replaced
from picrosser.cli.inout.report import reason_of, write_stdout
from picrosser.cli.options import CLIPBOARD, STREAM, Options, UsageError
from picrosser.errors import OutputRefusedError, PicrosserError
from picrosser.storage.atomic import write_new_file
from picrosser.storage.stores import address_in, folder_of, is_address

_STEMS = {STREAM: "stdin", CLIPBOARD: "clipboard"}
"""The names of answers to inputs that are no files, without their endings."""


class Target(NamedTuple):
    """Where one output goes: a file, stdout, the clipboard, or (when nothing is set) nowhere.

    address : of a file in an object store. Such a target is not written itself, see `run_stored`.
    root : the folder of all outputs, if there is one. It is made when something is written, and so are
        folders in it, but not the folder that it lies in: that is perhaps mistyped, or on a disk that is not
        there.
    """

    path: Path | None = None
    to_stdout: bool = False
    to_clipboard: bool = False
    root: Path | None = None
    address: str = ""

    @property
    def place(self) -> str:
        """What a verdict calls the place of the output; "" for stdout and for nowhere."""
        return CLIPBOARD if self.to_clipboard else self.address if self.path is None else str(self.path)

    @property
    def suffix(self) -> str:
        """The suffix of the file, in lower case; "" where there is none."""
        return "" if self.path is None else self.path.suffix.lower()

    def write(self, data: bytes, *, force: bool) -> None:
        """Write the output.

        A file that holds exactly this already is left as it is: a worker wrote it, and died before it could
        say so, or was thought lost.

        Raises OutputRefusedError: it cannot be written.
        """
        if self.path is not None:
            if not force and _holds(self.path, data):
                return
            if self.root is not None:
                make_folders(self.path.parent, self.root)
            write_new_file(self.path, data, force=force)
        elif self.to_stdout:
            write_stdout(data)
        elif self.to_clipboard:
            from picrosser.cli.inout.clipboard import copy_to_clipboard

            copy_to_clipboard(data)


class Input(NamedTuple):
    """One input of a command.

    target : where its output goes, or why it cannot. number : its place among all inputs, from 0.
    """

    shot: str
    target: Target | PicrosserError
    number: int = 0


class Naming(NamedTuple):
    """How a command names its outputs.

    command : "solve", say; what a drawing says of itself.
    ending : what replaces the input's suffix, "-solved.png" say.
    beside : without -o, write beside the input; else to stdout.
    also : other suffixes that the command can write, if -o asks for them.
    """

    command: str
    ending: str
    beside: bool
    also: tuple[str, ...] = ()

    @property
    def suffix(self) -> str:
        """The suffix of the files that the command writes."""
        return Path("x" + self.ending).suffix

    def name(self, shot: str) -> str:
        """Return the output's file name for one input."""
        return _STEMS.get(shot, Path(shot).stem) + self.ending


class OutputExistsError(OutputRefusedError):
    """An output exists already, and may not be overwritten.

    path : the output, or its address.
    """

    def __init__(self, path: Path | str) -> None:
        super().__init__(f"{path} exists already", "use --force to overwrite it")
        self.path = path


def plan_outputs(options: Options, naming: Naming, stdout_is_terminal: bool) -> list[Target | PicrosserError]:
    """Return the target of each input, or the reason why it cannot be written.

    Raises UsageError: the command line is invalid for all inputs.
    Raises OutputRefusedError: the output folder does not exist, or two inputs have the same output.
    """
    targets = _targets(options, naming, stdout_is_terminal)
    _refuse_shared(options.inputs, targets)
    return [
        target if is_stored(shot, target) else checked(shot, target, naming.command, options)
        for shot, target in zip(options.inputs, targets, strict=True)
    ]


def is_stored(shot: str, target: Target) -> bool:
    """Whether a screenshot or its answer lies at an address: it is looked at by who works on it."""
    return bool(target.address) or is_address(shot)


def _targets(options: Options, naming: Naming, stdout_is_terminal: bool) -> list[Target]:
    several = len(options.inputs) > 1
    if options.inputs.count(STREAM) > 1:
        raise UsageError("stdin (-) can be read only once")
    if not options.output:
        return [_default_target(shot, options, naming, stdout_is_terminal) for shot in options.inputs]
    if options.output == STREAM:
        if several:
            raise UsageError("several inputs cannot share stdout", "give a folder with -o DIR/")
        if options.as_json:
            raise UsageError("--json and -o - both write to stdout", "give a file with -o FILE")
        if naming.beside and stdout_is_terminal:
            raise UsageError("a terminal cannot show PNG data", "give a file with -o FILE")
        return [Target(to_stdout=True)]
    if is_address(options.output):
        if not options.output.endswith("/"):
            raise UsageError(
                f"cannot tell whether {options.output} is a folder", "end its address with a slash"
            )
        return [
            Target(address=address_in(options.output, *_folders_in(shot, options.folders), naming.name(shot)))
            for shot in options.inputs
        ]
    place = Path(options.output)
    if options.output.endswith(("/", "\\")) or _is_folder(place):
        if not _is_folder(place.parent):
            raise OutputRefusedError(f"the folder {place.parent} does not exist", "create it first")
        if _exists(place) and not _is_folder(place):
            raise OutputRefusedError(f"{place} is not a folder", "choose another name with -o")
        return [
            Target(place.joinpath(*_folders_in(shot, options.folders), naming.name(shot)), root=place)
            for shot in options.inputs
        ]
    if several:
        raise UsageError(
            f"several inputs cannot share the output {options.output}", "give a folder with -o DIR/"
        )
    if place.suffix.lower() not in (naming.suffix, *naming.also):
        names = " or *".join(dict.fromkeys((naming.suffix, *naming.also)))
        raise UsageError(f"cannot tell the format of {options.output}", f"name it *{names}")
    return [Target(place)]


def _folders_in(shot: str, folders: tuple[str, ...]) -> tuple[str, ...]:
    """The folders in which a screenshot lies in the folder that it was taken of; none if it was named
    itself.
    """
    parent = PurePosixPath(shot).parent if is_address(shot) else Path(shot).parent
    for folder in folders:
        if parent.is_relative_to(folder):
            return parent.relative_to(folder).parts
    return ()


def make_folders(folder: Path, root: Path) -> None:
    """Make a folder that is missing, up to that of all outputs."""
    try:
        if not folder.is_dir():
            root.mkdir(exist_ok=True)
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputRefusedError(f"cannot make the folder {folder}: {reason_of(error)}") from error


def _default_target(shot: str, options: Options, naming: Naming, stdout_is_terminal: bool) -> Target:
    """Return the target without -o."""
    several = len(options.inputs) > 1
    if options.clipboard and naming.beside:
        from picrosser.cli.inout.clipboard import takes_pictures

        return Target(to_clipboard=True) if takes_pictures() else Target(Path(naming.name(shot)))
    if naming.beside and not Path(shot).name:  # "." or "/": a folder, which `load_picture` will refuse
        return Target()
    if naming.beside and is_address(shot):
        return Target(address=address_in(folder_of(shot), naming.name(shot)))
    if naming.beside and shot != STREAM:
        return Target(Path(shot).with_name(naming.name(shot)))
    if options.as_json:  # the JSON object on stdout has the answer
        return Target()
    if several:
        raise UsageError("several outputs cannot share stdout", "give a folder with -o DIR/")
    if naming.beside and stdout_is_terminal:
        raise UsageError("a terminal cannot show PNG data", "give a file for stdin's answer with -o FILE")
    return Target(to_stdout=True)


def _refuse_shared(shots: tuple[str, ...], targets: list[Target]) -> None:
    owners: dict[Path | str, str] = {}
    for shot, target in zip(shots, targets, strict=True):
        if not target.place:
            continue
        try:
            place = target.path.parent.resolve() / target.path.name if target.path else target.place
        except OSError as error:  # the working directory was removed
            raise OutputRefusedError(
                f"cannot write {target.path}: {reason_of(error)}", "change the folder"
            ) from error
        if place in owners:
            raise OutputRefusedError(
                f"{owners[place]} and {shot} would both be written to {target.place}",
                "run them separately, or write to different folders",
            )
        owners[place] = shot


def checked(shot: str, target: Target, command: str, options: Options) -> Target | PicrosserError:
    """Return the target of a command's output, or why it will be refused.

    `write_new_file` checks again when it writes; only then is the name really taken.
    """
    path = target.path
    if path is None:
        return target
    if shot != STREAM and _exists(path) and _exists(Path(shot)) and path.samefile(shot):
        return OutputRefusedError(f"{path} is the screenshot itself", "choose another name with -o")
    if not _exists(path.parent) and shot != STREAM and path.parent == Path(shot).parent:
        return target  # the input does not exist either, which is the better message
    if target.root is None and not _is_folder(path.parent):
        return OutputRefusedError(f"the output folder {path.parent} does not exist", "create it first")
    if not _exists(path):
        return target
    if options.skip_existing:
        if not answers_another_picture(path, shot):
            return OutputExistsError(path)
        if not options.force:
            return OutputRefusedError(f"{path} answers another picture", "use --force to overwrite it")
    if options.force:
        return target
    if not may_be_replaced(path, shot, command):
        return OutputExistsError(path)
    return target


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data
    except (OSError, ValueError):  # writing will tell
        return False


def _exists(path: Path) -> bool:
    """Return whether the path is known to exist; a bad name is reported when it is read or written."""
    try:
        return path.exists()
    except OSError:
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False
