"""Puzzle files made to hang the reader or to eat memory: each is refused, or read, in linear time.

The texts are read in processes of their own with a limit of processor time, which the system enforces: many
times what the reader needs, and a small part of what anything quadratic would need for a text this long.
"""

import sys

import pytest
from hostile_texts import TEXTS
from own_process import python

from picrosser.errors import PuzzleFileError
from picrosser.formats.files import parse_packing, parse_puzzle
from picrosser.formats.tables import load_toml
from picrosser.formats.text import MAX_LINES

SIZE = 100_000
MAX_CPU_S = 3  # the slowest needs 0.2 s
MAX_MEMORY = 400_000_000
MAX_MESSAGE = 400
READER = f"""
import sys, time, resource
from hostile_texts import TEXTS
from own_process import python
from picrosser.errors import PuzzleFileError
from picrosser.formats.files import holds_packing, parse_packing, parse_puzzle

resource.setrlimit(resource.RLIMIT_AS, ({MAX_MEMORY}, {MAX_MEMORY}))
for name in sys.argv[1:]:
    form, make = TEXTS[name]
    data = make({SIZE}).encode()
    limit = int(time.process_time()) + {MAX_CPU_S}
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
    print(name, end=": ", flush=True)  # if the process is killed, this is the guilty one
    try:
        if form == "katamino" or (form is None and b"katamino" in data and holds_packing(data)):
            parse_packing(data, "file")
        else:
            parse_puzzle(data, "file", form)
        print("read", flush=True)
    except PuzzleFileError as error:
        print("refused" if len(str(error)) < {MAX_MESSAGE} else "long message", flush=True)
    except Exception as error:
        print(type(error).__name__, str(error)[:100], flush=True)
"""
PER_PROCESS = 40
NAMES = list(TEXTS)


@pytest.mark.parametrize("first", range(0, len(NAMES), PER_PROCESS))
def test_hostile_texts_are_read_or_refused_in_linear_time_and_little_memory(first: int):
    names = NAMES[first : first + PER_PROCESS]
    run = python(READER, *names, env={"PYTHONPATH": ":".join(sys.path), "OPENBLAS_NUM_THREADS": "1"})
    assert run.stderr == ""
    ends = dict(line.split(": ", 1) for line in run.stdout.splitlines())
    assert list(ends) == names, run.stdout[-100:]
    assert {name: end for name, end in ends.items() if end not in ("read", "refused")} == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nrows.b.c.d.e.f.g.h.i = 1\nnrows = 1", "line 1, column 1: a key has more than 8 parts"),
        (f"nrows = {'9' * 4000}", "line 1, column 9: a number has thousands of digits"),
        (f'{{"rows": {"[" * 5000}', "it is nested too deeply"),
        ("\n" * (MAX_LINES + 1), f"line {MAX_LINES + 1}, column 1: no puzzle has that many lines"),
        ("1 1\n" + "1 " * 1001 + "\n#\n1", "line 2, column 2001: this line has more than 1000 words"),
        ("1x1:" + "1." * 1001 + "1/1", "line 1, column 5: this line has more than 1000 runs"),
        (f"kind = 'nonogram'\n{'k' * 999} = 1\nrows = [[1]]\ncolumns = [[1]]", "the key 'kkk"),
        (
            "kind = 'nonogram'\nrows = [" + "[]," * 801 + "]\ncolumns = [" + "[]," * 750 + "]",
            "the board is 750 x 801",
        ),
        ('<!DOCTYPE p [<!ATTLIST a b CDATA "x">]><p><colors/></p>', "remove the declarations"),
        ("var d=[[1,2,3,4],[1,2000000,3,4]];", "the array has a number with 7 digits"),
        (f'kind = "katamino"\npieces = ["#{"/" * 400}#"]', "at most 400 rows and columns"),
        (f'kind = "katamino"\npieces = ["#{"." * 300}/.#"]', "is not in one piece"),
        (f'kind = "katamino"\npieces = ["{"T" * 5000}"]', "is not a piece"),
        ("kind = 0x" + "9" * 3999, "kind: expected 'katamino', found something very long"),
        ('kind = "katamino"\nboard.b.c.d.e.f.g.h.i = 1', "a key has more than 8 parts"),
        ('{"kind": "katamino", "pieces": [1], "pieces": [2]}', "the key 'pieces' appears twice"),
        (f"var d=[[1,1,1,1]{3 * ',[1,0,0,9]'},[0,0,0,0],[0,0,0,9],[8,0,0,9],[0,0,0,0]];", "says 64 runs"),
    ],
)  # fmt: skip
def test_what_is_beyond_the_limits_is_refused_with_the_place(text: str, says: str):
    is_katamino = text.startswith(("kind", '{"kind"')) and "nonogram" not in text
    parse = parse_packing if is_katamino else parse_puzzle
    with pytest.raises(PuzzleFileError) as caught:
        parse(text.encode(), "file")
    assert says in str(caught.value)
    assert len(str(caught.value)) < MAX_MESSAGE


@pytest.mark.parametrize(
    "text",
    [
        "a.b.c.d.e.f.g.h = 1",
        "a = 1 # 1.5 2.5 3.5 4.5 5.5 6.5 7.5 8.5 9.5 ...............",
        'a = "........................"',
        "a = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]",
        f'a = "{"1" * 1000}"',
    ],
)
def test_ordinary_toml_is_not_taken_for_a_hostile_one(text: str):
    assert "a" in load_toml(text)


def test_boards_of_512_x_512_cells_can_be_read():
    """As pictures that were made into puzzles often are."""
    assert parse_puzzle(b"512x512:" + b"/" * 1023, "file").puzzle.shape == (512, 512)


@pytest.mark.slow
def test_a_picture_of_the_largest_size_may_have_one_cell_in_each_line():
    lines = ["P1", "500", "500", *("10"[number % 2] for number in range(250_000))]
    assert parse_puzzle("\n".join(lines).encode(), "file").puzzle.shape == (500, 500)


@pytest.mark.slow
def test_the_largest_black_boards_can_be_read_from_xml():
    """500 x 500 cells, every second one painted: 250,000 runs."""
    line = "<line>" + "<count>1</count>" * 250 + "</line>"
    lines = line * 500
    text = f"<puzzle><clues type='columns'>{lines}</clues><clues type='rows'>{lines}</clues></puzzle>"
    with pytest.raises(PuzzleFileError, match="larger than 4 MB"):
        parse_puzzle(text.encode(), "file")
    fewer = text.replace(line, "<line/>", 60)
    assert parse_puzzle(fewer.encode(), "file").puzzle.shape == (500, 500)
