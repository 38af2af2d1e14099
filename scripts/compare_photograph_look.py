"""Compare what is read with and without the look at photographs: screenshots must not change.

python scripts/compare_photograph_look.py fixtures ../shared/screenshots
python scripts/compare_photograph_look.py --photographs photos ../shared/screenshots

Each picture is solved in one process. If it was taken for a possible photograph, it is solved once more with
that look taken away, and both answers are compared as JSON, byte by byte, without their times; else the look
cannot have changed anything. Pictures in folders called as --photographs says may differ; they are listed.
The exit status is 1 if any other picture differs.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

from picrosser.pipelines.photograph_look import PhotographLook

from compare_json import pictures
from picrosser.answers.json_facts import solved_facts
from picrosser.answers.json_object import json_object
from picrosser.answers.katamino_facts import katamino_facts
from picrosser.errors import PicrosserError
from picrosser.pipelines import recognise

LIKELY = PhotographLook.__dict__["is_likely"]
TIME = re.compile(r"\b\d+\.\d\d s\b")  # verdicts end with one


def main() -> int:
    """Compare all pictures, and return 1 if a screenshot is read otherwise."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--photographs", default="photos", metavar="NAME", help="name of such folders")
    args = parser.parse_args()
    screenshots = same = changed = others = 0
    looks_s = 0.0
    for path in pictures(args.folders):
        began = process_time()
        found, possible = answer(path)
        middle = process_time()
        if not possible:
            screenshots += 1
            print(f"no photograph: {path}", flush=True)
            continue
        without, _ = answer(path, without_look=True)
        looks_s += (middle - began) - (process_time() - middle)
        if found == without:
            same += 1
            print(f"same with it and without: {path}", flush=True)
        elif args.photographs in path.parts:
            others += 1
            print(f"photograph, read otherwise: {path}", flush=True)
        else:
            changed += 1
            print(f"DIFFERS {path}\n    with    {found[:300]}\n    without {without[:300]}", flush=True)
    print(
        f"{screenshots} pictures are surely no photographs; of the others {same} have the same answer byte by"
    )
    print(f"byte, {changed} screenshots differ, {others} photographs do")
    print(f"the look took {looks_s:.0f} CPU-seconds in all")
    return int(changed > 0)


def answer(path: Path, *, without_look: bool = False) -> tuple[str, bool]:
    """What `--json` says about a picture, as text, without its times; and whether it may be a photograph."""
    possible: list[bool] = []

    def is_likely(look: PhotographLook) -> bool:
        possible.append(LIKELY.func(look))
        return possible[-1] and not without_look

    with patch.object(PhotographLook, "is_likely", property(is_likely)):
        return _answer(path), any(possible)


def _answer(path: Path) -> str:
    facts: dict[str, Any] = {}
    try:
        solved = recognise.solve_screenshot(path)
    except PicrosserError as refusal:
        code, verdict = refusal.exit_code, str(refusal)
    else:
        facts = katamino_facts(solved) if solved.kind == "katamino" else solved_facts(solved)
        code, verdict = solved.exit_code, solved.verdict
    return json.dumps(json_object(path.name, code, TIME.sub("", verdict), facts))


if __name__ == "__main__":
    sys.exit(main())
