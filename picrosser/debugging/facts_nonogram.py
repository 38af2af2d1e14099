"""The results of a nonogram's stages: their numbers, still to be made plain."""

from __future__ import annotations

from picrosser.debugging.nonogram_sheet import lines_of
from picrosser.puzzles.nonogram import Nonogram, Runs, runs_text
from picrosser.puzzles.nonogram_evidence import LineEvidence
from picrosser.reading.attempts.enlarged import Enlarged
from picrosser.reading.nonogram.board_state import CellsSeen
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped
from picrosser.reading.nonogram.ink.piece import Piece
from picrosser.reading.nonogram.read import NonogramReading
from picrosser.reading.nonogram.rearranged import Rearranged
from picrosser.repairing.runs import RunsSettled


def resized_facts(again: Enlarged) -> dict[str, object]:
    """How large the picture was made."""
    height, width = again.image.shape[:2]
    return {"times": again.times, "height_px": height, "width_px": width}


def rearranged_facts(other: Rearranged) -> dict[str, object]:
    """How large the picture is then, and by how much the board was moved."""
    height, width = other.image.shape[:2]
    return {"down_px": other.down_px, "right_px": other.right_px, "height_px": height, "width_px": width}


def ink_facts(hints: HintsGrouped) -> dict[str, object]:
    """The board, and each line's pieces of ink."""
    lines = list(lines_of(hints))
    return {
        "row_edges_px": hints.lattice.row_edges_px,
        "col_edges_px": hints.lattice.col_edges_px,
        "occupied": hints.occupied,
        "strange": [name for (name, _, _), odd in zip(lines, hints.strange, strict=True) if odd],
        "lines": {name: [_piece(piece) for piece in pieces] for name, _, pieces in lines},
    }


def _piece(piece: Piece) -> dict[str, object]:
    box = piece.box
    return {
        "box_px": [box.top, box.left, box.bottom, box.right],
        "tone": [round(float(v)) for v in piece.tone],
        "backdrop": [round(float(v)) for v in piece.backdrop],
        "contrast": piece.contrast,
    }


def nonogram_reading_facts(reading: NonogramReading) -> dict[str, object]:
    """What is seen of each line's digits and gaps, and each shape's log-likelihoods."""
    evidence = reading.evidence
    lines = {f"r{n}": line for n, line in enumerate(evidence.rows, 1)}
    lines |= {f"c{n}": line for n, line in enumerate(evidence.cols, 1)}
    return {
        "palette": evidence.palette,
        "lines": {name: _line(line) for name, line in lines.items()},
        "shapes": [[round(nats, 1) for nats in shape] for shape in evidence.shapes],
    }


def _line(line: LineEvidence) -> dict[str, object]:
    return {
        "shapes": line.shapes,
        "colours": line.colours,
        "gaps": [join.gap for join in line.joins],
        "steps": [join.step for join in line.joins],
        "one_number": [join.decided for join in line.joins],
        "marked": [join.alike for join in line.joins],
        "strange": line.strange,
        "crossed_out": line.crossed,
        "unknown": line.unknown,
    }


def runs_facts(settled: RunsSettled) -> dict[str, object]:
    """The reading, its doubts, and the readings that rival it."""
    outcome = settled.outcome
    return {
        **({} if settled.puzzle is None else _runs(settled.puzzle)),
        "status": None if outcome is None else outcome.status.value,
        "doubts": settled.doubts,
        "rivals": [_runs(rival) for rival in settled.rivals],
    }


def _runs(puzzle: Nonogram) -> dict[str, object]:
    return {"rows": [_text(line) for line in puzzle.rows], "columns": [_text(line) for line in puzzle.cols]}


def _text(line: Runs | None) -> str:
    return "?" if line is None else runs_text(line)


def cells_facts(seen: CellsSeen) -> dict[str, object]:
    """What each cell shows (-1 nothing, 0 known to be blank, else the colour), and the groups of tones."""
    return {
        "cells": seen.progress.cells,
        "confidence": seen.progress.confidence,
        "palette": seen.palette,
        "groups": [
            {
                "tone": group.tone,
                "cells": group.cells,
                "role": group.role.value,
                "colour": group.colour,
                "lead": group.lead,
            }
            for group in seen.groups
        ],
        "group": seen.which,
        "marks": seen.marks,
    }
