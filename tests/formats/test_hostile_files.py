"""Puzzle files made to hang the reader or to eat memory: each is refused, or read, in linear time.

The texts are read in processes of their own with a limit of processor time, which the system enforces: many
times what the reader needs, and a small part of what anything quadratic would need for a text this long.
"""

import sys

import pytest
from hostile_texts import TEXTS
from own_process import python

from picrosser.errors import PuzzleFileError
from picrosser.formats.files import parse_puzzle
from picrosser.formats.tables import load_toml

SIZE = 100_000
MAX_CPU_S = 3  # the slowest needs 0.2 s
MAX_MEMORY = 400_000_000
MAX_MESSAGE = 400
READER = f"""
import sys, time, resource
from hostile_texts import TEXTS
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
