from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

import picrosser
from picrosser import frozen
from picrosser.puzzles.doubt import Doubt, HintPlace
from picrosser.puzzles.nonogram import Nonogram


def classes_of_package() -> set[type]:
    """All frozen dataclasses with slots."""
    modules = [
        import_module(module.name)
        for module in walk_packages(picrosser.__path__, "picrosser.")
        if not module.name.endswith("__main__")
    ]
    defined = {value for module in modules for value in vars(module).values() if isinstance(value, type)}
    return {
        cls
        for cls in defined
        if cls.__module__.startswith("picrosser.") and cls.__setattr__ is frozen._refuse_to_set
    }


def standard(**options: Any):
    return dataclasses.dataclass(frozen=True, slots=True, **options)


def quick(**options: Any):
    return frozen.dataclass(frozen=True, slots=True, **options)


def defined_by(decorator: Any, **options: Any) -> type[Any]:
    @decorator(**options)
    class Sample:
        """Some fields of all kinds."""

        first: int
        second: str = "two"
        third: list[int] = dataclasses.field(default_factory=list)
        noted: str = dataclasses.field(default="", compare=False, repr=False)

        def __post_init__(self) -> None:
            if self.first < 0:
                raise ValueError("below 0")

    return Sample


STANDARD, QUICK = defined_by(standard, order=True), defined_by(quick, order=True)


def test_it_defines_what_pythons_own_does():
    for cls in (STANDARD, QUICK):
        one = cls(1, third=[3])
        assert repr(one).endswith("Sample(first=1, second='two', third=[3])")
        assert one == cls(1, "two", [3], "a note")
        assert one != cls(2, "two", [3])
        assert one != (1, "two", [3], "")
        assert one < cls(1, "two", [4]) <= cls(2)
        assert cls(2) > one >= one
        assert dataclasses.replace(one, first=2).first == 2
        assert dataclasses.asdict(one) == {"first": 1, "second": "two", "third": [3], "noted": ""}
        assert cls(1).third == []
        assert cls(1).third is not cls(1).third
        assert cls.__match_args__ == ("first", "second", "third", "noted")
        assert not hasattr(one, "__dict__")
        with pytest.raises(ValueError, match="below 0"):
            cls(-1)
        with pytest.raises(TypeError, match=r"Sample.__init__\(\) missing 1 required"):
            cls()
        for change in (lambda one: setattr(one, "first", 2), lambda one: delattr(one, "first")):
            with pytest.raises(dataclasses.FrozenInstanceError):
                change(one)
        with pytest.raises(TypeError, match="'<' not supported"):
            _ = one < 1
    assert [field.name for field in dataclasses.fields(QUICK)] == list(QUICK.__match_args__)
    assert list(inspect.signature(QUICK).parameters) == list(inspect.signature(STANDARD).parameters)


def test_what_is_not_compared_has_the_identity_of_objects():
    cls = defined_by(quick, eq=False)
    assert cls(1) != cls(1)
    assert len({cls(1), cls(1)}) == 2


def test_values_are_hashed_pickled_and_copied():
    place = HintPlace("row", 3, 0)
    assert len({place, HintPlace("row", 3, 0), HintPlace("row", 4, 0)}) == 2
    doubt = Doubt(place, None, (), "covered")
    for again in (pickle.loads(pickle.dumps(doubt)), copy.deepcopy(doubt), copy.copy(doubt)):
        assert again == doubt
        assert hash(again) == hash(doubt)


def test_classes_keep_the_methods_that_they_define():
    assert "__repr__" in vars(Nonogram)
    assert vars(Nonogram)["__repr__"] is not frozen._repr


def test_other_classes_are_refused():
    with pytest.raises(TypeError, match=r"there is dataclasses\.dataclass"):
        frozen.dataclass(frozen=False, slots=True)


def test_the_package_asks_for_nothing_that_it_lacks():
    classes = classes_of_package()
    assert len(classes) > 100
    for cls in classes:
        assert all(field.init and not field.kw_only for field in dataclasses.fields(cls)), cls
