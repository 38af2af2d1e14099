"""Many screenshots in one run: with one and two jobs or on a Dask cluster, and with kills in between.

Every answer is compared with the truth of its drawing. Printed are pictures a second of each way and the most
memory of all its processes (proportional set size: shared memory counts once), and what kills at random
moments do, each of the command itself or of one of its workers, the run resumed with `--skip-existing`:
answers that are missing, that differ from those of the run without kills, files left over.

With --dask a cluster of two workers is one of the ways, and its workers are what is killed. The exit status
is 1 if an answer is missing, wrong, or differs. Needs Linux.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from benching.processes import cpu_s, family, pss
from drawn.nonograms.looks import LOOKS
from picrosser.errors import ExitCode
from scoring.cases import PLAIN, ROOT, Case, hungry_cat_picture, nonogram_picture, save_case, truth_beside

COMMAND = [sys.executable, "-m", "picrosser"]
CATS = 8  # one screenshot of so many is of Hungry Cat, which takes five times as long to draw as a nonogram
FOLDERS = 5  # that the screenshots are spread over
WORKERS = ("spawn_main", "forkserver", "dask_worker")  # in the command line of a process that can be killed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=24)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--dask", action="store_true", help="also on a local cluster of two workers")
    parser.add_argument("--folder", type=Path, default=Path("build/many"), help="where it works")


def run(args: argparse.Namespace) -> int:
    os.environ["PYTHONPATH"] = str(ROOT)
    args.folder.mkdir(parents=True, exist_ok=True)
    os.chdir(args.folder)
    for old in Path().glob("out-*"):
        shutil.rmtree(old)
    draw(Path("shots"), args.count, args.seed)
    ways = {"--jobs 1": ["--jobs", "1"], "--jobs 2": ["--jobs", "2"]}
    if args.dask:
        ways["--dask local --jobs 2"] = ["--dask", "local", "--jobs", "2"]
    rows, first = Path("rows.jsonl"), Path("out-0")
    rows.unlink(missing_ok=True)
    is_bad = False
    for at, (name, more) in enumerate(ways.items()):
        out = Path(f"out-{at}")
        seconds, memory_mb = run_command(out, [*more, *([] if at else ["--report", str(rows)])])
        print(f"{name}: {args.count / seconds:.2f} pictures a second, at most {memory_mb:.0f} MB", flush=True)
        is_bad |= differs(out, first)
    wrong = wrong_answers(rows)
    print(f"{len(wrong)} of {args.count} are refused or not the truth", *wrong, sep="\n  ")
    for name, more in list(ways.items())[1:]:
        out = Path(f"out-killed{name.replace(' ', '')}")
        killed = run_killed(out, more, args.kills, args.count, random.Random(args.seed))
        print(f"{name}, killed: {', '.join(killed)}")
        is_bad |= differs(out, first)
    return int(is_bad or any("not the true" in line for line in wrong))


def draw(folder: Path, count: int, seed: int) -> None:
    if len(list(folder.rglob("*.png"))) == count:
        return
    for number in range(count):
        make = partial(nonogram_picture, LOOKS[number % len(LOOKS)].name, seed + number, PLAIN)
        if number % CATS == 0:
            make = partial(hungry_cat_picture, seed, number, PLAIN)
        case = Case("many", f"{number:05}", make)
        save_case(folder / f"part-{number % FOLDERS}", case, case.make())


def run_command(out: Path, more: list[str]) -> tuple[float, float]:
    """Run the command in a process of its own; return its seconds and the most memory seen, in MB."""
    began, memory_mb = time.perf_counter(), 0.0
    running = subprocess.Popen([*COMMAND, "shots", "-r", "-q", "-o", f"{out}/", *more])
    while running.poll() is None:
        memory_mb = max(memory_mb, sum(map(pss, family(running.pid))) / 1e6)
        time.sleep(1)
    return time.perf_counter() - began, memory_mb


def run_killed(out: Path, more: list[str], kills: int, count: int, chance: random.Random) -> list[str]:
    """Run the command, killing it or a worker now and then, until all is done; return what was killed."""
    command = [*COMMAND, "shots", "-r", "-q", "-o", f"{out}/", *more, "--skip-existing"]
    killed: list[str] = []
    running = subprocess.Popen(command, start_new_session=True)
    for kill, moment in enumerate(sorted(chance.sample(range(1, max(2, count - 2 * kills)), kills))):
        while running.poll() is None and len(list(out.rglob("*.png"))) < moment:
            time.sleep(0.02)
        if running.poll() is not None:
            raise SystemExit("a run ended before it was killed")
        workers = [pid for pid in family(running.pid) - {running.pid} if _is_worker(pid)]
        if kill % 2 and workers:
            os.kill(chance.choice(workers), signal.SIGKILL)  # the command goes on by itself
            killed.append(f"a worker after {moment}")
        else:
            running.kill()
            running.wait()
            _wait_for_end_of(running.pid)
            killed.append(f"the command after {moment}")
            running = subprocess.Popen(command, start_new_session=True)
    running.wait()
    return killed


def _is_worker(pid: int) -> bool:
    """Whether a process is a worker that has worked: its server and the resource tracker hardly do."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode()
    except OSError:
        return False
    return cpu_s(pid) > 0.5 and any(name in words for name in WORKERS)


def _wait_for_end_of(group: int) -> None:
    ends = time.monotonic() + 30
    while time.monotonic() < ends:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise SystemExit("workers outlive the command by half a minute")


def wrong_answers(rows: Path) -> list[str]:
    """The inputs whose stated solution is not the truth, or that have none."""
    wrong = []
    for line in rows.read_text(encoding="utf-8").splitlines():
        facts = json.loads(line)
        truth = truth_beside(Path(facts["input"]))
        assert truth is not None
        if facts["exit"] != ExitCode.OK or _numbered(facts["solution"]) != _numbered(truth["solution"]):
            wrong.append(f"{facts['input']}: {facts['error'] or 'not the true picture'}")
    return wrong


def _numbered(solution: list[str]) -> list[list[int]]:
    """A picture with its colours numbered as they first occur: each program has its own letters for them."""
    names = {".": 0, "0": 0}
    return [[names.setdefault(letter, len(names)) for letter in row] for row in solution]


def differs(out: Path, expected: Path) -> bool:
    """Whether two folders of answers differ; print how."""
    found, wanted = (
        {str(file.relative_to(place)): file.read_bytes() for file in place.rglob("*") if file.is_file()}
        for place in (out, expected)
    )
    missing, more = set(wanted) - set(found), set(found) - set(wanted)
    other = [place for place in set(found) & set(wanted) if found[place] != wanted[place]]
    if missing or more or other:
        print(f"{out}: {len(missing)} missing, {len(other)} different, {len(more)} left over", flush=True)
    return bool(missing or more or other)
