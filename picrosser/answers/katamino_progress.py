"""Part-filled Katamino boards in pictures: pieces that cannot stay (`check`), and the next ones (`hint`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Literal

from picrosser.errors import ExitCode, NoAnswerError, ProblemNotFoundError
from picrosser.packing.board_progress import BoardChecked, check_board_progress
from picrosser.packing.search import OutOfTimeError
from picrosser.pipelines.drawn import DrawnOver
from picrosser.pipelines.katamino import KataminoSolved
from picrosser.pipelines.verdicts import describe_mistakes, describe_turned
from picrosser.puzzles.katamino import Board
from picrosser.running.deadline import Deadline
from picrosser.solving.deduction import Strength

if TYPE_CHECKING:
    from PIL import Image

_MAX_MISTAKES = 2  # in a verdict of one line


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
    lay the brown Y on row 4, column 2; row 5, columns 1 to 4: nothing else fits on row 4, column 2
    """

    kind: ClassVar[Literal["katamino"]] = "katamino"
    solved: KataminoSolved
    found: BoardChecked | None
    seconds: Mapping[str, float]

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
            return describe_mistakes(self.found.lines, _MAX_MISTAKES) + turned
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
        """Whether there is a board to draw on."""
        return self.found is not None and self.solved.lattice is not None

    def draw(self, *, symbols: bool = False) -> Image.Image:  # noqa: ARG002
        """The picture with its misplaced pieces or its next ones marked, an RGB image.

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
            return mark_misplaced(image, lattice, wrong, unsure)
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
        return mark_next_pieces(image, lattice, marks)


def check_katamino(
    solved: KataminoSolved, count: int = 0, strength: Strength = "paint", *, deadline: Deadline
) -> KataminoChecked:
    """Check the board of a picture, or find its next pieces.

    Parameters
    ----------
    count : the number of next pieces to find; 0 to check only.
    strength : how much the steps tell.
    deadline : by which the search must end.

    Raises
    ------
    ProblemNotFoundError : the picture shows a card with several problems.
    """
    if solved.doubts:
        return KataminoChecked(solved, None, solved.seconds)
    reading, only = solved.reading, solved.only
    if only is None:
        raise ProblemNotFoundError(
            f"the picture shows a card with {len(solved.problems)} problems, not one board",
            "give a picture of a board; picrosser SHOT packs the problems of a card",
        )
    began = perf_counter()
    board = reading.board or Board(only.puzzle.board, ())
    if not board.placed:
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
                colours=reading.colours,
                deadline=deadline,
            )
        except OutOfTimeError:
            found = None
    seconds = {**solved.seconds, "check": perf_counter() - began}
    return KataminoChecked(solved, found, seconds)
