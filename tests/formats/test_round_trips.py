import re
import textwrap
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_katamino import parse_letters
from made_puzzles import DEMO, hungry_cats, nonograms, of_rows, same

from picrosser.errors import PuzzleFileError
from picrosser.formats import katamino_text
from picrosser.formats.files import load_puzzle, parse_puzzle, refusals, save_puzzle, warnings, write_checked
from picrosser.formats.registry import FORMATS, detect, format_named

WRITTEN = [one for one in FORMATS if one.write is not None]
FOR_RUNS = [one.name for one in WRITTEN if one.kind == "nonogram"]
FOR_COUNTS = [one.name for one in WRITTEN if one.kind == "hungry-cat"]
KNOWN_AT_SIGHT = (
    "puzz-link", "pzprv3", "penpa", "pattern-save", "freenono", "picmi", "gno", "picross-solver", "pynogram",
)  # fmt: skip
BLACK_ONE = of_rows(DEMO, title="Demo")


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("black_lines", "mk nin cwd gno picross-solver"), ("pictures", "dots digits pbm freenono picmi"),
        ("coloured_lines", "non g"), ("nonogrid", "nonogrid pynogram"), ("json_puzzles", "json"),
        ("puzz_link", "puzz-link pzprv3"), ("pattern", "pattern pattern-save"),
        ("hungry_cat_letters", "letters"), ("tables", "nonogram-toml toml"),
        ("xml_puzzles", "webpbn cat-xml"),
    ],
)  # fmt: skip
def test_the_example_in_each_docstring_is_a_valid_file(module: str, names: str):
    for name, example in zip(names.split(), examples(module), strict=True):
        assert detect(example, "").name == name
        shape = format_named(name).parse(example).puzzle.shape
        assert shape == parse_puzzle(example.encode(), "example").puzzle.shape


def test_both_examples_of_katamino_are_the_same_packing():
    toml, letters = examples("katamino_text")
    packed, drawn = katamino_text.parse(toml), parse_letters(letters)
    assert katamino_text.letter_rows(packed.puzzle, packed.solution) == tuple(letters.split())
    assert drawn.puzzle.board == packed.puzzle.board


def examples(module: str) -> list[str]:
    """The indented blocks of the docstring of a module of formats."""
    text = import_module(f"picrosser.formats.{module}").__doc__ or ""
    blocks = re.findall(r"(?:^(?: {4}.*)?\n)+", text, re.MULTILINE)
    return [textwrap.dedent(block).strip("\n") + "\n" for block in blocks if block.strip()]


@pytest.mark.parametrize("name", FOR_RUNS)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_nonograms_are_read_back_or_refused(name: str, data: st.DataObject):
    one = format_named(name)
    inks = 4 if one.max_colours > 1 else 1
    file = data.draw(nonograms(12, inks=inks, given=one.given, unknown=one.unknown))
    if refusals(file, one):
        with pytest.raises(PuzzleFileError):
            write_checked(file, one)
        return
    text, lost = write_checked(file, one)
    back = one.parse(text)
    if "the colour of blank cells" in lost:
        assert (back.puzzle.rows, back.puzzle.cols) == (file.puzzle.rows, file.puzzle.cols)
        assert back.puzzle.palette[1:] == file.puzzle.palette[1:]
        return
    assert same(back, file, goal=one.solution, title=one.title)
    assert ("the stored solution" in lost) == (file.solution is not None and not one.solution)
    assert name not in KNOWN_AT_SIGHT or detect(text, "") is one
    # Without a name, its content is never taken for another puzzle.
    try:
        assert parse_puzzle(text.encode(), "file").puzzle == file.puzzle or name in ("nin", "mk")
    except PuzzleFileError as error:
        assert "not recognised" in error.seen  # noqa: PT017


@pytest.mark.parametrize("name", FOR_COUNTS)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_hungry_cat_puzzles_are_read_back(name: str, data: st.DataObject):
    one = format_named(name)
    file = data.draw(hungry_cats(unknown=one.unknown, white=name == "cat-xml"))
    text, lost = write_checked(file, one)
    assert not lost
    assert one.parse(text).puzzle == file.puzzle
    assert parse_puzzle(text.encode(), "file").puzzle == file.puzzle


def test_losses_are_named():
    cat = format_named("letters").parse("colours: R:red B:blue\ncolumns: R?B1 r2\nrows: R1B? r2\n")
    with pytest.raises(PuzzleFileError, match="the non format holds only nonograms"):
        write_checked(cat, format_named("non"))
    with pytest.raises(PuzzleFileError, match="unknown hints"):
        write_checked(cat, format_named("cat-xml"))
    with pytest.raises(PuzzleFileError, match="can only be read"):
        write_checked(BLACK_ONE, format_named("nonograms-org"))
    assert warnings(BLACK_ONE, format_named("mk")) == ("the title", "the stored solution")
    odd = format_named("json").parse('{"rows": [[1], []], "columns": [[1], [1]]}')
    assert odd.notes == () or "add up" in odd.notes[0]
    with pytest.raises(PuzzleFileError, match="hints that contradict each other"):
        write_checked(odd, format_named("mk"))


def test_suffixes_choose_the_format_and_content_finds_it_again(tmp_path: Path):
    for suffix in (".xml", ".non", ".json", ".g", ".toml", ".pattern", ".cwd", ".mk", ".nin", ".pbm", ".txt"):
        path = tmp_path / f"demo{suffix}"
        save_puzzle(path, BLACK_ONE.puzzle, BLACK_ONE.solution)
        assert load_puzzle(path).puzzle == BLACK_ONE.puzzle, suffix
        assert load_puzzle(str(path)).puzzle == BLACK_ONE.puzzle
    cat = format_named("letters").parse("colours: R:red B:blue\ncolumns: R1B1 r2\nrows: R1B1 r2\n").puzzle
    for suffix in (".xml", ".toml", ".txt"):
        path = tmp_path / f"cat{suffix}"
        save_puzzle(path, cat)
        assert load_puzzle(path).puzzle == cat, suffix
    with pytest.raises(PuzzleFileError, match="no puzzle format has the suffix"):
        save_puzzle(tmp_path / "demo.xyz", BLACK_ONE.puzzle)


def test_all_real_puzzles_open_and_convert(shared: Path):
    files = [path for kind in ("hungry_cat", "nonograms") for path in (shared / "puzzles" / kind).iterdir()]
    assert len(files) == 24
    for path in files:
        file = load_puzzle(path)
        for one in WRITTEN:
            if not refusals(file, one):
                back = one.parse(write_checked(file, one)[0])
                assert back.puzzle == file.puzzle, (path.name, one.name)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(nonograms(inks=1, given=False, unknown=False, goal=False))
def test_under_no_other_name_is_a_file_another_puzzle(file):
    """Where several formats fit, the suffix decides; under any name a file is the same puzzle, or refused."""
    for one in (each for each in WRITTEN if each.name in FOR_RUNS and not refusals(file, each)):
        written = write_checked(file, one)[0].encode()
        puzzle = one.parse(written.decode()).puzzle
        for suffix in {"", *(suffix for other in FORMATS for suffix in other.suffixes)}:
            if {one.name, suffix.removeprefix(".")} == {"mk", "nin"}:
                continue  # a .nin file may have comments, and the suffix decides
            try:
                assert parse_puzzle(written, "a", suffix=suffix).puzzle == puzzle, (one.name, suffix)
            except PuzzleFileError:
                continue
