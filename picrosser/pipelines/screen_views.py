"""What several views of one photographed screen state together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from picrosser.pipelines.how_sure import is_near
from picrosser.pipelines.nonogram import NonogramSolved
from picrosser.puzzles.doubt import WHOLE_PICTURE, Doubt
from picrosser.puzzles.nonogram import ONE_COLOUR
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.reading.nonogram.tolerances import SAME_HEIGHT
from picrosser.reading.page.page_evidence import PageEvidence
from picrosser.reading.photograph.straight_screen import StraightScreen
from picrosser.repairing.hidden_runs import hides_too_many
from picrosser.repairing.repair_runs import same_up_to_colour_numbers
from picrosser.repairing.weighed_board import PuzzleWeighed, weighed_puzzle
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import Status

# Pixels of the photograph: the first view of a screen is believed without another one that states the same.
# Of digits of 10, two 3s were once read as 2s without a doubt, on a board of 5 x 5 cells.
MIN_SURE_DIGIT_PX = 10.5
# Views whose digits are weighed together at first; if they do not tell, all are once more
MIN_WEIGHED = 2
# Sure digits in a board's cells, and their share of all: of five drawn screens that views settle, though none
# shows a convincing board, at most one of 71 is there; of a photographed board of Skyscrapers 11 of 45
MANY_WITHIN, SHARE_WITHIN = 3, 0.1
TINY_DIGITS = Doubt(WHOLE_PICTURE, None, (), "its digits are tiny; take the photograph from nearer")
GOES_ON = Doubt(WHOLE_PICTURE, None, (), "the board seems to have a further blank line at a side")
READ_OTHERWISE = Doubt(
    WHOLE_PICTURE, None, (), "its digits are read otherwise once it is sharpened; take it from nearer"
)


@dataclass(frozen=True, slots=True, eq=False)
class ScreenView:
    """What one view of the screen states.

    page : its ink. digit_px : the usual height of its digits, in pixels of the photograph.
    turned_deg : how far its picture is turned clockwise, as in `NonogramSolved`.
    """

    screen: StraightScreen
    page: PageEvidence
    solved: NonogramSolved
    digit_px: float
    turned_deg: int = 0

    def is_in_place_of(self, other: ScreenView) -> bool:
        """Whether both show the same part of the screen, pixel by pixel."""
        return self.screen.to_picture == other.screen.to_picture

    def is_same(self, other: ScreenView) -> bool:
        """Whether both state the same puzzle; if one is in doubt, as the likeliest reading."""
        return same_up_to_colour_numbers(self.solved.puzzle, other.solved.puzzle)


def stated_by(views: list[ScreenView]) -> NonogramSolved | None:
    """What views of one screen state, if those near to a puzzle show one size; None if it is in doubt.

    One view may misread a digit without a doubt, even on a board with one solution: of 50 boards with digits
    of 8 to 10 pixels one did. Two hardly misread it alike, since sharpening changes shapes.
    """
    sure = sure_views(views)
    if not sure or not all(view.is_same(sure[0]) for view in sure):
        return None
    # Faded digits may be taken for an ink or for marks. Hints without a solution state wrong colours.
    can_be = [view.solved for view in near_views(views) if view.solved.outcome.status is not Status.NONE]
    if any(len(view.puzzle.palette) != len(sure[0].solved.puzzle.palette) for view in can_be):
        return None
    alike = [view for view in views if view.is_same(sure[0])]
    is_coloured = len(sure[0].solved.puzzle.palette) > ONE_COLOUR
    if is_coloured and not any(view.screen.has_own_tones for view in alike):
        return None
    is_told = confirm_each_other(alike) if len(views) > 1 else sure[0].digit_px >= MIN_SURE_DIGIT_PX
    return sure[0].solved if is_told else None


def confirm_each_other(views: Sequence[ScreenView]) -> bool:
    """Whether there are several views that hardly misread digits alike: these are not tiny, or not all views
    are equally sharp.
    """
    differ = len({view.screen.sharpened_percent for view in views}) > 1
    return len(views) > 1 and (differ or min(view.digit_px for view in views) >= MIN_SURE_DIGIT_PX)


def sure_views(views: Sequence[ScreenView]) -> list[ScreenView]:
    """Those that are read without a doubt."""
    return [view for view in views if not view.solved.doubts]


def near_views(views: Sequence[ScreenView]) -> list[ScreenView]:
    """Those that are near to a puzzle, and tell its size."""
    return [view for view in views if is_near(view.solved) and not _tells_no_size(view.solved)]


def _tells_no_size(solved: NonogramSolved) -> bool:
    """Whether a view shows more of a board than was read, or hints beside only part of its lines.

    Marks in cells look like lines half-way between a board's own.
    """
    is_bare = solved.evidence is not None and hides_too_many(solved.evidence)
    return GOES_ON in solved.doubts or is_bare


def weighed_views(
    views: Sequence[ScreenView], deadline: Deadline, also: Sequence[NonogramEvidence] = ()
) -> PuzzleWeighed | None:
    """What all views state together; None if they show boards of several sizes.

    Views that are far from a puzzle do not count at first, if enough others are near to one. But a view in
    which only the colours are misread is far from one, too. If views show boards of several sizes, the right
    one may have a blank outermost line more.

    also : what other looks at the same board show.

    Raises
    ------
    TimeLimitError : the time was up.
    """
    near = [view for view in views if is_near(view.solved)]
    found = None
    for told in (near, views) if MIN_WEIGHED <= len(near) < len(views) else (views,):
        evidence = [view.solved.evidence for view in told if view.solved.evidence is not None]
        sizes = {(len(one.rows), len(one.cols)) for one in (*evidence, *also)}
        if len(evidence) < len(told) or len(sizes) > 1:
            return found
        found = weighed_puzzle([*evidence, *also], deadline)
        if found.puzzle is not None:
            return found
    return found


def has_digits_within(view: ScreenView) -> bool:
    """Whether so many digits as tall as its hints stand in a board's cells that it is another kind of puzzle.

    Once few hints are in doubt, those of a board of Skyscrapers may state a picture by chance.
    """
    place, ink = view.solved.place, view.page.ink
    if place is None or view.turned_deg:
        return False
    sure = ink.boxes[ink.are_sure]
    rows, cols = (sure[:, 0] + sure[:, 2]) / 2, (sure[:, 1] + sure[:, 3]) / 2
    board = place.lattice.board
    within = (rows > board.top) & (rows < board.bottom) & (cols > board.left) & (cols < board.right)
    within &= np.abs(np.log((sure[:, 2] - sure[:, 0]) / place.height_px)) < SAME_HEIGHT
    return int(within.sum()) > max(MANY_WITHIN, SHARE_WITHIN * len(sure))


def left_in_doubt(views: list[ScreenView]) -> NonogramSolved | None:
    """The likeliest of views that do not state one puzzle for sure; None without any."""
    sure = sure_views(views)
    if not sure:
        return min((view.solved for view in views), key=lambda one: len(one.doubts), default=None)
    are_alike = all(view.is_same(sure[0]) for view in sure)
    doubt = TINY_DIGITS if are_alike and sure[0].digit_px < MIN_SURE_DIGIT_PX else READ_OTHERWISE
    first = sure[0].solved
    return replace(first, reading=replace(first.reading, doubts=(doubt,)))
