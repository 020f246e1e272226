"""Memory over very many words: of the driver, of the workers and of Ray's object store."""

import os
import threading
import time
from contextlib import nullcontext, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random

from clusters.corpora import text
from clusters.engines import on_processes, on_ray, ray_cluster
from clusters.faults import is_ours

import multiplane as mp
from multiplane.shards.cluster import Model
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
    for name, nodes in (("two processes", 0), ("Ray, two actors", WORKERS)):
        if nodes and not find_spec("ray"):
            continue
        print(f"{name}\n\n| million words | words/s | driver | largest worker | object store |")
        print("| --- | --- | --- | --- | --- |")
        with ray_cluster(nodes) if nodes else nullcontext():
            engine = on_ray(WORKERS) if nodes else on_processes(WORKERS)
            if nodes:  # as the command does
                engine = partial(engine, model=Model.put(plan.path))
            _measured(
                plan, shards, given.words, work / name, engine, given.minutes, store=bool(nodes)
            )
        print(flush=True)


def _corpus(words, work):
    """One shard with many names, and a fast parser for it: greedy, linear, without a tagger."""
    (work / "in").mkdir()
    some = mp.load("en").annotate(text(Random(4), 60_000))
    (work / "train.conllu").write_text(some, encoding="utf-8")
    parser = mp.train("arc-eager", work / "train.conllu", bits=16, epochs=1)
    parser.save(work / "model.mp")
    held = sum(len(sentence.forms) for sentence in mp.read(work / "train.conllu"))
    times = max(min(SHARD, words) // held, 1)
    one = work / "in" / "one.conllu"
    one.write_text(some * times, encoding="utf-8")
    size, many = one.stat().st_size, max(round(words / (held * times)), 2)
    shards = [Shard(f"{n:06}.conllu", str(one), "conllu", 0, size) for n in range(many)]
    print(f"{many:,} shards of {held * times:,} words and {size / MB:.1f} MB\n")
    return Plan.of(str(work / "model.mp"), Options(beam=1)), shards


class Rows:
    """Samples, of which the most is printed after each twentieth of all words."""

    def __init__(self, words):
        self.words, self.held, self.last = words, [], (0, time.perf_counter())

    def take(self, words, sample, *, final=False):
        self.held.append(sample)
        if words == self.last[0] or (words - self.last[0] < self.words / ROWS and not final):
            return
        now = time.perf_counter()
        rate = (words - self.last[0]) / (now - self.last[1])
        most = " | ".join(f"{max(one):.0f}" for one in zip(*self.held, strict=True))
        print(f"| {words / 1e6:.2f} | {rate:,.0f} | {most} |", flush=True)
        self.held, self.last = [], (words, now)


def _measured(plan, shards, words, out, engine, minutes, *, store):
    rows, ended = Rows(words), threading.Event()
    state, begin = {"words": 0}, time.perf_counter()
    mark = b"ray::_Actor" if store else b"spawn_main"

    def see(progress):
        state["words"] = progress.words
        if time.perf_counter() - begin > 60 * minutes:
            raise Enough

    def sample(*, final=False):
        worker = max(map(_resident, _processes(mark)), default=0.0)
        rows.take(state["words"], (_resident(os.getpid()), worker, _stored()), final=final)
        for done in out.glob(".multiplane/*.json"):  # outputs would fill the disk
            Path(out, done.stem).unlink(missing_ok=True)

    def watch():
        while not ended.wait(PAUSE):
            sample()

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        run(plan, shards, str(out), engine, see=see)
    except Enough:
        print(f"stopped after {minutes:g} minutes")
    finally:
        ended.set()
        thread.join()
    sample(final=True)


def _processes(mark):
    """Our processes whose commands have a mark."""
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark in (entry / "cmdline").read_bytes() and is_ours(int(entry.name)):
                yield int(entry.name)


def _resident(process, kind="RssAnon"):
    """The memory of a process that is its own, or what it shares with others, MB."""
    with suppress(OSError, KeyError):
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
        facts = dict(line.split(":", 1) for line in lines)
        return int(facts[kind].split()[0]) / 1024
    return 0.0


def _stored():
    """What the object stores of all nodes have ever used at once, MB: they keep their pages."""
    return sum(_resident(one, "RssShmem") for one in _processes(b"/raylet/raylet"))
