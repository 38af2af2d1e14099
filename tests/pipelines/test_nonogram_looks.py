"""A picture of texture that shows no board is not looked at again, so that refusals are quick."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageFilter
from strokes import strokes

import picrosser.reading.nonogram.read as reading
from picrosser.errors import GridNotFoundError, PicrosserError
from picrosser.imaging.loading import load_image
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.pipelines import hungry_cat
from picrosser.pipelines.nonogram import solve_nonogram
from picrosser.pipelines.nonogram_looks import MAX_PIECES_OF_BLURRED, MAX_PIECES_OF_SCREEN, Look, Looker
from picrosser.pipelines.recognise import solve_screenshot
from picrosser.pipelines.stages import StageClock
from picrosser.reading.attempts.sharpened import sharpened
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.nonogram.read import BoardsFound
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.stages import ignore
from picrosser.running.deadline import NO_DEADLINE

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def blurred(image: RGB) -> RGB:
    """The picture out of focus."""
    return np.asarray(Image.fromarray(image).filter(ImageFilter.GaussianBlur(1.4)))


def as_by_camera(image: RGB) -> RGB:
    """The picture with a little of a sensor's noise."""
    noise = np.random.default_rng(6).normal(0, 1.0, image.shape)
    return np.clip(np.rint(image + noise), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("side", "by_camera", "is_sharpened"), [(900, False, False), (420, False, True), (420, True, False)]
)
def test_of_blurred_pictures_without_a_board_only_screens_with_few_pieces_of_ink_are_sharpened(
    side, by_camera, is_sharpened, monkeypatch
):
    looks: list[BoardsFound] = []
    find_boards = reading.find_boards

    def counted(image: RGB, **how: Any) -> BoardsFound:
        looks.append(find_boards(image, **how))
        return BoardsFound(looks[-1].image, looks[-1].ink, ())

    monkeypatch.setattr(reading, "find_boards", counted)
    image = blurred(strokes(2 * side, 2 * side, margin=side // 2))
    image = as_by_camera(image) if by_camera else image
    assert sharpened(image) is not image
    with suppress(PicrosserError):
        solve_nonogram(image)
    pieces = len(looks[0].ink.boxes)
    assert pieces < MAX_PIECES_OF_SCREEN
    assert (pieces < MAX_PIECES_OF_BLURRED) == (is_sharpened or by_camera)
    assert any(look.image is not image for look in looks) == is_sharpened


@pytest.mark.parametrize("shows_board", [False, True], ids=["texture", "a drawn board"])
def test_texture_is_not_read_as_a_hungry_cat_board(shows_board, monkeypatch):
    looked: list[RGB] = []

    def refused(image: RGB, *_: object, **__: object) -> Reading:
        looked.append(image)
        raise GridNotFoundError("no board", "try another picture")

    monkeypatch.setattr(hungry_cat, "read_hungry_cat", refused)
    image = load_image(FIXTURES / "hungry_cat" / "drawn-5x5-white.png") if shows_board else strokes(500, 400)
    with suppress(PicrosserError):
        solve_screenshot(image)
    assert bool(looked) == shows_board


@pytest.mark.parametrize(
    ("is_texture", "sizes", "boards"),
    [(True, (), 1), (False, (), 3), (False, [(5, 5)], 1), (False, [(6, 5)], 1)],
)
def test_of_a_texture_or_in_a_further_view_the_first_board_that_is_read_is_enough(
    is_texture: bool, sizes: list[tuple[int, int]], boards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lattice = Lattice(tuple(range(6)), tuple(range(6)))
    board = SimpleNamespace(is_convincing=False, height_px=20.0, is_clear=False, lattice=lattice)
    read: list[Any] = []
    found: Any = SimpleNamespace(
        likely=[board] * 3,
        ink=SimpleNamespace(is_texture=is_texture),
        considered=None,
        read=lambda *seen: read.append(seen) or SimpleNamespace(digit_boxes=()),
    )
    image = np.zeros((9, 9, 3), np.uint8)
    page, clock = PageEvidence(image), StageClock(ignore, NO_DEADLINE)
    how: Any = {"numbers_are_hints": False, "ruling": None, "page": page, "boards": found, "hints": None}
    how.update(sizes=sizes, is_one_of_several=False)
    looker = Looker(image, {}, clock, **how)
    parts: Any = (None,) * 3
    puzzle: Any = SimpleNamespace(shape=(5, 5), numbers_within=False)
    doubt: Any = "in doubt"
    monkeypatch.setattr(looker, "_settled", lambda *_: Look(*parts, puzzle, parts[0], (doubt,), None))
    look, _ = next(looker.looks())(None)
    assert look.doubts == (doubt,)
    assert len(read) == boards


@pytest.mark.parametrize(
    ("is_one_of_several", "is_near", "looks"), [(True, True, 1), (True, False, 2), (False, True, 2)]
)
def test_one_of_several_views_that_leaves_few_doubts_is_not_looked_at_in_grey(
    is_one_of_several: bool, is_near: bool, looks: int
) -> None:
    ink = SimpleNamespace(boxes=(), distances=np.zeros(0), of_colours=True)
    page: Any = SimpleNamespace(ink=ink)
    how: Any = {"numbers_are_hints": False, "ruling": None, "page": page, "boards": None, "hints": None}
    how.update(sizes=(), is_one_of_several=is_one_of_several)
    looker = Looker(np.zeros((9, 9, 3), np.uint8), {}, StageClock(ignore, NO_DEADLINE), **how)
    found: Any = SimpleNamespace(is_clear=True)
    looker.found, looker._is_near = found, is_near
    assert len(list(looker.looks())) == looks
