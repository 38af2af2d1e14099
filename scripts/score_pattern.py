"""Score the reading of screenshots drawn by a real program: Pattern, from Simon Tatham's puzzles.

xvfb-run -a python scripts/score_pattern.py --games 300 --seed 1
xvfb-run -a python scripts/score_pattern.py --games 1 --seed 1 --first 17 --keep wrong   # one game again

The program is Debian's package sgt-puzzles; `--program` says where it is. Each game is a random puzzle of
5x5 to 30x30 that has one solution, drawn at a random size; every other one is part-filled, with cells of its
solution painted and marked as blank. The exit status is 1 if anything was silently wrong.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from measuring.output import each
from picrosser.errors import PicrosserError
from picrosser.formats.pattern_id import parse
from picrosser.imaging.loading import load_image
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.nonogram_solved import NonogramSolved
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import Picture
from picrosser.solving.solve import solve

SIDES = (5, 30)  # of the boards, in cells
TILES_PX = (14, 64)  # of a cell; the program's own choice is 24
LONGEST_PX = 1800  # of a window; larger ones hold no board on a screen
DONE = (0.05, 0.95)  # share of the cells that a part-filled board shows
TIME_LIMIT_S = 10.0
WRONG = "SILENTLY WRONG"


@dataclass(frozen=True, slots=True)
class Game:
    """One window of the program.

    number : the number of the game; with the seed of the run it determines everything.
    identity : the program's own game id of the puzzle.
    tile_px : side of a cell.
    filled : the moves made so far, in the program's notation.
    """

    number: int
    identity: str
    tile_px: int
    filled: tuple[str, ...]

    @property
    def puzzle(self) -> Nonogram:
        """The truth."""
        puzzle = parse(self.identity).puzzle
        assert isinstance(puzzle, Nonogram)
        return puzzle

    @property
    def name(self) -> str:
        """A file's name."""
        size = self.identity.split(":")[0]
        return f"{self.number:04}-{size}-{self.tile_px}px{'-filled' if self.filled else ''}"


def game(program: str, seed: int, number: int) -> Game:
    """Random puzzle, window and state of the board."""
    rng = random.Random(f"{seed}/{number}")
    cols, rows = rng.randint(*SIDES), rng.randint(*SIDES)
    wanted = f"{cols}x{rows}#{seed}-{number}"
    done = subprocess.run([program, "--generate", "1", wanted], capture_output=True, text=True, check=True)
    identity = done.stdout.strip()
    hints = 3 + max(cols, rows) // 3  # about as many cells as the hints take
    tile_px = min(rng.randint(*TILES_PX), LONGEST_PX // (max(cols, rows) + hints))
    bare = Game(number, identity, tile_px, ())
    if number % 2 == 0:
        return bare
    outcome = solve(bare.puzzle)
    (solution,) = outcome.solutions
    return Game(number, identity, tile_px, _moves(solution, rng.uniform(*DONE), rng))


def _moves(solution: Picture, share: float, rng: random.Random) -> tuple[str, ...]:
    cells = [(col, row, value) for row, line in enumerate(solution.rows) for col, value in enumerate(line)]
    shown = rng.sample(cells, round(share * len(cells)))
    return tuple(f"{'F' if value else 'E'}{col},{row},1,1" for col, row, value in shown)


def saved_game(game: Game) -> str:
    """The program's own file of a game that has begun."""
    size, description = game.identity.split(":")
    moves = len(game.filled) + 1
    lines = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"), ("VERSION ", "1"), ("GAME    ", "Pattern"),
        ("PARAMS  ", size), ("CPARAMS ", size), ("DESC    ", description),
        ("NSTATES ", str(moves)), ("STATEPOS", str(moves)), *(("MOVE    ", move) for move in game.filled),
    ]  # fmt: skip
    return "".join(f"{key}:{len(value)}:{value}\n" for key, value in lines)


def draw(program: str, game: Game, picture: Path) -> None:
    """Have the program draw a game."""
    file = picture.with_suffix(".sav")
    file.write_text(saved_game(game))
    subprocess.run(
        [program, "--screenshot", str(picture), str(file)],
        env={**os.environ, "PATTERN_TILESIZE": str(game.tile_px)},
        check=True,
        capture_output=True,
    )
    file.unlink()


def score(program: str, seed: int, keep: Path | None, number: int) -> tuple[Game, str, str]:
    """A game's result, and the reason if it is not exact."""
    drawn = game(program, seed, number)
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / f"{drawn.name}.png"
        draw(program, drawn, picture)
        result, why = judge(picture, drawn.puzzle)
        if keep is not None and result != "exact":
            keep.mkdir(parents=True, exist_ok=True)
            shutil.copy(picture, keep)
    return drawn, result, why


def judge(picture: Path, truth: Nonogram) -> tuple[str, str]:
    """The verdict on reading a picture, whose kind picrosser has to find out."""
    try:
        solved = solve_screenshot(load_image(picture), time_limit_s=TIME_LIMIT_S)
    except PicrosserError as error:
        return "refused", str(error)
    if not isinstance(solved, NonogramSolved):
        return (WRONG, "taken for another kind") if not solved.reading.doubts else ("refused", solved.verdict)
    if solved.exit_code:
        return "refused", solved.verdict
    right = (solved.reading.puzzle.rows, solved.reading.puzzle.cols) == (truth.rows, truth.cols)
    return ("exact", "") if right else (WRONG, "")


def results(args: argparse.Namespace, program: str) -> Iterator[tuple[Game, str, str]]:
    """The score of every game, in order."""
    numbers = range(args.first, args.first + args.games)
    return each(partial(score, program, args.seed, args.keep), numbers, args.jobs)


def main() -> int:
    """Print the pictures that are not read exactly, and the totals."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=300, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first game")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="number of processes")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="folder for the pictures that are not read exactly"
    )
    parser.add_argument("--program", default="sgt-pattern", help="its name or path (default: %(default)s)")
    args = parser.parse_args()
    program = shutil.which(args.program) or shutil.which(f"/usr/games/{args.program}")
    if program is None:
        print(f"{args.program} is not here: install Debian's package sgt-puzzles, or say --program PATH")
        return 2
    sums: Counter[tuple[bool, str]] = Counter()
    for drawn, result, why in results(args, program):
        sums[bool(drawn.filled), result] += 1
        if result != "exact":
            print(f"{drawn.name:32} {result}  {why}", flush=True)
    for filled in (False, True):
        counts = {result: count for (which, result), count in sums.items() if which == filled}
        told = ", ".join(f"{count} {result}" for result, count in sorted(counts.items())) or "none"
        print(f"{'part-filled' if filled else 'empty':12} {told}")
    return int(any(result == WRONG for _, result in sums))


if __name__ == "__main__":
    sys.exit(main())
