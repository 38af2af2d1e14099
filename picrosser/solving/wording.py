"""Words deductions and steps: "row 3: fill columns 4-7: wherever the 7 lies, it covers them".

`Wording` makes whole sentences about a puzzle's lines and colours, in the words of its game: cells of a black
nonogram are filled or crossed out, those of other puzzles are painted in a colour. `because` words the reason
for one rule, in terms of counts or of runs.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from picrosser.puzzles.checking import Axis, LinePuzzle
from picrosser.puzzles.colour_names import BLANK, colour_names
from picrosser.puzzles.displayed import listed, numbered
from picrosser.puzzles.nonogram import Nonogram
from picrosser.puzzles.picture import Cell, cell_name
from picrosser.solving.board import Board
from picrosser.solving.deduction import Rule
from picrosser.solving.outcome import Difficulty, Step, StepListener
from picrosser.solving.puzzle_board import axis_of
from picrosser.solving.reasoning import Finding, Places, Reasoning
from picrosser.solving.rules.counts import CountRule, Kind
from picrosser.solving.rules.positions import bits, in_one_only
from picrosser.solving.rules.rule import LineRule, Reason
from picrosser.solving.rules.runs import RunRule

# What a hint says of its rule when it names no cell.
_METHODS: dict[Rule, str] = {
    Rule.CROSSING: "the lines that cross it leave one choice for a cell",
    Rule.ARRANGEMENTS: "all ways to complete it have some cells in common",
}
_METHODS_OF_RUNS = _METHODS | {
    Rule.GAP: "a run is complete",
    Rule.OVERLAP: "wherever one of its runs lies, it covers some cells",
    Rule.REACH: "no run reaches some cells",
    Rule.SPLIT: "some cell would make a run too long",
}
_METHODS_OF_COUNTS = _METHODS | {
    Rule.JOIN: "the cells of a circled colour have no gaps between them",
    Rule.REMAINING: "a colour has only as many places left as it needs",
    Rule.OVERLAP: "wherever a circled colour lies, it covers some cells",
    Rule.REACH: "the run of a circled colour does not reach some cells",
    Rule.SPLIT: "a colour without a circle needs at least two runs",
}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def cell_words(puzzle: LinePuzzle) -> tuple[str, ...]:
    """What cells of each value are: "blank" and the colours' names, or "filled" if there is only one."""
    if isinstance(puzzle, Nonogram) and puzzle.colours == 1:
        return BLANK, "filled"
    return colour_names(puzzle.palette)


class Wording:
    """The words for one puzzle's lines and colours.

    names : what cells of each colour are: "blue", "blank", or "filled" where there is one colour.
    """

    def __init__(self, puzzle: LinePuzzle) -> None:
        self._puzzle = puzzle
        self.names = cell_words(puzzle)
        self._crosses = isinstance(puzzle, Nonogram)
        self._fills = self._crosses and puzzle.colours == 1

    def otherwise(self, line: int) -> str:
        """Why an assumption is refuted: it makes a line impossible."""
        return f"otherwise {self.lines([line])} could not be completed"

    def sentence(self, reasoning: Reasoning, finding: Finding) -> str:
        """What was found, why, and what one has to know for it; without a full stop."""
        axis, _ = axis_of(self._puzzle, finding.line)
        place = self.lines([finding.line])
        notes = self._notes(reasoning, finding)
        if finding.rule is Rule.COMPLETE and finding.never:
            return f"{place} {self._have_no_more([finding.never[0][0]], several=False)}"
        what = self.order(axis, finding.must) if finding.must else self._exclusion(axis, finding.never)
        return "; ".join([f"{place}: {what}: {self.reason(reasoning, finding)}", *notes])

    def order(self, axis: Axis, places: Places) -> str:
        """What to do with cells of a line: "paint columns 4 and 5 blue, cross out column 7"."""
        parts = []
        for colour, positions in places:
            cells = crossing(axis, positions)
            if colour and self._fills:
                parts.append(f"fill {cells}")
            elif colour:
                parts.append(f"paint {cells} {self.names[colour]}")
            else:
                parts.append(f"cross out {cells}" if self._crosses else f"leave {cells} blank")
        return ", ".join(parts)

    def _exclusion(self, axis: Axis, places: Places) -> str:
        """What cells of a line cannot be: "column 4 cannot be blue, column 5 cannot be red"."""
        return ", ".join(
            f"{crossing(axis, positions)} cannot be {self.names[colour]}" for colour, positions in places
        )

    def _have_no_more(self, colours: Sequence[int], several: bool) -> str:
        """That a line, or several, have all cells of these colours: "has no blue or red left"."""
        if self._fills and list(colours) == [1]:
            return "are finished" if several else "is finished"
        verb = "have" if several else "has"
        return f"{verb} no {listed([self.names[colour] for colour in colours], 'or')} left"

    def method(self, reasoning: Reasoning, finding: Finding) -> str:
        """Which rule helps, without saying where in the line."""
        by_runs = isinstance(reasoning.board.rules[finding.line], RunRule)
        if finding.rule is Rule.COMPLETE:
            plain = by_runs and (self._fills or not (finding.must or finding.never)[0][0])
            return self.reason(reasoning, finding) if plain else "only one colour is left for its open cells"
        return (_METHODS_OF_RUNS if by_runs else _METHODS_OF_COUNTS)[finding.rule]

    def together(self, lines: Sequence[int], rule: Rule, has_runs: bool) -> str:
        """The sentence for lines in which one rule shows blank cells.

        rule : COMPLETE or GAP.
        has_runs : the lines have runs; False if their hints are 0.
        """
        if rule is Rule.GAP:
            why = "a run is complete: cross out the cells beside it"
        elif has_runs:
            why = "all runs are placed: cross out the rest"
        else:
            why = "the hints are 0: cross out all cells"
        return f"{self.lines(lines)}: {why}"

    def reason(self, reasoning: Reasoning, finding: Finding) -> str:
        axis, _ = axis_of(self._puzzle, finding.line)
        colour, positions = (finding.must or finding.never)[0]
        must, never = (positions, 0) if finding.must else (0, positions)
        found = Reason(finding.rule, colour, must, never, finding.run)
        had = reasoning.given[finding.line][colour].bit_count()
        rule = reasoning.board.rules[finding.line]
        return because(rule, found, axis, had, room=reasoning.room(finding))

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
        missing: dict[tuple[int, ...], list[int]] = {}
        for colour, lines in sorted(glance.items()):
            missing.setdefault(tuple(sorted(lines)), []).append(colour)
        seen = [
            f"{self.lines(lines)} {self._have_no_more(colours, len(lines) > 1)}"
            for lines, colours in missing.items()
        ]
        axis, _ = axis_of(self._puzzle, finding.line)
        earlier = self._exclusion(axis, tuple(sorted(known.items())))
        return [*([", ".join(seen)] if seen else []), *([f"as shown before, {earlier}"] if known else [])]

    def lines(self, lines: Sequence[int]) -> str:
        """Name lines: "row 3 and columns 1 and 2"."""
        places = (axis_of(self._puzzle, line) for line in sorted(set(lines)))
        by_axis = groupby(places, key=itemgetter(0))
        return listed([numbered(axis, [number for _, number in own]) for axis, own in by_axis], "and")


def crossing(axis: Axis, positions: int) -> str:
    """Name a set of positions of a line: "columns 4 and 5" for positions of a row."""
    numbers = [position for position in range(positions.bit_length()) if positions >> position & 1]
    return numbered("column" if axis == "row" else "row", numbers)


def because(hints: LineRule, found: Reason, axis: Axis, had: int, room: int = 0) -> str:
    """Why a line has a colour in some cells, or cannot have it there.

    hints, found : the line's rule, and what it shows.
    had : the number of cells of the line that already have the colour.
    room : the positions that the run can cover, as a set of bits; 0 if that is not known.
    """
    rule, colour, must = found.rule, found.colour, bool(found.must)
    it = "it" if (found.must or found.never).bit_count() == 1 else "them"
    if rule is Rule.COMPLETE:
        return _because_complete(hints, axis, bool(colour))
    if rule is Rule.OVERLAP:
        return _because_of_overlap(*_run_of(hints, colour, found.run), hints.length, room, axis, it)
    if rule is Rule.CROSSING:
        return "no other colour is left there"
    if rule is Rule.ARRANGEMENTS:
        if must:
            return f"all remaining arrangements of the {axis} agree on that"
        return f"no remaining arrangement of the {axis} has it there"
    if isinstance(hints, RunRule):
        return {
            Rule.GAP: f"a complete run ends beside {it}",
            Rule.SPLIT: "the run would be too long",
            Rule.REACH: f"no run can cover {it}",
        }[rule]
    assert isinstance(hints, CountRule)
    return _because_of_counts(rule, *hints.demands[colour], had, it, must=must)


def _because_complete(rule: LineRule, axis: Axis, coloured: bool) -> str:
    """Why all open cells of a line have one colour, or are blank."""
    if isinstance(rule, RunRule):
        if not coloured:
            return "all runs are placed" if rule.runs else "the hint is 0"
        if rule.colours == 1:
            full = rule.total(1) == rule.length
            return f"its hint fills the {axis}" if full else f"all blank cells of the {axis} are known"
    if sum(rule.total(colour) != 0 for colour in range(len(rule.start()))) == 1:
        return f"it is the only colour of the {axis}"
    return f"every other colour of the {axis} is complete"


def _because_of_overlap(named: str, length: int, line_length: int, room: int, axis: Axis, it: str) -> str:
    """Why a run covers some cells; `length` is its own, `room` as in `because`."""
    first, end = (room & -room).bit_length() - 1, room.bit_length()
    if room and end - first == length:
        return f"{named} fits nowhere else"
    # Room with holes is not easy to say.
    if room.bit_count() < end - first or end - first == line_length:
        return f"wherever {named} lies, it covers {it}"
    return f"{named} fits only in {crossing(axis, room)}, so it always covers {it}"


def _run_of(hints: LineRule, colour: int, run: int) -> tuple[str, int]:
    """The name of a run and its length: "the 5", or "the second 5" where there are several."""
    if isinstance(hints, RunRule):
        assert hints.runs is not None
        length, _ = hints.runs[run]
        same = [number for number, (other, _) in enumerate(hints.runs) if other == length]
        which = "" if len(same) == 1 else f"{_ordinal(same.index(run) + 1)} "
        return f"the {which}{length}", length
    assert isinstance(hints, CountRule)
    _, count = hints.demands[colour]
    return f"the {count}", count


def _ordinal(number: int) -> str:
    """An ordinal number: "first", "11th", "21st"."""
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    suffix = "th" if 10 < number % 100 < 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _because_of_counts(rule: Rule, kind: Kind, count: int, had: int, it: str, *, must: bool) -> str:
    """Why a colour must be in some cells of a line, or cannot be; `kind` and `count` as in `CountRule`."""
    if rule is Rule.REMAINING:
        needs = count - had
        needed = f"{needs}{' more' if had else ''} cell{'s' * (needs > 1)}"
        return f"it needs {needed}, and there is no room elsewhere"
    if rule is Rule.JOIN:
        return "its cells must form one run, without gaps"
    if rule is Rule.REACH:
        run = f"run of {count}" if kind == Kind.RUN else "run"
        return f"its {run} {'does not reach' if had else 'does not fit'} there"
    if rule is Rule.SPLIT and kind == Kind.SPLIT:
        if must:
            return f"without {it} there is only room for one run, but its {count} is not circled"
        return f"all {count} cells would form one run, but its {count} is not circled"
    return "otherwise its cells would form one run, but its hint is not circled"


class StepReporter:
    """Reports how `solve` solves a board to a listener, as steps with reasons.

    What propagation decided in a line becomes one step per reason. The reasons are those that `deduce` gives
    for hints; what takes more than one of them at once is reported as "all remaining arrangements agree".
    """

    def __init__(self, puzzle: LinePuzzle, board: Board, listener: StepListener) -> None:
        self._board = board
        self._listener = listener
        self._puzzle = puzzle
        self._wording = Wording(puzzle)
        self._reported: set[int] = set()
        self._number = 0
        board.on_pass = self._line

    def _line(self, line: int, before: Sequence[int]) -> None:
        """Report what propagating one line decided."""
        board, cells = self._board, self._board.layout.lines[line]
        decided = in_one_only(board.places[line])
        new = sum(
            1 << position
            for position, cell in enumerate(cells)
            if decided >> position & 1 and cell not in self._reported and cell not in board.given
        )
        if not new:
            return
        self._number += 1
        axis, _ = axis_of(self._puzzle, line)
        known = [may & in_one_only(before) & ~new for may in before]
        for reason in _reasons_of(board, line, new, before, known):
            why = because(board.rules[line], reason, axis, known[reason.colour].bit_count())
            what = self._wording.order(axis, ((reason.colour, reason.must),))
            text = f"{self._wording.lines([line])}: {what}: {why}"
            own = [(cells[bit.bit_length() - 1], reason.colour) for bit in bits(reason.must)]
            self._report(own, line, Difficulty.LINE, text, reason.rule)

    def refuted(self, cell: int, colour: int, line: int, left: Sequence[int]) -> None:
        """Report that a colour was excluded from a cell, since it would make a line impossible."""
        self._number += 1
        is_decided = len(left) == 1 and cell not in self._reported
        names = self._wording.names
        what = f"must be {names[left[0]]}" if is_decided else f"cannot be {names[colour]}"
        why = f"{cell_name(self._cell(cell))} {what}: {self._wording.otherwise(line)}"
        self._report([(cell, left[0])] if is_decided else [], None, Difficulty.PROBE, why, Rule.SEARCH)

    def search(self, solution: Mapping[int, int]) -> None:
        """Report the cells that only search decided."""
        self._number += 1
        cells = [(cell, colour) for cell, colour in sorted(solution.items()) if cell not in self._reported]
        why = "every other way leads to a contradiction"
        self._report(cells, None, Difficulty.SEARCH, why, Rule.SEARCH)

    def _report(
        self, cells: Sequence[tuple[int, int]], line: int | None, difficulty: Difficulty, why: str, rule: Rule
    ) -> None:
        self._reported.update(cell for cell, _ in cells)
        axis, number = (None, None) if line is None else axis_of(self._puzzle, line)
        places = tuple((self._cell(cell), colour) for cell, colour in sorted(cells))
        self._listener(Step(places, axis, number, difficulty, why, rule, self._number))

    def _cell(self, cell: int) -> Cell:
        return divmod(cell, self._puzzle.shape[1])


def _reasons_of(
    board: Board, line: int, new: int, before: Sequence[int], known: Sequence[int]
) -> list[Reason]:
    """The first reasons that show the newly decided positions, each with all of its positions in `must`."""
    reasons = board.rules[line].reasons(before, known) or []
    by_crossing = in_one_only(before)
    found: dict[Reason, int] = {}
    for bit in bits(new):
        colour = next(colour for colour, may in enumerate(board.places[line]) if may & bit)
        if by_crossing & bit:
            why = Reason(Rule.CROSSING, colour)
        else:
            showing = (one._replace(must=0) for one in reasons if one.colour == colour and one.must & bit)
            why = next(showing, Reason(Rule.ARRANGEMENTS, colour))
        found[why] = found.get(why, 0) | bit
    return [why._replace(must=positions) for why, positions in found.items()]
