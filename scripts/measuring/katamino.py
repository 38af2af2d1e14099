"""Score the reading of Katamino pictures: exact, refused, or silently wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from PIL import Image

from drawn.damage import DAMAGES, Damage, crop, jpeg
from drawn.fonts import installed_fonts
from drawn.katamino.picture import DrawnKatamino, drawn_katamino
from measuring.output import aligned
from measuring.score import Verdict
from measuring.shots import CROP, CROP_MARGIN_PX, PLAIN, as_rgb
from picrosser.errors import ExitCode, PicrosserError
from picrosser.imaging.pixels import RGB
from picrosser.pipelines.katamino import KataminoSolved, solve_katamino
from picrosser.reading.katamino.reading import KataminoReading

TIME_LIMIT_S = 20.0
_ALTERED: Mapping[str, Damage] = MappingProxyType(
    {
        "jpeg-40": partial(jpeg, quality=40),
        **{name: DAMAGES[name] for name in ("scale-0.5", "dim", "warm", "blur", "pad")},
    }
)
MISLED = "misled:"
"""Before what is told of a picture that was taken for an impossible problem, or for a board with mistakes."""
UNSEEN = "the empty board was not seen"
EVERY_DAMAGE = (PLAIN, *_ALTERED, CROP)


@dataclass(frozen=True, slots=True)
class KataminoSource:
    """Picture `number` of a seed, as `draw_katamino.py` draws it, and the damage to apply."""

    seed: int
    number: int
    kind: str
    damage: str = PLAIN
    fonts: Path | None = None

    @property
    def name(self) -> str:
        """The name of the drawn file, and the damage."""
        return f"{self.seed}-{self.number:04d}-{self.kind}-{self.damage}"

    def drawn(self) -> DrawnKatamino:
        """Draw it."""
        shot = drawn_katamino(self.seed, self.number, self.kind, installed_fonts(self.fonts))
        return DrawnKatamino(_damaged(shot, self.damage), shot.truth)


@dataclass(frozen=True, slots=True)
class KataminoScore:
    """The score of one picture; `line` is the message for the user, or what differs from the truth."""

    source: KataminoSource
    verdict: Verdict
    line: str


def _damaged(shot: DrawnKatamino, name: str) -> Image.Image:
    """Apply a damage; cropping leaves a picture unchanged if it is not known where its content is."""
    if name in _ALTERED:
        return _ALTERED[name](shot.image)
    if name == CROP and shot.content is not None:
        return crop(shot.image, shot.content, CROP_MARGIN_PX)
    return shot.image


def score_katamino(source: KataminoSource) -> KataminoScore:
    """Read one drawn picture and compare it with its truth."""
    drawn = source.drawn()
    verdict, line = judged(as_rgb(drawn.image), drawn.truth)
    return KataminoScore(source, verdict, line)


def judged(image: RGB, truth: Mapping[str, Any]) -> tuple[Verdict, str]:
    """The verdict on reading an image, and the reason.

    image : (H, W, 3) uint8 sRGB.
    """
    try:
        solved = solve_katamino(image, time_limit_s=TIME_LIMIT_S)
    except PicrosserError as error:
        return Verdict.REFUSED, str(error)
    except Exception as error:  # noqa: BLE001  (a crash is a result too)
        return Verdict.REFUSED, f"crash: {type(error).__name__}: {error}"
    if solved.exit_code is not ExitCode.OK:
        # Drawn problems have packings, and drawn boards no mistakes.
        misled = solved.exit_code in (ExitCode.NO_SOLUTION, ExitCode.MISTAKES)
        return Verdict.REFUSED, f"{MISLED} {solved.verdict}" if misled else solved.verdict
    wrong = differences(solved, truth)
    if wrong in ([], [UNSEEN]):  # an empty 5 x N adds nothing to the pieces; its packing is drawn elsewhere
        return Verdict.EXACT, wrong[0] if wrong else solved.verdict
    return Verdict.WRONG, "; ".join(wrong)


def differences(solved: KataminoSolved, truth: Mapping[str, Any]) -> list[str]:
    """The differences between a reading and the truth, one clause each."""
    reading = solved.reading
    if truth["kind"] == "katamino-card":
        return _card_differences(reading, truth)
    read = sorted(piece.number for problem in solved.problems for piece in problem.puzzle.pieces)
    found = [] if read == sorted(truth["pieces"]) else [f"pieces {read}, not {sorted(truth['pieces'])}"]
    grid = read_grid(reading)
    if grid is not None and _final_grid(solved) == truth.get("grid"):
        return found  # a full board, whether it was seen as one or completed
    if grid is None and not any(number for row in truth.get("grid", ()) for number in row):
        return [*found, UNSEEN] if "grid" in truth else found
    if grid != truth.get("grid"):
        found.append(f"board {grid}, not {truth.get('grid')}")
    return found


def _final_grid(solved: KataminoSolved) -> list[list[int]] | None:
    """The resulting packing: the number of the piece on each cell."""
    (problem,) = solved.problems
    if problem.picture is None:
        return None
    numbers = [0, *(piece.number for piece in problem.puzzle.pieces)]
    return [[numbers[value] for value in row] for row in problem.picture.rows]


def _card_differences(reading: KataminoReading, truth: Mapping[str, Any]) -> list[str]:
    table = {row.label: [piece.number for piece in row.pieces] for row in reading.rows}
    true = {name.lower(): row for name, row in truth["table"].items()}
    found = [
        f"row {name}: {table.get(name)}, not {true.get(name)}"
        for name in dict.fromkeys((*true, *table))
        if table.get(name) != true.get(name)
    ]
    firsts = {row.first for row in reading.rows}
    first = truth.get("pentas", [3])[0]
    return found + ([f"the first heading is {firsts}, not {first}"] if firsts - {first} else [])


def read_grid(reading: KataminoReading) -> list[list[int]] | None:
    """The number of the piece on each cell of the board, 0 on free cells; None without a board."""
    board = reading.board
    if board is None:
        return None
    rows, cols = (1 + max(cell[axis] for cell in board.cells) for axis in (0, 1))
    grid = [[0] * cols for _ in range(rows)]
    for lying in board.placed:
        for row, col in lying.cells:
            grid[row][col] = lying.piece.number
    return grid


def kinds_table(scores: Sequence[KataminoScore]) -> str:
    """A table: for each kind and damage, how many pictures have each verdict."""
    rows = [("kind", "pictures", "exact", "%", "no board", "refused", "misled", "wrong")]
    groups = {
        **{kind: [one for one in scores if one.source.kind == kind] for kind in _named(scores, "kind")},
        **{name: [one for one in scores if one.source.damage == name] for name in _named(scores, "damage")},
        "all": list(scores),
    }
    for name, group in groups.items():
        counts = Counter(one.verdict for one in group)
        unseen = sum(one.line == UNSEEN for one in group)
        exact = counts[Verdict.EXACT] - unseen
        share = f"{100 * exact / len(group):.1f}"
        misled = sum(one.line.startswith(MISLED) for one in group)
        refused = counts[Verdict.REFUSED] - misled
        others = str(unseen), str(refused), str(misled), str(counts[Verdict.WRONG])
        rows.append((name, str(len(group)), str(exact), share, *others))
    return aligned(rows)


def _named(scores: Sequence[KataminoScore], what: str) -> list[str]:
    return list(dict.fromkeys(getattr(one.source, what) for one in scores))
