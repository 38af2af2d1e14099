"""Decipher digits in an unknown typeface from the sums alone, as a cryptarithm.

Every shape is the same digit wherever it occurs. A row's numbers add up to the number of columns, a column's
to the number of rows, and each colour has the same total over rows and over columns: some thirty equations
for ten unknown digits, which rarely leave more than one or two readings. The looks of the shapes are ignored.

Solved with z3, as linear arithmetic over integers, in a twentieth of a second. `IntegerProgram`, which weighs
how likely each digit is, takes minutes if all of them are equally likely.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence

# In a known typeface a shape's likeliest digit leads by at least this many nats.
MIN_LEAD = 3.0
# A typeface is unknown if this share of the picture's digits have a smaller lead. The share is under 0.1 for
# all typefaces in 200 drawn screenshots, over 0.6 for invented symbols.
MIN_UNCLEAR_SHARE = 0.5
# What z3 counts as resources for one more reading: a million take about a second. All readings of any of 50
# pictures together took up to 290,000, with 41 of them; those of a single one 3,000 to 50,000.
MAX_RESOURCES = 300_000
# Sums in excess of the unknowns: this many agree by chance once in a hundred million times.
MIN_SPARE_SUMS = 8


def is_unknown_typeface(evidence: Evidence) -> bool:
    """Whether most digits resemble no known one, so that their looks say nothing."""
    clear = [-sorted(nats)[-2] >= MIN_LEAD for nats in evidence.shapes]
    shown = [
        clear[shape]
        for hint in evidence.hints
        if hint.spellings and hint.fixed is None
        for shape in hint.spellings[0].shapes
    ]
    return bool(shown) and sum(shown) <= (1 - MIN_UNCLEAR_SHARE) * len(shown)


def is_overdetermined(evidence: Evidence) -> bool:
    """Whether there are clearly more sums than unknown digits."""
    used = {shape for hint in evidence.hints if hint.spellings for shape in hint.spellings[0].shapes}
    return evidence.rows + evidence.cols + evidence.colours >= len(used) + MIN_SPARE_SUMS


def decipher(evidence: Evidence, at_most: int, timeout_s: float | None) -> list[NDArray[np.intp]] | None:
    """All readings in which every shape is one digit, and everything adds up.

    Parameters
    ----------
    evidence : the likelihoods of its shapes are not used.
    at_most : give up if there are more readings.
    timeout_s : None for no limit but that of the work.

    Returns
    -------
    For each reading (N,) counts in the order of `Evidence.hints`; None if there are more than `at_most`, if
    one would take more than `MAX_RESOURCES`, or if the time is up.
    """
    import z3  # slow to import, and rarely needed

    deadline = None if timeout_s is None else perf_counter() + timeout_s
    solver = z3.Solver()
    solver.set("rlimit", MAX_RESOURCES)
    counts = _counts(z3, solver, evidence)
    _add_sums(z3, solver, evidence, counts)
    visible = [at for at, hint in enumerate(evidence.hints) if not hint.hidden and hint.fixed is None]
    found: list[NDArray[np.intp]] = []
    while True:
        if deadline is not None:
            solver.set("timeout", max(1, int(1000 * (deadline - perf_counter()))))
        answer = solver.check()
        if answer == z3.unsat:
            return found
        if answer != z3.sat or len(found) == at_most:
            return None
        model = solver.model()
        values = [model.eval(count, model_completion=True).as_long() for count in counts]
        found.append(np.array(values, np.intp))
        solver.add(z3.Or([counts[at] != values[at] for at in visible]))


def _counts(z3: Any, solver: Any, evidence: Evidence) -> list[Any]:
    """A term for every hint's count; hints with equal spellings share one."""
    digits = [z3.Int(f"digit {shape}") for shape in range(len(evidence.shapes))]
    solver.add([z3.And(digit >= 0, digit <= 9) for digit in digits])
    numbers: dict[tuple[tuple[int, ...], ...], Any] = {}
    counts: list[Any] = []
    for at, hint in enumerate(evidence.hints):
        known = _known(hint)
        if known is not None:
            counts.append(z3.IntVal(known))
            continue
        length = evidence.length(hint.place)
        if hint.hidden or hint.fixed is not None:
            count = z3.Int(f"hint {at}")
        else:
            ways = tuple(spelling.shapes for spelling in hint.spellings)
            if ways not in numbers:
                numbers[ways] = z3.Int(f"number {len(numbers)}")
                solver.add(z3.Or([_spells(z3, numbers[ways], way, digits) for way in ways]))
            count = numbers[ways]
        solver.add(z3.And(count >= 0, count <= length))
        counts.append(count)
    return counts


def _known(hint: HintEvidence) -> int | None:
    """The count of a hint if it does not depend on the shapes, else None."""
    if hint.fixed is not None:
        return hint.fixed.count
    return 0 if not (hint.spellings or hint.hidden) else None


def _spells(z3: Any, number: Any, shapes: tuple[int, ...], digits: list[Any]) -> Any:
    """The condition that a number is written with these shapes, without a leading 0."""
    value = z3.Sum([10**power * digits[shape] for power, shape in enumerate(reversed(shapes))])
    return z3.And(number == value, digits[shapes[0]] >= 1)


def _add_sums(z3: Any, solver: Any, evidence: Evidence, counts: list[Any]) -> None:
    colours, in_rows = evidence.colours, evidence.rows * evidence.colours
    for line in range(evidence.rows + evidence.cols):
        length = evidence.cols if line < evidence.rows else evidence.rows
        solver.add(z3.Sum(counts[line * colours : (line + 1) * colours]) == length)
    for colour in range(colours):
        solver.add(z3.Sum(counts[colour:in_rows:colours]) == z3.Sum(counts[in_rows + colour :: colours]))
