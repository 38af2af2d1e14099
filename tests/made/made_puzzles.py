"""Small puzzles for tests of formats, fixed and drawn at random."""

from hypothesis import strategies as st

from picrosser.formats.hint_lines import HintLine, from_picture, nonogram_file
from picrosser.formats.puzzle_file import PuzzleFile
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.nonogram import runs_of_cells

WHITE, BLACK, RED = (255, 255, 255), (0, 0, 0), (224, 32, 32)
# Rows unlike columns, an empty row, and not square: swapped axes show.
DEMO = ("..##..", ".#..#.", ".#####", "......", "...##.")
TWO_INKS = ("..11..", ".1..1.", ".11122", "......", "...11.")
SMALL = """
nrows = 2
ncols = 3
ncolours = 2
rows = [[-2, 1], [0, "?"]]
columns = [[1, 0], [1, 0], [0, -2]]
colours = [[45, 106, 152], [200, 0, 0]]
"""


def of_rows(rows: tuple[str, ...], palette=(WHITE, BLACK), **more) -> PuzzleFile:
    """The puzzle of a picture of digits, or of `.` and `#`, with the picture as its answer."""
    cells = [[".123456789".index("1" if cell == "#" else cell) for cell in row] for row in rows]
    return from_picture(cells, palette, **more)


def same(one: PuzzleFile, other: PuzzleFile, *, goal: bool = True, title: bool = True) -> bool:
    """Whether two files hold the same puzzle, and the same extras where they count."""
    stored = [None if file.solution is None else file.solution.lines() for file in (one, other)]
    return (
        one.puzzle == other.puzzle
        and (not goal or stored[0] == stored[1])
        and (not title or one.title == other.title)
    )


colours = st.tuples(*[st.integers(0, 255)] * 3)
titles = st.text("abcXYZ 0&<>\"'éß:", max_size=12).map(lambda text: " ".join(text.split()))


@st.composite
def nonograms(
    draw: st.DrawFn,
    most: int = 6,
    *,
    inks: int = 4,
    given: bool = True,
    unknown: bool = True,
    goal: bool = True,
) -> PuzzleFile:
    """Puzzles of at most so many rows and columns, with an answer and all that a format may have to hold."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    palette = (WHITE, BLACK)
    if inks > 1:
        palette = (draw(colours), *draw(st.lists(colours, min_size=1, max_size=inks)))
    cell = st.integers(0, len(palette) - 1)
    cells = draw(st.lists(st.lists(cell, min_size=columns, max_size=columns), min_size=rows, max_size=rows))
    # A picture without paint is no picture file.
    cells[0][0] = 1
    lines = []
    for way in (cells, zip(*cells, strict=True)):
        keep = (lambda: True) if not unknown else (lambda: draw(st.integers(0, 5)) > 0)
        lines.append([HintLine(runs_of_cells(line) if keep() else None) for line in way])
    part = [[value if draw(st.booleans()) else -1 for value in row] for row in cells]
    part[0][0] = 1  # a board on which nothing is decided is none
    known = part if given and draw(st.booleans()) else None
    stored = draw(st.sampled_from([None, cells, part])) if goal else None
    return nonogram_file(*lines, palette=palette, given=known, goal=stored, title=draw(titles))


@st.composite
def hungry_cats(draw: st.DrawFn, *, unknown: bool = True, white: bool = False) -> PuzzleFile:
    """Puzzles with any hints, also without an answer."""
    rows, columns, count = draw(st.integers(1, 5)), draw(st.integers(1, 5)), draw(st.integers(1, 5))

    def line(length: int) -> st.SearchStrategy[tuple[CountHint, ...]]:
        hint = st.integers(-length, length).map(CountHint.from_signed)
        return st.tuples(*[hint | st.just(CountHint(None, None)) if unknown else hint] * count)

    puzzle = HungryCat(
        tuple(draw(line(columns)) for _ in range(rows)),
        tuple(draw(line(rows)) for _ in range(columns)),
        (WHITE if white else draw(colours), *draw(st.tuples(*[colours] * count))),
    )
    return PuzzleFile(puzzle)
