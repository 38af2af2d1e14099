"""Lay out a nonogram: the board and its hint areas fill the screen, or a window is made to fit them."""

from dataclasses import dataclass, replace

from drawn.canvas import Area
from drawn.nonograms.look import Frame
from drawn.nonograms.spec import NonogramSpec
from drawn.nonograms.writing import advance_of
from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.nonogram import Runs

BLOCK = 5  # lines between two thick lines
SIDE = 0.03  # of a screen's width, left free at both sides
BARS = {"phone": (0.36, 0.34), "tablet": (0.20, 0.20)}  # of a screen's width: above and below the board
# Above, left, below and right of a window's board, in cells; at least so many pixels for the texts there.
INSETS: dict[Frame, tuple[float, float, float, float]] = {
    "browser": (5.0, 7.0, 3.0, 3.0),
    "desktop": (3.0, 0.8, 1.6, 0.8),
    "console": (0.8, 6.0, 1.4, 1.2),
    "crop": (0.4, 0.4, 0.4, 0.4),
}
LINE_NUMBER = 1.1  # cells: the room for the numbers of lines
LEAST_INSET_PX = {"browser": 90, "desktop": 26, "console": 30, "crop": 3}


@dataclass(frozen=True, slots=True)
class Number:
    """The place of one number.

    axis, line, at : axis 0 for rows; index of the line; index of the run.
    y, x : its middle.
    """

    text: str
    axis: int
    line: int
    at: int
    y: float
    x: float
    height_px: float
    slot: Area


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of everything, in float pixels.

    top, left : of the cells. depths : of the hint areas above and at the left, with the gap before the board.
    beyond : depths of what stands below the board and right of it.
    """

    spec: NonogramSpec
    pitch: float
    width: int
    height: int
    top: float
    left: float
    depths: tuple[float, float]
    beyond: tuple[float, float]

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.spec.picture.shape

    def row_edge(self, line: int) -> float:
        return self.top + _edge(self.spec, line, self.pitch)

    def col_edge(self, line: int) -> float:
        return self.left + _edge(self.spec, line, self.pitch)

    def cell(self, row: int, col: int) -> Area:
        top, left = self.row_edge(row), self.col_edge(col)
        return top, left, top + self.pitch, left + self.pitch

    @property
    def board(self) -> Area:
        rows, cols = self.shape
        _, _, bottom, right = self.cell(rows - 1, cols - 1)
        return self.top, self.left, bottom, right

    @property
    def gap(self) -> float:
        return self.spec.look.hints.gap * self.pitch

    def strip(self, axis: int, line: int) -> Area:
        if axis == 0:
            top = self.row_edge(line)
            return top, self.left - self.depths[1], top + self.pitch, self.left - self.gap
        left = self.col_edge(line)
        return self.top - self.depths[0], left, self.top - self.gap, left + self.pitch

    def lattice(self) -> Lattice:
        """The true edges, rounded to whole pixels."""
        rows, cols = self.shape
        return Lattice(
            (*(round(self.row_edge(at)) for at in range(rows)), round(self.board[2])),
            (*(round(self.col_edge(at)) for at in range(cols)), round(self.board[3])),
        )

    def board_with_hints(self) -> Box:
        _, _, bottom, right = self.board
        top, left = self.top - self.depths[0], self.left - self.depths[1]
        return Box(max(0, int(top)), max(0, int(left)), round(bottom) + 1, round(right) + 1)

    def numbers(self) -> list[Number]:
        """All numbers that are shown, rows first."""
        shown = self.spec.shown
        found = []
        for axis, lines in enumerate((shown.rows, shown.cols)):
            for line, runs in enumerate(lines):
                texts = () if runs is None else texts_of(self.spec, runs)
                place = _in_column if axis else _in_row
                found += place(self, line, texts)
        return found

    def numbers_beyond(self) -> list[Number]:
        """The numbers right of and below the board, as the look has them."""
        if self.spec.look.beyond == "hints":
            return [_moved_across(self, number) for number in self.numbers()]
        if self.spec.look.beyond == "nothing":
            return []
        height = self.spec.pen.real_height_px(0.36 * self.pitch)
        places = []
        for axis, lines in enumerate(self.shape):
            for line in range(lines):
                top, left, bottom, right = self.strip(axis, line)
                away = LINE_NUMBER / 2 * self.pitch
                y, x = ((top + bottom) / 2, self.board[3] + away) if axis == 0 else (
                    self.board[2] + away, (left + right) / 2)  # fmt: skip
                places.append(Number(str(line + 1), axis, line, 0, y, x, height, (y, x, y, x)))
        return places


def texts_of(spec: NonogramSpec, runs: Runs) -> tuple[str, ...]:
    return tuple(map(str, runs)) or (("0",) if spec.zero == "0" else ())


def place(spec: NonogramSpec) -> Layout:
    rows, cols = spec.picture.shape
    frame = spec.look.frame
    pitch = float(spec.size_px)
    span_rows, span_cols = _edge(spec, rows - 1, 1) + 1, _edge(spec, cols - 1, 1) + 1
    if frame in BARS:
        width = spec.size_px
        height = round(width * (spec.tall if frame == "phone" else 1.33))
        above, below = (share * width for share in BARS[frame])
        pitch = 40.0
        for _ in range(3):  # the hint areas' depth in cells depends a little on the size of a cell
            deep, wide = (
                (depth + other) / pitch
                for depth, other in zip(_depths(spec, pitch), _beyond(spec, pitch), strict=True)
            )
            pitch = min(
                width * (1 - 2 * SIDE) / (span_cols + wide), (height - above - below) / (span_rows + deep)
            )
            pitch = float(int(pitch)) if spec.look.whole_px else pitch
        depths, beyond = _depths(spec, pitch), _beyond(spec, pitch)
        left = (width - depths[1] - span_cols * pitch - beyond[1]) / 2 + depths[1]
        spare = height - above - below - depths[0] - span_rows * pitch - beyond[0]
        return Layout(
            spec, pitch, width, height, above + 0.3 * spare + depths[0], round(left), depths, beyond
        )
    depths = _depths(spec, pitch)
    beyond = _beyond(spec, pitch)
    least = LEAST_INSET_PX[frame]
    above, before, below, after = (max(least, round(inset * pitch)) for inset in INSETS[frame])
    below, after = below + beyond[0], after + beyond[1]
    height = round(above + depths[0] + span_rows * pitch + below)
    width = round(before + depths[1] + span_cols * pitch + after)
    if frame == "console":
        width = max(width, round(height * 16 / 9))
        before = round(width - after - depths[1] - span_cols * pitch)
    return Layout(
        spec, pitch, width, height, round(above + depths[0]), round(before + depths[1]), depths, beyond
    )


def _edge(spec: NonogramSpec, line: int, pitch: float) -> float:
    return (line + line // BLOCK * spec.look.board.block_gap) * pitch


def _depths(spec: NonogramSpec, pitch: float) -> tuple[float, float]:
    """The depths of the hint areas above and at the left, in pixels."""
    hints, puzzle = spec.look.hints, spec.puzzle
    depths = []
    for axis, lines in ((1, puzzle.cols), (0, puzzle.rows)):
        needed = max(_length(spec, texts_of(spec, runs or ()), pitch, axis) for runs in lines)
        most = hints.most * pitch or needed
        depths.append(min(needed, most) + (2 * hints.margin + hints.spare + hints.gap) * pitch)
    return depths[0], depths[1]


def _beyond(spec: NonogramSpec, pitch: float) -> tuple[float, float]:
    """The depths of what stands below the board and right of it, in pixels."""
    if spec.look.beyond == "hints":
        return _depths(spec, pitch)
    depth = 0.0 if spec.look.beyond == "nothing" else LINE_NUMBER * pitch
    return depth, depth


def _length(spec: NonogramSpec, texts: tuple[str, ...], pitch: float, axis: int) -> float:
    """The length of a line's numbers, in pixels."""
    hints = spec.look.hints
    if hints.slot:
        return max(1, len(texts)) * hints.slot * pitch
    height = spec.pen.real_height_px(hints.height * pitch)
    if axis == 1:
        return ((len(texts) - 1) * hints.step + 1) * height
    gaps = spec.pen.real_space_px(hints.space * height, height) * (len(texts) - 1)
    return sum(advance_of(text, spec.pen, height) for text in texts) + gaps


def _moved_across(layout: Layout, number: Number) -> Number:
    """A number of the hints that are stated once more on the other side of the board."""
    top, left, bottom, right = layout.board
    down = bottom - top + layout.depths[0] if number.axis else 0.0
    across = 0.0 if number.axis else right - left + layout.depths[1]
    area = number.slot[0] + down, number.slot[1] + across, number.slot[2] + down, number.slot[3] + across
    return replace(number, y=number.y + down, x=number.x + across, slot=area)


def _shrunk(layout: Layout, texts: tuple[str, ...], axis: int) -> float:
    """The height of a line's digits, which shrink on long lines."""
    spec, hints = layout.spec, layout.spec.look.hints
    height = spec.pen.real_height_px(hints.height * layout.pitch)
    room = layout.depths[1 - axis] - (2 * hints.margin + hints.spare + hints.gap) * layout.pitch
    if hints.slot or not hints.most or not texts:
        return height
    return height * min(1.0, room / _length(spec, texts, layout.pitch, axis))


def _away(layout: Layout, texts: tuple[str, ...], height: float, axis: int) -> float:
    """Distance between the board's side of the hint area and a line's first number, for a digit height."""
    spec, hints = layout.spec, layout.spec.look.hints
    usual = spec.pen.real_height_px(hints.height * layout.pitch)
    room = layout.depths[1 - axis] - (2 * hints.margin + hints.gap) * layout.pitch
    free = room - _length(spec, texts, layout.pitch, axis) * (1 if hints.slot else height / usual)
    return free * {"board": 0.0, "middle": 0.5, "far": 1.0}[hints.sides[axis]]


def _in_row(layout: Layout, line: int, texts: tuple[str, ...]) -> list[Number]:
    spec, hints, pitch = layout.spec, layout.spec.look.hints, layout.pitch
    height = _shrunk(layout, texts, 0)
    top, _, bottom, right = layout.strip(0, line)
    y, found = (top + bottom) / 2, []
    space = 0.0 if hints.slot else spec.pen.real_space_px(hints.space * height, height)
    right -= hints.margin * pitch + _away(layout, texts, height, 0)
    for at in reversed(range(len(texts))):
        wide = hints.slot * pitch or advance_of(texts[at], spec.pen, height)
        slot = (top, right - wide, bottom, right)
        found.append(Number(texts[at], 0, line, at, y, right - wide / 2, height, slot))
        right -= wide + space
    return found[::-1]


def _in_column(layout: Layout, line: int, texts: tuple[str, ...]) -> list[Number]:
    hints, pitch = layout.spec.look.hints, layout.pitch
    height = _shrunk(layout, texts, 1)
    _, left, bottom, right = layout.strip(1, line)
    x, found = (left + right) / 2, []
    step = hints.slot * pitch or hints.step * height
    bottom -= hints.margin * pitch - (0 if hints.slot else (step - height) / 2)
    bottom -= _away(layout, texts, height, 1)
    for at in reversed(range(len(texts))):
        slot = (bottom - step, left, bottom, right)
        found.append(Number(texts[at], 1, line, at, bottom - step / 2, x, height, slot))
        bottom -= step
    return found[::-1]
