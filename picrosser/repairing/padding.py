"""Leave out the zeros with which some programs fill up short hints: "0 0 5" where another row states "2 1 3".

A line of such a picture shows as many numbers as any other on its side of the board, and its zeros all stand
before its runs, or all after them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from picrosser.puzzles.nonogram_evidence import LineEvidence, NonogramEvidence
from picrosser.repairing.spelling import Digits, Joined, LineJoins, joining_rules, likeliest_digits

MIN_PADDED = 0.2  # of the lines show zeros beside a run: a 6 or an 8 that is misread hardly stands in so many


def without_padding(evidence: NonogramEvidence) -> NonogramEvidence:
    """The evidence without the zeros that only fill up; unchanged where they do not."""
    best, count = likeliest_digits(evidence), len(evidence.rows)
    rules = list(joining_rules(evidence))
    by_rows = (_without_zeros(evidence.rows, joined[:count], best) for joined in rules)
    by_cols = (_without_zeros(evidence.cols, joined[count:], best) for joined in rules)
    rows, cols = (next(filter(None, ways), None) for ways in (by_rows, by_cols))
    return replace(evidence, rows=rows or evidence.rows, cols=cols or evidence.cols)


def _without_zeros(
    lines: Sequence[LineEvidence], joined: Joined, best: Digits
) -> tuple[LineEvidence, ...] | None:
    """One side's lines without the zeros that fill them up; None if they are not filled up so."""
    numbers = [_numbers(line, joins) for line, joins in zip(lines, joined, strict=True)]
    if len({len(stated) for stated in numbers}) > 1 or any(line.unknown for line in lines):
        return None
    zeros = [
        [not any(best[line.shapes[place]] for place in number) for number in stated]
        for line, stated in zip(lines, numbers, strict=True)
    ]
    padded = [blank for blank in zeros if any(blank) and not all(blank)]
    if len(padded) < max(1.0, MIN_PADDED * len(lines)):
        return None
    before, after = (
        all(blank == sorted(blank, reverse=first) for blank in padded) for first in (True, False)
    )
    if not before and not (after and max(map(sum, padded)) > 1):  # "1 0" may be a 10, but no run is 100 long
        return None
    return tuple(
        _only(line, [number for number, is_blank in zip(stated, blank, strict=True) if not is_blank])
        if not all(blank)
        else _only(line, stated[:1])
        for line, stated, blank in zip(lines, numbers, zeros, strict=True)
    )


def _numbers(line: LineEvidence, joins: LineJoins) -> list[list[int]]:
    """The places of each number's digits in a line."""
    found: list[list[int]] = []
    for place in range(len(line.shapes)):
        if place and joins[place - 1]:
            found[-1].append(place)
        else:
            found.append([place])
    return found


def _only(line: LineEvidence, numbers: Sequence[Sequence[int]]) -> LineEvidence:
    """A line with some of its numbers, which follow each other."""
    kept = [place for number in numbers for place in number]
    return replace(
        line,
        shapes=tuple(line.shapes[place] for place in kept),
        colours=tuple(line.colours[place] for place in kept),
        glyphs=tuple(line.glyphs[place] for place in kept) if line.glyphs else (),
        joins=line.joins[kept[0] : kept[-1]] if kept else (),
    )
