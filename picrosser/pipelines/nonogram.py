"""Nonogram screenshot in, solved puzzle out: reading, settling, solving, and the board's own colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from picrosser.errors import ExitCode, GridNotFoundError, HintsUnreadableError, PicrosserError
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.pipelines.nonogram_board import told_by_board, with_lines_done
from picrosser.pipelines.nonogram_verdict import describe_doubts, describe_nonogram, remedies
from picrosser.pipelines.stages import EXIT_CODES, StageClock, StageListener, ignore
from picrosser.puzzles.checking import contradictions
from picrosser.puzzles.doubt import mostly_doubtful
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import LineFixes, NonogramEvidence, with_fixed_lines
from picrosser.puzzles.picture import Colour, Picture
from picrosser.repairing.runs import RunsSettled, are_one, settle_runs
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.solve import solve

if TYPE_CHECKING:
    from picrosser.reading.nonogram.board_state import CellsSeen
    from picrosser.reading.nonogram.boards import BoardDetector

NO_LINES: LineFixes = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class NonogramRead:
    """What a nonogram's screenshot says.

    lattice : where its cells lie.
    puzzle : its hints, as they were settled; when in doubt the likeliest. The palette is the board's own:
        the tone of its open cells, and of its painted ones, where there are any.
    doubts : why it is not certain, in words with the place; empty if it is.
    filled : the places of the lines whose hints were hidden, and follow from the others.
    """

    lattice: Lattice
    puzzle: Nonogram
    doubts: tuple[str, ...]
    filled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Look:
    """What one look at a picture says.

    settled : what its digits state; outcome, doubts : what is told of that.
    """

    lattice: Lattice
    evidence: NonogramEvidence
    settled: RunsSettled
    puzzle: Nonogram
    outcome: Outcome
    doubts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NonogramSolved:
    """What became of a nonogram's screenshot.

    reading : what the screenshot says.
    outcome : the solutions; when in doubt, those of the likeliest reading, to be taken as a clue.
    cells : what is on the board; None unless there is one solution, and no doubt.
    remedies : lines set by hand of which any one may settle the doubts, as `--fix` takes them.
    seconds : wall time of each stage, by its name, in order.
    """

    reading: NonogramRead
    outcome: Outcome
    cells: CellsSeen | None
    remedies: tuple[str, ...]
    seconds: Mapping[str, float]

    @property
    def exit_code(self) -> ExitCode:
        """OK only when nothing is in doubt, and there is one solution, which is then proved."""
        return ExitCode.DOUBTFUL if self.reading.doubts else EXIT_CODES[self.outcome.status]

    @property
    def verdict(self) -> str:
        """One line: kind, size, colours, difficulty, time; or what is in doubt, and what to do."""
        seconds = sum(self.seconds.values())
        reading = self.reading
        if reading.doubts:
            return describe_doubts(reading.doubts, self.remedies)
        return describe_nonogram(reading.puzzle, self.outcome, reading.filled, seconds)


def solve_nonogram(
    image: RGB,
    *,
    fixes: LineFixes = NO_LINES,
    time_limit_s: float | None = None,
    on_stage: StageListener = ignore,
) -> NonogramSolved:
    """Read a nonogram's screenshot and solve it.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    fixes : lines that are known better than they can be seen.
    time_limit_s : for solving each of the possible readings, in seconds; None for no limit.
    on_stage : called with the result of each stage; the time that it takes is not counted.

    Raises
    ------
    GridNotFoundError : the picture shows no board with hints.
    HintsUnreadableError : a board is there, but no numbers beside it.
    FixRefusedError : the board has no such line.
    """
    clock = StageClock(on_stage)
    look = _surest_look(image, fixes, time_limit_s, clock)
    puzzle, outcome, cells = look.puzzle, look.outcome, None
    if outcome.status is Status.UNIQUE and not look.doubts:
        from picrosser.reading.nonogram.board_state import see_cells

        cells = see_cells(image, look.lattice, outcome.solutions[0])
        clock(cells)
        puzzle = replace(puzzle, palette=cells.palette)
        outcome = _painted(outcome, cells.palette)
    on_stage(outcome)
    reading = NonogramRead(look.lattice, puzzle, look.doubts, look.settled.filled)
    return NonogramSolved(
        reading, outcome, cells, remedies(look.evidence, look.settled) if look.doubts else (), clock.seconds
    )


def _surest_look(image: RGB, fixes: LineFixes, time_limit_s: float | None, clock: StageClock) -> _Look:
    """The first look at a picture, or one that leaves no doubt if that one does; errors are as above."""
    try:
        look = _look(image, fixes, time_limit_s, clock)
    except (GridNotFoundError, HintsUnreadableError):
        if rarer := _look_for_rarer(image, fixes, time_limit_s, clock):
            return rarer
        raise
    if not look.doubts:
        return look
    if not mostly_doubtful(len(look.doubts), look.lattice.shape):
        look = _look_again(image, look, fixes, time_limit_s, clock) or look
    return (look.doubts and _look_for_rarer(image, fixes, time_limit_s, clock)) or look


def _look_for_rarer(
    image: RGB, fixes: LineFixes, time_limit_s: float | None, clock: StageClock
) -> _Look | None:
    """What a picture says if its board is of a rarer look, if that leaves no doubt."""
    from picrosser.reading.nonogram.boards import FALLBACK_DETECTORS
    from picrosser.reading.nonogram.rearranged import rearranged

    def sure_look(picture: RGB, results: list[object], find: BoardDetector | None = None) -> _Look | None:
        with suppress(PicrosserError):
            look = _look(picture, fixes, time_limit_s, results.append, find)
            if _is_sure(look):
                _tell(results, clock)
                return look
        return None

    for find in FALLBACK_DETECTORS:
        if look := sure_look(image, [], find):
            return look
    other = rearranged(image)
    if other is None or (look := sure_look(other.image, [other])) is None:
        return None
    return replace(look, lattice=other.in_original(look.lattice))


def _tell(results: Sequence[object], clock: StageClock) -> None:
    for result in results:
        clock(result)


def _look(
    image: RGB,
    fixes: LineFixes,
    time_limit_s: float | None,
    on_stage: StageListener,
    find: BoardDetector | None = None,
) -> _Look:
    """Read a picture, and settle what it says; errors are those of `solve_nonogram`.

    find : finds its board, if that is of a rarer look.
    """
    # Costs 30 ms, which a Hungry Cat screenshot need not pay.
    from picrosser.reading.nonogram.read import read_nonogram

    seen = read_nonogram(image, on_stage) if find is None else read_nonogram(image, on_stage, find)
    evidence = with_fixed_lines(seen.evidence, fixes) if fixes else seen.evidence
    settled = settle_runs(evidence, time_limit_s)
    if len(settled.rivals) > 1 and settled.outcome is not None:
        settled = told_by_board(image, seen.lattice, evidence, settled, time_limit_s)
    settled = with_lines_done(image, seen.lattice, evidence, settled)
    on_stage(settled)
    if settled.puzzle is None:
        raise GridNotFoundError(
            "the digits beside the board state no puzzle", "give a sharper screenshot of the whole board"
        )
    outcome, doubts = _answer(evidence, settled, settled.puzzle, time_limit_s)
    return _Look(seen.lattice, evidence, settled, settled.puzzle, outcome, doubts)


def _look_again(
    image: RGB, first: _Look, fixes: LineFixes, time_limit_s: float | None, clock: StageClock
) -> _Look | None:
    """What the picture says in another size, if that leaves no doubt. A reading that stood, but oddly, has to
    be borne out; where several stood, every size has to say which: else chance would, if tried often enough.
    """
    from picrosser.reading.attempts.enlarged import SCALES, enlarge  # few pictures need it

    rivals, stood = first.settled.rivals, first.settled.outcome is not None
    tried = [again for times in SCALES if (again := enlarge(image, times)) is not None]
    sure: list[tuple[_Look, list[object]]] = []
    for again in tried:
        results: list[object] = [again]
        with suppress(PicrosserError):
            look = _look(again.image, fixes, time_limit_s, results.append)
            if _is_sure(look) and (not stood or _is_one_of(look.puzzle, rivals or (first.puzzle,))):
                sure.append((replace(look, lattice=again.in_original(look.lattice)), results))
        if sure and not rivals:
            break
    if not sure or (rivals and len(sure) < len(tried)):
        return None
    believed, results = sure[0]
    if not all(are_one(believed.puzzle, look.puzzle) for look, _ in sure):
        return None
    _tell(results, clock)
    return believed


def _is_sure(look: _Look) -> bool:
    """Whether it leaves no doubt, and nothing had to be filled in."""
    return not look.doubts and not look.settled.filled and look.outcome.status is Status.UNIQUE


def _is_one_of(puzzle: Nonogram, others: Sequence[Nonogram]) -> bool:
    return any(are_one(puzzle, other) for other in others)


def _answer(
    evidence: NonogramEvidence, settled: RunsSettled, puzzle: Nonogram, time_limit_s: float | None
) -> tuple[Outcome, tuple[str, ...]]:
    """The outcome and the doubts.

    Settling takes a reading for certain by its having one solution. Where none has, but the likeliest one
    fits and adds up, "several solutions" or "not solved in time" says more than "in doubt".
    """
    if settled.outcome is not None:
        return settled.outcome, settled.doubts
    outcome = solve(puzzle, timeout_s=time_limit_s)
    lines = (*evidence.rows, *evidence.cols)
    is_seen = all((line.shapes or line.unknown) and not line.strange for line in lines)
    is_answer = outcome.status in (Status.SEVERAL, Status.GAVE_UP) and not contradictions(puzzle)
    return outcome, () if is_seen and is_answer and not settled.rivals else settled.doubts


def _painted(outcome: Outcome, palette: tuple[Colour, ...]) -> Outcome:
    """The same with its pictures in other colours."""

    def painted(picture: Picture) -> Picture:
        return Picture(picture.cells, palette)

    picture = None if outcome.picture is None else painted(outcome.picture)
    return replace(outcome, picture=picture, solutions=tuple(map(painted, outcome.solutions)))
