"""Katamino: read a picture, and pack the problems of its card, its loose pieces or its board.

In a photograph of a table the board's cells are a ruled sheet; pieces lie on it and beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Literal

from picrosser.errors import ExitCode, NoAnswerError, ProblemNotFoundError
from picrosser.imaging.colour_profiles import colours_in_srgb
from picrosser.imaging.pixels import RGB, Box, Lattice
from picrosser.packing.completions import check_board, complete, without
from picrosser.packing.pack import Packed, PackStatus, pack
from picrosser.pipelines.drawn import ShotResult
from picrosser.pipelines.stages import StageClock
from picrosser.pipelines.verdicts import describe_turned
from picrosser.puzzles.displayed import Displayed, first_few
from picrosser.puzzles.doubt import Doubt
from picrosser.puzzles.katamino import Board, CardRow, Katamino, Problem, first_repeated
from picrosser.puzzles.picture import Picture
from picrosser.puzzles.polyomino import PENTOMINO
from picrosser.reading.katamino.reading import KataminoReading, Kind, doubt_about
from picrosser.reading.stages import StageListener
from picrosser.running.deadline import Deadline
from picrosser.solving.outcome import counted

if TYPE_CHECKING:
    from PIL import Image

    from picrosser.reading.katamino.table_board import TableBoard
    from picrosser.reading.katamino.table_pieces import LoosePiece, LoosePieces
    from picrosser.reading.photograph.from_the_front import Plane
    from picrosser.reading.photograph.sheet import SheetFound

PACKING_EXIT_CODES = {
    PackStatus.PACKED: ExitCode.OK,
    PackStatus.NONE: ExitCode.NO_SOLUTION,
    PackStatus.GAVE_UP: ExitCode.GAVE_UP,
}
_SHARPER = "a sharper picture of the whole card or board may settle it"
_DRAWN = (ExitCode.OK, ExitCode.NO_SOLUTION)  # one problem of a card may have no packing, others do
_WORST_FIRST = (ExitCode.GAVE_UP, ExitCode.NO_SOLUTION)
_CELL_PX = 32  # of the straight picture of a board on a table
# Boards that the lines of one sheet allow about equally: of 30 drawn wooden boards each allows only its own.
# More have the sheets of nonograms, 3 to 14 of them, on each of which pieces would be sought.
_MAX_BOARDS = 2


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
class KataminoSolved(ShotResult):
    """The result for a picture of a Katamino; implements `Solved`, which describes the other fields.

    reading : what the picture says.
    problems : all problems of the card, or the requested ones; none if what was requested is in doubt.
    mistakes : what is wrong on the board, in the referee's words.
    doubts : what is uncertain about the requested rows.

    Examples
    --------
    >>> solved = picrosser.solve_screenshot("board.png", kind="katamino")
    >>> type(solved).__name__, solved.mistakes, solved.solution.shape
    ('KataminoSolved', (), (5, 7))
    """

    kind: ClassVar[Literal["katamino"]] = "katamino"
    reading: KataminoReading
    problems: tuple[ProblemPacked, ...]
    mistakes: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    seconds: Mapping[str, float]

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

    def in_srgb(self) -> KataminoSolved:
        """The result with the colours of its pieces and packings as sRGB numbers; its image stays."""
        if not (profile := self.appearance.profile):
            return self
        shown = self.reading.colours
        colours = dict(zip(shown, colours_in_srgb(tuple(shown.values()), profile), strict=True))
        reading = replace(self.reading, colours=colours)
        problems = tuple(
            replace(problem, packed=_tinted(problem.packed, problem.puzzle, reading))
            for problem in self.problems
        )
        return replace(self, reading=reading, problems=problems)

    @property
    def is_drawn(self) -> bool:
        return self.exit_code in _DRAWN and any(problem.picture is not None for problem in self.problems)

    def draw(self, *, symbols: bool = False) -> Image.Image:  # noqa: ARG002
        """The picture with the packings on its board, or beside the rows of its card.

        It is an RGB image, or RGBA if some of it is transparent.

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
            return self.with_appearance(packing_on_board(self.image, lattice, first, board.blank))
        pictures: dict[int, list[Picture]] = {}
        for result in self.problems:
            if result.picture is not None:
                pictures.setdefault(result.row, []).append(result.picture)
        boxes = self.reading.row_boxes
        rows = [RowOfPackings(boxes[row], tuple(of_row)) for row, of_row in pictures.items()]
        return self.with_appearance(packings_beside(self.image, rows))


def _verdict(solved: KataminoSolved) -> str:
    if solved.doubts:  # their words name the place as the card does, by the row's letter
        return f"the picture is in doubt: {', '.join(first_few(map(str, solved.doubts), 1))}; {_SHARPER}"
    total = f"{sum(solved.seconds.values()):.2f} s"
    if solved.mistakes:
        return f"a mistake on the board: {', '.join(first_few(solved.mistakes, 1))}, {total}"
    failed = [problem for problem in solved.problems if problem.picture is None]
    if failed:
        others = f", and {counted(len(failed) - 1, 'more problem')}" if len(failed) > 1 else ""
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


def solve_reading(
    image: RGB,
    reading: KataminoReading,
    clock: StageClock,
    *,
    row: str | None = None,
    penta: int | None = None,
) -> KataminoSolved:
    """Pack what was read in a picture of a Katamino, (H, W, 3) uint8 sRGB.

    row, penta : one row or one size of a card; None for all.

    Raises
    ------
    ProblemNotFoundError : the card has no such row, or no such problem.
    TimeLimitError : the time was up before the picture was read. If it is up later, the outcome says so.
    """
    clock.deadline.check("reading a Katamino")
    began = perf_counter()
    reading = _with_head(reading, clock.deadline)
    asked = _problems_of(reading, row, penta)
    rows = {problem.row for problem in asked}
    lines = {at for at, card_row in enumerate(reading.rows) if card_row.label in rows}
    doubts: tuple[Doubt, ...] = tuple(
        doubt for doubt in reading.doubts if doubt.place.is_whole_picture or doubt.place.line in lines
    )
    if not doubts:  # a packing of pieces that may be others would mislead
        doubts = _doubts_of_sizes(reading.board, asked)
    problems, mistakes = ((), ()) if doubts else _answers(reading, asked, clock.deadline)
    seconds = {**clock.seconds, "solve": perf_counter() - began}
    return KataminoSolved(image, reading, problems, mistakes, doubts, seconds)


def _with_head(reading: KataminoReading, deadline: Deadline) -> KataminoReading:
    """Find the smallest problems of a card whose head could not be read: those that all rows can pack."""
    by_penta: dict[int, list[bool]] = {}
    for row in reading.rows if not reading.head_read else ():
        for problem in row.problems:
            packed = pack(problem.puzzle, time_limit_s=deadline.left_s)
            by_penta.setdefault(problem.penta, []).append(packed.status is not PackStatus.NONE)
    failing = [penta for penta, packed in by_penta.items() if not all(packed)]
    if not failing:
        return reading
    if max(failing) < max(by_penta) and all(sum(by_penta[at]) <= len(by_penta[at]) / 2 for at in failing):
        rows = tuple(replace(row, first=max(failing) + 1) for row in reading.rows)
        return replace(reading, rows=rows, head_read=True)
    doubt = doubt_about(f"its head cannot be read, and not all of Penta {failing[0]} can be packed")
    return replace(reading, doubts=(*reading.doubts, doubt))


def _problems_of(reading: KataminoReading, row: str | None, penta: int | None) -> tuple[Problem, ...]:
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


def _doubts_of_sizes(board: Board | None, asked: Sequence[Problem]) -> tuple[Doubt, ...]:
    """A doubt if the pieces beside a part-filled board have fewer or more cells than are blank."""
    if not asked or board is None or not (board.placed and board.blank):
        return ()
    left = without(asked[0].pieces, [placed.piece for placed in board.placed])
    cells, blank = sum(len(piece.shape) for piece in left), len(board.blank)
    why = f"the pieces beside the board have {cells} cells, and {blank} of it are blank"
    return () if cells == blank else (doubt_about(why),)


def _answers(
    reading: KataminoReading, asked: Sequence[Problem], deadline: Deadline
) -> tuple[tuple[ProblemPacked, ...], tuple[str, ...]]:
    """The problems with their packings, and the mistakes on the board: a full one is checked."""
    board = reading.board
    if board is not None and board.placed:
        shown = asked[0].pieces if asked else ()
        if board.blank:
            puzzle, packed, mistakes = complete(board, shown, deadline=deadline)
        else:
            puzzle, picture, mistakes = check_board(board, shown)
            packed = Packed(PackStatus.PACKED, (picture,))
        row = 0 if reading.kind is not Kind.BOARD or reading.rows else -1
        tinted = _tinted(packed, puzzle, reading)
        return (ProblemPacked(row, Problem("", puzzle.pieces), puzzle, tinted),), mistakes
    labels = [row.label for row in reading.rows]
    problems: list[ProblemPacked] = []
    for problem in asked:
        puzzle = problem.puzzle
        # A slider limits the game's board to N columns, so more empty cells may be shown than are used.
        if board is not None and len(board.cells) == puzzle.area:
            puzzle = Katamino(problem.pieces, board.cells)
        tinted = _tinted(pack(puzzle, time_limit_s=deadline.left_s), puzzle, reading)
        problems.append(ProblemPacked(labels.index(problem.row), problem, puzzle, tinted))
    return tuple(problems), ()


def _tinted(packed: Packed, puzzle: Katamino, reading: KataminoReading) -> Packed:
    """Return the packing in the colours that the pieces have in the picture."""
    pieces = zip(puzzle.pieces, puzzle.palette[1:], strict=True)
    own = (reading.colours.get(piece.number, colour) for piece, colour in pieces)
    palette = (puzzle.palette[0], *own)
    pictures = tuple(Picture(picture.cells, palette) for picture in packed.pictures)
    return Packed(packed.status, pictures, packed.why)


# ---- Boards on tables


def solve_table(
    image: RGB, sheets: Sequence[SheetFound], deadline: Deadline, on_stage: StageListener
) -> KataminoSolved | None:
    """Read a photograph of a Katamino board on a table, (H, W, 3) uint8 sRGB, and pack what it shows.

    None if none of the ruled sheets in it, the largest first, is a board with pieces on it or beside it.
    It leaves a doubt unless the pieces cover as many cells as the board has.
    """
    from picrosser.reading.katamino.table_board import boards_on
    from picrosser.reading.photograph.from_the_front import straight_plane

    in_doubt: KataminoSolved | None = None
    for sheet in sheets:
        boards = boards_on(sheet)
        if len(boards) > _MAX_BOARDS:
            continue
        for board in boards:
            deadline.check("reading a Katamino board on a table")
            plane = straight_plane(image, board, _CELL_PX)
            clock = StageClock(on_stage, deadline)
            clock(plane)
            reading = _read_table(plane, clock)
            if reading is None:
                continue
            clock(reading)
            solved = solve_reading(image, reading, clock)
            if not solved.doubts:
                return solved
            in_doubt = in_doubt or solved
            break  # a less likely board, without one of the columns, may come out even by chance
    return in_doubt


def _read_table(plane: Plane, clock: StageClock) -> KataminoReading | None:
    """What a plane with a board states, as far as possible without doubts."""
    from picrosser.reading.katamino.table_board import read_table_board
    from picrosser.reading.katamino.table_pieces import find_loose_pieces

    board = read_table_board(plane.image, plane.lattice)
    clock(board)
    if board.why and board.is_full:
        return None  # to look for pieces beside it takes ten times as long
    reading: KataminoReading | None = None
    for loose in find_loose_pieces(plane.image, plane.lattice):
        clock(loose)
        if not (board.placed or loose.pieces):
            return None  # where the first look shows no piece, further ones show none
        reading = _table_reading(plane, board, loose)
        # What lies beside a full board can only cast a doubt on it.
        is_settled = bool(reading.doubts) if board.is_full else bool(board.why) or not reading.doubts
        if is_settled:
            break
    return reading


def _each_once(pieces: Sequence[LoosePiece]) -> tuple[LoosePiece, ...]:
    """The pieces; of those that look like one piece of the box only that which fits best."""
    best = {seen.piece: seen for seen in sorted(pieces, key=lambda seen: seen.fit)}
    return tuple(seen for seen in pieces if best[seen.piece] is seen)


def _table_reading(plane: Plane, board: TableBoard, loose: LoosePieces) -> KataminoReading:
    """What the photograph states; anything that does not come out even is a doubt."""
    rows, cols = plane.lattice.shape
    lying = [placed.piece for placed in board.placed]
    beside = _each_once(loose.pieces)
    if board.is_full:  # then others may lie beside it that the problem does not need
        beside = tuple(seen for seen in beside if seen.piece in lying)
    pieces = tuple(seen.piece for seen in beside)
    doubts = [doubt_about(f"of the board, {board.why}")] if board.why else []
    twice = first_repeated([*lying, *pieces])
    if twice is not None:
        doubts.append(doubt_about(f"piece {twice} is shown twice"))
    left = int(board.free.sum())
    if not doubts and PENTOMINO * len(pieces) != left:
        shown = f"{counted(len(pieces), 'piece')} beside the board" if pieces else "no piece beside the board"
        doubts.append(doubt_about(f"{shown} can be told, and {left} of its cells are free"))
    to_picture = plane.lattice.to_picture
    assert isinstance(to_picture, tuple)  # a plane's is a homography
    boxes = [seen.box.led_on(to_picture) for seen in beside]
    return KataminoReading(
        kind=Kind.BOARD if board.placed else Kind.PIECES,
        rows=(CardRow("", pieces, len(pieces)),) if pieces else (),
        row_boxes=(Box.around(boxes),) if boxes else (),
        board=Board(tuple((row, col) for row in range(rows) for col in range(cols)), board.placed),
        lattice=plane.lattice,
        colours={
            **{seen.piece.number: seen.colour for seen in beside},
            **{piece.number: colour for piece, colour in zip(lying, board.colours, strict=True)},
        },
        doubts=tuple(doubts),
        flat=plane.image,
    )
