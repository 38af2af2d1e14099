"""Compare what is read with and without the look at photographs: screenshots must not change.

python scripts/compare_photograph_look.py fixtures ../shared/screenshots
python scripts/compare_photograph_look.py --photographs photos ../shared/screenshots

Each picture is solved twice in one process, once with the look at photographs taken away, and both answers
are compared as JSON, byte by byte, without their times. Pictures in folders called as --photographs says may
differ; they are listed. The exit status is 1 if any other picture differs.
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

from compare_json import pictures
from picrosser.answers.json_facts import solved_facts
from picrosser.answers.json_object import json_object
from picrosser.answers.katamino_facts import katamino_facts
from picrosser.errors import PicrosserError
from picrosser.pipelines import recognise

LOOKS = "_as_photograph", "_as_any_photograph"  # of `recognise`
TIME = re.compile(r"\b\d+\.\d\d s\b")  # verdicts end with one


def main() -> int:
    """Compare all pictures, and return 1 if a screenshot is read otherwise."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--photographs", default="photos", metavar="NAME", help="name of such folders")
    args = parser.parse_args()
    same = changed = others = 0
    cpu_s = [0.0, 0.0]
    for path in pictures(args.folders):
        answers = []
        for number, taken_away in enumerate((False, True)):
            began = process_time()
            answers.append(answer(path, without_look=taken_away))
            cpu_s[number] += process_time() - began
        is_photograph = args.photographs in path.parts
        if answers[0] == answers[1]:
            same += 1
        elif is_photograph:
            others += 1
            print(f"photograph, read otherwise: {path}", flush=True)
        else:
            changed += 1
            print(
                f"DIFFERS {path}\n    with    {answers[0][:300]}\n    without {answers[1][:300]}", flush=True
            )
    print(f"{same} answers are the same byte by byte, {changed} screenshots differ, {others} photographs do")
    print(f"{cpu_s[0]:.0f} CPU-seconds with the look, {cpu_s[1]:.0f} without")
    return int(changed > 0)


def answer(path: Path, *, without_look: bool) -> str:
    """What `--json` says about a picture, as text, without its times."""
    if not without_look:
        return _answer(path)
    with patch.multiple(recognise, **dict.fromkeys(LOOKS, lambda *_: None)):
        return _answer(path)


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
