"""The files of the page for phones fit each other: words, labels, addresses, the icon."""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path

import pytest

import picrosser.serving
from picrosser.errors import ExitCode

SOURCES = sorted(Path(picrosser.serving.__file__).parent.glob("*.py"))
NOT_OF_THE_SERVER = (
    *(ExitCode.SOME_FAILED, ExitCode.MISSING_EXTRA, ExitCode.FILL_STOPPED, ExitCode.CLUSTER_LOST),
    ExitCode.INTERRUPTED,
)
PAGE = files("picrosser.serving") / "page"
WORDS = json.loads((PAGE / "words.json").read_text("utf-8"))
HTML = (PAGE / "index.html").read_text("utf-8")
SCRIPTS = sorted(file.name for file in PAGE.iterdir() if file.name.endswith(".js"))
SCRIPT = "".join((PAGE / name).read_text("utf-8") for name in SCRIPTS)
WORKER = (PAGE / "sw.js").read_text("utf-8")
NAMED = set(re.findall(r'data-(?:word|label)="(\w+)"', HTML)) | set(re.findall(r'\bsay\("(\w+)"', SCRIPT))
ONLY_IN_OTHER_LANGUAGES = re.compile("paint|cross|crossRest|excluded|manyLines")
"""The server's own words are English, so that no English ones are needed for these."""


def places(word):
    """The {places} of a word or of a pair."""
    return set(re.findall(r"\{(\w+)\}", " ".join(word) if isinstance(word, list) else word))


def test_every_word_that_the_page_names_is_there():
    missing = {name for name in NAMED - set(WORDS["en"]) if not ONLY_IN_OTHER_LANGUAGES.fullmatch(name)}
    assert not missing
    assert len(NAMED) > 60


@pytest.mark.parametrize("language", sorted(set(WORDS) - {"en"}))
def test_a_language_has_all_words_with_the_same_places(language):
    for name, word in WORDS["en"].items():
        assert places(WORDS[language][name]) == places(word), name
        assert isinstance(WORDS[language][name], list) == isinstance(word, list), name
    assert set(WORDS[language]) >= NAMED


def test_the_words_in_the_html_are_the_english_ones():
    for name, text in re.findall(r'data-word="(\w+)">([^<]+)<', HTML):
        assert text == WORDS["en"][name], name
    for name, text in re.findall(r'data-label="(\w+)"[^>]*aria-label="([^"]+)"', HTML):
        assert text == WORDS["en"][name], name


def test_every_refusal_has_its_words_in_every_language():
    codes = {int(code) for code in ExitCode} - {ExitCode.OK, ExitCode.MISTAKES, *NOT_OF_THE_SERVER}
    statuses = set(re.findall(r"HTTPStatus\.([A-Z_]+)", "".join(path.read_text("utf-8") for path in SOURCES)))
    codes |= {HTTPStatus[name].value for name in statuses if HTTPStatus[name] >= 400}
    for language, words in WORDS.items():
        assert not {f"why_{code}" for code in codes} - set(words), language


def test_nothing_is_written_or_fetched_from_elsewhere():
    assert not re.search(r"<style|style=|<script(?! src=)|\son\w+=", HTML)  # the browser would block it
    addresses = re.findall(
        r"https?://[^\s\"'<>]+", HTML + SCRIPT + WORKER + (PAGE / "page.css").read_text("utf-8")
    )
    assert set(addresses) <= {"http://www.w3.org/2000/svg"}


def test_the_page_names_only_files_that_are_packed():
    for text in (HTML, SCRIPT, WORKER, (PAGE / "manifest.webmanifest").read_text("utf-8")):
        for name in re.findall(r'"/(?:page/)?([\w-]+\.(?:png|svg|css|js|json|webmanifest))"', text):
            assert (PAGE / name).is_file(), name
