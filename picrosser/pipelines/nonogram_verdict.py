"""What became of a nonogram's screenshot, in one line; and which lines, set by hand, would settle a doubt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hints_by_hand import fix_text
from picrosser.puzzles.nonogram import Nonogram, Runs, StatedRuns, room_needed
from picrosser.puzzles.nonogram_evidence import NonogramEvidence
from picrosser.repairing.hidden_runs import blank_rims, made_up
from picrosser.repairing.runs import RunsSettled
from picrosser.solving.outcome import Outcome, Status
from picrosser.solving.outcome_words import EFFORT, counted

_SHARPER = "a sharper screenshot of the whole board may settle it"
_MOST = 3  # remedies in a verdict of one line


def describe_nonogram(puzzle: Nonogram, outcome: Outcome, filled: Sequence[str], seconds: float) -> str:
    """Kind, size, colours, unique or not, difficulty, time.

    filled : the lines whose hints were hidden.
    """
    rows, cols = puzzle.shape
    size = f"{cols} x {rows} nonogram, {counted(puzzle.colours, 'colour')}"
    hidden = f", hidden hints of {listed(filled)} filled in" if filled else ""
    return f"{size}{hidden}, {_answer(outcome)}, {seconds:.2f} s"


def describe_doubts(doubts: Sequence[str], remedies: Sequence[str]) -> str:
    """What is in doubt, and what would settle it."""
    return f"the hints are in doubt: {_told(doubts)}; {describe_remedies(remedies)}"


def describe_remedies(remedies: Sequence[str]) -> str:
    """What the user can do: lines to set by hand."""
    if not remedies:
        return f"{_SHARPER}, or a line set by hand like --fix 'r3=2 1 4'"
    fixes = [f"--fix '{fix}'" for fix in remedies[:_MOST]]
    if remedies[0].endswith("=..."):
        line = remedies[0].removesuffix("=...")
        return f"say what the line is with {fixes[0]}, or --fix {line}=? if nobody can tell"
    return f"{' or '.join(fixes)} would settle it"


def remedies(evidence: NonogramEvidence, settled: RunsSettled) -> tuple[str, ...]:
    """What `--fix` may be given, the likeliest first; `r3=...` where the line's runs are for the user to say.

    Of readings that rival each other, the line in which the most of them differ; else the lines that are
    doubted as they were read, or that cannot be what they were read as.
    """
    if len(settled.rivals) > 1:
        return _telling_line(settled.rivals)
    lines = () if settled.puzzle is None else (*settled.puzzle.rows, *settled.puzzle.cols)
    rows = len(evidence.rows)
    seen = (*evidence.rows, *evidence.cols)
    blank = [at for at, line in enumerate(seen) if not (line.shapes or line.unknown)]
    odd = [at for at, line in enumerate(seen) if line.strange and lines]
    if settled.outcome is None:  # nothing fits: these lines have not been read
        room = [len(evidence.cols if at < rows else evidence.rows) for at in range(len(lines))]
        unfit = [at for at, runs in enumerate(lines) if room_needed(runs or ()) > room[at]]
        return tuple(_to_say(_place(at, rows)) for at in [*unfit, *blank, *odd][:1])
    doubted = odd or [at for at in blank_rims(evidence) if lines and not lines[at]]
    hidden = made_up(evidence, settled.filled)
    if hidden and not doubted:
        return (_to_say(_place(hidden[0], rows)),)
    return tuple(fix_text(_place(at, rows), StatedRuns(lines[at])) for at in doubted[:1])


def _telling_line(rivals: Sequence[Nonogram]) -> tuple[str, ...]:
    """What the line may be that tells the most readings apart."""
    rows = len(rivals[0].rows)
    readings = [(*rival.rows, *rival.cols) for rival in rivals]
    per_line: list[list[Runs | None]] = [list(dict.fromkeys(line)) for line in zip(*readings, strict=True)]
    at = max(range(len(per_line)), key=lambda line: len(per_line[line]))
    if len(per_line[at]) < 2:
        return ()
    return tuple(fix_text(_place(at, rows), StatedRuns(runs)) for runs in per_line[at])


def _place(at: int, rows: int) -> HintPlace:
    return HintPlace("row", at, -1) if at < rows else HintPlace("column", at - rows, -1)


def _to_say(place: HintPlace) -> str:
    return f"{place.axis[0]}{place.line + 1}=..."


def _told(doubts: Sequence[str]) -> str:
    """The first of the reasons, and how many more there are."""
    more = len(doubts) - 1
    return f"{doubts[0]}{f', and {more} more' if more > 0 else ''}"


def listed(places: Sequence[str]) -> str:
    """Places in words, the first few by name."""
    named = ", ".join(places[:_MOST])
    return f"{named} and {len(places) - _MOST} more" if len(places) > _MOST else named


def _answer(outcome: Outcome) -> str:
    return ", ".join(_parts(outcome))


def _parts(outcome: Outcome) -> Iterator[str]:
    if outcome.status is Status.UNIQUE:
        yield "the only solution"
    elif outcome.status is Status.SEVERAL:
        yield "more than one solution"
        yield f"{counted(len(outcome.differing), 'cell')} differ or more"
    elif outcome.status is Status.GAVE_UP:
        yield f"gave up: {outcome.why}"
        return
    else:
        yield f"no solution: {outcome.why}"
        return
    yield EFFORT[outcome.difficulty]
