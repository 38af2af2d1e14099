"""Circles, inks and covered hints of drawn screenshots, compared with what was drawn."""

from dataclasses import replace
from functools import cache
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from made_evidence import all_places, column, row
from made_stages import spec_of, with_cells
from read_boards import solve_hungry_cat
from sweeps import sweep

from drawn.damage import DAMAGES
from drawn.fills import FillStyle, Painting, random_progress
from drawn.screenshot import DrawnScreenshot, draw
from drawn.spec import ScreenshotSpec
from picrosser.errors import ExitCode
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.pipelines.hungry_cat import HungryCatSolved, board_state
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import all_hints
from picrosser.puzzles.hungry_cat_evidence import SURE_CIRCLE, Evidence
from picrosser.puzzles.picture import Colour
from picrosser.puzzles.progress import MIN_CONFIDENCE, Progress
from picrosser.reading.hungry_cat.circles import CirclesFound, detect_circles
from picrosser.reading.hungry_cat.hints import HintsFound, crop_hints
from picrosser.reading.hungry_cat.palette import board_colour, commonest_colour, sample_palette
from picrosser.reading.hungry_cat.read import read_screenshot
from picrosser.reading.hungry_cat.slots import find_slots
from picrosser.reading.lattice.grid import locate_grid
from picrosser.reading.stages import ignore
from picrosser.repairing.counts_repaired import Reason

INKS_OFF = 6  # grey levels
LIGHT, DARK = (15, 10, 4, "grey"), (15, 10, 4, "night")
TINTS = ("plain", "warm", "dim")


@cache
def drawn(spec: ScreenshotSpec) -> DrawnScreenshot:
    return draw(spec)


def circles_in(image: RGB) -> tuple[HintsFound, CirclesFound, Colour]:
    grid = locate_grid(image)
    hints = crop_hints(image, grid, find_slots(image, grid))
    return hints, detect_circles(hints), board_colour(image, grid)


def test_hints_of_cells_of_a_few_pixels_have_a_stripe_though_their_slots_leave_no_corner():
    edges = tuple(range(30, 130, 10))
    grid = SimpleNamespace(lattice=Lattice(edges, edges), pitch_px=9.4)
    side = SimpleNamespace(slot_centres_px=(15.0, 24.4), slot_pitch_px=9.4, line_shift_px=0.0)
    slots = SimpleNamespace(colours=2, left=side, top=side)
    hints = crop_hints(np.full((130, 130, 3), 70, np.uint8), grid, slots)  # type: ignore[arg-type]
    assert np.all(hints.stripes == 70)
    assert np.all(detect_circles(hints).log_odds <= 0)


def assert_circles(shot: DrawnScreenshot, damage: str = "plain") -> CirclesFound:
    """Assert that every circle is decided as it was drawn, and with certainty."""
    image = shot.image if damage == "plain" else DAMAGES[damage](shot.image)
    _, circles, _ = circles_in(np.asarray(image))
    truth = [bool(hint.contiguous) for hint in all_hints(shot.puzzle)]
    assert (circles.log_odds > 0).tolist() == truth
    assert np.abs(circles.log_odds).min() > SURE_CIRCLE
    return circles


@pytest.mark.parametrize("damage", TINTS)
@pytest.mark.parametrize("board", [LIGHT, DARK], ids=str)
def test_circles_are_found_where_they_were_drawn(board, damage):
    shot = drawn(spec_of(*board))
    assert 5 < sum(bool(hint.contiguous) for hint in all_hints(shot.puzzle)) < len(all_hints(shot.puzzle)) - 5
    circles = assert_circles(shot, damage)
    assert circles.disc_levels != 0
    assert (circles.disc_levels > 0) == (board is DARK)  # white is laid over a dark page


@pytest.mark.parametrize(("theme", "damage"), list(zip(["grey", "white", "night"], TINTS, strict=True)))
@pytest.mark.parametrize("have_discs", [False, True])
def test_all_hints_may_have_circles_or_none(have_discs, theme, damage):
    runs, scattered = ["1111122222"] * 5 + ["2222211111"] * 5, ["1212121212", "2121212121"] * 5
    spec = with_cells(spec_of(10, 10, 2, theme), runs if have_discs else scattered)
    circles = assert_circles(drawn(spec), damage)
    assert (circles.disc_radius_px > 0) == (circles.disc_levels != 0) == have_discs


INKED = ((15, 10, 4, "mint", 2), (*DARK, 1), (5, 5, 2, "white", 1))


@pytest.mark.parametrize("board", INKED, ids=str)
def test_inks_have_the_colours_that_were_drawn(board):
    spec = spec_of(*board)
    shot = drawn(spec)
    palette = sample_palette(*circles_in(np.asarray(shot.image)))
    assert np.abs(np.array(palette.inks) - spec.colours).max() <= INKS_OFF
    assert palette.background == spec.theme.page
    assert palette.occupied.tolist() == [bool(hint.count) for hint in all_hints(shot.puzzle)]
    assert min(palette.shares) > 0.3


@pytest.mark.parametrize("colour", [(200, 40, 90), (24, 120, 204), (0, 0, 0), (255, 255, 255)], ids=str)
def test_the_commonest_colour_is_found_among_noise_and_blends(colour):
    rng = np.random.default_rng(5)
    flat = np.clip(np.array(colour) + rng.integers(-3, 4, (300, 3)), 0, 255)  # noise, across edges of bins
    blend = np.linspace(colour, (130, 140, 150), 200)  # soft edges
    anything = rng.integers(0, 256, (300, 3))
    fewer = np.full((100, 3), 66)  # all in one bin
    pixels = rng.permutation(np.concatenate([flat, blend, anything, fewer])).astype(np.uint8)
    found, share = commonest_colour(pixels)
    assert np.abs(found - colour).max() <= 3
    assert 300 / 900 <= share < 400 / 900


def test_slots_too_narrow_for_a_ring_leave_every_circle_undecided():
    hints, _, _ = circles_in(np.asarray(drawn(spec_of(*LIGHT)).image))
    half = hints.patches.shape[1] // 2
    narrow = replace(
        hints, patches=hints.patches[:, half : half + 1, half : half + 1], slot_radius_px=0.5, pitch_px=1.0
    )
    assert set(detect_circles(narrow).log_odds) == {0.0}


# ---- Hints under stickers are noticed and filled in


def solved_under(
    spec: ScreenshotSpec, places: list[HintPlace], colour: Colour
) -> tuple[HungryCatSolved, dict[type, object]]:
    """What becomes of a screenshot with stickers of a colour over these hints, and the results of stages."""
    image = np.array(drawn(spec).image)
    hints, _, _ = circles_in(image)
    rows, cols = np.mgrid[: image.shape[0], : image.shape[1]]
    for place in places:
        y, x = hints.centres_px[hints.places.index(place)]
        image[np.hypot(rows - y, cols - x) < 0.42 * hints.pitch_px] = colour
    stages: dict[type, object] = {}
    solved = solve_hungry_cat(image, lambda stage: stages.update({type(stage): stage}))
    puzzle = drawn(spec).puzzle
    assert (solved.puzzle.rows, solved.puzzle.cols) == (puzzle.rows, puzzle.cols)
    return solved, stages


@pytest.mark.parametrize("board", [(10, 10, 3, "grey"), DARK], ids=str)
def test_covered_hints_are_noticed_and_filled_in(board):
    spec = spec_of(*board)
    puzzle = drawn(spec).puzzle
    shown = [place for place, hint in zip(all_places(puzzle), all_hints(puzzle), strict=True) if hint.count]
    places = [shown[2], shown[-3]]
    solved, stages = solved_under(spec, places, (20, 200, 120))
    assert {hint.place for hint in stages[Evidence].hints if hint.hidden} >= set(places)
    assert solved.exit_code is ExitCode.OK
    reasons = {change.place: change.reason for change in solved.changes}
    assert [reasons.get(place) for place in places] == [Reason.HIDDEN] * 2


def test_a_number_under_a_blot_of_its_own_ink_follows_from_the_sums():
    spec = spec_of(10, 10, 3, "grey")
    puzzle = drawn(spec).puzzle
    place = row(3, 1) if puzzle.rows[3][1].count else column(3, 1)
    solved_under(spec, [place], puzzle.palette[place.slot + 1])


# ---- Which cells are painted so far, on drawn boards in many styles

STYLES = {
    "flat": FillStyle(),
    "tiles": FillStyle(inset=0.12, corner=0.3, gradient=0.1, mark="dot"),
    "under the lines": FillStyle(lines="below", mark="corner"),
}


def state_of(image: RGB) -> Progress:
    return board_state(read_screenshot(image), ignore)


QUICKLY = [("white", "flat"), ("night", "tiles"), ("white", "under the lines")]


@pytest.mark.parametrize("look", sweep(product(["white", "night"], STYLES), quick=QUICKLY), ids=" ".join)
def test_painted_marked_and_untouched_cells_are_distinguished(look):
    theme, style = look
    spec = spec_of(10, 10, 4, theme)
    rng = np.random.default_rng(3)
    progress = random_progress(rng, spec.picture.cells, 0.6, mistakes=3, marked=0.2)
    state = state_of(np.asarray(draw(spec, Painting(progress, STYLES[style])).image))
    assert (state.cells == progress.state).all()
    assert (state.confidence >= MIN_CONFIDENCE).all()


def test_a_colour_that_is_no_ink_gets_a_low_confidence():
    spec = spec_of(10, 10, 4, "white")
    drawn = draw(spec, Painting(random_progress(np.random.default_rng(3), spec.picture.cells, 0.3)))
    image = np.asarray(drawn.image).copy()
    box = drawn.lattice.cell(4, 4)
    image[box.top + 3 : box.bottom - 3, box.left + 3 : box.right - 3] = (255, 0, 200)
    state = state_of(image)
    assert state.confidence[4, 4] < MIN_CONFIDENCE
    assert (np.delete(state.confidence.ravel(), 44) >= MIN_CONFIDENCE).all()
