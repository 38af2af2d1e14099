"""Vary the numbers that a package's modules name, one at a time.

A number here is a name in capitals at the top of a module to which a number, or a tuple of numbers, is
assigned as it stands. It is changed in every module that has imported it. Where a function stores it as a
default, or another number is computed from it, it keeps its old value.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, TypeAlias

from scoring.cases import Case
from scoring.house import constant_names
from scoring.results import Scored, score

MOST_NAMED = 3  # pictures in a cell of the table; others are not read

Value: TypeAlias = "float | tuple[Value, ...]"


@dataclass(frozen=True, slots=True)
class Named:
    """A number that a module names.

    module : that defines it, with dots. name : in capitals. value : as it stands there.
    """

    module: str
    name: str
    value: Value

    def times(self, factor: float) -> Value:
        """The number multiplied; a whole one stays whole, and changes by at least one.

        A share between 0.5 and 1 keeps below 1: what it lacks of 1 is divided instead.
        """
        return _times(self.value, factor)

    @contextmanager
    def changed_to(self, value: Value) -> Iterator[None]:
        """Within this context the name stands for another number, wherever it was imported."""
        places = self._places()
        for module in places:
            setattr(module, self.name, value)
        try:
            yield
        finally:
            for module in places:
                setattr(module, self.name, self.value)

    def _places(self) -> list[Any]:
        """The loaded modules of the same package in which the name stands for this very number."""
        package = self.module.partition(".")[0]
        modules = [module for name, module in list(sys.modules.items()) if name.partition(".")[0] == package]
        return [module for module in modules if vars(module).get(self.name) is self.value]


def _times(number: Value, factor: float) -> Value:
    if isinstance(number, tuple):
        return tuple(_times(part, factor) for part in number)
    if isinstance(number, int):
        scaled = round(number * factor)
        return scaled if scaled != number else number + (1 if factor > 1 else -1)
    if 0.5 < number < 1:
        return 1 - (1 - number) / factor
    return number * factor


def named_numbers(package: str) -> list[Named]:
    """The numbers that the modules of a package name, in their order; all modules are imported."""
    root = import_module(package)
    modules = [info.name for info in walk_packages(root.__path__, f"{package}.")]
    return [number for name in modules for number in _numbers_of(import_module(name))]


def _numbers_of(module: Any) -> Iterator[Named]:
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    for name in (name for node in tree.body for name in constant_names(node)):
        yield Named(module.__name__, name, vars(module)[name])


# ---- Varying


def changed(number: Named, factor: float, usual: Sequence[tuple[Case, Scored]], limit_s: float) -> list[str]:
    """The first few pictures that are answered otherwise if a constant is multiplied."""

    def others() -> Iterator[str]:
        for case, own in usual:
            scored = score(case, time_limit_s=limit_s)
            if (scored.verdict, scored.exit, scored.answer) != (own.verdict, own.exit, own.answer):
                became = "" if scored.exit == own.exit else f" ({own.exit} to {scored.exit})"
                yield case.name + became

    with number.changed_to(number.times(factor)):
        return list(islice(others(), MOST_NAMED))
