"""Pictures that lie on a side or upside down are read in the direction in which their digits stand."""

import numpy as np
import pytest
from own_process import FIXTURES, WHITE
from PIL import Image, ImageFilter, ImageOps
from read_boards import looks_at
from strokes import strokes

from picrosser.answers.progress import check_screenshot
from picrosser.errors import ExitCode, HintsUnreadableError
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB
from picrosser.looks.evidence import Evidence
from picrosser.looks.solve import solve_screenshot
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.nonogram import Run, StatedRuns
from picrosser.reading.page import direction
from picrosser.reading.page.direction import are_mirrored, turned_deg_by_digits
from picrosser.reading.page.page_evidence import MAX_PIECES_OF_TEXT, PageEvidence

UPRIGHT = (
    "hungry_cat/drawn-5x5-white.png", "hungry_cat/drawn-10x10-night.png", "nonograms/drawn-ledger.png",
    "nonograms/drawn-tiles.png", "nonograms/drawn-confetti.png", "katamino/drawn-number-card.png",
)  # fmt: skip
ANGLES = (90, 180, 270)


def turned(name: str, clockwise_deg: int) -> RGB:
    """A fixture as if it had been turned clockwise."""
    return np.ascontiguousarray(np.rot90(load_image(FIXTURES / name), -clockwise_deg // 90))


@pytest.mark.parametrize("name", UPRIGHT[2:5])
def test_digits_in_a_mirror_are_told(name):
    ink = PageEvidence(load_image(FIXTURES / name)).ink
    digits = [piece for piece, off in zip(ink.coverages, ink.distances, strict=True) if off < 0.03]
    assert len(digits) > 10
    assert not are_mirrored(digits)
    assert are_mirrored([np.ascontiguousarray(piece[:, ::-1]) for piece in digits])


@pytest.mark.parametrize(
    ("name", "turned_deg"),
    [
        *((name, 0) for name in UPRIGHT),
        *((UPRIGHT[0], angle) for angle in ANGLES),
        *zip(UPRIGHT[1:], 2 * ANGLES, strict=False),
    ],
)
def test_digits_tell_how_a_picture_is_turned(name, turned_deg):
    assert turned_deg_by_digits(PageEvidence(turned(name, turned_deg))) == turned_deg


def test_a_photograph_known_to_be_texture_is_not_turned(monkeypatch):
    monkeypatch.setattr(direction, "turned_deg_by_digits", lambda _: 180)
    rng = np.random.default_rng(11)  # thousands of specks, of which hardly any is a digit
    white = Image.fromarray(rng.integers(0, 256, (900, 900), np.uint8))
    specks = ImageOps.autocontrast(white.filter(ImageFilter.GaussianBlur(2)))
    page = PageEvidence(np.asarray(specks.convert("RGB")))
    assert Evidence(page, by_camera=False).turned is not None
    assert len(page.ink.boxes) > MAX_PIECES_OF_TEXT
    assert Evidence(page, by_camera=False).turned is None


def test_what_has_no_digits_is_not_turned():
    assert turned_deg_by_digits(PageEvidence(np.full((300, 200, 3), 255, np.uint8))) == 0
    noise = np.random.default_rng(4).integers(0, 256, (300, 200, 3), dtype=np.uint8)
    assert turned_deg_by_digits(PageEvidence(noise)) == 0


def test_a_few_shapes_in_texture_do_not_tell_how_a_picture_is_turned():
    image = turned("nonograms/drawn-tiles.png", 180)
    among_strokes = np.concatenate([strokes(1000, image.shape[1]), image])
    assert turned_deg_by_digits(PageEvidence(image)) == 180
    assert turned_deg_by_digits(PageEvidence(among_strokes)) == 0


@pytest.mark.parametrize(
    ("name", "turned_deg", "words"),
    [
        ("hungry_cat/drawn-5x5-white.png", 90, "turned by 90° clockwise"),
        ("nonograms/drawn-tiles.png", 180, "upside down"),
        pytest.param(
            "nonograms/drawn-ledger.png", 270, "turned by 90° counterclockwise", marks=pytest.mark.slow
        ),
        pytest.param("katamino/drawn-number-card.png", 90, "turned by 90° clockwise", marks=pytest.mark.slow),
    ],
)
def test_a_turned_picture_is_solved_as_the_upright_one(name, turned_deg, words):
    upright, image = solve_screenshot(FIXTURES / name), turned(name, turned_deg)
    solved = solve_screenshot(image)
    assert (solved.kind, solved.exit_code, solved.turned_deg) == (upright.kind, ExitCode.OK, turned_deg)
    assert f"; the picture is {words}, so it was set upright" in solved.verdict
    assert "upright" not in upright.verdict
    if solved.solution is not None and upright.solution is not None:  # a card has several
        assert (solved.solution.cells == upright.solution.cells).all()
    assert solved.lattice == upright.lattice
    assert (solved.image == upright.image).all()
    assert (np.asarray(solved.draw()) == np.asarray(upright.draw())).all()


def test_lines_are_set_by_hand_as_they_are_numbered_upright():
    """The board has 10 rows and 5 columns, so as it lies on its side it has no row 10."""
    row_10 = {HintPlace("row", 9): StatedRuns((Run(1, 1), Run(1, 1)))}
    solved = solve_screenshot(turned("nonograms/drawn-ledger.png", 90), fixes=row_10)
    assert solved.turned_deg == 90
    assert solved.puzzle.shape == (10, 5)


def test_mistakes_are_found_on_a_turned_board():
    name = "hungry_cat/played-10x10-white.png"
    checked = check_screenshot(turned(name, 90))
    assert checked.found == check_screenshot(FIXTURES / name).found
    assert "2 mistakes" in checked.verdict
    assert "turned by 90° clockwise" in checked.verdict


def test_a_picture_with_upright_digits_is_read_once():
    """A board whose hints are cut off is refused, and its digits stand upright."""
    looks = looks_at(load_image(WHITE)[540:])
    assert looks
    assert all(found.startswith(("refused", "nothing")) for _, found in looks)
    assert not any("turned" in name for name, _ in looks)


def test_what_is_wrong_with_a_turned_picture_is_told_of_its_upright_copy():
    row_10 = {HintPlace("row", 9): StatedRuns((Run(5, 1),))}  # it is 1 1
    with pytest.raises(HintsUnreadableError, match=r"--fix 'r10=5'.*\(the picture is upside down\)"):
        solve_screenshot(turned("nonograms/drawn-ledger.png", 180), fixes=row_10)
