"""Lists all puzzle formats, and recognises the format of a text by its content and its suffix.

A new format is a module with a `Format`, and an entry here. The order matters: of the formats that a text
looks like, that of its suffix is taken, else the first.
"""

import re
from contextlib import suppress
from pathlib import PurePath

from picrosser.errors import PuzzleFileError
from picrosser.formats import (
    black_lines,
    coloured_lines,
    hungry_cat_letters,
    json_puzzles,
    katamino_text,
    nonogrid,
    pattern,
    penpa,
    pictures,
    puzz_link,
    tables,
    xml_puzzles,
)
from picrosser.formats.puzzle_file import Format, Kind

FORMATS: tuple[Format, ...] = (
    pictures.PBM, pictures.KATANA, pictures.FREENONO, pictures.PICMI,
    xml_puzzles.WEBPBN, xml_puzzles.CAT,
    puzz_link.PUZZ_LINK_FORMAT, puzz_link.PZPRV3, penpa.PENPA_FORMAT,
    pattern.SAVE, black_lines.GNO, pictures.NONOGRAMS_ORG, hungry_cat_letters.FORMAT,
    nonogrid.NONOGRID, tables.TOML, tables.CAT, nonogrid.PYNOGRAM, json_puzzles.JSON,
    pattern.PATTERN, black_lines.PICROSS_SOLVER, coloured_lines.G, coloured_lines.NON,
    pictures.DIGITS, pictures.DOTS,
    black_lines.MK, black_lines.NIN, black_lines.CWD,
)  # fmt: skip
NAMES = tuple(entry.name for entry in FORMATS)

NATIVE = {"hungry-cat": tables.CAT, "nonogram": tables.TOML}
"""The TOML format of each kind of puzzle."""
# What to call files that cannot be read, by the suffix; and how to tell some of them by their text.
_FOREIGN = {
    ".lp": "data for Bosch's integer program", ".cwc": "coloured puzzles of nonogram-ilp (.cwc)",
    ".ish": "files of Games::Nonogram (ish)", ".keen": "files of Keen's solver",
    ".makhorin": "files of pbnsol (makhorin)", ".syro": "files of jsolver (syro)", ".jap": ".jap files",
    ".ngb": ".ngb files", ".sgriddler": ".sgriddler files",
}  # fmt: skip
_FOREIGN_TEXTS = (
    (re.compile(r"\A\s*+number_of_rows:"), ".lp"),
    (re.compile(r"^&[ \t]*$", re.MULTILINE), ".makhorin"),
    (re.compile(r"\A\s*+(?:[0-9 ]*+(?<=0)\n)++#[ \t]*\n(?:[0-9 ]*+(?<=0)\n)*+#"), ".syro"),
)
_ELEMENT = re.compile(r"\s*(?:<[?!][^>]*>\s*)*<([A-Za-z][\w:.-]{0,40})")


def format_named(name: str) -> Format:
    """Return the format with a name; raises PuzzleFileError, which lists all formats, if there is none."""
    for entry in FORMATS:
        if entry.name == name.strip().lower():
            return entry
    raise PuzzleFileError(f"there is no format {name!r}", f"the formats are {', '.join(NAMES)}")


def detect(text: str, suffix: str) -> Format:
    """Recognise the format of a text by its content; where several fit, by the suffix of its file."""
    if not text.strip():
        raise PuzzleFileError("line 1, column 1: the file is empty")
    if katamino_text.looks_like(text):
        seen = "the file holds a Katamino puzzle, which has no hints"
        raise PuzzleFileError(seen, "solve it with picrosser katamino FILE")
    named = [entry for entry in FORMATS if suffix.lower() in entry.suffixes]
    for entry in named:
        if entry.looks_like(text):
            return entry
    if len(named) == 1:
        with suppress(PuzzleFileError):
            named[0].parse(text)
            return named[0]
    fitting = next((entry for entry in FORMATS if entry.looks_like(text)), None)
    if fitting or len(named) == 1:
        return fitting or named[0]
    # Parsing as native TOML or as XML explains the error.
    if suffix.lower() == ".toml":
        return tables.CAT
    _refuse_foreign(text, suffix.lower())
    if text.lstrip().startswith("<"):
        return xml_puzzles.CAT
    candidates = " or ".join(entry.name for entry in named)
    advice = f"if it is one, name its format: {candidates}" if named else ""
    raise PuzzleFileError("not a picture or puzzle file", advice)


def _refuse_foreign(text: str, suffix: str) -> None:
    """Call a file of another program by its name, if that is known."""
    advice = "docs/files-and-formats.md lists what can be read"
    found = next((ending for pattern, ending in _FOREIGN_TEXTS if pattern.search(text)), suffix)
    if found in _FOREIGN:
        raise PuzzleFileError(f"{_FOREIGN[found]} cannot be read", advice)
    element = _ELEMENT.match(text[:4000])
    if element is not None and not re.search("<(?:line|column)[\\s/>]", text):
        raise PuzzleFileError(f"line 1, column 1: this is XML of another program, <{element[1]}>", advice)


def format_for_output(path: PurePath, kind: Kind) -> Format:
    """Choose the format for a file by its suffix, and by the kind of puzzle if several have it."""
    suffix = path.suffix.lower()
    if suffix == ".toml":
        return NATIVE[kind]
    named = [entry for entry in FORMATS if suffix in entry.suffixes and entry.write is not None]
    if not named:
        advice = f"use {', '.join(written_suffixes(kind))}, or name a format"
        raise PuzzleFileError(f"no puzzle format has the suffix of {str(path)!r}", advice)
    # One of the other kind cannot hold the puzzle; writing reports that.
    return next((entry for entry in named if entry.kind == kind), named[0])


def written_suffixes(kind: Kind | None = None) -> tuple[str, ...]:
    """List the suffixes of all formats that can be written, for one kind of puzzle or for all."""
    formats = [entry for entry in FORMATS if entry.write is not None and kind in (None, entry.kind)]
    return tuple(sorted({ending for entry in formats for ending in entry.suffixes}))
