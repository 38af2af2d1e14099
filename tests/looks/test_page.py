"""Photographs of pages: several nonograms on one page, the flat page, and what EXIF entries say."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from own_process import FIXTURES
from PIL import Image, ImageDraw
from read_boards import stated
from taken_photographs import save_jpeg

import picrosser
from drawn.photographs import scenes
from drawn.photographs.camera import View
from drawn.photographs.scenes import Photographed, random_photograph, random_view
from picrosser.__main__ import main
from picrosser.errors import ExitCode, GridNotFoundError
from picrosser.imaging.loading import load_picture
from picrosser.imaging.pixels import RGB
from picrosser.looks import page as page_looks
from picrosser.looks.evidence import Evidence
from picrosser.looks.screen import TINY_DIGITS
from picrosser.looks.search import Request, Search
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.pipelines.nonogram_solved import NonogramSolved
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph import sheet as sheet_module
from picrosser.reading.photograph.flat_page import FlatPage
from picrosser.reading.photograph.sheet import find_ruled_sheets
from picrosser.reading.stages import ignore
from picrosser.running.deadline import NO_DEADLINE

pytestmark = pytest.mark.slow
SEED = 1  # a page with a nonogram of 20 x 20 cells and one of 10 x 10, turned by 25 degrees
LIGHT_SEED = 21015  # a nonogram of 25 x 25 cells, light on dark, unpainted
DOUBTFUL_SEED = 610186  # of 15 x 20 cells, in doubt as it is
PLAIN_SEED = 306  # a nonogram of 15 x 15 cells with bare hints, read at once
CONFETTI = FIXTURES / "nonograms" / "drawn-confetti.png"


@pytest.fixture(scope="module")
def page() -> Photographed:
    """The page, from further away than the seed says: with a quarter of the pixels."""

    def from_afar(rng: np.random.Generator, kind: str, long_px: float) -> View:
        return random_view(rng, kind, long_px / 2)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenes, "random_view", from_afar)
        return random_photograph(SEED, "several")


@pytest.fixture(scope="module")
def photo(page: Photographed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    stem = tmp_path_factory.mktemp("photograph") / "page"
    return save_jpeg(page.image, page.view, stem, by_camera=True)


def is_within(point: Any, box: Any) -> bool:
    """Whether a point lies in a box, up to 6 px."""
    row, col = point
    return box.top - 6 <= row <= box.bottom + 6 and box.left - 6 <= col <= box.right + 6


def test_a_page_that_leaves_doubts_is_looked_at_again(tmp_path):
    taken = random_photograph(DOUBTFUL_SEED, "paper")
    solved = picrosser.solve_screenshot(save_jpeg(taken.image, taken.view, tmp_path / "page", by_camera=True))
    assert solved.exit_code is ExitCode.OK, solved.verdict
    assert stated(solved.puzzle) == (taken.truth["rows"], taken.truth["cols"])


def test_a_sheet_of_hint_cells_is_no_other_puzzle(monkeypatch):
    taken = random_photograph(PLAIN_SEED, "paper")
    image = np.asarray(taken.image)
    (sheet,) = find_ruled_sheets(image)
    beside_rows = replace(
        sheet, first=(sheet.first[0] + 5, sheet.first[1] - 5), last=(sheet.first[0] + 9, sheet.first[1] - 1)
    )
    monkeypatch.setattr(sheet_module, "find_ruled_sheets", lambda _: (sheet, beside_rows))
    solved = picrosser.solve_screenshot(image)
    assert solved.kind == "nonogram"
    assert not solved.doubts
    assert stated(solved.puzzle) == (taken.truth["rows"], taken.truth["cols"])
    assert not solved.reading.others


def test_a_page_that_is_near_to_a_puzzle_is_read_in_no_other_direction(monkeypatch):
    """On its side it is read turned, and then, since that leaves one line in doubt, not as it lies."""
    image = np.rot90(np.asarray(random_photograph(PLAIN_SEED, "paper").image)).copy()
    pages: list[object] = []

    def in_doubt(image: RGB, *args: Any, **kwargs: Any) -> NonogramSolved:
        pages.append(image)
        solved = solve_nonogram(image, *args, **kwargs)
        assert not solved.doubts
        return replace(solved, reading=replace(solved.reading, doubts=(TINY_DIGITS,)))

    monkeypatch.setattr(page_looks, "solve_nonogram", in_doubt)
    search = Search(Evidence(PageEvidence(image), by_camera=True), Request(), NO_DEADLINE, ignore)
    solved = page_looks.RULED_PAGE.read(search)
    assert solved.doubts == (TINY_DIGITS,)
    assert len(pages) == 1


def test_the_largest_nonogram_of_a_page_is_solved_and_the_others_are_told(page, photo):
    stages: list[object] = []
    solved = picrosser.solve_screenshot(photo, on_stage=stages.append)
    assert isinstance(stages[0], FlatPage)
    own, another = page.truth["boards"]
    assert solved.image.shape[:2] == page.image.size[::-1]  # upright, whatever the EXIF orientation
    assert solved.kind == "nonogram"
    assert solved.exit_code is ExitCode.OK, solved.verdict
    assert stated(solved.puzzle) == (own["rows"], own["cols"])
    (other,) = solved.reading.others
    assert all(is_within(corner, other) for corner in another["corners"])
    assert "of 2 " in solved.verdict
    assert "--board 2" in solved.verdict


def test_a_page_has_no_more_boards_than_it_shows(photo):
    with pytest.raises(GridNotFoundError, match="there is no board 3: the picture shows 2 boards"):
        picrosser.solve_screenshot(photo, board=3)
    with pytest.raises(ValueError, match="the largest is 1"):
        picrosser.solve_screenshot(photo, board=0)
    with pytest.raises(ValueError, match="only nonograms"):
        picrosser.solve_screenshot(photo, kind="hungry-cat", board=2)


def test_the_next_step_is_drawn_onto_the_board_of_a_page_that_lies_askew(page):
    image = np.asarray(page.image)  # without a camera's entries: its noise tells that it is a photograph
    stages: list[object] = []
    hinted = picrosser.hint_screenshot(image, kind="nonogram", on_stage=stages.append)
    assert hinted.exit_code is ExitCode.OK, hinted.verdict
    assert isinstance(stages[0], FlatPage)  # as it lies, it is not read
    changed = np.abs(np.asarray(hinted.draw()).astype(int) - image).max(axis=2) > 20
    upper_left, upper_right, lower_left, lower_right = page.truth["boards"][0]["corners"]
    board = Image.new("1", page.image.size)
    outline = [(col, row) for row, col in (upper_left, upper_right, lower_right, lower_left)]
    ImageDraw.Draw(board).polygon(outline, fill=1)
    assert changed.sum() > 500
    assert (changed & ~np.asarray(board)).sum() < 0.02 * changed.sum()  # half of the frame round its column


def test_light_print_on_dark_paper_is_read_and_answered_in_its_own_tones():
    taken = random_photograph(LIGHT_SEED, "paper")
    assert "light on dark" in taken.truth["look"]
    solved = picrosser.solve_screenshot(np.asarray(taken.image))
    assert solved.kind == "nonogram"
    assert solved.exit_code is ExitCode.OK, solved.verdict
    assert stated(solved.puzzle) == (taken.truth["rows"], taken.truth["cols"])
    blank, paint = (np.array(tone) for tone in solved.outcome.picture.palette)
    assert blank.max() < 64 < 192 < paint.min()
    assert np.median(solved.flat) < 64


def test_only_exposure_entries_show_that_a_camera_took_a_picture(page, tmp_path):
    small = page.image.resize((64, 48))
    for by_camera in (True, False):
        place = save_jpeg(small, page.view, tmp_path / f"small-{by_camera}", by_camera=by_camera)
        assert load_picture(place).by_camera is by_camera
    with Image.open(tmp_path / "small-True.jpg") as image:
        entries = bytearray(image.info["exif"])
    at = max(entries.find(b"\x69\x87"), entries.find(b"\x87\x69"))
    entries[at + 8 : at + 12] = b"\xff\x7f\x7f\xff"  # the directory begins beyond the end
    small.save(tmp_path / "broken.jpg", exif=bytes(entries))
    assert not load_picture(tmp_path / "broken.jpg").by_camera


def test_the_command_writes_the_flat_page_and_solves_another_board(page, photo, tmp_path, capsys):
    flat, answer = tmp_path / "flat.png", tmp_path / "answer.png"
    assert main([str(photo), "--board", "2", "--flat", str(flat), "-o", str(answer)]) == 0
    assert "board 2 of 2 in the picture" in capsys.readouterr().err
    with Image.open(flat) as image:
        tones = np.asarray(image.convert("L"))
    assert np.median(tones) > 240  # the paper is white, the table beyond it is not shown
    again = picrosser.solve_screenshot(flat)  # the flat page is no answer: it is read like any picture
    assert again.exit_code is ExitCode.OK
    assert stated(again.puzzle) == (page.truth["boards"][1]["rows"], page.truth["boards"][1]["cols"])


def test_the_flat_file_of_a_screenshot_is_the_screenshot(tmp_path, capsys):
    flat = tmp_path / "flat.png"
    for command in ((), ("check",), ("hint",)):
        words = [*command, str(CONFETTI), "-f", "--flat", str(flat), "-o", str(tmp_path / "answer.png")]
        assert main(words) == 0
        with Image.open(flat) as image, Image.open(CONFETTI) as shot:
            assert (np.asarray(image) == np.asarray(shot.convert("RGB"))).all()
        flat.unlink()
    capsys.readouterr()
