"""The JSON object about one input: its keys, in order, whatever answers it."""

from collections.abc import Mapping, Sequence
from typing import Any

from picrosser.errors import ExitCode

SCHEMA = "picrosser/1"

FACTS = (
    *("puzzle", "lattice", "turned_deg", "hints", "other_boards_px", "doubts", "remedies", "changes"),
    *("solution", "difficulty", "seconds", "output"),
)
"""The keys that every JSON object has; null where an answer leaves them out."""
PROGRESS_KEYS = ("painted", "right", "mistakes", "unclear")
"""The keys that objects about a checked board have, too."""
HINT_KEYS = (*PROGRESS_KEYS, "finished", "steps")  # the keys that objects with next steps have, too


def json_object(
    name: str | None, exit_code: ExitCode, verdict: str, facts: Mapping[str, Any], keys: Sequence[str] = ()
) -> dict[str, Any]:
    """The JSON object about one input; `keys` are those that the command's objects have besides `FACTS`."""
    head = {"schema": SCHEMA, "input": name, "exit": int(exit_code)}
    error = None if exit_code is ExitCode.OK else verdict
    return {**head, **dict.fromkeys((*FACTS, *keys)), **facts, "error": error}
