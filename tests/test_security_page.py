"""docs/security.md states the limits that the code has."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "security.md"
_ROW = re.compile(r"\| [^|]+ \| ([^|]+) \| \[`(\w+)`\]\(\.\./(picrosser/[\w/]+)\.py\) \|")
_FACTORS = {"MB": 10**6, "million": 10**6}
LIMITS = _ROW.findall(PAGE.read_text(encoding="utf-8"))


def stated(limit: str) -> float:
    """The number that a limit such as "60 million pixels" or "1,000" states."""
    number, _, unit = limit.partition(" ")
    return float(number.replace(",", "")) * _FACTORS.get(unit.partition(" ")[0], 1)


@pytest.mark.parametrize(("limit", "name", "module"), LIMITS, ids=lambda value: value.replace("/", "."))
def test_a_limit_on_the_page_is_that_of_the_code(limit: str, name: str, module: str):
    assert stated(limit) == getattr(import_module(module.replace("/", ".")), name)


def test_every_row_of_the_tables_is_compared():
    rows = re.findall(r"^\| .*`\].*", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(LIMITS) == len(rows) >= 16


def test_the_readme_leads_to_the_page():
    assert "(docs/security.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
