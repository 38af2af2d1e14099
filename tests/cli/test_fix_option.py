"""`--fix`: hints set by hand on the command line."""

import json
import shlex

import pytest
from canned_readings import DOUBTFUL, HIDDEN, MISREAD, NONE, UNIQUE
from own_process import PLAYED, TILES, WHITE


@pytest.mark.parametrize(
    ("what", "unfixed", "fixes", "solution"),
    [
        (DOUBTFUL, 5, "r2:1=1", "11 12"),
        *((DOUBTFUL, 5, fix, "11 22") for fix in ("r2:1=0", "c1:2=1", "r2:2=(2)")),
        (NONE, 6, "r1:1=(2) r1:2=(2)", "1122 1212 1122 1212"),
        (UNIQUE, 0, "r1:1=?", "11 12"),  # made unknown, and found again
        (HIDDEN, 0, "r1:1=?", "11 12"),
        (MISREAD, 0, "r1:1=?", "112 122 111"),
    ],
)
def test_hints_are_taken_from_fixes(what, unfixed, fixes, solution, shot, sees, cli):
    sees(what)
    cli([shot], unfixed)
    out, err = cli([shot, "--force", *(f"--fix={fix}" for fix in fixes.split())])
    assert out.split() == solution.split()
    assert "the only solution" in err


def test_a_fix_overrides_what_is_seen(shot, sees, cli):
    sees(MISREAD)
    told = json.loads(cli([shot, "--json", "--fix", "r1:1=(2)"]).out)
    assert told["puzzle"]["rows"][0] == [-2, 1]
    assert told["doubts"] == []


def test_a_board_with_a_fix_is_still_compared_with_its_solution(tmp_path, cli):
    words = ["check", str(PLAYED), "--fix", "r1:2=(10)", "-o", str(tmp_path / "check.png")]
    assert cli(words, 8).out.startswith("40 of 100 cells are painted, 38 right, 2 wrong:")


OTHER_BOARD = "there is no hint at row 3, colour 1; the board has 2 rows, 2 columns and 2 colours"


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        ("UNIQUE --fix r1:1=1", 5, "with --fix 'r1:1=1' the hints contradict each other"),
        ("UNIQUE --fix r3:1=1", 2, OTHER_BOARD),
        ("UNIQUE --fix c3:1=1", 2, "column 3"),
        ("UNIQUE --fix r1:3=1", 2, "colour 3"),
        ("UNIQUE --fix r1:1=3", 2, "the row has 2 cells"),
        ("read CAT --fix 'r2=3 2'", 2, "a Hungry Cat board, and --fix 'r2=3 2' is a nonogram's line; "),
        ("read CAT --fix r2:1=5", 5, "with --fix 'r2:1=5' the hints contradict each other; without it "),
        ("read NONOGRAM --fix r2:1=3", 2, "a nonogram, and --fix 'r2:1=3' is a hint of Hungry Cat; give"),
        ("read NONOGRAM --fix r2=5", 5, "with --fix 'r2=5' the hints contradict each other; without it"),
        # Who states the kind is told that it has no such hint, not that the picture shows another one.
        ("read NONOGRAM --kind nonogram --fix r2:1=3", 2, "a nonogram board has no such hint"),
    ],
)  # fmt: skip
def test_a_fix_that_cannot_be_right_is_blamed(words, status, says, shot, sees, cli):
    if "UNIQUE" in words:
        sees(UNIQUE)
    places = {"UNIQUE": shot, "CAT": WHITE, "NONOGRAM": TILES}
    out, err = cli([places.get(word, word) for word in shlex.split(words)], status)
    assert (out, err.count("\n")) == ("", 1)
    assert says in err
    assert not shot.with_name("shot-solved.png").exists()


def test_what_is_in_doubt_is_marked_in_the_file_that_read_writes(shot, sees, cli):
    sees(DOUBTFUL)
    out, err = cli(["read", shot], 5)
    doubted = [line for line in out.splitlines() if "# IN DOUBT: " in line]
    assert doubted
    assert all(line.split()[0].startswith("[") for line in doubted)
    assert "in the puzzle file, whose doubtful lines are marked" in err
    file = shot.with_name("read.toml")
    file.write_text(out, encoding="utf-8")
    cli(["solve", file], 7, f"{file}: some lines are marked as in doubt; check them")
    sees(UNIQUE)
    assert "#" not in cli(["read", "-q", shot]).out


def test_json_lists_what_was_repaired(shot, sees, cli):
    sees(HIDDEN)
    for words in (["--json", str(shot)], ["read", "--json", str(shot)]):
        told = json.loads(cli(words).out)
        assert told["changes"] == [
            {
                "axis": "row", "line": 0, "slot": 0, "looked": {"count": None, "circled": None},
                "now": {"count": 2, "circled": True}, "reason": "hidden",
                "why": "row 1, colour 1 is hidden and must be (2)",
            }
        ]  # fmt: skip
        assert (told["doubts"], told["puzzle"]["rows"]) == ([], [[-2, 0], [1, 1]])
