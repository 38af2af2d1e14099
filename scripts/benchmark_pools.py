"""Compare process pools: what a start costs, the memory of the workers, and what survives a killed worker.

    python scripts/benchmark_pools.py --jobs 2

Measured are the pools of the standard library, loky and pebble (each only where it is installed), and our own
`picrosser.workers.pool`. Each pool runs in a process of its own:

- start: wall and CPU seconds of the whole process with all of its workers, until each worker has imported the
  pipelines and done a task. Compare the pools with each other: another machine has other seconds.
- memory: the proportional set size of all processes then, so memory that processes share is counted once.
- killed: of 40 tasks, a worker is killed in the middle of one; how many results come, whether the pool names
  the task, and whether it ends by itself.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

TASKS = 40
POISON = 7  # the task whose worker is killed, once
HANG_S = 20.0  # a pool that says nothing for so long hangs
POOLS = ("ours", "executor", "multiprocessing", "loky", "pebble")
PRELOADED = ["picrosser.pipelines.recognise"]

Answer = tuple[int, str]
Run = Callable[[Callable[[int], str], list[int], int], Iterator[Answer]]


def work(number: int) -> str:
    """A task that uses what every picture needs."""
    import picrosser.pipelines.recognise  # noqa: F401

    time.sleep(0.05)
    return f"{number} done"


def dying_work(number: int) -> str:
    """The same, but the worker of one task is killed, the first time."""
    flag = Path(os.environ["PICROSSER_POISONED"])
    if number == POISON and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return work(number)


def run_ours(function: Callable[[int], str], tasks: list[int], jobs: int) -> Iterator[Answer]:
    """Our own workers."""
    from picrosser.workers.pool import Workers

    with Workers(function, jobs, preload=PRELOADED) as workers:
        for done in workers.run(tasks):
            yield done.task, done.result or f"failed: {done.error}"


def run_executor(function: Callable[[int], str], tasks: list[int], jobs: int) -> Iterator[Answer]:
    """`concurrent.futures`, with the same forking server."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, as_completed

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    with ProcessPoolExecutor(jobs, mp_context=context) as executor:
        yield from _of_futures({executor.submit(function, task): task for task in tasks}, as_completed)


def run_multiprocessing(function: Callable[[int], str], tasks: list[int], jobs: int) -> Iterator[Answer]:
    """`multiprocessing.Pool`, with the same forking server."""
    import multiprocessing

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    with context.Pool(jobs) as pool:
        for answer in pool.imap_unordered(function, tasks):
            yield int(answer.split()[0]), answer


def run_loky(function: Callable[[int], str], tasks: list[int], jobs: int) -> Iterator[Answer]:
    """`loky`, the pool of joblib."""
    from concurrent.futures import as_completed

    from loky import get_reusable_executor

    executor = get_reusable_executor(max_workers=jobs)
    yield from _of_futures({executor.submit(function, task): task for task in tasks}, as_completed)
    executor.shutdown(kill_workers=True)


def run_pebble(function: Callable[[int], str], tasks: list[int], jobs: int) -> Iterator[Answer]:
    """`pebble`, whose pool ends late tasks."""
    import multiprocessing
    from concurrent.futures import as_completed

    from pebble import ProcessPool

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    with ProcessPool(jobs, context=context) as pool:
        yield from _of_futures({pool.schedule(function, (task,)): task for task in tasks}, as_completed)


def _of_futures(futures: dict, as_completed: Callable) -> Iterator[Answer]:
    for future in as_completed(futures):
        try:
            yield futures[future], future.result()
        except Exception as error:  # noqa: BLE001  (what a pool says of a killed worker is what is measured)
            yield futures[future], f"failed: {type(error).__name__}"


RUNS: dict[str, Run] = {
    "ours": run_ours,
    "executor": run_executor,
    "multiprocessing": run_multiprocessing,
    "loky": run_loky,
    "pebble": run_pebble,
}


# ---- In the process of one pool


def measure_start(pool: str, jobs: int) -> dict[str, float]:
    """Seconds until every worker is warm, and the memory of all processes then."""
    began = time.perf_counter()
    answers = RUNS[pool](work, list(range(4 * jobs)), jobs)
    for _ in range(4 * jobs):
        next(answers)
    wall_s = time.perf_counter() - began
    processes = family(os.getpid())
    memory, used_s = sum(map(pss, processes)), sum(map(cpu_s, processes))
    answers.close()  # type: ignore[attr-defined]
    return {"wall_s": wall_s, "cpu_s": used_s, "memory_mb": memory / 1e6}


def measure_killed(pool: str, jobs: int) -> dict[str, object]:
    """What becomes of the tasks when a worker is killed."""
    answers: dict[int, str] = {}
    threading.Thread(target=_end_if_silent, args=(answers,), daemon=True).start()
    for number, answer in RUNS[pool](dying_work, list(range(TASKS)), jobs):
        answers[number] = answer
    return _killed_facts(answers, hangs=False)


def _end_if_silent(answers: dict[int, str]) -> None:
    known = -1
    while known != len(answers):
        known = len(answers)
        time.sleep(HANG_S)
    print(json.dumps(_killed_facts(answers, hangs=True)), flush=True)
    os.killpg(0, signal.SIGKILL)


def _killed_facts(answers: dict[int, str], *, hangs: bool) -> dict[str, object]:
    failed = sorted(number for number, answer in answers.items() if answer.startswith("failed"))
    return {"done": len(answers) - len(failed), "failed": failed, "hangs": hangs}


def family(root: int) -> set[int]:
    """The process ids of a process and of all that descend from it."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found, more = {root}, {root}
    while more:
        more = {pid for pid, parent in parents.items() if parent in more} - found
        found |= more
    return found


def pss(pid: int) -> int:
    """The proportional set size of a process, in bytes; 0 of one that has ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def cpu_s(pid: int) -> float:
    """The processor time of a process so far, and of the children that it has seen end."""
    return sum(_clock_ticks(pid)) / os.sysconf("SC_CLK_TCK")


def own_cpu_s(pid: int) -> float:
    """The processor time of a process alone so far."""
    return sum(_clock_ticks(pid)[:2]) / os.sysconf("SC_CLK_TCK")


def _clock_ticks(pid: int) -> list[int]:
    """User and system time of a process, then of its ended children; nothing of one that has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
    return list(map(int, fields[11:15]))


# ---- The table


def in_own_process(pool: str, what: str, jobs: int) -> dict:
    """Run a measurement of one pool in a new session, so that a pool that hangs can be ended whole."""
    flag = Path(f"build/pools-{os.getpid()}-{pool}")
    flag.parent.mkdir(exist_ok=True)
    command = [sys.executable, __file__, "--jobs", str(jobs), "--pool", pool, "--measure", what]
    environment = {**os.environ, "PICROSSER_POISONED": str(flag.resolve())}
    try:
        run = subprocess.run(command, capture_output=True, text=True, env=environment, start_new_session=True)
    finally:
        flag.unlink(missing_ok=True)
    lines = run.stdout.splitlines()
    return json.loads(lines[-1]) if lines else {"error": run.stderr.splitlines()[-1] if run.stderr else "?"}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--pool", choices=POOLS)
    parser.add_argument("--measure", choices=["start", "killed"])
    asked = parser.parse_args()
    if asked.pool:
        measure = measure_start if asked.measure == "start" else measure_killed
        print(json.dumps(measure(asked.pool, asked.jobs)), flush=True)
        return
    print("| pool | start, wall s | start, CPU s | memory, MB | of 40 tasks | named as failed | ends |")
    print("|---|---|---|---|---|---|---|")
    for pool in POOLS:
        started, killed = (in_own_process(pool, what, asked.jobs) for what in ("start", "killed"))
        if "error" in started or "error" in killed:
            print(f"| {pool} | {started.get('error') or killed.get('error')} |")
            continue
        named = ", ".join(map(str, killed["failed"][:4])) + (", ..." if len(killed["failed"]) > 4 else "")
        print(
            f"| {pool} | {started['wall_s']:.2f} | {started['cpu_s']:.2f} | {started['memory_mb']:.0f} "
            f"| {killed['done']} | {named or '-'} | {'never' if killed['hangs'] else 'yes'} |"
        )


if __name__ == "__main__":
    main()
