"""The numbers of a stage's result as plain values for JSON.

A result is a frozen dataclass, so its fields tell all there is: places, boxes, puzzles and pictures are
written the way people write them, arrays of pixels are summarised, and a result that was recorded before it
is not repeated.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from picrosser.debugging.explanation import short
from picrosser.imaging.pixels import Box, Lattice
from picrosser.puzzles.doubt import HintPlace
from picrosser.puzzles.hungry_cat import CountHint, HungryCat
from picrosser.puzzles.nonogram import Nonogram, Runs, runs_text
from picrosser.puzzles.picture import Picture
from picrosser.solving.outcome import Outcome

MAX_NUMBERS = 2_500  # of an array, a board of 50 x 50 cells: larger arrays are pixels
MAX_POINT = 4  # numbers in a point, a box or a colour: rows with more fractions are pixels
MAX_ITEMS = 300  # of a sequence, more than any board has hints
DIGITS = 4  # of a fraction


def facts(result: object, recorded: Collection[type] = ()) -> dict[str, object]:
    """Return a result's fields as values that JSON knows; fractions are rounded to four digits.

    Parameters
    ----------
    result : a dataclass.
    recorded : types whose values have a record of their own; within `result` only their name is stated.

    Raises
    ------
    TypeError : `result` is no dataclass.
    """
    if not is_dataclass(result) or isinstance(result, type):
        raise TypeError(f"a {type(result).__name__} has no fields to record")
    return {field.name: _plain(getattr(result, field.name), frozenset(recorded)) for field in fields(result)}


def _plain(value: Any, recorded: frozenset[type]) -> object:
    """Return a value as JSON knows it."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return round(value, DIGITS) if isfinite(value) else str(value)
        case Enum():
            return value.value
        case np.ndarray():
            return _array(value, recorded)
        case np.generic():
            return _plain(value.item(), recorded)
        case Box():
            return [value.top, value.left, value.bottom, value.right]
        case HintPlace():
            return short(value)
        case CountHint():
            return _signed(value)
        case Lattice():
            return {
                "size": "{} columns x {} rows".format(*reversed(value.shape)),
                "row_edges_px": list(value.row_edges_px),
                "col_edges_px": list(value.col_edges_px),
                "to_picture": _plain(value.to_picture, recorded),
            }
        case HungryCat():
            return {
                "rows": [[_signed(hint) for hint in line] for line in value.rows],
                "columns": [[_signed(hint) for hint in line] for line in value.cols],
                "palette": _plain(value.palette, recorded),
            }
        case Nonogram():
            return {
                "rows": [_runs(line) for line in value.rows],
                "columns": [_runs(line) for line in value.cols],
                "palette": _plain(value.palette, recorded),
            }
        case Picture():
            return list(value.lines())
        case Mapping():
            return {str(key): _plain(item, recorded) for key, item in value.items()}
        case list() | tuple() | set() | frozenset():
            items = sorted(value) if isinstance(value, set | frozenset) else value
            plain = [_plain(item, recorded) for item in items[:MAX_ITEMS]]
            return plain if len(items) <= MAX_ITEMS else [*plain, f"and {len(items) - MAX_ITEMS} more"]
        case Outcome() if Outcome in recorded:
            return {"status": value.status.value, "why": value.why}
        case _ if type(value) in recorded:
            return f"see {type(value).__name__}"
        case _ if is_dataclass(value):
            return facts(value, recorded)
        case _:
            return str(value)


def _array(values: NDArray[Any], recorded: frozenset[type]) -> object:
    """Return a list of numbers or of points; of pixels the size and the range, in words."""
    is_points = values.ndim == 2 and values.shape[1] <= MAX_POINT
    is_whole = values.ndim == 2 and values.dtype.kind in "iu"
    if values.size <= MAX_NUMBERS and (values.ndim < 2 or is_points or is_whole):
        return _plain(values.tolist(), recorded)
    size = " x ".join(map(str, values.shape))
    if not values.size:
        return f"{values.dtype} {size}"
    least, mean, most = (float(number) for number in (values.min(), values.mean(), values.max()))
    return f"{values.dtype} {size}: {least:.4g} to {most:.4g}, mean {mean:.4g}"


def _runs(line: Runs | None) -> str:
    return "?" if line is None else runs_text(line)


def _signed(hint: CountHint) -> int | str:
    """Return the number, negative if circled; "4?" if that is not known, "?" if nothing is."""
    if hint.count is None:
        return "?"
    if hint.contiguous is None and hint.count > 1:
        return f"{hint.count}?"
    return -hint.count if hint.contiguous else hint.count
