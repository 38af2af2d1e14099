"""What is read in a nonogram's picture, and the result: its solution, or what is in doubt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.pipelines.drawn import AnswerOverShot
from picrosser.pipelines.verdicts import describe_board, describe_nonogram, describe_turned
from picrosser.puzzles.displayed import Displayed, size_words
from picrosser.puzzles.doubt import Doubt, HintPlace, doubts_in_words
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.puzzles.picture import Colour
from picrosser.puzzles.progress import Progress, find_mistakes
from picrosser.solving.outcome import Outcome, Status

if TYPE_CHECKING:
    from picrosser.reading.nonogram.cells.board_state import CellsSeen
    from picrosser.reading.nonogram.cells.cells_explained import CellsExplained


@dataclass(frozen=True, slots=True)
class NonogramRead(Displayed):
    """What a nonogram's screenshot says.

    lattice : where its cells lie.
    puzzle : its hints as settled; if in doubt, the likeliest ones. The palette is the board's own: the
        tone of its open cells, and of its painted ones, where there are any.
    doubts : why it is not certain; empty if it is.
    filled : the lines whose hints were hidden, and follow from the others.
    digit_boxes : per line, rows first, where its digits are in the picture, in reading order.
    others : the other boards on a photographed page, the largest first.

    Examples
    --------
    >>> reading = picrosser.read("nonogram.png")
    >>> reading
    <NonogramRead 10 x 10, 3 colours, no doubts>
    """

    lattice: Lattice
    puzzle: Nonogram
    doubts: tuple[Doubt, ...]
    filled: tuple[HintPlace, ...] = ()
    digit_boxes: tuple[tuple[Box, ...], ...] = ()
    others: tuple[Box, ...] = ()

    def times(self, factor: float) -> NonogramRead:
        """What the same picture says that is `factor` times as large."""
        boxes = tuple(tuple(box.times(factor) for box in line) for line in self.digit_boxes)
        others = tuple(box.times(factor) for box in self.others)
        return replace(self, lattice=self.lattice.times(factor), digit_boxes=boxes, others=others)

    def __repr__(self) -> str:
        size = size_words(self.puzzle.shape, self.puzzle.colours)
        return f"<NonogramRead {size}, {doubts_in_words(self.doubts)}>"

    def _shown(self) -> tuple[Nonogram, None, str]:
        return self.puzzle, None, doubts_in_words(self.doubts)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NonogramSolved(AnswerOverShot):
    """The result for a nonogram's screenshot; implements `Solved`, which describes the other fields.

    reading : what the screenshot says.
    outcome : the solutions; if there are doubts, those of the likeliest reading, which may be wrong.
    cells : what is on the board; None if there are doubts, or no solution.
    remedies : lines, as `--fix` takes them: setting any one of them may settle the doubts.
    explained : whether what lies within the board can be a nonogram's; None if the hints are in doubt.
    is_convincing : whether the board has nearly all lines and numbers that one of its size can have.
    ignores_colours : whether the colours of its digits were taken for no part of the puzzle.
    flat : of a photograph, the page that it shows, flat and evenly lit; (H, W, 3) uint8 sRGB. Else None.
    board : which board of a photographed page this is, by size: 1 for the largest.
    evidence : what is seen of the hints, before they are settled.

    Examples
    --------
    >>> solved = picrosser.solve_screenshot("nonogram.png")
    >>> type(solved).__name__, solved.kind, solved.doubts
    ('NonogramSolved', 'nonogram', ())
    """

    kind: ClassVar[Literal["nonogram"]] = "nonogram"
    reading: NonogramRead
    outcome: Outcome
    cells: CellsSeen | None
    remedies: tuple[str, ...]
    seconds: Mapping[str, float]
    explained: CellsExplained | None = None
    is_convincing: bool = False
    ignores_colours: bool = False
    flat: RGB | None = None
    board: int = 1
    evidence: NonogramEvidence | None = None

    @property
    def puzzle(self) -> Nonogram:
        """The hints as settled; if they are in doubt, the likeliest ones."""
        return self.reading.puzzle

    def enlarged(self, image: RGB, factor: int) -> Self:
        """The result for the same picture, `factor` times as large: (H, W, 3) uint8 sRGB."""
        return replace(self, image=image, reading=self.reading.times(factor))

    def recoloured(self, palette: tuple[Colour, ...]) -> Self:
        """The result with a puzzle and solutions of these colours."""
        reading = replace(self.reading, puzzle=replace(self.puzzle, palette=palette))
        return replace(self, reading=reading, outcome=self.outcome.painted(palette))

    def progress(self) -> Progress | None:
        """What the board's cells show so far; None if there are doubts, or no solution."""
        return None if self.cells is None else self.cells.progress

    @property
    def is_painted_otherwise(self) -> bool:
        """Whether a cell is surely painted that the only solution leaves blank, or has in another colour."""
        progress = self.progress()
        if progress is None or self.outcome.status is not Status.UNIQUE:
            return False
        return bool(find_mistakes(progress, self.outcome.solutions[0]).mistakes)

    @property
    def verdict(self) -> str:
        """One line: kind, size, colours, difficulty, time; or what is in doubt, and what to do."""
        return describe_nonogram(self) + describe_turned(self.turned_deg)

    @property
    def which_board(self) -> str:
        """Which of several boards on the page this is, in words; "" if there is only one."""
        return describe_board(self.board, len(self.reading.others))
