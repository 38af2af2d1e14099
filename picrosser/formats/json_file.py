"""Nonograms in JSON, the shape that is commonest in the wild: text to puzzle.

    {"rows": [[2], [1, 1]], "columns": [[1, 1], [1], [1]]}

Runs, colours, given cells and a solution are written as in the TOML form (see `nonogram_toml`); other keys, a
title say, are passed over. A line of which nothing is known is null or "?".
"""

from __future__ import annotations

import json

from picrosser.errors import PuzzleFileError
from picrosser.formats.nonogram_table import nonogram_from_table
from picrosser.formats.toml_file import PuzzleFile


def looks_like(text: str) -> bool:
    """Whether a text may be a JSON object."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def parse(text: str) -> PuzzleFile:
    """Read a puzzle.

    Raises
    ------
    PuzzleFileError : the text breaks a rule; the message says where.
    """
    try:
        table = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise PuzzleFileError(f"not a JSON text: {place}: {error.msg.lower()}") from error
    except (RecursionError, ValueError) as error:  # nested too deep; a number with thousands of digits
        raise PuzzleFileError(f"not a puzzle in JSON: {error}") from error
    if not isinstance(table, dict):
        raise PuzzleFileError("not a puzzle in JSON: expected an object with rows and columns")
    return nonogram_from_table(table, strict=False)
