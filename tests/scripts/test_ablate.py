"""Rules are switched off everywhere; what is concluded."""

import inspect
import sys
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

import ablate
from scoring.ablating import Rule, StaleRuleError, ablate_case, argument
from scoring.cases import Wanted, cases_of
from scoring.judging import Verdict

ROOT = Path(__file__).resolve().parents[2]
HOME, CALLER = "picrosser.made_rules", "picrosser.made_caller"


def more(numbers, by):
    return [number + by for number in numbers]


@pytest.fixture
def caller(monkeypatch):
    """A module that has imported rules from another one, as the package's modules do."""
    home, caller = ModuleType(HOME), ModuleType(CALLER)
    monkeypatch.setattr(more, "__module__", HOME)
    home.more = caller.renamed = more
    monkeypatch.setitem(sys.modules, HOME, home)
    monkeypatch.setitem(sys.modules, CALLER, caller)
    return caller


MORE = Rule(f"{HOME}:more", "adds", partial(argument, 0))


def test_every_rule_exists_and_its_stand_in_returns_an_argument_it_has():
    assert len({rule.name for rule in ablate.RULES}) == len(ablate.RULES)
    for rule in ablate.RULES:
        function = rule.function()
        assert (ROOT / rule.path).is_file()
        if isinstance(rule.stand_in, partial) and rule.stand_in.func is argument:
            assert rule.stand_in.args[0] < len(inspect.signature(function).parameters)


@pytest.mark.parametrize(
    "home",
    [
        "picrosser.reading.no_such_module:with_separators",
        "picrosser.reading.nonogram.read:no_such_function",
        "picrosser.reading.nonogram.read:MAX_READ_BOARDS",
        "picrosser.reading.nonogram.read:find_ink",  # only imported there
    ],
)
def test_a_stale_name_is_an_error(home):
    with pytest.raises(StaleRuleError):
        Rule(home, "", more).function()


def test_a_rule_is_switched_off_wherever_it_was_imported_and_on_again(caller):
    home = sys.modules[HOME]
    with MORE.replaced_by(MORE.stand_in):
        assert caller.renamed([1], 1) == home.more([1], 1) == [1]
        caller.imported_meanwhile = home.more
    assert caller.renamed is home.more is caller.imported_meanwhile is more
    assert caller.renamed([1], 1) == [2]


def test_a_drawn_picture_is_read_without_a_rule_that_it_needs():
    rule = ablate.rule_named("picrosser.repairing.repair_runs:repair_runs=none")
    (case,) = cases_of("nonograms", Wanted(1, 3, "fence"))
    ablated = ablate_case(case, (rule,), 60)
    assert ablated.picture == "nonograms fence 3000"
    assert (ablated.verdict, ablated.effects[rule.name].verdict) == (Verdict.EXACT, Verdict.CRASH)
    assert ablated.seconds > 0
    for text in ("repair_runs=none", "picrosser.repairing.repair_runs:repair_runs", "a:b=x"):
        with pytest.raises(ValueError, match="MODULE:FUNCTION"):
            ablate.rule_named(text)
