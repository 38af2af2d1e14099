"""The accuracy run: what it does to pictures, how it counts, and that its claims are checked."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sweeps import sweep

from accuracy import score_mixed
from measuring.experiments import LOOK_ALIKES, misread, ordeals, score_hidden, score_misread
from measuring.mixed import (
    EVERY_KIND,
    FAMILIES,
    MixedSource,
    in_turn,
    is_cut,
    kinds_named,
    kinds_table,
    mixed_sources,
)
from measuring.reliability import binned, decisions_of
from measuring.score import Verdict
from measuring.shots import PLAIN, DrawnSource, as_rgb
from picrosser.reading.hungry_cat.read import read_screenshot

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "accuracy.py"
FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "hungry_cat" / "drawn-5x5-white.png"


def test_half_are_plain_and_every_kind_has_its_turn():
    kinds = [in_turn(number) for number in range(1000)]
    assert kinds.count(PLAIN) == 500
    assert set(kinds) == set(EVERY_KIND)
    shares = [sum(kind in members for kind in kinds) for members in FAMILIES.values()]
    assert max(shares) - min(shares) <= 1


def test_kinds_are_named_singly_or_by_family():
    assert kinds_named("filled, turn+1") == ("filled", "turn+1")
    assert kinds_named("cut") == FAMILIES["cut"]
    with pytest.raises(ValueError, match="no kind is called 'upside-down'"):
        kinds_named("upside-down")


@pytest.mark.parametrize(
    "kind", sweep(["filled", "symbols", "hidden-2", "cut-right-half", "turn+1"], quick=["turn+1"])
)
def test_a_picture_is_the_same_every_time_and_changed(kind):
    source = MixedSource(DrawnSource(3, 4), kind)
    shot = source.shot()
    assert shot.image.tobytes() == source.shot().image.tobytes()
    assert shot.image.tobytes() != source.drawn.shot().image.tobytes()
    assert (shot.truth.solution.cells == source.drawn.shot().truth.solution.cells).all()


@pytest.mark.slow
def test_scores_and_table():
    sources = mixed_sources(range(2), 7, (PLAIN, "cut-top-hints"))
    plain, cut = (score_mixed(source) for source in sources)
    assert plain.verdict is Verdict.EXACT
    assert cut.verdict is Verdict.REFUSED
    assert is_cut(cut.damage)
    lines = kinds_table([plain, cut, replace(plain, verdict=Verdict.WRONG)]).splitlines()
    table = {line.split()[0]: line.split()[1:] for line in lines[:4]}
    head = ["pictures", "right", "%", "exact", "repaired", "refused"]
    assert table["kind"][:6] == head
    assert table["plain"][:5] == ["2", "50.0", "1", "0", "0"]
    assert table["cut-top-hints"][:5] == ["1", "100.0", "0", "0", "1"]
    assert table["all"][6] == "1"  # silently wrong


@pytest.mark.slow
def test_what_is_wrong_is_kept(tmp_path):
    source = MixedSource(DrawnSource(7, 0), "cut-top-hints")
    score_mixed(source, tmp_path)
    assert not list(tmp_path.iterdir())  # a cut board is refused as it should be


def test_misreading_changes_so_many_numbers_to_look_alikes():
    evidence = read_screenshot(as_rgb(DrawnSource(3, 4).shot().image)).evidence
    for hints in (1, 3):
        changed = misread(evidence, hints, np.random.default_rng(5))
        pairs = [
            (evidence.likeliest(old), changed.likeliest(new))
            for old, new in zip(evidence.hints, changed.hints, strict=True)
        ]
        differing = [(str(old), str(new)) for old, new in pairs if old != new]
        assert len(differing) == hints
        for old, new in differing:
            (digits,) = [(int(a), int(b)) for a, b in zip(old, new, strict=True) if a != b]
            assert digits[1] in (*LOOK_ALIKES[digits[0]], 1, 7)


@pytest.mark.slow
def test_experiments_name_their_draws():
    (ordeal,) = ordeals([FIXTURE], (1,), 2, 0)
    hidden, misread_ = score_hidden(ordeal), score_misread(ordeal)
    assert [score.name for score in hidden] == ["drawn-5x5-white-0", "drawn-5x5-white-1"]
    assert {score.damage for score in hidden + misread_} == {"1 hidden", "1 misread"}
    assert Verdict.WRONG not in {score.verdict for score in hidden + misread_}


def test_reliability_counts_digits_and_circles():
    found = decisions_of(MixedSource(DrawnSource(3, 4), PLAIN))
    assert found.digits
    assert all(0 <= confidence <= 1 for confidence, _ in (*found.digits, *found.circles))
    lines = binned([(0.95, True), (0.92, False), (1.0, True)], (0, 0.9, 0.99)).splitlines()
    assert lines[1].split() == ["0.9", "2", "0.9350", "1", "50.00"]
    assert lines[-1].split() == ["all", "3", "0.9567", "2", "66.67"]


@pytest.mark.slow
def test_the_run_as_a_program():
    done = subprocess.run(
        [sys.executable, SCRIPT, "--drawn", "2", "--only", "plain", "--jobs", "1"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].split()[:4] == ["plain", "2", "100.0", "2"]
    bad = subprocess.run(
        [sys.executable, SCRIPT, "--only", "nothing"], capture_output=True, text=True, check=False
    )
    assert bad.returncode == 2
    assert "no kind is called 'nothing'" in bad.stderr
