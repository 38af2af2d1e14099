"""What one drawn nonogram shows, chosen at random within its look."""

import json
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from skimage.color import rgb2lab

from drawn.fills import MARKED, UNTOUCHED, random_progress
from drawn.glyphs import BUILT_IN, FontFace, find_font
from drawn.nonograms.look import Backdrop, Done, Look, Scheme, Zero
from drawn.nonograms.writing import PIXEL_FACE, Pen
from drawn.palettes import lab_distance
from drawn.pictures import TIME_LIMIT_S, Cells, has_one_solution
from picrosser.making.puzzles import puzzle_of
from picrosser.puzzles.nonogram import Nonogram, Runs
from picrosser.puzzles.picture import Colour, Picture
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve

VARIED = 0.06  # a look's sizes differ by up to this share from picture to picture
APART = 45.0  # CIE76 distance between a coloured puzzle's inks
FROM_GROUND = 36.0  # and of each from the page, the plates and the cells; apps choose legible ones
LIGHTER = 26.0  # and how much lighter or darker than the plates, of 100: hue alone makes no digit legible
MOST_PLAYED = 0.7  # of the cells

Found = tuple[tuple[bool, ...], ...]
"""Per line and run: whether it is painted."""


@dataclass(frozen=True, slots=True, eq=False)  # a Picture cannot be compared with ==
class NonogramSpec:
    """Everything that determines a drawn nonogram.

    state : (rows, columns) int8, UNTOUCHED, MARKED or the colour that a cell is painted with.
    number : of the level, for the texts round the board.
    cursor : (row, column) that is selected, or None.
    tall : height of a screen divided by its width.
    """

    look: Look
    seed: int
    scheme: Scheme
    pen: Pen
    backdrop: Backdrop
    done: Done
    zero: Zero
    size_px: int
    picture: Picture
    state: NDArray[np.int8]
    number: int
    cursor: tuple[int, int] | None
    tall: float

    @property
    def puzzle(self) -> Nonogram:
        """The puzzle with all hints, visible or not."""
        return nonogram_of(self.picture)

    @property
    def shown(self) -> Nonogram:
        """The puzzle as the picture shows it: None for lines that are hidden."""
        if self.done != "vanish":
            return self.puzzle
        full = self.puzzle
        lines = [
            tuple(None if all(flags) and line else line for line, flags in zip(way, found, strict=True))
            for way, found in zip((full.rows, full.cols), self.found, strict=True)
        ]
        return replace(full, rows=lines[0], cols=lines[1])

    @property
    def found(self) -> tuple[Found, Found]:
        """Which runs are painted, by rows and by columns."""
        cells = self.picture.cells
        return _painted_runs(cells, self.state), _painted_runs(cells.T, self.state.T)


def nonogram_of(picture: Picture) -> Nonogram:
    puzzle = puzzle_of(picture, "nonogram")
    assert isinstance(puzzle, Nonogram)
    return puzzle


def _painted_runs(cells: NDArray[np.int8], state: NDArray[np.int8]) -> Found:
    lines = []
    for line, painted in zip(cells.tolist(), (state > MARKED).tolist(), strict=True):
        flags, at = [], 0
        for ink, group in groupby(line):
            length = len(list(group))
            if ink:
                flags.append(all(painted[at : at + length]))
            at += length
        lines.append(tuple(flags))
    return tuple(lines)


def random_nonogram_spec(look: Look, seed: int, turn: int = 0) -> NonogramSpec:
    """Choose a picture of a look; each turn gives another one."""
    # The name is part of the seed: the same number gives each look a puzzle of its own.
    rng = np.random.default_rng([seed, turn, *look.name.encode()])
    shape = look.shapes[rng.integers(len(look.shapes))]
    scheme = look.schemes[rng.integers(len(look.schemes))]
    inks = _inks(rng, scheme, look.colours[rng.integers(len(look.colours))])
    spec = NonogramSpec(
        look=_varied(rng, look),
        seed=seed,
        scheme=scheme,
        pen=Pen(_face(look.fonts[rng.integers(len(look.fonts))]), look.crisp),
        backdrop=look.backdrops[rng.integers(len(look.backdrops))],
        done=look.dones[rng.integers(len(look.dones))],
        zero=look.zeros[rng.integers(len(look.zeros))],
        size_px=look.sizes_px[rng.integers(len(look.sizes_px))],
        picture=random_nonogram(rng, shape, (scheme.cell, *inks)),
        state=np.full(shape, UNTOUCHED, np.int8),
        number=int(rng.integers(1, 400)),
        cursor=None,
        tall=float(rng.uniform(1.78, 2.2)),
    )
    if look.cursor and rng.random() < 0.5:
        spec = replace(spec, cursor=(int(rng.integers(shape[0])), int(rng.integers(shape[1]))))
    played = rng.random() < look.played
    return _with_blank_lines_crossed(_played(rng, spec) if played else spec)


def _played(rng: np.random.Generator, spec: NonogramSpec) -> NonogramSpec:
    """A part-filled state; if the look hides finished hints, the rest still has one solution."""
    share = float(rng.uniform(0.1, MOST_PLAYED))
    while True:
        progress = random_progress(rng, spec.picture.cells, share)
        tried = replace(spec, state=progress.state)
        if spec.done != "vanish" or has_one_solution(tried.shown):
            return tried
        share *= 0.7


def _with_blank_lines_crossed(spec: NonogramSpec) -> NonogramSpec:
    if spec.zero != "crossed":
        return spec
    state, cells = spec.state.copy(), spec.picture.cells
    state[~cells.any(axis=1)] = MARKED
    state[:, ~cells.any(axis=0)] = MARKED
    return replace(spec, state=state)


def _varied(rng: np.random.Generator, look: Look) -> Look:
    height, space, step = rng.uniform(1 - VARIED, 1 + VARIED, 3).tolist()
    hints = look.hints
    return replace(
        look,
        hints=replace(
            hints, height=hints.height * height, space=hints.space * space, step=hints.step * max(1, step)
        ),
    )


def _inks(rng: np.random.Generator, scheme: Scheme, colours: int) -> tuple[Colour, ...]:
    """The fill colour, or several colours that differ visibly from each other and from their backgrounds."""
    if colours == 1:
        return (scheme.fill,)
    chosen: list[Colour] = []
    grounds = scheme.page, scheme.plate, scheme.other_plate, scheme.cell
    while len(chosen) < colours:
        colour = tuple(rng.integers(0, 256, 3).tolist())
        legible = all(
            lab_distance(colour, ground) > FROM_GROUND and lightness_contrast(colour, ground) > LIGHTER
            for ground in grounds
        )
        if legible and all(lab_distance(colour, other) > APART for other in chosen):
            chosen.append(colour)
    return tuple(chosen)


def lightness_contrast(one: Colour, other: Colour) -> float:
    """The difference in lightness, 0..100."""
    light = rgb2lab(np.array([[one, other]], np.uint8))[0, :, 0]
    return float(abs(light[0] - light[1]))


def _face(name: str) -> FontFace:
    """A face by its name; Pillow's own where its package is missing."""
    return PIXEL_FACE if name == PIXEL_FACE.name else find_font(name) or BUILT_IN


LETTERS = "abcdefgh"


def truth_of(spec: NonogramSpec) -> dict[str, Any]:
    """The content of the JSON file."""
    palette = spec.picture.palette
    coloured = len(palette) > 2
    letters = "." + (LETTERS if coloured else "#")
    rows, cols = spec.picture.shape

    def line(runs: Runs | None) -> list[Any] | None:
        if runs is None:
            return None
        return [{"n": r.length, "colour": list(palette[r.colour])} if coloured else r.length for r in runs]

    shown = spec.shown
    truth: dict[str, Any] = {
        "kind": "colour-nonogram" if coloured else "nonogram",
        "look": spec.look.name,
        "seed": spec.seed,
        "size": [cols, rows],
        "rows": [line(runs) for runs in shown.rows],
        "cols": [line(runs) for runs in shown.cols],
        "unique": True,
        "solution": _cells(spec.picture.cells, letters),
    }
    if coloured:
        truth["palette"] = {letter: list(ink) for letter, ink in zip(LETTERS, palette[1:], strict=False)}
    if (spec.state != UNTOUCHED).any():
        truth["state"] = _cells(spec.state, letters + "?")
    return truth


def black_truth(puzzle: Nonogram, *, unique: bool) -> dict[str, Any]:
    """The truth of a nonogram in one colour of which only the hints are stated."""
    rows, cols = (
        [[run.length for run in runs or ()] for runs in lines] for lines in (puzzle.rows, puzzle.cols)
    )
    return {"kind": "nonogram", "rows": rows, "cols": cols, "unique": unique}


def truth_text(spec: NonogramSpec) -> str:
    entries = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in truth_of(spec).items())
    return "{" + ",\n ".join(entries) + "}\n"


def _cells(cells: NDArray[Any], letters: str) -> list[str]:
    """One string per row; UNTOUCHED, -1, selects the last letter."""
    return ["".join(letters[cell] for cell in row) for row in cells.tolist()]


MENDS = 12  # attempts to make the solution unique by painting open cells, before another picture is drawn
DENSITY = 0.42, 0.68  # painted share; real puzzles lie between
BLANK_LINE = 0.12  # of the pictures get a blank line


def random_nonogram(rng: np.random.Generator, shape: tuple[int, int], palette: tuple[Colour, ...]) -> Picture:
    """A picture in `palette`, whose first colour is blank, proved to be the only solution of its nonogram."""
    while True:
        cells = _coloured(rng, _painted(rng, shape), len(palette) - 1)
        for _ in range(MENDS):
            picture = Picture(cells, palette)
            outcome = solve(puzzle_of(picture, "nonogram"), time_limit_s=TIME_LIMIT_S)
            used = np.unique(cells[cells > 0])
            if outcome.status is Status.UNIQUE and len(used) == len(palette) - 1:
                return picture
            if outcome.status is not Status.SEVERAL:
                break
            cells = cells.copy()
            for row, col in outcome.differing:
                if rng.random() < 0.6:
                    cells[row, col] = rng.integers(1, len(palette))


def _painted(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.bool_]:
    density = rng.uniform(*DENSITY)
    kind = rng.choice(("noise", "blobs", "mirrored", "figure"), p=(0.15, 0.35, 0.3, 0.2))
    if kind == "figure":
        painted = _figure(rng, shape)
    else:
        field = rng.random(shape)
        if kind != "noise":
            field = ndimage.gaussian_filter(field, rng.uniform(0.6, 1.1), mode="nearest")
        if kind == "mirrored":
            field = np.maximum(field, field[:, ::-1])
        painted = field > np.quantile(field, 1 - density)
    if rng.random() < BLANK_LINE:
        painted[rng.integers(shape[0])] = False
    return painted


def _figure(rng: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Some ovals, one painted, the next blank: faces, fruits, cups."""
    row, col = np.mgrid[: shape[0], : shape[1]] + 0.5
    painted = np.zeros(shape, bool)
    size = 0.5
    for turn in range(int(rng.integers(2, 6))):
        middle = rng.uniform(0.35, 0.65, 2) * shape
        half = np.maximum(1.0, size * rng.uniform(0.7, 1.0, 2) * shape)
        inside = ((row - middle[0]) / half[0]) ** 2 + ((col - middle[1]) / half[1]) ** 2 < 1
        painted[inside] = turn % 2 == 0
        size *= rng.uniform(0.5, 0.8)
    return painted ^ (rng.random(shape) < 0.04)


def _coloured(rng: np.random.Generator, painted: NDArray[np.bool_], colours: int) -> Cells:
    """Regions of one colour each."""
    rows, cols = painted.shape
    seeds = rng.uniform(0, 1, (colours + int(rng.integers(0, colours)), 2)) * painted.shape
    row, col = np.mgrid[:rows, :cols] + 0.5
    away = (row[..., None] - seeds[:, 0]) ** 2 + (col[..., None] - seeds[:, 1]) ** 2
    return np.where(painted, away.argmin(axis=2) % colours + 1, 0).astype(np.int8)
