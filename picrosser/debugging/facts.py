"""A stage's result in, its numbers out as plain values for JSON: everything but pixels."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

from picrosser.debugging.explain_boards import boards_facts, ink_found_facts
from picrosser.debugging.facts_katamino import (
    areas_facts,
    groups_facts,
    katamino_facts,
    pieces_facts,
    printed_facts,
    table_facts,
)
from picrosser.debugging.facts_nonogram import (
    cells_facts,
    ink_facts,
    nonogram_reading_facts,
    rearranged_facts,
    resized_facts,
    runs_facts,
)
from picrosser.debugging.facts_progress import mistakes_facts, progress_facts, steps_facts
from picrosser.debugging.facts_puzzle import (
    evidence_facts,
    outcome_facts,
    reading_facts,
    settled_facts,
    sums_facts,
)
from picrosser.debugging.marks import short
from picrosser.imaging.pixels import Box
from picrosser.puzzles.hungry_cat_evidence import Evidence
from picrosser.puzzles.progress import MistakesFound
from picrosser.reading.attempts.enlarged import Enlarged
from picrosser.reading.attempts.upright import Upright
from picrosser.reading.glyphs.digits import DigitsFound
from picrosser.reading.glyphs.numbers_found import NumbersFound
from picrosser.reading.guess import Guess
from picrosser.reading.hungry_cat.assemble import Reading
from picrosser.reading.hungry_cat.board_state import ProgressFound
from picrosser.reading.hungry_cat.circles import CirclesFound
from picrosser.reading.hungry_cat.hints import HintsFound
from picrosser.reading.hungry_cat.palette import PaletteFound
from picrosser.reading.hungry_cat.slots import SlotsFound
from picrosser.reading.hungry_cat.sums import SumsFound
from picrosser.reading.katamino.areas import AreasFound
from picrosser.reading.katamino.groups import GroupsFound
from picrosser.reading.katamino.number_table import NumberTable
from picrosser.reading.katamino.pieces import PiecesFound
from picrosser.reading.katamino.printed_numbers import PrintedFound
from picrosser.reading.katamino.reading import KataminoReading
from picrosser.reading.lattice.grid import GridFound
from picrosser.reading.nonogram.board_state import CellsSeen
from picrosser.reading.nonogram.boards import BoardsConsidered
from picrosser.reading.nonogram.hints.hint_area import HintsGrouped, InkFound
from picrosser.reading.nonogram.read import NonogramReading
from picrosser.reading.nonogram.rearranged import Rearranged
from picrosser.repairing.runs import RunsSettled
from picrosser.repairing.settled import Settled
from picrosser.solving.deduction import StepsFound
from picrosser.solving.outcome import Outcome


def facts(result: object) -> dict[str, object]:
    """Summarise a stage's result for JSON; fractions are rounded to four digits, masks to shares.

    Raises
    ------
    TypeError : `result` comes from no stage that is known here.
    """
    match result:
        case GridFound():
            found = _grid(result)
        case Upright():
            found = _upright(result)
        case Enlarged():
            found = resized_facts(result)
        case Rearranged():
            found = rearranged_facts(result)
        case AreasFound():
            found = areas_facts(result)
        case PiecesFound():
            found = pieces_facts(result)
        case GroupsFound():
            found = groups_facts(result)
        case PrintedFound():
            found = printed_facts(result)
        case NumberTable():
            found = table_facts(result)
        case KataminoReading():
            found = katamino_facts(result)
        case SlotsFound():
            found = _slots(result)
        case HintsFound():
            found = _hints(result)
        case CirclesFound():
            found = _circles(result)
        case PaletteFound():
            found = _palette(result)
        case NumbersFound():
            found = _numbers(result)
        case DigitsFound():
            found = _digits(result)
        case Evidence():
            found = evidence_facts(result)
        case SumsFound():
            found = sums_facts(result)
        case Reading():
            found = reading_facts(result)
        case Settled():
            found = settled_facts(result)
        case Outcome():
            found = outcome_facts(result)
        case ProgressFound():
            found = progress_facts(result)
        case MistakesFound():
            found = mistakes_facts(result)
        case StepsFound():
            found = steps_facts(result)
        case BoardsConsidered():
            found = boards_facts(result)
        case InkFound():
            found = ink_found_facts(result)
        case HintsGrouped():
            found = ink_facts(result)
        case NonogramReading():
            found = nonogram_reading_facts(result)
        case RunsSettled():
            found = runs_facts(result)
        case CellsSeen():
            found = cells_facts(result)
        case _:
            raise TypeError(f"nothing is known about a {type(result).__name__}")
    return {key: _plain(value) for key, value in found.items()}


def _grid(grid: GridFound) -> dict[str, object]:
    rows, cols = grid.lattice.shape
    return {
        "rows": rows,
        "columns": cols,
        "confidence": grid.confidence,
        "pitch_px": grid.pitch_px,
        "row_edges_px": grid.lattice.row_edges_px,
        "col_edges_px": grid.lattice.col_edges_px,
        "row_shares": grid.row_shares,
        "col_shares": grid.col_shares,
        "rough_combs": [asdict(comb) for comb in grid.combs],
        "goes_on": grid.goes_on,
        "others_px": [_box(box) for box in grid.others],
    }


def _upright(upright: Upright) -> dict[str, object]:
    tilt = upright.tilt
    return {
        "turned_deg": upright.turned_deg,
        "slopes_deg": asdict(tilt.slopes),
        "contrast": tilt.contrast,
        "angles_deg": tilt.angles_deg,
        "across": tilt.across,
        "down": tilt.down,
        "to_picture": upright.to_picture,
    }


def _slots(slots: SlotsFound) -> dict[str, object]:
    return {
        "colours": slots.colours,
        "left": {**asdict(slots.left), "box_px": _box(slots.left_box)},
        "top": {**asdict(slots.top), "box_px": _box(slots.top_box)},
    }


def _hints(hints: HintsFound) -> dict[str, object]:
    return {
        "rows": hints.rows,
        "columns": hints.cols,
        "colours": hints.colours,
        "patch_px": hints.patches.shape[1],
        "slot_radius_px": hints.slot_radius_px,
        "pitch_px": hints.pitch_px,
        "centres_px": {short(place): at for place, at in zip(hints.places, hints.centres_px, strict=True)},
        "stripes": {
            short(place): tone
            for place, tone in zip(hints.places, hints.stripes, strict=True)
            if place.slot == 0  # all hints of a line have one stripe
        },
    }


def _circles(circles: CirclesFound) -> dict[str, object]:
    votes = zip(circles.circled, circles.log_odds, circles.disc_votes, circles.bare_votes, strict=True)
    return {
        "circled": sum(guess.value for guess in circles.circled),
        "hints": len(circles.circled),
        "lowest_confidence": min((guess.confidence for guess in circles.circled), default=None),
        "disc_levels": circles.disc_levels,
        "disc_radius_px": circles.disc_radius_px,
        "ring_px": circles.ring_px,
        "votes": [
            {"circled": guess.value, "log_odds": odds, "disc": disc, "bare": bare}
            for guess, odds, disc, bare in votes
        ],
    }


def _palette(palette: PaletteFound) -> dict[str, object]:
    return {
        "inks": palette.inks,
        "ink_shares": palette.shares,
        "background": palette.background,
        "shadow": palette.shadow,
        "occupied": int(palette.occupied.sum()),
        "hints": len(palette.occupied),
        "cover": palette.cover,
    }


def _numbers(numbers: NumbersFound) -> dict[str, object]:
    return {
        "numbers": len(numbers.hints),
        "glyphs": len(numbers.glyph_boxes),
        "shaded": int(numbers.shaded.sum()),
        "shadow_px": numbers.shadow_px,
        "odd_height": np.flatnonzero(numbers.odd_height),
        "each": [
            {
                "hint": hint,
                "box_px": _box(box),
                "foreign": foreign,
                "ways": [[_box(numbers.glyph_boxes[glyph]) for glyph in cut.glyphs] for cut in cuts],
            }
            for hint, box, foreign, cuts in zip(
                numbers.hints, numbers.boxes, numbers.foreign, numbers.cuts, strict=True
            )
        ],
    }


def _digits(digits: DigitsFound) -> dict[str, object]:
    return {
        "faces": digits.faces,
        "lowest_confidence": min((group.digit.confidence for group in digits.groups), default=None),
        "groups": [
            {**_guess(group.digit), "distance": group.distance, "members": group.members}
            for group in digits.groups
        ],
        "numbers": [
            {**_guess(guess), "spellings": [(spelling.shapes, spelling.nats) for spelling in spellings]}
            for guess, spellings in zip(digits.numbers, digits.spellings, strict=True)
        ],
    }


def _guess(guess: Guess[int]) -> dict[str, object]:
    return {"value": guess.value, "confidence": guess.confidence, "others": guess.others}


def _box(box: Box) -> list[int]:
    return [box.top, box.left, box.bottom, box.right]


def _plain(value: Any) -> object:
    """The value as JSON knows it."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, np.generic):
        return _plain(value.item())
    return round(value, 4) if isinstance(value, float) else value
