"""What Ray costs: the same shards on two processes and on two actors."""

import random
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from clusters.corpora import shards_of, text
from clusters.engines import on_processes, on_ray, ray_cluster

from multiplane.shards.plan import Options, Plan
from multiplane.shards.run import run
from multiplane.shards.work import Parsing

SIZES = 10 << 20, 1 << 20, 1 << 17, 1 << 14, 1 << 12
MOST = 4000  # shards of one size
WORKERS = 2
PATIENCE = 120  # seconds for all to begin


@dataclass(frozen=True)
class Together(Parsing):
    """Parses, but only once all workers have loaded the model and parsed something."""

    marks: str = ""

    def begin(self):
        work = super().begin()
        work.model.annotate("They have begun.")
        Path(self.marks).mkdir(exist_ok=True)
        Path(self.marks, str(random.SystemRandom().random())).touch()
        limit = time.monotonic() + PATIENCE
        while len(list(Path(self.marks).iterdir())) < WORKERS:
            if time.monotonic() > limit:
                raise TimeoutError("the other workers did not begin")
            time.sleep(0.001)
        return work


def overhead(given, work):
    """Words a second by the size of shards, on two processes and on Ray with two actors."""
    place = work / "in" / "a.txt"
    place.parent.mkdir()
    size = given.megabytes << 20
    place.write_text(text(random.Random(3), size), encoding="utf-8")
    plan = Plan.of("en", Options())
    print("| bytes of a shard | shards | two processes, words/s | Ray, words/s | Ray / processes |")
    print("| --- | --- | --- | --- | --- |")
    for part in SIZES:
        shards = shards_of(work / "in", part)[:MOST]
        if len(shards) < 2 * WORKERS:
            continue  # one of the workers might get all
        plain = _rate(plan, shards, work / f"processes {part}", on_processes(WORKERS))
        said = "–", "–"
        if find_spec("ray"):
            with ray_cluster(WORKERS):
                rate = _rate(plan, shards, work / f"ray {part}", on_ray(WORKERS))
            said = f"{rate:,.0f}", f"{100 * rate / plain:.0f} %"
        print(f"| {part:,} | {len(shards):,} | {plain:,.0f} | {' | '.join(said)} |", flush=True)


def _rate(plan, shards, out, engine):
    """Words a second from the moment when all workers are ready until the last has ended."""
    marks = out.with_name(f"{out.name} marks")
    task = Together(plan, str(out), str(marks))
    words = run(plan, shards, str(out), engine, task=task).words
    end = time.time()
    return words / (end - max(mark.stat().st_mtime for mark in marks.iterdir()))
