"""Shards on processes and on Ray: the same bytes, faults, overhead, the driver, memory.

python bench/cluster.py [--only same] [--files 200] [--times 20] [--megabytes 20] [--shards 100000]

Everything is on this machine; a cluster of three nodes is three raylets on loopback.  What needs
Ray is left out if it is not installed.
"""

import argparse
import gzip
import json
import multiprocessing
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

from multiplane.shards.crew import here
from multiplane.shards.plan import Options, Plan
from multiplane.shards.processes import processes
from multiplane.shards.run import run
from multiplane.shards.shard import Shard, cut
from multiplane.shards.source import find
from multiplane.shards.work import Done, Receipt

MODEL = "en"
COMMAND = [sys.executable, "-c", "from multiplane.cli import main; main()", "parse"]
STORE = 80 << 20  # bytes of each node's object store
SENTENCES = (
    "They saw her duck.", "The committee has not decided yet.", "Who, if anybody, wrote this?",
    "In 1999 prices rose by 3.5 %.", "It rained, so we stayed at home and read.",
)  # fmt: skip


def text(draw, size):
    """Paragraphs of so many characters, about."""
    parts, held = [], 0
    while held < size:
        part = " ".join(draw.choices(SENTENCES, k=draw.randint(1, 8)))
        parts.append(part)
        held += len(part)
    return "\n\n".join(parts)


def corpus(folder, files, size):
    """Write files of mixed kinds: text, documents, compressed and not."""
    draw = random.Random(1)
    for number in range(files):
        place, said = folder / str(number % 7) / f"{number:05}", text(draw, size)
        place.parent.mkdir(parents=True, exist_ok=True)
        rows = [json.dumps({"text": part}) + "\n" for part in said.split("\n\n")]
        if number % 3 == 0:
            place.with_suffix(".txt").write_text(said, encoding="utf-8")
        elif number % 3 == 1:
            place.with_suffix(".jsonl").write_text("".join(rows), encoding="utf-8")
        else:
            place.with_suffix(".txt.gz").write_bytes(gzip.compress(said.encode(), mtime=0))


def shards_of(folder, size):
    files, _ = find([str(folder)])
    return [shard for file in files for shard in cut(file, size)]


def contents(folder):
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@contextmanager
def ray_cluster(nodes):
    """Start a cluster of nodes with one core each; give it and its address."""
    from ray.cluster_utils import Cluster

    from multiplane.shards.cluster import connected

    made = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False},
    )
    try:
        for _ in range(nodes - 1):
            made.add_node(num_cpus=1, object_store_memory=STORE)
        with connected(made.address):
            yield made
    finally:
        made.shutdown()


def on_ray(workers):
    from multiplane.shards.cluster import cluster

    return partial(cluster, workers=workers, tries=10)


def on_processes(workers):
    return partial(processes, workers=workers, tries=10)


def same(given, work):
    """The same bytes on every engine."""
    corpus(work / "in", given.files, 2000)
    plan, shards = Plan.of(MODEL, Options()), shards_of(work / "in", 1500)
    print(f"{given.files} files, {len(shards)} shards")
    expected = None
    for name, nodes, engine in (
        ("this process", 0, here), ("one process", 0, on_processes(1)),
        ("two processes", 0, on_processes(2)), ("Ray, one node", 1, None),
        ("Ray, three nodes", 3, None),
    ):  # fmt: skip
        out, begin = work / name, time.perf_counter()
        if nodes and not find_spec("ray"):
            continue
        if nodes:
            with ray_cluster(nodes):
                run(plan, shards, str(out), on_ray(nodes))
        else:
            run(plan, shards, str(out), engine)
        found = contents(out)
        expected = expected or found
        answer = "the same bytes" if found == expected else "OTHER BYTES"
        print(f"| {name} | {time.perf_counter() - begin:.1f} s | {answer} |", flush=True)


def is_ours(process):
    """Was it started from here?"""
    while process > 1 and process != os.getpid():
        facts = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
        process = int(facts.rpartition(")")[2].split()[1])  # its parent
    return process > 1


def actors():
    """The processes of our actors."""
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            named = (entry / "cmdline").read_bytes().startswith(b"ray::_Actor")
            if named and is_ours(int(entry.name)):
                yield int(entry.name)


def kill_worker(draw, _):
    if children := multiprocessing.active_children():
        draw.choice(children).kill()


def kill_actor(draw, _):
    if found := list(actors()):
        with suppress(ProcessLookupError):
            os.kill(draw.choice(found), signal.SIGKILL)


def kill_node(draw, nodes):
    nodes.remove_node(draw.choice(nodes.list_all_nodes()[1:]), allow_graceful=False)
    nodes.add_node(num_cpus=1, object_store_memory=STORE)


def disturbed(work, seconds, strike):
    """Do some work while something strikes after some time, if the work still goes on."""
    ended = threading.Event()
    thread = threading.Thread(target=lambda: ended.wait(seconds) or strike())
    thread.start()
    try:
        work()
    finally:
        ended.set()
        thread.join()


def faults(given, work):
    """Kill at random moments; the output is the same, and nothing else is there."""
    corpus(work / "in", 40, 4000)
    plan, shards, draw = Plan.of(MODEL, Options()), shards_of(work / "in", 3000), random.Random(2)
    run(plan, shards, str(work / "expected"), here)
    expected = contents(work / "expected")
    kinds = [("a worker", kill_worker, on_processes(2), 0)]
    if find_spec("ray"):
        kinds += [
            ("an actor", kill_actor, on_ray(3), 3), ("a node", kill_node, on_ray(3), 3)
        ]  # fmt: skip
    for name, strike, engine, nodes in kinds:
        good = 0
        with ray_cluster(nodes) if nodes else nullcontext() as made:
            begin = time.perf_counter()
            run(plan, shards, str(work / f"{name} 0"), engine)
            usual = time.perf_counter() - begin
            for number in range(1, given.times + 1):
                out = work / f"{name} {number}"
                disturbed(
                    partial(run, plan, shards, str(out), engine),
                    draw.random() * usual,
                    partial(strike, draw, made),
                )
                good += contents(out) == expected
        print(f"| {name} | {given.times} | {good} the same |", flush=True)
    good = 0
    for number in range(given.times):
        out = work / f"driver {number}"
        sizes = ["--shard-size", "3000", "--workers", "2", "--quiet"]
        command = [*COMMAND, str(work / "in"), "-o", f"{out}/", *sizes]
        driver = subprocess.Popen(command)
        with suppress(subprocess.TimeoutExpired):
            driver.wait(draw.random() * (usual + 3))
        driver.kill()
        driver.wait()
        subprocess.run(command, check=True)
        good += contents(out) == expected
    print(f"| the driver, then again | {given.times} | {good} the same |", flush=True)


def overhead(given, work):
    """Words a second by the size of shards, on two processes and on Ray with two actors."""
    place = work / "in" / "a.txt"
    place.parent.mkdir()
    size = given.megabytes << 20
    place.write_text(text(random.Random(3), size), encoding="utf-8")
    plan = Plan.of(MODEL, Options())
    print("| bytes of a shard | shards | two processes, words/s | Ray, words/s | share |")
    print("| --- | --- | --- | --- | --- |")
    for part in (10 << 20, 1 << 20, 1 << 17, 1 << 14):
        if part > size or size // part > 2000:
            continue
        shards, rates = shards_of(work / "in", part), []
        rates.append(_rate(plan, shards, work / f"processes {part}", on_processes(2)))
        if find_spec("ray"):
            with ray_cluster(2):
                rates.append(_rate(plan, shards, work / f"ray {part}", on_ray(2)))
        share = f"{100 * rates[-1] / rates[0]:.0f} %" if len(rates) > 1 else "–"
        ray = f"{rates[-1]:,.0f}" if len(rates) > 1 else "–"
        print(f"| {part:,} | {len(shards):,} | {rates[0]:,.0f} | {ray} | {share} |", flush=True)


def _rate(plan, shards, out, engine):
    """Words a second from the first shard that ends: processes have started then."""
    seen = []
    run(plan, shards, str(out), engine, see=lambda p: seen.append((time.perf_counter(), p.words)))
    (begin, before), (end, words) = seen[0], seen[-1]
    return (words - before) / (end - begin) if end > begin else 0.0


def driver(given, work):
    """What the driver takes for very many shards that are no work at all."""
    receipt = Receipt("a", 1, 1, "text", "a.conllu", "0" * 64, "0" * 16, 0, 0, 0, (), 0, "0" * 64)
    # A task that can be sent to any process: begin() gives what gives the same for all shards.
    done = SimpleNamespace(x=Done(receipt, before=False))
    task = SimpleNamespace(begin=partial(partial, getattr, done, "x"))
    shards = [Shard(f"{n}.txt", f"/{n}.txt", "text", 0, 0) for n in range(given.shards)]
    plan = Plan.of(MODEL, Options())
    print("| engine | shards | seconds | microseconds a shard | most memory of the driver, MB |")
    print("| --- | --- | --- | --- | --- |")

    def timed(name, engine):
        begin = time.perf_counter()
        run(plan, shards, str(work / name), engine, task=task)
        seconds = time.perf_counter() - begin
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        each = 1e6 * seconds / len(shards)
        print(
            f"| {name} | {len(shards):,} | {seconds:.1f} | {each:.0f} | {memory:.0f} |", flush=True
        )

    timed("this process", here)
    timed("two processes", on_processes(2))
    if find_spec("ray"):
        with ray_cluster(2):
            timed("Ray, two actors", on_ray(2))


PARTS = {part.__name__: part for part in (same, faults, overhead, driver)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--times", type=int, default=20, help="faults of each kind")
    parser.add_argument("--megabytes", type=int, default=40, help="of text, to measure overhead")
    parser.add_argument("--shards", type=int, default=100_000, help="empty ones, for the driver")
    given = parser.parse_args()
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_worker_niceness": "0"}  # as processes have
    if not find_spec("ray"):
        print("Ray is not installed; what needs it is left out")
    for name in given.only or PARTS:
        print(f"\n## {PARTS[name].__doc__}\n", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            PARTS[name](given, Path(folder))


if __name__ == "__main__":
    main()
