"""Scoring: the sets of pictures, what is stored and told of them, and what two runs differ in."""

import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from own_process import FIXTURES
from PIL import Image
from sweeps import sweep

import score as script
from drawn.glyphs import find_font
from drawn.nonograms.looks import LOOKS
from picrosser.errors import HintsUnreadableError
from picrosser.looks.solve import solve_screenshot
from scoring import house
from scoring.cases import Case, Pictured, Wanted, cases_of, folder_cases, half_of
from scoring.judging import NO_PUZZLE, Verdict, inks_off
from scoring.results import Scored, difference, load_results, result_line, score

SLOW = (
    "drawn-card.png", "drawn-20x20-rose.png", "drawn-15x15-sand.png", "drawn-10x15-slate.png",
    "drawn-10x10-night.png", "drawn-tiles.png",
)  # fmt: skip
CASES = [
    pytest.param(case, id=case.name, marks=pytest.mark.slow if case.name.endswith(SLOW) else ())
    for case in folder_cases("fixtures", FIXTURES)
]
CONFETTI = FIXTURES / "nonograms" / "drawn-confetti.png"
# Levels in each channel; a nonogram's digits are thin, and those of a picture at half its size are paler.
INKS_OFF = {"hungry-cat": 8, "nonogram": 40}
# Read quickly, and solved as staircases if their cells and numbers were not weighed.
STAIRCASES = ["times-table 7", "heat-map 3"]


def refusing(_image: object, **_options: object) -> Any:
    raise HintsUnreadableError("row 3 is blurred")


def crashing(_image: object, **_options: object) -> Any:
    raise ZeroDivisionError("by nothing")


def answering(_image: object, **_options: object) -> Any:
    return solve_screenshot(CONFETTI)


# ---- The sets


@pytest.mark.parametrize("fixture", CASES)
def test_every_fixture_is_read_exactly(fixture):
    solved: list[Any] = []

    def attempt(*args: Any, **options: Any) -> Any:
        solved.append(solve_screenshot(*args, **options))
        return solved[-1]

    scored = score(fixture, attempt=attempt)
    assert scored.verdict is Verdict.EXACT, scored.words
    truth = fixture.make().truth
    if solved[0].kind != "katamino":
        assert inks_off(solved[0].puzzle, truth) <= INKS_OFF[solved[0].kind]


@pytest.mark.parametrize("look", sweep([look.name for look in LOOKS], quick=["paper"]))
def test_a_drawn_nonogram_of_each_look_is_exact_or_refused(look):
    scored = score(cases_of("nonograms", Wanted(1, 11, look))[0])
    assert scored.verdict not in (Verdict.WRONG, Verdict.CRASH), scored.words


@pytest.mark.parametrize("name", sweep(STAIRCASES, quick=STAIRCASES[:1]))
def test_no_table_is_solved(name):
    family, seed = name.split()
    (case,) = cases_of("nonpuzzles", Wanted(1, int(seed), family))
    assert case.name == name
    scored = score(case)
    assert scored.verdict is Verdict.REFUSED, scored.words
    if scored.answer:  # else no board was read at all, which is as good
        assert "number them" in scored.words


# ---- What is told and stored


@pytest.mark.parametrize(
    ("attempt", "truth", "verdict", "code", "kept"),
    [
        (answering, json.loads(CONFETTI.with_suffix(".json").read_text()), Verdict.EXACT, 0, False),
        (answering, NO_PUZZLE, Verdict.WRONG, 0, True),
        (answering, None, Verdict.UNJUDGED, 0, True),
        (refusing, {"kind": "nonogram", "rows": [[1]], "cols": [[1]]}, Verdict.REFUSED, 5, True),
        (refusing, NO_PUZZLE, Verdict.REFUSED, 5, False),
        (crashing, NO_PUZZLE, Verdict.CRASH, 70, True),
    ],
)
def test_every_end_is_a_score_and_what_is_not_right_is_kept(attempt, truth, verdict, code, kept, tmp_path):
    case = Case("made", "one", lambda: Pictured(Image.new("RGB", (9, 9)), truth, {"look": "plain"}))
    scored = score(case, attempt=attempt, keep=tmp_path)
    assert (scored.verdict, scored.exit) == (verdict, code)
    assert scored.words
    assert bool(scored.answer) is (attempt is answering)
    endings = {path.name.removeprefix("made-one") for path in tmp_path.iterdir()}
    assert endings == ({".png", ".json"} if kept and truth else {".png"} if kept else set())
    if kept and truth:
        (again,) = folder_cases("kept", tmp_path)
        assert again.make().truth == {"kind": "nonogram", **truth}


def test_two_runs_are_compared_picture_by_picture(tmp_path):
    one = Scored("set", "one", Verdict.EXACT, {"look": "x"}, "nonogram", 0, "solved", "abc", 1.25)
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"

    def written(path: Path, *scores: Scored) -> None:
        path.write_text("".join(result_line(scored) + "\n" for scored in scores))

    other = replace(one, name="other", answer="abc")
    written(before, one, other, replace(one, name="only before"))
    assert load_results(before)["set", "one"] == one
    written(after, one, replace(other, answer="def"))
    assert difference(before, after)[1] is False
    text, is_worse = difference(before, after, answers=True)
    assert (text.splitlines()[0], is_worse) == ("set other: another answer (0 -> 0): solved", True)
    written(after, replace(one, verdict=Verdict.REFUSED, words="a blur"), other)
    text, is_worse = difference(before, after)
    assert (text.splitlines()[0], is_worse) == ("set one: exact -> refused: a blur", True)
    assert difference(after, before)[1] is False
    rows = [line.split() for line in text.splitlines()[2:]]
    assert [row[:4] for row in rows] == [["set,", "before", "2", "2"], ["set,", "after", "2", "1"]]


def test_the_script_stores_results_and_fails_if_anything_is_silently_wrong(tmp_path, monkeypatch, capsys):
    shots, out = tmp_path / "shots", tmp_path / "out.jsonl"
    shots.mkdir()
    truth = shots / "one.json"
    shutil.copy(CONFETTI, shots / "one.png")
    shutil.copy(CONFETTI.with_suffix(".json"), truth)
    words = [str(shots), "--jobs", "1", "--damages", "plain,warm", "--out", str(out)]
    assert script.main(words) == 0
    assert [found.verdict for found in load_results(out).values()] == [Verdict.EXACT] * 2
    assert script.main(["diff", str(out), str(out)]) == 0
    stated = json.loads(truth.read_text())
    truth.write_text(json.dumps({**stated, "rows": stated["rows"][::-1]}))
    assert script.main([*words, "--match", "one.png", "--every", "2"]) == 1
    assert "SILENTLY WRONG (0): shots: one.png: " in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["score.py", "nothing"])
    with pytest.raises(SystemExit, match="2"):
        script.main()


def test_the_house_is_measured(tmp_path):
    measured = "# Digits differ by 0.01.\nABOVE = 0.02\nBESIDE = 3  # of 7\nBELOW = (1, 2)\n'''Of 9.'''\n"
    files = {
        "picrosser/one.py": "from picrosser.rooms import two\nimport picrosser.alone\n",
        "picrosser/alone.py": "WORDS = 'none'\n",
        "picrosser/rooms/two.py": "def late():\n    from picrosser.one import three\n",
        "picrosser/looks/constants.py": f"{measured}A, B = 1, -2\ndef f():\n    INNER = 5\n",
    }
    for name, text in files.items():
        (place := tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    told = house.house(tmp_path).splitlines()
    assert "files at the package's root: 2: alone.py, one.py" in told
    assert {"  picrosser.alone <- picrosser.one", "  picrosser.one -> picrosser.rooms.two"} <= {*told}
    assert told[-1].split() == ["all", "5", "3", "2"]


def test_all_pictures_of_a_program_are_in_one_half(tmp_path):
    names = [f"{at}.png" for at in range(40)]
    sources = [f"someone/program-{at // 2}: {at}.png" for at in range(40)]
    rows = ["file\tsource", *map("\t".join, zip(names, sources, strict=True))]
    (tmp_path / "INDEX.tsv").write_text("\n".join(rows))
    halves = [half_of(tmp_path / name) for name in names]
    assert halves[::2] == halves[1::2]
    assert set(halves) == {"build", "test"}


def test_a_board_is_drawn_in_the_digits_of_a_font(tmp_path, capsys):
    with pytest.raises(SystemExit):
        script.main(["typefaces", "--fonts", str(tmp_path)])
    assert "holds no fonts" in capsys.readouterr().err
    face = find_font("source-serif")
    if face is None or face.path is None:
        pytest.skip("the font is not installed")
    file = tmp_path / "lora" / "files" / "lora-latin-400-normal.woff"
    file.parent.mkdir(parents=True)
    shutil.copy(face.path, file)
    words = ["typefaces", "--fonts", str(tmp_path), "--match", " 18 ", "--groups", "--jobs", "1"]
    assert script.main(words) == 0
    lines = [" ".join(line.split()[:3]) for line in capsys.readouterr().out.splitlines()]
    told = [line for line in lines if line.startswith(("typefaces ", "hard", "smooth"))]
    assert told == ["typefaces 2 2", "hard 1 1", "smooth 1 1"]
