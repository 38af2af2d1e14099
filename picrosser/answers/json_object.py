"""The JSON object about one input: its keys, in order, whatever answers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from picrosser.errors import ExitCode

SCHEMA = "picrosser/1"

FACTS: dict[str, Any] = {
    "puzzle": None,
    "lattice": None,
    "turned_deg": None,
    "hints": None,
    "other_boards_px": None,
    "doubts": None,
    "remedies": None,
    "changes": None,
    "solution": None,
    "difficulty": None,
    "seconds": None,
    "output": None,
}
"""The keys that every JSON object has, with the value of those that an answer leaves out."""
PROGRESS_KEYS = ("painted", "right", "mistakes", "unclear")
"""The keys that objects about a checked board have, too."""
HINT_KEYS = (*PROGRESS_KEYS, "finished", "steps")
"""The keys that objects with next steps have, too."""


def json_object(
    name: str | None, exit_code: ExitCode, verdict: str, facts: Mapping[str, Any], keys: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the JSON object about one input.

    name : the input as it was given; None if it has no name.
    verdict : one line; the object's "error" if the exit code is not OK.
    facts : values of the object, see `FACTS`.
    keys : what the command's objects have besides `FACTS`; null where `facts` lacks them.
    """
    head = {"schema": SCHEMA, "input": name, "exit": int(exit_code)}
    error = None if exit_code is ExitCode.OK else verdict
    return {**head, **FACTS, **dict.fromkeys(keys), **facts, "error": error}
