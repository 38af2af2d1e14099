"""Short command lines: what they answer, or why they refuse, with their status and one line on stderr."""

import shlex
from pathlib import Path

import pytest
from canned_readings import png
from own_process import TILES, WHITE, files_in
from PIL import Image
from short_files import CAT

pytestmark = pytest.mark.usefixtures("texts")
CAT_WORDS = "--colours 'R:red B:blue' --columns 'R1B1 r2 b2' --rows 'r2B1 R1B2'"
BAD = {
    "text.png": b"this is no picture\n",
    "empty.png": b"",
    "half.png": WHITE.read_bytes()[:2000],
    "pixel.png": png(1, 1),
    "postscript.png": b"%!PS-Adobe-3.0 EPSF-3.0\n",
    "drawing.png": b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>',
    "utf16.txt": b"\xff\xfe#\0",
    "both.png": b"any",
    "both.jpg": b"any",
}
TWO = "picrosser: two.toml: 2 x 2, 1 colour, more than one solution, 2 found, which differ in row 1, column"
CLASH = "picrosser: clash.toml: 2 x 3, 1 colour, no solution: row 2, column 1 and column 2 contradict each "
SUMS = "picrosser: sums.toml: 2 x 2, 1 colour, no solution: colour 1: the rows add up to 4, the columns to 3;"
LONG = "picrosser: long.toml: 2 x 2, 1 colour, no solution: row 1: the runs 1 1 need 3 cells, it has 2"
NO_PACKING = "5 x 3, 3 pieces: no packing exists: every way to lay the pieces was tried"
FIXES = ("", "r1", "r1:1", "r1:1=", "x1:1=1", "r1:1=(1)", "r1:1=-2", "1")
SUFFIXES = "*.png, *.jpg, *.jpeg, *.webp, *.pdf, *.svg, *.html, *.txt, *.gif, *.apng"

# A command line, its exit status, all that it prints on stdout, and the beginning of what it says on stderr.
ANSWERED = [
    ("done.toml", 0, "10\n10\n", "done.toml: 2 x 2, 1 colour, the only solution"),
    ("solve unique.toml", 0, "11\n10\n", "unique.toml: 2 x 2, 1 colour, the only solution, found line by"),
    ("solve cat.txt", 0, "112\n212\n", "cat.txt: 3 x 2, 2 colours, the only solution"),
    ("solve two.toml", 7, "??\n??\n", TWO),
    ("solve clash.toml", 6, "", CLASH),
    ("solve sums.toml", 6, "", SUMS),
    ("solve long.toml", 6, "", LONG),
    ("solve many.toml --count", 7, "6\n", "picrosser: many.toml: 6 solutions"),
    ("solve unique.toml --count", 0, "1\n", "unique.toml: 1 solution"),
    ("solve clash.toml --count", 6, "0\n", "picrosser: clash.toml: 0 solutions"),
    ("solve cat.txt --count", 0, "1\n", "cat.txt: 1 solution"),
    ("solve five.toml --count", 0, "8\n", "five.toml: 5 x 5, 5 pieces: "),
    ("katamino 2 3 10 --count", 0, "4 packings, 1 distinct\n", "5 x 3, 3 pieces, counted, "),
    ("check done.toml", 0, "", "done.toml: no mistakes, 2 cells painted"),
    ("check begun.toml", 0, "", "begun.toml: no mistakes, 1 cell"),
    ("check wrong.toml", 8, "row 1, column 1 is blank, should be filled\n", "picrosser: wrong.toml: 1 "),
    ("hint unique.toml", 0, "[2] row 1: fill columns 1 and 2: its hint fills the row\n", "unique.toml: 1 "),
    ("hint wrong.toml", 8, "", "picrosser: wrong.toml: the stored board has a mistake: "),
    ("hint many.toml", 7, "", "picrosser: many.toml: "),
    ("draw cat.txt --solve --no-hints", 0, "112\n212\n", ""),
    (f"solve {CAT_WORDS}", 0, "112\n212\n", "the typed hints: 3 x 2, 2 colours, the only solution"),
    ("draw five.toml --empty", 0, "#####\n" * 5, ""),
    (f"convert {CAT_WORDS} --to letters -", 0, CAT, ""),
]  # fmt: skip

REFUSED = [
    # Screenshots
    ("a.png --nonsense", 2, "there is no option --nonsense"),
    ("a.png -o", 2, "picrosser: -o needs a value; see picrosser --help\n"),
    ("a.png --time-limit soon", 2, "'soon' is not a time limit"),
    ("a.png b.png -o out.png", 2, "several inputs cannot share the output out.png"),
    ("a.png b.png -o -", 2, "several inputs cannot share stdout"),
    ("a.png b.png --open", 2, "--open is for one screenshot"),
    ("a.png b.png --fix r1:1=1", 2, "--fix is for one screenshot"),
    ("a.png b.png --clipboard", 2, "--clipboard is for one screenshot"),
    ("a.png --clipboard --open", 2, "--open shows a file, and --clipboard writes none"),
    ("- -", 2, "stdin (-) can be read only once"),
    ("white.png --json -o -", 2, "--json and -o - both write to stdout"),
    ("white.png -o out.bmp", 2, "cannot tell the format of out.bmp"),
    ("white.png -o nowhere/out/", 2, "the folder nowhere does not exist"),
    ("white.png -o nowhere/out.png", 2, "the output folder nowhere does not exist"),
    ("white.png -o cat.txt/answer.png", 2, "cat.txt"),
    ("white.png -qf -o x.png --debug cat.txt", 2, "cat.txt"),
    ("white.png -o out/ --report r.pdf", 2, "name it *.html or *.csv or *.jsonl"),
    ("white.png -o white.png --force", 2, "white.png is the screenshot itself"),
    *((f"white.png --dask local {no}", 2, "--dask works on other") for no in ("--debug d", "--clipboard")),
    ("a.png --kind chess", 2, "--kind takes hungry-cat, nonogram or katamino"),
    ("white.png --flat page.txt -o x.png", 2, "cannot tell the format of page.txt"),
    ("white.png --flat white.jpg -o x.png", 2, "white.jpg exists already"),
    ("white.png --flat x.png -o x.png", 2, "name one file"),
    ("a.png b.png --flat one.png -o x.png", 2, "--flat is for one screenshot"),
    ("cat.txt --flat flat.png", 2, "for pictures, not for puzzle files"),
    ("white.png --board 2 --kind hungry-cat -o x.png", 2, "--board is for nonograms"),
    (f"{TILES} --board 2 -o x.png", 4, "there is no board 2"),
    ("missing.png", 3, "picrosser: missing.png: no such file\n"),
    ("missing.png -o nowhere/out.png", 3, "picrosser: missing.png: no such file\n"),
    ("solve missing.toml -o cat.doc", 3, "picrosser: missing.toml: no such file\n"),
    ("convert missing.toml cat.txt", 3, "picrosser: missing.toml: no such file\n"),
    ("draw missing.toml -o cat.doc", 3, "picrosser: missing.toml: no such file\n"),
    ("make missing.png -o cat.txt", 3, "picrosser: missing.png: no such file\n"),
    ("notes.md", 3, "picrosser: notes.md: not a picture or puzzle file\n"),
    ("text.png", 3, "picrosser: text.png: "),
    ("empty.png", 3, "picrosser: empty.png: "),
    ("half.png", 3, "picrosser: half.png: "),
    ("pixel.png", 4, "picrosser: pixel.png: "),
    ("postscript.png", 3, "the input is PostScript, which is not supported"),
    ("drawing.png", 3, "the input is an SVG, which is not supported"),
    ("pixel", 3, "no such file; did you mean pixel.png?"),
    ("both", 3, "no such file\n"),
    ("white.png -o answers", 2, "*.apng, or end it with / for a folder\n"),
    ("a.png b.png -o cat.txt", 2, "several inputs cannot share the output cat.txt"),
    ("nothing", 3, "the folder nothing holds no pictures"),
    ("''", 3, "the input's name is empty"),
    (f"{'a' * 300}.png", 3, "aaa"),
    # Commands and their words
    ("slove a.png", 2, "there is no command or file 'slove'; did you mean solve?"),
    ("katamio a.png", 2, "did you mean katamino?"),
    ("a.png solve", 2, "the command comes first: picrosser solve a.png; see picrosser --help"),
    ("a.png --quite", 2, "there is no option --quite; did you mean --quiet?\n"),
    ("hint --nudgee a.png", 2, "there is no option --nudgee; did you mean --nudge?\n"),
    ("--nudge hint a.png", 2, "the command comes first: picrosser hint --nudge a.png; see picrosser --help"),
    ("read", 2, "SHOT... is missing"),
    ("read a.png b.png", 2, "several outputs cannot share stdout"),
    ("read a.png --symbols", 2, "read draws none"),
    *((f"{command} -n 2 a.png".strip(), 2, "there is no option -n") for command in ("", "read", "check")),
    ("check cat.txt", 3, "stores no board to check; picrosser solve solves its puzzle"),
    ("check five.toml", 3, "stores no board to check; picrosser solve packs its pieces"),
    ("check half.toml", 3, "piece L has the shape"),
    ("hint -n 0 a.png", 2, "--count, -n takes 1 or more"),
    ("hint -n x a.png", 2, "--count, -n takes a whole number"),
    ("hint cat.txt -o x.png", 2, "hints for a puzzle file are text, not a picture"),
    # Hints by hand
    *((f"{command} a.png --fix '{fix}'".strip(), 2, "--fix: ") for command in ("", "read") for fix in FIXES),
    ("a.png --fix 'row 3'", 2, "r3:2=5"),
    ("a.png --fix r2:1=1 --fix 'r2:1=(2)'", 2, "--fix sets one hint in two ways: r2:1=1 and r2:1=(2)"),
    ("a.png --fix r2=7 --fix r2=6", 2, "--fix sets one hint in two ways: r2=7 and r2=6"),
    ("solve cat.txt --fix r2:1=1", 2, "--fix is for screenshots"),
    ("convert cat.txt x.toml --fix r1=5", 2, "--fix is for screenshots; correct the hint in the puzzle file"),
    # Puzzle files
    ("solve", 2, "give a file, or --colours, --columns and --rows"),
    (f"solve {CAT_WORDS} cat.txt", 2, "give either files or --colours"),
    ("solve --colours R:red --rows r1", 2, "belong together"),
    ("solve cat.txt -o x.doc", 2, "cannot tell the format of x.doc"),
    ("solve cat.txt cat.txt -o x.png", 2, "several inputs cannot share the output x.png"),
    ("solve five.toml --steps", 2, "lays and takes back pieces; -o FILE.gif shows it"),
    ("solve five.toml -o x.non", 2, "cannot write a packing as x.non"),
    ("solve none.toml -o x.png", 6, NO_PACKING),
    ("convert cat.txt out.non", 3, "the non format holds only nonograms; use .toml"),
    ("convert many.toml out.pbm", 3, "the pbm format holds only the solution; convert the puzzle with --sol"),
    ("convert cat.txt out.sgriddler", 3, "no puzzle format has the suffix"),
    ("convert cat.txt out.toml --to word", 3, "there is no format 'word'"),
    ("convert cat.txt out.toml --from json", 3, "line 1, column 1: not JSON"),
    ("convert cat.txt out.non --from toml", 3, "cat.txt: not valid TOML"),
    ("convert cat.txt", 2, "expected IN and OUT, found 1 argument"),
    ("convert --solution many.toml out.toml", 7, "more than one solution"),
    ("convert --colours R:red out.toml", 2, "belong together"),
    ("convert --colours R:rot --columns r1 --rows r1 out.toml", 3, "'rot' is not a colour"),
    ("convert five.toml x.non", 3, "*.non cannot hold a Katamino puzzle"),
    ("convert five.toml x.txt", 3, "a .txt file holds only a packing, not a puzzle"),
    ("convert part.toml x.txt", 3, "part-filled"),
    ("convert five.toml x.toml --to non", 3, "non cannot hold a Katamino puzzle"),
    ("draw", 2, "no puzzle is given"),
    (f"draw cat.txt {CAT_WORDS}", 2, "give one"),
    *((f"draw cat.txt -o x{suffix}", 2, f"name it {SUFFIXES}") for suffix in (".doc", ".toml")),
    ("draw cat.txt -o x.png --cell 5", 2, "have no room for hints"),
    ("draw --palette cat.txt", 2, "--palette shows colours"),
    ("draw --palette -o x.svg", 2, "name it *.png"),
    ("draw cat.txt --empty --symbols", 2, "--symbols draws into the cells of an image"),
    ("draw cat.txt --empty --symbols -o x.txt", 2, "--symbols draws into the cells of an image"),
    ("draw five.toml -o x.png", 3, "the file stores no packing to draw; add --solve"),
    ("draw none.toml --solve -o x.png", 6, "no packing exists"),
    ("make white.png --kind nonogram", 3, "only one colour"),
    ("make white.png --size 10", 2, "--size: expected columns x rows like 10x15"),
    ("make white.png --size 9999x9999", 2, "--size: 9999x9999 is too large; a board that is made"),
    ("make white.png --size 1000x1000", 2, "--size: 1000x1000 is too large"),
    ("make white.png --kind katamino", 2, "--kind: 'katamino' is neither hungry-cat nor nonogram"),
    ("make white.png --colours 99", 2, "--colours, --colors takes at most 12"),
    # Katamino
    ("katamino 13", 2, "'13' is not a piece; pieces are 1 to 12"),
    ("katamino F 9", 2, "piece 9 (F, grey) is given twice; the box has one of each"),
    ("katamino 1 2 --columns 3", 2, "has 15 cells, the pieces have 10; they fill 5 x 2"),
    ("katamino '##/#.' --columns 3", 2, "they do not fill a board of 5 x N"),
    ("katamino '##/#.'", 2, "the pieces have 3 cells, which do not fill a board of 5 x N; draw a board"),
    (f"katamino {'1 ' * 27} --repeat", 2, "expected at most 26 pieces, found 27"),
    ("katamino 1 --count --all", 2, "--count shows no packing"),
    ("katamino 1 --columns 1 --board x", 2, "--columns and --board both say"),
    ("katamino 1 -o x.bmp", 2, "cannot tell the format of x.bmp; name it *.png, *.jpg, "),
    ("katamino 1 --all -o x.gif", 2, "an animation shows the search for one packing"),
    ("katamino V --board ring.txt", 6, "3 x 3, 1 piece: the pieces have 5 cells, the board 8"),
    ("katamino V --board utf16.txt", 3, "the text is in UTF-16"),
    ("katamino V --board odd.txt", 3, "line 1, column 2: '?' is neither # nor ."),
    ("katamino five.toml --columns 1", 2, "the file says what the board is"),
    ("katamino missing.toml", 3, "missing.toml: no such file"),
    ("katamino F 1 12", 6, NO_PACKING),
    ("katamino 1 12", 6, "5 x 2, 2 pieces: piece 12 (X, red) fits nowhere on the board"),
    ("katamino white.png --count", 2, "do not apply to pictures"),
    ("katamino 2 3 10 --row a", 2, "only a picture has rows and stages"),
    # Folders, phones and the server
    ("watch nowhere", 3, "is not a folder"),
    ("watch nothing -o s3://bucket/", 2, "watch writes its answers into a folder of this machine"),
    ("phone --watch --fill", 2, "exclude each other"),
    *((f"phone {option}", 2, "give --fill, too") for option in ("--dry-run", "--tap twice", "--anyway")),
    ("phone --fill --tap thrice", 2, "--tap takes no 'thrice'"),
    ("phone --push -o -", 2, "--push needs a file"),
    ("phone --watch --fix r1=1", 2, "leave out --watch"),
    ("serve --lan --host 127.0.0.1", 2, "give --host or --lan"),
    ("serve --time-limit 0", 2, "a server needs a time limit"),
    ("serve --port 70000", 2, "--port"),
    ("serve --host no.such.host.invalid", 2, "cannot listen at no.such.host.invalid:8765"),
    ("serve --host 192.0.2.1", 2, "cannot listen at 192.0.2.1:8765"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "status", "says"), REFUSED, ids=[row[0][:60] for row in REFUSED])
def test_a_refusal_is_one_line_in_our_words_and_nothing_is_written(line, status, says, cli):
    if line.startswith("serve"):
        pytest.importorskip("uvicorn", reason="picrosser[web] is not installed")
    for name, data in BAD.items():
        Path(name).write_bytes(data)
    for name in ("white.png", "white.jpg"):
        Image.new("RGB", (20, 20), "white").save(name)
    Path("nothing").mkdir()
    before = files_in(".")
    out, err = cli(shlex.split(line), status)
    assert (out, err.count("\n")) == ("", 1), err
    assert err.startswith("picrosser: ")
    assert says in err
    assert not {"Input", "Invalid", "Possible", "Traceback"} & set(err.split())
    assert files_in(".") == before


@pytest.mark.parametrize(("line", "status", "out", "says"), ANSWERED, ids=[row[0][:60] for row in ANSWERED])
def test_a_short_command_line_is_answered(line, status, out, says, cli):
    printed = cli(shlex.split(line), status)
    assert printed.out == out
    assert printed.err.startswith(says)
    assert printed.err.count("\n") == bool(says)
