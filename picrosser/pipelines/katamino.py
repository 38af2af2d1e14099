"""Katamino: read a picture, and pack the problems of its card, its loose pieces or its board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Literal

from picrosser.errors import ExitCode, NoAnswerError, ProblemNotFoundError
from picrosser.imaging.pixels import RGB, Lattice
from picrosser.packing.complete import check_board, complete
from picrosser.packing.pack import Packed, PackStatus, pack
from picrosser.packing.started import without
from picrosser.pipelines.drawn import DrawnOver
from picrosser.pipelines.stages import StageClock
from picrosser.pipelines.verdicts import describe_turned
from picrosser.puzzles.displayed import Displayed
from picrosser.puzzles.doubt import Doubt
from picrosser.puzzles.katamino import Board, Katamino, Piece, Problem
from picrosser.puzzles.picture import Picture
from picrosser.reading.katamino.reading import KataminoReading, Kind, doubt_about
from picrosser.reading.stages import StageListener, ignore
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import counted

if TYPE_CHECKING:
    from PIL import Image

    from picrosser.reading.katamino.read import PiecesSought

PACKING_EXIT_CODES = {
    PackStatus.PACKED: ExitCode.OK,
    PackStatus.NONE: ExitCode.NO_SOLUTION,
    PackStatus.GAVE_UP: ExitCode.GAVE_UP,
}
_SHARPER = "a sharper picture of the whole card or board may settle it"
_DRAWN = (ExitCode.OK, ExitCode.NO_SOLUTION)  # one problem of a card may have no packing, others do
_WORST_FIRST = (ExitCode.GAVE_UP, ExitCode.NO_SOLUTION)


@dataclass(frozen=True, slots=True)
class ProblemPacked(Displayed):
    """A problem and its packing.

    row : the index of the problem's row in the reading; -1 for a board without pieces beside it.
    problem : its name and pieces, including pieces from the box with which a board was completed.
    puzzle : the pieces and the cells to fill.
    packed : the packing, in the picture's colours, or why there is none.
    """

    row: int
    problem: Problem
    puzzle: Katamino
    packed: Packed

    @property
    def picture(self) -> Picture | None:
        """The packing; None if there is none."""
        return self.packed.pictures[0] if self.packed.pictures else None

    def __repr__(self) -> str:
        return f"<ProblemPacked {self.problem.name}: {self.packed!r}>"

    def _shown(self) -> tuple[Katamino, Picture | None, str]:
        return self.puzzle, self.picture, ", ".join(filter(None, (self.problem.name, self.packed.why)))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KataminoSolved(DrawnOver):
    """The result for a picture of a Katamino; implements `Solved`.

    image : the picture, (H, W, 3) uint8 sRGB: as it was given, or turned upright.
    reading : what the picture says.
    problems : all problems of the card, or the requested ones; none if what was requested is in doubt.
    mistakes : what is wrong on the board, in the referee's words.
    doubts : what is uncertain about the requested rows.
    seconds : wall time of each stage, by its name, in order.
    turned_deg : how far the picture was turned clockwise when it was given: 0, 90, 180 or 270.

    Examples
    --------
    >>> solved = picrosser.solve_screenshot("board.png", kind="katamino")
    >>> type(solved).__name__, solved.mistakes, solved.solution.shape
    ('KataminoSolved', (), (5, 7))
    """

    kind: ClassVar[Literal["katamino"]] = "katamino"
    image: RGB
    reading: KataminoReading
    problems: tuple[ProblemPacked, ...]
    mistakes: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    seconds: Mapping[str, float]
    turned_deg: int = 0

    @property
    def only(self) -> ProblemPacked | None:
        """The problem, if there is exactly one."""
        return self.problems[0] if len(self.problems) == 1 else None

    @property
    def lattice(self) -> Lattice | None:
        """Where the board's cells lie; None if no board is shown."""
        return self.reading.lattice

    @property
    def flat(self) -> RGB | None:
        """The picture turned upright that was read, (H, W, 3) uint8 sRGB; None if it is `image`."""
        return self.reading.flat

    @property
    def puzzle(self) -> Katamino | None:
        """The puzzle of the only problem."""
        return None if self.only is None else self.only.puzzle

    @property
    def outcome(self) -> Packed | None:
        """The packing of the only problem."""
        return None if self.only is None else self.only.packed

    @property
    def solution(self) -> Picture | None:
        """The packing of the only problem; None if there is none, or if something is in doubt."""
        return self.only.picture if self.only is not None and self.exit_code is ExitCode.OK else None

    @property
    def exit_code(self) -> ExitCode:
        """OK if nothing is in doubt, every problem has its packing, and the board, if any, has no mistake."""
        if self.doubts:
            return ExitCode.DOUBTFUL
        if self.mistakes:
            return ExitCode.MISTAKES
        codes = {PACKING_EXIT_CODES[problem.packed.status] for problem in self.problems}
        return next((code for code in _WORST_FIRST if code in codes), ExitCode.OK)

    @property
    def verdict(self) -> str:
        """One line: what the picture shows, whether it was packed, time; or what is in doubt."""
        return _verdict(self) + describe_turned(self.turned_deg)

    @property
    def is_drawn(self) -> bool:
        return self.exit_code in _DRAWN and any(problem.picture is not None for problem in self.problems)

    def draw(self, *, symbols: bool = False) -> Image.Image:  # noqa: ARG002
        """The picture with the packings on its board, or beside the rows of its card, an RGB image.

        symbols : for the other families; pieces are told apart by their outlines.

        Raises
        ------
        NoAnswerError : nothing was packed, something is in doubt, or there is a mistake on the board.
        """
        from picrosser.drawing.packing import RowOfPackings, packing_on_board, packings_beside

        if not self.is_drawn:
            raise NoAnswerError(self.verdict, self.exit_code)
        board, lattice, first = self.reading.board, self.lattice, self.problems[0].picture
        if board is not None and lattice is not None and first is not None and first.shape == lattice.shape:
            return packing_on_board(self.image, lattice, first, board.blank)
        pictures: dict[int, list[Picture]] = {}
        for result in self.problems:
            if result.picture is not None:
                pictures.setdefault(result.row, []).append(result.picture)
        boxes = self.reading.row_boxes
        return packings_beside(
            self.image, [RowOfPackings(boxes[row], tuple(row_of)) for row, row_of in pictures.items()]
        )


def _verdict(solved: KataminoSolved) -> str:
    """What the picture shows, whether it was packed, and the time; or what is in doubt."""
    if solved.doubts:
        more = len(solved.doubts) - 1  # their words name the place as the card does, by the row's letter
        others = f", and {more} more" if more else ""
        return f"the picture is in doubt: {solved.doubts[0]}{others}; {_SHARPER}"
    total = f"{sum(solved.seconds.values()):.2f} s"
    if solved.mistakes:
        more = len(solved.mistakes) - 1
        others = f", and {more} more" if more else ""
        return f"a mistake on the board: {solved.mistakes[0]}{others}, {total}"
    failed = [problem for problem in solved.problems if problem.picture is None]
    if failed:
        more = len(failed) - 1
        others = f", and {counted(more, 'more problem')}" if more else ""
        return f"{_problem_words(failed[0])}: {failed[0].packed.why}{others}, {total}"
    return f"{_packed_words(solved)}, {total}"


def _packed_words(solved: KataminoSolved) -> str:
    if len(solved.problems) > 1:
        rows = counted(len({problem.row for problem in solved.problems}), "row")
        return f"Katamino card, {rows}, {len(solved.problems)} problems, all packed"
    (problem,) = solved.problems
    board = solved.reading.board
    if board is None or not board.placed:
        return f"{_problem_words(problem)}, packed"
    if not board.blank:
        return f"{_problem_words(problem)}, the board is packed right"
    return f"{_problem_words(problem)}, {len(board.placed)} of them placed, completed"


def _problem_words(packed: ProblemPacked) -> str:
    rows, columns = packed.puzzle.shape
    problem = packed.problem
    name = f"row {problem.row}, Penta {problem.penta}, " if problem.row else "Katamino, "
    return f"{name}{rows} x {columns}, {len(packed.puzzle.pieces)} pieces"


def solve_katamino(
    image: RGB,
    *,
    row: str | None = None,
    penta: int | None = None,
    time_limit_s: float | None = None,
    on_stage: StageListener = ignore,
    drawn_only: bool = False,
    with_table: bool = True,
    sought: PiecesSought | None = None,
) -> KataminoSolved:
    """Read a picture of a Katamino, and pack what it shows.

    Parameters
    ----------
    image : (H, W, 3) uint8 sRGB.
    row, penta : one row or one size of a card; None for all.
    time_limit_s : for reading the picture and for packing all its problems, in seconds; None for no limit.
    on_stage : called with the result of each stage; the time that it takes is not counted.
    drawn_only, with_table : as in `read_katamino`.
    sought : what `seek_pieces` returned for this picture, if it was called.

    Raises
    ------
    GridNotFoundError : the picture shows no Katamino.
    ProblemNotFoundError : the card has no such row, or no such problem.
    TimeLimitError : the time was up before the picture was read. If it is up later, the outcome says so.
    """
    from picrosser.reading.katamino.read import read_katamino  # costs 30 ms, which others need not pay

    clock = StageClock(on_stage, Deadline.after(time_limit_s))
    clock.deadline.check("looking for Katamino pieces")
    reading = read_katamino(image, clock, drawn_only=drawn_only, with_table=with_table, sought=sought)
    return solve_reading(image, reading, clock, row=row, penta=penta)


def solve_reading(
    image: RGB,
    reading: KataminoReading,
    clock: StageClock,
    *,
    row: str | None = None,
    penta: int | None = None,
) -> KataminoSolved:
    """The second half of `solve_katamino`: pack what was read.

    Raises
    ------
    ProblemNotFoundError : the card has no such row, or no such problem.
    TimeLimitError : the clock's deadline is past.
    """
    clock.deadline.check("reading a Katamino")
    began = perf_counter()
    reading = _settled(reading, clock.deadline)
    asked = problems_of(reading, row, penta)
    doubts = _doubts(reading, {problem.row for problem in asked})
    board = reading.board
    problems: tuple[ProblemPacked, ...] = ()
    mistakes: tuple[str, ...] = ()
    if doubts:
        pass  # a packing of pieces that may be others would mislead
    elif board is not None and board.placed:
        doubts = _doubts_of_sizes(board, asked)
        if not doubts:
            problems, mistakes = _solved_board(reading, board, asked, clock.deadline)
    else:
        labels = [row.label for row in reading.rows]
        problems = tuple(
            _packed(labels.index(problem.row), problem, _puzzle(problem, board), reading, clock.deadline)
            for problem in asked
        )
    seconds = {**clock.seconds, "solve": perf_counter() - began}
    return KataminoSolved(image, reading, problems, mistakes, doubts, seconds)


def _settled(reading: KataminoReading, deadline: Deadline) -> KataminoReading:
    """Choose among the readings of an unclear card the one whose problems can all be packed.

    If there is not exactly one such reading, the card stays in doubt.
    """
    if reading.head_read and not reading.others:
        return reading
    known: dict[frozenset[Piece], bool] = {}

    def can_be_packed(problem: Problem) -> bool:
        pieces = frozenset(problem.pieces)
        if pieces not in known:
            known[pieces] = pack(problem.puzzle, timeout_s=deadline.left_s).status is not PackStatus.NONE
        return known[pieces]

    if not reading.head_read:
        return _with_head(reading, can_be_packed)
    ways = [
        rows
        for rows in (reading.rows, *reading.others)
        if all(can_be_packed(problem) for row in rows for problem in row.problems)
    ]
    if len(ways) != 1:
        return reading
    rest = tuple(doubt for doubt in reading.doubts if not doubt.of_looks)
    return replace(reading, rows=ways[0], others=(), doubts=rest)


def _with_head(reading: KataminoReading, can_be_packed: Callable[[Problem], bool]) -> KataminoReading:
    """Find the smallest problems of a card whose head could not be read: those that all rows can pack.

    Smaller problems must fail in most rows; if they fail in a few only, a piece there may be misread.
    """
    by_penta: dict[int, list[bool]] = {}
    for row in reading.rows:
        for problem in row.problems:
            by_penta.setdefault(problem.penta, []).append(can_be_packed(problem))
    failing = [penta for penta, packed in by_penta.items() if not all(packed)]
    if not failing:
        return reading
    if max(failing) < max(by_penta) and all(sum(by_penta[at]) <= len(by_penta[at]) / 2 for at in failing):
        rows = tuple(replace(row, first=max(failing) + 1) for row in reading.rows)
        return replace(reading, rows=rows, head_read=True)
    doubt = doubt_about(f"its head cannot be read, and not all of Penta {failing[0]} can be packed")
    return replace(reading, doubts=(*reading.doubts, doubt))


def problems_of(reading: KataminoReading, row: str | None, penta: int | None) -> tuple[Problem, ...]:
    """The requested problems of a reading.

    Raises
    ------
    ProblemNotFoundError : the picture has no such row, or no such problem.
    """
    rows = [card_row for card_row in reading.rows if row is None or card_row.label == row.lower()]
    labels = [card_row.label for card_row in reading.rows]
    if not rows and row is not None:
        has = f"its rows are {labels[0]} to {labels[-1]}" if any(labels) else "it shows no card with rows"
        raise ProblemNotFoundError(f"the picture has no row {row!r}", has)
    found = tuple(p for card_row in rows for p in card_row.problems if penta is None or p.penta == penta)
    if rows and not found:
        counts = sorted({p.penta for card_row in rows for p in card_row.problems})
        span = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
        raise ProblemNotFoundError(f"the picture has no Penta {penta}", f"it has Penta {span}")
    return found


def _doubts(reading: KataminoReading, rows: set[str]) -> tuple[Doubt, ...]:
    """The doubts that concern the rows with these labels, or the picture as a whole."""
    asked = {at for at, row in enumerate(reading.rows) if row.label in rows}
    return tuple(
        doubt for doubt in reading.doubts if doubt.place.is_whole_picture or doubt.place.line in asked
    )


def _doubts_of_sizes(board: Board, asked: Sequence[Problem]) -> tuple[Doubt, ...]:
    """A doubt if the pieces beside a part-filled board have fewer or more cells than are blank.

    Every piece lies on the board or beside it, so a piece or a part of the board was not seen.
    """
    if not (asked and board.blank):
        return ()
    left = without(asked[0].pieces, [placed.piece for placed in board.placed])
    cells = sum(len(piece.shape) for piece in left)
    if cells == len(board.blank):
        return ()
    return (
        doubt_about(
            f"the pieces beside the board have {cells} cells, and {len(board.blank)} of it are blank"
        ),
    )


def _puzzle(problem: Problem, board: Board | None) -> Katamino:
    """Put the problem on the picture's empty board if the pieces fill that exactly, else on 5 x N cells.

    A slider limits the game's board to N columns, so a picture may show more empty cells than are used.
    """
    puzzle = problem.puzzle
    fits = board is not None and len(board.cells) == puzzle.area
    return Katamino(problem.pieces, board.cells) if board is not None and fits else puzzle


def _packed(
    row: int, problem: Problem, puzzle: Katamino, reading: KataminoReading, deadline: Deadline
) -> ProblemPacked:
    packed = pack(puzzle, timeout_s=deadline.left_s)
    return ProblemPacked(row, problem, puzzle, _tinted(packed, puzzle, reading))


def _tinted(packed: Packed, puzzle: Katamino, reading: KataminoReading) -> Packed:
    """Return the packing in the colours that the pieces have in the picture."""
    own = (
        reading.colours.get(piece.number, colour)
        for piece, colour in zip(puzzle.pieces, puzzle.palette[1:], strict=True)
    )
    palette = (puzzle.palette[0], *own)
    pictures = tuple(Picture(picture.cells, palette) for picture in packed.pictures)
    return Packed(packed.status, pictures, packed.why)


def _solved_board(
    reading: KataminoReading, board: Board, asked: Sequence[Problem], deadline: Deadline
) -> tuple[tuple[ProblemPacked, ...], tuple[str, ...]]:
    """Check a board that is full of pieces, or complete one that is not."""
    shown = asked[0].pieces if asked else ()
    if not board.blank:
        puzzle, picture, mistakes = check_board(board, shown)
        packed = Packed(PackStatus.PACKED, (picture,))
    else:
        puzzle, packed, mistakes = complete(board, shown, timeout_s=deadline.left_s)
    problem = Problem("", puzzle.pieces)
    row = 0 if reading.kind is not Kind.BOARD or reading.rows else -1
    return (ProblemPacked(row, problem, puzzle, _tinted(packed, puzzle, reading)),), mistakes
