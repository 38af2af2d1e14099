"""What the JSON objects say about a picture of a Katamino: its problems, and mistakes on its board."""

from __future__ import annotations

from typing import Any

from picrosser.answers.json_facts import doubt_facts, lattice_facts
from picrosser.formats import katamino_text
from picrosser.pipelines.katamino import KataminoSolved, ProblemPacked

KATAMINO_KEYS = ("problems", "mistakes")
"""The keys that objects about a Katamino have besides those of all."""


def katamino_facts(solved: KataminoSolved) -> dict[str, Any]:
    """Return what was read and packed, as keys of the JSON object.

    `puzzle` and `solution` are null if there are several problems.
    """
    only = solved.problems[0] if len(solved.problems) == 1 else None
    lattice = solved.reading.lattice
    return {
        "puzzle": None if only is None else katamino_text.facts(only.puzzle),
        "lattice": lattice and lattice_facts(lattice, solved),
        "turned_deg": solved.turned_deg,
        "hints": [],
        "doubts": doubt_facts(solved.doubts),
        "changes": [],
        "solution": None if only is None or only.picture is None else list(only.picture.lines()),
        "problems": [_problem_facts(result) for result in solved.problems],
        "mistakes": list(solved.mistakes),
    }


def _problem_facts(result: ProblemPacked) -> dict[str, Any]:
    picture = result.picture
    return {
        "row": result.problem.row or None,
        "penta": result.problem.penta,
        "pieces": katamino_text.facts(result.puzzle)["pieces"],
        "status": result.packed.status.value,
        "letters": None if picture is None else list(katamino_text.letter_rows(result.puzzle, picture)),
    }
