"""The nonograms in `fixtures/nonograms`, each determined by a look and a seed."""

from __future__ import annotations

from collections.abc import Iterator

from drawn.nonograms.looks import LOOKS
from drawn.nonograms.screenshot import legible_spec
from drawn.nonograms.spec import NonogramSpec

FIXTURES = (("ledger", 1), ("tiles", 1), ("cartridge", 1), ("confetti", 2))


def fixture_specs() -> Iterator[tuple[str, NonogramSpec]]:
    """The name and spec of each fixture."""
    for name, seed in FIXTURES:
        look = next(look for look in LOOKS if look.name == name)
        yield f"drawn-{name}", legible_spec(look, seed)
