"""Titles are foreign text: they may neither control a terminal nor break a format."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_puzzles import DEMO, of_rows

from picrosser.errors import PuzzleFileError
from picrosser.formats.files import parse_puzzle, save_puzzle, write_checked
from picrosser.formats.puzzle_file import TITLE_NOTE, PuzzleFile, one_line_title, read_title
from picrosser.formats.registry import FORMATS, format_named

FILE = of_rows(DEMO)
TITLED = [one.name for one in FORMATS if one.title and one.write is not None]
# What a format, its reader or a terminal takes for something else than a title.
PIECES = (
    "\x1b[31m", "\x07", "\x9b2K", "\x00", "\x7f", "\x85", "\u2028", "\u202e", "\u2066", "\ud800",
    "\udcff", "\ufeff", "\ufffe", "\uffff", "\r\n", "\t", "  ", '"', "'", "\\", "&amp;", "&#27;",
    "&#x9b;", "&lt", "<b>", "]]>", "</title>", "<!--", "#", "#d", ":", ": rows", "rows", "columns",
    "title", "====", "P1 1 1", "P4\n", "3x3:1/1", "5#1", "{", "[{", "[clues]", "kind = 'katamino'",
    'kind="nonogram"', "nrows = 2", "var d=", "<puzzle>", "<colors>", "colours: R:red",
    '{"kind": "katamino",', ".#", "01", "1 1", "é", "日本", "😀", "\u200d", "\u200f", "\u0301", "a", " ",
    "Demo",
)  # fmt: skip
TITLES = st.lists(
    st.sampled_from(PIECES) | st.integers(0, 0x10FFFF).map(chr) | st.integers(0, 0xFF).map(chr), max_size=6
).map("".join)


@pytest.mark.parametrize("name", TITLED)
@given(title=TITLES)
@settings(max_examples=60, deadline=None)
@example("P1 1 1")
@example("kind = 'katamino'")
@example("#d")
@example("\ufeffDemo")
@example(":")
def test_each_title_is_read_back_or_refused(name: str, title: str):
    try:
        file = PuzzleFile(FILE.puzzle, FILE.solution, title)
        text, _ = write_checked(file, format_named(name))
    except PuzzleFileError as error:
        assert "title" in error.seen  # noqa: PT017
        assert str(error).isprintable()  # noqa: PT017
        assert title != one_line_title(title) or name in ("g", "gno")
        return
    back = parse_puzzle(text.encode(), "file")
    assert (back.title, back.puzzle) == (title, FILE.puzzle)
    assert not (set(back.notes) & {TITLE_NOTE})


@given(title=TITLES)
@settings(deadline=None)
def test_a_cleaned_title_is_accepted_by_every_format_but_where_it_looks_like_another(title: str):
    clean, notes = read_title(title)
    assert one_line_title(clean) == clean
    assert not any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in clean)
    clean.encode()
    assert (notes == ()) == ("".join(clean.split()) == "".join(title.split()))
    for name in ("json", "webpbn", "non"):
        text, _ = write_checked(replace(FILE, title=clean), format_named(name))
        assert parse_puzzle(text.encode(), "file").title == clean


LINE = "<clues type='{}'><line><count>1</count></line></clues>"
HINTS = LINE.format("columns") + LINE.format("rows")
GOAL = "<color name='black' char='X'>000</color><solution><image>|X|</image></solution>"
ARRAY = "[[1,1,1,1],[1,0,0,9],[1,0,0,9],[1,0,0,9],[0,0,0,0],[0,0,0,9],[1,0,0,9],[0,0,0,0],[1,1,1,1]]"


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("json", '{"title": "\\u001b[31mred\\u009b\\ud800", "rows": [[1]], "columns": [[1]]}', "[31mred"),
        ("non", 'title "\x9b31m&#x202e;red"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n', "31mred"),
        ("g", "\x9b31mred\n: rows\n1\n: columns\n1\n", "31mred"),
        ("webpbn", f"<puzzle><title>&#x9b;31m\u202ered</title>{HINTS}</puzzle>", "31mred"),
        ("webpbn", f"<puzzle><title>&#x9b;red</title>{GOAL}</puzzle>", "red"),
        ("nonograms-org", f"<html><title>\x9bred</title><script>\nvar d={ARRAY};</script>", "red"),
    ],
)
def test_control_characters_of_a_title_are_left_out_with_a_note(name: str, text: str, title: str):
    file = parse_puzzle(text.encode(), "file")
    assert file.title == title
    assert TITLE_NOTE in file.notes
    assert format_named(name).parse(text).title == title


@pytest.mark.parametrize(
    "title", ["\x1b]0;owned\x07 \x9b31m red", "a\nb", "a  b", " a", "\u202ea", "\udcff", "\ufeffa"]
)
def test_a_title_that_files_cannot_hold_is_refused_when_it_is_written(title: str, tmp_path: Path):
    with pytest.raises(PuzzleFileError, match="control characters, line breaks or double spaces") as caught:
        save_puzzle(tmp_path / "x.json", FILE.puzzle, title=title)
    assert str(caught.value).isprintable()
    assert list(tmp_path.iterdir()) == []
