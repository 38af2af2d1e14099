"""The `>>>` examples in the docstrings of the public names print what they show."""

from __future__ import annotations

import doctest
import inspect
import pathlib
import shutil

import numpy as np
import pytest

import picrosser

FIXTURES = pathlib.Path(__file__).resolve().parents[1] / "fixtures"
FILES = {
    "shot.png": "hungry_cat/drawn-5x5-white.png",
    "house.toml": "hungry_cat/drawn-5x5-white.toml",
    "played.png": "hungry_cat/played-10x10-white.png",
    "nonogram.png": "nonograms/drawn-confetti.png",
    "board.png": "katamino/drawn-part-filled.png",
}
"""The files that examples may use, by the names that they have there."""


@pytest.mark.parametrize("name", picrosser.__all__)
def test_the_example_of_a_public_name_prints_what_it_shows(name, tmp_path, monkeypatch, capsys):
    for file, fixture in FILES.items():
        shutil.copy(FIXTURES / fixture, tmp_path / file)
    monkeypatch.chdir(tmp_path)
    text = inspect.getdoc(getattr(picrosser, name)) or ""
    known = {"picrosser": picrosser, "numpy": np, "pathlib": pathlib}
    example = doctest.DocTestParser().get_doctest(text, known, name, None, 0)
    assert example.examples, f"the docstring of {name} has no example"
    failed, _ = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example)
    assert not failed, capsys.readouterr().out
