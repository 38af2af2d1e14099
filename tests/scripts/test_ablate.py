"""The script that switches rules of reading off: that it does so everywhere, and what it concludes."""

from __future__ import annotations

import inspect
import subprocess
import sys
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import ablate
from measuring.ablation import Argument, Constant, Rule, StaleRuleError, all_changed, rules_table
from measuring.ablation import ablate as ablate_picture
from measuring.nonograms import NonogramSource
from measuring.nonpuzzles import NonpuzzleSource
from measuring.score import Verdict

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "ablate.py"
HOME, CALLER = "picrosser.made_rules", "picrosser.made_caller"
LIMIT_S = 60.0


@dataclass(frozen=True, eq=False)
class Held:
    """A result that `==` does not compare, like those of reading."""

    parts: tuple[np.ndarray, ...]


def more(numbers, by):
    return [number + by for number in numbers]


def crashing(_numbers, _by):
    raise ZeroDivisionError


def held(numbers):
    return Held(tuple(np.array([number]) for number in numbers))


def counted():
    yield from range(3)


class Looker:
    def look(self, numbers):
        return numbers[0]


@pytest.fixture
def caller(monkeypatch):
    """A module that has imported rules from another one, as the package's modules do."""
    home, caller = ModuleType(HOME), ModuleType(CALLER)
    for made in (more, held, counted, Looker):
        monkeypatch.setattr(made, "__module__", HOME)
        setattr(home, made.__name__, made)
    monkeypatch.setattr(Looker.look, "__module__", HOME)
    caller.renamed = more
    caller.held = held
    caller.counted = counted
    monkeypatch.setitem(sys.modules, HOME, home)
    monkeypatch.setitem(sys.modules, CALLER, caller)
    return caller


MORE = Rule(f"{HOME}:more", "adds", Argument())
LOOK = Rule(f"{HOME}:Looker.look", "looks", Constant(7))


@pytest.mark.parametrize("rule", ablate.RULES, ids=lambda rule: rule.name)
def test_every_rule_exists_and_its_stand_in_returns_an_argument_it_has(rule):
    function = rule.function()
    assert (SCRIPT.parents[1] / rule.path).is_file()
    if isinstance(rule.stand_in, Argument):
        assert rule.stand_in.at < len(inspect.signature(function).parameters)


def test_rules_can_be_told_by_their_names():
    assert len({rule.name for rule in ablate.RULES}) == len(ablate.RULES)


@pytest.mark.parametrize(
    "home",
    [
        "picrosser.reading.no_such_module:with_separators",
        "picrosser.reading.nonogram.read:no_such_function",
        "picrosser.reading.nonogram.read:TONE_LEVELS",
        "picrosser.reading.nonogram.read:weigh_hints",  # only imported there
        "picrosser.reading.nonogram.read:NoSuchClass.look",
    ],
)
def test_a_stale_name_is_an_error(home):
    rule = Rule(home, "", Argument())
    with pytest.raises(StaleRuleError), rule.replaced_by(Constant()):
        pass


def test_a_rule_is_switched_off_wherever_it_was_imported_and_on_again(caller):
    home = sys.modules[HOME]
    with MORE.replaced_by(MORE.stand_in):
        assert caller.renamed([1], 1) == home.more([1], 1) == [1]
        caller.imported_meanwhile = home.more
    assert caller.renamed is home.more is caller.imported_meanwhile is more
    assert caller.renamed([1], 1) == [2]


def test_a_method_is_switched_off_and_on_again(caller):
    assert caller
    with LOOK.replaced_by(LOOK.stand_in):
        assert Looker().look([1]) == 7
    assert Looker().look([1]) == 1


def judging(caller, right, *, by=1):
    """A judge that finds the picture exact if the rules make this of the number 1; it counts its runs."""

    def judge(_attempt):
        judge.runs += 1
        return Verdict.EXACT if caller.renamed([1], by) == right else Verdict.WRONG

    judge.runs = 0
    return judge


def test_a_picture_needs_a_rule_or_is_hurt_by_it(caller):
    needing = ablate_picture("needing", judging(caller, [2]), [MORE], LIMIT_S)
    assert (needing.verdict, needing.effects["more"].verdict) == (Verdict.EXACT, Verdict.WRONG)
    assert (needing.needs("more"), needing.is_hurt_by("more")) == (True, False)
    hurt = ablate_picture("hurt", judging(caller, [1]), [MORE], LIMIT_S)
    assert (hurt.needs("more"), hurt.is_hurt_by("more")) == (False, True)


def test_a_rule_that_changes_nothing_costs_no_further_run(caller):
    judge = judging(caller, [1], by=0)
    assert not ablate_picture("same", judge, [MORE], LIMIT_S).effects["more"].makes_a_difference
    assert judge.runs == 2
    judge = judging(caller, [3], by=2)
    assert ablate_picture("other", judge, [MORE], LIMIT_S).effects["more"].makes_a_difference
    assert judge.runs == 4


def test_results_are_compared_by_their_values(caller):
    def judge(_attempt):
        caller.held([1, 2])
        return Verdict.EXACT

    for same, numbers in ((True, [1, 2]), (False, [1, 3]), (False, [1])):
        rule = Rule(f"{HOME}:held", "holds", Constant(held(numbers)))
        assert ablate_picture("", judge, [rule], LIMIT_S).effects["held"].makes_a_difference is not same


def test_what_a_generator_yields_is_compared_as_far_as_it_is_asked_for(caller):
    for asked, makes_a_difference in ((1, False), (2, True)):

        def judge(_attempt, asked=asked):
            assert list(islice(caller.counted(), asked)) in ([0, 1][:asked], [0])
            return Verdict.EXACT

        rule = Rule(f"{HOME}:counted", "counts", Constant([0]))
        effect = ablate_picture("", judge, [rule], LIMIT_S).effects["counted"]
        assert effect.makes_a_difference is makes_a_difference


def test_a_crash_without_a_rule_is_a_refusal(caller):
    rule = Rule(MORE.home, "adds", crashing)
    ablated = ablate_picture("crash", judging(caller, [2]), [rule], LIMIT_S)
    assert (ablated.verdict, ablated.effects["more"].verdict) == (Verdict.EXACT, Verdict.REFUSED)


def test_verdicts_that_differ_from_run_to_run_do_not_count(caller):
    verdicts = iter([Verdict.EXACT, Verdict.EXACT, Verdict.WRONG, Verdict.EXACT])

    def judge(_attempt):
        caller.renamed([1], 1)
        return next(verdicts)

    ablated = ablate_picture("busy", judge, [MORE], LIMIT_S)
    assert not ablated.needs("more")
    (line,) = all_changed([MORE], [ablated])
    assert line.startswith("not counted: busy: equal runs")


def test_the_table_names_the_pictures(caller):
    found = [
        *(ablate_picture(f"n{at}", judging(caller, [2]), [MORE], LIMIT_S) for at in range(6)),
        ablate_picture("h", judging(caller, [1]), [MORE], LIMIT_S),
        ablate_picture("s", judging(caller, [1], by=0), [MORE], LIMIT_S),
    ]
    row = rules_table([MORE], found).splitlines()[2]
    link = "[`more`](../picrosser/made_rules.py)"
    assert row.startswith(f"| {link} | adds | 7 | 6: n0, n1, n2, n3, n4, ... | 1: h | ")
    assert all_changed([MORE], found)[5:] == [
        "without more: n5: exact -> wrong",
        "without more: h: wrong -> exact",
    ]


def test_a_drawn_picture_is_read_without_a_rule_that_it_needs():
    rule = Rule("picrosser.repairing.repair_runs:repair_runs", "forms numbers", Constant(None))
    ablated = ablate.ablate_source(NonogramSource("fence", 3), (rule,), LIMIT_S)
    assert ablated.picture == "fence 3"
    assert (ablated.verdict, ablated.effects[rule.name].verdict) == (Verdict.EXACT, Verdict.REFUSED)
    assert ablated.seconds > 0


def test_reading_is_stopped_at_the_limit():
    ablated = ablate.ablate_source(NonogramSource("fence", 3), ablate.RULES, limit_s=0.01)
    assert ablated.verdict is Verdict.REFUSED
    assert ablated.not_counted == "stopped after 0.01 CPU-seconds"


def test_a_picture_without_a_puzzle_is_right_if_it_is_not_solved():
    source = NonpuzzleSource("times-table", 7)

    def refusing(_image, **_options):
        from picrosser.errors import GridNotFoundError

        raise GridNotFoundError("none")

    assert ablate.name_of(source) == "times-table 7"
    assert ablate.verdict_on(source, refusing) is Verdict.EXACT


@pytest.mark.slow
def test_the_run_as_a_program():
    run = [sys.executable, SCRIPT, "--drawn", "1", "--only", "with_separators"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[2].startswith("| [`with_separators`](")
    assert "With all rules, 1 pictures: " in done.stdout
    bad = subprocess.run([sys.executable, SCRIPT, "--only", "x"], capture_output=True, text=True, check=False)
    assert bad.returncode == 2
    assert "no rule is called 'x'" in bad.stderr
