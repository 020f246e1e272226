"""Faults at random moments: the output is the same as of a run without any, and nothing else."""

import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import nullcontext, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from clusters.corpora import contents, corpus, shards_of
from clusters.engines import STORE, on_processes, on_ray, ray_cluster

from multiplane.shards.crew import here
from multiplane.shards.plan import Options, Plan
from multiplane.shards.run import run

COMMAND = [sys.executable, "-c", "from multiplane.cli import main; main()", "parse"]
SIZE = 10_000  # bytes of the largest shards
NODES = 3
DELAY = 0.3  # seconds at most between the shard after which something happens and what happens
SLOW = 60  # seconds until something to strike must be there


def faults(given, work):
    """Kill at random moments; the output is the same, and nothing else is there."""
    corpus(work / "in" / "small", 30, 1000)
    corpus(work / "in" / "large", 12, 2 * SIZE)
    shards, draw = shards_of(work / "in", SIZE), random.Random(given.seed)
    run(Plan.of("en", Options()), shards, str(work / "expected"), here)
    expected = contents(work / "expected")
    print(
        f"{len(shards)} shards\n\n| kill -9 of | times | the same bytes, no other file | seconds |"
    )
    print("| --- | --- | --- | --- |", flush=True)
    for name, nodes, fault in KINDS:
        if name not in (given.kill or name) or not (nodes is None or find_spec("ray")):
            continue
        good, begin = 0, time.perf_counter()
        with ray_cluster(nodes) if nodes else nullcontext() as made:
            for number in range(given.times):
                out = work / f"{name} {number}"
                while not fault(shards, out, draw, made):  # it came too late to disturb anything
                    shutil.rmtree(out, ignore_errors=True)
                found = contents(out)
                good += found == expected
                print(f"{name}: {good} of {number + 1} the same", file=sys.stderr, flush=True)
                if found != expected:
                    _tell(found, expected)
                shutil.rmtree(out)
        seconds = time.perf_counter() - begin
        print(f"| {name} | {given.times} | {good} | {seconds:.0f} |", flush=True)


def _tell(found, expected):
    """Say what is not as it should be."""
    for name in sorted(found.keys() | expected.keys()):
        if found.get(name) != expected.get(name):
            kind = "other" if name in found and name in expected else "found"
            print(f"  {kind if name in found else 'missing'}: {name}", flush=True)


def of_a_part(engine, strike, shards, out, draw, made):
    """Run here, and strike something that takes part; say if there was time to."""
    reached, ended, struck = threading.Event(), threading.Event(), []
    after = draw.randrange(len(shards))

    def see(progress):
        if progress.done >= after:
            reached.set()

    def wait():
        reached.wait()
        limit = time.monotonic() + SLOW
        pause = draw.random() * DELAY
        while not ended.wait(pause) and not struck and time.monotonic() < limit:
            if strike(draw, made):
                struck.append(after)

    thread = threading.Thread(target=wait)
    thread.start()
    if not after:
        reached.set()
    try:
        run(Plan.of("en", Options()), shards, str(out), engine, see=see)
    finally:
        reached.set()
        ended.set()
        thread.join()
    return bool(struck)


def of_the_driver(more, shards, out, draw, made):
    """Run as a command that is killed, and then again."""
    after, workers = draw.randrange(len(shards)), ["--workers", "2", "--quiet"]
    address = [f"--ray={more or made.address}"] if more is not None else []
    place = str(out.parent / "in")
    command = [*COMMAND, place, "-o", f"{out}/", "--shard-size", str(SIZE), *workers, *address]
    driver = subprocess.Popen(command)
    while driver.poll() is None and sum(1 for _ in out.glob(".multiplane/**/*.json")) < after:
        time.sleep(0.01)
    with suppress(subprocess.TimeoutExpired):
        driver.wait(draw.random() * (DELAY if after else 10 * DELAY))
    in_time = driver.poll() is None
    driver.kill()
    driver.wait()
    subprocess.run(command, check=True)
    return in_time


def is_ours(process):
    """Was it started from here?"""
    while process > 1 and process != os.getpid():
        facts = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
        process = int(facts.rpartition(")")[2].split()[1])  # its parent
    return process > 1


def actors():
    """The processes of our actors that are in the middle of a batch: their names say so."""
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            named = (entry / "cmdline").read_bytes().startswith(b"ray::_Actor.do")
            if named and is_ours(int(entry.name)):
                yield int(entry.name)


def kill_worker(draw, _):
    children = multiprocessing.active_children()
    if children:
        draw.choice(children).kill()
    return bool(children)


def kill_actor(draw, _):
    found = list(actors())
    if found:
        with suppress(ProcessLookupError):
            os.kill(draw.choice(found), signal.SIGKILL)
    return bool(found)


def kill_node(draw, nodes):
    nodes.remove_node(draw.choice(nodes.list_all_nodes()[1:]), allow_graceful=False)
    return True


def of_a_node(shards, out, draw, nodes):
    """Run while a node goes that is not the first; others are there for the next run."""
    for _ in range(9):
        if len(nodes.list_all_nodes()) == NODES:
            break
        with suppress(Exception):  # which a busy machine gives
            nodes.add_node(num_cpus=1, object_store_memory=STORE)
    return of_a_part(on_ray(NODES), kill_node, shards, out, draw, nodes)


def of_an_actor(shards, out, draw, nodes):
    return of_a_part(on_ray(NODES), kill_actor, shards, out, draw, nodes)


KINDS = (  # what is killed, the nodes of a cluster that is there (None: without Ray), and how
    ("a worker", None, partial(of_a_part, on_processes(2), kill_worker)),
    ("the driver of processes", None, partial(of_the_driver, None)),
    ("an actor in a shard", NODES, of_an_actor),
    ("a node of three", NODES, of_a_node),
    ("the driver on three nodes", NODES, partial(of_the_driver, "")),
    ("the driver that started Ray", 0, partial(of_the_driver, "local")),
)
