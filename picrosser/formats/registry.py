"""All formats, and which of them a text is in: content first, then suffix, unless the user names one.

A new format is a file with `looks_like`, `parse` and `write`, and an entry here. The order matters where more
than one could take a text: the first one that looks like it wins.
"""

from __future__ import annotations

import re
from pathlib import PurePath

from picrosser.errors import PuzzleFileError
from picrosser.formats import (
    cwd,
    hungry_cat_xml,
    json_file,
    letters,
    mk,
    nin,
    nonogram_toml,
    nonograms_org,
    nonogrid_toml,
    olsak_g,
    packings,
    pattern_id,
    pictures,
    simpson_non,
    toml_file,
    webpbn,
)  # fmt: skip
from picrosser.formats.clues import MOST_INKS, nonogram_of
from picrosser.formats.puzzle_file import Format, Kind, PuzzleFile
from picrosser.puzzles.hungry_cat import HungryCat

_CAT: tuple[Kind, ...] = ("hungry-cat",)
_RUNS: tuple[Kind, ...] = ("nonogram",)


def _write_toml(file: PuzzleFile) -> str:
    if not isinstance(file.puzzle, HungryCat):
        raise TypeError("this TOML holds Hungry Cat puzzles only")
    return toml_file.write(file.puzzle, file.solution)


def _write_nonogram_toml(file: PuzzleFile) -> str:
    return nonogram_toml.write(nonogram_of(file), file.solution)


def _is_toml(text: str) -> bool:
    return re.search(r"^[ \t]*nrows[ \t]*=", text, re.MULTILINE) is not None


FORMATS: tuple[Format, ...] = (
    Format(
        "pbm", "PBM picture", _RUNS, (".pbm",), pictures.looks_like_pbm, pictures.parse_pbm,
        pictures.write_pbm, goal=True, is_goal=True,
    ),
    Format(
        "webpbn", "XML of webpbn.com", _RUNS, (".xml", ".pbn"), webpbn.looks_like, webpbn.parse, webpbn.write,
        inks=MOST_INKS, colours=True, goal=True, given=True, title=True, latin1=True,
    ),
    Format(
        "cat-xml", "Hungry Cat, XML", _CAT, (".xml",), hungry_cat_xml.looks_like, hungry_cat_xml.parse,
        hungry_cat_xml.write, inks=MOST_INKS, colours=True,
    ),
    Format(
        "nonograms-org", "page of nonograms.org", _RUNS, (".html", ".htm", ".js"), nonograms_org.looks_like,
        nonograms_org.parse, None, inks=MOST_INKS, colours=True, goal=True, is_goal=True, title=True,
        latin1=True,
    ),
    Format(
        "letters", "Hungry Cat, letters", _CAT, (".txt", ".cat"), letters.looks_like, letters.parse,
        letters.write, inks=26, colours=True, unknown=True,
    ),
    Format(
        "nonogrid", "TOML of nonogrid", _RUNS, (".toml",), nonogrid_toml.looks_like, nonogrid_toml.parse,
        nonogrid_toml.write, inks=50, colours=True,
    ),
    Format(
        "nonogram-toml", "nonogram, TOML", _RUNS, (".toml",), nonogram_toml.looks_like, nonogram_toml.parse,
        _write_nonogram_toml, inks=MOST_INKS, colours=True, goal=True, given=True, unknown=True,
    ),
    Format(
        "toml", "Hungry Cat, TOML", _CAT, (".toml",), _is_toml, toml_file.parse, _write_toml,
        inks=MOST_INKS, colours=True, goal=True, unknown=True,
    ),
    Format(
        "json", "JSON {rows, columns}", _RUNS, (".json",), json_file.looks_like, json_file.parse,
        json_file.write, inks=MOST_INKS, colours=True, goal=True, given=True, unknown=True, title=True,
    ),
    Format(
        "pattern", "game ID of Pattern", _RUNS, (".pattern", ".id"), pattern_id.looks_like, pattern_id.parse,
        pattern_id.write, given=True,
    ),
    Format(
        "g", "Olšák's .g", _RUNS, (".g",), olsak_g.looks_like, olsak_g.parse, olsak_g.write, inks=52,
        colours=True, title=True, latin1=True,
    ),
    Format(
        "non", "Simpson's .non", _RUNS, (".non", ".ss"), simpson_non.looks_like, simpson_non.parse,
        simpson_non.write, inks=26, colours=True, goal=True, given=True, title=True, latin1=True,
    ),
    Format(
        "digits", "picture of 0 and 1", _RUNS, (".01",), pictures.looks_like_digits, pictures.parse_digits,
        pictures.write_digits, goal=True, is_goal=True,
    ),
    Format(
        "dots", "picture of . and #", _RUNS, (".txt", ".dots"), pictures.looks_like_dots, pictures.parse_dots,
        pictures.write_dots, goal=True, is_goal=True,
    ),
    Format("mk", "Olšák's .mk", _RUNS, (".mk",), mk.looks_like, mk.parse, mk.write),
    Format("nin", "Wilk's .nin", _RUNS, (".nin",), nin.looks_like, nin.parse, nin.write),
    Format("cwd", "QNonograms' .cwd", _RUNS, (".cwd",), cwd.looks_like, cwd.parse, cwd.write),
)  # fmt: skip
NAMES = tuple(one.name for one in FORMATS)

_NOT_READ = {
    ".lp", ".cwc", ".gno", ".sgriddler", ".jap", ".ngb", ".nonpack", ".ish", ".keen", ".makhorin", ".syro",
}  # fmt: skip


def format_named(name: str) -> Format:
    """The format of that name.

    Raises
    ------
    PuzzleFileError : there is none; the message lists all.
    """
    for one in FORMATS:
        if one.name == name.strip().lower():
            return one
    raise PuzzleFileError(f"there is no format {name!r}", f"the formats are {', '.join(NAMES)}")


def detect(text: str, suffix: str) -> Format:
    """The format of a text, by its content, else by the suffix of its file.

    Raises
    ------
    PuzzleFileError : neither says it.
    """
    if not text.strip():
        raise PuzzleFileError("line 1, column 1: the file is empty")
    if packings.looks_like(text):
        raise PuzzleFileError(
            "the file holds a Katamino puzzle, which has no hints", "picrosser katamino FILE packs it"
        )
    for one in FORMATS:
        if one.looks_like(text):
            return one
    named = [one for one in FORMATS if suffix.lower() in one.suffixes]
    if len(named) == 1 or suffix.lower() == ".toml":  # with a TOML that fits none, the native one says why
        return named[0] if len(named) == 1 else format_named("toml")
    if text.lstrip().startswith("<"):  # to say what is wrong with the XML, if it is none
        return format_named("cat-xml")
    if suffix.lower() in _NOT_READ:
        raise PuzzleFileError(f"files of the kind {suffix} cannot be read", "see picrosser convert --help")
    candidates = ", ".join(one.name for one in named) or ", ".join(NAMES)
    raise PuzzleFileError("line 1, column 1: the format cannot be told", f"name it with --from: {candidates}")


def format_for_output(path: PurePath, kind: Kind) -> Format:
    """The format that a file's suffix asks for, of those that hold a kind of puzzle.

    Raises
    ------
    PuzzleFileError : the suffix names none.
    """
    suffix = path.suffix.lower()
    named = [one for one in FORMATS if suffix in one.suffixes and one.write is not None]
    preferred = {".toml": {"hungry-cat": "toml", "nonogram": "nonogram-toml"}[kind]}
    for one in named:
        if kind in one.kinds and preferred.get(suffix, one.name) == one.name:
            return one
    if named:
        return named[0]  # it cannot hold the puzzle, and writing says so
    raise PuzzleFileError(
        f"the suffix of {str(path)!r} names no format",
        f"use {', '.join(written_suffixes(kind))}, or name it with --to",
    )


def written_suffixes(kind: Kind | None = None) -> tuple[str, ...]:
    """The suffixes of all formats that are written, for one kind of puzzle or for any."""
    formats = [one for one in FORMATS if one.write is not None and (kind is None or kind in one.kinds)]
    return tuple(sorted({ending for one in formats for ending in one.suffixes}))
