from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from picrosser.errors import ExitCode, InputUnreadableError, OutputRefusedError, PuzzleFileError
from picrosser.formats.files import load_puzzle, save_puzzle
from picrosser.formats.hungry_cat_toml import parse, write
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.table_values import default_colour
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.picture import Picture
from picrosser.storage.atomic import write_new_file

SMALL = """
nrows = 2
ncols = 3
ncolours = 2
rows = [[-2, 1], [0, "?"]]
columns = [[1, 0], [1, 0], [0, -2]]
colours = [[45, 106, 152], [200, 0, 0]]
"""


def altered(key: str, value: str) -> str:
    lines = [line for line in SMALL.splitlines() if not line.startswith(f"{key} =")]
    return "\n".join([*lines, f"{key} = {value}"])


@st.composite
def puzzles(draw: st.DrawFn) -> HungryCat:
    rows, columns, colours = draw(st.integers(1, 5)), draw(st.integers(1, 5)), draw(st.integers(1, 4))

    def line(length: int) -> st.SearchStrategy[tuple[CountHint, ...]]:
        known = st.integers(-length, length).map(CountHint.from_signed)
        return st.tuples(*[known | st.just(CountHint(None, None))] * colours)

    colour = st.tuples(*[st.integers(0, 255)] * 3)
    return HungryCat(
        tuple(draw(line(columns)) for _ in range(rows)),
        tuple(draw(line(rows)) for _ in range(columns)),
        (draw(st.just((255, 255, 255)) | colour), *draw(st.tuples(*[colour] * colours))),
    )


@given(puzzles())
def test_a_written_puzzle_is_read_back(puzzle: HungryCat):
    assert parse(write(PuzzleFile(puzzle))).puzzle == puzzle


def test_hints_and_colours_are_read():
    puzzle = parse(SMALL).puzzle
    assert puzzle.rows == ((CountHint(2, True), CountHint(1)), (CountHint(0), CountHint(None, None)))
    assert puzzle.shape == (2, 3)
    assert puzzle.palette == ((255, 255, 255), (45, 106, 152), (200, 0, 0))


def test_a_background_other_than_white_is_kept():
    puzzle = parse(SMALL + "background = [1, 2, 3]").puzzle
    assert puzzle.palette[0] == (1, 2, 3)
    assert "background = [1, 2, 3]" in write(PuzzleFile(puzzle))
    assert "background" not in write(parse(SMALL))


def test_missing_colours_are_chosen_all_different():
    text = "\n".join(line for line in SMALL.splitlines() if not line.startswith("colours"))
    assert parse(text).puzzle.palette[1:] == (default_colour(0), default_colour(1))
    assert len({default_colour(slot) for slot in range(35)}) == 35


def test_a_stored_solution_is_read_and_written():
    file = parse(SMALL + 'solution = ["112", "002"]')
    assert file.solution.lines() == ("112", "002")
    assert parse(write(file)).solution.lines() == ("112", "002")
    assert parse(SMALL + 'solution = ["1?2", "002"]').solution.lines() == ("1?2", "002")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nrows = ", "not valid TOML"),
        ("x = " + "[" * 100_000, "not a"),
        ("nrows = " + "1" * 5000, "a number has thousands of digits"),
        (altered("kind", '"nonogram"'), "'kind' is unknown"),
        (SMALL.replace("nrows = 2", ""), "'nrows' is missing"),
        (altered("nrows", "true"), "nrows: expected a whole number, found True"),
        (altered("nrows", "2.0"), "nrows: expected a whole number"),
        (altered("nrows", "3"), "rows: expected 3 entries, found 2"),
        (altered("ncols", "1001"), "ncols: expected 1 to 1000, found 1001"),
        (altered("ncols", "-1"), "ncols: expected 1 to 1000, found -1"),
        (altered("ncolours", "0"), "ncolours: expected 1 to 35"),
        (altered("rows", "3"), "rows: expected an array, found 3"),
        (altered("rows", "[[1, 1], [1]]"), "rows: row 2: expected 2 entries, found 1"),
        (altered("rows", "[[1, 1], [1, 4]]"), "rows: row 2, colour 2: expected -3 to 3, found 4"),
        (altered("rows", '[[1, "x"], [1, 1]]'), "rows: row 1, colour 2: expected a whole number, found 'x'"),
        (altered("columns", "[[1, 1], [1, 1], [1, false]]"), "columns: column 3, colour 2: expected a whole"),
        (altered("colours", "[[1, 2, 3], [1, 2, 256]]"), "colours: colour 2: expected 0 to 255, found 256"),
        (altered("colours", "[[1, 2, 3]]"), "colours: expected 2 entries"),
        (altered("background", "[1, 2]"), "background: expected 3 entries"),
        (altered("solution", '["112"]'), "solution: expected 2 entries"),
        (altered("solution", '["112", "02"]'), "solution: row 2: expected 3 characters"),
        (altered("solution", '["112", "003"]'), "solution: row 2, column 3: '3' is not one of 012?"),
        (altered("solution", '["112", "020"]'), "solution: it contradicts the hints: column 2"),
    ],
)
def test_each_error_says_what_is_wrong_and_where(text: str, says: str):
    with pytest.raises(PuzzleFileError) as caught:
        parse(text)
    assert says in caught.value.seen


@pytest.mark.parametrize("hint", [CountHint(2, None), CountHint(None, True), CountHint(None, False)])
def test_hints_with_unknown_number_or_circle_are_not_written(hint: CountHint):
    puzzle = HungryCat(((hint,),), ((CountHint(1),),) * 3, ((255, 255, 255), (0, 0, 0)))
    with pytest.raises(PuzzleFileError, match="row 1, colour 1"):
        write(PuzzleFile(puzzle))


def test_a_solution_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="shape"):
        PuzzleFile(parse(SMALL).puzzle, Picture([[0]], ()))


def test_real_files_round_trip(shared: Path):
    files = [
        *(shared / "screenshots" / "hungry_cat").glob("*.toml"),
        shared / "puzzles" / "hungry_cat" / "blog.toml",
    ]
    assert len(files) >= 7
    for path in files:
        puzzle = load_puzzle(path).puzzle
        assert parse(write(PuzzleFile(puzzle))).puzzle == puzzle
    written = write(load_puzzle(shared / "screenshots" / "hungry_cat" / "0000.toml"))
    assert written == (shared / "screenshots" / "hungry_cat" / "0000.toml").read_text()


def test_files_are_saved_and_loaded(tmp_path: Path):
    file = parse(SMALL + 'solution = ["112", "002"]')
    path = tmp_path / "small.toml"
    save_puzzle(path, file.puzzle, file.solution)
    assert load_puzzle(path).puzzle == file.puzzle
    with pytest.raises(OutputRefusedError, match="exists already"):
        save_puzzle(path, file.puzzle)
    save_puzzle(path, file.puzzle, force=True)
    assert load_puzzle(path).solution is None
    assert [p.name for p in tmp_path.iterdir()] == ["small.toml"]


def test_unreadable_files_are_refused(tmp_path: Path):
    with pytest.raises(InputUnreadableError, match="no such file") as caught:
        load_puzzle(tmp_path / "absent.toml")
    assert caught.value.exit_code is ExitCode.INPUT_UNREADABLE
    with pytest.raises(InputUnreadableError):
        load_puzzle(tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PuzzleFileError, match="UTF-8"):
        load_puzzle(tmp_path / "binary")
    (tmp_path / "bad.toml").write_text("a = 1")
    with pytest.raises(PuzzleFileError, match=r"bad\.toml: the key 'nrows' is missing"):
        load_puzzle(tmp_path / "bad.toml")
    (tmp_path / "huge").write_bytes(b" " * 4_000_001)
    with pytest.raises(PuzzleFileError, match="larger"):
        load_puzzle(tmp_path / "huge")


def test_impossible_outputs_are_refused(tmp_path: Path):
    for path, says in (
        (tmp_path, "is a folder"),
        (tmp_path / "no" / "file", "does not exist"),
        (tmp_path / ("x" * 300), "cannot write"),
        (tmp_path / "a\0b", "cannot write"),
    ):
        with pytest.raises(OutputRefusedError, match=says):
            write_new_file(path, b"", force=False)
    with pytest.raises(OutputRefusedError, match="not an ordinary file"):
        write_new_file(Path(os.devnull), b"", force=True)
    assert list(tmp_path.iterdir()) == []


def test_an_interruption_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    old = tmp_path / "old"
    old.write_bytes(b"old")
    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_new_file(old, b"new", force=True)
    assert [p.name for p in tmp_path.iterdir()] == ["old"]
    assert old.read_bytes() == b"old"


def test_permissions_and_links_are_kept(tmp_path: Path):
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    write_new_file(tmp_path / "new", b"1", force=False)
    assert (tmp_path / "new").stat().st_mode == plain.stat().st_mode
    (tmp_path / "link").symlink_to(tmp_path / "new")
    write_new_file(tmp_path / "link", b"2", force=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "new").read_bytes() == b"2"
    (tmp_path / "dangling").symlink_to(tmp_path / "absent")
    with pytest.raises(OutputRefusedError, match="exists already"):
        write_new_file(tmp_path / "dangling", b"", force=False)
