"""Shards on processes and on Ray: the same bytes, faults, overhead, the driver, memory.

python bench/cluster.py [--only same] [--files 200] [--times 20] [--megabytes 40] [--shards 100000]
python bench/cluster.py --only memory --words 100000000

Everything is on this machine; a cluster of three nodes is three raylets on loopback.  What needs
Ray is left out if it is not installed.
"""

import argparse
import os
import resource
import tempfile
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

from clusters.corpora import contents, corpus, shards_of
from clusters.engines import on_processes, on_ray, ray_cluster
from clusters.faults import KINDS, faults
from clusters.memory import memory
from clusters.overhead import overhead

from multiplane.shards.crew import here
from multiplane.shards.plan import Options, Plan
from multiplane.shards.run import run
from multiplane.shards.shard import Shard
from multiplane.shards.work import Done, Receipt

MODEL = "en"


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


def driver(given, work):
    """What the driver takes for very many shards that are no work at all."""
    receipt = Receipt("a", 1, 1, "text", "a.conllu", "0" * 64, "0" * 16, 0, 0, 0, (), 0, "0" * 64)
    # A task that can be sent to any process: begin() gives what gives the same for all shards.
    done = SimpleNamespace(x=Done(receipt, before=False))
    task = SimpleNamespace(begin=partial(partial, getattr, done, "x"))
    shards = [Shard(f"{n}.txt", f"/{n}.txt", "text", 0, 0) for n in range(given.shards)]
    plan = Plan.of(MODEL, Options())
    print("| engine | shards | s until the first | s for all | µs a shard | most memory, MB |")
    print("| --- | --- | --- | --- | --- | --- |")

    def timed(name, engine):
        begin, moments = time.perf_counter(), []
        see = lambda _: moments or moments.append(time.perf_counter() - begin)  # noqa: E731
        run(plan, shards, str(work / name), engine, task=task, see=see)
        seconds = time.perf_counter() - begin
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        each = 1e6 * (seconds - moments[0]) / len(shards)
        took = f"{moments[0]:.1f} | {seconds:.1f} | {each:.0f}"
        print(f"| {name} | {len(shards):,} | {took} | {most:.0f} |", flush=True)

    timed("this process", here)
    timed("two processes", on_processes(2))
    if find_spec("ray"):
        with ray_cluster(2):
            timed("Ray, two actors", on_ray(2))


PARTS = {part.__name__: part for part in (same, faults, overhead, driver, memory)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--times", type=int, default=20, help="faults of each kind")
    parser.add_argument("--kill", choices=[name for name, *_ in KINDS], action="append")
    parser.add_argument("--seed", type=int, default=2, help="of the moments of faults")
    parser.add_argument("--megabytes", type=int, default=40, help="of text, to measure overhead")
    parser.add_argument("--shards", type=int, default=100_000, help="empty ones, for the driver")
    parser.add_argument("--words", type=int, default=10_000_000, help="to measure memory")
    parser.add_argument("--minutes", type=float, default=10, help="for each engine's memory")
    given = parser.parse_args()
    paths = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ |= {
        "RAY_USAGE_STATS_ENABLED": "0", "RAY_worker_niceness": "0",  # as processes have
        "PYTHONPATH": os.pathsep.join(paths),  # workers import what is measured
    }  # fmt: skip
    if not find_spec("ray"):
        print("Ray is not installed; what needs it is left out")
    for name in given.only or PARTS:
        print(f"\n## {PARTS[name].__doc__}\n", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            PARTS[name](given, Path(folder))


if __name__ == "__main__":
    main()
