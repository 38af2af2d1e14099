"""Words deductions: "row 3: blue must be at column 4: every way to place its run of 5 covers it".

`Wording` makes whole sentences about a puzzle's lines and colours; `because` words the reason for one rule,
in terms of counts or of runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from picrosser.puzzles.checking import Axis
from picrosser.solving.deduction import Rule
from picrosser.solving.reasoning import Finding, Places, Reasoning
from picrosser.solving.rules.counts import CountRule
from picrosser.solving.rules.counts_propagation import Kind
from picrosser.solving.rules.rule import LineRule
from picrosser.solving.rules.runs import RunRule

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class Wording:
    """The words for one puzzle's lines and colours.

    rows : the number of rows; the board's other lines are columns.
    names : the names of the colours, blank first.
    """

    def __init__(self, rows: int, names: Sequence[str]) -> None:
        self._rows = rows
        self._names = names

    def axis(self, line: int) -> tuple[Axis, int]:
        """The row or column, counted from 0, that a line number of the board stands for."""
        return ("row", line) if line < self._rows else ("column", line - self._rows)

    def name(self, colour: int) -> str:
        """The name of a colour, 0 for blank."""
        return self._names[colour]

    def sentence(self, reasoning: Reasoning, finding: Finding) -> str:
        """What was found, why, and what one has to know for it; without a full stop."""
        axis, number = self.axis(finding.line)
        place = f"{axis} {number + 1}"
        notes = self._notes(reasoning, finding)
        if finding.rule is Rule.COMPLETE and finding.never:
            return f"{place} has no {self._names[finding.never[0][0]]} left"
        verb = "must be" if finding.must else "cannot be"
        what = self._where(axis, finding.must or finding.never, verb)
        return "; ".join([f"{place}: {what}: {self._because(reasoning, finding)}", *notes])

    def _where(self, axis: Axis, places: Places, verb: str) -> str:
        """Name places: "blue must be at columns 4 and 5, red at column 7"."""
        parts = [
            f"{self._names[colour]} {verb if not n else ''} at {crossing(axis, positions)}".replace("  ", " ")
            for n, (colour, positions) in enumerate(places)
        ]
        return (", " if verb == "must be" else ", nor ").join(parts)

    def _because(self, reasoning: Reasoning, finding: Finding) -> str:
        axis, _ = self.axis(finding.line)
        colour, positions = (finding.must or finding.never)[0]
        return because(
            reasoning.board.rules[finding.line],
            finding.rule,
            colour,
            finding.run,
            positions.bit_count(),
            axis,
            had=reasoning.given(finding.line, colour).bit_count(),
            must=bool(finding.must),
        )

    def _notes(self, reasoning: Reasoning, finding: Finding) -> list[str]:
        """Name the exclusions that a finding needs: first those that a glance shows, then the others."""
        glance: dict[int, list[int]] = {}
        known: dict[int, int] = {}
        for number in reasoning.premises(finding):
            other = reasoning.recorded[number]
            for colour, positions in reasoning.effect(number, finding.line):
                if other.rule is not Rule.COMPLETE:
                    known[colour] = known.get(colour, 0) | positions
                elif reasoning.board.rules[other.line].total(colour) or colour:
                    glance.setdefault(colour, []).append(other.line)
        missing: dict[tuple[int, ...], list[str]] = {}
        for colour, lines in sorted(glance.items()):
            missing.setdefault(tuple(sorted(lines)), []).append(self._names[colour])
        seen = [
            f"{self._lines(lines)} {'has' if len(lines) == 1 else 'have'} no {listed(names, 'or')} left"
            for lines, names in missing.items()
        ]
        axis, _ = self.axis(finding.line)
        earlier = self._where(axis, tuple(sorted(known.items())), "cannot be")
        return [*([", ".join(seen)] if seen else []), *([f"as shown before, {earlier}"] if known else [])]

    def _lines(self, lines: Sequence[int]) -> str:
        """Name lines: "row 3 and columns 1 and 2"."""
        found = []
        for axis in ("row", "column"):
            numbers = [number for own, number in map(self.axis, sorted(set(lines))) if own == axis]
            if numbers:
                found.append(_numbered(axis, numbers))
        return listed(found, "and")


def crossing(axis: Axis, positions: int) -> str:
    """Name a set of positions of a line: "columns 4 and 5" for positions of a row."""
    numbers = [position for position in range(positions.bit_length()) if positions >> position & 1]
    return _numbered("column" if axis == "row" else "row", numbers)


def _numbered(noun: str, numbers: Sequence[int]) -> str:
    """Count from 1; three or more consecutive numbers become "4 to 7"."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and groups[-1][-1] == number - 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    words: list[str] = []
    for group in groups:
        words += [f"{group[0] + 1} to {group[-1] + 1}"] if len(group) > 2 else [str(n + 1) for n in group]
    return f"{noun if len(numbers) == 1 else noun + 's'} {listed(words, 'and')}"


def listed(words: Sequence[str], last: str) -> str:
    """Join words: "a", "a or b", "a, b or c"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


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

    hints : the line's rule.
    rule, colour : the reason, and the colour.
    run : the run, from 0, that shows it; -1 if several do, or if the hints are no runs.
    cells : the number of cells that are decided or excluded.
    axis : the line's axis.
    had : the number of cells of the line that already have the colour.
    must : the colour must be there; False if it cannot.
    """
    if rule is Rule.COMPLETE:
        return _because_complete(hints, axis, bool(colour))
    if rule is Rule.CROSSING:
        return "no other colour is left there"
    if rule is Rule.ARRANGEMENTS:
        if must:
            return f"all remaining arrangements of the {axis} agree on that"
        return f"no remaining arrangement of the {axis} has it there"
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
    """Why a line's runs decide some cells, or exclude a colour there; parameters as in `because`."""
    it = "it" if cells == 1 else "them"
    if rule is Rule.OVERLAP:
        return f"every way to place its {_named(hints, run)} covers {it}"
    if rule is Rule.GAP:
        return f"a run whose place is known ends beside {it}"
    if rule is Rule.SPLIT:
        return "the run would be too long"
    return f"no run can cover {it}"


def _named(hints: RunRule, run: int) -> str:
    """Name a run: "run of 5", or "second run (of 5)"."""
    assert hints.runs is not None
    length, _ = hints.runs[run]
    if len(hints.runs) == 1:
        return f"run of {length}"
    return f"{_ordinal(run + 1)} run (of {length})"


def _ordinal(number: int) -> str:
    """An ordinal number: "first", "11th", "21st"."""
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    suffix = "th" if 10 < number % 100 < 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _because_of_counts(rule: Rule, demand: tuple[Kind, int], had: int, cells: int, *, must: bool) -> str:
    """Why a colour must be in some cells of a line, or cannot be; `demand` as in `CountRule`."""
    kind, count = demand
    it = "it" if cells == 1 else "them"
    run = f"run of {count}" if kind == Kind.RUN else "run"
    if rule is Rule.REMAINING:
        return _because_remaining(count, had)
    if rule is Rule.JOIN:
        return "its cells must form one run, without gaps"
    if rule is Rule.OVERLAP:
        return f"every way to place its {run} covers {it}"
    if rule is Rule.REACH:
        return f"its {run} {'does not reach' if had else 'does not fit'} there"
    if rule is Rule.SPLIT and kind == Kind.SPLIT:
        if must:
            return f"without {it} there is only room for one run, but its {count} is not circled"
        return f"all {count} cells would form one run, but its {count} is not circled"
    return "otherwise its cells would form one run, but its hint is not circled"


def _because_remaining(count: int, had: int) -> str:
    if had:
        needs = count - had
        return f"it needs {needs} more cell{'s' * (needs > 1)}, and there is no room elsewhere"
    return f"it needs {count} cell{'s' * (count > 1)}, and there is no room elsewhere"
