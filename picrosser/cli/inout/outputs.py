"""Where the output of each screenshot goes, and what of picrosser's own may be replaced there.

All places are checked before any work is done, so that a wrong -o costs no time. An answer says in its file
that picrosser drew it, so that `picrosser *.png` leaves it out. It also states what it answers and the hash
of what was drawn, so that the same command may replace it if nobody has changed it since.
"""

import os
import sys
from pathlib import Path, PurePosixPath
from posixpath import dirname
from typing import NamedTuple

from picrosser.answers.answer import HEAD_BYTES, is_own_drawing, mark
from picrosser.cli.inout.inputs import ALL, first_bytes
from picrosser.cli.inout.report import reason_of, write_stdout
from picrosser.cli.options import CLIPBOARD, STREAM, Options, exists, is_dir, is_missing, names_folder
from picrosser.drawing.picture_files import is_whole, texts_of, with_texts, without_texts
from picrosser.errors import OutputExistsError, OutputRefusedError, PicrosserError, UsageError
from picrosser.storage.atomic import sync_folder, write_new_file
from picrosser.storage.stores import address_in, is_address

_END_BYTES = 12  # of a file, by which it is seen whether it is whole
NAMED_SUFFIXES = 9  # in a message: those of pictures; puzzle files have 23 more
_STEMS = {STREAM: "stdin", CLIPBOARD: "clipboard"}
"""The names of answers to inputs that are no files, without their endings."""


class Target(NamedTuple):
    """Where one output goes: a file, stdout, the clipboard, or (when nothing is set) nowhere.

    address : of a file in an object store. Such a target is not written itself, see `_run_stored`.
    root : the folder of all outputs, if there is one. It, and folders in it, are made if they are missing.
    """

    path: Path | None = None
    to_stdout: bool = False
    to_clipboard: bool = False
    root: Path | None = None
    address: str = ""

    @property
    def place(self) -> str:
        """What a verdict calls the place; "" for stdout and for nowhere."""
        return CLIPBOARD if self.to_clipboard else self.address if self.path is None else str(self.path)

    @property
    def suffix(self) -> str:
        """In lower case; "" where there is no file."""
        return "" if self.path is None else self.path.suffix.lower()

    def write(self, data: bytes, *, force: bool) -> None:
        """Write the output. A file that holds exactly this already is left: a lost worker wrote it."""
        if self.path is not None:
            if not force and first_bytes(str(self.path), len(data) + 1) == data:
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
    """An input, and where its output goes, or why it cannot; `number` is its place in the work, from 0."""

    shot: str
    target: Target | PicrosserError
    number: int = 0


class Naming(NamedTuple):
    """How a command names its outputs.

    command : "solve", say; what a drawing says of itself. ending : of an output's name, "-solved.png" say.
    beside : without -o, write beside the input; else to stdout.
    also : other suffixes that the command can write, if -o asks for them.
    """

    command: str
    ending: str
    beside: bool
    also: tuple[str, ...] = ()

    def name(self, shot: str) -> str:
        return _STEMS.get(shot, Path(shot).stem) + self.ending


def plan_outputs(options: Options, naming: Naming) -> list[Input]:
    """The inputs, each with the target of its output, or the reason why that one cannot be written."""
    if is_missing(options.inputs):
        return [Input(options.inputs[0], Target())]
    owners: dict[Path | str, str] = {}
    inputs = []
    for shot, target in zip(options.inputs, _targets(options, naming), strict=True):
        planned: Target | PicrosserError = target
        place = _own_place(target)
        if place and place in owners:
            seen = f"{owners[place]} and {shot} would both be written to {target.place}"
            planned = OutputRefusedError(seen, "solve it separately, with another -o")
        elif not is_stored(shot, target):
            planned = checked(shot, target, naming.command, options)
        owners.setdefault(place, shot)
        inputs.append(Input(shot, planned))
    return inputs


def _own_place(target: Target) -> Path | str:
    """The place of a target, by which it is known whatever its folder is called; "" for stdout."""
    try:
        return target.path.parent.resolve() / target.path.name if target.path else target.place
    except OSError as error:  # the working directory was removed
        seen = f"cannot write {target.path}: {reason_of(error)}"
        raise OutputRefusedError(seen, "change the folder") from error


def is_stored(shot: str, target: Target) -> bool:
    """Whether a screenshot or its answer lies at an address: it is looked at by who works on it."""
    return bool(target.address) or is_address(shot)


def _targets(options: Options, naming: Naming) -> list[Target]:
    several = len(options.inputs) > 1
    if not options.output:
        return [_default_target(shot, options, naming) for shot in options.inputs]
    names = [(*_folders_in(shot, options.folders), naming.name(shot)) for shot in options.inputs]
    if options.output == STREAM:
        if several:
            raise UsageError("several inputs cannot share stdout", "give a folder with -o DIR/")
        if options.as_json:
            raise UsageError("--json and -o - both write to stdout", "give a file with -o FILE")
        if naming.beside and sys.stdout.isatty():
            raise UsageError("a terminal cannot show PNG data", "give a file with -o FILE")
        return [Target(to_stdout=True)]
    if is_address(options.output):
        if not options.output.endswith("/"):
            seen = f"cannot tell whether {options.output} is a folder"
            raise UsageError(seen, "end its address with a slash")
        return [Target(address=address_in(options.output, *name)) for name in names]
    place = Path(options.output)
    if names_folder(options.output, of_many=several or bool(options.folders)):
        if not is_dir(place.parent):
            raise OutputRefusedError(f"the folder {place.parent} does not exist", "create it first")
        if exists(place) and not is_dir(place):
            raise OutputRefusedError(f"{place} is not a folder", "choose another name with -o")
        return [Target(place.joinpath(*name), root=place) for name in names]
    if several:
        seen = f"several inputs cannot share the output {options.output}"
        raise UsageError(seen, "give a folder with -o DIR/")
    suffixes = list(dict.fromkeys((Path(f"x{naming.ending}").suffix, *naming.also)))
    if place.suffix.lower() not in suffixes:
        seen = f"cannot tell the format of {options.output}"
        more = "" if len(suffixes) <= NAMED_SUFFIXES else ", ..., or as a puzzle file like *.toml"
        folder = "" if place.suffix else ", or end it with / for a folder"
        raise UsageError(seen, f"name it *{', *'.join(suffixes[:NAMED_SUFFIXES])}{more}{folder}")
    return [Target(place)]


def _folders_in(shot: str, folders: tuple[str, ...]) -> tuple[str, ...]:
    """The folders between a screenshot and that of `folders` that it was taken of; none if it was named."""
    parent = PurePosixPath(shot).parent if is_address(shot) else Path(shot).parent
    return next((parent.relative_to(each).parts for each in folders if parent.is_relative_to(each)), ())


def make_folders(folder: Path, root: Path) -> None:
    try:
        if not folder.is_dir():
            root.mkdir(exist_ok=True)
            folder.mkdir(parents=True, exist_ok=True)
            for made in (folder, *folder.parents):
                if made.is_relative_to(root):
                    sync_folder(made.parent)
    except OSError as error:
        raise OutputRefusedError(f"cannot make the folder {folder}: {reason_of(error)}") from error


def _default_target(shot: str, options: Options, naming: Naming) -> Target:
    if options.clipboard and naming.beside:
        from picrosser.cli.inout.clipboard import takes_pictures

        return Target(to_clipboard=True) if takes_pictures() else Target(Path(naming.name(shot)))
    if naming.beside and not Path(shot).name:  # "." or "/": a folder, which `load_picture` will refuse
        return Target()
    if naming.beside and is_address(shot):
        return Target(address=address_in(dirname(shot), naming.name(shot)))
    if naming.beside and shot != STREAM:
        return Target(Path(shot).with_name(naming.name(shot)))
    if options.as_json:  # the JSON object on stdout has the answer
        return Target()
    if len(options.inputs) > 1:
        raise UsageError("several outputs cannot share stdout", "give a folder with -o DIR/")
    if naming.beside and sys.stdout.isatty():
        raise UsageError("a terminal cannot show PNG data", "give a file for stdin's answer with -o FILE")
    return Target(to_stdout=True)


def checked(shot: str, target: Target, command: str, options: Options) -> Target | PicrosserError:
    """The target of a command's output, or why it will be refused; `write_new_file` checks again."""
    path = target.path
    if path is None:
        return target
    if shot != STREAM and exists(path) and exists(Path(shot)) and path.samefile(shot):
        return OutputRefusedError(f"{path} is the screenshot itself", "choose another name with -o")
    if not exists(path.parent) and shot != STREAM and path.parent == Path(shot).parent:
        return target  # the input does not exist either, which is the better message
    if target.root is None and not is_dir(path.parent):
        return OutputRefusedError(f"the output folder {path.parent} does not exist", "create it first")
    if not exists(path):
        return target
    is_whole = _is_whole(path)
    if options.skip_existing and is_whole and not _answers_another_picture(path, shot):
        return OutputExistsError(path)
    if options.force or may_be_replaced(path, shot, command):
        return target
    if options.skip_existing:
        what = "answers another picture" if is_whole else "is cut short"
        return OutputRefusedError(f"{path} {what}", "use --force to overwrite it")
    return OutputExistsError(path)


# ---- Answers of earlier runs


def marked(drawing: bytes, shot: str, command: str, data: bytes) -> bytes:
    """Return a PNG or JPEG drawing that says that picrosser drew it, from which file, and by which command.

    Other formats are returned as they are. Of the input its name is stated, and the SHA-256 of its bytes.
    data : the bytes that were read; meanwhile the file may hold others.
    """
    return with_texts(drawing, {**mark(_source(shot, data), command), "Digest": _sha256(drawing)})


def may_be_replaced(path: Path, shot: str, command: str, data: bytes | None = None) -> bool:
    """Whether a file is the answer of the same command to the same screenshot, and unchanged.

    So is an empty file, and an answer that is cut short: older versions left them after a power cut.
    data : the bytes of the screenshot; None to read them.
    """
    if not _is_whole(path):
        return path.is_file() and (not path.stat().st_size or is_own_answer(str(path)))
    drawing = b"" if shot == STREAM else first_bytes(str(path), ALL)
    texts = texts_of(drawing)
    is_same = mark(_source(shot, data), command).items() <= texts.items()
    return is_same and "sha256:" in texts["Source"] and texts.get("Digest") == _sha256(without_texts(drawing))


def _is_whole(path: Path) -> bool:
    """Whether a file has an end; False if it cannot be read."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _END_BYTES))
            return is_whole(file.read(_END_BYTES), path.suffix.lower())
    except OSError:
        return False


def _answers_another_picture(path: Path, shot: str) -> bool:
    """Whether a file says that it was drawn when the screenshot held other bytes than now."""
    source = texts_of(first_bytes(str(path), HEAD_BYTES)).get("Source", "")
    _, _, then = source.rpartition(" sha256:")
    _, _, now = _source(shot).rpartition(" sha256:")
    return source != then and now != then and shot != STREAM


def _source(shot: str, data: bytes | None = None) -> str:
    if shot == STREAM:
        return "stdin"
    stored = os.fsencode(Path(shot).name).decode("utf-8", "replace")  # the same in every locale
    name = stored.encode("ascii", "backslashreplace").decode()
    data = data or first_bytes(shot, ALL)  # none of a pipe, which can be read only once
    return f"{name} {_sha256(data)}" if data else name


def _sha256(data: bytes) -> str:
    from hashlib import sha256  # OpenSSL takes milliseconds to load, and puzzle files need none

    return f"sha256:{sha256(data).hexdigest()}"


def is_own_answer(path: str) -> bool:
    """Whether a picture says that picrosser drew it; False if it cannot be read."""
    return is_own_drawing(first_bytes(path, HEAD_BYTES))
