"""Puzzles that are sent as texts: what is answered about them, as about pictures."""

import io

import pytest
import segno
from PIL import Image

from picrosser.errors import ExitCode, PuzzleFileError
from picrosser.serving.asked import Asked, Refused, parse_asked
from picrosser.serving.typed import answer_puzzle

PUZZLE = 'kind = "nonogram"\nrows = [[1], [3], [1]]\ncolumns = [[1], [3], [1]]\n'


def answered(command, text=PUZZLE, **named):
    return answer_puzzle(Asked(command, of_puzzle=True, **named), text.encode(), 5.0)


def test_it_is_solved_and_drawn_as_it_could_be_printed():
    facts, png = answered("solve")
    assert (facts["exit"], facts["solution"]) == (0, ["010", "111", "010"])
    assert Image.open(io.BytesIO(png)).format == "PNG"
    several, _ = answered("solve", 'kind = "nonogram"\nrows = [[1], [1]]\ncolumns = [[1], [1]]\n')
    assert several["exit"] == ExitCode.SEVERAL_SOLUTIONS
    none, png = answered("solve", PUZZLE.replace("rows = [[1]", "rows = [[2]"))
    assert (none["exit"], none["solution"], png) == (ExitCode.NO_SOLUTION, None, b"")


@pytest.mark.parametrize(
    ("format", "begins"), [("", "kind"), ("non", "width"), ("webpbn", "<?xml"), ("json", "{")]
)
def test_it_is_given_back_in_other_formats(format, begins):
    facts, _ = answered("read", format=format)
    assert facts["text"].startswith(begins)


@pytest.mark.parametrize(("size", "has_code"), [(3, True), (20, True), (60, False)])
def test_a_link_comes_with_a_qr_code_unless_that_is_too_fine_for_a_camera(size, has_code):
    lines = [[1] * (size // 2)] * size
    text = f'kind = "nonogram"\nrows = {lines}\ncolumns = {lines}\n'
    facts, png = answered("read", text, format="puzz-link")
    assert facts["text"].startswith("https://puzz.link/p?nonogram/")
    assert bool(png) == has_code
    if has_code:
        code = segno.make(facts["text"].strip(), error="l", micro=False)
        assert Image.open(io.BytesIO(png)).size == code.symbol_size(scale=4)


def test_a_played_board_is_checked_and_its_next_step_told():
    played = PUZZLE + 'solution = ["1??", "?1?", "???"]\n'
    facts, _ = answered("check", played)
    assert facts["exit"] == ExitCode.MISTAKES
    assert [(each["row"], each["col"]) for each in facts["mistakes"]] == [(0, 0)]
    assert answered("hint", played)[0]["exit"] == ExitCode.MISTAKES
    facts, _ = answered("hint", PUZZLE + 'solution = ["???", "?1?", "???"]\n')
    assert facts["steps"][0]["cells"]
    finished = answered("hint", PUZZLE + 'solution = ["?1?", "111", "?1?"]\n')[0]
    assert finished["finished"]


@pytest.mark.parametrize("text", ["", "this is text", "rows = 3", "\x00", 'kind = "nonogram"\nrows = [[1]]'])
def test_what_is_no_puzzle_is_refused(text):
    with pytest.raises(PuzzleFileError):
        answered("solve", text)


def test_only_a_puzzle_is_given_back_in_a_format():
    assert parse_asked("read", [("format", "non")], "", "application/toml").format == "non"
    toml = "application/toml"
    for command, value, content_type in (("read", "non", ""), ("solve", "non", toml), ("read", "x", toml)):
        with pytest.raises(Refused, match="format is for"):
            parse_asked(command, [("format", value)], "", content_type)
