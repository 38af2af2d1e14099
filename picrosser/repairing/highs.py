"""Costs and linear constraints of 0-1 variables in, the cheapest choice out: HiGHS, through scipy."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np

Constraint: TypeAlias = tuple[Mapping[int, float], float, float]
"""The weights of some variables, and between what their sum must lie."""

INFEASIBLE = 2  # of milp's statuses; 0 is success


def minimised(costs: Sequence[float], constraints: Sequence[Constraint], timeout_s: float) -> Any:
    """Choose 0 or 1 for every variable; the result of `scipy.optimize.milp`."""
    from scipy.optimize import Bounds, LinearConstraint, milp  # 0.3 s to import: only for doubts
    from scipy.sparse import csr_array

    entries = [(at, *term) for at, (terms, _, _) in enumerate(constraints) for term in terms.items()]
    at_row, at_variable, weights = (np.array(part) for part in zip(*entries, strict=True))
    matrix = csr_array((weights, (at_row, at_variable)), shape=(len(constraints), len(costs)))
    low, high = np.array([[low, high] for _, low, high in constraints]).T
    with _silence():
        return milp(
            np.array(costs),
            integrality=np.ones(len(costs)),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(matrix, low, high),
            options={"time_limit": timeout_s, "mip_rel_gap": 0.0},
        )


@contextmanager
def _silence() -> Iterator[None]:
    """Send what C code prints to nowhere: HiGHS now and then prints a line of its own, whatever its options.

    It would stand in the middle of an answer on stdout.
    """
    try:
        kept = os.dup(1)
    except OSError:  # there is no stdout
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
