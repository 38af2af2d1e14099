"""`dataclass` for frozen classes with slots, and `NamedTuple`, defined faster than Python's own.

`dataclass` takes an eighth of the time. Python's own compiles the source of six methods for each class, which
takes half a millisecond. A run on one screenshot defines forty classes: 5 % of its processor time. Here only
`__init__` is compiled, once it is used; the other methods are functions that know the names of the fields. To
mypy it is `dataclasses.dataclass`, and what is defined is the same: `fields`, `replace` and the other
functions of `dataclasses` work on it.

`NamedTuple` takes an eighth of the time. Python's own compiles each annotation, to see whether it may be a
type, and the source of `__new__`; a run on one screenshot defines sixty. Here nothing is compiled. To mypy it
is `typing.NamedTuple`, and what is defined has the same methods.
"""

from __future__ import annotations

import operator
from collections import _tuplegetter  # type: ignore[attr-defined]  # `namedtuple` reads fields with it
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from dataclasses import dataclass as _dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

T = TypeVar("T")

ORDERINGS = operator.lt, operator.le, operator.gt, operator.ge

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from typing import NamedTuple as NamedTuple
else:

    def dataclass(
        *, frozen: bool, slots: bool, eq: bool = True, order: bool = False, repr: bool = True
    ) -> Callable[[type[T]], type[T]]:
        """As `dataclasses.dataclass`, for classes that are frozen and have slots, and plain fields."""
        if not (frozen and slots):
            raise TypeError("for other classes there is dataclasses.dataclass")
        return lambda cls: _defined(cls, eq=eq, order=order, repr=repr)


def _defined(cls: type[T], *, eq: bool, order: bool, repr: bool) -> type[T]:
    """The class with slots for its fields and all methods that it does not define itself."""
    own = set(vars(cls))
    # Python's own looks into each annotation that is a text, whether it means something else than a field.
    said = vars(cls).get("__annotations__", {})
    cls.__annotations__ = {name: each if "ClassVar" in each else object for name, each in said.items()}
    made: Any = _dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    made.__annotations__ = said
    members = fields(made)
    for field in members:
        field.type = said.get(field.name, field.type)
    methods: dict[str, Any] = {
        "__init__": _InitOnceUsed(made, members),
        "__setattr__": _refuse_to_set,
        "__delattr__": _refuse_to_delete,
        "__reduce__": _reduce,
    }
    if repr:
        methods["__repr__"] = _repr
    compared = attrgetter(*(field.name for field in members if field.compare)) if eq else None
    if compared:
        methods |= {"__eq__": _comparison(operator.eq, compared), "__hash__": _hash(compared)}
    if compared and order:
        methods |= {f"__{by.__name__}__": _comparison(by, compared) for by in ORDERINGS}
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]  # as the decorator of `dataclasses` does


class _InitOnceUsed:
    """`__init__`, compiled when it is first asked for: half of the classes are defined and never used."""

    def __init__(self, made: Any, members: tuple[Field[Any], ...]) -> None:
        self._made, self._members = made, members

    def __get__(self, one: object, cls: type) -> Callable[..., None]:
        """Return the method, which takes this one's place."""
        init = self._made.__init__ = _compiled_init(self._made, self._members)
        bound: Callable[..., None] = init.__get__(one, cls)
        return bound


def _compiled_init(made: Any, members: tuple[Field[Any], ...]) -> Callable[..., None]:
    """Return `__init__`, which writes to the slots directly, as nothing else may."""
    names: dict[str, Any] = {"MISSING": MISSING}
    parameters, steps = [], []
    for field in members:
        name = field.name
        names[f"_set_{name}"] = getattr(made, name).__set__
        value = name
        if field.default_factory is not MISSING:
            names[f"_make_{name}"] = field.default_factory
            value = f"_make_{name}() if {name} is MISSING else {name}"
            parameters.append(f"{name}=MISSING")
        elif field.default is not MISSING:
            names[f"_default_{name}"] = field.default
            parameters.append(f"{name}=_default_{name}")
        else:
            parameters.append(name)
        steps.append(f" _set_{name}(self, {value})")
    if hasattr(made, "__post_init__"):
        steps.append(" self.__post_init__()")
    exec(f"def __init__({', '.join(('self', *parameters))}):\n" + "\n".join(steps), names)
    init: Callable[..., None] = names["__init__"]
    init.__qualname__ = f"{made.__qualname__}.__init__"
    init.__annotations__ = {field.name: field.type for field in members} | {"return": None}
    return init


def _refuse_to_set(_self: object, name: str, _value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _reduce(self: Any) -> tuple[type[Any], tuple[Any, ...]]:
    """How to pickle and to copy: Python's own way would set fields one by one."""
    return type(self), tuple(getattr(self, field.name) for field in fields(self))


def _repr(self: Any) -> str:
    shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{type(self).__qualname__}({shown})"


def _comparison(
    by: Callable[[Any, Any], bool], compared: Callable[[Any], Any]
) -> Callable[[Any, object], bool]:
    """Return `__eq__`, `__lt__` or another comparison of what `compared` gets of two of the same class."""

    def compare(self: Any, other: object) -> bool:
        return by(compared(self), compared(other)) if type(other) is type(self) else NotImplemented

    return compare


def _hash(compared: Callable[[Any], Any]) -> Callable[[Any], int]:
    return lambda self: hash(compared(self))


if not TYPE_CHECKING:

    class _Definer(type):
        """Makes a class of tuples, with names for their items, of each that is derived from `NamedTuple`."""

        def __new__(mcs, name: str, _bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            """Return the class; the annotations name its items, and values set there are their defaults."""
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = {field: namespace.pop(field) for field in fields if field in namespace}
            getters = {field: _tuplegetter(at, f"Item {at}") for at, field in enumerate(fields)}
            own = {"_fields": fields, "__match_args__": fields, "_field_defaults": defaults}
            return type(name, (tuple,), {**_METHODS, **own, **getters, **namespace, "__slots__": ()})

    def _new(cls: Any, /, *items: Any, **named: Any) -> Any:
        if named or len(items) != len(cls._fields):
            items = _completed(cls, items, named)
        return tuple.__new__(cls, items)

    def _completed(cls: Any, items: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        """All items of a tuple, of which some are given by name, or are the defaults."""
        rest = cls._fields[len(items) :]
        values = cls._field_defaults | named
        missing = [repr(field) for field in rest if field not in values]
        if len(items) > len(cls._fields) or not named.keys() <= set(rest) or missing:
            lacks = f"lacks {', '.join(missing)}" if missing else "got too much"
            raise TypeError(f"{cls.__name__}({', '.join(cls._fields)}) {lacks}")
        return *items, *(values[field] for field in rest)

    def _make(cls: Any, items: Iterable[Any]) -> Any:
        return cls(*items)

    def _replace(self: Any, /, **changed: Any) -> Any:
        items = tuple(map(changed.pop, self._fields, self))
        if changed:
            raise ValueError(f"{type(self).__name__} has no {', '.join(map(repr, changed))}")
        return tuple.__new__(type(self), items)

    def _asdict(self: Any) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))

    def _tuple_repr(self: Any) -> str:
        shown = ", ".join(f"{field}={item!r}" for field, item in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({shown})"

    def _arguments(self: Any) -> tuple[Any, ...]:
        """For pickling and copying."""
        return tuple(self)

    _METHODS = {
        "__new__": _new,
        "__repr__": _tuple_repr,
        "__getnewargs__": _arguments,
        "_make": classmethod(_make),
        "_replace": _replace,
        "_asdict": _asdict,
    }

    NamedTuple = type.__new__(_Definer, "NamedTuple", (), {})
