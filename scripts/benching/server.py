"""`picrosser serve` on this machine, with clients that send good, slow and hostile pictures at once.

Each client has an address of its own (127.0.0.2 and so on; Linux), so that the limits of one client hold for
each. It sends one picture after the other: fixtures, whose answers have to be those that the pipeline gives
here; textures that take seconds to refuse; what is no picture; and requests that are left half-way. A refusal
for now (503, 429) is sent again when `Retry-After` says.

Prints how many got which answer, the times, and the memory of the server with all its workers (PSS: shared
memory counts once). Exits with 1 if an answer was wrong or lost. The times are compared with those that the
same server takes for the same pictures when they come alone, times how many pictures it had for each worker.
On a machine that does other work, too, only processor times can be compared: see the last line, which is
meaningful with --kinds good hostile, because work that is broken off counts for the load only.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import random
import signal
import subprocess
import sys
import zlib
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import mean, median, quantiles
from time import perf_counter

import httpx
import numpy as np
from PIL import Image

import picrosser
from benching.processes import cpu_s, family, pss
from scoring.cases import ROOT

FIXTURES = (
    "hungry_cat/drawn-5x5-white.png",
    "hungry_cat/drawn-10x15-grey.png",
    "hungry_cat/drawn-20x20-rose.png",
    "nonograms/drawn-tiles.png",
    "nonograms/drawn-confetti.png",
    "katamino/drawn-part-filled.png",
)
KINDS = {"good": 12, "slow": 1, "hostile": 3, "left": 1}  # how often a client sends each
DOCUMENTED = {200, 408, 413, 415, 422, 429, 503, 504}
ALONE_RUNS = 3  # of each picture but the slow ones
MEMORY_EVERY_S = 2.0
PATIENCE_S = 150.0  # for one answer: longer, it counts as lost


@dataclass(frozen=True, slots=True)
class Sent:
    """A picture, and the answer that it must get.

    solution : the rows of the solution; None if the picture has to be refused.
    """

    name: str
    kind: str
    picture: bytes
    solution: list[str] | None = None


@dataclass(slots=True)
class Tally:
    """What came of all requests.

    ratios : time of a good picture's answer over that of its turn, if each of those before it in the server
        took the mean time. waiting : pictures that the server has now.
    alone_cpu_s : the processor's seconds for each picture that comes alone; answered_cpu_s : the sum of them
        for the pictures that were answered; cpu_s : what the server took.
    """

    codes: Counter[tuple[str, int]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    good_s: list[float] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)
    waiting: int = 0
    alone_cpu_s: dict[str, float] = field(default_factory=dict)
    answered_cpu_s: float = 0.0
    cpu_s: float = 0.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--clients", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS))


def run(args: argparse.Namespace) -> int:
    """Start a server, load it, print the figures."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # else the server would stay
    process = subprocess.Popen(
        [sys.executable, "-m", "picrosser", "serve", "--port", "0", "--jobs", str(args.jobs)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        return asyncio.run(loaded(address, process.pid, args))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


async def loaded(address: str, server: int, args: argparse.Namespace) -> int:
    """Load a server for some time; return the exit status."""
    pictures = [*good_pictures(), *slow_pictures(args.seed), *hostile_pictures()]
    pictures = [sent for sent in pictures if sent.kind in args.kinds]
    tally, memory, alone_s = Tally(), list[float](), dict[str, float]()
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as alone:
        for sent in pictures:
            before_s = server_cpu_s(server)
            alone_s[sent.name] = await time_alone(alone, sent)
            tally.alone_cpu_s[sent.name] = (server_cpu_s(server) - before_s) / runs_alone(sent)
    for name, seconds in alone_s.items():
        print(f"alone: {seconds:6.2f} s  {name}", flush=True)
    weights = {kind: KINDS[kind] for kind in args.kinds if kind != "left"}
    means = {kind: mean(alone_s[sent.name] for sent in pictures if sent.kind == kind) for kind in weights}
    mean_s = sum(means[kind] * weight for kind, weight in weights.items()) / sum(weights.values())
    print(f"mean of the mixture: {mean_s:.2f} s", flush=True)
    began_cpu_s = server_cpu_s(server)
    ends = perf_counter() + args.seconds
    watching = asyncio.create_task(watch(server, memory))
    await asyncio.gather(
        *(client(address, at, pictures, mean_s / args.jobs, ends, tally, args) for at in range(args.clients))
    )
    watching.cancel()
    tally.cpu_s = server_cpu_s(server) - began_cpu_s
    return report(tally, memory, median(alone_s[s.name] for s in pictures if s.kind == "good"), args)


async def time_alone(client: httpx.AsyncClient, sent: Sent) -> float:
    times = []
    for _ in range(runs_alone(sent)):
        began = perf_counter()
        await client.post("/api/solve", content=sent.picture)
        times.append(perf_counter() - began)
    return median(times)


def runs_alone(sent: Sent) -> int:
    """How often a picture is sent alone."""
    return 1 if sent.kind == "slow" else ALONE_RUNS


async def client(
    address: str,
    at: int,
    pictures: list[Sent],
    turn_s: float,
    ends: float,
    tally: Tally,
    args: argparse.Namespace,
) -> None:
    """One client, which sends pictures until the time is over.

    turn_s : the mean time of a picture, divided by the number of workers.
    """
    chance = random.Random(1000 * args.seed + at)
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{at + 2}")
    async with httpx.AsyncClient(base_url=address, transport=transport, timeout=PATIENCE_S) as connected:
        while perf_counter() < ends:
            kind = chance.choices(args.kinds, [KINDS[kind] for kind in args.kinds])[0]
            if kind == "left":
                await leave(connected, chance.choice(pictures))
                continue
            await send(connected, chance.choice([s for s in pictures if s.kind == kind]), turn_s, ends, tally)


async def send(connected: httpx.AsyncClient, sent: Sent, turn_s: float, ends: float, tally: Tally) -> None:
    """Send a picture until it is answered."""
    while True:
        tally.waiting += 1
        expected_s = max(turn_s * tally.waiting, 0.001)
        began = perf_counter()
        try:
            answer = await connected.post("/api/solve", content=sent.picture)
        except httpx.HTTPError as error:
            tally.lost.append(f"{sent.name}: {type(error).__name__}")
            return
        finally:
            tally.waiting -= 1
        took_s = perf_counter() - began
        tally.codes[sent.kind, answer.status_code] += 1
        if answer.status_code not in (429, 503):
            tally.answered_cpu_s += tally.alone_cpu_s[sent.name]
            break
        if perf_counter() > ends:
            return
        await asyncio.sleep(float(answer.headers["retry-after"]))
    if fault := fault_of(answer, sent):
        tally.wrong.append(f"{sent.name}: {fault}")
    elif sent.kind == "good" and answer.status_code == 200:
        tally.good_s.append(took_s)
        tally.ratios.append(took_s / expected_s)


def fault_of(answer: httpx.Response, sent: Sent) -> str:
    """What is wrong with an answer; "" if nothing is."""
    if answer.status_code not in DOCUMENTED:
        return f"HTTP {answer.status_code}: {answer.text[:200]}"
    facts = answer.json()
    if answer.status_code != 200:
        is_refusal = facts["http"] == answer.status_code and facts["message"]
        return "" if is_refusal else f"no refusal: {answer.text[:200]}"
    if facts["solution"] != sent.solution:
        return f"exit {facts['exit']}, solution {facts['solution']}"
    return ""


async def leave(connected: httpx.AsyncClient, sent: Sent) -> None:
    """Send a part of a picture, or all of it, and go without waiting for the answer."""

    async def part() -> object:
        yield sent.picture[: len(sent.picture) // 2]
        await asyncio.sleep(10)

    with suppress(httpx.HTTPError, TimeoutError):
        await asyncio.wait_for(connected.post("/api/solve", content=part()), 0.3)


# ---- What is sent


def good_pictures() -> list[Sent]:
    """Fixtures, with the solutions that the pipeline finds here."""
    pictures = []
    for name in FIXTURES:
        path = ROOT / "fixtures" / name
        solution = picrosser.solve_screenshot(path).solution
        assert solution is not None
        pictures.append(Sent(name, "good", path.read_bytes(), list(solution.lines())))
    return pictures


def slow_pictures(seed: int) -> list[Sent]:
    """Textures in which much looks like digits."""
    rng = np.random.default_rng(seed)
    pictures = []
    for size in ((200, 300), (300, 400)):
        coarse = Image.fromarray(rng.integers(0, 255, (*size, 3), np.uint8))
        drawn = io.BytesIO()
        coarse.resize((2 * size[1], 2 * size[0])).save(drawn, "PNG", compress_level=1)
        pictures.append(Sent(f"texture of {2 * size[1]} x {2 * size[0]}", "slow", drawn.getvalue()))
    return pictures


def hostile_pictures() -> list[Sent]:
    """What is no picture, or claims to be a huge one."""
    shot = (ROOT / "fixtures" / FIXTURES[1]).read_bytes()
    header = shot[:16] + (50_000).to_bytes(4, "big") * 2 + shot[24:29]
    huge = header + zlib.crc32(header[12:29]).to_bytes(4, "big") + shot[33:]
    contents = {"text": b"no picture", "cut short": shot[: len(shot) // 2], "huge header": huge}
    return [Sent(name, "hostile", content) for name, content in contents.items()]


# ---- What is measured


async def watch(server: int, memory: list[float]) -> None:
    while True:
        memory.append(sum(map(pss, family(server))) / 1e6)
        await asyncio.sleep(MEMORY_EVERY_S)


def server_cpu_s(server: int) -> float:
    """The processor's seconds of the server and all its workers so far."""
    return sum(cpu_s(pid, with_ended=True) for pid in family(server))


def report(tally: Tally, memory: list[float], alone_s: float, args: argparse.Namespace) -> int:
    """Print the figures; return the exit status."""
    for (kind, code), count in sorted(tally.codes.items()):
        print(f"{kind:8} HTTP {code}: {count}")
    quarter = max(1, len(memory) // 4)
    ninety_five = quantiles(tally.good_s, n=20)[-1]
    print(f"good pictures answered: {len(tally.good_s)}, {len(tally.good_s) / args.seconds:.2f} a second")
    print(f"their times: p50 {median(tally.good_s):.2f} s, p95 {ninety_five:.2f} s; alone {alone_s:.2f} s")
    print(f"over the time of their turn in the queue: p50 {median(tally.ratios):.2f}")
    first, last = mean(memory[:quarter]), mean(memory[-quarter:])
    print(
        f"memory: {first:.0f} MB in the first quarter, {last:.0f} in the last, at most {max(memory):.0f} MB"
    )
    share = tally.cpu_s / tally.answered_cpu_s
    print(f"processor time over that of the same pictures alone: {share:.2f}")
    print(json.dumps({"wrong": tally.wrong, "lost": tally.lost}, indent=1))
    return 1 if tally.wrong or tally.lost else 0
