"""Find the one nonogram that the evidence about the digits states, or the reasons for doubt.

A reading of the digits (see `spelling`) is accepted if each line has room for its runs, rows and columns
state equally many cells of each colour, and the puzzle has exactly one solution. So few misread puzzles
satisfy this that one which does is right; if two do, neither is trusted. If none does, some hints may be
hidden, see `hidden_runs`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from picrosser.puzzles.doubt import Doubt, HintPlace, doubt_about_picture
from picrosser.puzzles.hints_by_hand import LEFT_OPEN, fix_text
from picrosser.puzzles.nonogram import ONE_COLOUR, Nonogram, StatedRuns, room_needed
from picrosser.puzzles.nonogram_evidence import NonogramEvidence, in_one_colour, merge_shades
from picrosser.repairing.hidden_runs import blank_outer_lines, fill_in_hidden, lines_without_hints
from picrosser.repairing.misread_lines import correct_misread_lines
from picrosser.repairing.spelling import (
    MAX_SOLVED,
    Digits,
    HintsSeen,
    cells_per_colour,
    changed_digits,
    length_of,
    puzzle_of,
    puzzles,
    rivals_of,
    solve_before,
    spellings,
    uniquely_solvable,
)
from picrosser.running.deadline import NO_DEADLINE, Deadline
from picrosser.solving.outcome import Outcome, Status

# Shapes changed at once; if more of them are misread, the typeface is unknown. On a photographed page only
# two: with three, one of 300 drawn ones, of 45 x 35 cells with a lost digit, was read as another puzzle.
MAX_CHANGED, MAX_CHANGED_ON_PAGE = 3, 2
# A puzzle needs this many lines for each shape that is changed together with others. Among the hundreds of
# readings of a small puzzle with more changes, a wrong one may well have exactly one solution.
MIN_LINES_PER_CHANGE = 6
# Two shapes that are read as one digit are in doubt if they are so many times as unlike as one of them and
# what is read as another digit. Of 1,858 shapes in 245 pictures that are read right, none has 2. Of 12,359
# planted misreadings, of a whole shape as another digit of its page, 45 % have more.
MAX_UNLIKE = 2.5
# Of all cells: rows and columns differ by more, all colours together, if these only mark hints (one program
# has 0.5). So do up to 0.7 in puzzles whose colours were misread, but these have no solution in one colour.
MAX_UNBALANCED = 0.25
MAY_BE_SHADES = doubt_about_picture("some digits may have faded, or may have a colour of their own")
NOT_ONE_SOLUTION = doubt_about_picture("no reading of the hints has exactly one solution")


@dataclass(frozen=True, slots=True)
class RunsRepaired:
    """The puzzle that the evidence states.

    puzzle : the reading; if in doubt the likeliest one, or None if the digits form no puzzle.
    outcome : the puzzle's solutions; None if no puzzle fits.
    doubts : why the reading is not certain; empty if it is.
    rivals : the readings that fit, if there are several; the right one is among them.
    filled : the lines whose hints were hidden or misread, and were filled in from the solution.
    """

    puzzle: Nonogram | None
    outcome: Outcome | None
    doubts: tuple[Doubt, ...]
    rivals: tuple[Nonogram, ...] = ()
    filled: tuple[HintPlace, ...] = ()


def repair_runs(
    evidence: NonogramEvidence,
    deadline: Deadline = NO_DEADLINE,
    *,
    max_changed: int = MAX_CHANGED,
    corrects: bool = False,
) -> RunsRepaired:
    """Find the reading that the evidence, the rules and the solver agree on.

    If the digits' colours may be mere marks, or shades of each other, the evidence is read both with and
    without them; hardly ever can both be solved. Colours that do not add up at all may be marks, too.

    max_changed : digits that look alike count as one; so many at most are other ones than they look like.
    corrects : where nothing fits, a few misread lines are corrected by the others, see `misread_lines`.
    Raises TimeLimitError: the time was up before all readings were compared.
    """
    settled = partial(_settled, deadline=deadline, max_changed=max_changed, corrects=corrects)
    if evidence.shade_of:
        more = settled(replace(evidence, single_colour=None, shade_of=()))
        fewer = repair_runs(merge_shades(evidence), deadline, max_changed=max_changed, corrects=corrects)
        doubt = MAY_BE_SHADES
        if fewer.filled and not fewer.doubts:  # two guesses, of a hint and of its colour, may fit by chance
            fewer = replace(fewer, doubts=(doubt,))
    elif evidence.single_colour is not None and len(evidence.palette) > ONE_COLOUR:
        more = settled(evidence)
        fewer = settled(in_one_colour(evidence, evidence.single_colour), max_changed=min(max_changed, 1))
        doubt = doubt_about_picture("the colours of the digits may not belong to the puzzle")
    else:
        plain = settled(evidence)
        if plain.outcome is not None or plain.puzzle is None or not _are_unbalanced(plain.puzzle):
            return plain
        inks = Counter(colour for line in evidence.lines for colour in line.colours)
        commonest = evidence.palette[inks.most_common(1)[0][0]]
        marked = settled(in_one_colour(evidence, commonest), max_changed=min(max_changed, 1))
        return plain if marked.outcome is None else marked
    if more.doubts == (NOT_ONE_SOLUTION,) and fewer.outcome is None and fewer.doubts != more.doubts:
        return more  # its solutions may be several
    if more.puzzle is None or more.outcome is None or more.doubts or (more.filled and not fewer.filled):
        return fewer
    if fewer.puzzle is None or fewer.outcome is None:
        return more
    if same_up_to_colour_numbers(more.puzzle, fewer.puzzle):  # the other colours occur only in zeros
        return fewer
    return replace(more, doubts=(doubt,), rivals=(more.puzzle, fewer.puzzle))


def _are_unbalanced(puzzle: Nonogram) -> bool:
    """Whether rows and columns state so different numbers of cells of each colour that these may be none."""
    if puzzle.colours == 1 or None in (*puzzle.rows, *puzzle.cols):
        return False
    over, down = (cells_per_colour(lines) for lines in (puzzle.rows, puzzle.cols))
    apart = sum(abs(over[colour] - down[colour]) for colour in over | down)
    return apart > MAX_UNBALANCED * max(over.total(), down.total())


def same_up_to_colour_numbers(one: Nonogram, other: Nonogram) -> bool:
    """Whether two puzzles are equal, except perhaps for the numbers of their colours."""
    if one.shape != other.shape or one.numbers != other.numbers:
        return False
    colours = [
        [run.colour for runs in (*puzzle.rows, *puzzle.cols) for run in runs or ()] for puzzle in (one, other)
    ]
    return len(set(zip(*colours, strict=True))) == len(set(colours[0])) == len(set(colours[1]))


def _settled(
    evidence: NonogramEvidence, *, deadline: Deadline, max_changed: int, corrects: bool
) -> RunsRepaired:
    """The reading of evidence whose colours are taken as they are."""
    seen = HintsSeen.of(evidence, deadline)
    found: dict[Nonogram, Outcome] = {}
    given_up: list[Digits] = []
    most = max(1, min(max_changed, len(evidence.lines) // MIN_LINES_PER_CHANGE))
    is_small = len(evidence.lines) < 2 * MIN_LINES_PER_CHANGE
    are_cut = any(all(line.may_be_cut_off for line in lines) for lines in (evidence.rows, evidence.cols))
    if are_cut or (is_small and lines_without_hints(evidence)):
        most = 0  # lost hints explain the sums, too
    for count in range(1 + most):
        changed = [digits for digits, _ in changed_digits(evidence, seen.best, count)]
        found = _solvable_with_rivals(seen, changed)
        if found:
            break
        given_up += changed
    filled: tuple[int, ...] = ()
    if not found:
        found, filled = fill_in_hidden(seen)
    if not found and corrects:
        found, filled = correct_misread_lines(seen)
    if not found:
        fitting, likely = tuple(puzzles(seen, [seen.best])), _likeliest(seen)
        return RunsRepaired(likely, None, _misfits(evidence, likely), fitting if len(fitting) > 1 else ())
    if given_up and not filled:
        found = _with_several_solutions(seen, given_up) | found
    puzzle, outcome = next(iter(found.items()))
    places = tuple(evidence.place(at) for at in filled)
    if len(found) > 1:
        place, (read, *others) = _most_different(evidence, list(found))
        doubt = Doubt(place, read, tuple(others), f"{len(found)} readings fit")
        return RunsRepaired(puzzle, outcome, (doubt,), tuple(found), places)
    return RunsRepaired(puzzle, outcome, tuple(_oddities(evidence, puzzle, filled)), (), places)


def likeliest_puzzle(evidence: NonogramEvidence) -> Nonogram | None:
    """What the digits state if each is what it looks like; None if that is no puzzle."""
    return _likeliest(HintsSeen.of(evidence))


def _likeliest(seen: HintsSeen) -> Nonogram | None:
    """The first fitting puzzle that the likeliest digits spell, or else the one with the fewest misfits."""
    fitting = next(puzzles(seen, [seen.best]), None)
    if fitting is not None:
        return fitting
    stated = (puzzle_of(seen.evidence, joined, seen.best) for joined in seen.joins)
    return min(
        (puzzle for puzzle in stated if puzzle is not None),
        key=lambda puzzle: len(_misfits(seen.evidence, puzzle)),
        default=None,
    )


def _with_several_solutions(seen: HintsSeen, readings: Sequence[Digits]) -> dict[Nonogram, Outcome]:
    """The likeliest fitting reading with several solutions: misread digits hardly ever add up."""
    for puzzle in islice(puzzles(seen, readings), MAX_SOLVED):
        outcome = solve_before(seen.deadline, puzzle)
        if outcome.status is Status.SEVERAL:
            return {puzzle: outcome}
    return {}


def _solvable_with_rivals(seen: HintsSeen, readings: Sequence[Digits]) -> dict[Nonogram, Outcome]:
    """The uniquely solvable puzzles among readings, and those that one or two further changes state."""
    found = uniquely_solvable(seen, readings)
    if not found:
        return found
    every = spellings(seen, readings)
    solvable = {seen.best, *(spelling.digits for spelling in every if spelling.puzzle in found)}
    rivals = [
        digits
        for solved in sorted(solvable)
        for count in (1, 2)
        for digits in rivals_of(seen.evidence, solved, count)
    ]
    return found | uniquely_solvable(seen, rivals)


def _oddities(evidence: NonogramEvidence, puzzle: Nonogram, filled: Sequence[int]) -> list[Doubt]:
    """Reasons to doubt the only reading that fits."""
    doubts = [
        Doubt(evidence.place(at), None, (), "something there is not a digit")
        for at, line in enumerate(evidence.lines)
        if line.has_non_digit and at not in filled
    ]
    doubts += _unlike_digits(evidence, puzzle)
    # Nothing else would show that a supposed first or last line of the board is only a frame or a shadow.
    runs = (*puzzle.rows, *puzzle.cols)
    if not any(runs):  # no puzzle has an empty picture; a row of frames may look like zeros
        doubts.append(doubt_about_picture("every line seems to state 0"))
    at_edge = [at for at in blank_outer_lines(evidence) if not runs[at]]
    why = "it shows no hints and lies at the edge of the board"
    return doubts + [Doubt(evidence.place(at), StatedRuns(()), (), why) for at in at_edge]


def _unlike_digits(evidence: NonogramEvidence, puzzle: Nonogram) -> Iterator[Doubt]:
    """Doubts about shapes that look unlike others read as the same digit, and more like those of another."""
    digits, places = _digits_read(evidence, puzzle)
    for shape, digit in digits.items():
        apart = {other: evidence.unlike[shape][other] for other in digits if other != shape}
        alike = [apart[other] for other in apart if digits[other] == digit]
        nearest = min(
            (other for other in apart if digits[other] != digit), key=apart.__getitem__, default=None
        )
        if alike and nearest is not None and min(alike) > MAX_UNLIKE * apart[nearest]:
            why = f"a {digit} looks unlike other {digit}s here, and more like a {digits[nearest]}"
            yield Doubt(evidence.place(places[shape]), None, (), why)


def _digits_read(evidence: NonogramEvidence, puzzle: Nonogram) -> tuple[dict[int, int], dict[int, int]]:
    """The digit that a puzzle states for each shape seen, and a line in which it occurs."""
    digits: dict[int, int] = {}
    places: dict[int, int] = {}
    for at, (line, runs) in enumerate(zip(evidence.lines, (*puzzle.rows, *puzzle.cols), strict=True)):
        text = "".join(str(run.length) for run in runs or ())
        if len(text) == len(line.shapes):
            for shape, digit in zip(line.shapes, text, strict=True):
                if shape < len(evidence.unlike):
                    digits[shape], places[shape] = int(digit), at
    return digits, places


def _misfits(evidence: NonogramEvidence, puzzle: Nonogram | None) -> tuple[Doubt, ...]:
    """Why the likeliest reading cannot be right: misfitting lines, unequal totals, or no single solution."""
    if puzzle is None:
        return (doubt_about_picture("the digits beside the board do not form a puzzle"),)
    found: list[Doubt] = []
    for at, line in enumerate((*puzzle.rows, *puzzle.cols)):
        room = length_of(at, puzzle.shape)
        if line is not None and room_needed(line) > room:
            why = f"this does not fit into {room} cells"
            found.append(Doubt(evidence.place(at), StatedRuns(line), (), why))
    over, down = (sum(cells_per_colour(lines).values()) for lines in (puzzle.rows, puzzle.cols))
    if over != down and None not in (*puzzle.rows, *puzzle.cols):
        found.append(doubt_about_picture(f"the rows state {over} cells, the columns {down}"))
    blank = [evidence.place(at) for at in lines_without_hints(evidence)]
    if len(blank) == 1:
        found.append(Doubt(blank[0], None, (), "no hints were found there"))
    elif blank:
        found.append(doubt_about_picture(f"no hints were found at {', '.join(map(str, blank))}"))
    return tuple(found) or (NOT_ONE_SOLUTION,)


def suggested_lines(evidence: NonogramEvidence, settled: RunsRepaired) -> tuple[str, ...]:
    """Lines that may settle the doubts if the user sets one of them, as `--fix` takes them, likeliest first.

    `r3=...` stands for a line whose runs only the user can know. Between rivals it is the line with the most
    different readings; otherwise a line that is doubted, or that cannot be what it was read as.
    """
    if len(settled.rivals) > 1:
        place, stated = _most_different(evidence, settled.rivals)
        return tuple(fix_text(place, runs) for runs in stated) if len(stated) > 1 else ()
    lines = () if settled.puzzle is None else (*settled.puzzle.rows, *settled.puzzle.cols)
    odd = [at for at, line in enumerate(evidence.lines) if line.has_non_digit and lines]
    if settled.outcome is None:  # nothing fits
        unfit = [
            at for at, runs in enumerate(lines) if room_needed(runs or ()) > length_of(at, evidence.shape)
        ]
        open_lines = (evidence.place(at) for at in [*unfit, *lines_without_hints(evidence), *odd][:1])
        return tuple(f"{place.axis[0]}{place.line + 1}{LEFT_OPEN}" for place in open_lines)
    doubted = odd or [at for at in blank_outer_lines(evidence) if lines and not lines[at]]
    return tuple(fix_text(evidence.place(at), StatedRuns(lines[at])) for at in doubted[:1])


def _most_different(
    evidence: NonogramEvidence, rivals: Sequence[Nonogram]
) -> tuple[HintPlace, list[StatedRuns]]:
    """The line that has the most different readings among rivals, and these."""
    lines = zip(*((*rival.rows, *rival.cols) for rival in rivals), strict=True)
    readings = [list(dict.fromkeys(line)) for line in lines]
    at = max(range(len(readings)), key=lambda line: len(readings[line]))
    return evidence.place(at), list(map(StatedRuns, readings[at]))
