"""Compare a Dask cluster of two workers with `--jobs 2`, and lose workers and the scheduler on the way.

    nice -n 15 python scripts/measure_cluster.py --count 200

Screenshots are drawn as by measure_many.py, then solved:

- by `--jobs 2` and by `--dask local --jobs 2` in turn: wall and processor seconds, their start included;
- the half of them with a scheduler and two workers of their own, of which one is killed several times:
  answers that are missing, that differ, or files left over;
- this half with the scheduler killed in the middle, and once more with a new one and `--skip-existing`;
- and how many tasks a second can be handed out, if they take no time.

It exits with 1 if an answer is missing or differs, or an exit status is not the documented one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmark_pools import family
from measure_many import COMMAND, Ran, contents, draw, run_command
from picrosser.errors import ExitCode

TURNS = 2  # in which both ways solve their share of the pictures
TASKS = 2000  # that take no time
LOST = "turn-0"
"""The folder of pictures that are solved while something is lost."""
EXPECTED = Path("out-0-jobs")
"""The answers to them."""
ADDRESS_FILE = Path("scheduler.json")


def main() -> None:
    """Draw, run, compare, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=24)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--folder", type=Path, default=Path("build/cluster"), help="where it works")
    asked = parser.parse_args()
    os.environ["PYTHONPATH"] = str(Path(__file__).resolve().parent.parent)
    asked.folder.mkdir(parents=True, exist_ok=True)
    os.chdir(asked.folder)
    for old in Path().glob("out-*"):
        shutil.rmtree(old)
    draw(Path("shots"), asked.count, asked.seed)
    compare(asked.count)
    chance = random.Random(asked.seed)
    is_bad = [
        differs(Path("out-0-dask"), "nothing lost"),
        lose_workers(asked.kills, chance),
        lose_scheduler(chance),
    ]
    hand_out()
    sys.exit(any(is_bad))


def compare(count: int) -> None:
    """Print what both ways take."""
    runs = {"`--jobs 2`": Ran(), "`--dask local --jobs 2`": Ran()}
    for turn in range(TURNS):
        shots = f"turn-{turn}"
        _take_share(shots, turn)
        ways = list(runs.items())
        for name, ran in ways if turn % 2 else reversed(ways):
            more = ("--dask", "local") if "dask" in name else ()
            run_command(shots, Path(f"out-{turn}-{'dask' if more else 'jobs'}"), 2, ran, *more)
    print(f"{count} screenshots, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print("| run | pictures/s | CPU s a picture | memory, MB |\n|---|---|---|---|")
    for name, ran in runs.items():
        most = max(ran.most_mb)
        print(f"| {name} | {count / ran.wall_s:.2f} | {ran.cpu_s / count:.3f} | {most:.0f} |", flush=True)


def _take_share(folder: str, turn: int) -> None:
    """Make a folder with links to the pictures of one turn."""
    shutil.rmtree(folder, ignore_errors=True)
    for part in sorted(Path("shots").iterdir())[turn::TURNS]:
        (Path(folder) / part.name).mkdir(parents=True)
        for shot in part.glob("*.png"):
            (Path(folder) / part.name / shot.name).hardlink_to(shot)


# ---- What is lost


@contextmanager
def cluster(workers: int = 2) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A scheduler with workers, each a process group of its own; yields the scheduler and its address."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    start = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    ADDRESS_FILE.unlink(missing_ok=True)
    scheduler = subprocess.Popen([*start, "--no-dashboard", "--scheduler-file", str(ADDRESS_FILE)], **quiet)
    started = [scheduler]
    try:
        while not ADDRESS_FILE.exists():
            time.sleep(0.1)
        address = json.loads(ADDRESS_FILE.read_text(encoding="utf-8"))["address"]
        start = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1"]
        started.append(subprocess.Popen([*start, "--nworkers", str(workers), "--no-dashboard"], **quiet))
        yield scheduler, address
    finally:
        for run in started:
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGTERM)
        for run in started:
            run.wait(60)


def _solve(out: Path, address: str) -> subprocess.Popen[bytes]:
    command = [*COMMAND, LOST, "-r", "-q", "-o", f"{out}/", "--dask", address, "--skip-existing"]
    command += ["--time-limit", "10m"]  # so that only what is lost here can be missing, not what is slow
    return subprocess.Popen(command, stderr=subprocess.PIPE)


def _wait_for(answers: int, out: Path, run: subprocess.Popen[bytes]) -> None:
    while run.poll() is None and len(list(out.rglob("*.png"))) < answers:
        time.sleep(0.05)
    if run.poll() is not None:
        raise SystemExit("a run ended before anything was lost")


def lose_workers(kills: int, chance: random.Random) -> bool:
    """Kill workers at random moments; return whether an answer is missing or differs."""
    out = Path("out-lost-workers")
    with cluster() as (_, address):
        nanny = _nanny()
        run = _solve(out, address)
        killed = []
        for moment in sorted(chance.sample(range(1, len(contents(EXPECTED)) // 2), kills)):
            _wait_for(moment, out, run)
            workers = [pid for pid in family(nanny) - {nanny} if _is_worker(pid)]
            os.kill(chance.choice(workers), signal.SIGKILL)
            killed.append(f"after {moment}")
        said = run.communicate()[1].decode()
    is_other = differs(out, f"workers killed {', '.join(killed)}, exit status {run.returncode}")
    if is_other:
        print(said)
    return is_other or run.returncode not in (ExitCode.OK, ExitCode.SOME_FAILED)


def lose_scheduler(chance: random.Random) -> bool:
    """Kill the scheduler in the middle, then do the rest with another one."""
    out = Path("out-lost-scheduler")
    with cluster() as (scheduler, address):
        run = _solve(out, address)
        count = len(contents(EXPECTED))
        moment = chance.randrange(count // 4, count // 2)
        _wait_for(moment, out, run)
        scheduler.kill()
        killed = time.perf_counter()
        said = run.communicate()[1].decode()
    print(f"scheduler killed after {moment}: exit status {run.returncode}", end=" ")
    print(f"after {time.perf_counter() - killed:.1f} s: {said.splitlines()[-2:]}")
    is_bad = run.returncode != ExitCode.CLUSTER_LOST
    with cluster() as (_, address):
        rest = _solve(out, address)
        rest.communicate()
    return differs(out, f"the rest, exit status {rest.returncode}") or is_bad


def _nanny() -> int:
    """The process that watches over the workers."""
    for pid in family(os.getpid()):
        if "dask_worker" in _command_line(pid):
            return pid
    raise SystemExit("there are no workers")


def _is_worker(pid: int) -> bool:
    return "spawn_main" in _command_line(pid)


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def differs(out: Path, run: str) -> bool:
    """Whether the answers are not those of the run with two jobs; print how they differ."""
    expected, found = contents(EXPECTED), contents(out)
    missing, more = set(expected) - set(found), set(found) - set(expected)
    other = [place for place in set(found) & set(expected) if found[place] != expected[place]]
    print(f"{run}: {len(missing)} missing, {len(other)} different, {len(more)} left over", flush=True)
    return bool(missing or other or more)


# ---- How fast tasks are handed out


def hand_out() -> None:
    """Print how many tasks a second one process can hand out, and what it takes for one."""
    from picrosser.workers.cluster import LOCAL, Cluster

    done = 0
    began, cpu_began = time.perf_counter(), time.process_time()
    for _ in Cluster(number_of, LOCAL, count=2).run(range(10 + TASKS)):
        done += 1
        if done == 10:  # the workers are there
            began, cpu_began = time.perf_counter(), time.process_time()
    wall_s, cpu_s = time.perf_counter() - began, time.process_time() - cpu_began
    done -= 10
    print(f"handed out: {done / wall_s:.0f} tasks a second; ", end="")
    print(f"each takes {1000 * cpu_s / done:.1f} ms CPU of this process, the scheduler included")


def number_of(task: int) -> int:
    """A task that takes no time."""
    return task


if __name__ == "__main__":
    main()
