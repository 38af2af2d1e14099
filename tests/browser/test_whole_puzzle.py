"""All hints at once, playing a puzzle on the page, and taking it along."""

import pytest
from own_process import TILES, WHITE
from page_visits import SIZES

import picrosser
from picrosser.formats.files import parse_puzzle


def test_all_numbers_are_changed_at_once_and_what_does_not_fit_is_undone(visit):
    page = visit(TILES)
    page.page.click("#openAll")
    line = page.page.locator("#allGrid .rows .line").first
    assert line.locator("i").first.evaluate("e => getComputedStyle(e).backgroundImage").startswith("url")
    number = line.locator("input").last
    assert number.input_value() == "5"
    number.fill("9")
    number.press("Tab")
    assert page.page.locator("#allSums .bad").count() == 1
    assert "bad" in line.get_attribute("class")
    page.click("#allAgain")
    assert page.headline == "This correction does not fit"
    assert page.detail == "Row 1 now states 9 cells, the board has 5."
    assert page.page.get_by_role("button", name="Nonogram").count() == 0
    page.click("#undo")
    assert page.headline == "Read: 5 × 5"
    assert page.page.locator("#fixes").is_hidden()


def test_a_board_of_another_size_is_solved_as_a_puzzle_of_its_own(visit):
    page = visit(WHITE, size="desktop")
    page.page.click("#openAll")
    page.page.click("#rowMore")
    page.page.click("#allAgain")
    page.page.wait_for_function("() => document.querySelectorAll('#shelf button').length === 2")
    page.page.wait_for_function("() => document.getElementById('headline').textContent.includes('olution')")
    assert page.api_calls == ["read?", "read?", "solve?"]
    assert page.headline in ("Solved: the only solution", "No solution", "More than one solution")
    page.page.wait_for_function("() => document.getElementById('before').naturalWidth > 0")
    shown, room = (page.page.locator(name).bounding_box() for name in ("#before", "#stage"))
    assert shown["width"] <= room["width"] + 1  # all of it is seen
    assert shown["height"] <= room["height"] + 1


@pytest.mark.parametrize("size", SIZES)
def test_a_puzzle_is_played_checked_and_kept(visit, size):
    page = visit(TILES, size=size)
    page.page.click("#openPlay")
    cells = page.page.locator("#board [role=gridcell]")
    first, last = cells.nth(0).bounding_box(), cells.nth(4).bounding_box()
    page.page.mouse.move(first["x"] + 5, first["y"] + 5)
    page.page.mouse.down()
    page.page.mouse.move(last["x"] + 5, last["y"] + 9, steps=5)  # along the first row, which is full
    page.page.mouse.up()
    filled = "e => [...e.children].filter(c => c.getAttribute('aria-label').includes('colour')).length"
    row = page.page.locator("#board [role=row]").first
    assert row.evaluate(filled) == 5
    assert page.page.locator("#board .rows .line").first.locator(".done").count() == 1
    solution = picrosser.solve_screenshot(TILES).solution.cells.ravel()
    wrong = next(at for at in range(5, 25) if not solution[at])
    cells.nth(wrong).click()
    page.page.click("#playCheck")
    page.page.wait_for_selector("#board .wrong")
    assert page.page.locator("#board .wrong").count() == 1
    page.page.click("#playUndo")
    page.page.click("#playStep")
    page.page.wait_for_selector("#board .next")
    page.page.reload()
    page.wait()
    page.page.click("#openPlay")
    assert page.page.locator("#board [role=row]").first.evaluate(filled) == 5
    page.page.click("#playClear")
    assert page.page.evaluate("localStorage.length") == 0


@pytest.mark.parametrize(
    ("picture", "suffix", "begins"),
    [
        (TILES, "non", b""),
        (TILES, "xml", b"<?xml"),
        (TILES, "json", b"{"),
        (TILES, "toml", b"kind"),
        (TILES, "png", b"\x89PNG"),
        (WHITE, "txt", b"colours:"),
        (WHITE, "xml", b"<"),
    ],
)
def test_a_puzzle_is_taken_along(visit, picture, suffix, begins, tmp_path):
    page = visit(picture, size="desktop")
    page.page.click("#openTake")
    with page.page.expect_download() as download:
        page.page.click(f"[data-suffix={suffix}]")
    download.value.save_as(tmp_path / f"puzzle.{suffix}")
    assert download.value.suggested_filename == f"puzzle.{suffix}"
    assert (tmp_path / f"puzzle.{suffix}").read_bytes().startswith(begins)


def test_a_nonogram_in_one_colour_is_a_link_and_a_qr_code(visit):
    page = visit(TILES)
    page.page.click("#openTake")
    page.page.wait_for_selector("#takeLink:not([hidden])")
    link = page.page.locator("#puzzLink").get_attribute("href")
    linked, read = parse_puzzle(link.encode(), "the link").nonogram, picrosser.solve_screenshot(TILES).puzzle
    assert (linked.rows, linked.cols) == (read.rows, read.cols)
    page.page.wait_for_function("() => document.querySelector('#linkCode img').naturalWidth > 0")
    page.page.click("#takeClose")
    page.give(WHITE)
    page.page.click("#openTake")
    assert page.page.locator("#takeLink").is_hidden()


def test_an_example_is_there_for_those_who_have_no_screenshot(visit):
    page = visit()
    page.page.click("#example")
    page.page.wait_for_selector("#work:not([hidden])")
    page.wait()
    assert page.headline.startswith("Read: 10 × 10")
