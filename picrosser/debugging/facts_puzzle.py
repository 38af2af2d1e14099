"""The results that speak of hints and solutions, not of pixels: their numbers, still to be made plain."""

from __future__ import annotations

from picrosser.debugging.candidates import candidates
from picrosser.debugging.differences import differences
from picrosser.debugging.marks import short
from picrosser.puzzles.doubt import Doubt
from picrosser.puzzles.hints_by_hand import fix_text
from picrosser.puzzles.hungry_cat import CountHint, HungryCat, Line
from picrosser.puzzles.hungry_cat_evidence import Evidence, HintEvidence
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.sums import SumsFound
from picrosser.repairing.settled import Change, Settled
from picrosser.solving.outcome import Outcome

_CANDIDATES = 3  # of each hint


def evidence_facts(evidence: Evidence) -> dict[str, object]:
    """What each hint may be, likeliest first with nats, and each shape's log-likelihoods."""
    return {
        "rows": evidence.rows,
        "columns": evidence.cols,
        "colours": evidence.colours,
        "hidden": [short(hint.place) for hint in evidence.hints if hint.hidden],
        "shapes": [[round(nats, 1) for nats in shape] for shape in evidence.shapes],
        "hints": {short(hint.place): _hint_evidence(evidence, hint) for hint in evidence.hints},
    }


def _hint_evidence(evidence: Evidence, hint: HintEvidence) -> dict[str, object]:
    found: dict[str, object] = {
        "counts": [(count, 0.0 - behind) for count, behind, _ in candidates(evidence, hint)[:_CANDIDATES]],
        "circled": hint.circled,
    }
    if hint.fixed is not None:
        found["fixed"] = _signed(hint.fixed)
    return found


def sums_facts(sums: SumsFound) -> dict[str, object]:
    """All counts, and what does not add up."""
    return {
        "counts": sums.counts,
        "misfits": [{"place": short(place), "text": text} for place, text in sums.misfits],
    }


def reading_facts(reading: Reading) -> dict[str, object]:
    """The puzzle as it looks."""
    rows, cols = reading.puzzle.shape
    return {
        "nrows": rows,
        "ncols": cols,
        "ncolours": reading.puzzle.colours,
        **_hints(reading.puzzle),
        "background": reading.puzzle.palette[0],
        "colours": reading.puzzle.palette[1:],
        "doubts": [_doubt(doubt) for doubt in reading.doubts],
    }


def settled_facts(settled: Settled) -> dict[str, object]:
    """The final puzzle, and how it was reached."""
    return {
        **_hints(settled.puzzle),
        "status": settled.outcome.status.value,
        "changes": [_change(change) for change in settled.changes],
        "doubts": [_doubt(doubt) for doubt in settled.doubts],
        "remedies": [fix_text(place, hint) for place, hint in settled.remedies],
        "clash": [f"{axis[0]}{line + 1}" for axis, line in settled.contradiction],
        "tried": [
            {
                "cost": tried.cost,
                "status": tried.outcome.status.value,
                "where it differs": differences(tried.puzzle, settled.puzzle),
            }
            for tried in settled.tried
        ],
    }


def outcome_facts(outcome: Outcome) -> dict[str, object]:
    """The solutions, and what finding them took."""
    return {
        "status": outcome.status.value,
        "picture": None if outcome.picture is None else outcome.picture.lines(),
        "solutions": [solution.lines() for solution in outcome.solutions],
        "differing": outcome.differing,
        "difficulty": outcome.difficulty.value,
        "passes": outcome.passes,
        "why": outcome.why,
        "seconds": outcome.seconds,
    }


def _hints(puzzle: HungryCat) -> dict[str, object]:
    return {
        "rows": [_line(line) for line in puzzle.rows],
        "columns": [_line(line) for line in puzzle.cols],
    }


def _change(change: Change) -> dict[str, object]:
    return {
        "place": short(change.place),
        "looked": _signed(change.looked),
        "now": _signed(change.now),
        "reason": change.reason.value,
        "text": str(change),
    }


def _doubt(doubt: Doubt) -> dict[str, object]:
    return {
        "place": short(doubt.place),
        "read": None if doubt.read is None else _signed(doubt.read),
        "alternatives": [_signed(hint) for hint in doubt.alternatives],
        "why": doubt.why,
    }


def _line(line: Line) -> list[int | str]:
    return [_signed(hint) for hint in line]


def _signed(hint: CountHint) -> int | str:
    """The number, negative if circled; "4?" if that is not known, "?" if nothing is."""
    if hint.count is None:
        return "?"
    if hint.contiguous is None and hint.count > 1:
        return f"{hint.count}?"
    return -hint.count if hint.contiguous else hint.count
