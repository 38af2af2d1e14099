"""What docs/*.md say is true as far as it can be looked up: every file, name, link and anchor exists."""

import ast
import doctest
import inspect
import pathlib
import re
import shutil
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from own_process import ROOT
from test_layers import ALLOWED

import picrosser
from drawn.pages import DOCS_FOLDER, FOLDER, docs_pictures, readme_pictures

README = ROOT / "README.md"
PAGES = sorted((ROOT / "docs").glob("*.md"))
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives to a page's titles."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def links(page: Path) -> list[tuple[str, Path, str]]:
    """The relative links of a page: their words, where they lead, and the anchor there."""
    found = re.findall(r"\[([^]]*)\]\((?!https?://)([^)#]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8"))
    return [(words, (page.parent / to).resolve() if to else page, anchor) for words, to, anchor in found]


def names_in(file: Path) -> set[str]:
    """What a module defines at its top level."""
    names: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Assign(targets=targets):
                parts = (part for target in targets for part in getattr(target, "elts", [target]))
                names |= {part.id for part in parts if isinstance(part, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
    return names


@pytest.mark.parametrize("page", [README, *PAGES], ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    found = links(page)
    assert found
    assert [str(to) for _, to, _ in found if not to.exists()] == []
    assert [(to.name, anchor) for _, to, anchor in found if anchor and anchor not in anchors(to)] == []


@EVERY_PAGE
def test_a_name_that_links_to_a_module_is_defined_there(page):
    wrong = [
        (words, to.name)
        for words, to, _ in links(page)
        if to.suffix == ".py" and re.fullmatch(r"`\w+`", words) and "/" not in words
        if words.strip("`") not in names_in(to) | {to.stem}
    ]
    assert wrong == []


@EVERY_PAGE
def test_files_and_folders_in_backticks_exist(page):
    text = page.read_text(encoding="utf-8")
    paths = re.findall(r"`([\w.-]+(?:/[\w.-]+)*/?)`", text)
    named = {path for path in paths if "/" in path or path.endswith((".py", ".md", ".toml"))}
    named -= {".toml", "13/52", "./read"}  # an ending, a count that an app prints, a user's file
    named = {name for name in named if not name.startswith(("application/", "image/"))}  # media types
    named |= set(re.findall(r"`python (scripts/\w+\.py)", text))
    places = (ROOT, ROOT / "picrosser", page.parent)
    missing = {
        path
        for path in named - {"read.py", "index.html"}
        if not any((place / name).exists() for place in places for name in (path, f"{path}.py"))
    }
    assert missing == set()


def test_the_map_names_every_room():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("| folder of `picrosser/` |")[2].partition("\n\n")[0]
    said = set(re.findall(r"\[`([\w/]+)`\]", table))
    rooms = {name.split(".")[0] for name in ALLOWED} - {"", "__main__", "reading"}
    folders = {file.parent.name for file in (ROOT / "picrosser" / "reading").glob("*/*.py")}
    families = {f"reading/{name}" for name in folders}
    assert said == rooms | families


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "folder", "most_bytes"),
    [(docs_pictures, DOCS_FOLDER, 120_000), (readme_pictures, FOLDER, 300_000)],
)
def test_the_pictures_can_be_made_again(make, folder, most_bytes, tmp_path, capsys):
    make(tmp_path)
    made = {path.name for path in tmp_path.iterdir()}
    shown = {to.name for page in (README, *PAGES) for _, to, _ in links(page) if to.parent == folder}
    stored = list(folder.iterdir())
    assert made == shown == {path.name for path in stored}
    assert all(path.stat().st_size < most_bytes for path in stored)
    assert capsys.readouterr().out.count("\n") == len(made)


# ---- docs/security.md states the limits that the code has

PAGE = ROOT / "docs" / "security.md"
_ROW = re.compile(r"\| [^|]+ \| ([^|]+) \| \[`(\w+)`\]\(\.\./(picrosser/[\w/]+)\.py\) \|")
_FACTORS = {"MB": 10**6, "million": 10**6}
LIMITS = _ROW.findall(PAGE.read_text(encoding="utf-8"))


def stated(limit: str) -> float:
    """The number that a limit such as "60 million pixels" or "1,000" states."""
    number, _, unit = limit.partition(" ")
    return float(number.replace(",", "")) * _FACTORS.get(unit.partition(" ")[0], 1)


@pytest.mark.parametrize(("limit", "name", "module"), LIMITS, ids=lambda value: value.replace("/", "."))
def test_a_limit_on_the_page_is_that_of_the_code(limit, name, module):
    assert stated(limit) == getattr(import_module(module.replace("/", ".")), name)


def test_every_row_of_the_tables_is_compared():
    rows = re.findall(r"^\| .*`\].*", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(LIMITS) == len(rows) >= 16


# ---- The `>>>` examples in the docstrings of the public names print what they show

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
        shutil.copy(ROOT / "fixtures" / fixture, tmp_path / file)
    monkeypatch.chdir(tmp_path)
    text = inspect.getdoc(getattr(picrosser, name)) or ""
    known = {"picrosser": picrosser, "numpy": np, "pathlib": pathlib}
    example = doctest.DocTestParser().get_doctest(text, known, name, None, 0)
    is_error = name.endswith("Error") and name != "PicrosserError"  # what raises it has the example
    assert example.examples or is_error, f"the docstring of {name} has no example"
    failed, _ = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example)
    assert not failed, capsys.readouterr().out
