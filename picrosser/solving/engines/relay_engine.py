"""Both SAT solvers in turn as one search engine, each going on where it stopped.

On hard boards luck rules: of random 30x30 nonograms, some take Glucose a second and z3 ten, others the other
way round. Taking turns, which grow, costs at most a few times what the luckier one needs. Nearly all boards
are done in the first turn, and z3 is not even loaded.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from picrosser.solving.encoding import Encoding
from picrosser.solving.engines.engine import Clock, Engine
from picrosser.solving.engines.native_engine import NativeEngine
from picrosser.solving.engines.z3_engine import Z3Engine

_FIRST_TURN = 30_000
"""Conflicts; 1 to 3 s. Each turn of an engine is twice as long as its last."""


class RelayEngine:
    """Python-sat's solvers and z3 with one board; see `Engine`."""

    def __init__(self, encoding: Encoding, clock: Clock) -> None:
        self._encoding = encoding
        self._clock = clock
        self._engines: list[Engine] = [NativeEngine(encoding, clock)]
        self._at = 0
        self._turn = _FIRST_TURN
        self._forbidden: list[Sequence[int]] = []

    @property
    def decisions(self) -> int:
        """See `Engine`."""
        return sum(engine.decisions for engine in self._engines)

    def decide(self, most_conflicts: int | None = None) -> bool | None:
        """See `Engine`; the limit, if there is one, holds for each engine's turn."""
        while True:
            turn = self._turn if most_conflicts is None else min(most_conflicts, self._turn)
            answer = self._engines[self._at].decide(turn)
            if answer is not None or most_conflicts is not None:
                return answer
            self._pass_on()

    def true(self, wanted: Sequence[int]) -> Collection[int]:
        """See `Engine`."""
        return self._engines[self._at].true(wanted)

    def forbid(self, literals: Sequence[int]) -> None:
        """See `Engine`."""
        self._forbidden.append(literals)
        for engine in self._engines:
            engine.forbid(literals)

    def _pass_on(self) -> None:
        """Give the other engine its turn; z3 is loaded for its first one."""
        if len(self._engines) == 1:
            second = Z3Engine(self._encoding, self._clock)
            for literals in self._forbidden:
                second.forbid(literals)
            self._engines.append(second)
        elif self._at == 1:
            self._turn *= 2
        self._at = 1 - self._at
