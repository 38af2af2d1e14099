"""Solving beside other solvers, puzzle by puzzle in turn: CPU time to the proof, or to a second solution.

Packages are found if they are installed: OR-Tools' CP-SAT; picross-solver and puzzlekit, which stop at their
first solution of a black nonogram and prove nothing. Programs are called if they are given: pbnsolve for
nonograms, miniexact to count packings by dancing links. What is missing is told.
"""

import argparse
import gc
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from signal import ITIMER_PROF, SIGPROF, setitimer, signal
from statistics import median
from time import process_time
from typing import Any, NoReturn

import numpy as np

from benching.processes import seconds_of_children
from benching.solving import noise, nonogram_of, stairs_nonogram
from picrosser.formats.files import save_puzzle
from picrosser.packing.pack import count_packings
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.hungry_cat import HungryCat
from picrosser.puzzles.katamino import BOX, Katamino, rectangle
from picrosser.puzzles.nonogram import Nonogram, Runs
from picrosser.puzzles.polyomino import moved_to_corner, orientations
from picrosser.solving.solve import solve
from scoring.output import aligned

Puzzle = LinePuzzle | Katamino
Lines = list[list[int]]
Peer = Callable[[Puzzle], str | None]
"""What it says of a puzzle: "unique", "several", a number of packings, or `FOUND`; None for other puzzles."""
FOUND = "a solution, or none in time; nothing is proved"


def _coloured(seed: int) -> LinePuzzle:
    """Half of the cells are blank, the others in four colours."""
    rng = np.random.default_rng(seed)
    return nonogram_of((rng.random((20, 20)) < 0.5) * rng.integers(1, 5, (20, 20)))


KINDS: dict[str, Callable[[int], LinePuzzle]] = {
    "random 20x20": lambda seed: nonogram_of(np.random.default_rng(seed).random((20, 20)) < 0.5),
    "random 25x25": lambda seed: nonogram_of(np.random.default_rng(seed).random((25, 25)) < 0.5),
    "4 colours 20x20": _coloured,
    "Hungry Cat noise 12x12x4": lambda seed: noise(seed, 12, 4),
    "Hungry Cat noise 20x20x6": lambda seed: noise(seed, 20, 6),
}
LIMIT_S = 10.0  # of CPU time: those that only guess take hours for some random boards
PACKED = ((5, 12), (4, 15), (6, 10))  # boards that the twelve pentominoes fill


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--boards", type=int, default=20, metavar="N", help="of each kind")
    for program in PROGRAMS:
        parser.add_argument(f"--{program}", type=Path, metavar="PROGRAM", help="as it was compiled")


def run(args: argparse.Namespace) -> int:
    given = {name: vars(args)[name] for name in PROGRAMS}
    peers: dict[str, Peer | None] = {"picrosser": _ours}
    peers |= {name: peer if find_spec(module) else None for name, (module, peer) in PACKAGES.items()}
    peers |= {name: partial(peer, given[name]) if given[name] else None for name, peer in PROGRAMS.items()}
    print("".join(f"{name}: not here, left out\n" for name, peer in peers.items() if peer is None))
    here = {name: peer for name, peer in peers.items() if peer is not None}
    signal(SIGPROF, _stop)
    for peer in here.values():
        peer(stairs_nonogram(9))  # imports what it needs
    rows = [("CPU ms, medians", *here, "times ours", "agree")]
    for kind, make in KINDS.items():
        rows.append((kind, *_compared([make(seed) for seed in range(args.boards)], list(here.values()))))
    for shape in PACKED:
        packed = Katamino(BOX, rectangle(*shape))
        rows.append(("pentominoes {}x{}".format(*shape), *_compared([packed], list(here.values()))))
    print(aligned(rows))
    return 0


def _stop(*_: object) -> NoReturn:
    raise TimeoutError


def _compared(puzzles: list[LinePuzzle] | list[Katamino], peers: list[Peer]) -> Iterator[str]:
    """The medians, by how much others take longer, and how often those who prove something agree."""
    times: list[list[float]] = [[] for _ in peers]
    same = 0
    for puzzle in puzzles:
        answers = set()
        for peer, own in zip(peers, times, strict=True):
            gc.collect()  # nobody pays for what the one before has left: four times our own time
            before = process_time() + seconds_of_children()
            setitimer(ITIMER_PROF, LIMIT_S)
            try:
                answer = peer(puzzle)
            except TimeoutError:
                answer = FOUND
            finally:
                setitimer(ITIMER_PROF, 0)
            if answer is not None:
                answers.add(answer)
                own.append(process_time() + seconds_of_children() - before)
        same += len(answers - {FOUND}) == 1
    middles = [median(own) if own else 0.0 for own in times]
    yield from (f"{1000 * middle:.1f}" if middle else "-" for middle in middles)
    yield " ".join(f"{middle / middles[0]:.2f}" if middle else "-" for middle in middles[1:])
    yield f"{same} of {len(puzzles)}"


def _ours(puzzle: Puzzle) -> str:
    if isinstance(puzzle, Katamino):
        return str(count_packings(puzzle).packings)
    return solve(puzzle).status.value


def _pbnsolve(program: Path, puzzle: Puzzle) -> str | None:
    if not isinstance(puzzle, Nonogram):
        return None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzle.xml"
        save_puzzle(file, puzzle, format="webpbn")
        said = subprocess.run([str(program), "-u", str(file)], capture_output=True, text=True).stdout
    return "unique" if "UNIQUE" in said else "several"


def _miniexact(program: Path, puzzle: Puzzle) -> str | None:
    """Packings as exact covers: the items are pieces and cells, the options the ways to lay a piece."""
    if not isinstance(puzzle, Katamino):
        return None
    cells = {cell: f"r{cell[0]}c{cell[1]}" for cell in puzzle.board}
    lines = [" ".join([*map(str, range(len(puzzle.pieces))), *cells.values()])]
    for number, piece in enumerate(puzzle.pieces):
        for shape in map(moved_to_corner, orientations(piece.shape)):
            laid = ([(row + down, col + right) for row, col in shape] for down, right in cells)
            lines += [
                " ".join([str(number), *(cells[cell] for cell in at)]) for at in laid if cells.keys() >= {*at}
            ]
    with tempfile.NamedTemporaryFile("w", suffix=".dlx") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        called = [str(program), "-D", "-x", "-e", file.name]
        said = subprocess.run(called, capture_output=True, text=True).stdout
    return said.split()[-2]


def _first_found(find: Callable[[Lines, Lines], object], puzzle: Puzzle) -> str | None:
    """What is said of a black nonogram by a solver that stops at its first solution."""
    if not isinstance(puzzle, Nonogram) or puzzle.colours > 1:
        return None
    find(*([[run.length for run in runs or ()] for runs in lines] for lines in (puzzle.rows, puzzle.cols)))
    return FOUND


def _picross_solver(rows: Lines, cols: Lines) -> None:
    from picross_solver.picross_solver import solve as find

    find(rows, cols, np.full((len(rows), len(cols)), -1))


def _puzzlekit(rows: Lines, cols: Lines) -> None:
    from puzzlekit.solvers.nonogram import NonogramSolver

    words = ([[str(length) for length in line] for line in lines] for lines in (rows, cols))
    NonogramSolver(len(rows), len(cols), *words).solve()


def _cp_sat(puzzle: Puzzle) -> str | None:
    if isinstance(puzzle, Katamino):
        return None
    from ortools.sat.python import cp_model

    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    solver.parameters.num_workers = 1
    cells = _of_runs(model, puzzle) if isinstance(puzzle, Nonogram) else _of_counts(model, puzzle)
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return "none"
    others = [model.new_bool_var("") for _ in cells]
    for cell, other in zip(cells, others, strict=True):
        model.add(cell != solver.value(cell)).only_enforce_if(other)
    model.add_bool_or(others)
    return "unique" if solver.solve(model) == cp_model.INFEASIBLE else "several"


def _of_runs(model: Any, puzzle: Nonogram) -> list[Any]:
    """The colour of each cell, with an automaton for each line: its states are (run, its cells so far)."""
    rows, cols = puzzle.shape
    cells = [[model.new_int_var(0, puzzle.colours, "") for _ in range(cols)] for _ in range(rows)]
    for line, runs in zip((*cells, *zip(*cells, strict=True)), (*puzzle.rows, *puzzle.cols), strict=True):
        states, arcs, todo = {(0, 0): 0}, [], [(0, 0)]
        for state in todo:
            for colour in range(puzzle.colours + 1):
                if (after := _run_step(runs or (), state, colour)) is None:
                    continue
                if after not in states:
                    states[after] = len(states)
                    todo.append(after)
                arcs.append((states[state], colour, states[after]))
        ends = [(len(runs or ()), 0), (len(runs or ()) - 1, runs[-1].length if runs else 0)]
        model.add_automaton(line, 0, [states[end] for end in ends if end in states], arcs)
    return list(chain(*cells))


def _run_step(runs: Runs, state: tuple[int, int], colour: int) -> tuple[int, int] | None:
    """The state after one more cell; None if the line is wrong then."""
    at, done = state
    if 0 < done < runs[at].length:
        return (at, done + 1) if colour == runs[at].colour else None
    next_run = at + (done > 0)
    if colour == 0:
        return next_run, 0
    is_next = next_run < len(runs) and runs[next_run].colour == colour
    return (next_run, 1) if is_next and not (done and runs[at].colour == colour) else None


def _of_counts(model: Any, puzzle: HungryCat) -> list[Any]:
    """Whether each cell has each colour, with sums, and an automaton for what has to be contiguous."""
    rows, cols = puzzle.shape
    has = [
        [[model.new_bool_var("") for _ in range(puzzle.colours)] for _ in range(cols)] for _ in range(rows)
    ]
    for cell in chain(*has):
        model.add_exactly_one(cell)
    for line, hints in zip((*has, *zip(*has, strict=True)), (*puzzle.rows, *puzzle.cols), strict=True):
        for colour, hint in enumerate(hints):
            own, count = [cell[colour] for cell in line], hint.count or 0
            model.add(sum(own) == count)
            if count > 1 and hint.contiguous:
                model.add_automaton(own, 0, [1, 2], [(0, 0, 0), (0, 1, 1), (1, 1, 1), (1, 0, 2), (2, 0, 2)])
            elif count > 1:
                for first in range(len(own) - count + 1):
                    model.add_bool_or([here.negated() for here in own[first : first + count]])
    return list(chain(*chain(*has)))


PACKAGES: dict[str, tuple[str, Peer]] = {  # the module to import
    "CP-SAT": ("ortools", _cp_sat),
    "picross-solver": ("picross_solver", partial(_first_found, _picross_solver)),
    "puzzlekit": ("puzzlekit", partial(_first_found, _puzzlekit)),
}
PROGRAMS: dict[str, Callable[[Path, Puzzle], str | None]] = {"pbnsolve": _pbnsolve, "miniexact": _miniexact}
