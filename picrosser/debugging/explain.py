"""Which stage is explained how: its caption in words, and the function that draws it.

Each picture is drawn from the stage's result, over the screenshot where places matter. Some results say
something about places that an earlier stage found; explainers are given the earlier results too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from picrosser.debugging import (
    explain_digits,
    explain_hungry_cat,
    explain_katamino,
    explain_lattice,
    explain_nonogram,
    explain_photograph,
    explain_solving,
    explain_table,
)
from picrosser.debugging.explanation import Explanation, Run
from picrosser.imaging.pixels import RGB
from picrosser.imaging.turned import TurnedPicture
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.puzzles.progress import MistakesFound
from picrosser.reading.attempts.askew import SeenStraight
from picrosser.reading.attempts.upright import Upright
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.board_state import ProgressFound
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.palette import PaletteFound
from picrosser.reading.hungry_cat.slots import SlotsFound
from picrosser.reading.hungry_cat.sums import SumsFound
from picrosser.reading.katamino.areas import AreasFound
from picrosser.reading.katamino.groups import GroupsFound
from picrosser.reading.katamino.number_table import NumberTable
from picrosser.reading.katamino.pieces import PiecesFound
from picrosser.reading.katamino.printed_numbers import PrintedFound
from picrosser.reading.katamino.reading import KataminoReading
from picrosser.reading.katamino.table_board import TableBoard
from picrosser.reading.katamino.table_pieces import LoosePieces
from picrosser.reading.lattice.grid import GridFound
from picrosser.reading.nonogram.boards.propose import BoardsConsidered
from picrosser.reading.nonogram.cells.board_state import CellsSeen
from picrosser.reading.nonogram.cells.cells_explained import CellsExplained
from picrosser.reading.nonogram.hints.beside import HintsGrouped, InkFound
from picrosser.reading.nonogram.read import NonogramReading
from picrosser.reading.photograph.flat_page import FlatPage
from picrosser.reading.photograph.plane import Plane
from picrosser.reading.photograph.straight_screen import StraightScreen
from picrosser.repairing.counts_repaired import CountsRepaired
from picrosser.repairing.repair_runs import RunsRepaired
from picrosser.solving.deduction import StepsFound
from picrosser.solving.outcome import Outcome

HUNGRY_CAT, NONOGRAM, KATAMINO = "Hungry Cat", "Nonogram", "Katamino"


@dataclass(frozen=True, slots=True)
class Stage:
    """How a stage is shown.

    family : the kind of puzzle that has this stage, "" if several have it.
    title : its caption, from which the names of its files are made.
    """

    family: str
    title: str


def _digits(digits: DigitsFound, run: Run) -> Explanation:
    """Explain digits of Hungry Cat or of a nonogram, depending on the earlier results."""
    if _is_nonogram(run.before):
        return explain_nonogram.explain_digits(digits, run)
    return explain_digits.explain_hungry_cat_digits(digits, run)


_EXPLAINERS: dict[type, tuple[Stage, Callable[[Any, Run], Explanation]]] = {
    TurnedPicture: (Stage("", "Turned picture"), explain_lattice.explain_turned),
    Upright: (Stage("", "Turned upright"), explain_lattice.explain_upright),
    FlatPage: (Stage("", "Flat page"), explain_photograph.explain_flat_page),
    StraightScreen: (Stage("", "Straight screen"), explain_photograph.explain_straight_screen),
    # Hungry Cat Picross
    SeenStraight: (Stage(HUNGRY_CAT, "Screen from straight ahead"), explain_lattice.explain_seen_straight),
    GridFound: (Stage(HUNGRY_CAT, "Grid lines"), explain_lattice.explain_grid),
    SlotsFound: (Stage(HUNGRY_CAT, "Hint areas and colour slots"), explain_lattice.explain_slots),
    HintsFound: (Stage(HUNGRY_CAT, "Hints cut out"), explain_hungry_cat.explain_hints),
    CirclesFound: (Stage(HUNGRY_CAT, "Circles"), explain_hungry_cat.explain_circles),
    PaletteFound: (Stage(HUNGRY_CAT, "Ink colours"), explain_hungry_cat.explain_palette),
    NumbersFound: (Stage(HUNGRY_CAT, "Numbers cut into digits"), explain_hungry_cat.explain_numbers),
    DigitsFound: (Stage("", "Digits"), _digits),
    Evidence: (Stage(HUNGRY_CAT, "What each hint may be"), explain_hungry_cat.explain_evidence),
    SumsFound: (Stage(HUNGRY_CAT, "Sums"), explain_hungry_cat.explain_sums),
    Reading: (Stage(HUNGRY_CAT, "Puzzle as it looks"), explain_hungry_cat.explain_reading),
    CountsRepaired: (Stage(HUNGRY_CAT, "Puzzle settled"), explain_hungry_cat.explain_settled),
    ProgressFound: (Stage(HUNGRY_CAT, "Cells painted so far"), explain_solving.explain_progress),
    # nonograms
    BoardsConsidered: (Stage(NONOGRAM, "Boards considered"), explain_nonogram.explain_boards),
    InkFound: (Stage(NONOGRAM, "Ink found"), explain_nonogram.explain_ink),
    HintsGrouped: (Stage(NONOGRAM, "Hints grouped by line"), explain_nonogram.explain_grouped),
    NonogramReading: (Stage(NONOGRAM, "Digits and gaps"), explain_nonogram.explain_evidence),
    RunsRepaired: (Stage(NONOGRAM, "Hints settled"), explain_nonogram.explain_runs),
    CellsExplained: (Stage(NONOGRAM, "Whether it is a nonogram"), explain_nonogram.explain_kinds),
    CellsSeen: (Stage(NONOGRAM, "Cells painted so far"), explain_nonogram.explain_cells),
    # Katamino
    AreasFound: (Stage(KATAMINO, "Flat areas of colour"), explain_katamino.explain_areas),
    PiecesFound: (Stage(KATAMINO, "Pieces"), explain_katamino.explain_pieces),
    GroupsFound: (Stage(KATAMINO, "Pieces apart and on boards"), explain_katamino.explain_groups),
    PrintedFound: (Stage(KATAMINO, "Printed numbers"), explain_katamino.explain_printed),
    NumberTable: (Stage(KATAMINO, "Table of numbers"), explain_katamino.explain_table),
    Plane: (Stage(KATAMINO, "Board on a table"), explain_table.explain_plane),
    TableBoard: (Stage(KATAMINO, "Cells of the board"), explain_table.explain_table_board),
    LoosePieces: (Stage(KATAMINO, "Pieces on the table"), explain_table.explain_loose_pieces),
    KataminoReading: (Stage(KATAMINO, "What the picture states"), explain_katamino.explain_katamino),
    # all that have hints
    Outcome: (Stage("", "Solution"), explain_solving.explain_outcome),
    MistakesFound: (Stage("", "Mistakes"), explain_solving.explain_mistakes),
    StepsFound: (Stage("", "Next steps"), explain_solving.explain_steps),
}

_MadeAgain = TurnedPicture | FlatPage | SeenStraight | StraightScreen
"""Whole pictures that the stages after them look at."""

STAGES: dict[type, Stage] = {kind: stage for kind, (stage, _) in _EXPLAINERS.items()}
"""Every result that a pipeline may report."""


def explain(screenshot: RGB, result: object, before: Sequence[object] = ()) -> Explanation:
    """Explain what a stage found, and why it believes it.

    Parameters
    ----------
    screenshot : (H, W, 3) uint8.
    result : of any stage of reading, of repairing, or the outcome of solving.
    before : the results of the earlier stages, in order.

    Raises
    ------
    TypeError : no known stage has such a result.
    LookupError : the explanation needs an earlier result that is missing.
    """
    if type(result) not in _EXPLAINERS:
        raise TypeError(f"a {type(result).__name__} cannot be explained")
    stage, explainer = _EXPLAINERS[type(result)]
    turned = [at for at, earlier in enumerate(before) if isinstance(earlier, _MadeAgain)]
    if turned and not isinstance(result, FlatPage | SeenStraight | StraightScreen):  # they saw it as it lies
        last = before[turned[-1]]
        assert isinstance(last, _MadeAgain)
        screenshot, before = last.image, before[turned[-1] + 1 :]
    return explainer(result, Run(screenshot, _looked_at(screenshot, stage, before), before))


def _looked_at(screenshot: RGB, stage: Stage, before: Sequence[object]) -> RGB:
    """Return what a stage looked at: the screenshot, or what its own family made of it before."""
    for result in reversed(before):
        if isinstance(result, Upright):
            return result.image
        family = STAGES[type(result)].family if type(result) in STAGES else ""
        if family and stage.family and family != stage.family:
            return screenshot
    return screenshot


def _is_nonogram(before: Sequence[object]) -> bool:
    """Whether the latest stage of a single family is a nonogram's."""
    families = (STAGES[type(result)].family for result in reversed(before) if type(result) in STAGES)
    return next(filter(None, families), "") == NONOGRAM
