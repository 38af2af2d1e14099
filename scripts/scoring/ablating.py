"""Switch single rules of reading off, and find the pictures whose verdicts change.

A rule is a function of the package; what stands in for it gets the same arguments. It is replaced in every
module that has imported it. A function that a module has stored elsewhere, as a default or in a table, is not
found there: such a rule seems to change nothing.
"""

import pickle
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from time import process_time
from types import FunctionType
from typing import Any, TypeAlias

from scoring.cases import Case
from scoring.judging import Verdict
from scoring.results import Scored, score

PACKAGE = "picrosser"
UNSTEADY = "equal runs ended with different verdicts"  # a time limit may do that on a busy machine
MOST_NAMED = 5  # pictures in a cell of the table
HEAD = ("rule", "why it is there", "changes something in", "needed by", "hurts", "CPU-seconds saved without")

StandIn: TypeAlias = Callable[..., Any]
"""What is called in place of a rule, with its arguments."""


class StaleRuleError(LookupError):
    """A rule names a function that is not, or no longer, defined where it says."""


def argument(at: int, *args: Any, **_options: Any) -> Any:
    """A stand-in that returns one of its arguments as it is."""
    return args[at]


def constant(value: object, *_args: Any, **_options: Any) -> Any:
    """A stand-in that always returns the same, such as an empty result."""
    return value


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that can be switched off.

    home : the module that defines its function, and the function: `picrosser.reading.x:name`.
    why : in one line, what it is there for.
    """

    home: str
    why: str
    stand_in: StandIn

    @property
    def name(self) -> str:
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
        home, _, name = self.home.partition(":")
        try:
            function = vars(import_module(home)).get(name)
        except ModuleNotFoundError:
            function = None
        if not isinstance(function, FunctionType) or function.__module__ != home:
            raise StaleRuleError(f"no function {self.home} is defined; correct the table of rules")
        return function

    @contextmanager
    def replaced_by(self, other: StandIn) -> Iterator[None]:
        """Within this context `other` is called wherever the package calls the rule."""
        own = self.function()

        def in_its_place(*args: Any, **options: Any) -> Any:  # unlike `other`, it occurs nowhere else
            return other(*args, **options)

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
        is_iterator = isinstance(result, Iterator)
        kept = list(result) if is_iterator else result
        self.seconds += process_time() - started
        if not self.makes_a_difference:
            self.makes_a_difference = not self._stand_in_returns(kept, args, options)
        return iter(kept) if is_iterator else kept

    def _stand_in_returns(self, result: object, args: tuple[Any, ...], options: dict[str, Any]) -> bool:
        try:
            other = self.rule.stand_in(*args, **options)
            other = list(other) if isinstance(other, Iterator) else other
            return result is other or pickle.dumps(result) == pickle.dumps(
                other
            )  # arrays: `==` does not tell
        except Exception:  # noqa: BLE001  (it fails when it stands in, too; or a result cannot be compared)
            return False


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
    effects : by the rules' names.
    """

    picture: str
    verdict: Verdict
    not_counted: str
    seconds: float
    effects: dict[str, Effect]

    def worse_without(self, rule: str) -> int:
        """By how many ranks the verdict is worse without a rule; below 0 if it is better."""
        order = list(Verdict)
        ranks = order.index(self.effects[rule].verdict) - order.index(self.verdict)
        return 0 if self.not_counted else ranks


def ablate_case(case: Case, rules: Sequence[Rule], limit_s: float) -> Ablated:
    """Score a picture with all rules and without each one, at most so many seconds each time."""
    pictured = case.make()
    once = Case(case.set, case.name, lambda: pictured)
    return ablate(f"{case.set} {case.name}", lambda: score(once, time_limit_s=limit_s), rules)


def ablate(picture: str, run: Callable[[], Scored], rules: Sequence[Rule]) -> Ablated:
    """Score a picture with all rules and without each one.

    First all rules are watched at work. One whose stand-in would have returned the same at every call cannot
    change the verdict, so the picture is not read without it; what it saves is its own time. A verdict that
    changes is confirmed by another run.
    """
    watched = [_Watched(rule, rule.function()) for rule in rules]
    with ExitStack() as switched:
        for one in watched:
            switched.enter_context(one.rule.replaced_by(one))
        first = run()
    usual = run()
    not_counted = "" if first.verdict is usual.verdict else UNSTEADY
    effects = {}
    for one in watched:
        if not one.makes_a_difference or not_counted:
            effects[one.rule.name] = Effect(one.makes_a_difference, usual.verdict, one.seconds)
            continue
        with one.rule.replaced_by(one.rule.stand_in):
            without = run()
            if without.verdict is not usual.verdict and run().verdict is not without.verdict:
                not_counted = UNSTEADY
        effects[one.rule.name] = Effect(True, without.verdict, usual.cpu_s - without.cpu_s)
    return Ablated(picture, usual.verdict, not_counted, usual.cpu_s, effects)


def rules_table(rules: Sequence[Rule], found: Sequence[Ablated]) -> str:
    """A Markdown table with a line for each rule, and the sums; links lead from the folder `docs`."""
    rows = [HEAD, tuple("---" for _ in HEAD)]
    for rule in rules:
        effects = [one.effects[rule.name] for one in found]
        saved = round(sum(effect.seconds_saved for effect in effects), 1) + 0.0  # no "-0.0"
        rows.append(
            (
                f"[`{rule.name}`](../{rule.path})",
                rule.why,
                str(sum(effect.makes_a_difference for effect in effects)),
                _named([one.picture for one in found if one.worse_without(rule.name) > 0]),
                _named([one.picture for one in found if one.worse_without(rule.name) < 0]),
                f"{saved:.1f}",
            )
        )
    verdicts = Counter(one.verdict for one in found)
    counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items())
    seconds = sum(one.seconds for one in found)
    lines = [f"| {' | '.join(row)} |" for row in rows]
    sums = f"With all rules, {len(found)} pictures: {counts}; {seconds:.1f} CPU-seconds."
    return "\n".join([*lines, "", sums])


def _named(pictures: Sequence[str]) -> str:
    more = ["..."] if len(pictures) > MOST_NAMED else []
    return f"{len(pictures)}: {', '.join([*pictures[:MOST_NAMED], *more])}" if pictures else "0"


def all_changed(rules: Sequence[Rule], found: Sequence[Ablated]) -> list[str]:
    """A line for every verdict that changes without a rule, and for every picture that is not counted."""
    lines = [
        f"without {rule.name}: {one.picture}: {one.verdict} -> {one.effects[rule.name].verdict}"
        for rule in rules
        for one in found
        if one.worse_without(rule.name)
    ]
    return lines + [f"not counted: {one.picture}: {one.not_counted}" for one in found if one.not_counted]
