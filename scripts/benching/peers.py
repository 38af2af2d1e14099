"""Solving beside other solvers, puzzle by puzzle in turn: CPU time to the proof, or to a second solution.

OR-Tools' CP-SAT is compared if it is installed, with an automaton for each line (and, on Hungry Cat boards,
each colour); pbnsolve, which has no Hungry Cat boards, if its program is given. What is missing is told.
"""

import argparse
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np

from benching.processes import seconds_of_children
from benching.solving import noise, nonogram_of, stairs_nonogram
from picrosser.formats.files import save_puzzle
from picrosser.puzzles.checking import LinePuzzle
from picrosser.puzzles.hungry_cat import CountHint
from picrosser.puzzles.nonogram import Nonogram, Runs
from picrosser.solving.outcome import Status
from picrosser.solving.solve import solve
from scoring.output import aligned

KINDS: dict[str, Callable[[int], LinePuzzle]] = {
    "random 20x20": lambda seed: nonogram_of(np.random.default_rng(seed).random((20, 20)) < 0.5),
    "random 25x25": lambda seed: nonogram_of(np.random.default_rng(seed).random((25, 25)) < 0.5),
    "4 colours 20x20": lambda seed: nonogram_of(np.random.default_rng(seed).integers(0, 5, (20, 20))),
    "Hungry Cat noise 12x12x4": lambda seed: noise(seed, 12, 4),
    "Hungry Cat noise 20x20x6": lambda seed: noise(seed, 20, 6),
}
State = tuple[int, int, int]
START: State = (0, 0, 0)
Step = Callable[[State, int], State | None]  # the state after one more cell; None if the line is wrong then


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--boards", type=int, default=20, metavar="N", help="of each kind")
    parser.add_argument("--pbnsolve", type=Path, metavar="PROGRAM", help="as it was compiled")


def run(args: argparse.Namespace) -> int:
    peers: dict[str, Callable[[LinePuzzle], bool | None]] = {
        "picrosser": lambda puzzle: solve(puzzle).status is Status.UNIQUE
    }
    with suppress(ImportError):
        from ortools.sat.python import cp_model  # noqa: F401

        peers["CP-SAT"] = _is_unique_for_cp_sat
    if args.pbnsolve is not None:
        peers["pbnsolve"] = lambda puzzle: _is_unique_for_pbnsolve(args.pbnsolve, puzzle)
    print("".join(f"{name}: not here, left out\n" for name in ("CP-SAT", "pbnsolve") if name not in peers))
    for peer in peers.values():
        peer(stairs_nonogram(9))  # imports what it needs
    rows = [("CPU ms, medians", *peers, "times ours", "agree")]
    for kind, make in KINDS.items():
        rows.append((kind, *_compared([make(seed) for seed in range(args.boards)], list(peers.values()))))
    print(aligned(rows))
    return 0


def _compared(puzzles: list[LinePuzzle], peers: list[Callable[[LinePuzzle], bool | None]]) -> Iterator[str]:
    """The medians, by how much others take longer, and how often they give the same answer."""
    times: list[list[float]] = [[] for _ in peers]
    same = 0
    for puzzle in puzzles:
        answers = set()
        for peer, own in zip(peers, times, strict=True):
            before = process_time() + seconds_of_children()
            answer = peer(puzzle)
            if answer is not None:
                answers.add(answer)
                own.append(process_time() + seconds_of_children() - before)
        same += len(answers) == 1
    middles = [median(own) if own else 0.0 for own in times]
    yield from (f"{1000 * middle:.1f}" if middle else "-" for middle in middles)
    yield " ".join(f"{middle / middles[0]:.2f}" for middle in middles[1:] if middle)
    yield f"{same} of {len(puzzles)}"


def _is_unique_for_pbnsolve(program: Path, puzzle: LinePuzzle) -> bool | None:
    if not isinstance(puzzle, Nonogram):
        return None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzle.xml"
        save_puzzle(file, puzzle, format="webpbn")
        said = subprocess.run([str(program), "-u", str(file)], capture_output=True, text=True).stdout
    return "UNIQUE" in said


def _is_unique_for_cp_sat(puzzle: LinePuzzle) -> bool | None:
    from ortools.sat.python import cp_model

    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    solver.parameters.num_workers = 1
    rows, cols = puzzle.shape
    blank = 0 if isinstance(puzzle, Nonogram) else 1
    cells = [[model.new_int_var(blank, puzzle.colours, "") for _ in range(cols)] for _ in range(rows)]
    for line, automata in zip((*cells, *zip(*cells, strict=True)), _automata(puzzle), strict=True):
        for step, is_whole in automata:
            states, arcs, todo = {START: 0}, [], [START]
            for state in todo:
                for colour in range(blank, puzzle.colours + 1):
                    if (after := step(state, colour)) is None:
                        continue
                    if after not in states:
                        states[after] = len(states)
                        todo.append(after)
                    arcs.append((states[state], colour, states[after]))
            model.add_automaton(line, 0, [at for state, at in states.items() if is_whole(state)], arcs)
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return False
    off = []
    for cell in (cell for row in cells for cell in row):
        off.append(model.new_bool_var(""))
        model.add(cell != solver.value(cell)).only_enforce_if(off[-1])
    model.add_bool_or(off)
    return bool(solver.solve(model) == cp_model.INFEASIBLE)


def _automata(puzzle: LinePuzzle) -> Iterator[list[tuple[Step, Callable[[State], bool]]]]:
    """Of each line, steps from one cell to the next, and which may be the last; of counts per colour."""
    if isinstance(puzzle, Nonogram):
        for runs in (*puzzle.rows, *puzzle.cols):
            yield [(partial(_run_step, runs or ()), partial(_is_run, runs or ()))]
        return
    for hints in (*puzzle.rows, *puzzle.cols):
        of_colour = enumerate(hints, 1)
        yield [(partial(_count_step, number, hint), partial(_is_counted, hint)) for number, hint in of_colour]


def _count_step(number: int, hint: CountHint, state: State, colour: int) -> State | None:
    count, blocks, last = state
    here = int(colour == number)
    after = count + here, min(2, blocks + (here > last)), here
    return None if after[0] > (hint.count or 0) else after


def _is_counted(hint: CountHint, state: State) -> bool:
    return state[0] == hint.count and (state[0] < 2 or (state[1] == 1) == hint.contiguous)


def _run_step(runs: Runs, state: State, colour: int) -> State | None:
    at, done, _ = state
    if 0 < done < runs[at].length:
        return (at, done + 1, 0) if colour == runs[at].colour else None
    next_run = at + (done > 0)
    if colour == 0:
        return next_run, 0, 0
    is_next = next_run < len(runs) and runs[next_run].colour == colour
    return (next_run, 1, 0) if is_next and not (done and runs[at].colour == colour) else None


def _is_run(runs: Runs, state: State) -> bool:
    at, done, _ = state
    return at + (done > 0) == len(runs) and (not done or done == runs[at].length)
