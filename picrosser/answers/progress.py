"""Partly filled boards: the mistakes on them (`check`), and the next steps (`hint`).

The board is compared with the solution only if there is exactly one, without doubt; what a cell shows is
never evidence for the hints. Of a Katamino, pieces that cannot stay are mistakes, and each step lays a piece.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, get_args

import numpy as np

from picrosser.errors import ExitCode, NoAnswerError, ProblemNotFoundError
from picrosser.imaging.loading import PictureSource
from picrosser.looks.search import Fixes, Request
from picrosser.looks.solve import solve_request
from picrosser.packing.board_progress import BoardChecked, check_board_progress
from picrosser.packing.search import OutOfTimeError
from picrosser.pipelines.drawn import DrawnOver
from picrosser.pipelines.hungry_cat import board_state
from picrosser.pipelines.solved import HintedSolved
from picrosser.pipelines.stages import StageClock, StageListener, ignore
from picrosser.pipelines.verdicts import describe_mistakes, describe_turned
from picrosser.puzzles import Kind
from picrosser.puzzles.displayed import size_words
from picrosser.puzzles.doubt import NO_FIXES
from picrosser.puzzles.katamino import Board
from picrosser.puzzles.picture import EMPTY, UNKNOWN, cell_name
from picrosser.puzzles.progress import Mistake, MistakesFound, Progress, find_mistakes
from picrosser.running.deadline import Deadline
from picrosser.solving.deduce import deductions
from picrosser.solving.deduction import Deduction, StepsFound, Strength, weakened
from picrosser.solving.outcome import counted
from picrosser.solving.solve import shared_cells
from picrosser.solving.wording import cell_words

if TYPE_CHECKING:
    from PIL import Image

    from picrosser.packing.board_progress import PieceStep
    from picrosser.packing.completions import Misplaced
    from picrosser.pipelines.katamino import KataminoSolved

AnyChecked: TypeAlias = "Checked | KataminoChecked"
"""The result for a part-filled board of any family: `kind` says which it is."""

MAX_MISTAKES, MAX_WRONG_PIECES = 3, 2  # in a verdict of one line
NOTHING_YET = "nothing painted yet"
MAX_UNCLEAR = 5  # cells in a list: if two colours are similar, all their cells may be unclear


@dataclass(frozen=True, slots=True, repr=False)
class Checked(DrawnOver):
    """The result for a partly filled board.

    solved : the puzzle, as from `solve_screenshot`.
    progress : what the cells show; None unless the puzzle has exactly one solution, without doubt. For hints
        it may have several: what they do not share stays unknown.
    found : the board compared with the solution; None in the same cases.
    hints : the next steps, if they were requested and there are no mistakes; else None.
    seconds : wall time of each stage, by its name, in order.
    strength : how much is told. Unless it is "paint", nothing shows what is right in place of a mistake.
    undecided : how many cells differ between several solutions.

    Examples
    --------
    >>> checked = picrosser.check_screenshot("played.png")
    >>> [(mistake.cell, mistake.shown, mistake.right) for mistake in checked.found.mistakes]
    [((5, 7), 2, 3), ((8, 6), 4, 3)]
    """

    solved: HintedSolved
    progress: Progress | None
    found: MistakesFound | None
    hints: StepsFound | None
    seconds: Mapping[str, float]
    strength: Strength = "paint"
    undecided: int = 0

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The cells that are certainly wrong; none if the board could not be compared."""
        return () if self.found is None else self.found.mistakes

    @property
    def steps(self) -> tuple[Deduction, ...]:
        """The next steps; none if they were not requested, or if there are mistakes."""
        return () if self.hints is None else self.hints.steps

    @property
    def kind(self) -> Literal["hungry-cat", "nonogram"]:
        """The family."""
        return self.solved.kind

    @property
    def exit_code(self) -> ExitCode:
        """OK without mistakes, MISTAKES with some; that of the puzzle if its cells could not be checked."""
        if self.found is None or (self.undecided and not (self.steps or self.mistakes)):
            return self.solved.exit_code
        return ExitCode.MISTAKES if self.found.mistakes else ExitCode.OK

    @property
    def verdict(self) -> str:
        """One line: size, colours and how much is done; or the first mistakes; or why nothing is compared."""
        if self.found is None:
            beyond = self.exit_code is ExitCode.SEVERAL_SOLUTIONS
            return self.solved.verdict + ("; so its cells cannot be checked" if beyond else "")
        turned = describe_turned(self.solved.turned_deg)
        if self.found.mistakes:
            return describe_mistakes(_mistake_lines(self, self.found), MAX_MISTAKES) + turned
        puzzle = self.solved.reading.puzzle
        size = size_words(puzzle.shape, puzzle.colours)
        parts = [size, self.solved.which_board, _progress_words(self.found, prod(puzzle.shape))]
        if self.undecided:
            parts.append(undecided_words(self.undecided))
        return ", ".join(filter(None, parts)) + turned

    @property
    def lines(self) -> list[str]:
        """What `check` and `hint` print: how much is right, and what is not; or the next steps."""
        if self.found is None:
            return []
        unclear = _unclear_lines(self, self.found)
        if self.hints is None:
            lines = [*_mistake_lines(self, self.found), *unclear]
            done = _progress_words(self.found, prod(self.solved.reading.puzzle.shape))
            return [done + (":" if lines else ""), *lines]
        if self.hints.finished:
            return ["the board is finished"]
        if self.undecided and not self.steps:
            return ["no step is certain"]
        return [
            *numbered([[*(other.why for other in step.uses), step.why] for step in self.hints.steps]),
            *unclear,
        ]

    @property
    def is_drawn(self) -> bool:
        return self.found is not None

    def draw(self, *, symbols: bool = False) -> Image.Image:
        """The screenshot with mistakes or next steps marked; RGB, or RGBA if it is transparent somewhere.

        symbols : draw one on each colour; else only in steps whose colours look nearly the same.

        Raises
        ------
        NoAnswerError : the cells could not be compared; the message says why.
        """
        from picrosser.drawing.marks import StepMark, mark_mistakes, mark_steps
        from picrosser.drawing.symbols import palette_symbols

        if self.found is None:
            raise NoAnswerError(self.verdict, self.exit_code)
        image, lattice, palette = self.solved.image, self.solved.lattice, self.solved.puzzle.palette
        shapes = palette_symbols(palette, every=symbols)
        if self.hints is None:
            told, mistakes = self.strength == "paint", self.found.mistakes
            wrong = {mistake.cell: palette[mistake.right] if told else None for mistake in mistakes}
            unclear = [cell for cell, _ in self.found.unclear]
            right_shapes = {mistake.cell: shapes[mistake.right] for mistake in mistakes if symbols}
            drawing = mark_mistakes(image, lattice, wrong, unclear, symbols=right_shapes)
            return self.solved.with_appearance(drawing)
        steps = [
            StepMark(
                {cell: palette[colour] for cell, colour in step.cells},
                step.axis,
                step.line,
                [cell for cell, colour in step.cells if colour == EMPTY],
                {cell: shapes[colour] for cell, colour in step.cells},
                step.also,
            )
            for step in self.hints.steps
        ]
        return self.solved.with_appearance(mark_steps(image, lattice, steps))


def check_screenshot(
    image: PictureSource,
    *,
    kind: Kind | None = None,
    fixes: Fixes = NO_FIXES,
    board: int = 1,
    by_camera: bool = False,
    time_limit_s: float | None = None,
    on_stage: StageListener = ignore,
) -> AnyChecked:
    """Find the mistakes on a partly filled board: a `Checked`, or of a Katamino a `KataminoChecked`.

    The parameters are as in `solve_screenshot`, which raises the same errors; `on_stage` is also called with
    `ProgressFound` (Hungry Cat's) and `MistakesFound`.

    Raises
    ------
    ProblemNotFoundError : the picture shows a Katamino card with several problems.

    Examples
    --------
    >>> checked = picrosser.check_screenshot("played.png")
    >>> len(checked.found.mistakes), checked.exit_code.name
    (2, 'MISTAKES')
    >>> checked.save("played-check.png")
    """
    request = Request(kind, fixes, board, by_camera)
    return _checked(0, "paint", image, request, time_limit_s, on_stage)


def hint_screenshot(
    image: PictureSource,
    count: int = 1,
    *,
    strength: Strength = "paint",
    kind: Kind | None = None,
    fixes: Fixes = NO_FIXES,
    board: int = 1,
    by_camera: bool = False,
    time_limit_s: float | None = None,
    on_stage: StageListener = ignore,
) -> AnyChecked:
    """Find the next steps on a partly filled board; none if there are mistakes on it.

    The result is a `Checked`, or of a Katamino, where each step lays a piece, a `KataminoChecked`. The other
    parameters are as in `check_screenshot`, which raises the same errors; the last stage is `StepsFound`.

    Parameters
    ----------
    count : the number of steps; a ValueError if it is below 1.
    strength : how much they tell: "nudge" where to look, "rule" also which rule helps there, "paint" all.

    Examples
    --------
    >>> hinted = picrosser.hint_screenshot("shot.png")
    >>> hinted.hints.steps[0]
    <Deduction row 1: paint columns 1-5 grey: it is the only colour of the row>
    >>> hinted.save("shot-hint.png")
    """
    if count < 1:
        raise ValueError(f"count is {count}, it must be at least 1")
    if strength not in get_args(Strength):
        raise ValueError(f"strength is {strength!r}, it must be one of {', '.join(get_args(Strength))}")
    request = Request(kind, fixes, board, by_camera)
    return _checked(count, strength, image, request, time_limit_s, on_stage)


def _checked(
    steps: int,
    strength: Strength,
    image: PictureSource,
    request: Request,
    time_limit_s: float | None,
    on_stage: StageListener,
) -> AnyChecked:
    """Solve the puzzle, and compare the board with its solution."""
    deadline = Deadline.after(time_limit_s)
    solved = solve_request(image, request, time_limit_s, on_stage)
    if solved.kind == "katamino":
        return _check_katamino(solved, steps, strength, deadline)
    solution = solved.solution
    if steps and solved.exit_code is ExitCode.SEVERAL_SOLUTIONS:
        solution = shared_cells(solved.puzzle, time_limit_s=deadline.left_s)
    if solution is None:
        return Checked(solved, None, None, None, solved.seconds, strength)
    clock = StageClock(on_stage)
    crosses = solved.kind == "nonogram"  # in Hungry Cat a mark may mean anything
    progress = board_state(solved.reading, clock) if solved.kind == "hungry-cat" else solved.progress()
    assert progress is not None  # it has a solution
    undecided = solution.cells == UNKNOWN
    progress = Progress(
        np.where(undecided, np.int8(UNKNOWN), progress.cells),
        np.where(undecided, np.float32(1), progress.confidence),
    )
    found = find_mistakes(progress, solution, crosses=crosses)
    clock(found)
    hints = None
    if steps and not found.mistakes:
        # What is unclear counts as open.
        is_sure = (progress.cells > (UNKNOWN if crosses else EMPTY)) & (progress.cells == solution.cells)
        state = np.where(is_sure, progress.cells, UNKNOWN).astype(np.int8)
        told_of = solved.in_srgb().puzzle  # whose colours are named
        shown = deductions(told_of, state, steps, solution=solution)
        told = tuple(weakened(step, strength) for step in shown)
        hints = StepsFound(told, finished=found.right == int((solution.cells != EMPTY).sum()))
        clock(hints)
    seconds = {**solved.seconds, **clock.seconds}
    return Checked(solved, progress, found, hints, seconds, strength, int(undecided.sum()))


# ---- In words


def undecided_words(cells: int) -> str:
    return f"more than one solution, so {counted(cells, 'cell')} stay open"


def _progress_words(found: MistakesFound, cells: int) -> str:
    """How much of the board's cells is painted, and how much of it is right."""
    if not found.painted and not found.mistakes:
        return NOTHING_YET
    share = f"{found.painted} of {cells} cells {'is' if found.painted == 1 else 'are'} painted"
    wrong, crossed = (sum((m.shown > 0) is painted for m in found.mistakes) for painted in (True, False))
    unclear = found.painted - found.right - wrong
    if found.right == found.painted and not crossed:
        return f"{share}, all right" if found.painted > 1 else f"{share}, and right"
    counts = (wrong, "wrong"), (unclear, "unclear"), (crossed, "crossed out wrongly")
    return ", ".join([share, f"{found.right} right", *(f"{many} {what}" for many, what in counts if many)])


def _mistake_lines(checked: Checked, found: MistakesFound) -> list[str]:
    """A line for each mistake; what would be right only if hints may tell it."""
    names = cell_words(checked.solved.in_srgb().puzzle)
    right = names if checked.strength == "paint" else None
    return [mistake_words(mistake, ["crossed out", *names[1:]], right) for mistake in found.mistakes]


def mistake_words(mistake: Mistake, shown: Sequence[str], right: Sequence[str] | None) -> str:
    """A mistake as a line, by the names of cells that show each colour, and that should (None: untold)."""
    what = f"{cell_name(mistake.cell)} is {shown[mistake.shown]}"
    return f"{what}, which is wrong" if right is None else f"{what}, should be {right[mistake.right]}"


def _unclear_lines(checked: Checked, found: MistakesFound) -> list[str]:
    """A line for each of the first unclear cells, and how many more there are."""
    names = cell_words(checked.solved.in_srgb().puzzle)
    lines = []
    for cell, shown in found.unclear[:MAX_UNCLEAR]:
        seems = names[shown] if shown > 0 else "not painted" if shown < 0 else "marked"
        lines.append(f"{cell_name(cell)} is unclear: it seems to be {seems}")
    more = len(found.unclear) - len(lines)
    if more:
        lines.append(f"{counted(more, 'more cell')} {'is' if more == 1 else 'are'} unclear")
    return lines


def numbered(blocks: Sequence[Sequence[str]]) -> list[str]:
    """The lines of all steps; if there are several, the first line of each has its number."""
    lines = []
    for number, block in enumerate(blocks, 1):
        head = f"{number}. " if len(blocks) > 1 else ""
        lines += [(" " * len(head) if at else head) + line for at, line in enumerate(block)]
    return lines


# ---- Katamino


@dataclass(frozen=True, slots=True, repr=False)
class KataminoChecked(DrawnOver):
    """The result for a part-filled Katamino board, or for pieces that have to fill one.

    solved : what the picture shows, as from `solve_screenshot`.
    found : the pieces that cannot stay, and the next ones if they were requested; None if something is in
        doubt, or if the time was up.
    seconds : wall time of each stage, by its name, in order.

    Examples
    --------
    >>> hinted = picrosser.hint_screenshot("board.png", kind="katamino")
    >>> print(hinted.found.steps[0].why)
    lay the brown Y on row 4, column 2; row 5, columns 1-4: nothing else fits on row 4, column 2
    """

    kind: ClassVar[Literal["katamino"]] = "katamino"
    solved: KataminoSolved
    found: BoardChecked | None
    seconds: Mapping[str, float]

    @property
    def mistakes(self) -> tuple[Misplaced, ...]:
        """The pieces that cannot stay; none if the board could not be checked."""
        return () if self.found is None else self.found.mistakes

    @property
    def steps(self) -> tuple[PieceStep, ...]:
        """The next pieces; none if they were not requested, or if there are mistakes."""
        return () if self.found is None else self.found.steps or ()

    @property
    def exit_code(self) -> ExitCode:
        """OK without mistakes, MISTAKES with some; DOUBTFUL or GAVE_UP if nothing could be checked."""
        if self.found is None:
            return ExitCode.DOUBTFUL if self.solved.doubts else ExitCode.GAVE_UP
        if self.found.lines:
            return ExitCode.MISTAKES if self.found.board.placed else ExitCode.NO_SOLUTION
        return ExitCode.OK

    @property
    def verdict(self) -> str:
        """One line: how many pieces lie on the board; or the first mistakes; or why nothing is known."""
        turned = describe_turned(self.solved.turned_deg)
        if self.found is None:
            gave_up = "the time was up before the board was checked"
            return self.solved.verdict if self.solved.doubts else gave_up
        if self.found.lines:
            return describe_mistakes(self.found.lines, MAX_WRONG_PIECES) + turned
        rows, cols = (1 + max(cell[axis] for cell in self.found.board.cells) for axis in (0, 1))
        return f"Katamino, {rows} x {cols}, {self.found.words}{turned}"

    @property
    def lines(self) -> list[str]:
        """What `check` and `hint` print: the next steps if they were requested; else how much is right."""
        if self.found is None:
            return []
        if self.found.steps is None or self.found.lines:
            return [self.found.words + (":" if self.found.lines else ""), *self.found.lines]
        return self.found.step_lines

    @property
    def is_drawn(self) -> bool:
        return self.found is not None and self.solved.lattice is not None

    def draw(self, *, symbols: bool = False) -> Image.Image:  # noqa: ARG002
        """The picture with misplaced or next pieces marked; RGB, or RGBA if it is transparent somewhere.

        symbols : for the other families; pieces are told apart by their outlines.

        Raises
        ------
        NoAnswerError : something is in doubt, or the picture shows no board; the message is the verdict.
        """
        from picrosser.drawing.marks import PieceMark, mark_misplaced, mark_next_pieces

        found, lattice = self.found, self.solved.lattice
        if found is None or lattice is None:
            raise NoAnswerError(self.verdict, self.exit_code)
        image = self.solved.image
        if found.steps is None or found.lines:
            wrong, unsure = ([lying.cells for lying in some] for some in (found.wrong, found.unsure))
            return self.solved.with_appearance(mark_misplaced(image, lattice, wrong, unsure))
        colours = self.solved.reading.colours
        marks = []
        for step in found.steps:
            placed = step.placed
            if placed is None:
                marks.append(PieceMark((), (0, 0, 0), step.look_at))
                continue
            colour = colours.get(placed.piece.number, placed.piece.colour or (0, 0, 0))
            decisive = step.look_at if len(step.look_at) == 1 else ()
            marks.append(PieceMark(placed.cells, colour, decisive))
        return self.solved.with_appearance(mark_next_pieces(image, lattice, marks))


def _check_katamino(
    solved: KataminoSolved, count: int, strength: Strength, deadline: Deadline
) -> KataminoChecked:
    """Check the board of a picture, or find so many next pieces; an error if it is a card with several."""
    if solved.doubts:
        return KataminoChecked(solved, None, solved.seconds)
    reading, only = solved.reading, solved.only
    if only is None:
        raise ProblemNotFoundError(
            f"the picture shows a card with {len(solved.problems)} problems, not one board",
            "give a picture of a board; picrosser SHOT packs the problems of a card",
        )
    began = perf_counter()
    board = reading.board
    if board is None or not board.placed:
        board = Board(only.puzzle.board, ())  # the board may be larger than what the pieces fill
    # On a full board the referee has found all mistakes.
    found: BoardChecked | None = BoardChecked(
        board, len(board.placed), (), solved.mistakes, () if count else None
    )
    if board.blank:
        try:
            found = check_board_progress(
                board,
                reading.all_pieces,
                count,
                strength=strength,
                colours=solved.in_srgb().reading.colours,
                deadline=deadline,
            )
        except OutOfTimeError:
            found = None
    seconds = {**solved.seconds, "check": perf_counter() - began}
    return KataminoChecked(solved, found, seconds)
