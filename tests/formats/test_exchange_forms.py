"""Forms in which other programs exchange puzzles: addresses, saved games, packs.

test_round_trips.py checks each writer by its own reader; two are checked here by programs that are not ours,
if they are installed: sgt-pattern 20230122 (Debian's sgt-puzzles) and puzzlekit 0.3.4 (PyPI).
"""

import json
import shutil
import struct
import subprocess
import zlib
from base64 import b64decode, b64encode
from pathlib import Path

import pytest
from made_puzzles import DEMO, of_rows
from PIL import Image
from stored_pictures import saved as png_bytes

from picrosser.errors import PuzzleFileError
from picrosser.formats.files import parse_puzzle, parse_puzzles, write_checked
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.formats.registry import format_named

DEMO_FILE = of_rows(DEMO, title="Demo, with a comma")


def test_a_played_board_of_pzprv3_may_be_wrong():
    file = parse_puzzle(b"pzprv3\nnonogram\n1\n2\n. 1 .\n1 + #\n", "file")
    assert file.solution.lines() == ("01",)
    text, _ = write_checked(file, format_named("json"))  # no other file holds a wrong answer
    assert parse_puzzle(text.encode(), "file").solution is None


# ---- Penpa+


def penpa(text: str) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    return b"https://swaroopg92.github.io/penpa-edit/#m=solve&p=" + b64encode(packed)


def penpa_text(file: PuzzleFile) -> str:
    address = write_checked(file, format_named("penpa"))[0].strip()
    return zlib.decompress(b64decode(address.partition("&p=")[2]), -15).decode()


def test_what_a_player_has_painted_in_penpa_is_the_board():
    lines = penpa_text(of_rows(("#.", "##"))).split("\n")
    # Margins of 2 and 2; the board's first cell is at (4 + 4) * 4 + 4 = 36.
    assert lines[1] == "[1,0,1,0]"
    lines[4] = lines[4].replace("zS:{}", 'zS:{"24":1,"31":4}')
    assert parse_puzzle(penpa("\n".join(lines)), "file").solution.lines() == ("1?", "1?")
    lines[4] = lines[4].replace('"31":4', '"31":4,"32":1')
    assert parse_puzzle(penpa("\n".join(lines)), "file").solution.lines() == ("10", "11")


def test_penpa_without_a_tag_is_read_with_a_note_and_bombs_are_not():
    text = penpa_text(DEMO_FILE)
    file = parse_puzzle(penpa(text.replace('["nonogram"]', "[]")), "file")
    assert file.puzzle == DEMO_FILE.puzzle
    assert "nothing in it says that it is a nonogram" in file.notes
    with pytest.raises(PuzzleFileError, match="in a title for a comma"):
        write_checked(of_rows(DEMO, title="100%2C"), format_named("penpa"))
    named = text.replace("Title: Demo%2C with", "Title: PuzZzZle%2C with")  # as Penpa+ itself writes it
    assert parse_puzzle(penpa(named), "file").title == "Puzzle, with a comma"
    assert "PuzZzZle%2C" in penpa_text(of_rows(DEMO, title="Puzzle, small"))
    assert parse_puzzle(penpa(text).rstrip(b"="), "file").puzzle == DEMO_FILE.puzzle
    with pytest.raises(PuzzleFileError, match="line 2, column 1: the address is cut off"):
        parse_puzzles(penpa(text) + b"\n" + penpa(text)[:-9], "pack")[1]()
    for payload, says in ((penpa("a" * 5_000_000), "holds more than 2 MB"), (penpa(text)[:-9], "cut off")):
        with pytest.raises(PuzzleFileError, match=says):
            parse_puzzle(payload, "file")


def test_addresses_of_penpa_are_decoded_by_puzzlekit(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MPLBACKEND", "Agg")
    converter = pytest.importorskip("puzzlekit.formats.penpa_converter", reason="puzzlekit is not installed")
    for file in (DEMO_FILE, of_rows(("#" * 12, "##" + "." * 10, "#." * 6))):
        theirs = converter.PenpaConverter().decode(write_checked(file, format_named("penpa"))[0].strip())
        above, _, left, _ = theirs.margins
        puzzle = file.nonogram
        assert (theirs.puzzle_type, theirs.rows - above, theirs.cols - left) == ("nonogram", *puzzle.shape)
        numbers = {place: int(cell.clue.value) for place, cell in sorted(theirs.cells.items())}
        for axis, margin, lines in ((0, above, puzzle.rows), (1, left, puzzle.cols)):
            for number, runs in enumerate(lines, margin):
                found = [value for place, value in numbers.items() if place[axis] == number]
                assert found == ([run.length for run in runs] or [0])


# ---- Pattern

SAVE = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :7:Pattern
PARAMS  :3:3x2
CPARAMS :3:3x2
DESC    :{}:{}
NSTATES :1:{}
STATEPOS:1:{}
{}"""


def saved(moves: list[str], position: int, description: str = "1/2//2/1") -> str:
    entries = [f"{'SOLVE' if move[0] == 'S' else 'MOVE':8}:{len(move)}:{move}\n" for move in moves]
    text = "".join(entries).replace("MOVE    :7:restart", "RESTART :7:restart")
    return SAVE.format(len(description), description, len(moves) + 1, position, text)


@pytest.mark.parametrize(
    ("moves", "position", "board"),
    [
        (["F0,0,2,1", "E0,1,1,1"], 3, ("11?", "0??")),
        (["F0,0,2,1", "E0,1,1,1"], 2, ("11?", "???")),  # the last move was taken back
        (["F0,0,3,2", "U1,0,2,2"], 3, ("1??", "1??")),
        (["F0,0,3,2", "restart", "E2,1,1,1"], 4, ("???", "??0")),
        (["S110010"], 2, ("110", "010")),
        (["F0,0,3,2"], 1, None),
    ],
)
def test_the_board_of_a_saved_game(moves: list[str], position: int, board: tuple[str, ...] | None):
    file = parse_puzzle(saved(moves, position).encode(), "file")
    assert file.puzzle == of_rows(("##.", ".#.")).puzzle
    assert (file.solution and file.solution.lines()) == board


def test_given_cells_of_a_saved_game_stay():
    file = parse_puzzle(saved(["F0,0,3,2"], 2, "1/2//2/1,Bd").encode(), "file")
    assert file.puzzle.given == ((-1, 1, -1), (-1, -1, 0))
    assert file.solution.lines() == ("111", "110")


def test_saved_games_and_single_cells_are_accepted_by_sgt_pattern(tmp_path: Path):
    program = shutil.which("sgt-pattern") or shutil.which("sgt-pattern", path="/usr/games")
    display = shutil.which("xvfb-run")
    if program is None or display is None:
        pytest.skip("sgt-pattern or xvfb-run is not installed")
    single = parse_puzzle(b'{"rows": [[1]], "columns": [[1]]}', "file")
    for number, file in enumerate([DEMO_FILE, single]):
        place = tmp_path / f"{number}.sav"
        place.write_text(write_checked(file, format_named("pattern-save"))[0], encoding="utf-8")
        picture = tmp_path / f"{number}.png"
        words = [display, "-a", program, "--screenshot", picture, place]
        run = subprocess.run(words, capture_output=True, check=False)
        assert (run.returncode, picture.exists()) == (0, True), run.stderr


# ---- Packs

XML = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
FREENONO = (
    f'{XML}<FreeNono>\n<Nonograms>\n<Nonogram desc="" difficulty="2" height="2" name="A" width="3">'
    '<line> x x _ </line><line> _ x _</line></Nonogram>\n<Nonogram name="B"><line>x</line></Nonogram>'
    "<Nonogram width='2'><line>x</line></Nonogram></Nonograms></FreeNono>"
)  # fmt: skip
PICMI = (
    '<picmi name="P"><board name="A" author="x" difficulty="1"><row>11-</row><row>-1-</row></board>'
    '<board name="B"><row>1</row></board><board name="C"><row>1</row><row>11</row></board></picmi>'
)  # fmt: skip
GRIDS = (
    'GRID A\nROWS\n[ 2 ]\n# half\n[1]\nCOLUMNS\n[ 1 ]\n[ 2 ]\n[ ]\n\nGRID B\nROWS\n[ 1 ]\nCOLUMNS\n[ 1 ]\n'
    "GRID C\nROWS\n[ 1 ]\nCOLUMN\n"
)  # fmt: skip
NON = 'title "{}"\nwidth {}\nheight {}\nrows\n{}columns\n{}'
PUZZLES = ("A", 3, 2, "2\n1\n", "1\n2\n0\n"), ("B", 1, 1, "1\n", "1\n"), ("C", 1, 1, "x\n", "1\n")
NONPACK = "\n====\n".join(NON.format(*puzzle) for puzzle in PUZZLES)
WEBPBN = (
    "<puzzleset><puzzle><title>A</title><solution><image>|XX.||.X.|</image></solution></puzzle>"
    "<puzzle><title>B</title><solution><image>|X|</image></solution></puzzle><puzzle/></puzzleset>"
)  # fmt: skip
LIST = [
    {"title": "A", "rows": [[2], [1]], "columns": [[1], [2], []]},
    {"title": "B", "rows": [[1]], "columns": [[1]]}, 5,
]  # fmt: skip
IDS = "3x2:1/2//2/1\n\n1x1:1/1\n2x2:1/1\n"
LINKS = "https://puzz.link/p?nonogram/3/2/12g2g1\nhttps://puzz.link/p?nonogram/1/1/11\nhttps://puzz.link/p?nonogram/1/1/0\n"


@pytest.mark.parametrize(
    "text",
    [FREENONO, PICMI, GRIDS, NONPACK, WEBPBN, json.dumps(LIST), json.dumps({"puzzles": LIST}), IDS, LINKS],
)
def test_a_pack_is_cut_into_its_puzzles_and_a_bad_one_leaves_the_others_alone(text: str):
    first, second, third = parse_puzzles(text.encode(), "pack")
    assert first().puzzle == of_rows(("##.", ".#.")).puzzle
    assert second().puzzle.shape == (1, 1)
    assert first().title in ("A", "")
    assert second().title in ("B", "")
    with pytest.raises(PuzzleFileError, match=r"^pack: "):
        third()
    with pytest.raises(PuzzleFileError, match="the file holds 3 puzzles; choose one with --puzzle N"):
        parse_puzzle(text.encode(), "pack")


def test_an_error_in_a_pack_names_the_line_of_the_file():
    places = {IDS: "line 4, column 5", LINKS: "line 3, column 34", NONPACK: "line 26, column 1"}
    for text, place in places.items():
        with pytest.raises(PuzzleFileError, match=place):
            parse_puzzles(text.encode(), "pack")[2]()


def test_a_rule_of_equals_signs_parts_no_puzzle_from_its_heading():
    assert parse_puzzle(b"Drawn by nobody\n====\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n", "file").puzzle


def test_a_file_with_too_many_puzzles_is_refused():
    with pytest.raises(PuzzleFileError, match="the file holds 10001 puzzles; at most 10000 can be read"):
        parse_puzzles(b"1x1:1/1\n" * 10_001, "pack")


def picture(*pixels: tuple[int, int, int, int]) -> bytes:
    """A file with two pixels in each row."""
    image = Image.new("RGBA", (2, len(pixels) // 2))
    image.putdata(pixels)
    return png_bytes(image)


WHITE, RED, CLEAR, HALF = (255, 255, 255, 255), (255, 0, 0, 255), (0, 0, 0, 0), (0, 255, 0, 128)
XPM = '/* XPM */\nstatic char *a[] = {\n"2 2 2 1",\n"  c None",\n". c #FFFFFF",\n". ",\n".."};\n'


def test_picmi_reads_pictures_that_lie_beside_it(tmp_path: Path):
    (tmp_path / "cat.xpm").write_text(XPM, encoding="utf-8")
    (tmp_path / "cat.png").write_bytes(picture(WHITE, CLEAR, HALF, RED))
    (tmp_path / "bomb.png").write_bytes(picture(*[CLEAR] * 4002))
    (tmp_path / "link.png").symlink_to(tmp_path / "cat.png")
    (tmp_path / "in").mkdir()
    names = ("cat.xpm", "cat.png", "../cat.png", "bomb.png", "link.png", "none.png", "in", "/etc/passwd")
    pack = f"<picmi>{''.join(f'<board><xpm>{name}</xpm></board>' for name in names)}</picmi>".encode()
    read = parse_puzzles(pack, "pack", folder=tmp_path)
    for part in read[:2]:  # white and half transparent pixels are painted
        assert part().solution.lines() == ("10", "11")
    for part in read[2:]:
        with pytest.raises(PuzzleFileError, match=r"the picture '.*' cannot be read"):
            part()
    with pytest.raises(PuzzleFileError, match="cannot be read"):  # not from a pipe or an address
        parse_puzzles(pack, "pack")[0]()


def katana(png: bytes) -> bytes:
    """A header as ujc-to-png describes it, with the PNG."""
    texts = b"".join(bytes([len(text)]) + text for text in (b"", b"Demo", b"Me"))
    head = struct.pack(">7I", 0x1A81CD45, 1, 0, 3 << 8, 1, 2, 2)
    return head + texts + b"\0" + struct.pack(">2I", 0, len(png)) + png + bytes(4)


@pytest.mark.parametrize("wrap", [katana, bytes])
def test_own_puzzles_of_nonograms_katana(wrap):
    file = parse_puzzle(wrap(picture(RED, HALF, WHITE, HALF)), "file", suffix=".ujc")
    assert file.solution.lines() == ("10", "20")
    assert file.puzzle.palette == (HALF[:3], RED[:3], WHITE[:3])
    assert parse_puzzle(b"\0other" + wrap(picture(RED, HALF)), "file", suffix=".ujc").puzzle.shape == (1, 2)
    black = (0, 0, 0, 255)
    file = parse_puzzle(wrap(picture(black, WHITE, WHITE, black)), "file")
    assert file.solution.lines() == ("10", "01")
    assert "no cell is blank" in parse_puzzle(wrap(picture(black, RED)), "file").notes[0]
    forty = [(tone, tone, 0, 255) for tone in range(40)]
    for data, says in (
        (wrap(picture(RED, HALF))[:-30], "damaged"), (katana(b""), "no PNG"),
        (wrap(picture(*[CLEAR] * 4002)), "the board is 2 x 2001"),
        (wrap(picture(*forty)), "more than 35 colours"),
    ):  # fmt: skip
        with pytest.raises(PuzzleFileError, match=says):
            parse_puzzle(data, "file", "ujc")


# ---- Sections

GNO = "[Description]\nA\nMe\n2010/06/27\n4\n[License]\nCC BY-SA\n[Dimensions]\n2\n3\n"
GRID = "[Solution grid]\n2 2 1 \n1 2 1 \n"


@pytest.mark.parametrize(
    ("more", "board"),
    [
        ("[Row clues]\n2\n1\n[Column clues]\n1\n2\n0\n[Locked]\ntrue\n", None),
        ("[ROW CLUES]\n2\n1\n[Column]\n1\n2\n0\n" + GRID + "[State]\nGAME_STATE_SOLVING\n", ("110", "010")),
        (GRID.replace(" grid", ""), ("110", "010")),
        ("[Column clues]\n1\n2\n0\n" + GRID, ("110", "010")),
        (GRID + "[Working grid]\n2 0 0\n1 0 0\n", ("1??", "0??")),
        (GRID + "[Working grid]\n0 0 0\n0 0 0\n", ("110", "010")),
    ],
)
def test_sections_of_gnonograms(more: str, board: tuple[str, ...] | None):
    file = parse_puzzle((GNO + more).encode(), "file")
    assert file.puzzle == of_rows(("##.", ".#.")).puzzle
    assert (file.title, file.solution and file.solution.lines()) == ("A", board)


DAMAGED = {
    penpa_text(of_rows(("#.", "##"))): [
        ("square,", "hex,", "a board of 'hex' in Penpa+"),
        ('["nonogram"]', '["tapa"]', "a puzzle of ['tapa'] in Penpa+, not a nonogram"),
        ("[1,0,1,0]", "[0,0,0,0]", "stands in none of the two margins"),
        ("[1,0,1,0]", "[1,0,1]", "expected four margins"),
        ("square,3,3,", "square,3000,3000,", "the size: expected 1 to 2000"),
        ('["2",1,"1"]', '["x",1,"1"]', "a hint: expected a whole number, found 'x'"),
        ("zN:{", "zN:[{", "not JSON"),
    ],
    saved(["F0,0,2,1"], 2): [
        (":7:Pattern", ":4:Solo", "a saved game of 'Solo'"),
        ("F0,0,2,1", "F9,0,2,1", "line 9, column 1: this move"),
        ("F0,0,2,1", "X0,0,2,1", "line 9, column 1: expected a move"),
        (":3:3x2", ":9:3x2", "expected a key"),
        ("STATEPOS:1:2", "STATEPOS:1:x", "STATEPOS: expected a number"),
    ],
    GNO + GRID: [
        (GRID, "", "neither all hints nor a whole solution"),
        ("2 2 1", "2 2", "line 12, column 1: expected 3 cells, found 2"),
        ("2 2 1", "2 3 1", "line 12, column 3: expected 0, 1 or 2, found '3'"),
        (GRID, GRID + GRID, "line 14, column 1: the section '[Solution grid]' appears twice"),
        ("2\n3\n", "2\n", "line 9, column 1: expected the rows and the columns"),
        ("2\n3\n", "5000\n3\n", "line 9, column 1: expected a size from 0 to 1000"),
    ],
    "GRID x\nROWS\n[ 1 ]\nCOLUMNS\n1\n": [
        ("COLUMNS\n1\n", "", "line 1, column 1: expected ROWS and COLUMNS below it"),
        ("x", "y", "line 5, column 1: expected ROWS, COLUMNS or a line like"),
    ],
}


@pytest.mark.parametrize(
    ("text", "old", "new", "says"), [(text, *case) for text, cases in DAMAGED.items() for case in cases]
)
def test_what_is_refused(text: str, old: str, new: str, says: str):
    assert old in text
    damaged = text.replace(old, new)
    with pytest.raises(PuzzleFileError) as caught:
        parse_puzzle(penpa(damaged) if text.startswith("square") else damaged.encode(), "file")
    assert says in caught.value.seen


def test_colours_of_pynogram():
    text = "[colors]\nb = (blue) *\nr = (red) %\n[clues]\ncolumns =\n 1b\n 1r 1b\nrows =\n 1b 1r\n 1b\n"
    puzzle = parse_puzzle(text.replace("columns =\n 1b\n", "columns =\n 1b,\n").encode(), "file").puzzle
    assert puzzle.palette[1:] == ((0, 0, 255), (255, 0, 0))
