"""The script that varies constants: that it finds them, changes them everywhere, and sees what that does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from measuring.constants import Named, named_numbers
from measuring.nonograms import nonogram_sources
from picrosser.reading.nonogram.boards import propose
from picrosser.reading.page import numbers
from vary_constants import drawn_page, read

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "vary_constants.py"
MAX_GAP = Named("picrosser.reading.page.numbers", "MAX_GAP", numbers.MAX_GAP)


def test_numbers_and_tuples_of_numbers_are_found():
    found = {(number.module, number.name): number.value for number in named_numbers("picrosser.reading.page")}
    assert found[MAX_GAP.module, "MAX_GAP"] == numbers.MAX_GAP
    assert all(isinstance(value, int | float | tuple) for value in found.values())


@pytest.mark.parametrize(
    ("value", "factor", "other"),
    [
        (3, 1.5, 4),  # round(4.5)
        (1, 1.5, 2),
        (3, 1 / 1.5, 2),
        (0.2, 1.5, 0.3),
        (0.9, 2.0, 0.95),  # a share: what it lacks of 1
        (-2.0, 2.0, -4.0),
        ((0.2, (4, 0.1)), 2.0, (0.4, (8, 0.2))),
    ],
)
def test_a_number_is_multiplied_as_its_kind_allows(value, factor, other):
    changed = Named("m", "X", value).times(factor)
    assert type(changed) is type(other)
    assert changed == (pytest.approx(other) if not isinstance(other, tuple) else other)


def test_a_number_is_changed_where_it_was_imported_and_restored():
    with MAX_GAP.changed_to(9.0):
        assert [module.MAX_GAP for module in (numbers, propose)] == [9.0, 9.0]
    assert [module.MAX_GAP for module in (numbers, propose)] == [MAX_GAP.value] * 2


def test_a_page_is_read_as_without_the_script():
    (source,) = nonogram_sources(range(1), 1)
    page = drawn_page(source)
    rows, _ = source.drawn().lattice.shape
    reading = read(page)
    assert reading.status == 0
    assert reading.puzzle is not None
    assert len(reading.puzzle.rows) == rows


@pytest.mark.slow
def test_the_run_as_a_program():
    run = [sys.executable, SCRIPT, "--drawn", "1", "--only", "digit_lattice.MIN_N"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    head, *lines = [line.split("\t") for line in done.stdout.splitlines()]
    assert head == ["module", "name", "value", "smaller", "larger"]
    by_name = {name: (smaller, larger) for _, name, _, smaller, larger in lines}
    assert set(by_name) == {"MIN_NATS"}
    assert by_name["MIN_NATS"][0] == ""
    none = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=False)
    assert none.returncode == 2
    assert "give folders" in none.stderr
