import io
import json

import numpy as np
import pytest
from canned_readings import DOUBTFUL, KEYS, NONE, SEVERAL, UNIQUE, png, reading
from PIL import Image

from picrosser.__main__ import main
from picrosser.answers import progress as progress_pipeline
from picrosser.puzzles.progress import Progress

BOARD = ["painted", "right", "mistakes", "unclear"]
PLAYED = reading("1122", "1222", "1112", "2221")
BLUE, GREY = (0, 0, 200), (240, 240, 240)


@pytest.fixture
def shows(monkeypatch, sees):
    """Make every screenshot read as `what`, with these cells; ? for an open one, the unsure ones by place."""

    def _shows(*rows: str, what=PLAYED, unsure: tuple[tuple[int, int], ...] = ()) -> None:
        sees(what)
        cells = np.array([[-1 if c == "?" else int(c) for c in row] for row in rows], np.int8)
        confidence = np.ones(cells.shape, np.float32)
        for place in unsure:
            confidence[place] = 0.1

        monkeypatch.setattr(progress_pipeline, "board_state", lambda *_: Progress(cells, confidence))

    return _shows


def test_mistakes_are_listed_and_marked(shot, shows, cli):
    shows("11??", "?1?2", "????", "2?2?")
    out, err = cli(["check", shot], 8)
    assert out == "6 of 16 cells are painted, 5 right, 1 wrong:\nrow 2, column 2 is red, should be blue\n"
    assert err == f"picrosser: {shot}: 1 mistake → {shot.with_name('shot-check.png')}\n"
    marked = np.asarray(Image.open(shot.with_name("shot-check.png")))
    assert (marked[20:30, 30:40] != GREY).any()
    marked = marked.copy()
    marked[20:30, 30:40] = GREY
    assert (marked == GREY).all()


TWO_ROWS = tuple((row, col) for row in (0, 1) for col in range(4))
OPEN = "????"


@pytest.mark.parametrize(
    ("command", "board", "unsure", "status", "out"),
    [
        ("check", (OPEN, OPEN, "0???", OPEN), (), 0, []),
        ("check", ("11??", "?2?2", "??0?", "2?2?"), (), 0, ["6 of 16 cells are painted, all right"]),
        (
            "check", ("21??", OPEN, OPEN, OPEN), ((0, 0), (0, 1), (3, 3)), 0,
            [
                "2 of 16 cells are painted, 1 right, 1 unclear:",
                "row 1, column 1 is unclear: it seems to be blue",
                "row 4, column 4 is unclear: it seems to be not painted",
            ],
        ),
        ("check", ("2211", OPEN, OPEN, OPEN), TWO_ROWS, 0, [7, "3 more cells are unclear"]),
        ("check", ("2211", OPEN, OPEN, OPEN), (), 8, [5, "row 1, column 4 is red, should be blue"]),
        ("hint", ("1122", "1222", "1112", "2221"), (), 0, ["the board is finished"]),
        (
            "hint", ("1122", "1222", "1112", "2222"), ((3, 3),), 0,
            [
                "row 4: paint column 4 red: every other colour of the row is complete",
                "row 4, column 4 is unclear: it seems to be blue",
            ],
        ),
    ]
)  # fmt: skip
def test_what_is_said_of_a_board(command, board, unsure, status, out, shot, shows, cli):
    """`out` are all lines, or how many there are and the last one."""
    shows(*board, unsure=unsure)
    lines = cli([command, shot], status).out.splitlines()
    assert ([len(lines), lines[-1]] if out and isinstance(out[0], int) else lines) == out
    assert shot.with_name(f"shot-{command}.png").exists() == bool(out)  # of an empty board there is none


def test_json_of_check(shot, shows, cli):
    shows("11??", "?1??", "????", "??1?", unsure=((3, 2),))
    missing = str(shot.with_name("missing.png"))
    good, bad = map(json.loads, cli(["check", "--json", shot, missing], 10).out.splitlines())
    assert list(good) == list(bad) == [*KEYS, *BOARD, "error"]
    assert (good["exit"], good["painted"], good["right"]) == (8, 4, 2)
    assert good["mistakes"] == [{"row": 1, "col": 1, "shown": 1, "right": 2}]
    assert good["unclear"] == [{"row": 3, "col": 2, "shown": 1}]
    assert good["solution"] == ["1122", "1222", "1112", "2221"]
    assert good["output"] == str(shot.with_name("shot-check.png"))
    assert list(good["seconds"])[-2:] == ["mistakes", "draw"]
    assert good["error"].startswith("1 mistake: ")
    assert [bad[key] for key in BOARD] == [None] * 4
    assert bad["exit"] == 3


def test_the_next_step_is_explained_and_drawn(shot, shows, cli):
    shows("11??", "?2?2", "????", "????")
    out, err = cli(["hint", shot])
    assert out == "row 1: paint columns 3 and 4 blue: every other colour of the row is complete\n"
    done = "4 x 4, 2 colours, 4 of 16 cells are painted, all right"
    assert err == f"{shot}: {done} → {shot.with_name('shot-hint.png')}\n"
    drawn = np.asarray(Image.open(shot.with_name("shot-hint.png")))
    for left in (40, 50):
        assert tuple(drawn[15, left + 5]) == BLUE
    assert tuple(drawn[15, 35]) == GREY
    assert (drawn[:10] != GREY).any()  # the row's frame


def test_several_steps_are_numbered_and_lead_to_the_end(shot, shows, cli):
    shows("11??", "?2?2", "????", "????")
    lines = cli(["hint", "-n", "2", shot, "-f"]).out.splitlines()
    assert [line[:3] for line in lines] == ["1. ", "2. "]
    (told,) = map(json.loads, cli(["hint", "--count", "100", shot, "-f", "--json"]).out.splitlines())
    assert list(told) == [*KEYS, *BOARD, "finished", "steps", "error"]
    first = told["steps"][0]
    assert first == {
        "axis": "row", "line": 0, "also": [],
        "cells": [{"row": 0, "col": 2, "colour": 2}, {"row": 0, "col": 3, "colour": 2}],
        "rule": "complete", "uses": [],
        "why": "row 1: paint columns 3 and 4 blue: every other colour of the row is complete",
    }  # fmt: skip
    assert sum(len(step["cells"]) for step in told["steps"]) == 12
    assert told["finished"] is False
    assert list(told["seconds"])[-3:] == ["mistakes", "steps", "draw"]


def test_exclusions_are_explained_before_the_step_that_needs_them(shot, shows, cli):
    shows(*["?" * 5] * 5, what=reading("12211", "12222", "21112", "12122", "21121"))
    lines = cli(["hint", "-n", "30", shot]).out.splitlines()
    at = next(n for n, line in enumerate(lines) if "as shown before" in line)
    assert lines[at].startswith("   ")
    assert lines[at - 1].partition(". ")[0].isdigit()
    assert " cannot be " in lines[at - 1]
    (told,) = map(json.loads, cli(["hint", "-n", "30", shot, "-f", "--json"]).out.splitlines())
    uses = [other for step in told["steps"] for other in step["uses"]]
    assert uses
    for other in uses:
        assert list(other) == ["axis", "line", "excluded", "rule", "why"]


@pytest.mark.parametrize(
    ("command", "what", "status", "words"),
    [
        ("check", SEVERAL, 7, "cannot be checked"),
        *((command, NONE, 6, "no solution") for command in ("check", "hint")),
        *((command, DOUBTFUL, 5, "may be ") for command in ("check", "hint")),
    ],
)
def test_without_a_unique_solution_no_cell_is_judged(command, what, status, words, shot, shows, cli):
    shows("22", "22", what=what)
    out, err = cli([command, shot], status)
    assert out == ""
    assert words in err
    assert err.count("\n") == 1
    assert not list(shot.parent.glob("shot-*.png"))
    told = json.loads(cli([command, shot, "--json"], status).out)
    assert [told[key] for key in BOARD] == [None] * 4


def test_for_stdin_the_picture_goes_to_stdout_and_the_lines_to_stderr(shows, piped, capfdbinary):
    shows("11??", "?1??", "????", "????")
    for command, status, words in (("check", 8, b"row 2, column 2 is red"), ("hint", 8, b"row 2, column 2")):
        piped(png())
        assert main([command, "-"]) == status
        out, err = capfdbinary.readouterr()
        assert Image.open(io.BytesIO(out)).size == (50, 40)
        assert words in err
        assert err.count(b"\n") == 1


@pytest.mark.parametrize("command", ["check", "hint"])
def test_help_and_debugging(command, shot, shows, cli, tmp_path):
    assert f"picrosser {command}" in cli([command, "--help"]).out
    shows("11", "??", what=UNIQUE)
    cli([command, shot, "--debug", tmp_path / "look"])
    stages = {path.stem.partition("-")[2] for path in (tmp_path / "look").glob("*.json")}
    assert {"mistakes"} | ({"next-steps"} if command == "hint" else set()) <= stages
    for path in (tmp_path / "look").glob("*.json"):
        assert "cannot be shown" not in path.read_text()


@pytest.mark.parametrize("strength", ["--nudge", "--rule"])
def test_mistakes_come_before_hints_and_weak_ones_hide_what_is_right(strength, shot, shows, cli):
    shows("11??", "?1??", "????", "????")
    out, err = cli(["hint", shot], 8)
    assert out.splitlines()[-1] == "row 2, column 2 is red, should be blue"
    assert "paint " not in out
    assert "1 mistake → " in err
    full = np.asarray(Image.open(shot.with_name("shot-hint.png")))
    out, err = cli(["hint", strength, shot], 8)
    assert "row 2, column 2 is red, which is wrong" in out
    assert "blue" not in out + err
    weak = np.asarray(Image.open(shot.with_name("shot-hint.png")))
    assert (full == BLUE).all(axis=2).any()
    assert not (weak == BLUE).all(axis=2).any()
    told = json.loads(cli(["hint", strength, "--json", shot], 8).out)
    assert (told["solution"], told["steps"], told["finished"]) == (None, None, None)
    assert told["mistakes"] == [{"row": 1, "col": 1, "shown": 1, "right": None}]
    assert "blue" not in told["error"]


@pytest.mark.parametrize(("strength", "rule"), [("--nudge", None), ("--rule", "complete")])
def test_json_of_a_weaker_hint_gives_nothing_away(strength, rule, shot, shows, cli):
    shows("11??", "????", "????", "????")
    told = json.loads(cli(["hint", strength, "--json", shot]).out)
    (step,) = told["steps"]
    assert (told["solution"], step["cells"], step["uses"], step["rule"]) == (None, [], [], rule)
