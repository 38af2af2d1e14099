"""Score the answer for one picture: exact, refused or silently wrong, and which stage was at fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Protocol

import numpy as np

from picrosser.errors import ExitCode, PicrosserError
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.hungry_cat import HungryCatSolved, solve_hungry_cat
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.picture import Picture
from picrosser.reading.hungry_cat.slots import SlotsFound
from picrosser.reading.lattice.grid import GridFound

TIME_LIMIT_S = 20.0  # drawn puzzles are solved in milliseconds; a misread one may keep the solver busy
STAGES = ("grid", "colours", "circles", "digits")
"""The stages that can go wrong, in order; after the first two there are no hints to compare."""


class Verdict(Enum):
    """The verdict of a score."""

    EXACT = "exact"
    REFUSED = "refused"
    WRONG = "wrong"
    """Reported as solved, but different from the truth: the worst case."""


@dataclass(frozen=True, slots=True, eq=False)  # a Picture cannot be compared with ==
class Truth:
    """The truth about a picture.

    solution : None if it is not known.
    knows_colours : whether the palette is that of the picture, not a placeholder.
    exit_code : of a right answer; not OK if the puzzle has several solutions.
    """

    puzzle: HungryCat
    solution: Picture | None
    knows_colours: bool = True
    exit_code: ExitCode = ExitCode.OK


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one picture.

    name, damage : which picture.
    doubted : refused, although all hints were read right.
    faults : the stages that went wrong, from `STAGES`.
    right, hints : how many hints were read exactly, of how many.
    palette_error : the largest error of any colour in each channel; None if it is unknown.
    line : the verdict or the error, as a user would see it.
    repaired : exact, although some hint was misread at first, or could not be seen.
    """

    name: str
    damage: str
    verdict: Verdict
    exit_code: ExitCode
    doubted: bool
    faults: tuple[str, ...]
    right: int
    hints: int
    palette_error: tuple[int, int, int] | None
    line: str
    repaired: bool = False


class Attempt(Protocol):
    """A function that solves a screenshot; tests replace it."""

    def __call__(
        self, image: RGB, /, *, time_limit_s: float | None, on_stage: Callable[[object], None]
    ) -> HungryCatSolved:
        """Solve a screenshot, as `solve_hungry_cat` does."""
        ...


def score_image(
    image: RGB, truth: Truth, name: str, damage: str, attempt: Attempt = solve_hungry_cat
) -> Score:
    """Read and solve a picture, and compare the answer with the truth.

    image : (H, W, 3) uint8 sRGB.
    """
    stages: dict[str, object] = {}

    def note(result: object) -> None:
        stages[type(result).__name__] = result

    def refusal(exit_code: ExitCode, line: str) -> Score:
        faults = (_unread_stage(stages, truth.puzzle),)
        return Score(name, damage, Verdict.REFUSED, exit_code, False, faults, 0, hints, None, line)

    hints = sum(1 for _ in all_hints(truth.puzzle))
    try:
        solved = attempt(image, time_limit_s=TIME_LIMIT_S, on_stage=note)
    except PicrosserError as error:
        return refusal(error.exit_code, str(error))
    except Exception as error:  # noqa: BLE001  (a crash is a result too, and others are still to be scored)
        return refusal(ExitCode.INTERNAL, f"crash: {type(error).__name__}: {error}")
    puzzle = solved.reading.puzzle
    verdict = judge(solved, truth)
    return Score(
        name=name,
        damage=damage,
        verdict=verdict,
        exit_code=solved.exit_code,
        doubted=verdict is Verdict.REFUSED and same_hints(puzzle, truth.puzzle),
        faults=faults_of(puzzle, truth.puzzle),
        right=_right(puzzle, truth.puzzle),
        hints=hints,
        palette_error=_palette_error(puzzle, truth),
        line=solved.verdict,
        repaired=verdict is Verdict.EXACT and bool(solved.changes),
    )


def judge(solved: HungryCatSolved, truth: Truth) -> Verdict:
    """Compare an answer reported as right with the truth; any other answer counts as refused."""
    if solved.exit_code not in (ExitCode.OK, truth.exit_code):
        return Verdict.REFUSED
    right = (
        solved.exit_code is truth.exit_code
        and same_hints(solved.reading.puzzle, truth.puzzle)
        and (truth.exit_code is not ExitCode.OK or _same_solution(solved.outcome.picture, truth.solution))
    )
    return Verdict.EXACT if right else Verdict.WRONG


def same_hints(read: HungryCat, true: HungryCat) -> bool:
    """Whether the size and every hint agree, whatever the tones of the colours."""
    return not faults_of(read, true)


def faults_of(read: HungryCat, true: HungryCat) -> tuple[str, ...]:
    """The stages whose results differ from the truth."""
    if read.shape != true.shape:
        return ("grid",)
    if read.colours != true.colours:
        return ("colours",)
    pairs = list(zip(all_hints(read), all_hints(true), strict=True))
    differ = {
        "circles": any(not same_circle(one, other) for one, other in pairs),
        "digits": any(one.count != other.count for one, other in pairs),
    }
    return tuple(stage for stage in STAGES if differ.get(stage))


def same_circle(read: CountHint, true: CountHint) -> bool:
    """Whether the circles of two hints agree; they have a meaning only for counts of 2 and more."""
    if any(count is None or count < 2 for count in (read.count, true.count)):
        return True
    return bool(read.contiguous) == bool(true.contiguous)


def all_hints(puzzle: HungryCat) -> Iterator[CountHint]:
    """Rows' hints, then columns'."""
    return chain.from_iterable((*puzzle.rows, *puzzle.cols))


def _right(read: HungryCat, true: HungryCat) -> int:
    if read.shape != true.shape or read.colours != true.colours:
        return 0
    pairs = zip(all_hints(read), all_hints(true), strict=True)
    return sum(one.count == other.count and same_circle(one, other) for one, other in pairs)


def _same_solution(found: Picture | None, true: Picture | None) -> bool:
    return true is None or (found is not None and np.array_equal(found.cells, true.cells))


def _palette_error(read: HungryCat, truth: Truth) -> tuple[int, int, int] | None:
    if not truth.knows_colours or read.colours != truth.puzzle.colours:
        return None
    off = np.abs(np.subtract(read.palette[1:], truth.puzzle.palette[1:])).max(axis=0)
    red, green, blue = (int(value) for value in off)
    return red, green, blue


def _unread_stage(stages: dict[str, object], true: HungryCat) -> str:
    """The stage that led to an error, judged by what had been found before it."""
    grid, slots = stages.get("GridFound"), stages.get("SlotsFound")
    if not isinstance(grid, GridFound) or grid.lattice.shape != true.shape:
        return "grid"
    if not isinstance(slots, SlotsFound) or slots.colours != true.colours:
        return "colours"
    return "digits" if "CirclesFound" in stages else "circles"


@dataclass(frozen=True, slots=True)
class Tally:
    """The totals of many scores.

    repaired : among the exact. faults : pictures by stage. exits : refused pictures by exit status.
    palette_error : the worst by channel.
    """

    pictures: int
    exact: int
    repaired: int
    doubted: int
    refused: int
    wrong: int
    hints_share: float
    faults: Counter[str]
    exits: Counter[int]
    palette_error: tuple[int, ...]


def tally(scores: list[Score]) -> Tally:
    """Add up scores."""
    verdicts = Counter(score.verdict for score in scores)
    errors = [score.palette_error for score in scores if score.palette_error is not None]
    return Tally(
        pictures=len(scores),
        exact=verdicts[Verdict.EXACT],
        repaired=sum(score.repaired for score in scores),
        doubted=sum(score.doubted for score in scores),
        refused=verdicts[Verdict.REFUSED],
        wrong=verdicts[Verdict.WRONG],
        hints_share=sum(score.right for score in scores) / max(1, sum(score.hints for score in scores)),
        faults=Counter(stage for score in scores for stage in score.faults),
        exits=Counter(int(score.exit_code) for score in scores if score.verdict is Verdict.REFUSED),
        palette_error=tuple(max(channel) for channel in zip(*errors, strict=True)),
    )
