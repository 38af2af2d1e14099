"""Remember what functions of a package return, so that reading again with one constant changed is quick.

A function is called again if it may use that constant, or if an argument differs from those of the first
reading. Which constants it may use is told by names alone: it may run each function of the package to which a
name in its code leads, and each method that is called like an attribute in its code, and so on.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pkgutil import walk_packages
from types import CodeType, FunctionType
from typing import Any, TypeAlias

import numpy as np

from measuring.ablation import rebind
from measuring.constants import Named
from picrosser.reading.page.ink import Ink
from picrosser.running.deadline import Deadline

Place: TypeAlias = tuple[str, str]
"""A module, and a name in it."""

LARGE_BYTES = 50_000  # arrays of more are the same argument only if they are the same object


class RememberedFunctions:
    """Functions whose results are kept while `keeping`, and reused afterwards."""

    def __init__(self, functions: Iterable[FunctionType], package: str) -> None:
        code = _Code(package)
        self._known: dict[int, object] = {}
        self._functions = [_Remembered(own, code.places_used(own), self) for own in functions]
        self._keeps = False

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Within this context the package calls the remembered functions."""
        with ExitStack() as stack:
            for one in self._functions:
                stack.enter_context(one.in_place())
            yield

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Within this context results are kept, too."""
        self._keeps = True
        try:
            yield
        finally:
            self._keeps = False

    @contextmanager
    def without_users_of(self, number: Named) -> Iterator[None]:
        """Within this context all functions that may use a constant are called again."""
        places = {(module.__name__, number.name) for module in number.modules()}
        users = [one for one in self._functions if one.places & places]
        for one in users:
            one.is_out_of_date = True
        try:
            yield
        finally:
            for one in users:
                one.is_out_of_date = False

    @property
    def keeps(self) -> bool:
        """Whether results are kept now."""
        return self._keeps

    def key(self, arguments: object) -> bytes | None:
        """What tells arguments from others; None if one of them is new, and large."""
        written = io.BytesIO()
        try:
            _KeyWriter(written, self._token).dump(arguments)
        except _NewError:
            return None
        return written.getvalue()

    def _token(self, thing: object) -> str:
        if self._keeps:
            self._known[id(thing)] = thing  # which keeps the number from being given to another object
        elif self._known.get(id(thing)) is not thing:
            raise _NewError
        return str(id(thing))


class _NewError(Exception):
    """An argument is no object of the first reading."""


class _KeyWriter(pickle.Pickler):
    """Writes arguments; of a picture and its ink only which object it is, of a deadline nothing."""

    def __init__(self, file: io.BytesIO, token: Callable[[object], str]) -> None:
        super().__init__(file, protocol=5)
        self._token = token

    def persistent_id(self, thing: object) -> str | None:
        if isinstance(thing, Deadline):
            return "deadline"
        if isinstance(thing, Ink) or (isinstance(thing, np.ndarray) and thing.nbytes > LARGE_BYTES):
            return self._token(thing)
        return None


class _Remembered:
    """One function with the results that were kept. places : all names that it may look up."""

    def __init__(self, own: FunctionType, places: frozenset[Place], owner: RememberedFunctions) -> None:
        self.places = places
        self.is_out_of_date = False
        self._own, self._owner = own, owner
        self._results: dict[bytes, Any] = {}

    @contextmanager
    def in_place(self) -> Iterator[None]:
        def remembered(*args: Any, **options: Any) -> Any:
            return self._called(args, options)

        rebind(self._own, remembered)
        try:
            yield
        finally:
            rebind(remembered, self._own)

    def _called(self, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
        key = None if self.is_out_of_date else self._owner.key((args, options))
        if key is not None and key in self._results:
            return self._results[key]
        result = self._own(*args, **options)
        if key is not None and self._owner.keeps:
            self._results[key] = result
        return result


class _Code:
    """The functions of a package and the methods of its classes, and which of them each may run."""

    def __init__(self, package: str) -> None:
        self._package = package
        root = import_module(package)
        modules = [import_module(info.name) for info in walk_packages(root.__path__, f"{package}.")]
        values = [value for module in modules for value in vars(module).values()]
        self._classes = {value for value in values if isinstance(value, type) and self._is_own(value)}
        self._methods: dict[str, list[FunctionType]] = {}
        for one in self._classes:
            for name, method in _methods_of(one):
                self._methods.setdefault(name, []).append(method)

    def places_used(self, function: FunctionType) -> frozenset[Place]:
        """All names of modules that may be looked up when a function runs."""
        seen, left, used = {function}, [function], set()
        while left:
            one = left.pop()
            for name in _names_in(one.__code__):
                others = [*self._methods.get(name, ())]
                if name in one.__globals__:
                    used.add((one.__module__, name))
                    value = one.__globals__[name]
                    if isinstance(value, FunctionType) and self._is_own(value):
                        others.append(value)
                new = set(others) - seen
                seen |= new
                left += new
        return frozenset(used)

    def _is_own(self, value: Any) -> bool:
        return str(value.__module__).startswith(self._package)


def _methods_of(one: type) -> Iterator[tuple[str, FunctionType]]:
    """The methods and properties that a class defines; those that Python itself calls by the class's name."""
    for name, member in vars(one).items():
        own = getattr(member, "fget", None) or getattr(member, "__func__", None) or member
        if isinstance(own, FunctionType):
            yield one.__name__ if name.startswith("__") else name, own


def _names_in(code: CodeType) -> Iterator[str]:
    """The names of globals and of attributes in a function, and in those that it defines."""
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _names_in(part)
