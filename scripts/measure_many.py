"""Solve many drawn screenshots with one and with two jobs, and once more with kills in between; compare all
answers.

    nice -n 15 python scripts/measure_many.py --count 1000 --kills 5

Every answer is compared with the truth of its drawing. Printed are:

- pictures a second and processor seconds a picture, on two fifths of the pictures: of this process, warm, and
  of the command with `--jobs 1` and `--jobs 2`, its start included. The three take turns, so that other work
  on the machine slows all of them alike; what it leaves to two processes no script can say, so on a busy
  machine compare the processor seconds;
- the memory of all processes with two jobs, in each tenth of a run over all pictures (proportional set size:
  shared memory counts once);
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
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from benchmark_pools import cpu_s, family, own_cpu_s, pss

COMMAND = [sys.executable, "-m", "picrosser"]
CATS = 8  # one screenshot of so many is of Hungry Cat, which takes five times as long to draw as a nonogram
FOLDERS = 5  # that the screenshots are spread over
COMPARED = 2  # folders on which the ways take turns
MEMORY_LOOKS = 5  # of so many looks at a run, one is at its memory: that takes time from the run
SPANS = 10  # of a run, for which the memory is stated


@dataclass(slots=True)
class Ran:
    """How the runs of one way went: their wall and processor seconds, and the memory of all processes at each
    look, in MB.
    """

    wall_s: float = 0.0
    cpu_s: float = 0.0
    memory_mb: list[float] = field(default_factory=list)

    @property
    def most_mb(self) -> list[float]:
        """The most memory in each span."""
        looks = len(self.memory_mb)
        spans = (
            self.memory_mb[looks * at // SPANS : looks * (at + 1) // SPANS] for at in range(min(SPANS, looks))
        )
        return list(map(max, spans))


def draw(folder: Path, count: int, seed: int) -> None:
    """Draw screenshots of random puzzles, spread over folders, with the truth beside each."""
    if len(list(folder.rglob("*.png"))) == count:
        return
    flat = folder.with_name("flat")
    cats = count // CATS
    for script, number in (("draw_screenshots.py", cats), ("draw_nonograms.py", count - cats)):
        place = Path(__file__).with_name(script)
        command = [sys.executable, place, "--count", number, "--seed", seed, "--out", flat]
        subprocess.run(list(map(str, command)), check=True, stdout=subprocess.DEVNULL)
    shots = sorted(flat.glob("*.png"))
    random.Random(seed).shuffle(shots)  # so that each folder holds some of every look
    for number, shot in enumerate(shots):
        place = folder / f"part-{number % FOLDERS}"
        place.mkdir(parents=True, exist_ok=True)
        for file in (shot, *(shot.with_suffix(suffix) for suffix in (".toml", ".json"))):
            if file.exists():
                file.rename(place / file.name)
    shutil.rmtree(flat)


def warm_up() -> None:
    """Solve a picture in this process, so that all is imported."""
    from picrosser.cli.start import main

    first = min(Path("shots").rglob("*.png"))
    main([str(first), "-q", "-f", "-o", "out-first.png"])


def run_here(shots: str, out: Path, ran: Ran) -> None:
    """Solve the pictures of a folder in this process, one after the other."""
    from picrosser.cli.start import main

    began, cpu_began = time.perf_counter(), time.process_time()
    main([shots, "-r", "-q", "--jobs", "1", "-o", f"{out}/"])
    ran.wall_s += time.perf_counter() - began
    ran.cpu_s += time.process_time() - cpu_began


def run_command(shots: str, out: Path, jobs: int, ran: Ran, *more: str) -> None:
    """Run the command in a process of its own; look at its memory now and then."""
    began = time.perf_counter()
    command = [*COMMAND, shots, "-r", "-q", "-o", f"{out}/", "--jobs", str(jobs), *more]
    run = subprocess.Popen(command)
    used: dict[int, float] = {}  # of each process: those that are replaced have been looked at before
    for look in count():
        if run.poll() is not None:
            break
        processes = family(run.pid)
        used |= {pid: max(used.get(pid, 0.0), own_cpu_s(pid)) for pid in processes}
        if look % MEMORY_LOOKS == 0:
            ran.memory_mb.append(sum(map(pss, processes)) / 1e6)
        time.sleep(0.2)
    ran.wall_s += time.perf_counter() - began
    ran.cpu_s += sum(used.values())


def run_killed(out: Path, kills: int, count: int, chance: random.Random) -> list[str]:
    """Run the command, killing it or a worker now and then, until all is done; return what was killed, and
    when.
    """
    command = [*COMMAND, "shots", "-r", "-q", "-o", f"{out}/", "--jobs", "2", "--skip-existing"]
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
        solution = facts["solution"]
        if facts["exit"] or _cells(solution) != _cells(_truth(Path(facts["input"]))):
            wrong.append(f"{facts['input']}: {facts['error'] or 'not the true picture'}")
    return wrong


def _truth(shot: Path) -> list[str]:
    """The true picture, a letter for each cell."""
    text = next(file for suffix in (".toml", ".json") if (file := shot.with_suffix(suffix)).exists())
    load = tomllib.loads if text.suffix == ".toml" else json.loads
    solution: list[str] = load(text.read_text(encoding="utf-8"))["solution"]
    return solution


def _cells(solution: list[str]) -> list[list[int]]:
    """A picture with its colours numbered as they first occur: each program has its own letters for them."""
    names = {".": 0, "0": 0}
    return [[names.setdefault(letter, len(names)) for letter in row] for row in solution]


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
    warm_up()
    ways = {"this process, warm": 0, "`--jobs 1`": 1, "`--jobs 2`": 2}
    runs = {name: Ran() for name in ways}
    compared = [f"shots/part-{number}" for number in range(COMPARED)]
    for turn, shots in enumerate(compared):
        for name in list(ways)[turn % 3 :] + list(ways)[: turn % 3]:
            out = Path(f"out-{ways[name]}-{turn}")
            if ways[name]:
                run_command(shots, out, ways[name], runs[name])
            else:
                run_here(shots, out, runs[name])
    pictures = sum(len(list(Path(shots).rglob("*.png"))) for shots in compared)
    print(f"{pictures} screenshots, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print("| run | pictures/s | CPU s a picture |\n|---|---|---|")
    for name, ran in runs.items():
        print(f"| {name} | {pictures / ran.wall_s:.2f} | {ran.cpu_s / pictures:.3f} |", flush=True)
    whole = Ran()
    run_command("shots", Path("out-all"), 2, whole, "--report", "rows.jsonl")
    print(
        f"all {asked.count}: {asked.count / whole.wall_s:.2f} a second, {whole.cpu_s / asked.count:.3f} CPU s"
    )
    print("memory in each tenth of the run, MB:", *(f"{most:.0f}" for most in whole.most_mb), flush=True)
    wrong = wrong_answers(Path("rows.jsonl"))
    print(f"{len(wrong)} of {asked.count} are refused or not the truth", *wrong, sep="\n  ")
    killed = run_killed(Path("out-killed"), asked.kills, asked.count, random.Random(asked.seed))
    print(f"killed: {', '.join(killed)}")
    expected = contents(Path("out-all"))
    places = {"out-killed": ""} | {
        f"out-{way}-{turn}": f"part-{turn}/" for way in ways.values() for turn in range(COMPARED)
    }
    is_bad = False
    for name, place in places.items():
        found = {f"{place}{file}": data for file, data in contents(Path(name)).items()}
        asked_for = {file for file in expected if file.startswith(place)}
        missing, more = asked_for - set(found), set(found) - asked_for
        other = {file for file in set(found) & asked_for if found[file] != expected[file]}
        is_bad = is_bad or bool(missing or other or more)
        if missing or other or more or not place:
            print(f"{name}: {len(missing)} missing, {len(other)} different, {len(more)} left over")
    sys.exit(is_bad or any("not the true" in line for line in wrong))


if __name__ == "__main__":
    main()
