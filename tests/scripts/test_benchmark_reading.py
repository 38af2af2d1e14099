"""The script that measures the cost of reading: what it counts, where it stops, and a run of it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from shutil import copy
from time import process_time

import pytest
from PIL import Image

from measuring.cpu_time import CpuLimitReachedError, best_cpu_seconds, cpu_limit
from measuring.reading_cost import ReadingCost, cost_line, cost_table, measure_reading
from picrosser.errors import HintsUnreadableError
from picrosser.imaging.pixels import Lattice
from picrosser.pipelines.nonogram_solved import NonogramRead, NonogramSolved
from picrosser.puzzles.nonogram import Nonogram, Run
from picrosser.solving.solve import solve

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "benchmark_reading.py"
FIXTURE = ROOT / "fixtures" / "nonograms" / "drawn-tiles.png"
ONE = Nonogram(((Run(1),),), ((Run(1),),))
SPENT_S = 0.1


def spend(seconds):
    end = process_time() + seconds
    while process_time() < end:
        pass


def solving(image):
    spend(SPENT_S)
    return NonogramSolved(image, NonogramRead(Lattice((0, 1), (0, 1)), ONE, ()), solve(ONE), None, (), {})


def refusing(_image, **_options):
    raise HintsUnreadableError("row 3 is blurred")


def crashing(_image, **_options):
    raise ZeroDivisionError("by nothing")


def endless(_image, **_options):
    while True:
        try:
            spend(SPENT_S)
        except Exception:  # noqa: BLE001  (as the measured code might)
            continue


def test_the_work_is_stopped_after_its_time_and_only_then():
    started = process_time()
    with pytest.raises(CpuLimitReachedError), cpu_limit(SPENT_S):
        spend(50 * SPENT_S)  # a busy machine's timer may be late: how late decides nothing
    assert process_time() - started > SPENT_S / 2
    with cpu_limit(SPENT_S):
        pass
    spend(2 * SPENT_S)  # no interruption is left over


def test_the_quickest_run_counts():
    lengths = [3 * SPENT_S, 0, 2 * SPENT_S]
    seconds, left = best_cpu_seconds(lambda: spend(lengths.pop()) or len(lengths), 3)
    assert seconds < SPENT_S
    assert left == 0


@pytest.mark.parametrize(
    ("attempt", "outcome", "words"),
    [
        (solving, "read", "the only solution"),
        (refusing, "refused", "row 3 is blurred"),
        (crashing, "refused", "ZeroDivisionError"),
        (endless, "stopped", "not ended"),
    ],
)
def test_every_outcome_has_its_cost(attempt, outcome, words):
    with Image.open(FIXTURE) as image:
        width, height = image.size
    cost = measure_reading(FIXTURE, 2 * SPENT_S, attempt)
    assert (cost.outcome, words in cost.line) == (outcome, True)
    assert cost.pixels == width * height
    assert 0 < cost.decoding < 2 * SPENT_S
    if attempt in (solving, endless):
        assert SPENT_S <= cost.reading < 20 * SPENT_S


def test_what_is_no_picture_has_no_cost(tmp_path):
    (tmp_path / "broken.png").write_bytes(b"no picture")
    assert measure_reading(tmp_path / "broken.png", 1.0, solving) is None


def test_the_table_parts_sizes_and_outcomes():
    phone, photo = 1080 * 2400, 4032 * 3024
    costs = [
        *(ReadingCost(Path("a.png"), phone, 0.1, 0.1 * times, "read", "") for times in range(1, 12)),
        ReadingCost(Path("b.png"), phone, 0.1, 5.0, "refused", ""),
        ReadingCost(Path("c.png"), photo, 0.5, 4.0, "stopped", "too long"),
    ]
    lines = (re.split(r" {2,}", line) for line in cost_table(costs).splitlines())
    rows = {name: figures for name, *figures in lines}
    assert rows["up to 2.6 MP, read"] == ["11", "6.0", "10.0", "11.0", "0.60", "1.00", "1.10", "0.100"]
    assert rows["up to 2.6 MP, refused"][:2] == ["1", "50.0"]
    assert rows["up to 12 MP, stopped"] == ["1", "8.0", "8.0", "8.0", "4.00", "4.00", "4.00", "0.500"]
    assert rows["all"][0] == "13"
    assert "up to 2.6 MP, stopped" not in rows
    assert " ".join(cost_line(costs[-1]).split()) == "8.0 times 4.00 s 12.2 MP stopped c.png: too long"


@pytest.mark.slow
def test_the_run_as_a_program(tmp_path):
    below = tmp_path / "app" / "screens"
    below.mkdir(parents=True)
    copy(FIXTURE, below / "tiles.png")
    (tmp_path / "broken.png").write_bytes(b"no picture")
    done = subprocess.run(
        [sys.executable, SCRIPT, tmp_path, "-v"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, f"no picture: {tmp_path / 'broken.png'}\n")
    assert "tiles.png: 5 x 5 nonogram" in done.stdout
    assert done.stdout.splitlines()[2].split()[:5] == ["up", "to", "2.6", "MP,", "read"]
    empty = [sys.executable, SCRIPT, below / "nothing"]
    assert subprocess.run(empty, capture_output=True, check=False).returncode == 2
