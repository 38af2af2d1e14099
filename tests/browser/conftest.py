"""A real Chromium in front of a real server. What is missing is skipped, and the reason says what."""

import shutil
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="picrosser[web] is not installed")
pytest.importorskip("uvicorn", reason="picrosser[web] is not installed")

from page_visits import SIZES, Server, Visit

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def server():
    running = Server()
    yield running
    running.kill()


@pytest.fixture
def own_server(chromium):
    """One for a test that kills it."""
    assert chromium.is_connected()
    running = Server()
    yield running
    if running.process.poll() is None:
        running.kill()


@pytest.fixture(scope="session")
def chromium():
    """A running Chromium."""
    api = pytest.importorskip("playwright.sync_api", reason="picrosser[browser] is not installed")
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if path is None:
        pytest.skip("no Chromium is installed")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium, server):
    """Open the page, and give it pictures: `visit(*pictures, size, **options of the browser)`.

    Nothing may be blocked or go wrong on it.
    """
    contexts, visits = [], []

    def opened(*given: Path | bytes, size: str = "phone", address: str = "", **options: Any) -> Visit:
        quiet: dict[str, Any] = {
            "locale": "en-GB",
            "reduced_motion": "reduce",
            "service_workers": "block" if not address else "allow",
        }
        context = chromium.new_context(**{**quiet, **SIZES[size], **options})
        contexts.append(context)
        visit = Visit(context.new_page())
        visit.page.goto(address or server.address)
        visit.page.wait_for_selector("#start:not([hidden])")
        if not address:
            visits.append(visit)
        if given:
            visit.give(*given)
        return visit

    yield opened
    complaints = [text for visit in visits for text in visit.complaints if "Service Worker" not in text]
    for context in contexts:
        context.close()
    assert not complaints
