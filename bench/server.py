"""How the playground fares under load: honest clients, with and without hostile ones.

python bench/server.py [--seconds 60]

It starts a server of its own on this machine, measures how many cheap requests it answers in a
second, and then offers it half as many and twice as many, alone and while others send half a
request, ask for derivations that take many seconds, or write one system after another.  Each row
takes the same share of the time.  Latencies are those of cheap requests that were answered; those
that got 503 are refused, and those without an answer are lost.  Clients and server share the cores
that the process may use.
"""

import argparse
import asyncio
import json
import os
import platform
import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from multiplane.systems import systems
from multiplane.systems.writer import write_system

SERVE = [sys.executable, "-c", "from multiplane.cli import main; main()", "serve"]
LOCAL = "127.0.0.1"
CLIENTS = 4  # that ask one thing after another
MOST_AT_ONCE = 300  # honest requests that are under way; more are not sent
PATIENCE = 15  # seconds until an honest client gives up
TREE = {"forms": ["the", "old", "boat", "leaks", "a", "lot"], "heads": [3, 3, 4, 0, 6, 4]}


def message(method, path, question=None):
    body = b"" if question is None else json.dumps(question).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: {LOCAL}\r\nConnection: close\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def derivation(system, tree):
    return message("POST", "/api/derivation", {"system": system, "sentence": tree})


CHEAP = (
    message("GET", "/api/systems/arc-eager"),
    message("POST", "/api/draw", {"sentence": TREE}),
    message("POST", "/api/steps", {"system": {"name": "swap"}, "words": 3}),
    derivation({"name": "arc-eager"}, TREE),
)


def random_tree(words, seed):
    """A tree whose words are in any order, so that most of its arcs cross."""
    order = random.Random(seed).sample(range(1, words + 1), words)
    heads = [0] * words
    for at, word in enumerate(order[1:], 1):
        heads[word - 1] = order[random.Random(seed + at).randrange(at)]
    return {"forms": ["w"] * words, "heads": heads}


async def asked(port, data, seconds=PATIENCE):
    """Return the status of an answer, or 0 if there is none."""
    writer = None
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection(LOCAL, port)
            writer.write(data)
            answer = await reader.read()
            return int(answer[9:12] or 0)
    except (OSError, TimeoutError, ValueError):
        return 0
    finally:
        if writer:
            writer.transport.abort()


@dataclass
class Counted:
    """What became of the cheap requests of some seconds."""

    statuses: Counter = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)  # milliseconds, of those answered

    async def ask(self, port, number):
        begin = time.perf_counter()
        status = await asked(port, CHEAP[number % len(CHEAP)])
        self.statuses[status] += 1
        if status == 200:
            self.latencies.append(1000 * (time.perf_counter() - begin))

    def share(self, *statuses):
        return 100 * sum(self.statuses[s] for s in statuses) / max(self.statuses.total(), 1)

    def percentile(self, percent):
        return float(np.percentile(self.latencies, percent)) if self.latencies else float("nan")


async def capacity(port, seconds):
    """Ask one thing after another, with a few clients; return the answers per second."""
    found, end = Counted(), time.perf_counter() + seconds

    async def client(number):
        while time.perf_counter() < end:
            await found.ask(port, number)
            number += 1

    await asyncio.gather(*map(client, range(CLIENTS)))
    return found.statuses[200] / seconds


async def offered(port, rate, seconds):
    """Ask at a steady rate, whatever the answers."""
    found, begin, sent, under_way = Counted(), time.perf_counter(), 0, set()
    while (now := time.perf_counter() - begin) < seconds:
        while sent < now * rate:
            sent += 1
            if len(under_way) < MOST_AT_ONCE:
                task = asyncio.create_task(found.ask(port, sent))
                under_way.add(task)
                task.add_done_callback(under_way.discard)
            else:
                found.statuses[0] += 1
        await asyncio.sleep(0.005)
    await asyncio.gather(*under_way)
    return found


async def half_sent(port):
    """Keep 110 connections open on which a request begins, and never ends."""

    async def one():
        while True:
            await asked(port, CHEAP[0][:40], 600)
            await asyncio.sleep(0.2)

    await asyncio.gather(*(one() for _ in range(110)))


async def costly(port):
    """Four clients ask for derivations that take long, of a system by its name and as a text."""
    own = {"text": write_system(systems["easy-first"])}

    async def one(seed):
        while True:
            system = own if seed % 2 else {"name": "easy-first"}
            await asked(port, derivation(system, random_tree(20, seed)), 60)
            seed += 4
            await asyncio.sleep(0.2)

    await asyncio.gather(*map(one, range(4)))


async def many_systems(port):
    """One client writes a system that nobody has seen before, as often as it can."""
    number = 0
    while True:
        text = f"SHIFT = SH\nLEFT_{number} = LA >> RE\nRIGHT_{number} = RA >> SH"
        await asked(port, derivation({"text": text}, TREE), 60)
        number += 1
        await asyncio.sleep(0.02)


SCENARIOS = {  # the share of the capacity that is offered, and who else is there
    "honest clients alone": (0.5, ()),
    "and half-sent requests": (0.5, (half_sent,)),
    "and costly systems": (0.5, (costly,)),
    "twice what it can do": (2.0, ()),
    "and all of these": (2.0, (half_sent, costly, many_systems)),
}


def family(process):
    """Return the processes that descend from one, itself included, each with its own family."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    children = " ".join(thread.read_text("ascii") for thread in threads).split()
    return {process: {key: value for child in children for key, value in family(child).items()}}


def everyone(families):
    for process, descendants in families.items():
        yield process, not descendants
        yield from everyone(descendants)


def memory(process):
    """Return the megabytes of a server with all its processes, and how many workers these are.

    What processes share is counted once.
    """
    try:
        found = dict(everyone(family(process)))
        shares = [Path(f"/proc/{each}/smaps_rollup").read_text("ascii") for each in found]
    except OSError:  # only Linux says so; or one has just ended
        return float("nan"), 0
    kilobytes = sum(int(share.partition("\nPss:")[2].split()[0]) for share in shares)
    # One that has no children only watches over resources that are shared.
    return kilobytes / 1024, sum(found.values()) - 1


async def measured(port, process, seconds):
    share = seconds / (len(SCENARIOS) + 1)
    most = await capacity(port, share)
    print(f"answers {most:.0f} cheap requests per second to {CLIENTS} clients\n")
    print("| load | asked/s | answered/s | p50 ms | p99 ms | refused % | lost % | MB | workers |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, (part, others) in SCENARIOS.items():
        hostile = [asyncio.create_task(other(port)) for other in others]
        await asyncio.sleep(min(2, share / 5) if hostile else 0)
        found = await offered(port, part * most, share)
        size, workers = memory(process)
        for task in hostile:
            task.cancel()
        await asyncio.gather(*hostile, return_exceptions=True)
        lost = found.share(*(s for s in found.statuses if s not in (200, 503)))
        print(
            f"| {name} | {found.statuses.total() / share:.0f} | {found.statuses[200] / share:.0f}"
            f" | {found.percentile(50):.1f} | {found.percentile(99):.1f}"
            f" | {found.share(503):.1f} | {lost:.1f} | {size:.0f} | {workers} |",
            flush=True,
        )
        await asyncio.sleep(min(2, share / 5))  # what is under way ends


async def ready(port):
    """Wait until everything is compiled, and the catalogue is judged."""
    for _ in range(600):
        done = [await asked(port, data) == 200 for data in (message("GET", "/api/systems"), *CHEAP)]
        await asyncio.sleep(1)
        if all(done):
            return
    raise SystemExit("the server does not answer")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60, help="how long clients ask in all")
    seconds = parser.parse_args().seconds
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"Python {platform.python_version()}, {platform.machine()}, {cores} cores, {seconds:g} s")
    arguments = [*SERVE, "--port", "0", "--no-browser"]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True) as server:
        try:
            said = next(line for line in server.stderr if f"{LOCAL}:" in line)
            port = int(said.partition(f"{LOCAL}:")[2].partition("/")[0])
            asyncio.run(ready(port))
            asyncio.run(measured(port, server.pid, seconds))
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
