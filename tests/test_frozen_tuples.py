from __future__ import annotations

import copy
import inspect
import pickle
import typing

import pytest

from picrosser import frozen
from picrosser.solving.solve import Counted


class Standard(typing.NamedTuple):
    """Some fields of all kinds."""

    first: int
    second: list[str]
    third: float = 0.5

    @property
    def twice(self) -> int:
        return 2 * self.first


class Quick(frozen.NamedTuple):
    """Some fields of all kinds."""

    first: int
    second: list[str]
    third: float = 0.5

    @property
    def twice(self) -> int:
        return 2 * self.first


@pytest.mark.parametrize("cls", [Standard, Quick])
def test_it_defines_what_pythons_own_does(cls):
    one = cls(1, ["a"])
    assert one == (1, ["a"], 0.5) == cls(second=["a"], first=1) == cls(1, ["a"], third=0.5)
    assert (one.first, one.second, one.third, one.twice) == (1, ["a"], 0.5, 2)
    assert repr(one) == f"{cls.__name__}(first=1, second=['a'], third=0.5)"
    assert one._replace(third=2.0) == cls(1, ["a"], 2.0)
    assert type(one._replace(first=2)) is cls
    assert one._asdict() == {"first": 1, "second": ["a"], "third": 0.5}
    assert cls._make([3, [], 1.0]) == cls(3, [], 1.0)
    assert cls._fields == cls.__match_args__ == ("first", "second", "third")
    assert cls._field_defaults == {"third": 0.5}
    assert cls.__doc__ == "Some fields of all kinds."
    assert typing.get_type_hints(cls) == {"first": int, "second": list[str], "third": float}
    assert not hasattr(one, "__dict__")
    for again in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one), copy.copy(one)):
        assert type(again) is cls
        assert again == one
    with pytest.raises(AttributeError):
        one.first = 2


@pytest.mark.parametrize("cls", [Standard, Quick])
@pytest.mark.parametrize(
    ("items", "named"),
    [((), {}), ((1,), {}), ((1, [], 2.0, 3), {}), ((1, []), {"first": 1}), ((1, []), {"fourth": 1})],
)
def test_other_items_than_the_fields_are_refused(cls, items, named):
    with pytest.raises(TypeError):
        cls(*items, **named)


@pytest.mark.parametrize("cls", [Standard, Quick])
def test_only_fields_are_replaced(cls):
    with pytest.raises((ValueError, TypeError), match="fourth"):
        cls(1, [])._replace(fourth=1)


def test_classes_of_the_package_keep_their_docstrings():
    assert inspect.getdoc(Counted)
