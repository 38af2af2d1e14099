"""Switch single rules of reading off, and find the pictures whose verdicts change.

A rule is a function of the package; what stands in for it gets the same arguments. It is replaced in every
module that has imported it. A function that a module has stored elsewhere, as a default or in a table, is not
found there: such a rule seems to change nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from time import process_time
from types import FunctionType
from typing import Any, TypeAlias

import numpy as np

from measuring.cpu_time import CpuLimitReachedError, cpu_limit
from measuring.score import Verdict
from picrosser.looks.solve import solve_screenshot
from picrosser.pipelines.solved import AnySolved

PACKAGE = "picrosser"
WORST_FIRST = (Verdict.WRONG, Verdict.REFUSED, Verdict.EXACT)
UNSTEADY = "equal runs ended with different verdicts"  # a time limit may do that on a busy machine
MOST_NAMED = 5  # pictures in a cell of the table
HEAD = (
    "rule",
    "why it is there",
    "changes something in",
    "needed by",
    "hurts",
    "CPU-seconds saved without it",
)

StandIn: TypeAlias = Callable[..., Any]
"""What is called in place of a rule, with its arguments."""

Attempt = Callable[..., AnySolved]
Judge: TypeAlias = Callable[[Attempt], Verdict]
"""Reads one picture with a function like `solve_screenshot`, and compares with its truth."""


class StaleRuleError(LookupError):
    """The table of rules names a function that is not, or no longer, defined where it says."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A stand-in that returns one of its arguments as it is: the identity."""

    at: int = 0

    def __call__(self, *args: Any, **_options: Any) -> Any:
        """The argument."""
        return args[self.at]


@dataclass(frozen=True, slots=True)
class Constant:
    """A stand-in that always returns the same, such as an empty result."""

    value: Any = None

    def __call__(self, *_args: Any, **_options: Any) -> Any:
        """The value."""
        return self.value


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that can be switched off.

    home : the module that defines its function, and the function: `picrosser.reading.x:name`, or
        `picrosser.reading.x:Class.name`.
    why : in one line, what it is there for.
    """

    home: str
    why: str
    stand_in: StandIn

    @property
    def name(self) -> str:
        """The function's name."""
        return self.home.partition(":")[2]

    @property
    def path(self) -> str:
        """The file of its module, from the project's folder."""
        return self.home.partition(":")[0].replace(".", "/") + ".py"

    def function(self) -> FunctionType:
        """The rule itself.

        Raises
        ------
        StaleRuleError : it is not defined there.
        """
        owner, name = self._owner()
        function = vars(owner).get(name)
        if not isinstance(function, FunctionType) or function.__module__ != self.home.partition(":")[0]:
            raise StaleRuleError(f"no function {self.home} is defined; correct the table of rules")
        return function

    def _owner(self) -> tuple[Any, str]:
        """The module or the class that holds the function, and the name it has there."""
        module_name, _, place = self.home.partition(":")
        try:
            module = import_module(module_name)
        except ModuleNotFoundError as error:
            raise StaleRuleError(f"no module {module_name}; correct the table of rules") from error
        class_name, _, name = place.rpartition(".")
        owner = getattr(module, class_name, None) if class_name else module
        if owner is None:
            raise StaleRuleError(f"no class {class_name} in {module_name}; correct the table of rules")
        return owner, name

    @contextmanager
    def replaced_by(self, other: StandIn) -> Iterator[None]:
        """Within this context `other` is called wherever the package calls the rule.

        Raises
        ------
        StaleRuleError : the rule is not defined where the table says.
        """
        own, (owner, name) = self.function(), self._owner()

        def in_its_place(*args: Any, **options: Any) -> Any:  # unlike `other`, it occurs nowhere else
            return other(*args, **options)

        if isinstance(owner, type):
            setattr(owner, name, in_its_place)
            try:
                yield
            finally:
                setattr(owner, name, own)
            return
        rebind(own, in_its_place)
        try:
            yield
        finally:
            rebind(in_its_place, own)  # also where it was imported meanwhile


def rebind(old: object, new: object) -> None:
    """Let every global name of the package that stands for one object stand for another."""
    for module_name, module in list(sys.modules.items()):
        if module_name.partition(".")[0] == PACKAGE:
            for name in [name for name, value in vars(module).items() if value is old]:
                setattr(module, name, new)


@dataclass(slots=True)
class _Watched:
    """A rule at work on one picture: it notes whether its stand-in would return anything else.

    seconds : of the processor, that the rule itself took.
    """

    rule: Rule
    own: FunctionType
    makes_a_difference: bool = False
    seconds: float = 0.0

    def __call__(self, *args: Any, **options: Any) -> Any:
        started = process_time()
        result = self.own(*args, **options)
        self.seconds += process_time() - started
        if isinstance(result, Iterator):
            return self._items(result, iter(self.rule.stand_in(*args, **options)))
        if not self.makes_a_difference:
            self.makes_a_difference = not self._stand_in_returns(result, args, options)
        return result

    def _items(self, own: Iterator[Any], stand_ins: Iterator[Any]) -> Iterator[Any]:
        """What a generator yields, compared with its stand-in's items as far as these are asked for."""
        for item in own:
            if not self.makes_a_difference:
                self.makes_a_difference = not _are_equal(item, next(stand_ins, self))
            yield item

    def _stand_in_returns(self, result: object, args: tuple[Any, ...], options: dict[str, Any]) -> bool:
        try:
            return _are_equal(result, self.rule.stand_in(*args, **options))
        except Exception:  # noqa: BLE001  (it will do the same when it stands in)
            return False


def _are_equal(one: object, other: object) -> bool:
    """Whether two results hold the same values; a list counts as equal to a tuple.

    Results of reading hold arrays, so `==` does not tell. Of other objects, `==` has to say that they are.
    """
    if one is other:
        return True
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_are_equal, one, other))
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if is_dataclass(one):
        return all(_are_equal(getattr(one, part.name), getattr(other, part.name)) for part in fields(one))
    return bool(one == other)


@dataclass(frozen=True, slots=True)
class Effect:
    """What becomes of one picture without one rule.

    makes_a_difference : the rule returned anything else than its stand-in would.
    seconds_saved : CPU-seconds.
    """

    makes_a_difference: bool
    verdict: Verdict
    seconds_saved: float


@dataclass(frozen=True, slots=True)
class Ablated:
    """One picture with all rules, and without each of them.

    not_counted : why it tells nothing about any rule; empty if it does.
    seconds : CPU-seconds with all rules.
    effects : by the rules' names.
    """

    picture: str
    verdict: Verdict
    not_counted: str
    seconds: float
    effects: dict[str, Effect]

    def needs(self, rule: str) -> bool:
        """Whether the verdict is worse without the rule."""
        return not self.not_counted and self._rank(rule) < WORST_FIRST.index(self.verdict)

    def is_hurt_by(self, rule: str) -> bool:
        """Whether the verdict is better without the rule."""
        return not self.not_counted and self._rank(rule) > WORST_FIRST.index(self.verdict)

    def _rank(self, rule: str) -> int:
        return WORST_FIRST.index(self.effects[rule].verdict)


@dataclass(frozen=True, slots=True)
class _Run:
    """One reading: its verdict, its CPU-seconds, and whether it was stopped."""

    verdict: Verdict
    seconds: float
    stopped: bool


def ablate(picture: str, judge: Judge, rules: Sequence[Rule], limit_s: float) -> Ablated:
    """Judge a picture with all rules and without each one.

    First all rules are watched at work. One whose stand-in would have returned the same at every call cannot
    change the verdict, so the picture is not read without it; what it saves is its own time. A verdict that
    changes is confirmed by another run.

    Parameters
    ----------
    picture : its name.
    limit_s : CPU-seconds after which a reading is stopped. Without a rule that counts as refused; a picture
        that takes so long with all rules is not counted.
    """
    watched = [_Watched(rule, rule.function()) for rule in rules]
    with ExitStack() as switched:
        for one in watched:
            switched.enter_context(one.rule.replaced_by(one))
        first = _run(judge, limit_s)
    usual = _run(judge, limit_s)
    not_counted = "" if first.verdict is usual.verdict else UNSTEADY
    if first.stopped or usual.stopped:
        not_counted = f"stopped after {limit_s:g} CPU-seconds"
    effects = {}
    for one in watched:
        if not one.makes_a_difference or not_counted:
            effects[one.rule.name] = Effect(one.makes_a_difference, usual.verdict, one.seconds)
            continue
        with one.rule.replaced_by(one.rule.stand_in):
            without = _run(judge, limit_s)
            if without.verdict is not usual.verdict and _run(judge, limit_s).verdict is not without.verdict:
                not_counted = UNSTEADY
        effects[one.rule.name] = Effect(True, without.verdict, usual.seconds - without.seconds)
    return Ablated(picture, usual.verdict, not_counted, usual.seconds, effects)


def _run(judge: Judge, limit_s: float) -> _Run:
    seconds = 0.0

    def attempt(*args: Any, **options: Any) -> AnySolved:
        nonlocal seconds
        started = process_time()
        try:
            with cpu_limit(limit_s):
                return solve_screenshot(*args, **options)
        finally:
            seconds = process_time() - started

    try:
        return _Run(judge(attempt), seconds, stopped=False)
    except CpuLimitReachedError:
        return _Run(Verdict.REFUSED, seconds, stopped=True)
    except Exception:  # noqa: BLE001  (without a rule, reading may crash; the picture is not read then)
        return _Run(Verdict.REFUSED, seconds, stopped=False)


def rules_table(rules: Sequence[Rule], found: Sequence[Ablated]) -> str:
    """A Markdown table with a line for each rule; links lead from the folder `docs`."""
    rows = [HEAD, tuple("---" for _ in HEAD)]
    for rule in rules:
        effects = [one.effects[rule.name] for one in found]
        changed = sum(effect.makes_a_difference for effect in effects)
        rows.append(
            (
                f"[`{rule.name}`](../{rule.path})",
                rule.why,
                str(changed),
                _named([one.picture for one in found if one.needs(rule.name)]),
                _named([one.picture for one in found if one.is_hurt_by(rule.name)]),
                f"{round(sum(effect.seconds_saved for effect in effects), 1) + 0.0:.1f}",  # no "-0.0"
            )
        )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _named(pictures: Sequence[str]) -> str:
    more = ["..."] if len(pictures) > MOST_NAMED else []
    return f"{len(pictures)}: {', '.join([*pictures[:MOST_NAMED], *more])}" if pictures else "0"


def all_changed(rules: Sequence[Rule], found: Sequence[Ablated]) -> list[str]:
    """A line for every verdict that changes without a rule, and for every picture that is not counted."""
    lines = [
        f"without {rule.name}: {one.picture}: {one.verdict.value} -> {one.effects[rule.name].verdict.value}"
        for rule in rules
        for one in found
        if one.needs(rule.name) or one.is_hurt_by(rule.name)
    ]
    return lines + [f"not counted: {one.picture}: {one.not_counted}" for one in found if one.not_counted]
