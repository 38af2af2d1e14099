"""What a person does on the page, in a real browser."""

import io
import tomllib
from itertools import pairwise

import numpy as np
import pytest
from drawn_nonogram import TWO_WAYS, drawn_board, open_board
from own_process import FIXTURES, PLAYED, TILES, WHITE
from page_visits import SIZES
from PIL import Image
from stored_pictures import saved
from taken_photographs import save_jpeg

import picrosser
from drawn.photographs.scenes import random_photograph

GREY = WHITE.with_name("drawn-10x15-grey.png")
KATAMINO = FIXTURES / "katamino" / "drawn-part-filled.png"
every_size = pytest.mark.parametrize("size", SIZES)


def assert_painted_as_in(page, shot):
    """The cells of the board on the page are those in the answer of the command line to a picture."""
    solved = picrosser.solve_screenshot(shot)
    lattice = solved.lattice
    rows, cols = (
        [(start + stop) // 2 for start, stop in pairwise(edges)]
        for edges in (lattice.row_edges_px, lattice.col_edges_px)
    )
    shown, expected = (
        np.asarray(picture)[np.ix_(rows, cols)]
        for picture in (page.pixels("#after"), solved.draw().convert("RGB"))
    )
    assert np.array_equal(shown, expected)


@every_size
def test_the_solution_is_that_of_the_command_line_and_lies_over_the_board(visit, size, tmp_path):
    page = visit(WHITE, size=size)
    assert page.headline == "Read: 5 × 5, 2 colours"
    page.press("solve")
    assert page.headline == "Solved: the only solution"
    solved = picrosser.solve_screenshot(WHITE)
    expected = np.asarray(solved.draw().convert("RGB"))
    assert np.array_equal(np.asarray(page.pixels("#after")), expected)
    with page.page.expect_download() as download:
        page.page.click("#save")
    download.value.save_as(tmp_path / "saved.png")
    assert np.array_equal(np.asarray(Image.open(tmp_path / "saved.png").convert("RGB")), expected)
    # And what is seen on the screen: the middle of each cell has its colour.
    screen = np.asarray(Image.open(io.BytesIO(page.page.screenshot())).convert("RGB")).astype(int)
    pixels_per_px = screen.shape[1] / page.page.viewport_size["width"]
    box = page.page.locator("#after").bounding_box()
    scale = box["width"] / expected.shape[1]
    lattice = solved.lattice
    for row, col in np.ndindex(lattice.shape):
        cell = lattice.cell(row, col)
        x, y = (cell.left + cell.right) / 2, (cell.top + cell.bottom) / 2
        seen = screen[
            int((box["y"] + scale * y) * pixels_per_px), int((box["x"] + scale * x) * pixels_per_px)
        ]
        assert np.abs(seen - expected[int(y), int(x)]).max() < 12, (row, col)


def test_nothing_is_given_away_before_it_is_asked_for(visit):
    page = visit(GREY)
    assert page.api_calls == ["read?"]
    assert page.page.locator("#after").is_hidden()
    page.press("nudge")
    assert page.headline == "Look at row 1"
    assert page.detail == ""
    page.press("nudge")
    assert page.detail == "Only one colour is left for its open cells."
    page.press("step")
    assert "paint columns 1-10 pink" in page.detail
    page.press("step")
    assert page.headline == "The next 2 steps"
    assert page.api_calls[1:] == ["hint?nudge=where", "hint?nudge=rule", "hint?", "hint?n=2"]
    # The drawing of two steps changes nothing below the two rows.
    steps, before = np.asarray(page.pixels("#after")), np.asarray(page.pixels("#before"))
    third_row = picrosser.solve_screenshot(GREY).lattice.row_edges_px[2]
    assert (steps[:third_row] != before[:third_row]).any()
    assert (steps[third_row + 12 :] == before[third_row + 12 :]).all()


def test_a_second_press_hides_the_solution(visit):
    page = visit(WHITE)
    page.press("solve")
    assert page.page.text_content("[data-action=solve] span") == "Hide solution"
    page.press("solve")
    assert page.page.locator("#after").is_hidden()
    assert page.headline.startswith("Read:")


def test_mistakes_on_a_part_filled_board_are_listed_but_not_what_is_right(visit):
    page = visit(PLAYED)
    page.press("check")
    assert page.headline == "2 mistakes"
    assert page.page.locator("#detail li").all_text_contents() == ["Row 6, column 8", "Row 9, column 7"]
    assert "should be" not in page.detail
    page.press("step")
    assert page.headline == "2 mistakes"
    assert page.detail.startswith("Fix these first:")


@every_size
def test_a_misread_number_is_corrected_by_a_tap(visit, size, server):
    # The 5 of the first row is printed over the 3 of the second: the rows no longer add up to the columns.
    image = Image.open(TILES).convert("RGB")
    hints = server.hints(saved(image))
    five, three = (next(hint for hint in hints if hint["line"] == line)["box_px"] for line in (0, 1))
    top, left, bottom, right = five
    image.paste(image.crop((left, top, right, bottom)), (three[1], three[0]))

    page = visit(saved(image), size=size)
    assert page.headline == "Not sure it was read right"
    assert "--fix" not in page.detail
    page.tap(page.page.get_by_label("Row 2: 5"))
    assert page.page.text_content("#correctTitle") == "Correct row 2"
    page.page.fill("#runList input", "3")
    page.click("#again")
    assert page.headline == "Solved: the only solution"
    assert page.api_calls[-1] == "solve?fix=r2%3D3"
    assert_painted_as_in(page, TILES)
    # The correction can be taken back, and then the doubt is back.
    page.page.get_by_label("Row 2: 3. Remove the correction of row 2").click()
    page.wait()
    assert page.headline == "Not sure it was read right"


def test_doubted_hints_are_framed_and_corrected_until_the_puzzle_is_solved(visit, server):
    # Where rows 3 and 4 cross columns 6 and 7, the hints of two colours are covered: several readings add up.
    image = Image.open(GREY).convert("RGB")
    covered = {("row", 2), ("row", 3), ("column", 5), ("column", 6)}
    for hint in server.hints(saved(image)):
        if (hint["axis"], hint["line"]) in covered and hint["at"] in (0, 2):
            top, left, bottom, right = hint["box_px"]
            # Places found at half the size are two pixels off at most; the next hint shows its rim there.
            image.paste((60, 60, 60), (left + 2, top + 2, right - 2, bottom - 2))
    truth = tomllib.loads(GREY.with_suffix(".toml").read_text())

    page = visit(saved(image))
    framed = page.page.locator("#marks .doubted")
    framed.first.wait_for()
    doubts = framed.count()  # a busy machine tries fewer readings in the time that a page waits
    assert 8 <= doubts <= 10
    assert page.headline == f"{doubts} hints are in doubt"
    for _ in range(doubts):
        if not framed.count():
            break
        label = framed.first.get_attribute("aria-label")
        words = label.partition(":")[0].lower().replace(",", "").split()  # "row 3 colour 1"
        axis, line, slot = words[0], int(words[1]) - 1, int(words[3]) - 1
        value = truth["rows" if axis == "row" else "columns"][line][slot]
        page.tap(framed.first)
        page.page.fill("#number", str(abs(value)))
        page.page.set_checked("#circled", value < 0)
        page.page.click("#again")
        page.page.locator(f'#marks .doubted[aria-label="{label}"]').wait_for(state="detached")
        page.wait()
    assert page.headline == "Solved: the only solution"
    assert_painted_as_in(page, GREY)


def test_several_solutions_are_said_and_striped(visit):
    image, lattice = drawn_board(TWO_WAYS, open_board(TWO_WAYS))
    page = visit(saved(Image.fromarray(image)))
    page.press("solve")
    assert page.headline == "More than one solution"
    assert "Striped" in page.detail
    drawn = np.asarray(page.pixels("#after")).astype(int)

    def tones(row, col):
        cell = lattice.cell(row, col)
        inner = drawn[cell.top + 6 : cell.bottom - 6, cell.left + 6 : cell.right - 6].reshape(-1, 3)
        return len(np.unique(inner // 64, axis=0))

    assert tones(0, 0) > tones(3, 0)  # the first rows may be exchanged, the fourth is certain


def test_a_picture_without_a_puzzle_is_refused_with_a_way_on(visit):
    page = visit(saved(Image.new("RGB", (400, 400), (120, 160, 200))))
    assert page.headline == "No puzzle found"
    page.click("button:text('Nonogram')")
    assert page.api_calls[-1] == "read?kind=nonogram"
    assert page.headline == "No puzzle found"


def test_of_several_puzzles_on_a_photographed_page_one_is_chosen(visit, tmp_path):
    taken = random_photograph(1, "several")  # 20 x 20 and 10 x 10 cells
    photo = save_jpeg(taken.image, taken.view, tmp_path / "page", by_camera=True)
    page = visit(photo)
    assert page.headline.startswith("Read: 20 × 20")
    page.click("button:text('Puzzle 2')")
    assert page.api_calls[-1] == "read?board=2"
    assert page.headline.startswith("Read: 10 × 10")
    page.press("solve")
    assert page.api_calls[-1] == "solve?board=2"
    assert page.headline == "Solved: the only solution"
    page.page.reload()
    page.wait()
    assert page.headline.startswith("Read: 10 × 10")
    assert page.page.get_by_role("button", name="Puzzle 2").get_attribute("aria-pressed") == "true"


def test_a_file_that_is_no_picture_is_refused(visit):
    page = visit(b"this is text")
    assert page.headline == "This picture cannot be opened"


def test_two_pictures_at_once_have_an_answer_each(visit):
    page = visit(WHITE, TILES)
    thumbs = page.page.locator("#shelf button")
    assert thumbs.count() == 2
    page.page.wait_for_selector("#shelf i.busy", state="detached", timeout=60_000)
    assert page.headline == "Read: 5 × 5, 2 colours"
    thumbs.nth(1).click()
    page.wait()
    assert page.headline == "Read: 5 × 5"
    assert sorted(page.api_calls) == ["read?", "read?"]


def test_many_pictures_scroll_on_their_shelf_and_leave_the_page_as_wide_as_the_screen(visit):
    page = visit(*[saved(Image.new("RGB", (60, 60), (at, 0, 0))) for at in range(12)])
    assert page.page.locator("#shelf button").count() == 12
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.page.evaluate("document.getElementById('work').offsetWidth <= innerWidth")
    assert page.page.evaluate("(e => e.scrollWidth > e.clientWidth)(document.getElementById('shelf'))")


def test_a_katamino_board_gets_its_next_piece(visit):
    page = visit(KATAMINO, size="desktop")
    assert page.headline == "Read: Katamino, 7 pieces"
    page.press("step")
    assert page.headline == "The next step"
    assert page.detail.startswith("Lay ")


def test_a_katamino_card_is_solved_though_it_is_no_one_puzzle(visit):
    page = visit(KATAMINO.with_name("drawn-card.png"))
    assert page.headline == "Read: Katamino"
    assert page.detail == "The card has 40 problems: rows a to h, Penta 3 to 7."
    page.click("button:text('Solution')")
    assert page.headline == "Solved: all pieces fit"
    assert page.page.locator("#after").is_visible()


def test_a_reload_keeps_the_pictures_and_the_corrections(visit):
    page = visit(WHITE)
    page.tap(page.page.locator("#marks button").first)
    page.click("#again")
    chip = page.page.text_content("#fixes li")
    page.page.reload()
    page.wait()
    assert page.page.text_content("#fixes li") == chip
    assert page.headline.startswith("Read:")


def test_the_slider_uncovers_the_picture(visit):
    page = visit(WHITE)
    page.press("solve")
    slider = page.page.locator("#slider")
    slider.focus()
    page.page.keyboard.press("Home")
    assert "inset(0px" in page.page.locator("#curtain").evaluate("e => e.style.clipPath")
    page.page.keyboard.press("End")
    assert page.page.locator("#curtain").evaluate("e => e.style.clipPath") == "none"


def test_a_keyboard_reaches_and_corrects_every_hint(visit):
    page = visit(WHITE, size="desktop")
    page.page.focus("#stage")
    before = page.page.locator("#before").bounding_box()["width"]
    page.page.keyboard.press("+")
    assert page.page.locator("#before").bounding_box()["width"] > before
    page.page.keyboard.press("Tab")
    labels = []
    for _ in range(3):
        labels.append(page.page.evaluate("document.activeElement.getAttribute('aria-label')"))
        page.page.keyboard.press("ArrowRight")
    assert [label.partition(":")[0] for label in labels] == [
        "Row 1, colour 1",
        "Row 1, colour 2",
        "Row 2, colour 1",
    ]
    page.page.keyboard.press("Enter")
    assert page.page.text_content("#correctTitle") == "Correct row 2, colour 2"
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("#correct", state="hidden")


def test_a_picture_on_its_side_is_shown_upright_with_its_hints_in_place(visit):
    page = visit(TILES)
    places = "[...document.querySelectorAll('#marks button')].map(e => [e.offsetLeft, e.offsetTop])"
    upright = np.array(page.page.evaluate(places))
    page.give(saved(Image.open(TILES).convert("RGB").transpose(Image.Transpose.ROTATE_90)))
    assert page.headline == "Read: 5 × 5"
    assert np.abs(np.array(page.page.evaluate(places)) - upright).max() <= 3  # pixels, of 540 x 1011
    assert page.pixels("#before").size == (540, 1011)


@pytest.mark.parametrize("deletes", [True, False])
def test_a_removed_picture_is_gone_for_good(visit, deletes):
    page = visit(TILES)
    if not deletes:  # as when the page is loaded again before the browser has done so
        page.page.evaluate("IDBObjectStore.prototype.delete = () => ({})")
    page.page.click("#remove")
    page.page.wait_for_selector("#start:not([hidden])")
    page.page.reload()
    page.page.wait_for_selector("#start:not([hidden])")
    assert page.page.locator("#work").is_hidden()


def test_the_answer_is_shared_as_a_picture_where_the_browser_can(visit):
    page = visit()
    page.page.evaluate("""() => {
        navigator.canShare = ({files}) => files.length === 1;
        navigator.share = async ({files: [file]}) => { window.shared = `${file.name} ${file.type}`; };
    }""")
    page.give(TILES)
    page.press("solve")
    page.page.click("#share")
    page.page.wait_for_function("() => window.shared")
    assert page.page.evaluate("window.shared") == "picrosser-solve.png image/png"


def test_a_pasted_picture_is_read(visit):
    page = visit(size="desktop")
    page.page.evaluate(
        """(bytes) => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], "pasted.png", {type: "image/png"}));
            dispatchEvent(new ClipboardEvent("paste", {clipboardData: data}));
        }""",
        list(TILES.read_bytes()),
    )
    page.page.wait_for_selector("#work:not([hidden])")
    page.wait()
    assert page.headline == "Read: 5 × 5"


def test_german_browsers_get_german_words_only(visit):
    page = visit(locale="de-AT")
    page.page.wait_for_selector("html[lang=de]")  # the page is shown before its words have come
    assert page.page.text_content("h1") == "Hängst du beim Picross fest?"
    page.give(GREY)
    page.press("step")
    assert page.headline == "Der nächste Schritt"
    assert page.detail.startswith("Zeile 1: Spalten 1 bis 10")
    assert page.page.locator("#detail [lang=en]").count() == 0
    page.give(saved(Image.new("RGB", (300, 300), (120, 160, 200))))
    assert page.detail.startswith(
        "In diesem Bild wurde kein Brett mit Zahlen daneben gefunden. Nimm einen Screenshot"
    )
    assert page.page.locator("#detail [lang=en]").count() == 0
    assert page.page.evaluate("document.documentElement.lang") == "de"
