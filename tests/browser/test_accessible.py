"""axe-core finds nothing to complain about, in any state, at either size, in light and dark."""

import shutil
import subprocess

import pytest
from own_process import PLAYED, TILES, WHITE
from page_visits import SIZES
from PIL import Image
from stored_pictures import saved

CONFETTI = TILES.with_name("drawn-confetti.png")
INSTALL_S = 120


@pytest.fixture(scope="session")
def axe(tmp_path_factory, chromium):
    """The text of axe-core, from the npm registry; it never becomes part of this project."""
    assert chromium.is_connected()
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("axe-core comes from npm, which is not installed")
    folder = tmp_path_factory.mktemp("axe")
    command = [npm, "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]
    try:
        subprocess.run(
            [*command, "--prefix", str(folder), "axe-core@4"],
            check=True,
            capture_output=True,
            timeout=INSTALL_S,
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired, OSError):
        pytest.skip("axe-core could not be installed: npm did not reach its registry")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("size", SIZES)
def test_no_state_of_the_page_violates_a_rule(visit, axe, size):
    page = visit(size=size)
    page.page.evaluate(axe)
    found = []

    def scan(state):
        rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        for scheme, these in (("light", rules), ("dark", ["color-contrast"])):  # only colours differ
            page.page.emulate_media(color_scheme=scheme)
            result = page.page.evaluate("rules => axe.run({runOnly: rules})", these)
            assert result["passes"], "axe has looked at nothing"
            found.extend(
                (state, scheme, rule["id"], node["target"], node["failureSummary"])
                for rule in result["violations"]
                for node in rule["nodes"]
            )

    scan("start")
    page.give(WHITE)
    if size == "phone":
        scan("read")
    page.press("solve")
    scan("solved")
    page.tap(page.page.locator("#marks button").first)
    scan("correcting a hint")
    page.page.click("#cancel")
    for name, close in (("openAll", "allCancel"), ("openPlay", "playClose"), ("openTake", "takeClose")):
        page.page.click(f"#{name}")
        scan(name)
        page.page.click(f"#{close}")
    if size == "phone":  # on a desktop the same in another place
        page.page.locator("#marks button").first.press("Enter")
        page.click("#again")
        scan("corrected")
        page.give(PLAYED)
        page.press("check")
        scan("mistakes")
    page.give(CONFETTI)
    page.tap(page.page.locator("#marks button").nth(3))
    scan("correcting a line")
    page.page.click("#cancel")
    page.give(TILES)
    page.page.click("#openTake")
    page.page.wait_for_selector("#takeLink:not([hidden])")
    scan("link")
    page.page.click("#takeClose")
    page.give(saved(Image.new("RGB", (300, 300), (120, 160, 200))))
    scan("refused")
    assert not found
