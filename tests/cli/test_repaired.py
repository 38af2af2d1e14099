"""What is reported about hints that were repaired."""

from __future__ import annotations

import json

import pytest
from canned_readings import HIDDEN, MISREAD


def test_json_lists_what_was_repaired(shot, sees, cli):
    sees(HIDDEN)
    for words in (["--json", str(shot)], ["read", "--json", str(shot)]):
        told = json.loads(cli(words).out)
        assert told["changes"] == [
            {
                "axis": "row", "line": 0, "slot": 0, "looked": {"count": None, "circled": None},
                "now": {"count": 2, "circled": True}, "reason": "hidden",
                "why": "row 1, colour 1 is hidden and must be (2)",
            }
        ]  # fmt: skip
        assert (told["doubts"], told["puzzle"]["rows"]) == ([], [[-2, 0], [1, 1]])


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (HIDDEN, "2 x 2, 2 colours, 1 hint filled in where hidden, "),
        (MISREAD, "3 x 3, 2 colours, 1 hint corrected by the sums, "),
    ],
)
def test_the_verdict_counts_what_was_repaired(what, words, shot, sees, cli):
    sees(what)
    assert cli([shot]).err.startswith(f"{shot}: {words}the only solution")
    assert cli(["read", shot]).err == f"{shot}: {words}read\n"
