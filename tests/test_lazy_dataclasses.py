"""What `picrosser.lazy_dataclasses` makes, and what the standard library makes of the same classes."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from pkgutil import walk_packages
from typing import ClassVar, Generic, TypeVar

import pytest

import picrosser
from picrosser.lazy_dataclasses import dataclass, field, replace

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Point:
    kind: ClassVar[str] = "point"
    row: int
    col: int = 3


@dataclass(frozen=True, slots=True, order=True)
class Named(Point, Generic[T]):
    name: str = ""
    note: T | None = field(default=None, compare=False)
    parts: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.row < 0:
            raise ValueError("a negative row")


@dataclass(slots=True)
class Open:
    parts: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Kept:
    value: int

    def __repr__(self) -> str:
        return "kept"


@dataclass(frozen=True, slots=True)
class OwnEquality:
    value: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnEquality)


@dataclass(frozen=True, slots=True)
class Empty:
    pass


def standard(cls: type) -> type:
    """The same class as the standard library makes it."""
    source = inspect.getsource(cls)
    space = {**globals(), "dataclass": dataclasses.dataclass, "field": dataclasses.field}
    for base in cls.__mro__[1:-1]:
        if base.__module__ == __name__:
            space[base.__name__] = standard(base)
    exec(f"from __future__ import annotations\n{source}", space)
    made = space[cls.__name__]
    assert isinstance(made, type)
    return made


CASES = [
    (Point, (1,), (1, 4)),
    (Point, (1, 2), (1, 2)),
    (Named, (1, 2, "a"), (1, 2, "b")),
    (Named, (1, 2, "a", "seen"), (1, 2, "a", "unseen")),
    (Open, (), ([1],)),
    (Kept, (1,), (1,)),
    (OwnEquality, (1,), (2,)),
    (Empty, (), ()),
]


@pytest.mark.parametrize(("cls", "values", "others"), CASES)
def test_objects_are_as_those_of_the_standard_library(cls, values, others):
    twin = standard(cls)
    one, other, twin_one, twin_other = cls(*values), cls(*others), twin(*values), twin(*others)
    assert repr(one) == repr(twin_one)
    assert (one == other) is (twin_one == twin_other)
    assert (one == cls(*values)) is (twin_one == twin(*values))
    assert one != "something else"
    assert cls.__match_args__ == twin.__match_args__
    assert cls.__slots__ == twin.__slots__
    assert not hasattr(one, "__dict__")
    if cls not in (Open, Named):  # these hold lists
        assert (hash(one) == hash(twin_one)) is (cls is not Kept)
    assert dataclasses.asdict(one) == dataclasses.asdict(twin_one)
    assert dataclasses.replace(one) == replace(one) or cls is Kept
    for again in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert dataclasses.astuple(again) == dataclasses.astuple(one)


@pytest.mark.parametrize("cls", dict.fromkeys(cls for cls, _, _ in CASES))
def test_classes_are_as_those_of_the_standard_library(cls):
    twin = standard(cls)
    assert dataclasses.is_dataclass(cls)
    for one, other in zip(dataclasses.fields(cls), dataclasses.fields(twin), strict=True):
        for name in ("name", "type", "default", "default_factory", "compare", "init", "kw_only"):
            assert getattr(one, name) == getattr(other, name)
    assert inspect.signature(cls) == inspect.signature(twin)


def test_lists_are_not_hashed():
    with pytest.raises(TypeError, match="unhashable"):
        hash(Open())
    with pytest.raises(TypeError, match="unhashable"):
        hash(Named(1))


def test_the_init_that_is_compiled_for_the_first_object_stays():
    @dataclass(frozen=True, slots=True)
    class First:
        value: int

    assert str(inspect.signature(First)) == "(value: 'int') -> None"  # before there is one
    assert First(1).value == 1
    assert First.__init__.__qualname__.endswith("First.__init__")
    assert First(value=2).value == 2
    with pytest.raises(
        TypeError, match=r"First.__init__\(\) missing 1 required positional argument: 'value'"
    ):
        First()


def test_a_derived_class_without_fields_of_its_own_may_make_the_first_object():
    @dataclass(frozen=True, slots=True)
    class First:
        value: int

    class Derived(First):
        pass

    assert Derived(3).value == 3
    assert First(4).value == 4
    assert "__init__" not in vars(Derived)


def test_frozen_objects_stay_as_they_are():
    point = Point(1, 2)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'row'"):
        point.row = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'row'"):
        del point.row
    assert replace(point, row=5) == Point(5, 2)
    with pytest.raises(ValueError, match="negative"):
        replace(Named(1), row=-1)
    open_one = Open()
    open_one.parts = [1]
    assert open_one == Open([1])
    assert Open().parts is not Open().parts


def test_order():
    assert Named(1, 2, "a") < Named(1, 2, "b") <= Named(2)
    assert sorted([Named(2), Named(1)]) == [Named(1), Named(2)]
    with pytest.raises(TypeError):
        Named(1) < Point(2)  # noqa: B015


def test_objects_match_patterns():
    match Named(1, 2, "a"):
        case Named(row, col, name):
            assert (row, col, name) == (1, 2, "a")


def test_without_slots_the_standard_library_is_for_it():
    with pytest.raises(TypeError, match="standard library"):
        dataclass(frozen=True, slots=False)


def test_every_dataclass_of_the_package_describes_itself():
    described = 0
    for module in walk_packages(picrosser.__path__, "picrosser."):
        if module.name.endswith("__main__"):
            continue
        members = vars(pytest.importorskip(module.name, reason="an extra is not installed"))
        for cls in {value for value in members.values() if isinstance(value, type)}:
            if cls.__module__ == module.name and dataclasses.is_dataclass(cls):
                names = [part.name for part in dataclasses.fields(cls)]
                assert list(inspect.signature(cls).parameters) == names == list(cls.__match_args__)
                described += 1
    assert described > 150
