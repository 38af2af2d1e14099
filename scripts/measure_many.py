"""Solve many drawn screenshots with one and with two jobs, and once more with kills in between; compare all
answers.

    python scripts/measure_many.py --count 1000 --kills 5

Every answer is compared with the truth of its drawing. Printed are:

- pictures a second and processor seconds a picture: of this process, warm, and of the command with `--jobs 1`
  and `--jobs 2`. On a busy machine only the processor seconds can be compared;
- the memory of all processes with two jobs, in each quarter of the run (proportional set size: shared memory
  counts once);
- what five kills at random moments do, each of the command itself or of one of its workers, the run resumed
  with `--skip-existing`: answers that are missing, that differ from those of the run without kills, files
  left over.

It exits with 1 if an answer is missing, wrong, or differs.
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
import tomllib
from dataclasses import dataclass
from pathlib import Path

from benchmark_pools import cpu_s, family, pss

COMMAND = [sys.executable, "-m", "picrosser", "shots", "-r", "-q"]
FOLDERS = 7  # that the screenshots are spread over


@dataclass(frozen=True, slots=True)
class Ran:
    """How a run went: its wall and processor seconds, and the memory of all its processes in each quarter, in
    MB.
    """

    wall_s: float
    cpu_s: float
    memory_mb: list[float]


def draw(folder: Path, count: int, seed: int) -> None:
    """Draw screenshots of random puzzles, spread over folders, with the truth beside each."""
    if len(list(folder.rglob("*.png"))) == count:
        return
    script = Path(__file__).with_name("draw_screenshots.py")
    flat = folder.with_name("flat")
    command = [sys.executable, script, "--count", count, "--seed", seed, "--out", flat]
    subprocess.run(list(map(str, command)), check=True, stdout=subprocess.DEVNULL)
    for number, shot in enumerate(sorted(flat.glob("*.png"))):
        place = folder / f"part-{number % FOLDERS}"
        place.mkdir(parents=True, exist_ok=True)
        for file in (shot, shot.with_suffix(".toml")):
            file.rename(place / file.name)
    shutil.rmtree(flat)


def run_warm(folder: Path, out: Path) -> Ran:
    """Solve all in this process, one after the other, after one that warms it."""
    from picrosser.cli.start import main

    shots = sorted(map(str, folder.rglob("*.png")))
    main([shots[0], "-q", "-f", "-o", str(out.with_suffix(".png"))])
    began, cpu_began = time.perf_counter(), time.process_time()
    main(["shots", "-r", "-q", "--jobs", "1", "-o", f"{out}/"])
    return Ran(time.perf_counter() - began, time.process_time() - cpu_began, [])


def run_command(out: Path, jobs: int, *more: str) -> Ran:
    """Run the command in a process of its own; look at its memory now and then."""
    began = time.perf_counter()
    run = subprocess.Popen([*COMMAND, "-o", f"{out}/", "--jobs", str(jobs), *more])
    memory: list[float] = []
    used = 0.0
    while run.poll() is None:
        processes = family(run.pid)
        memory.append(sum(map(pss, processes)) / 1e6)
        used = max(used, sum(map(cpu_s, processes)))
        time.sleep(0.5)
    quarter = max(1, len(memory) // 4)
    most = [
        max(memory[at : at + quarter]) for at in range(0, 4 * quarter, quarter) if memory[at : at + quarter]
    ]
    return Ran(time.perf_counter() - began, used, most)


def run_killed(out: Path, kills: int, count: int, chance: random.Random) -> list[str]:
    """Run the command, killing it or a worker now and then, until all is done; return what was killed, and
    when.
    """
    command = [*COMMAND, "-o", f"{out}/", "--jobs", "2", "--skip-existing"]
    killed: list[str] = []
    run = subprocess.Popen(command, start_new_session=True)
    for kill, moment in enumerate(sorted(chance.sample(range(1, count - 2 * kills), kills))):
        while run.poll() is None and len(list(out.rglob("*.png"))) < moment:
            time.sleep(0.02)
        if run.poll() is not None:
            raise SystemExit("a run ended before it was killed")
        workers = [pid for pid in family(run.pid) - {run.pid} if _is_busy(pid)]
        if kill % 2 and workers:
            os.kill(chance.choice(workers), signal.SIGKILL)  # the command goes on by itself
            killed.append(f"a worker after {moment}")
        else:
            run.kill()
            run.wait()
            _wait_for_end_of(run.pid)
            killed.append(f"the command after {moment}")
            run = subprocess.Popen(command, start_new_session=True)
    run.wait()
    return killed


def _is_busy(pid: int) -> bool:
    """Whether a process has worked: the forking server and the resource tracker hardly do."""
    return cpu_s(pid) > 0.5


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
        truth = tomllib.loads(Path(facts["input"]).with_suffix(".toml").read_text(encoding="utf-8"))
        if facts["exit"] or facts["solution"] != truth["solution"]:
            wrong.append(f"{facts['input']}: {facts['error'] or 'not the true picture'}")
    return wrong


def contents(folder: Path) -> dict[str, bytes]:
    """All files in a folder, by their place in it."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def main() -> None:
    """Draw, run, compare, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=24)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path("build/many"),
        help="where it works; drawings that are there are kept",
    )
    asked = parser.parse_args()
    root = str(Path(__file__).resolve().parent.parent)
    os.environ["PYTHONPATH"] = root
    asked.folder.mkdir(parents=True, exist_ok=True)
    os.chdir(asked.folder)
    for old in Path().glob("out-*"):
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    Path("rows.jsonl").unlink(missing_ok=True)
    draw(Path("shots"), asked.count, asked.seed)
    runs = {
        "this process, warm": run_warm(Path("shots"), Path("out-warm")),
        "`--jobs 1`": run_command(Path("out-1"), 1),
        "`--jobs 2`": run_command(Path("out-2"), 2, "--report", "rows.jsonl"),
    }
    print(f"{asked.count} screenshots, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print("| run | pictures/s | CPU s a picture | memory in each quarter, MB |\n|---|---|---|---|")
    for name, ran in runs.items():
        memory = ", ".join(f"{most:.0f}" for most in ran.memory_mb) or "-"
        print(
            f"| {name} | {asked.count / ran.wall_s:.2f} | {ran.cpu_s / asked.count:.3f} | {memory} |",
            flush=True,
        )
    wrong = wrong_answers(Path("rows.jsonl"))
    print(f"{len(wrong)} of {asked.count} are refused or not the truth", *wrong, sep="\n  ")
    killed = run_killed(Path("out-killed"), asked.kills, asked.count, random.Random(asked.seed))
    print(f"killed: {', '.join(killed)}")
    expected = contents(Path("out-2"))
    is_bad = False
    for name in ("out-warm", "out-1", "out-killed"):
        found = contents(Path(name))
        missing, more = set(expected) - set(found), set(found) - set(expected)
        other = {place for place in set(found) & set(expected) if found[place] != expected[place]}
        print(f"{name}: {len(missing)} missing, {len(other)} different, {len(more)} left over")
        is_bad = is_bad or bool(missing or other or more)
    sys.exit(is_bad or any("not the true" in line for line in wrong))


if __name__ == "__main__":
    main()
