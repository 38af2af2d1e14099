"""Why a rule shows something in a line, as half a sentence: one function per family of hints."""

from __future__ import annotations

from picrosser.puzzles.checking import Axis
from picrosser.solving.deduction import Rule
from picrosser.solving.rules.counts import CountRule
from picrosser.solving.rules.counts_narrow import Kind
from picrosser.solving.rules.rule import LineRule
from picrosser.solving.rules.runs import RunRule

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def because(
    hints: LineRule,
    rule: Rule,
    colour: int,
    run: int,
    cells: int,
    axis: Axis,
    *,
    had: int = 0,
    must: bool = True,
) -> str:
    """Why a line has a colour in some cells, or cannot have it there.

    run : the run that shows it, from 0; -1 for several or where there are no runs.
    cells : how many cells are decided or excluded.
    had : how many cells of the line have the colour already.
    """
    if rule is Rule.COMPLETE:
        return _because_complete(hints, axis, bool(colour))
    if rule is Rule.CROSSING:
        return "no other colour is left there"
    if rule is Rule.ARRANGEMENTS:
        if must:
            return f"all arrangements of the {axis} that are left agree on that"
        return f"no arrangement of the {axis} that is left has it there"
    if isinstance(hints, RunRule):
        return _because_of_runs(rule, hints, run, cells)
    assert isinstance(hints, CountRule)
    return _because_of_counts(rule, hints.demands[colour], had, cells, must=must)


def _because_complete(rule: LineRule, axis: Axis, coloured: bool) -> str:
    """Why all open cells of a line have one colour, or are blank."""
    if isinstance(rule, RunRule) and not coloured:
        return f"the {axis} has all its runs" if rule.runs else f"the {axis} has no runs"
    if sum(rule.total(colour) != 0 for colour in range(len(rule.start()))) == 1:
        return f"it is the only colour of the {axis}"
    return f"every other colour of the {axis} is complete"


def _because_of_runs(rule: Rule, hints: RunRule, run: int, cells: int) -> str:
    """Why a line's runs decide some cells or exclude a colour there.

    run : the run that shows it, from 0; -1 for several.
    cells : how many are decided or excluded.
    """
    it = "it" if cells == 1 else "them"
    if rule is Rule.OVERLAP:
        return f"every way to place its {_named(hints, run)} covers {it}"
    if rule is Rule.GAP:
        return "a run whose place is known ends beside it"
    if rule is Rule.SPLIT:
        return "the run would be too long"
    return f"no run can cover {it}"


def _named(hints: RunRule, run: int) -> str:
    """A run in words: "run of 5", or "second run, of 5,"."""
    assert hints.runs is not None
    length, _ = hints.runs[run]
    if len(hints.runs) == 1:
        return f"run of {length}"
    ordinal = _ORDINALS[run] if run < len(_ORDINALS) else f"{run + 1}th"
    return f"{ordinal} run, of {length},"


def _because_of_counts(rule: Rule, demand: tuple[Kind, int], had: int, cells: int, *, must: bool) -> str:
    """Why one colour must be in some cells of a line, or cannot be.

    demand : as in `CountRule`.
    had : how many cells of the line have it already.
    cells : how many must have it, or cannot.
    """
    kind, count = demand
    it = "it" if cells == 1 else "them"
    run = f"run of {count}" if kind == Kind.RUN else "run"
    if rule is Rule.REMAINING:
        return _because_remaining(count, had)
    if rule is Rule.JOIN:
        return "it is one run, without gaps"
    if rule is Rule.OVERLAP:
        return f"every way to place its {run} covers {it}"
    if rule is Rule.REACH:
        return f"its {run} {'does not reach' if had else 'does not fit'} there"
    if rule is Rule.SPLIT and kind == Kind.SPLIT:
        if must:
            return f"without {it} there is only room for one run, and its {count} are not circled"
        return f"all {count} would be one run, and they are not circled"
    return "its cells, which are not circled, would be one run otherwise"


def _because_remaining(count: int, had: int) -> str:
    if had:
        needs = count - had
        return f"it needs {needs} more cell{'s' * (needs > 1)}, and there is no room elsewhere"
    return f"it needs {count} cell{'s' * (count > 1)}, and there is no room elsewhere"
