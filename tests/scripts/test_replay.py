"""Replaying a folder: what hangs, dies or goes wrong is told, and stops nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from replay import FILE, OUTPUT, Limits, Replayed, defects, different_files, replay, summary

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "replay.py"
LIMITS = Limits(wall_s=5, memory_mb=2000, slow_s=100, large_mb=400)

VICTIM = """
import os, sys, time, warnings

def main(arguments):
    path = arguments[-1]
    with open(path) as file:
        what = file.read()
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

sys.exit(main(sys.argv[1:]))
"""


def replayed(folder: Path, *contents: str) -> list[Replayed]:
    victim = folder.parent / "victim.py"
    victim.write_text(VICTIM)
    folder.mkdir()
    for number, content in enumerate(contents):
        (folder / f"{number:02}").write_text(content)
    program = (sys.executable, str(victim))
    return [replay(path, f"{OUTPUT}.png {FILE}", LIMITS, program) for path in different_files([folder])]


def test_every_way_to_fail_is_told(tmp_path: Path):
    ways = ("die", "hang", "fine", "raise", "internal", "warn", "large", "too large", "solve")
    results = replayed(tmp_path / "files", *ways)
    assert [one.exit for one in results] == [-9, None, 4, 1, 70, 4, 4, 1, 0]
    found = defects(results, LIMITS, no_puzzles=True)
    # Until it runs its program, a process counts the memory of the one that started it.
    assert "large" in [ways[int(Path(one.file).name)] for one in found.pop("over 400 MB")]
    assert {name: [ways[int(Path(one.file).name)] for one in ones] for name, ones in found.items()} == {
        "killed at the wall time, or died": ["die", "hang"],
        "a traceback, though the exit status is not 70": ["raise", "too large"],
        "exit 70": ["internal"],
        "more than one line on stderr": ["warn"],
        "exit 0 without a puzzle": ["solve"],
    }
    assert "exit 0 without a puzzle" not in defects(results, LIMITS, no_puzzles=False)
    text = summary(results, LIMITS, no_puzzles=True)
    assert "IndexError: list index out of range" in text
    assert "and a C library prints this" in text
    assert results[7].traceback.endswith("MemoryError")


def test_the_run_as_a_program_goes_on_where_it_was(tmp_path: Path):
    folder, out = tmp_path / "files", tmp_path / "results.jsonl"
    folder.mkdir()
    (folder / "text.png").write_text("no picture")
    (folder / "puzzle.png").write_bytes((ROOT / "fixtures/hungry_cat/drawn-5x5-white.png").read_bytes())
    run = [sys.executable, SCRIPT, folder, "--out", out, "--jobs", "1"]
    environment = {"PYTHONPATH": str(ROOT)}
    first = subprocess.run(run, capture_output=True, text=True, check=False, env=environment)
    assert (first.returncode, first.stderr) == (0, "")
    rows = [line.split()[:2] for line in first.stdout.splitlines()[1:4]]
    assert rows == [["0", "1"], ["3", "1"], ["all", "2"]]
    assert sorted(path.name for path in folder.iterdir()) == ["puzzle.png", "text.png"]
    kept = out.read_text()
    out.write_text(f'{kept}{{"file": "thr')  # a line that was cut off
    again = subprocess.run(
        [*run, "--no-puzzles"], capture_output=True, text=True, check=False, env=environment
    )
    assert out.read_text() == kept
    assert again.returncode == 1
    assert "1 x exit 0 without a puzzle" in again.stdout
