"""`--fix`: hints set by hand on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from canned_readings import DOUBTFUL, HIDDEN, MISREAD, NONE, UNIQUE, png

from picrosser.__main__ import main
from picrosser.cli.options import Options
from picrosser.formats import hungry_cat_toml
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint

PLAYED = Path(__file__).resolve().parents[2] / "fixtures" / "hungry_cat" / "played-10x10-white.png"


def failed_in_one_line(capsys, words: str) -> None:
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("picrosser: ")
    assert err.count("\n") == 1
    assert words in err


@pytest.mark.parametrize("fix", ["r2:1=1", "r2:1=0", "c1:2=1", "r2:2=(2)"])
def test_a_fix_settles_a_doubt(fix, shot, sees, cli):
    sees(DOUBTFUL)
    assert main([str(shot)]) == 5
    out, err = cli([shot, "--fix", fix])
    assert out == ("11\n12\n" if fix == "r2:1=1" else "11\n22\n")
    assert "the only solution" in err


def test_one_hint_cannot_be_set_in_two_ways(shot, sees, capsys):
    sees(DOUBTFUL)
    assert main([str(shot), "--fix", "r2:1=1", "--fix", "r2:1=(2)"]) == 2
    failed_in_one_line(capsys, "--fix sets one hint in two ways: r2:1=1 and r2:1=(2)")
    assert main([str(shot), "--fix", "r2:1=1", "--fix", "r2:1=1", "-q"]) == 0


def test_the_fix_that_is_offered_works(shot, sees, cli):
    sees(DOUBTFUL)
    offered = cli([shot], 5).err.partition("--fix ")[2].split()[0].strip("'")
    assert main([str(shot), "--fix", offered, "-q"]) == 0


def test_several_fixes_are_taken_together(shot, sees, cli):
    sees(NONE)
    assert main([str(shot)]) == 6
    words = ["--fix", "r1:1=(2)", "--fix=r1:2=(2)"]
    assert cli([*words, shot]).out == "1122\n1212\n1122\n1212\n"


def test_read_takes_fixes_too(shot, sees, cli):
    sees(DOUBTFUL)
    cli(["read", shot, "-q"], 5)
    assert hungry_cat_toml.parse(cli(["read", shot, "-q", "--fix", "r2:1=1"]).out).puzzle == UNIQUE.puzzle


def test_a_fix_overrides_what_is_seen(shot, sees, cli):
    sees(MISREAD)
    told = json.loads(cli([shot, "--json", "--fix", "r1:1=(2)"]).out)
    assert told["puzzle"]["rows"][0] == [-2, 1]
    assert told["doubts"] == []


def test_a_wrong_fix_is_no_right_answer(shot, sees, capsys):
    sees(UNIQUE)
    assert main([str(shot), "--fix", "r1:1=1"]) == 5
    failed_in_one_line(capsys, "with --fix 'r1:1=1' the hints contradict each other")


def test_a_hint_may_be_made_unknown_and_is_found_again(shot, sees, cli):
    for what in (UNIQUE, HIDDEN, MISREAD):
        sees(what)
        assert json.loads(cli([shot, "--json", "--force", "--fix", "r1:1=?"]).out)["solution"][0].startswith(
            "11"
        )


@pytest.mark.parametrize("fix", ["", "r1", "r1:1", "r1:1=", "x1:1=1", "r1:1=(1)", "r1:1=-2", "1"])
@pytest.mark.parametrize("command", [[], ["read"]])
def test_a_malformed_fix_is_refused_before_anything_is_read(command, fix, capsys):
    assert main([*command, "missing.png", "--fix", fix]) == 2
    failed_in_one_line(capsys, "--fix")


def test_the_refusal_shows_how_a_fix_looks(capsys):
    assert main(["missing.png", "--fix", "row 3"]) == 2
    failed_in_one_line(capsys, "r3:2=5")


@pytest.mark.parametrize(
    ("fix", "words"),
    [
        ("r3:1=1", "there is no hint at row 3, colour 1; the board has 2 rows, 2 columns and 2 colours"),
        ("c3:1=1", "column 3"), ("r1:3=1", "colour 3"), ("r1:1=3", "the row has 2 cells"),
    ]
)  # fmt: skip
def test_a_fix_for_another_board_is_refused(fix, words, shot, sees, capsys):
    sees(UNIQUE)
    assert main([str(shot), "--fix", fix]) == 2
    failed_in_one_line(capsys, words)
    assert not shot.with_name("shot-solved.png").exists()


def test_fixes_are_for_one_screenshot(shot, tmp_path, capsys):
    other = tmp_path / "other.png"
    other.write_bytes(png())
    assert main([str(shot), str(other), "--fix", "r1:1=1"]) == 2
    failed_in_one_line(capsys, "--fix is for one screenshot")


def test_fixes_reach_the_options_as_places_and_hints(monkeypatch):
    seen: list[Options] = []
    monkeypatch.setattr("picrosser.cli.commands.solve.solve", lambda options: seen.append(options) or 0)
    assert main(["a.png", "--fix", "r3:2=5", "--fix", "c10:1=(4)", "--fix", "r7:3=?"]) == 0
    assert seen[0].fixes == (
        (HintPlace("row", 2, 1), CountHint(5)),
        (HintPlace("column", 9, 0), CountHint(4, True)),
        (HintPlace("row", 6, 2), CountHint(None, None)),
    )


def test_a_board_with_a_fix_is_still_compared_with_its_solution(tmp_path, cli):
    words = ["check", str(PLAYED), "--fix", "r1:2=(10)", "-o", str(tmp_path / "check.png")]
    assert cli(words, 8).out.startswith("40 of 100 cells are painted, 38 right, 2 wrong:")


FIXTURES = PLAYED.parents[1]
SHOTS = {
    "hungry cat": str(FIXTURES / "hungry_cat" / "drawn-5x5-white.png"),
    "nonogram": str(FIXTURES / "nonograms" / "drawn-tiles.png"),
}


@pytest.mark.parametrize(
    ("shot_of", "fix", "status", "words"),
    [
        ("hungry cat", "r2=3 2", 2, "this is a Hungry Cat board, and --fix 'r2=3 2' is a nonogram's line; "),
        (
            "nonogram",
            "r2:1=3",
            2,
            "this is a nonogram, and --fix 'r2:1=3' is a hint of Hungry Cat; give the ",
        ),
        ("hungry cat", "r2:1=5", 5, "with --fix 'r2:1=5' the hints contradict each other; without it "),
        ("nonogram", "r2=5", 5, "with --fix 'r2=5' the hints contradict each other; without it there is one"),
    ],
)
def test_a_fix_that_cannot_be_right_is_blamed(shot_of, fix, status, words, capsys):
    assert main(["read", "--fix", fix, SHOTS[shot_of]]) == status
    failed_in_one_line(capsys, words)


def test_a_fix_of_the_other_form_is_still_one_of_the_stated_kind(capsys):
    """Who states the kind is told that it has no such hint, not that the picture shows another one."""
    assert main(["read", "--kind", "nonogram", "--fix", "r2:1=3", SHOTS["nonogram"]]) == 2
    failed_in_one_line(capsys, "a nonogram board has no such hint")


def test_what_is_in_doubt_is_marked_in_the_file_that_read_writes(shot, sees, capsys, cli):
    sees(DOUBTFUL)
    out, err = cli(["read", shot], 5)
    doubted = [line for line in out.splitlines() if "# IN DOUBT: " in line]
    assert doubted
    assert all(line.split()[0].startswith("[") for line in doubted)
    assert "in the puzzle file, whose doubtful lines are marked" in err
    file = shot.with_name("read.toml")
    file.write_text(out, encoding="utf-8")
    main(["solve", str(file)])
    assert f"{file}: some lines are marked as in doubt; check them" in capsys.readouterr().err
    sees(UNIQUE)
    assert "#" not in cli(["read", "-q", shot]).out


def test_solve_takes_fixes_for_screenshots_and_refuses_them_for_files(shot, sees, capsys):
    sees(DOUBTFUL)
    assert main(["solve", str(shot), "--fix", "r2:1=1", "-q"]) == 0
    file = shot.with_name("house.toml")
    file.write_text(hungry_cat_toml.write(PuzzleFile(UNIQUE.puzzle)), encoding="utf-8")
    assert main(["solve", str(file), "--fix", "r2:1=1"]) == 2
    failed_in_one_line(capsys, "--fix is for screenshots")
