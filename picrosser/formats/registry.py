"""Lists all puzzle formats, and recognises the format of a text by its content, then by its suffix.

A new format is a module with `looks_like`, `parse` and `write`, and an entry here. The order matters: the
first format that a text looks like is taken.
"""

from __future__ import annotations

from pathlib import PurePath

from picrosser.errors import PuzzleFileError
from picrosser.formats import (
    cwd,
    hungry_cat_letters,
    hungry_cat_toml,
    hungry_cat_xml,
    katamino_text,
    mk,
    nin,
    nonogram_json,
    nonogram_toml,
    nonograms_org,
    nonogrid_toml,
    olsak_g,
    pattern_id,
    pictures,
    simpson_non,
    webpbn,
)  # fmt: skip
from picrosser.formats.hint_lines import nonogram_of
from picrosser.formats.puzzle_file import MAX_COLOURS, Format, Kind, PuzzleFile
from picrosser.puzzles.hungry_cat import HungryCat

_HUNGRY_CAT: tuple[Kind, ...] = ("hungry-cat",)
_NONOGRAM: tuple[Kind, ...] = ("nonogram",)


def _write_hungry_cat_toml(file: PuzzleFile) -> str:
    if not isinstance(file.puzzle, HungryCat):
        raise TypeError("this TOML holds Hungry Cat puzzles only")
    return hungry_cat_toml.write(file.puzzle, file.solution)


def _write_nonogram_toml(file: PuzzleFile) -> str:
    return nonogram_toml.write(nonogram_of(file), file.solution)


FORMATS: tuple[Format, ...] = (
    Format(
        "pbm", "PBM picture", _NONOGRAM, (".pbm",), pictures.looks_like_pbm, pictures.parse_pbm,
        pictures.write_pbm, solution=True, is_picture=True,
    ),
    Format(
        "webpbn", "XML of webpbn.com", _NONOGRAM, (".xml", ".pbn"), webpbn.looks_like, webpbn.parse,
        webpbn.write, max_colours=MAX_COLOURS, colours=True, solution=True, given=True, title=True,
        latin1=True,
    ),
    Format(
        "cat-xml", "Hungry Cat, XML", _HUNGRY_CAT, (".xml",), hungry_cat_xml.looks_like,
        hungry_cat_xml.parse, hungry_cat_xml.write, max_colours=MAX_COLOURS, colours=True,
    ),
    Format(
        "nonograms-org", "page of nonograms.org", _NONOGRAM, (".html", ".htm", ".js"),
        nonograms_org.looks_like, nonograms_org.parse, None, max_colours=MAX_COLOURS, colours=True,
        solution=True, is_picture=True, title=True, latin1=True,
    ),
    Format(
        "letters", "Hungry Cat, letters", _HUNGRY_CAT, (".txt", ".cat"), hungry_cat_letters.looks_like,
        hungry_cat_letters.parse, hungry_cat_letters.write, max_colours=26, colours=True, unknown=True,
    ),
    Format(
        "nonogrid", "TOML of nonogrid", _NONOGRAM, (".toml",), nonogrid_toml.looks_like,
        nonogrid_toml.parse, nonogrid_toml.write, max_colours=50, colours=True,
    ),
    Format(
        "nonogram-toml", "nonogram, TOML", _NONOGRAM, (".toml",), nonogram_toml.looks_like,
        nonogram_toml.parse, _write_nonogram_toml, max_colours=MAX_COLOURS, colours=True, solution=True,
        given=True, unknown=True,
    ),
    Format(
        "toml", "Hungry Cat, TOML", _HUNGRY_CAT, (".toml",), hungry_cat_toml.looks_like,
        hungry_cat_toml.parse, _write_hungry_cat_toml, max_colours=MAX_COLOURS, colours=True, solution=True,
        unknown=True,
    ),
    Format(
        "json", "JSON {rows, columns}", _NONOGRAM, (".json",), nonogram_json.looks_like,
        nonogram_json.parse, nonogram_json.write, max_colours=MAX_COLOURS, colours=True, solution=True,
        given=True, unknown=True, title=True,
    ),
    Format(
        "pattern", "game ID of Pattern", _NONOGRAM, (".pattern", ".id"), pattern_id.looks_like,
        pattern_id.parse, pattern_id.write, given=True,
    ),
    Format(
        "g", "Olšák's .g", _NONOGRAM, (".g",), olsak_g.looks_like, olsak_g.parse, olsak_g.write,
        max_colours=52, colours=True, title=True, latin1=True,
    ),
    Format(
        "non", "Simpson's .non", _NONOGRAM, (".non", ".ss"), simpson_non.looks_like, simpson_non.parse,
        simpson_non.write, max_colours=26, colours=True, solution=True, given=True, title=True, latin1=True,
    ),
    Format(
        "digits", "picture of 0 and 1", _NONOGRAM, (".01",), pictures.looks_like_digits,
        pictures.parse_digits, pictures.write_digits, solution=True, is_picture=True,
    ),
    Format(
        "dots", "picture of . and #", _NONOGRAM, (".txt", ".dots"), pictures.looks_like_dots,
        pictures.parse_dots, pictures.write_dots, solution=True, is_picture=True,
    ),
    Format("mk", "Olšák's .mk", _NONOGRAM, (".mk",), mk.looks_like, mk.parse, mk.write),
    Format("nin", "Wilk's .nin", _NONOGRAM, (".nin",), nin.looks_like, nin.parse, nin.write),
    Format("cwd", "QNonograms' .cwd", _NONOGRAM, (".cwd",), cwd.looks_like, cwd.parse, cwd.write),
)  # fmt: skip
NAMES = tuple(entry.name for entry in FORMATS)

_NOT_READ = {
    ".lp", ".cwc", ".gno", ".sgriddler", ".jap", ".ngb", ".nonpack", ".ish", ".keen", ".makhorin", ".syro",
}  # fmt: skip


def format_named(name: str) -> Format:
    """Return the format with a name.

    Raises
    ------
    PuzzleFileError : no format has this name; the message lists all formats.
    """
    for entry in FORMATS:
        if entry.name == name.strip().lower():
            return entry
    raise PuzzleFileError(f"there is no format {name!r}", f"the formats are {', '.join(NAMES)}")


def detect(text: str, suffix: str) -> Format:
    """Recognise the format of a text by its content, else by the suffix of its file.

    Raises
    ------
    PuzzleFileError : neither identifies the format.
    """
    if not text.strip():
        raise PuzzleFileError("line 1, column 1: the file is empty")
    if katamino_text.looks_like(text):
        raise PuzzleFileError(
            "the file holds a Katamino puzzle, which has no hints", "solve it with picrosser katamino FILE"
        )
    for entry in FORMATS:
        if entry.looks_like(text):
            return entry
    named = [entry for entry in FORMATS if suffix.lower() in entry.suffixes]
    if len(named) == 1 or suffix.lower() == ".toml":  # parsing as native TOML explains the error
        return named[0] if len(named) == 1 else format_named("toml")
    if text.lstrip().startswith("<"):  # parsing as XML explains the error
        return format_named("cat-xml")
    if suffix.lower() in _NOT_READ:
        raise PuzzleFileError(f"{suffix} files cannot be read", "picrosser convert --help lists the formats")
    candidates = ", ".join(entry.name for entry in named) or ", ".join(NAMES)
    raise PuzzleFileError(
        "line 1, column 1: the format is not recognised", f"choose it with --from: {candidates}"
    )


def format_for_output(path: PurePath, kind: Kind) -> Format:
    """Choose the format for a file by its suffix and the kind of puzzle.

    Raises
    ------
    PuzzleFileError : no format has this suffix.
    """
    suffix = path.suffix.lower()
    named = [entry for entry in FORMATS if suffix in entry.suffixes and entry.write is not None]
    preferred = {".toml": {"hungry-cat": "toml", "nonogram": "nonogram-toml"}[kind]}
    for entry in named:
        if kind in entry.kinds and preferred.get(suffix, entry.name) == entry.name:
            return entry
    if named:
        return named[0]  # it cannot hold the puzzle; writing reports that
    raise PuzzleFileError(
        f"no puzzle format has the suffix of {str(path)!r}",
        f"use {', '.join(written_suffixes(kind))}, or choose a format with --to",
    )


def written_suffixes(kind: Kind | None = None) -> tuple[str, ...]:
    """List the suffixes of all formats that can be written, for one kind of puzzle or for all."""
    formats = [
        entry for entry in FORMATS if entry.write is not None and (kind is None or kind in entry.kinds)
    ]
    return tuple(sorted({ending for entry in formats for ending in entry.suffixes}))
