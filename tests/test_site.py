"""docs/ and README.md can be built as a site, without a dead link. Reading it needs no network."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from own_process import ROOT

import picrosser

pytestmark = pytest.mark.slow  # the build takes ten seconds


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    if find_spec("mkdocs") is None or find_spec("mkdocstrings_handlers") is None:
        pytest.skip("mkdocs and its plugins are not installed (extra dev)")
    folder = tmp_path_factory.mktemp("site")
    command = "mkdocs build --strict --quiet --config-file docs/site/mkdocs.yml --site-dir"
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    run = subprocess.run(
        [sys.executable, "-m", *command.split(), folder], cwd=ROOT, env=environment, check=False, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout
    return folder


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def test_every_page_is_built(site):
    pages = {page.stem for page in (ROOT / "docs").glob("*.md")} | {"index", "changelog"}
    assert {page.stem for page in site.glob("*.html")} - {"404"} == pages


def test_every_public_name_has_its_documentation(site):
    found = set(re.findall(r'id="picrosser\.(\w+)"', text_of(site / "api.html")))
    assert found == set(picrosser.__all__)


def test_words_of_a_docstring_are_not_taken_for_types(site):
    section = text_of(site / "api.html").partition('id="picrosser.solve_screenshot"')[2].partition("<h3")[0]
    assert "<p>the kind of puzzle; None to recognise it.</p>" in section
    assert "<code>the kind" not in section


def test_links_to_the_program_lead_to_its_text(site):
    assert 'href="source/picrosser/errors.py.txt"' in text_of(site / "architecture.html")
    assert text_of(site / "source/picrosser/errors.py.txt") == text_of(ROOT / "picrosser/errors.py")


def test_the_settings_of_the_site_are_no_page_of_it(site):
    assert not (site / "site").exists()


def test_nothing_is_loaded_from_the_network(site):
    text = "".join(map(text_of, site.glob("*.html")))
    assert re.findall(r'<(?:script|img|link)\b[^>]*(?:src|href)="(https?://[^"]+)"', text) == []
