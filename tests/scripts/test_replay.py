"""Replaying a folder: what hangs, dies or goes wrong is told, and stops nothing else. And benchmarks."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from own_process import ROOT, WHITE

import bench
from benching.many import differs
from replay import Limits, defects_of, different_files, replay, summary

LIMITS = Limits(wall_s=3, memory_mb=2000, slow_s=100, large_mb=400)

VICTIM = """
import os, sys, time, warnings

what = open(sys.argv[-1]).read()
if what == "hang":
    time.sleep(600)
if what == "die":
    os.kill(os.getpid(), 9)
if what == "raise":
    raise RuntimeError("nobody caught this")
if what == "large":
    bytearray(500_000_000)
if what == "too large":
    bytearray(5_000_000_000)
if what == "warn":
    warnings.warn("look here", stacklevel=1)
if what == "internal":
    print("Traceback (most recent call last):", "IndexError", sep="\\n", file=sys.stderr)
    sys.exit(70)
open(sys.argv[2], "x").close()
print("picrosser: refused", file=sys.stderr)
sys.exit(0 if what == "solve" else 4)
"""


@pytest.mark.slow
def test_every_way_to_fail_is_told(tmp_path):
    victim, folder = tmp_path / "victim.py", tmp_path / "files"
    victim.write_text(VICTIM)
    folder.mkdir()
    ways = {
        "die": (-9, {"killed at the wall time, or died"}),
        "hang": (-9, {"killed at the wall time, or died"}),
        "fine": (4, set()),
        "raise": (1, {"a traceback, though the exit status is not 70"}),
        "internal": (70, {"exit 70"}),
        "warn": (4, {"more than one line on stderr"}),
        "large": (4, {"over 400 MB"}),
        "too large": (1, {"a traceback, though the exit status is not 70"}),
        "solve": (0, {"exit 0 without a puzzle"}),
    }
    for name in (*ways, "fine"):
        (folder / f"{name} once").write_text(name)
    (folder / "fine again").write_text("fine")
    results = [replay(path, LIMITS, (sys.executable, str(victim))) for path in different_files([folder])]
    assert len(results) == len(ways)  # the same content once
    for one in results:
        code, found = ways[Path(one.file).read_text()]
        # Until it runs its program, a process counts the memory of the one that started it.
        assert {*defects_of(one, LIMITS, no_puzzles=True)} - {"over 400 MB"} == found - {"over 400 MB"}
        assert one.exit == code
        assert one.peak_mb > 400 or "over 400 MB" not in found
    text, has_defects = summary(results, LIMITS, no_puzzles=True)
    assert has_defects
    assert f"{folder}/raise once: a traceback, though the exit status is not 70: RuntimeError: nobody" in text
    fine = [one for one in results if "fine" in one.file]
    assert summary(fine, Limits(), no_puzzles=True)[1] is False


def test_the_script_replays_with_picrosser(tmp_path):
    folder, out = tmp_path / "files", tmp_path / "results.jsonl"
    folder.mkdir()
    (folder / "text.png").write_text("no picture")
    (folder / "puzzle.png").write_bytes(WHITE.read_bytes())
    run = [sys.executable, ROOT / "scripts" / "replay.py", folder, "--out", out, "--jobs", "1"]
    for more, status in (([], 0), (["--no-puzzles"], 1)):
        done = subprocess.run(
            [*run, *more], capture_output=True, text=True, check=False, env={"PYTHONPATH": str(ROOT)}
        )
        assert (done.returncode, done.stderr) == (status, "")
        assert [line.split()[:2] for line in done.stdout.splitlines()[1:3]] == [["0", "1"], ["3", "1"]]
        assert ("exit 0 without a puzzle" in done.stdout) is bool(more)
    assert [json.loads(line)["exit"] for line in out.read_text().splitlines()] == [0, 3]
    assert {path.name for path in folder.iterdir()} == {"puzzle.png", "text.png"}


# ---- Benchmarks: that each can be asked for, and that other answers are told


@pytest.mark.parametrize("name", bench.COMMANDS)
def test_every_benchmark_explains_itself(name, capsys):
    with pytest.raises(SystemExit, match="0"):
        bench.main([name, "--help"])
    assert "--" in capsys.readouterr().out


def test_answers_that_differ_are_told(tmp_path):
    for folder in ("out", "expected"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "one.png").write_text("same")
    assert not differs(tmp_path / "out", tmp_path / "expected")
    (tmp_path / "out" / "one.png").write_text("other")
    assert differs(tmp_path / "out", tmp_path / "expected")
