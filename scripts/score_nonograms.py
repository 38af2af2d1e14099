"""Score the reading of nonogram screenshots: exact, refused or silently wrong, each with its reason.

python scripts/score_nonograms.py FOLDER
python scripts/score_nonograms.py FOLDER --only light_10x10

FOLDER holds screenshots with their true hints beside them, as JSON: rows and cols of numbers, or of objects
with `n` and `colour`. The exit status is 1 if anything was silently wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

from measuring.nonogram_truth import exact
from picrosser.errors import PicrosserError
from picrosser.pixels import load_image
from picrosser.reading.nonogram.read import read_nonogram
from picrosser.repairing.runs import settle_runs

PICTURES = {".png", ".jpg", ".webp"}
TIME_LIMIT_S = 10.0
WRONG = "SILENTLY WRONG"


def score(picture: Path) -> tuple[str, str]:
    """One screenshot's result, and the reason if it was refused."""
    truth = json.loads(picture.with_suffix(".json").read_text())
    try:
        settled = settle_runs(read_nonogram(load_image(picture)).evidence, TIME_LIMIT_S)
    except PicrosserError as error:
        return "refused", str(error)
    right = settled.puzzle is not None and exact(settled.puzzle, truth)
    if settled.doubts:
        return "refused", f"{'(right) ' if right else ''}{settled.doubts[0]}"
    return ("exact", "") if right else (WRONG, "")


def main() -> int:
    """Print a line per screenshot and the sums."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--only", default="", metavar="PART", help="those with this in their path")
    args = parser.parse_args()
    folder: Path = args.folder
    sums: Counter[str] = Counter()
    for truth in sorted(folder.rglob("*.json")):
        picture = next((p for p in truth.parent.glob(f"{truth.stem}.*") if p.suffix in PICTURES), None)
        if picture is None or args.only not in str(picture) or "nonogram" not in truth.read_text()[:60]:
            continue
        started = perf_counter()
        result, why = score(picture)
        sums[result] += 1
        print(
            f"{picture.relative_to(folder)!s:55} {result:14} {perf_counter() - started:5.1f} s  {why}",
            flush=True,
        )
    print(", ".join(f"{count} {result}" for result, count in sums.most_common()))
    return int(sums[WRONG] > 0)


if __name__ == "__main__":
    sys.exit(main())
