"""The scoring itself: what counts as exact, refused, silently wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import score_screenshots as script
from measuring.score import Truth, Verdict, faults_of, same_circle, score_image, tally
from measuring.shots import CROP, PLAIN, DrawnSource, as_rgb, damage_names, damaged, folder_sources
from picrosser.errors import ExitCode, GridNotFoundError, HintsUnreadableError
from picrosser.formats.files import save_puzzle
from picrosser.imaging.pixels import Lattice
from picrosser.pipelines.hungry_cat import HungryCatSolved
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.puzzles.picture import Picture
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.repairing.counts_repaired import CountsRepaired
from picrosser.solving.solve import solve

PALETTE = ((255, 255, 255), (200, 0, 0), (0, 0, 200))
IMAGE = np.zeros((4, 4, 3), np.uint8)
DOUBT = Doubt(HintPlace("row", 0, 0), CountHint(1), (CountHint(7),), "a sticker hides it")


def puzzle(rows, cols, palette=PALETTE) -> HungryCat:
    lines = [
        tuple(tuple(CountHint.from_signed(hint) for hint in line) for line in lines) for lines in (rows, cols)
    ]
    return HungryCat(lines[0], lines[1], palette)


@pytest.fixture(scope="module")
def drawn():
    """A small drawn screenshot; drawing takes a while."""
    return DrawnSource(seed=1, number=0, as_game=True).shot()


# 12   11
# 11   12
CORNER_AT_TOP = puzzle([[1, 1], [-2, 0]], [[-2, 0], [1, 1]])
CORNER_BELOW = puzzle([[-2, 0], [1, 1]], [[-2, 0], [1, 1]])
DIAGONAL = puzzle([[1, 1], [1, 1]], [[1, 1], [1, 1]])  # has two solutions
CELLS = np.array([[1, 2], [1, 1]], np.int8)
TRUTH = Truth(CORNER_AT_TOP, Picture(CELLS, PALETTE))


def reads(read: HungryCat, doubts: tuple[Doubt, ...] = ()):
    """An attempt that reads this, whatever the picture, and solves it."""

    def attempt(image, *, time_limit_s, **_):
        lattice = Lattice(tuple(range(read.shape[0] + 1)), tuple(range(read.shape[1] + 1)))
        outcome = solve(read, timeout_s=time_limit_s)
        reading = Reading(lattice, read, doubts, Evidence(*read.shape, read.colours, (), ()))
        return HungryCatSolved(image, reading, CountsRepaired(read, outcome, doubts=doubts), {})

    return attempt


def fails(error: Exception):
    def attempt(_image, **_):
        raise error

    return attempt


def score(attempt, truth=TRUTH):
    return score_image(IMAGE, truth, "shot", PLAIN, attempt)


def test_the_truth_is_exact():
    result = score(reads(CORNER_AT_TOP))
    assert result.verdict is Verdict.EXACT
    assert (result.faults, result.doubted, result.right, result.hints) == ((), False, 8, 8)
    assert result.palette_error == (0, 0, 0)


def test_a_wrong_reading_that_solves_is_silently_wrong():
    result = score(reads(CORNER_BELOW))
    assert (result.verdict, result.exit_code) == (Verdict.WRONG, ExitCode.OK)
    assert (result.faults, result.right) == (("digits",), 4)


def test_a_right_reading_with_another_solution_is_silently_wrong():
    other = Truth(CORNER_AT_TOP, Picture(CELLS[::-1], PALETTE))
    assert score(reads(CORNER_AT_TOP), other).verdict is Verdict.WRONG


@pytest.mark.parametrize(("read", "doubted"), [(CORNER_AT_TOP, True), (CORNER_BELOW, False)])
def test_a_doubt_is_a_refusal(read, doubted):
    result = score(reads(read, (DOUBT,)))
    assert (result.verdict, result.exit_code) == (Verdict.REFUSED, ExitCode.DOUBTFUL)
    assert result.doubted is doubted


def test_several_solutions_are_a_refusal_unless_they_are_the_truth():
    assert score(reads(DIAGONAL)).exit_code is ExitCode.SEVERAL_SOLUTIONS
    assert score(reads(DIAGONAL)).verdict is Verdict.REFUSED
    ambiguous = Truth(DIAGONAL, None, exit_code=ExitCode.SEVERAL_SOLUTIONS)
    assert score(reads(DIAGONAL), ambiguous).verdict is Verdict.EXACT
    assert score(reads(CORNER_AT_TOP), ambiguous).verdict is Verdict.WRONG


@pytest.mark.parametrize(
    ("error", "exit_code"),
    [
        (GridNotFoundError("no board"), ExitCode.NO_PUZZLE),
        (HintsUnreadableError("a blur"), ExitCode.DOUBTFUL),
        (IndexError("off by one"), ExitCode.INTERNAL),
    ],
)
def test_an_error_is_a_refusal_and_no_hint_is_right(error, exit_code):
    result = score(fails(error))
    assert (result.verdict, result.exit_code, result.right) == (Verdict.REFUSED, exit_code, 0)
    assert result.faults == ("grid",)  # nothing had been found before


def test_the_faulty_stage_is_named():
    one_colour = puzzle([[1], [-2]], [[-2], [1]], PALETTE[:2])
    assert faults_of(puzzle([[1, 1]], [[1, 0], [0, 1]]), CORNER_AT_TOP) == ("grid",)
    assert faults_of(one_colour, CORNER_AT_TOP) == ("colours",)
    uncircled = puzzle([[1, 1], [2, 0]], [[-2, 0], [1, 1]])
    assert faults_of(uncircled, CORNER_AT_TOP) == ("circles",)
    assert faults_of(puzzle([[1, 1], [2, 1]], [[-2, 0], [1, 1]]), CORNER_AT_TOP) == ("circles", "digits")


def test_circles_say_nothing_round_a_one():
    assert same_circle(CountHint(1, True), CountHint(1, False))
    assert same_circle(CountHint(1, False), CountHint(4, True))  # the digit is wrong, not the circle
    assert not same_circle(CountHint(2, True), CountHint(2, False))


def test_the_palette_error_is_the_worst_of_each_channel():
    off = puzzle([[1, 1], [-2, 0]], [[-2, 0], [1, 1]], (PALETTE[0], (195, 1, 0), (3, 0, 200)))
    assert score(reads(off)).palette_error == (5, 1, 0)
    assert score(reads(off), replace(TRUTH, knows_colours=False)).palette_error is None


def test_scores_are_added_up():
    attempts = reads(CORNER_AT_TOP), reads(CORNER_BELOW), reads(CORNER_AT_TOP, (DOUBT,)), fails(IndexError())
    sums = tally([score(attempt) for attempt in attempts])
    assert (sums.pictures, sums.exact, sums.wrong, sums.refused, sums.doubted) == (4, 1, 1, 2, 1)
    assert sums.hints_share == (8 + 4 + 8) / 32
    assert dict(sums.exits) == {5: 1, 70: 1}
    assert dict(sums.faults) == {"digits": 1, "grid": 1}


def test_wrong_ones_are_listed_first_and_fail_the_script(monkeypatch, capsys):
    scores = [score(attempt) for attempt in (reads(CORNER_AT_TOP, (DOUBT,)), reads(CORNER_BELOW))]
    monkeypatch.setattr(script, "score_all", lambda *_: iter(scores))
    monkeypatch.setattr("sys.argv", ["score_screenshots.py", "--drawn", "2", "--verbose"])
    assert script.main() == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:7] == ["plain", "2", "0", "0.0", "1", "1", "1"]
    assert "SILENTLY WRONG, digits" in lines[-2]
    assert "refused (5), read right" in lines[-1]
    monkeypatch.setattr(script, "score_all", lambda *_: iter(scores[:1]))
    assert script.main() == 0


@pytest.mark.slow
def test_three_drawn_screenshots_are_exact(tmp_path):
    sources = [DrawnSource(seed=1, number=number, as_game=True) for number in range(3)]
    scores = list(script.score_all(sources, [PLAIN], tmp_path, jobs=1))
    assert [result.verdict for result in scores] == [Verdict.EXACT] * 3
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_what_failed_is_kept_and_is_a_folder_to_score(drawn, tmp_path):
    class OneShot:
        def shot(self):
            return shot

    shot = replace(drawn, truth=TRUTH)  # the truth of another
    (result,) = script.score_source(OneShot(), ["jpeg-60"], tmp_path)
    assert result.verdict is not Verdict.EXACT
    (source,) = folder_sources(tmp_path)
    kept = source.shot()
    assert kept.name == f"{shot.name}-jpeg-60"
    assert kept.truth.puzzle == TRUTH.puzzle
    assert np.array_equal(kept.truth.solution.cells, CELLS)


def test_real_ones_are_cropped_to_what_the_package_sees(drawn, tmp_path):
    drawn.image.save(tmp_path / "shot.png")
    save_puzzle(tmp_path / "shot.toml", drawn.truth.puzzle)
    (source,) = folder_sources(tmp_path)
    seen, true = source.shot().board(), drawn.board()
    pitch = (true.right - true.left) / 10
    for side in ("top", "left", "bottom", "right"):
        assert getattr(seen, side) == pytest.approx(getattr(true, side), abs=pitch / 4)
    assert damaged(source.shot(), CROP).size == (seen.width + 12, seen.height + 12)
    assert damaged(replace(source.shot(), board=lambda: None), CROP) is None


def test_damages_by_name():
    assert damage_names("none") == (PLAIN,)
    assert damage_names("crop, plain,crop") == (CROP, PLAIN)
    assert {"plain", "crop", "jpeg-30"} < set(damage_names("all"))
    with pytest.raises(ValueError, match="no damage is called 'rain'"):
        damage_names("plain,rain")


@pytest.mark.parametrize("damage", ["rgba", "palette"])
def test_every_kind_of_image_becomes_rgb(drawn, damage):
    image = damaged(drawn, damage)
    assert as_rgb(image).shape == (image.height, image.width, 3)
