"""`picrosser serve` on this machine, with clients that send good, slow and hostile pictures at once.

Each client has an address of its own (127.0.0.2 and so on; Linux), so that the limits of one client hold for
each. It sends one picture after the other: fixtures, whose answers have to be those that the pipeline gives
here; textures that take seconds to refuse; what is no picture; and requests that are left half-way. A refusal
for now (503, 429) is sent again when `Retry-After` says.

Prints how many got which answer, the times of good pictures beside those that they take when they come alone,
and the memory of the server with all its workers (PSS: shared memory counts once). Exits with 1 if an answer
was wrong or lost.
"""

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
from benching.processes import family, pss
from scoring.cases import ROOT

FIXTURES = (
    "hungry_cat/drawn-10x15-grey.png",
    "hungry_cat/drawn-20x20-rose.png",
    "nonograms/drawn-tiles.png",
    "nonograms/drawn-confetti.png",
    "katamino/drawn-part-filled.png",
)
KINDS = {"good": 12, "slow": 1, "hostile": 3, "left": 1}  # how often a client sends each
DOCUMENTED = {200, 408, 413, 415, 422, 429, 503, 504}
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
    """What came of all requests. good_s : the times of good pictures that were answered."""

    codes: Counter[tuple[str, int]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    good_s: list[float] = field(default_factory=list)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--clients", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)


def run(args: argparse.Namespace) -> int:
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
    tally, alone, memory = Tally(), Tally(), list[float]()
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as connected:
        for sent in pictures:
            await send(connected, sent, alone)
    ends = perf_counter() + args.seconds
    watching = asyncio.create_task(watch(server, memory))
    await asyncio.gather(*(client(address, at, pictures, ends, tally) for at in range(args.clients)))
    watching.cancel()
    return report(tally, alone, memory, args.seconds)


async def client(address: str, at: int, pictures: list[Sent], ends: float, tally: Tally) -> None:
    """One client, which sends pictures until the time is over."""
    chance = random.Random(at)
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{at + 2}")
    async with httpx.AsyncClient(base_url=address, transport=transport, timeout=PATIENCE_S) as connected:
        while perf_counter() < ends:
            kind = chance.choices(list(KINDS), list(KINDS.values()))[0]
            if kind == "left":
                await leave(connected, chance.choice(pictures))
            else:
                await send(connected, chance.choice([s for s in pictures if s.kind == kind]), tally)


async def send(connected: httpx.AsyncClient, sent: Sent, tally: Tally) -> None:
    """Send a picture until it is answered."""
    began = perf_counter()
    while True:
        try:
            answer = await connected.post("/api/solve", content=sent.picture)
        except httpx.HTTPError as error:
            tally.lost.append(f"{sent.name}: {type(error).__name__}")
            return
        tally.codes[sent.kind, answer.status_code] += 1
        if answer.status_code not in (429, 503):
            break
        await asyncio.sleep(float(answer.headers["retry-after"]))
    if fault := fault_of(answer, sent):
        tally.wrong.append(f"{sent.name}: {fault}")
    elif sent.kind == "good":
        tally.good_s.append(perf_counter() - began)


def fault_of(answer: httpx.Response, sent: Sent) -> str:
    """What is wrong with an answer; "" if nothing is."""
    if answer.status_code not in DOCUMENTED:
        return f"HTTP {answer.status_code}: {answer.text[:200]}"
    facts = answer.json()
    if answer.status_code != 200:
        is_refusal = facts["http"] == answer.status_code and facts["message"]
        return "" if is_refusal else f"no refusal: {answer.text[:200]}"
    return "" if facts["solution"] == sent.solution else f"exit {facts['exit']}, solution {facts['solution']}"


async def leave(connected: httpx.AsyncClient, sent: Sent) -> None:
    """Send half of a picture, and go without waiting for the answer."""

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
    """A texture in which much looks like digits."""
    coarse = Image.fromarray(np.random.default_rng(seed).integers(0, 255, (200, 300, 3), np.uint8))
    drawn = io.BytesIO()
    coarse.resize((600, 400)).save(drawn, "PNG", compress_level=1)
    return [Sent("texture", "slow", drawn.getvalue())]


def hostile_pictures() -> list[Sent]:
    """What is no picture, or claims to be a huge one."""
    shot = (ROOT / "fixtures" / FIXTURES[0]).read_bytes()
    header = shot[:16] + (50_000).to_bytes(4, "big") * 2 + shot[24:29]
    huge = header + zlib.crc32(header[12:29]).to_bytes(4, "big") + shot[33:]
    contents = {"text": b"no picture", "cut short": shot[: len(shot) // 2], "huge header": huge}
    return [Sent(name, "hostile", content) for name, content in contents.items()]


# ---- What is measured


async def watch(server: int, memory: list[float]) -> None:
    """Note the memory now and then, in MB."""
    while True:
        memory.append(sum(map(pss, family(server))) / 1e6)
        await asyncio.sleep(MEMORY_EVERY_S)


def report(tally: Tally, alone: Tally, memory: list[float], seconds: float) -> int:
    for (kind, code), count in sorted(tally.codes.items()):
        print(f"{kind:8} HTTP {code}: {count}")
    print(f"good pictures answered: {len(tally.good_s)}, {len(tally.good_s) / seconds:.2f} a second")
    if len(tally.good_s) > 1:
        middle, slow, usual = median(tally.good_s), quantiles(tally.good_s, n=20)[-1], median(alone.good_s)
        print(f"their times: p50 {middle:.2f} s, p95 {slow:.2f} s; alone {usual:.2f} s")
    quarter = max(1, len(memory) // 4)
    first, last = mean(memory[:quarter]), mean(memory[-quarter:])
    print(f"memory: {first:.0f} MB in the first quarter, {last:.0f} in the last, at most {max(memory):.0f}")
    faults = {"wrong": alone.wrong + tally.wrong, "lost": alone.lost + tally.lost}
    print(json.dumps(faults, indent=1))
    return int(any(faults.values()))
