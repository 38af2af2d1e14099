import json
import re

import pytest
from made_puzzles import DEMO, SMALL, of_rows

from picrosser.errors import PuzzleFileError
from picrosser.formats.files import parse_packing, parse_puzzle, write_checked
from picrosser.formats.registry import FORMATS, format_named
from picrosser.formats.text import MAX_LINES

MAX_MESSAGE = 400
DEMO_FILE = of_rows(DEMO, title="Demo")
CAT = "colours: R:red B:blue\ncolumns: R1B1 r2 b2\nrows: r2B1 R1b2\n"
NON = "width 3\nheight 2\n\nrows\n2\n1\n\ncolumns\n1\n1\n1\n"
WEBPBN = (
    "<puzzleset><puzzle><color name='black' char='X'>000</color>"
    "<clues type='columns'><line><count>1</count></line><line/></clues>"
    "<clues type='rows'><line><count>1</count></line></clues>MORE</puzzle></puzzleset>"
)
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
CATX = '<p><colors r="1" g="0" b="0"/><column>1,</column><column>0,</column><line>1,</line></p>'


def nonogram(**changed: object) -> str:
    return json.dumps({"rows": [[2], [1]], "columns": [[2], [1]]} | changed)


def altered(key: str, value: str) -> str:
    lines = [line for line in SMALL.splitlines() if not line.startswith(f"{key} =")]
    return "\n".join([*lines, f"{key} = {value}"])


CAT_FILE = format_named("letters").parse(CAT)
TEXTS = {
    one.name: write_checked(DEMO_FILE if one.kind == "nonogram" else CAT_FILE, one)[0]
    for one in FORMATS
    if one.write is not None
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_truncated_file_gives_a_clear_error_or_another_puzzle(name: str):
    text = TEXTS[name]
    for length in range(len(text)):
        for asked in (name, None):
            try:
                parse_puzzle(text[:length].encode(), "cut", asked)
            except PuzzleFileError as error:
                assert error.seen.startswith("cut: ")
                assert "\n" not in error.seen


@pytest.mark.parametrize("name", [name for name in TEXTS if name not in ("toml", "nonogram-toml", "json")])
def test_an_error_names_line_and_column(name: str):
    """A strange character in the middle of the last line that matters."""
    text = TEXTS[name].rstrip()
    place = max(text.rfind("1"), text.rfind("#") if name == "dots" else -1)
    with pytest.raises(PuzzleFileError, match=r"line \d+, column \d+|row \d+"):
        parse_puzzle((text[:place] + "²" + text[place + 1 :]).encode(), "file", name)


@pytest.mark.parametrize("name", TEXTS)
def test_tabs_and_all_line_ends_are_accepted(name: str):
    text = TEXTS[name]
    expected = format_named(name).parse(text).puzzle
    for end in ("\r\n", "\r"):
        assert parse_puzzle(text.replace("\n", end).encode("utf-8-sig"), "file", name).puzzle == expected
    if name in ("non", "nin", "g", "letters", "nonogrid"):
        tabbed = re.sub(r"(?<=\d) (?=\d)|(?<=\w) (?=[a-zA-Z]\d)", "\t", text)
        assert parse_puzzle(tabbed.encode(), "file", name).puzzle == expected


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the file is empty"),
        ("hello\nworld\n", "not a picture or puzzle file"),
        ("rows\n\x00\n", "line 2, column 1: not a text file: it contains the byte 0"),
        # too large, before anything is made
        ("775x775:" + "/" * 1549, "the board is 775 x 775"),
        (NON.replace("height 2", "height 1000000000"), "line 2, column 8: expected a height from 0 to 1000"),
        ("1000000000x1000000000:1/1", "expected a size from 0 to 1000, found '1000000000'"),
        # counts
        (NON.replace("2\n1\n\nc", "2\nc"), "line 5, column 1: expected 2 rows, found 1"),
        (NON.replace("1\n1\n1\n", "1\n1\n1\n1\n"), "line 12, column 1: expected 3 columns, found 4"),
        (NON.replace("\n2\n", "\n4\n"), "line 5, column 1: row 1 needs 4 cells (4), but the board is 3 wide"),
        (NON.replace("\n2\n", "\n2 0\n"), "line 5, column 3: a run of 0 among other runs"),
        (NON.replace("\n2\n", "\n+2\n"), "line 5, column 1: expected a run like 3 or 3r, found '+2'"),
        (NON.replace("width 3\n", ""), "does not give its width"),
        (NON + "goal 110011", "the stored solution contradicts the hints: row 2"),
        (NON + "goal 11011", "line 12, column 6: expected 6 cells, found 5"),
        (NON + "rows\n1\n1\n", "line 12, column 1: the section rows appears twice"),
        (NON + "====\n" + NON, "the file holds 2 puzzles"),
        ("2x2:1/1/1", "line 1, column 5: expected 2 columns and 2 rows, found 3 lines"),
        ("2x2:1/1/1/1,aBaaaa", "go beyond the 4 cells of the board"),
        ("2x2:1/1/1/1,a", "describe only 1 of 4 cells"),
        ("5x5#12345", "a random seed is not a puzzle"),
        ("...\n...\n", "the picture has no painted cell"),
        ("P1" + " \t" * 3000 + "x", "expected P1 or P4, a width and a height"),  # in linear time
        ("P1 3 2 011 10", "expected 6 cells, found 5"),
        # JSON
        ('{"rows": [[1]], "rows": [[1]], "columns": [[1]]}', "the key 'rows' appears twice"),
        ('{"rows": [[NaN]], "columns": [[1]]}', "NaN is not a number"),
        ('{"rows": [[true]], "columns": [[1]]}', "rows: row 1, run 1: expected a whole number, found True"),
        ('{"rows": [null], "columns": [[1]]}', "rows: entry 1: expected a list of runs, found None"),
        ('{"rows": 2, "row_hints": [[1]], "ver": [[1]]}', "rows: 2, but there are 1 lists"),
        ('{"rows": [[1]], "columns": [[1]], "content": [2]}', "content: cell 1: expected 1, -1 or 0"),
        ('{"rows": [[1]],\n "columns": [[1}', "line 2, column 16: not JSON"),
        ('{"rows": [[1,1]], "columns": [[1],[1]]}', "row 1 needs 3 cells (1 1), but the board is 2 wide"),
        # XML
        (BOMB + WEBPBN, "declares an entity"),
        ('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + WEBPBN, "declares an entity"),
        (WEBPBN.replace("MORE", "&copy;"), "line 1, column"),
        (WEBPBN[:-9], "not well-formed XML"),
        (WEBPBN.replace("<line/>", "<line>" * 30 + "</line>" * 30), "nested too deeply"),
        (WEBPBN.replace("<puzzle>", "<puzzle type='triddler'>"), "of type 'triddler' cannot be read"),
        (WEBPBN.replace("<count>1", "<count>0"), "a blotted clue"),
        (WEBPBN.replace("<count>", "<count color='red'>"), "the colour 'red' is not declared"),
        (WEBPBN.replace("<count>", "<count color='white'>"), "a run has the background colour"),
        (WEBPBN.replace("000<", "0/f<"), "triangle"),
        (WEBPBN.replace("MORE", "<solution><image>|Xz|</image></solution>"), "stands for no colour"),
        ("<puzzleset></puzzleset>", "the file holds no puzzle"),
        (CATX.replace('r="1"', 'r="2"'), "line 1, column 4: r: expected a number from 0 to 1, found '2'"),
        (CATX.replace("<line>1,", "<line>1,2,"), "line: expected 1 counts, one per colour, found 2"),
        (CATX.replace("<line>1,</line>", ""), "the file has no <line> element"),
        # letters
        (CAT.replace("R:red", "R:rouge"), "line 1, column 10: 'rouge' is not a colour"),
        (CAT.replace("r2 b2", "r2 g2"), "line 2, column 18: the colour G is not declared"),
        (CAT.replace("r2 b2", "r2 r1b2R1"), "line 2, column 22: the colour R appears twice"),
        (CAT.replace("r2 b2", "r2 b3"), "line 2, column 19: expected a count from 0 to 2, found '3'"),
        (CAT.replace("R1b2", "R1b4"), "line 3, column 15: expected a count from 0 to 3, found '4'"),
        (CAT.replace("rows", "lines"), "line 3, column 1: expected colours:, columns: or rows:"),
        # .g, nonogrid
        (": rows\n0\n: columns\n\n", "line 2, column 1: a run of 0"),
        ("#d\n r:+ #ff0000/ red\n: rows\n1r\n: columns\n1r\n", "line 2, column 1: puzzles with triangles"),
        (": rows\n1r\n: columns\n1r\n", "line 2, column 1: the colour 'r' is not declared"),
        ("#d\n: rows\n\n: columns\n\n", "line 1, column 1: no colour is declared after #d"),
        ('[clues]\nrows = "1r"\ncolumns = "1"\n', "the colour 'r' is not declared"),
        ('[clues]\nrows = """\n2\n1\nx\n"""\ncolumns = "1"\n', "line 5, column 1: expected a run"),
        ("var d=[[1,2,3,4],[1,2", "line 1, column 1: expected a complete array var d=[[...],...];"),
        ("var d=[[1,1,1,1],[1,1,1,0]];", "an entry of the array ends in 0"),
        ("var d=[[1,1,1,1],[5,0,0,9],[5,0,0,9],[1,0,0,9]];", "the array is too short"),
        # puzz.link
        ("https://puzz.link/p?coral/3/2/1113i", "this is a puzzle of 'coral', which has other rules"),
        ("https://puzz.link/p?slither/3/2/1113i", "an address of 'slither', not of a nonogram"),
        ("https://puzz.link/p?nonogram/3/2/1103i", "column 36: a hint of 0, which can never be met"),
        ("https://puzz.link/p?nonogram/3/2/11.3i", "column 36: expected a hint or a letter that skips some"),
        ("https://puzz.link/p?nonogram/3/2/1113zz", "there are more hints than the 7 that have room"),
        ("https://puzz.link/p?nonogram/3/2/1119", "row 1 needs 9 cells (9), but the board is 3 wide"),
        ("https://puzz.link/p?nonogram/1001/2/1", "expected a size from 0 to 1000, found '1001'"),
        ("pzprv3\nslither\n2\n2\n", "line 2, column 1: this is a puzzle of 'slither'"),
        ("pzprv3\nnonogram\n2\n3\n. . 1 1 1\n. 3 . .\n", "line 6, column 1: expected 3 lines of 5 words"),
        ("pzprv3\nnonogram\n1\n1\n. 0\n1 .\n", "line 5, column 3: a hint of 0"),
        ("pzprv3\nnonogram\n1\n1\n. 1\n1 x\n", "line 6, column 3: expected #, + or . in the board"),
        ("[clues]\ncolumns = 1\nrows =\n 2\n x\n", "line 5, column 1: expected a run"),
        # files of other programs are called by their name
        ("number_of_rows: 5\nnumber_of_columns: 5\n", "data for Bosch's integer program cannot be read"),
        ("* demo\n2\n1 1\n&\n1\n", "files of pbnsol"),
        ("2 0\n1 0\n#\n1 0\n2 0\n#\n", "files of jsolver"),
        ("<svg width='3'/>", "this is XML of another program, <svg>"),
        ("<?xml version='1.0'?>\n<!-- x --><kpuzzle><a/></kpuzzle>", "of another program, <kpuzzle>"),
        ("PK\x03\x04rest", "this is a ZIP archive"),
        # TOML and JSON of our own
        ("nrows = " + "[" * 100_000, "not a"),
        (altered("kind", '"nonogram"'), "'kind' is unknown"),
        (SMALL.replace("nrows = 2", ""), "'nrows' is missing"),
        (altered("nrows", "true"), "nrows: expected a whole number, found True"),
        (altered("nrows", "3"), "rows: expected 3 entries, found 2"),
        (altered("ncols", "1001"), "ncols: expected 1 to 1000, found 1001"),
        (altered("ncolours", "0"), "ncolours: expected 1 to 35"),
        (altered("rows", "3"), "rows: expected an array, found 3"),
        (altered("rows", "[[1, 1], [1, 4]]"), "rows: row 2, colour 2: expected -3 to 3, found 4"),
        (altered("columns", "[[1, 1], [1, 1], [1, false]]"), "columns: column 3, colour 2: expected a whole"),
        (altered("colours", "[[1, 2, 3], [1, 2, 256]]"), "colours: colour 2: expected 0 to 255, found 256"),
        (altered("solution", '["112", "02"]'), "solution: row 2: expected 3 characters"),
        (altered("solution", '["112", "003"]'), "solution: row 2, column 3: '3' is not one of 012?"),
        (altered("solution", '["112", "020"]'), "solution: it contradicts the hints: column 2"),
        (nonogram(rows=[[3], [1]]), "rows: row 1, run 1: expected 1 to 2, found 3"),
        (nonogram(rows=5), "the runs of the rows are missing"),
        (nonogram(rows=[]), "the board is 2 x 0"),
        (nonogram(rows=[[[1, 2, 3]], [1]]), "rows: row 1, run 1: expected 2 entries, found 3"),
        (nonogram(rows=[[[1, 2]], [1]], colours=[[0, 0, 0]]), "row 1: a run has the colour 2, but the file"),
        (nonogram(colours=[[0, 0, 256]]), "colours: colour 1: expected 0 to 255, found 256"),
        (nonogram(solution=["11", "12"]), "solution: row 2, column 2: '2' is not one of 01?"),
        (nonogram(kind="katamino"), "kind: expected 'nonogram', found 'katamino'"),
        # Katamino
        ("kind = 1", "kind: expected 'katamino', found 1"),
        ('kind = "katamino"\nsize = 3', "the key 'size' is unknown"),
        ('kind = "katamino"', "pieces: expected an array"),
        ('kind = "katamino"\npieces = []', "expected 1 to 26 pieces, found 0"),
        ('kind="katamino"\npieces=["##/#."]', "the pieces have 3 cells, which do not fill a board of 5 x N"),
        ('kind = "katamino"\npieces = [1]\nboard = ["#x"]', "board: line 1, column 2: 'x' is neither"),
        ('kind = "katamino"\npieces = [1]\nboard = "#####"', "board: expected an array of strings"),
        ('kind = "katamino"\npieces=[1]\nsolution = ["1","1","1","1","2"]', "solution: '2' is not a piece"),
        ('kind = "katamino"\npieces=[1]\nsolution = ["1","1","1","1","0"]', "row 5, column 1 is covered by"),
        # beyond the limits
        ("nrows.b.c.d.e.f.g.h.i = 1\nnrows = 1", "line 1, column 1: a key has more than 8 parts"),
        (f"nrows = {'9' * 4000}", "line 1, column 9: a number has thousands of digits"),
        (f'{{"rows": {"[" * 5000}', "it is nested too deeply"),
        ("\n" * (MAX_LINES + 1), f"line {MAX_LINES + 1}, column 1: no puzzle has that many lines"),
        ("1 1\n" + "1 " * 1001 + "\n#\n1", "line 2, column 2001: this line has more than 1000 words"),
        ("1x1:" + "1." * 1001 + "1/1", "line 1, column 5: this line has more than 1000 runs"),
        (f"kind = 'nonogram'\n{'k' * 999} = 1\nrows = [[1]]\ncolumns = [[1]]", "the key 'kkk"),
        ("kind = 'nonogram'\nrows = [" + "[]," * 801 + "]\ncolumns = [" + "[]," * 750 + "]", "is 750 x 801"),
        ('<!DOCTYPE p [<!ATTLIST a b CDATA "x">]><p><colors/></p>', "remove the declarations"),
        ("var d=[[1,2,3,4],[1,2000000,3,4]];", "the array has a number with 7 digits"),
        (f'kind = "katamino"\npieces = ["#{"/" * 400}#"]', "at most 400 rows and columns"),
        (f'kind = "katamino"\npieces = ["#{"." * 300}/.#"]', "is not in one piece"),
        (f'kind = "katamino"\npieces = ["{"T" * 5000}"]', "is not a piece"),
        ("kind = 0x" + "9" * 3999, "kind: expected 'katamino', found something very long"),
        ('kind = "katamino"\nboard.b.c.d.e.f.g.h.i = 1', "a key has more than 8 parts"),
        (f"var d=[[1,1,1,1]{3 * ',[1,0,0,9]'},[0,0,0,0],[0,0,0,9],[8,0,0,9],[0,0,0,0]];", "says 64 runs"),
    ],
)  # fmt: skip
def test_each_error_says_what_is_wrong_and_where(text: str, says: str):
    with pytest.raises(PuzzleFileError) as caught:
        read(text)
    assert says in caught.value.seen or says == caught.value.advice
    assert caught.value.seen.startswith("file: ")
    assert len(str(caught.value)) < MAX_MESSAGE


def read(text: str) -> object:
    """Read a puzzle; one of our own forms by its name, since damage may make it look like another."""
    if text.startswith(("kind", '{"kind"')) and "nonogram" not in text:
        return parse_packing(text.encode(), "file")
    is_cat = text.lstrip().startswith(("nrows", "ncols"))
    return parse_puzzle(text.encode(), "file", "json" if text.startswith("{") else "toml" if is_cat else None)


def test_latin1_is_read_where_it_is_usual_and_other_encodings_are_refused():
    title = 'title "Caf\xe9"\n'
    old = parse_puzzle((title + NON).encode("latin-1"), "file")
    assert old.title == "Café"
    assert "read as Latin-1, since it is not UTF-8" in old.notes
    assert parse_puzzle((title + NON).encode("utf-8-sig"), "file").title == "Café"
    with pytest.raises(PuzzleFileError, match="line 1, column 11: this is not UTF-8"):
        parse_puzzle('{"title":"\xe9","rows":[[1]],"columns":[[1]]}'.encode("latin-1"), "file")
    with pytest.raises(PuzzleFileError, match="UTF-16"):
        parse_puzzle(NON.encode("utf-16"), "file")
    with pytest.raises(PuzzleFileError, match="larger than 4 MB"):
        parse_puzzle(b" " * 4_000_001, "file")


def test_a_format_chosen_by_name_is_used_and_must_exist():
    with pytest.raises(PuzzleFileError, match="expected two numbers for the size"):
        parse_puzzle(b"2\n1\n", "file", "mk")
    with pytest.raises(PuzzleFileError, match="line 1, column 1: the board is 1000 x 1000"):
        parse_puzzle(b"1000 1000\n1\n#\n1\n", "file", "mk")
    with pytest.raises(PuzzleFileError, match="there is no format 'word'; the formats are pbm, ujc"):
        parse_puzzle(b"x", "file", "word")
    for suffix, what in ((".sgriddler", r"\.sgriddler files"), (".cwc", "coloured puzzles of nonogram-ilp")):
        with pytest.raises(PuzzleFileError, match=f"{what}.* cannot be read"):
            parse_puzzle(b"hello", "file", suffix=suffix)
