"""Screens drawn by a real program: Pattern, of Simon Tatham's puzzles.

Each game is a random puzzle of 5x5 to 30x30 that has one solution, drawn at a random size; every other one is
part-filled, with cells of its solution painted and marked as blank.
"""

import os
import random
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from drawn.nonograms.spec import black_truth
from picrosser.formats.pattern import parse_id
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import Picture
from picrosser.solving.solve import solve
from scoring.cases import Case, Pictured, Wanted

SIDES = (5, 30)  # of the boards, in cells
TILES_PX = (14, 64)  # of a cell; the program's own choice is 24
LONGEST_PX = 1800  # of a window; larger ones hold no board on a screen
DONE = (0.05, 0.95)  # share of the cells that a part-filled board shows


@dataclass(frozen=True, slots=True)
class Game:
    """One window of the program.

    identity : the program's own game id of the puzzle. tile_px : side of a cell.
    filled : the moves made so far, in the program's notation.
    """

    identity: str
    tile_px: int
    filled: tuple[str, ...] = ()

    @property
    def puzzle(self) -> Nonogram:
        puzzle = parse_id(self.identity).puzzle
        assert isinstance(puzzle, Nonogram)
        return puzzle


def pattern_cases(wanted: Wanted, program: str) -> list[Case]:
    """Random games by their numbers.

    Raises
    ------
    ValueError : the program is not installed.
    """
    found = shutil.which(program) or shutil.which(f"/usr/games/{program}")
    if found is None:
        raise ValueError(f"{program} is not here: install Debian's package sgt-puzzles, or say --program")
    return [
        Case("pattern", f"{wanted.seed}-{number:04}", partial(pattern_picture, found, wanted.seed, number))
        for number in range(wanted.count)
    ]


def pattern_picture(program: str, seed: int, number: int) -> Pictured:
    drawn = game(program, seed, number)
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "game.png"
        draw(program, drawn, picture)
        data = picture.read_bytes()
    return Pictured(
        data, black_truth(drawn.puzzle, unique=True), {"board": "part-filled" if drawn.filled else "empty"}
    )


def game(program: str, seed: int, number: int) -> Game:
    """Random puzzle, window and state of the board."""
    rng = random.Random(f"{seed}/{number}")
    cols, rows = rng.randint(*SIDES), rng.randint(*SIDES)
    wanted = f"{cols}x{rows}#{seed}-{number}"
    done = subprocess.run([program, "--generate", "1", wanted], capture_output=True, text=True, check=True)
    identity = done.stdout.strip()
    hints = 3 + max(cols, rows) // 3  # about as many cells as the hints take
    tile_px = min(rng.randint(*TILES_PX), LONGEST_PX // (max(cols, rows) + hints))
    bare = Game(identity, tile_px)
    if number % 2 == 0:
        return bare
    (solution,) = solve(bare.puzzle).solutions
    return Game(identity, tile_px, _moves(solution, rng.uniform(*DONE), rng))


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
    file = picture.with_suffix(".sav")
    file.write_text(saved_game(game))
    subprocess.run(
        [program, "--screenshot", str(picture), str(file)],
        env={**os.environ, "PATTERN_TILESIZE": str(game.tile_px)},
        check=True,
        capture_output=True,
    )
    file.unlink()
