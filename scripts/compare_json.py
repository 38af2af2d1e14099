"""Compare what two versions of picrosser print about the same pictures, except for times and wording.

python scripts/compare_json.py record --checkout ../before --out before.jsonl fixtures ../shared/screenshots
python scripts/compare_json.py record --out after.jsonl fixtures ../shared/screenshots
python scripts/compare_json.py diff before.jsonl after.jsonl

`record` runs `picrosser --json` of a checkout on every picture in some folders, each in a process of its own,
and stores what it printed. An interrupted run continues where it stopped.
`diff` exits with 1 if the two differ in more than times, sentences and the structure of a doubt. Sentences
that differ are listed, for a person to judge.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

SUFFIXES = {".png", ".jpg", ".jpeg", ".webp"}
SENTENCES = ("error", "why")  # keys whose values are for people; their words may be improved
IGNORED = ("seconds", "output")
HERE = Path(__file__).resolve().parent.parent


def main() -> int:
    """Parse, then record or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    record_parser = commands.add_parser("record", help="run one version on every picture")
    record_parser.add_argument("folders", nargs="+", type=Path)
    record_parser.add_argument("--checkout", type=Path, default=HERE, help="the version to run")
    record_parser.add_argument("--out", type=Path, required=True, help="JSON Lines file to append to")
    record_parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    diff_parser = commands.add_parser("diff", help="compare two recordings")
    diff_parser.add_argument("before", type=Path)
    diff_parser.add_argument("after", type=Path)
    args = parser.parse_args()
    if args.command == "record":
        record(args.folders, args.checkout.resolve(), args.out, args.jobs)
        return 0
    return diff(args.before, args.after)


def pictures(folders: list[Path]) -> Iterator[Path]:
    """Every picture below some folders, in a stable order."""
    for folder in folders:
        yield from sorted(path.resolve() for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)


def record(folders: list[Path], checkout: Path, out: Path, jobs: int) -> None:
    """Append to `out` what a checkout prints about each picture that `out` does not list yet."""
    done = {entry["picture"] for entry in entries(out)} if out.exists() else set()
    missing = [path for path in pictures(folders) if str(path) not in done]
    with ThreadPoolExecutor(jobs) as pool, out.open("a", encoding="utf-8") as lines:
        for entry in pool.map(lambda path: said_of(path, checkout), missing):
            lines.write(json.dumps(entry) + "\n")
            lines.flush()
            print(entry["exit"], entry["picture"])


def said_of(picture: Path, checkout: Path) -> dict[str, Any]:
    """What a checkout's command line prints about one picture, and its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "picrosser", "--json", str(picture), "-o", f"{folder}/answer.png"]
        environment = {**os.environ, "PYTHONPATH": str(checkout)}
        ended = subprocess.run(
            command, capture_output=True, text=True, env=environment, cwd=folder, check=False
        )
    said = json.loads(ended.stdout) if ended.stdout else {"stderr": ended.stderr}
    return {"picture": str(picture), "exit": ended.returncode, "said": said}


def entries(recording: Path) -> list[dict[str, Any]]:
    """The entries of a recording."""
    return [json.loads(line) for line in recording.read_text(encoding="utf-8").splitlines()]


def diff(before: Path, after: Path) -> int:
    """Print how two recordings differ; returns 1 if they differ in more than wording."""
    first, second = ({entry["picture"]: entry for entry in entries(path)} for path in (before, after))
    shared = sorted(first.keys() & second.keys())
    differing, reworded = [], Counter[tuple[str, str]]()
    for picture in shared:
        (facts, words), (new_facts, new_words) = (split(side[picture]) for side in (first, second))
        if facts != new_facts:
            differing.append(picture)
            print(f"DIFFERS {picture}: {', '.join(changed_keys(facts, new_facts))}")
        elif words != new_words:
            reworded[" | ".join(words), " | ".join(new_words)] += 1
    for (old, new), count in reworded.most_common():
        print(f"reworded ({count}):\n    {old}\n    {new}")
    only = len(first.keys() ^ second.keys())
    print(f"{len(shared)} pictures, {len(differing)} differ, {reworded.total()} reworded, {only} in one only")
    return 1 if differing or only else 0


def split(entry: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The values in an entry, and the sentences in it. That there is a doubt is a value, its text is not."""
    words: list[str] = []

    def values(node: Any) -> Any:
        if isinstance(node, list):
            return [values(item) for item in node]
        if not isinstance(node, dict):
            return node
        words.extend(str(node[key]) for key in SENTENCES if node.get(key) is not None)
        return {
            key: None if key in SENTENCES else values(value)
            for key, value in node.items()
            if key not in IGNORED
        }

    facts: dict[str, Any] = values(entry["said"])
    doubts = entry["said"].get("doubts") or []
    words.extend(str(doubt) for doubt in doubts)
    return {**facts, "doubts": len(doubts), "status": entry["exit"]}, words


def changed_keys(first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    """The top-level keys in which two entries differ."""
    return sorted(key for key in first.keys() | second.keys() if first.get(key) != second.get(key))


if __name__ == "__main__":
    sys.exit(main())
