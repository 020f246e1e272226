"""Memory over very many words: of the driver, of the workers and of Ray's object store."""

import os
import threading
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from random import Random

from clusters.corpora import text
from clusters.engines import on_processes, on_ray, ray_cluster
from clusters.faults import is_ours

import multiplane as mp
from multiplane.shards.plan import Options, Plan
from multiplane.shards.run import run
from multiplane.shards.shard import Shard

WORKERS = 2
SHARD = 500_000  # words, about 25 MB
ROWS = 20  # samples of each engine that are printed
PAUSE = 0.2  # seconds between two samples
MB = 1 << 20


class Enough(Exception):  # noqa: N818 - it says what happened
    """The time given is over."""


def memory(given, work):
    """Memory while very many words are parsed, in MB."""
    plan, shards = _corpus(given.words, work)
    engines = [("two processes", 0, on_processes(WORKERS))]
    if find_spec("ray"):
        engines.append(("Ray, two actors", WORKERS, on_ray(WORKERS)))
    for name, nodes, engine in engines:
        print(f"{name}\n\n| million words | words/s | driver | largest worker | object store |")
        print("| --- | --- | --- | --- | --- |")
        with ray_cluster(nodes) if nodes else threading.Lock():
            _measured(plan, shards, work / name, engine, given.minutes, store=bool(nodes))
        print(flush=True)


def _corpus(words, work):
    """One shard with many names, and a fast parser for it: greedy, linear, without a tagger."""
    (work / "in").mkdir()
    some = mp.load("en").annotate(text(Random(4), 60_000))
    (work / "train.conllu").write_text(some, encoding="utf-8")
    parser = mp.train("arc-eager", work / "train.conllu", bits=16, epochs=1)
    parser.save(work / "model.mp")
    held = sum(len(sentence) for sentence in mp.read(work / "train.conllu"))
    times = max(min(SHARD, words) // held, 1)
    one = work / "in" / "one.conllu"
    one.write_text(some * times, encoding="utf-8")
    size, many = one.stat().st_size, max(round(words / (held * times)), 2)
    shards = [Shard(f"{n:06}.conllu", str(one), "conllu", 0, size) for n in range(many)]
    print(f"{many:,} shards of {held * times:,} words and {size / MB:.1f} MB\n")
    return Plan.of(str(work / "model.mp"), Options(beam=1)), shards


def _measured(plan, shards, out, engine, minutes, *, store):
    samples, ended = [], threading.Event()
    state, begin = {"words": 0}, time.perf_counter()

    def see(progress):
        state["words"] = progress.words
        if time.perf_counter() - begin > 60 * minutes:
            raise Enough

    def sample():
        while not ended.wait(PAUSE):
            workers = [_resident(one) for one in _workers(ray=store)]
            stored = _stored() if store else 0.0
            mine = _resident(os.getpid())
            samples.append((state["words"], mine, max(workers, default=0.0), stored))
            for done in out.glob(".multiplane/*.json"):  # outputs would fill the disk
                Path(out, done.stem).unlink(missing_ok=True)

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        run(plan, shards, str(out), engine, see=see)
    except Enough:
        print(f"stopped after {minutes:g} minutes")
    finally:
        ended.set()
        thread.join()
    _print(samples, time.perf_counter() - begin)


def _print(samples, seconds):
    """Print the most of each part of the samples, by words."""
    words = samples[-1][0]
    rows = min(ROWS, len({sample[0] for sample in samples}))
    for row in range(1, rows + 1):
        low, high = words * (row - 1) / rows, words * row / rows
        within = [s for s in samples if low < s[0] <= high or (row == 1 and not s[0])]
        if within:
            most = " | ".join(f"{max(s[k] for s in within):.0f}" for k in (1, 2, 3))
            print(f"| {high / 1e6:.2f} | {words / seconds:,.0f} | {most} |")


def _workers(*, ray):
    mark = b"ray::_Actor" if ray else b"spawn_main"
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark in (entry / "cmdline").read_bytes() and is_ours(int(entry.name)):
                yield int(entry.name)


def _resident(process):
    """The memory of a process that is its own, MB: what it shares with others does not count."""
    with suppress(OSError):
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
        facts = dict(line.split(":", 1) for line in lines)
        return int(facts["RssAnon"].split()[0]) / 1024
    return 0.0


def _stored():
    """What is in the object stores of all nodes, MB."""
    from ray._private.internal_api import get_memory_info_reply, get_state_from_address

    stats = get_memory_info_reply(get_state_from_address()).store_stats
    return stats.object_store_bytes_used / MB
