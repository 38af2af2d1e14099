"""Where the hints of a puzzle are printed in its screenshot: a box for each, with what was read there.

Every line has at least one entry, so that a person can point at any line and correct it: a nonogram's line
whose digits do not match its numbers one by one has an entry for the line as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from picrosser.imaging.perspective import project
from picrosser.imaging.pixels import Box, Lattice
from picrosser.imaging.turned import lattice_as_given
from picrosser.pipelines.hungry_cat import HungryCatSolved
from picrosser.pipelines.nonogram_solved import NonogramSolved
from picrosser.puzzles.checking import Axis
from picrosser.puzzles.doubt import Doubt
from picrosser.puzzles.nonogram import Run


def hungry_cat_hints(solved: HungryCatSolved) -> list[dict[str, Any]]:
    """One entry for each colour slot of each row, then of each column; none if no picture was read."""
    reading, doubted = solved.reading, _doubted_places(solved.doubts)
    if not reading.hint_boxes:
        return []
    lattice = lattice_as_given(reading.lattice, solved.turned_deg, solved.image.shape[:2])
    entries = []
    for seen, box in zip(reading.evidence.hints, reading.hint_boxes, strict=True):
        place = seen.place
        lines = reading.puzzle.rows if place.axis == "row" else reading.puzzle.cols
        hint = lines[place.line][place.slot]
        entries.append(
            {
                "axis": place.axis,
                "line": place.line,
                "at": place.slot,
                "box_px": box_in_picture(box, lattice),
                "number": hint.count,
                "colour": place.slot + 1,
                "circled": hint.contiguous,
                "doubted": bool(
                    doubted & {(place.axis, place.line, -1), (place.axis, place.line, place.slot)}
                ),
            }
        )
    return entries


def nonogram_hints(solved: NonogramSolved) -> list[dict[str, Any]]:
    """One entry for each number of each row, then of each column; or for a whole line, see the module.

    None if no picture was read.
    """
    reading, doubted = solved.reading, _doubted_places(solved.doubts)
    rows, seen = len(reading.puzzle.rows), reading.digit_boxes
    if not seen:
        return []
    sides: tuple[tuple[Axis, Sequence[tuple[Box, ...]]], ...] = (
        ("row", seen[:rows]),
        ("column", seen[rows:]),
    )
    lattice = lattice_as_given(reading.lattice, solved.turned_deg, solved.image.shape[:2])
    entries = []
    for axis, lines in sides:
        places = _places_of_lines(lines, reading.lattice, axis)
        for line, (runs, digits, place) in enumerate(
            zip(reading.puzzle.rows if axis == "row" else reading.puzzle.cols, lines, places, strict=True)
        ):
            for at, box, run in _numbers(runs, digits, place):
                entries.append(
                    {
                        "axis": axis,
                        "line": line,
                        "at": at,
                        "box_px": box_in_picture(box, lattice),
                        "number": None if run is None else run.length,
                        "colour": None if run is None else run.colour,
                        "circled": None,
                        "doubted": (axis, line, -1) in doubted,
                    }
                )
    return entries


def _doubted_places(doubts: Sequence[Doubt]) -> set[tuple[str, int, int]]:
    return {
        (doubt.place.axis, doubt.place.line, doubt.place.slot)
        for doubt in doubts
        if not doubt.place.is_whole_picture
    }


def _numbers(
    runs: Sequence[Run] | None, digits: Sequence[Box], line: Box
) -> Iterator[tuple[int | None, Box, Run | None]]:
    """The numbers of a line: which one it is, where it is, and its run; None twice for the line as a whole.

    digits : in reading order; line : the place of all its numbers.
    """
    lengths = [len(str(run.length)) for run in runs or ()]
    if runs and sum(lengths) == len(digits):
        start = 0
        for at, (run, length) in enumerate(zip(runs, lengths, strict=True)):
            yield at, _around(digits[start : start + length]), run
            start += length
    else:
        yield None, _around(digits) if digits else line, None


def _places_of_lines(lines: Sequence[Sequence[Box]], lattice: Lattice, axis: Axis) -> list[Box]:
    """Per line the part of the hint area that belongs to it: as long as the digits of all lines reach."""
    board, all_digits = lattice.board, [box for line in lines for box in line]
    area = _around(all_digits) if all_digits else board
    rows, cols = lattice.row_edges_px, lattice.col_edges_px
    if axis == "row":
        return [Box(rows[at], area.left, rows[at + 1], area.right) for at in range(len(lines))]
    return [Box(area.top, cols[at], area.bottom, cols[at + 1]) for at in range(len(lines))]


def _around(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds all of these."""
    return Box(
        min(box.top for box in boxes),
        min(box.left for box in boxes),
        max(box.bottom for box in boxes),
        max(box.right for box in boxes),
    )


def box_in_picture(box: Box, lattice: Lattice) -> list[int]:
    """A box of the lattice's image as [top, left, bottom, right] in the picture, even where it is askew."""
    corners = ((box.top, box.left), (box.top, box.right), (box.bottom, box.right), (box.bottom, box.left))
    if lattice.to_picture is None:
        return [box.top, box.left, box.bottom, box.right]
    points = project(lattice.to_picture, np.array(corners, np.float64))
    (top, left), (bottom, right) = np.floor(points.min(axis=0)), np.ceil(points.max(axis=0))
    return [int(top), int(left), int(bottom), int(right)]
