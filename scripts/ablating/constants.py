"""Count the numbers that a package's modules name, and vary them one at a time.

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
from typing import Any, NamedTuple, TypeAlias

from scoring.cases import Case
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
        places = self.modules()
        for module in places:
            setattr(module, self.name, value)
        try:
            yield
        finally:
            for module in places:
                setattr(module, self.name, self.value)

    def modules(self) -> list[Any]:
        """The loaded modules of the same package in which the name stands for this number."""
        package = self.module.partition(".")[0]
        return [
            module
            for name, module in list(sys.modules.items())
            if name.partition(".")[0] == package and self._is_in(module)
        ]

    def _is_in(self, module: Any) -> bool:
        if self.name not in vars(module):
            return False
        return module.__name__ == self.module or (self.module, self.name) in _imported(module)


def _times(number: Value, factor: float) -> Value:
    if isinstance(number, tuple):
        return tuple(_times(part, factor) for part in number)
    if isinstance(number, int):
        scaled = round(number * factor)
        return scaled if scaled != number else number + (1 if factor > 1 else -1)
    if 0.5 < number < 1:
        return 1 - (1 - number) / factor
    return number * factor


_IMPORTED: dict[str, frozenset[tuple[str, str]]] = {}


def _imported(module: Any) -> frozenset[tuple[str, str]]:
    """Which names a module imports at its top, with the modules they come from."""
    if module.__name__ not in _IMPORTED:
        source = getattr(module, "__file__", None)
        tree = ast.parse(Path(source).read_text(encoding="utf-8")) if source else ast.Module([], [])
        _IMPORTED[module.__name__] = frozenset(
            (node.module, alias.name)
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        )
    return _IMPORTED[module.__name__]


def named_numbers(package: str) -> list[Named]:
    """The numbers that the modules of a package name, in their order; all modules are imported."""
    root = import_module(package)
    modules = [info.name for info in walk_packages(root.__path__, f"{package}.")]
    return [number for name in modules for number in _numbers_of(import_module(name))]


def _numbers_of(module: Any) -> Iterator[Named]:
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    for node in tree.body:
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            for name in names:
                if isinstance(name, ast.Name) and name.id.lstrip("_").isupper() and _is_literal(node.value):
                    yield Named(module.__name__, name.id, vars(module)[name.id])


def _is_literal(node: ast.expr) -> bool:
    """Whether an expression is a number as it stands, or a tuple of such."""
    if isinstance(node, ast.Tuple):
        return bool(node.elts) and all(map(_is_literal, node.elts))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return _is_literal(node.operand)
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    )


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


# ---- Counting


class Counted(NamedTuple):
    """The constants of some modules: how many there are, and of how many a comment tells a measurement."""

    constants: int
    measured: int


def count_constants(folder: Path) -> Counted:
    """Count the numbers named in capitals at the top of the modules below a folder.

    One is measured if the comment above it, beside it or in the docstring below it holds a figure.
    """
    constants = measured = 0
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines, body = text.splitlines(), ast.parse(text).body
        for at, node in enumerate(body):
            names = _constant_names(node)
            if not names:
                continue
            below = body[at + 1] if at + 1 < len(body) else None
            constants += len(names)
            if any(char.isdigit() for char in _comment_of(node, below, lines)):
                measured += len(names)
    return Counted(constants, measured)


def _constant_names(node: ast.stmt) -> list[str]:
    """The names in capitals to which a statement assigns a number, or a tuple of numbers."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return []
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [
        name.id
        for target in targets
        for name in (target.elts if isinstance(target, ast.Tuple) else [target])
        if isinstance(name, ast.Name) and name.id.lstrip("_").isupper()
    ]
    return names if _is_literal(node.value) else []


def _comment_of(node: ast.stmt, below: ast.stmt | None, lines: Sequence[str]) -> str:
    """The comment lines above a statement, the comments on its lines, and the string below it."""
    assert node.end_lineno is not None
    first = node.lineno - 1
    above = []
    while first > 0 and lines[first - 1].lstrip().startswith("#"):
        first -= 1
        above.append(lines[first])
    beside = [line.partition("#")[2] for line in lines[node.lineno - 1 : node.end_lineno]]
    docstring = ""
    if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
        docstring = str(below.value.value)
    return " ".join([*above, *beside, docstring])
