"""Replaying a folder: what hangs, dies or goes wrong is told, and stops nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from measuring.replay import FILE, OUTPUT, append_result, different_files, load_results, replay
from measuring.replay_summary import Limits, defects, summary

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "replay_corpus.py"
LIMITS = Limits(slow_s=100, large_mb=400)

VICTIM = """
import os, sys, time, warnings

def main(arguments):
    path = arguments[-1]
    with open(path) as file:
        what = file.read()
    if what == "hang":
        time.sleep(600)
    if what == "die":
        os._exit(9)
    if what == "raise":
        raise RuntimeError("nobody caught this")
    if what == "large":
        bytearray(500_000_000)
    if what == "too large":
        bytearray(5_000_000_000)
    if what == "warn":
        warnings.warn("look here", stacklevel=1)
        os.write(2, b"and a C library prints this\\n")
    if what == "internal":
        try:
            [][1]
        except IndexError:
            import traceback
            traceback.print_exc()
        print("picrosser: internal error", file=sys.stderr)
        return 70
    open(arguments[0], "x").close()
    print("picrosser: refused", file=sys.stderr)
    return 0 if what == "solve" else 4
"""


@pytest.fixture
def victim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "replay_victim.py").write_text(VICTIM)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return "replay_victim:main"


def replayed(victim: str, folder: Path, *contents: str, wall_s: float = 60):
    folder.mkdir()
    for number, content in enumerate(contents):
        (folder / f"{number:02}").write_text(content)
    paths = different_files([folder])
    results = replay(paths, f"{OUTPUT}.png {FILE}", jobs=1, memory_mb=2000, wall_s=wall_s, entry=victim)
    return sorted(results, key=lambda one: one.file)


def test_every_way_to_fail_is_told_and_the_next_file_gets_a_new_worker(victim: str, tmp_path: Path):
    ways = ("die", "fine", "raise", "internal", "warn", "large", "too large", "solve")
    results = replayed(victim, tmp_path / "files", *ways)
    ended = {way: (one.exit, one.ended) for way, one in zip(ways, results, strict=True)}
    assert ended == {
        "die": (None, "died"),
        "fine": (4, "returned"),
        "raise": (None, "raised"),
        "internal": (70, "returned"),
        "warn": (4, "returned"),
        "large": (4, "returned"),
        "too large": (None, "raised"),
        "solve": (0, "returned"),
    }
    found = defects(results, LIMITS, no_puzzles=True)
    assert {name: [ways[int(Path(one.file).name)] for one in ones] for name, ones in found.items()} == {
        "killed at the wall time, or died": ["die"],
        "an exception left the command line": ["raise", "too large"],
        "exit 70": ["internal"],
        "over 400 MB": ["large"],
        "more than one line on stderr": ["warn"],
        "exit 0 without a puzzle": ["solve"],
    }
    assert "exit 0 without a puzzle" not in defects(results, LIMITS, no_puzzles=False)
    text = summary(results, LIMITS, no_puzzles=True)
    assert "IndexError: list index out of range" in text
    assert "and a C library prints this" in text
    assert results[6].traceback.endswith("MemoryError")


def test_a_large_file_does_not_count_in_the_peak_of_the_next(victim: str, tmp_path: Path):
    large, small = replayed(victim, tmp_path / "files", "large", "fine")
    assert large.peak_mb > 500
    assert small.peak_mb < 100


def test_what_hangs_is_killed(victim: str, tmp_path: Path):
    hanging, fine = replayed(victim, tmp_path / "files", "hang", "fine", wall_s=3)
    assert (hanging.exit, hanging.ended, hanging.cpu_s) == (None, "killed", None)
    assert fine.exit == 4


def test_results_are_kept_and_a_line_that_was_cut_off_is_not(victim: str, tmp_path: Path):
    results = replayed(victim, tmp_path / "files", "one", "two")
    path = tmp_path / "results.jsonl"
    assert load_results(path) == []
    with path.open("a") as file:
        for result in results:
            append_result(file, result)
        file.write('{"file": "thr')
    assert load_results(path) == results
    assert path.read_text().count("\n") == 2
    assert path.read_text().endswith("}\n")


def test_each_content_runs_once(tmp_path: Path):
    (tmp_path / "below").mkdir()
    for name, content in (("a.png", "1"), ("below/b.png", "1"), ("below/c.PNG", "2"), ("d.txt", "3")):
        (tmp_path / name).write_text(content)
    names = [path.name for path in different_files([tmp_path], frozenset({".png"}))]
    assert names == ["a.png", "c.PNG"]
    assert [path.name for path in different_files([tmp_path / "d.txt"])] == ["d.txt"]


def test_the_run_as_a_program_goes_on_where_it_was(tmp_path: Path):
    folder, out = tmp_path / "files", tmp_path / "results.jsonl"
    folder.mkdir()
    (folder / "text.png").write_text("no picture")
    (folder / "puzzle.png").write_bytes((ROOT / "fixtures/hungry_cat/drawn-5x5-white.png").read_bytes())
    run = [sys.executable, SCRIPT, folder, "--out", out, "--jobs", "1"]
    environment = {"PYTHONPATH": str(ROOT)}
    first = subprocess.run(run, capture_output=True, text=True, check=False, env=environment)
    assert (first.returncode, first.stderr) == (0, "")
    assert [line.split()[:2] for line in first.stdout.splitlines()[1:4]] == [
        ["0", "1"],
        ["3", "1"],
        ["all", "2"],
    ]
    assert sorted(path.name for path in folder.iterdir()) == ["puzzle.png", "text.png"]
    kept = out.read_text()
    again = subprocess.run(
        [*run, "--no-puzzles"], capture_output=True, text=True, check=False, env=environment
    )
    assert out.read_text() == kept
    assert again.returncode == 1
    assert "1 x exit 0 without a puzzle" in again.stdout
