"""What is reported about hints that were repaired."""

from __future__ import annotations

import json

import pytest
from canned_readings import HIDDEN, MISREAD

from picrosser.__main__ import main


def test_json_lists_what_was_repaired(shot, sees, capsys):
    sees(HIDDEN)
    for words in (["--json", str(shot)], ["read", "--json", str(shot)]):
        assert main(words) == 0
        told = json.loads(capsys.readouterr().out)
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
def test_the_verdict_counts_what_was_repaired(what, words, shot, sees, capsys):
    sees(what)
    assert main([str(shot)]) == 0
    assert capsys.readouterr().err.startswith(f"{shot}: {words}the only solution")
    assert main(["read", str(shot)]) == 0
    assert capsys.readouterr().err == f"{shot}: {words}read\n"
