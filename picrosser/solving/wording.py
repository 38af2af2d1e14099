"""A finding in, the sentence that explains it out: "row 3: blue must be at column 4: every way to ..."."""

from __future__ import annotations

from collections.abc import Sequence

from picrosser.puzzles.checking import Axis
from picrosser.solving.deduction import Rule
from picrosser.solving.reasoning import Finding, Places, Reasoning
from picrosser.solving.wording_rules import because


class Wording:
    """How to speak of one puzzle's lines and colours.

    rows : how many of the board's lines are rows; the rest are columns.
    names : the names of the colours, blank first.
    """

    def __init__(self, rows: int, names: Sequence[str]) -> None:
        self._rows = rows
        self._names = names

    def axis(self, line: int) -> tuple[Axis, int]:
        """Which row or column, from 0, a line of the board is."""
        return ("row", line) if line < self._rows else ("column", line - self._rows)

    def name(self, colour: int) -> str:
        """The name of a colour, 0 for blank."""
        return self._names[colour]

    def sentence(self, reasoning: Reasoning, finding: Finding) -> str:
        """What is found, why, and what has to be known for it; without a full stop."""
        axis, number = self.axis(finding.line)
        place = f"{axis} {number + 1}"
        notes = self._notes(reasoning, finding)
        if finding.rule is Rule.COMPLETE and finding.never:
            return f"{place} has no {self._names[finding.never[0][0]]} left"
        verb = "must be" if finding.must else "cannot be"
        what = self._where(axis, finding.must or finding.never, verb)
        return "; ".join([f"{place}: {what}: {self._because(reasoning, finding)}", *notes])

    def _where(self, axis: Axis, places: Places, verb: str) -> str:
        """Places in words: "blue must be at columns 4 and 5, red at column 7"."""
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
        """The exclusions that a finding needs: those that a glance shows, then those that it does not."""
        glance: dict[int, list[int]] = {}
        known: dict[int, int] = {}
        for number in reasoning.premises(finding):
            other = reasoning.taken[number]
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
        """Lines in words: "row 3 and columns 1 and 2"."""
        found = []
        for axis in ("row", "column"):
            numbers = [number for own, number in map(self.axis, sorted(set(lines))) if own == axis]
            if numbers:
                found.append(_numbered(axis, numbers))
        return listed(found, "and")


def crossing(axis: Axis, positions: int) -> str:
    """A set of positions in words, "columns 4 and 5" for those of a row."""
    numbers = [position for position in range(positions.bit_length()) if positions >> position & 1]
    return _numbered("column" if axis == "row" else "row", numbers)


def _numbered(noun: str, numbers: Sequence[int]) -> str:
    """Numbers from 1; three and more that follow one another become "4 to 7"."""
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
    """Words in a row: "a", "a or b", "a, b or c"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
