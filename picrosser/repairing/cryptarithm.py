"""Shapes that no template knows in, the digits that the sums say they are out: a cryptarithm.

Every shape is one digit wherever it stands. A row's numbers add up to the number of columns, a column's to
the number of rows, and each colour has one total over rows and over columns: thirty equations for ten unknown
digits, of which hardly more than one or two choices are left. What the shapes look like is not asked.

Solved with z3, as linear arithmetic over integers: the programs for `program`, which weigh how likely each
digit is, take minutes where everything is equally likely; this takes a twentieth of a second.
"""

from __future__ import annotations

import importlib
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence

# Nats by which a shape's likeliest digit leads where a typeface is known; and the share of all digits in the
# picture that do not, from which on the typeface counts as strange. It is under 0.1 with all typefaces among
# 200 drawn screenshots, over 0.6 with invented symbols.
KNOWN, STRANGE = 3.0, 0.5
SPARE_SUMS = 8  # that agree by chance once in a hundred million times


def is_strange(evidence: Evidence) -> bool:
    """Whether most digits look like none, so that their looks say nothing."""
    clear = [-sorted(nats)[-2] >= KNOWN for nats in evidence.shapes]
    shown = [
        clear[shape]
        for hint in evidence.hints
        if hint.spellings and hint.fixed is None
        for shape in hint.spellings[0].shapes
    ]
    return bool(shown) and sum(shown) <= (1 - STRANGE) * len(shown)


def overdetermined(evidence: Evidence) -> bool:
    """Whether there are clearly more sums than digits to be found."""
    used = {shape for hint in evidence.hints if hint.spellings for shape in hint.spellings[0].shapes}
    return evidence.rows + evidence.cols + evidence.colours >= len(used) + SPARE_SUMS


def deciphered(evidence: Evidence, most: int, timeout_s: float) -> list[NDArray[np.intp]] | None:
    """All readings in which every shape is one digit, and everything adds up.

    Parameters
    ----------
    evidence : its shapes' likelihoods are not used.
    most : how many readings there may be.

    Returns
    -------
    (N,) counts in the order of `Evidence.hints`, for each reading; None if there are more than `most`, or the
    time is over.
    """
    z3 = importlib.import_module("z3")
    deadline = perf_counter() + timeout_s
    solver = z3.Solver()
    counts = _counts(z3, solver, evidence)
    _add_sums(z3, solver, evidence, counts)
    seen = [at for at, hint in enumerate(evidence.hints) if not hint.hidden and hint.fixed is None]
    found: list[NDArray[np.intp]] = []
    while True:
        solver.set("timeout", max(1, int(1000 * (deadline - perf_counter()))))
        answer = solver.check()
        if answer == z3.unsat:
            return found
        if answer != z3.sat or len(found) == most:
            return None
        model = solver.model()
        values = [model.eval(count, model_completion=True).as_long() for count in counts]
        found.append(np.array(values, np.intp))
        solver.add(z3.Or([counts[at] != values[at] for at in seen]))


def _counts(z3: Any, solver: Any, evidence: Evidence) -> list[Any]:
    """A term for every hint's count; those of equal spellings are one."""
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
    """A hint's count that does not depend on its shapes."""
    if hint.fixed is not None:
        return hint.fixed.count
    return 0 if not (hint.spellings or hint.hidden) else None


def _spells(z3: Any, number: Any, shapes: tuple[int, ...], digits: list[Any]) -> Any:
    """That a number is written with these shapes, and not with a 0 at its front."""
    value = z3.Sum([10**power * digits[shape] for power, shape in enumerate(reversed(shapes))])
    return z3.And(number == value, digits[shapes[0]] >= 1)


def _add_sums(z3: Any, solver: Any, evidence: Evidence, counts: list[Any]) -> None:
    colours, in_rows = evidence.colours, evidence.rows * evidence.colours
    for line in range(evidence.rows + evidence.cols):
        length = evidence.cols if line < evidence.rows else evidence.rows
        solver.add(z3.Sum(counts[line * colours : (line + 1) * colours]) == length)
    for colour in range(colours):
        solver.add(z3.Sum(counts[colour:in_rows:colours]) == z3.Sum(counts[in_rows + colour :: colours]))
