"""Which looks are taken at a picture, and in which order."""

import numpy as np
import pytest
from own_process import FIXTURES
from read_boards import looks_at

from drawn.photographs.scenes import random_photograph
from picrosser.formats.tables import parse_cat
from picrosser.imaging.loading import load_image
from picrosser.imaging.noise import MIN_NOISE_OF_PHOTOGRAPH
from picrosser.looks.belief import LooksTaken
from picrosser.looks.evidence import Evidence, UprightEvidence
from picrosser.looks.solve import solve_screenshot
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph.slanted_lines import Pencil, ScreenSlopes


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        ("hungry_cat/drawn-5x5-white.png", ["Hungry Cat board"]),
        ("nonograms/drawn-tiles.png", ["nonogram"]),
        ("katamino/drawn-part-filled.png", ["nonogram", "drawn pieces"]),
        (
            "katamino/drawn-number-card.png",
            ["nonogram", "drawn pieces", "nonogram on evenly spaced lines", "any pieces"],
        ),
    ],
)
def test_a_screenshot_is_read_as_one_family_after_the_other(name, looks):
    taken = looks_at(load_image(FIXTURES / name))
    assert [look for look, _ in taken] == [f"{look}, as it lies" for look in looks]
    assert taken[-1][1] == "ok"


def test_a_hungry_cat_board_whose_stripes_are_not_seen_is_read_after_pieces_were_refused(monkeypatch):
    monkeypatch.setattr(UprightEvidence, "has_stripes_beside", lambda *_: False)
    taken = looks_at(load_image(FIXTURES / "hungry_cat/drawn-10x15-grey.png"))
    names = "nonogram", "drawn pieces", "Hungry Cat board"
    assert [look for look, _ in taken[1:]] == [f"{name}, as it lies" for name in names]
    assert taken[0] == ("screenshot, at half its size", "nothing")
    assert taken[-1][1] == "ok"


def test_a_photographed_page_is_read_from_the_front_only():
    taken = looks_at(np.asarray(random_photograph(305, "paper").image))
    assert taken[-1] == ("ruled page, from the front", "ok")
    assert all("from the front" in look for look, _ in taken)


@pytest.mark.slow
def test_a_photographed_hungry_cat_board_is_read_at_first_on_the_screen_that_its_long_edges_make_straight():
    taken = random_photograph(56000, "hungry-cat")
    stages: list[object] = []
    solved = solve_screenshot(np.asarray(taken.image), on_stage=stages.append)
    (looks,) = (stage.looks for stage in stages if isinstance(stage, LooksTaken))
    assert looks == (("Hungry Cat on the straight screen, from the front", "ok"),)
    assert solved.puzzle.rows == parse_cat(taken.text).puzzle.rows


@pytest.mark.parametrize(("noise", "is_photograph"), [(0.0, False), (1.0, True), (6.0, True)])
def test_noise_tells_a_photograph_from_a_screenshot(noise, is_photograph):
    grey = 128 + np.random.default_rng(1).normal(0, noise, (300, 300, 1))
    image = np.repeat(np.clip(grey, 0, 255).astype(np.uint8), 3, 2)
    page = PageEvidence(image)
    assert (page.noise_sigma >= MIN_NOISE_OF_PHOTOGRAPH) is is_photograph
    assert Evidence(page, by_camera=False).is_photograph is is_photograph
    assert Evidence(page, by_camera=True).is_photograph


@pytest.mark.parametrize(("has_slopes", "sheets"), [(True, ()), (False, (1,)), (False, ())])
def test_a_photograph_is_refused_at_once_only_if_nothing_in_it_is_straight(has_slopes, sheets):
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 256, (300, 400, 1), dtype=np.uint8)[::8, ::8]
    image = np.repeat(np.repeat(np.repeat(noise, 8, 0), 8, 1), 3, 2)
    evidence = Evidence(PageEvidence(image), by_camera=True)
    slopes = ScreenSlopes(Pencil(0.1, 0.0, 0.0), Pencil(0.1, 0.0, 0.0)) if has_slopes else None
    evidence.__dict__.update(slopes=slopes, sheets=sheets)
    assert evidence.shows_nothing is not (has_slopes or sheets != ())


@pytest.mark.parametrize(("tones", "may_be"), [(2, False), (60, True)])
def test_a_quiet_picture_of_few_tones_is_no_photograph(tones, may_be):
    grey = (np.arange(10_000) % tones * 4).astype(np.uint8).reshape(100, 100, 1)
    evidence = Evidence(PageEvidence(np.repeat(grey, 3, axis=2)), by_camera=False)
    assert evidence.may_be_quiet_photograph is may_be
