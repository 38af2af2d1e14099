"""What only single formats can do, and what other programs write beyond the letter of a format.

Such dialects were seen in files of number-loom (XML), in pbnsolve 0d5bac2, nonogram-db 50e26c3 and nonny
06caf6e (.non), which read them themselves, and in public JSON files.
"""

import json
from pathlib import Path

import pytest
from made_puzzles import BLACK, RED, SMALL, TWO_INKS, WHITE, of_rows

from picrosser.errors import PuzzleFileError
from picrosser.formats import hungry_cat_letters
from picrosser.formats.files import load_puzzle, parse_puzzle
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.registry import detect, format_named
from picrosser.formats.tables import default_colour, parse_cat, write
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.nonogram import Run
from picrosser.puzzles.picture import Picture
from picrosser.solving.solve import solve

SQUARE = (".##..", "#..#.", "#####", ".....", "..##.")


def read(text: str) -> PuzzleFile:
    return parse_puzzle(text.encode(), "file")


DIALECTS = {
    SQUARE: [
        "width 5\nheight 5\n\nrows\n\n2\n\n1,1\n\n5\n\n0\n\n2\n\ncolumns\n2\n1 1\n1, 1, 1\n2,1\n1\n",
        "width 5\nheight 5\nrows\n2\n1,1\n5\n\n2\ncolumns\n2\n1,1\n1,1,1\n2,1\n1\n\n",
        "catalogue 'x'\nby me\ncolumns 5\nrows 5\ncolumns\n2\n1 1\n1 1 1\n2 1\n1\nrows\n2\n1 1\n5\n0\n2\n",
        "5 5\n2\n1 1\n5\n0\n2\n# columns\n2\n1 1\n1 1 1\n2 1\n1\n",
        "5 5\n# a comment\n2\n1,1\n5\n0\n2\n2\n1 1\n1 1 1\n2 1\n1\n",
        "5\n5\n2\n1 1\n5\n0\n2\n\n2\n1 1\n1 1 1\n2 1\n1\n",
        ": rows\n2\n1 1\n5\n\n2\n: columns\n2\n1 1\n1 1 1\n2 1\n1\n",
        "P1\n# demo\n5 5\n01100\n10010\n11111\n00000\n00110\n",
        "P1#c\n5#w\n5 0110010010111110000000110\n",
        "P4\n5 5\n" + "".join(map(chr, (0x60, 0x90, 0xF8, 0x00, 0x30))),
        "\n.##..\n#..#.\n#####\n.....\n..##.\n\n",
        "01100\r10010\r11111\r00000\r00110",
        "5x5:2/1.1/1.1.1/2.1/1/2/1.1/5//2",
        "5:2/1.1/1.1.1/2.1/1/2/1.1/5//2\n",
        '{"hor": [[2],[1,1],[5],[0],[2]], "ver": [[2],[1,1],[1,1,1],[2,1],[1]], "height": 5}',
        '{"rowHints": [[2],[1,1],[5],[],[2]], "colHints": [[2],[1,1],[1,1,1],[2,1],[1]], "rows": 5}',
        "var d=[[7,5,3,11],[1999,1000,3,997],[1999,1000,3,997],[1995,1000,3,997],[40,12,7,25],"
        "[12,40,25,0],[0,2,1,9973],[30,21,11,50],[32,23,12,51],[31,22,12,52],[34,22,12,52],"
        "[31,26,12,53],[33,23,12,55],[99,99,99,99]];",
        '[clues]\nrows = "2, 1 1, 5, 0, 2"\ncolumns = """2 # two\n1 1\n\n1 1 1 ; x\n2 1, 1\n"""\n',
    ],
    ("###", "..."): [
        "https://puzz.link/p?nonogram/3/2/1113i", "https://puzz.link/p?nonogram/3/2/1113",
        "https://puzz.link/p?nonogram_edit/3/2/1113/", "https://pzv.jp/p.html?nonogram/3/2/1113i",
        "http://pzv.jp/p.html?type=player&nonogram/3/2/1113gh",
        "?nonogram/3/2/1113i", "puzz.link/p?nonogram/3/2/1113i",
        "  https://puzz.link/p?nonogram/3/2/1113i\n",
        "https://puzz.link/p?pzprv3/nonogram/2/3/.%20.%201%201%201/.%203%20.%20.%20./.%20.%20.%20.%20./",
        "pzprv3\nnonogram\n2\n3\n. . 1 1 1 \n. c3 . . . \n. . . . . \nhistory:{}\n",
        "pzprv3.1\r\nnonogram\r\n2\r\n3\r\n. . 1 1 c1\r\n3 . . . .\r\n. . . . .\r\n",
    ],
    ("################.#", ".#.##.#..........."): ["https://puzz.link/p?nonogram/18/2/1212212111111111g11-10m121l"],
    ("##.", ".#."): [
        "# a remark\n[clues]\ncolumns =\n    1, '2', 0,   # three\n\nrows =\n    2,\n\n    1\n",
        "[clues]\nrows = 2, 1\ncolumns = 1, 2, 0\n",
        "[clues]\nrows = '2', \"1\"\ncolumns =\n  1\n  2  ; two\n  0\n",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("text", "rows"), [(one, rows) for rows, texts in DIALECTS.items() for one in texts])
def test_all_dialects_give_the_same_puzzle(text: str, rows: tuple[str, ...]):
    assert parse_puzzle(text.encode("latin-1"), "file").puzzle == of_rows(rows).puzzle


def test_each_format_has_its_own_order_of_sizes():
    text = "{}\n1\n1\n1\n1\n{}4\n0\n0\n0\n0\n"
    for name, size, between in (("mk", "4 5", "#\n"), ("nin", "5 4", ""), ("cwd", "4\n5", "\n")):
        assert read(text.format(size, between)).puzzle.shape == (4, 5), name


# ---- webpbn

GENUINE = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://nowhere.invalid/pbn-0.3.dtd">
<puzzleset><puzzle type="grid" defaultcolor="black"><source>x</source><title>Two  inks</title>
<color name="white" char=".">fff</color><color name="black" char="X">000000</color>
<color name="red" char="r">E02020</color>
<clues type="columns"><line/><line><count>2</count></line> <line><count>1</count><count>1</count></line>
<line><count>1</count><count>1</count><count>1</count></line>
<line><count>1</count><count color="red">1</count><count>1</count></line>
<line><count color="red">1</count></line></clues>
EXTRA</puzzle></puzzleset>"""
ROWS = """<clues type="rows"><line><count>2</count></line><line><count>1</count><count>1</count></line>
<line><count>3</count><count color="red">2</count></line><line/><line><count>2</count></line></clues>"""
GOAL = "<solution><image>|..XX..|\n|.X..X.| |.XXXrr|\n|......| |...XX.|</image></solution>"


def test_webpbn_hints_goal_and_title():
    expected = of_rows(TWO_INKS, (WHITE, BLACK, RED))
    for extra in (ROWS, ROWS + GOAL, GOAL):  # missing hints of the rows are computed from the goal
        file = read(GENUINE.replace("EXTRA", extra))
        assert file.puzzle == expected.puzzle
        assert file.title == "Two inks"
        assert (file.solution is not None) == (GOAL in extra)
    with pytest.raises(PuzzleFileError, match="there are no hints for the rows"):
        read(GENUINE.replace("EXTRA", ""))


def test_webpbn_saved_states_are_given_cells():
    saved = '<solution type="saved"><image>|?.[X]?..||?[.X]????||??????||??????||??????|</image></solution>'
    file = read(GENUINE.replace("EXTRA", ROWS + saved))
    assert file.puzzle.given[:2] == ((-1, 0, 1, -1, 0, 0), (-1,) * 6)
    assert file.notes[0] == "the saved state is read as given cells"
    assert "several candidates" in file.notes[1]


def test_webpbn_from_a_goal_alone():
    file = read(
        '<puzzle backgroundcolor="sky"><color name="sky" char="s">00f</color>'
        '<color name="sun" char="*">ff0</color><solution><image>|s*||ss|</image></solution></puzzle>'
    )
    assert file.puzzle.palette == ((0, 0, 255), (255, 255, 0))
    assert file.puzzle.rows == ((Run(1),), ())


# ---- Pattern


def test_pattern_given_cells():
    file = read("5x5:2/1.1/1.1.1/2.1/1/2/1.1/5//2,aJo")
    cells = [cell for row in file.puzzle.given for cell in row]
    assert cells == [0] + [-1] * 9 + [1] + [-1] * 14
    assert format_named("pattern").write(file) == "5x5:2/1.1/1.1.1/2.1/1/2/1.1/5//2,aJo\n"
    wide = read("10x10:" + "/" * 19 + ",zzzy")
    assert wide.puzzle.given[-1][-1] == 0


# ---- nonograms.org

COLOURED = (
    "var d=[[7,5,3,11],[2000,1000,3,997],[1999,1000,3,997],[1996,1000,3,997],[40,12,7,25],[12,40,25,0],"
    "[236,72,57,0],[0,3,0,9973],[30,21,11,50],[33,23,12,51],[32,22,12,52],[35,22,12,52],"
    "[32,24,12,53],[35,23,13,53],[34,23,12,55],[99,99,99,99]];"
)
PAGE = f"<html><head><title>A  cat</title></head><script>\n{COLOURED}\n</script></html>"


@pytest.mark.parametrize(("text", "title"), [(COLOURED, ""), (PAGE, "A cat")], ids=["array", "page"])
def test_pages_of_nonograms_org_are_decoded(text: str, title: str):
    file = read(text)
    assert (file.puzzle, file.title) == (of_rows(TWO_INKS, (WHITE, BLACK, RED)).puzzle, title)
    assert detect(text, "").name == "nonograms-org"


# ---- letters


def test_letters_with_comments_background_and_unknown_hints():
    head = "# a comment\nColours: R:red b:#00F\nbackground: black\n"
    file = read(f"{head}columns: r2B3\n 0 R?b1\n\nrows: r1 0 R2\n")
    assert file.puzzle.palette == (BLACK, (255, 0, 0), (0, 0, 255))
    assert file.puzzle.cols == (
        (CountHint(2, True), CountHint(3)),
        (CountHint(0), CountHint(0)),
        (CountHint(None, None), CountHint(1, True)),
    )
    assert read(format_named("letters").write(file)) == file


def test_a_letter_before_0_is_neither_one_run_nor_several():
    small, capital = (read(f"colours: R:red\ncolumns: {letter}0\nrows: R0\n") for letter in "rR")
    assert small.puzzle == capital.puzzle
    assert small.puzzle.cols == ((CountHint(0),),)


def test_letters_given_as_options():
    file = hungry_cat_letters.parse_words("R:red B:blue", "R1B1 r2 b2", "r2B1\nR1b2")
    assert file.puzzle.shape == (2, 3)
    for words, says in (
        (("R:red", "r1 x1", "r1"), "--columns, column 4: the colour X is not declared"),
        (("R:red", "r1", "r1 ²"), "--rows, column 4: expected a colour's letter"),
        (("red", "r1", "r1"), "--colours, column 1: expected a letter and a colour like B:blue"),
        (("R:red", "", "r1"), "no columns are given"),
    ):
        with pytest.raises(PuzzleFileError) as caught:
            hungry_cat_letters.parse_words(*words)
        assert says in caught.value.seen


def test_where_two_formats_fit_the_suffix_decides():
    text = "3 2\n2\n1\n0\n# the other columns\n2\n1\n"
    assert [detect(text, suffix).name for suffix in (".nin", ".mk")] == ["nin", "mk"]
    assert solve(format_named("nin").parse(text).puzzle).picture.lines() == ("011", "010")


# ---- Puzzles in TOML and JSON: Hungry Cat and nonograms


def test_missing_colours_are_chosen_all_different():
    text = "\n".join(line for line in SMALL.splitlines() if not line.startswith("colours"))
    assert parse_cat(text).puzzle.palette[1:] == (default_colour(0), default_colour(1))
    assert len({default_colour(slot) for slot in range(35)}) == 35


@pytest.mark.parametrize("hint", [CountHint(2, None), CountHint(None, True), CountHint(None, False)])
def test_hints_with_unknown_number_or_circle_are_not_written(hint: CountHint):
    puzzle = HungryCat(((hint,),), ((CountHint(1),),) * 3, ((255, 255, 255), (0, 0, 0)))
    with pytest.raises(PuzzleFileError, match="row 1, colour 1"):
        write(PuzzleFile(puzzle))


def test_a_solution_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="shape"):
        PuzzleFile(parse_cat(SMALL).puzzle, Picture([[0]], ()))


def test_real_files_are_written_as_they_were(shared: Path):
    for path in (shared / "screenshots" / "hungry_cat").glob("000*.toml"):
        assert write(load_puzzle(path)) == path.read_text()


# ---- Dialects

SIZES = "width 3\nheight 2\n"
NON_ROWS, NON_COLUMNS = "rows\n2\n1\n", "columns\n1\n1\n1\n"
NON = SIZES + NON_ROWS + NON_COLUMNS


@pytest.mark.parametrize(
    "text",
    [
        f"Drawn by nobody\n----\n# a remark\n* 12\n7\n{NON}",
        NON.replace("2\n1\n", "# the rows\n2\n; half\n1\n----\n"),
        f"{NON}\n2024-05-01\n",
        f"{NON}2024\n",
        f"{NON}\nThe end of 3.\n",
        "rows 2\n2\n1\ncolumns 3\n1\n1\n1\n",
        f"rows 2\n{NON_COLUMNS}{SIZES}{NON_ROWS}",
        f"{NON}difficulty easy\ngoal 110\n001\nThat is all.\n",
        f'{NON}goal\nXX0\n00X\nsaved\n1 1 ?\n? ? ?\nsaved "??????"\n',
        f'{NON}saved "1?????"\nsaved ??????\ngoal "rr000r"\n',
    ],
)
def test_lines_of_non_that_are_no_keyword_are_ignored(text: str):
    file = read(text)
    expected = read(NON)
    assert (file.puzzle.rows, file.puzzle.cols) == (expected.puzzle.rows, expected.puzzle.cols)
    assert file.puzzle.palette == expected.puzzle.palette
    if "goal" in text:
        assert file.solution.lines() == ("110", "001")
    if "saved" in text:
        assert file.puzzle.given[0][0] == 1
        assert "only the first saved state is read" in file.notes


def test_an_empty_row_as_a_blank_line_stays_one_with_text_below():
    empty = "width 2\nheight 3\nrows\n2\n\n1\nDone.\ncolumns\n1\n1\n"
    assert read(empty.replace("1\n1\n", "2\n1\n")).puzzle.rows[1] == ()
    says = r"line 7, column 1: this is not a line of hints, and .* add up"
    with pytest.raises(PuzzleFileError, match=says):
        read(empty.replace("Done.", "l"))


@pytest.mark.parametrize(
    "hints",
    ["rows\nred: 1, black: 1\n1\ncolumns\nred: 1 black: 1\n1\n", "rows\n1r 1\n1\ncolumns\n1r,1\n1\n"],
)
def test_named_colours_of_nonny(hints: str):
    file = read(f"width 2\nheight 2\ncolor background fffff0\ncolor red E02020 r\n{hints}goal r110\n")
    assert file.puzzle.palette == ((255, 255, 240), (224, 32, 32), (0, 0, 0))
    assert [[run.colour for run in runs] for runs in file.puzzle.rows] == [[1, 2], [2]]
    assert file.solution.lines() == ("12", "20")


WEBPBN = (
    "<puzzleset><puzzle>COLOURS<clues type='columns'><line><count>1</count></line><line/></clues>"
    "<clues type='rows'><line><count>1</count></line></clues>MORE</puzzle></puzzleset>"
)


@pytest.mark.parametrize("character", [" ", "|", "?", "[", "ab", "\t"])
def test_a_character_that_no_image_uses_may_be_any(character: str):
    colours = f"<color name='white' char='{character}'>FFF</color><color name='black' char='#'>000</color>"
    text = WEBPBN.replace("COLOURS", colours)
    assert read(text.replace("MORE", "")).puzzle.shape == (1, 2)
    with pytest.raises(PuzzleFileError, match=r"cannot stand for|the image is|brackets?|expected \|"):
        read(text.replace("MORE", f"<solution><image>|#{character}{character}|</image></solution>"))


@pytest.mark.parametrize(
    ("colours", "image", "refused"),
    [
        ("", "X.", "x."), ("<color name='black'>000</color>", "X.", "#."),
        ("<color name='b' char='#'>000</color>", "X.", "X-"),
        ("<color name='black' char='#'>000</color>", "#.", "X."),
        ("<color name='white' char='o'>fff</color>", "Xo", "X."),
        ("<color name='white' char=' '>fff</color>", "X ", "X."),
    ],
)  # fmt: skip
def test_black_is_x_and_white_a_dot_unless_declared(colours: str, image: str, refused: str):
    text = WEBPBN.replace("COLOURS", colours).replace("MORE", "<solution><image>|GOAL|</image></solution>")
    assert read(text.replace("GOAL", image)).solution.cells[0][1] == 0
    with pytest.raises(PuzzleFileError, match="stands for no colour"):
        read(text.replace("GOAL", refused))


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ("rowClues", "colClues"), ("row_clues", "col_clues"), ("row", "column"), ("hor", "ver"),
        ("rowHints", "columnHints"), ("row_hints", "column_hints"), ("rows", "cols"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("under", ["", "clues", "hints"])
def test_keys_of_json(rows: str, columns: str, under: str):
    lists = {rows: [[2], [1]], columns: [[1], [1], [1]]}
    sizes = {} if rows == "rows" else {"rows": 2, "cols": 3}
    puzzle = read(json.dumps({**sizes, under: lists} if under else {**sizes, **lists})).puzzle
    assert puzzle == read(NON).puzzle


PLAIN = {"rows": [[2], [1]], "columns": [[1], [1], [1]]}


@pytest.mark.parametrize(
    ("more", "is_read"),
    [
        *(({"solution": board}, True) for board in ([1, 1, 0, 0, 0, 1], "110001", "110\n001")),
        *(({"solution": [[one, one, no], [no, no, one]]}, True) for one, no in ((1, 0), (True, False), "10")),
        *(({"solution": rows}, False) for rows in (["##.", "..#"], [[1, 1], [0, 0]], [[0, 1, 1], [1, 0, 1]])),
        *(({"solution": other}, False) for other in ({"cells": []}, [[[1]]], 5)),
        *((more, None) for more in ({"kind": "easy"}, {"background": "ivory"}, {"width": "3"})),
        ({"colours": ["#123456"]}, None),
    ],
)
def test_what_a_complete_puzzle_does_not_need_never_refuses_it(more: dict[str, object], is_read: bool | None):
    file = read(json.dumps(PLAIN | more))
    assert (file.puzzle.rows, file.puzzle.cols) == (read(NON).puzzle.rows, read(NON).puzzle.cols)
    assert (file.solution is not None) == bool(is_read)
    assert any("ignored" in note for note in file.notes) == (is_read is False)
    if "ivory" in more.values():
        assert file.puzzle.palette[0] == (255, 255, 240)


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("space-for-white.xml", ["1"]), ("undeclared-black.xml", ["10"]), ("rule-line.non", ["1"]),
        ("goal-block.non", ["10", "11"]), ("solution-matrix.json", ["1"]), ("row-clues.json", ["1"]),
        ("trailing-line.non", ["?1?", "?0?"]), ("one-cell.json", ["1"]), ("comment.nin", ["011", "010"]),
        ("picmi.xml", ["0110", "1111"]), ("game.sav", ["01100", "10010", "11111", "00000", "00110"]),
        ("puzz-link.txt", ["111", "000"]),
    ],
)  # fmt: skip
def test_files_that_were_refused(shared: Path, name: str, rows: list[str]):
    assert list(solve(load_puzzle(shared / "faults" / name).puzzle).picture.lines()) == rows
