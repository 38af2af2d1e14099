"""Find the board by its lines: of the candidates that these propose, the one that shows the most hints is
chosen.

Evenly spaced lines are common in a picture, but only a board has digits beside nearly all of them. So each
candidate is judged by the share of its lines that show hints, the likeliest candidates first, and the search
stops as soon as one shows so many that no other can be better. The chosen board then gets the lines that were
missed at its sides, and loses the bars and buttons next to it that were taken for its lines.

`BoardsConsidered` tells which candidates were looked at and why all but one were rejected. It is reported
before a refusal, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from picrosser.errors import GridNotFoundError, HintsUnreadableError
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.reading.lattice.grid import have_same_lines
from picrosser.reading.nonogram.candidates.grid_candidates import GridCandidate, grid_candidates
from picrosser.reading.nonogram.candidates.margin import box_within_margin
from picrosser.reading.nonogram.candidates.sides import has_lines_between
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped, find_hints
from picrosser.reading.nonogram.hints.own_spacing import with_own_spacing
from picrosser.reading.nonogram.outermost.lines import (
    are_similar_pitches,
    is_overlaid,
    prefer_even_lines,
    with_blank_lines,
    with_lines_beyond,
    with_lost_lines,
    without_foreign_lines,
)
from picrosser.reading.stages import StageListener, ignore

# Of a board's lines that have to show hints: by chance, other lattices in a picture show few.
MIN_SHOWN = 0.5
# From here on twice the pitch is not tried. At half of the true pitch digits are too tall for their lines, so
# that few lines show any; at twice the pitch, many lines show two lines' digits.
SHOWN_AT_TRUE_PITCH = 0.6
# Boards that go on where their lines do not show have fewer hints next to them; from here on no other
# candidate is looked for.
NEARLY_ALL_SHOWN = 0.8
OTHER_PLACE = 0.25  # of the pitch: lattices that are less far apart lie over the same cells
MIN_BOARD_FRACTION = 0.6  # of the lines of an area of hints and board: the board has so many at least
MAX_CANDIDATES = 12  # that are looked at: the right one's pitch is nearly always the likeliest


@dataclass(frozen=True, slots=True)
class BoardConsidered:
    """A place where the board might be.

    lattice : its lines, in the whole picture; the chosen board's as they are in the end.
    detector : what proposed it: "digits and lines", or "evenly spaced lines".
    score : 0..1, how much of the page the board explains, of what it could; of a board by its lines the share
        of these that show hints. None if it was rejected before that was looked at.
    rejected_because : a clause; empty for the chosen board.
    """

    lattice: Lattice
    detector: str
    score: float | None
    rejected_because: str = ""


@dataclass(frozen=True, slots=True)
class BoardsConsidered:
    """All candidates of one search, in the order in which they were looked at; empty if there were none."""

    candidates: tuple[BoardConsidered, ...]


class _Search:
    """Notes the candidates of one search, to report them at its end. It decides nothing.

    part : of the picture, that is searched.
    """

    def __init__(self, detector: str, part: Box, on_stage: StageListener) -> None:
        self.detector, self.part, self.on_stage = detector, part, on_stage
        self.noted: list[BoardConsidered] = []
        self.best = -1

    def note(self, lattice: Lattice, score: float | None, rejected_because: str = "") -> None:
        self.noted.append(BoardConsidered(lattice, self.detector, score, rejected_because))

    def note_best(self, hints: HintsGrouped) -> None:
        """Note the best candidate so far."""
        self.note(hints.lattice, hints.occupied)
        self.best = len(self.noted) - 1

    def replace_best(self, hints: HintsGrouped, rejected_because: str) -> None:
        """Note a candidate that is better than the best so far for another reason than its hints."""
        self.noted[self.best] = replace(self.noted[self.best], rejected_because=rejected_because)
        self.note_best(hints)

    def report(self, chosen: HintsGrouped | None = None) -> None:
        """Hand all candidates to the listener; without a chosen one before a refusal."""
        candidates = [self._judged(at, candidate, chosen) for at, candidate in enumerate(self.noted)]
        self.on_stage(BoardsConsidered(tuple(candidates)))

    def _judged(self, at: int, candidate: BoardConsidered, chosen: HintsGrouped | None) -> BoardConsidered:
        lattice, score, why = candidate.lattice, candidate.score, candidate.rejected_because
        if chosen is not None and at == self.best:
            lattice, score = chosen.lattice, chosen.occupied
        elif not why and score is not None:
            best = self.noted[self.best].score if chosen is not None else None
            if best is None:
                why = _few_shown(lattice, score)
            else:
                why = f"another candidate shows {'more' if score < best else 'as many'} hints"
        return BoardConsidered(lattice.moved(self.part.top, self.part.left), self.detector, score, why)


def _few_shown(lattice: Lattice, score: float) -> str:
    lines = sum(lattice.shape)
    return f"only {round(score * lines)} of {lines} lines show hints"


def find_board_by_lines(image: RGB, on_stage: StageListener = ignore) -> HintsGrouped:
    """Find the board with square cells that has the most hints beside it.

    A plain margin round the picture is left out, since it is no background of hints near it.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    on_stage : called with BoardsConsidered.

    Raises
    ------
    GridNotFoundError : there is no board in the picture.
    HintsUnreadableError : there is one, but no numbers stand beside it.
    """
    part = box_within_margin(image)
    search = _Search("evenly spaced lines", part, on_stage)
    return _board_by_lines(image[part.slices], search).moved(part.top, part.left)


def _lines(found: GridCandidate | HintsGrouped) -> int:
    return sum(found.lattice.shape)


def _no_board(image: RGB) -> GridNotFoundError:
    height, width = image.shape[:2]
    return GridNotFoundError(
        f"no board with evenly spaced lines in this picture of {width} x {height} pixels",
        "give a screenshot that shows the whole board with its hints",
    )


def _board_by_lines(image: RGB, search: _Search) -> HintsGrouped:
    """The board that has the most hints beside it, in a picture without a margin."""
    best: HintsGrouped | None = None
    candidates = islice(grid_candidates(image), MAX_CANDIDATES)
    examined: list[Lattice] = []
    for candidate in candidates:
        if best is not None and (why := _why_no_rival(candidate, best, examined)):
            search.note(candidate.lattice, None, why)
            continue
        if any(have_same_lines(candidate.lattice, other) for other in examined):
            continue
        examined.append(candidate.lattice)
        hints = find_hints(image, candidate)
        if has_lines_between(image, hints.lattice):
            search.note(hints.lattice, hints.occupied, "the picture's own lines run through its cells")
            continue
        hints = _without_hint_area(image, hints)
        if best is None or hints.occupied > best.occupied:
            best = hints
            search.note_best(hints)
        else:
            search.note(hints.lattice, hints.occupied)
        if best.occupied == 1 or (best.occupied >= NEARLY_ALL_SHOWN and not is_overlaid(image, best)):
            even = prefer_even_lines(image, candidate, best, candidates)
            if even is not best:
                search.replace_best(even, "another candidate's lines are more evenly spaced")
            best = even
            break
    return _completed(image, best, search)


def _without_hint_area(image: RGB, hints: HintsGrouped) -> HintsGrouped:
    """The board without bare lines of its hint area.

    Where an area is deeper than its hints need, and they stand at its far end, the bare rest of it was taken
    for lines of the board.
    """
    if hints.occupied >= NEARLY_ALL_SHOWN or hints.occupied == 0 or (hints.rows[0] and hints.cols[0]):
        return hints
    board = without_foreign_lines(image, hints, hints)
    return board if _lines(board) >= MIN_BOARD_FRACTION * _lines(hints) else hints


def _completed(image: RGB, best: HintsGrouped | None, search: _Search) -> HintsGrouped:
    """The best board with the lines that were missed, and without what does not belong to it."""
    if best is None or best.occupied < MIN_SHOWN:
        search.report()
    if best is None:
        raise _no_board(image)
    if best.occupied < MIN_SHOWN:
        raise HintsUnreadableError(
            "a board is there, but no numbers that could be read beside it",
            "give a screenshot that shows the whole board with its hints",
        )
    longer = with_lines_beyond(image, best)
    board = with_lost_lines(image, without_foreign_lines(image, longer, best))
    board = with_own_spacing(image, with_blank_lines(image, board))
    search.report(board)
    return board


def _why_no_rival(candidate: GridCandidate, best: HintsGrouped, examined: Sequence[Lattice]) -> str:
    """Why a candidate cannot be better than the best so far, even if it showed more hints; empty if it can.

    Once many hints are seen, only a candidate of the same pitch that begins or ends elsewhere, or of half of
    the pitch, can be better.
    """
    if best.occupied < SHOWN_AT_TRUE_PITCH:
        return ""
    pitch, usual = candidate.lattice.pitch_px, best.lattice.pitch_px
    if not (are_similar_pitches(pitch, usual) or are_similar_pitches(2 * pitch, usual)):
        return "many lines of a candidate with another pitch show hints"
    if any(have_same_lines(candidate.lattice, other, OTHER_PLACE) for other in examined):
        return "it lies over the same cells as another candidate"
    return ""
