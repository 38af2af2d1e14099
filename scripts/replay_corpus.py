"""Run the command line over every file of some folders, to find what hangs, crashes or is solved wrongly.

python scripts/replay_corpus.py FOLDER... --out results.jsonl --no-puzzles
python scripts/replay_corpus.py FOLDER... --out results.jsonl --command "solve --json {file}"
python scripts/replay_corpus.py --out results.jsonl

Good folders are those that other projects test their decoders with, such as Pillow's `Tests/images`. The
files run in worker processes with a wall time and a memory limit each; files with the same content run once.
Results are added to the file given with --out: what is in it already is not run again. Without folders, it
is only summed up. Needs Linux.

The exit status is 1 if there is a defect: exit 70 or another traceback, a worker that died or had to be
killed, a file over --slow or --large, more than one line on stderr, and with --no-puzzles any exit 0.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from measuring.output import shown_progress

from measuring.replay import FILE, append_result, different_files, load_results, replay
from measuring.replay_summary import Limits, defects, summary

SCREENSHOT = "--json -f -o {output}.png {file}"


def main() -> int:
    """Replay, print the summary, and return 1 if there are defects."""
    parser = _parser()
    args = parser.parse_args()
    if FILE not in args.command.split():
        parser.error(f"--command needs the word {FILE}")
    if missing := [place for place in args.places if not place.exists()]:
        parser.error(f"{missing[0]} does not exist")
    results = load_results(args.out)
    done = {(one.file, one.command) for one in results}
    suffixes = frozenset(filter(None, args.suffix.lower().split(",")))
    paths = [path for path in different_files(args.places, suffixes) if (str(path), args.command) not in done]
    random.Random(1).shuffle(paths)  # large files lie together; a replay that is stopped has seen all kinds
    with args.out.open("a", encoding="utf-8") as out:
        running = replay(paths, args.command, jobs=args.jobs, memory_mb=args.memory_mb, wall_s=args.wall)
        for result in shown_progress(running, len(paths)):
            append_result(out, result)
            results.append(result)
    limits = Limits(args.slow, args.large)
    print(summary(results, limits, no_puzzles=args.no_puzzles))
    return int(bool(defects(results, limits, no_puzzles=args.no_puzzles)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("places", type=Path, nargs="*", metavar="FOLDER", help="folders or files to replay")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the results, JSON lines")
    parser.add_argument(
        "--no-puzzles", action="store_true", help="the files hold no puzzle: exit 0 is a defect"
    )
    parser.add_argument("--command", default=SCREENSHOT, metavar="WORDS",
                        help="arguments of picrosser; {file} is the file, {output} a place in a temporary "
                        "folder; default: %(default)s")  # fmt: skip
    parser.add_argument(
        "--suffix", default="", metavar="LIST", help="only files with these, such as .png,.jpg"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="number of worker processes")
    parser.add_argument(
        "--wall", type=float, default=90, metavar="S", help="seconds until a worker is killed"
    )
    parser.add_argument("--memory-mb", type=int, default=6000, metavar="MB",
                        help="address space of a worker, libraries included")  # fmt: skip
    parser.add_argument("--slow", type=float, default=10, metavar="S", help="CPU-seconds that are a defect")
    parser.add_argument(
        "--large", type=float, default=1000, metavar="MB", help="peak memory that is a defect"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
