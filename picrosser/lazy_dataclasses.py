"""`dataclass`, `field` and `replace` as in the standard library, with methods that are made when needed.

The standard library writes and compiles up to eight functions for each dataclass when its module is imported,
which takes 0.5 ms. `picrosser SHOT` imports 90 of them: a tenth of its processor time. Here all classes share
one function for comparing, one for hashing and so on, and only `__init__` is compiled, when a class makes its
first object. Type checkers see the standard library's own functions.

For everybody else the classes are dataclasses: `dataclasses.fields`, `replace`, `asdict` and `inspect` get
what they ask for. Classes without slots are not made here, nor those with `kw_only`, `init=False` or
`InitVar`: the standard library's `dataclass` is for these.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import cache
from reprlib import recursive_repr
from typing import Any, NamedTuple, NoReturn, TypeVar

T = TypeVar("T")

_MISSING: Any = object()
_PARTS = "__dataclass_parts__"
"""The attribute of a class that holds its fields, with those that it inherits."""


class _Part(NamedTuple):
    """A field: its default, or what makes it, and whether objects are compared by it."""

    default: Any = _MISSING
    default_factory: Any = _MISSING
    compare: bool = True


def _dataclass(
    *, slots: bool, frozen: bool = False, eq: bool = True, repr: bool = True, order: bool = False
) -> Callable[[type[T]], type[T]]:
    """Return a decorator that makes a class a dataclass; the parameters are those of the standard library."""
    if not slots:
        raise TypeError("only dataclasses with slots are made here: use the standard library's dataclass")
    shared: dict[str, Any] = {"__init__": _first_init, **_FOR_OTHERS}
    shared |= {"__repr__": _repr} if repr else {}
    shared |= {"__eq__": _equals} if eq else {}
    shared |= _ORDER if order else {}
    shared |= _FROZEN if frozen else {}

    def made(cls: Any) -> Any:
        names = dict(cls.__dict__)
        parts: dict[str, _Part] = {}
        inherited: set[str] = set()
        for base in cls.__mro__[-2:0:-1]:
            parts |= base.__dict__.get(_PARTS, {})
            inherited.update(base.__dict__.get("__slots__", ()))
        for name, annotation in cls.__annotations__.items():
            if "ClassVar" not in str(annotation):
                default = names.pop(name, _MISSING)
                parts[name] = default if isinstance(default, _Part) else _Part(default)
        for name in ("__dict__", "__weakref__"):  # these belong to the class without slots
            names.pop(name, None)
        if eq and names.get("__hash__") is None:  # Python sets it to None where a class defines __eq__ itself
            names["__hash__"] = _hash if frozen else None
        names[_PARTS], names["__match_args__"] = parts, tuple(parts)
        names["__slots__"] = tuple(name for name in parts if name not in inherited)
        with_slots = type(cls)(cls.__name__, cls.__bases__, {**shared, **names})
        with_slots.__qualname__ = cls.__qualname__
        return with_slots

    return made


def _field(*, default: Any = _MISSING, default_factory: Any = _MISSING, compare: bool = True) -> Any:
    """Return what stands for a field's default in a class, as the standard library's `field` does."""
    return _Part(default, default_factory, compare)


def _replace(obj: T, /, **changes: Any) -> T:
    """Return a copy of an object with other values in some of its fields."""
    return type(obj)(**{**{name: getattr(obj, name) for name in _names(obj)}, **changes})


# ---- The methods that all classes share


def _names(obj: object) -> Iterable[str]:
    return obj.__match_args__  # type: ignore[attr-defined, no-any-return]


def _first_init(self: object, *args: Any, **kwargs: Any) -> None:
    """Stand in for the `__init__` of a class until it makes its first object."""
    owner = next(cls for cls in type(self).__mro__ if cls.__dict__.get("__init__") is _first_init)
    compiled = _compiled_init(owner)
    type.__setattr__(owner, "__init__", compiled)
    compiled(self, *args, **kwargs)


def _compiled_init(cls: type) -> Callable[..., None]:
    known: dict[str, Any] = {"_MISSING": _MISSING}
    parameters, lines = [], []
    for name, part in getattr(cls, _PARTS).items():
        known[f"_set_{name}"] = getattr(cls, name).__set__  # of the slot: quicker than object.__setattr__
        value, default = name, ""
        if part.default_factory is not _MISSING:
            known[f"_make_{name}"] = part.default_factory
            value, default = f"_make_{name}() if {name} is _MISSING else {name}", "=_MISSING"
        elif part.default is not _MISSING:
            known[f"_default_{name}"] = part.default
            default = f"=_default_{name}"
        parameters.append(name + default)
        lines.append(f" _set_{name}(self, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    exec(f"def __init__({', '.join(['self', *parameters])}):\n" + "\n".join(lines or [" pass"]), known)
    compiled: Callable[..., None] = known["__init__"]
    compiled.__qualname__ = f"{cls.__qualname__}.__init__"
    return compiled


@cache
def _values_of(cls: type) -> Callable[[Any], tuple[Any, ...]]:
    """The function that returns the values by which objects of a class are compared."""
    names = [name for name, part in getattr(cls, _PARTS).items() if part.compare]
    if len(names) > 1:
        return operator.attrgetter(*names)
    return lambda obj: tuple(getattr(obj, name) for name in names)


def _comparison(operation: Callable[[Any, Any], Any]) -> Callable[[object, object], Any]:
    def compare(self: Any, other: object) -> Any:
        values = _values_of(self.__class__)
        if other.__class__ is self.__class__:
            return operation(values(self), values(other))
        return NotImplemented

    return compare


_equals = _comparison(operator.eq)


def _hash(self: Any) -> int:
    return hash(_values_of(self.__class__)(self))


@recursive_repr()
def _repr(self: object) -> str:
    values = ", ".join(f"{name}={getattr(self, name)!r}" for name in _names(self))
    return f"{type(self).__qualname__}({values})"


def _refuse_setting(_self: object, name: str, _value: object) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deleting(_self: object, name: str) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: object) -> list[Any]:
    """What is pickled."""
    return [getattr(self, name) for name in _names(self)]


def _set_state(self: object, state: list[Any]) -> None:
    for name, value in zip(_names(self), state, strict=True):
        object.__setattr__(self, name, value)


class _AskedRarely:
    """An attribute of a class that is taken from a class of the standard library when it is asked for."""

    def __init__(self, taken: Callable[[type], Any]) -> None:
        self.taken = taken

    def __get__(self, obj: object, cls: type) -> Any:
        return self.taken(_standard(cls))


@cache
def _standard(cls: type) -> type:
    """A class with the same fields, as the standard library makes it."""
    import dataclasses

    annotations: dict[str, Any] = {}
    for base in reversed(cls.__mro__[:-1]):
        annotations |= base.__annotations__
    fields = []
    for name, part in getattr(cls, _PARTS).items():
        default = {key: value for key, value in part._asdict().items() if value is not _MISSING}
        fields.append((name, annotations[name], dataclasses.field(**default)))
    is_frozen = getattr(cls, "__setattr__") is _refuse_setting  # noqa: B009  (mypy knows the one of object)
    return dataclasses.make_dataclass(cls.__name__, fields, frozen=is_frozen)


def _signature(standard: type) -> Any:
    from inspect import signature

    return signature(standard)


_FOR_OTHERS = {
    "__dataclass_fields__": _AskedRarely(operator.attrgetter("__dataclass_fields__")),
    "__dataclass_params__": _AskedRarely(operator.attrgetter("__dataclass_params__")),
    "__signature__": _AskedRarely(_signature),
}
_FROZEN = {
    "__setattr__": _refuse_setting,
    "__delattr__": _refuse_deleting,
    "__getstate__": _state,
    "__setstate__": _set_state,
}
_ORDER = {f"__{name}__": _comparison(getattr(operator, name)) for name in ("lt", "le", "gt", "ge")}

TYPE_CHECKING = False  # as typing.TYPE_CHECKING; for type checkers it is True
if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
else:
    dataclass, field, replace = _dataclass, _field, _replace
