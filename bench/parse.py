"""How fast a trained parser is, and where its time goes.

    python bench/parse.py FOLDER                      trains arc-eager on FOLDER/train.conllu
    python bench/parse.py FOLDER --system 2-planar
    python bench/parse.py FOLDER --model en.mp        takes a parser that is there

FOLDER is that of one treebank, with train, dev and test.  All ratios are of this run: against the
`conllu` package, which only reads, and against the writer's slow twin.
"""

import argparse
import io
import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import conllu
import numba
import numpy as np

from multiplane.conllu import read, write
from multiplane.features.batch import joined
from multiplane.guides.classes import OTHER
from multiplane.guides.scorer import look
from multiplane.guides.table import Linear
from multiplane.native import lean
from multiplane.parsing.design import sums_of
from multiplane.parsing.parser import load
from multiplane.parsing.stream import parse_file
from multiplane.search.best import Best, decide_by_score, forced_class
from multiplane.search.rollout import decide, one_derivation, run, search
from multiplane.search.steps import find_open
from multiplane.training.training import train
from multiplane.treebank.rewrite import rewrite
from multiplane.treebank.scan import scan

UPDATES, PERMITTED, FEATURES, WEIGHTS = range(4)  # how much of its work a replay does
LENGTHS = (10, 100, 1000, 10_000)
WORDS = 100_000  # of each length
LONG = {1: 16, 8: 4}  # by beam: how often the file is put after itself, for enough chunks
SHORT = {1: 1, 8: 1}
PARSE = [sys.executable, "-c", "from multiplane.cli import main; main()", "parse"]


def seconds(task, repeats=5):
    """The best of some runs; the first, which may compile, does not count."""
    task()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        task()
        times.append(time.perf_counter() - start)
    return min(times)


class Recorder(NamedTuple):
    """Greedy search that notes what it does."""

    best: Best
    steps: np.ndarray  # [_, 3]: transition, label, how far away
    at: np.ndarray


class Replayer(NamedTuple):
    """Does what was noted, after less work than it takes to find out."""

    level: int
    steps: np.ndarray
    at: np.ndarray


@decide.on(Recorder)
@lean
def decide_and_note(pilot, gold, c, kin, sentence, task, scorer, ended):
    t, label, far = decide_by_score(pilot.best, gold, c, kin, sentence, task, scorer, ended)
    step = pilot.steps[pilot.at[0]]
    pilot.at[0] += 1
    step[0], step[1], step[2] = t, label, far
    return t, label, far


@decide.on(Replayer)
@lean
def decide_as_noted(pilot, gold, c, kin, sentence, task, scorer, ended):  # noqa: ARG001
    step, work, classes = pilot.steps[pilot.at[0]], task.work, task.classes
    pilot.at[0] += 1
    if pilot.level >= PERMITTED:
        bits = find_open(
            c, kin, sentence.words, task.code, classes, task.settings, ended, work.open
        )
        if pilot.level >= FEATURES:
            k = forced_class(task.walk, work.open, classes.starts)
            if k < 0 or classes.labels[k] == OTHER:
                look(scorer, c, kin, sentence, task, bits, work.found)
    return step[0], step[1], step[2]


search.on(Recorder)(one_derivation)
search.on(Replayer)(one_derivation)


def shares(parser, batch, starts):
    """Seconds for updates, permissions, features and weights, by runs that leave some out."""
    design, order = parser.design, np.arange(len(batch))
    scorer = Linear(parser.weights, parser.label_weights, design.shift)
    task = design.task(batch, sums_of(parser.weights), parser.label_weights)
    best = Best(np.zeros(design.code.transitions + 1, np.int64))
    steps = np.zeros((40 * batch.words + 64 * len(batch), 3), np.int64)
    run(order, starts, task, scorer, Recorder(best, steps, np.zeros(1, np.int64)), None, None)
    taken = {WEIGHTS: seconds(lambda: run(order, starts, task, scorer, best, None, None))}
    for level in (UPDATES, PERMITTED, FEATURES):

        def replay(level=level):
            pilot = Replayer(level, steps, np.zeros(1, np.int64))
            run(order, starts, task, scorer, pilot, None, None)

        taken[level] = seconds(replay)
    names = {"updates": UPDATES, "permitted": PERMITTED, "features": FEATURES, "weights": WEIGHTS}
    return {name: max(taken[at] - taken.get(at - 1, 0.0), 1e-9) for name, at in names.items()}


def kernel(parser, chunks):
    design = parser.design
    batch = joined([design.batch(chunk) for chunk in chunks])
    starts = design.starts(batch.starts)
    print(f"kernel alone, {batch.words:,} words")
    rates = {}
    for beam in (1, 8):
        other = replace(parser, beam=beam)
        rates[beam] = batch.words / seconds(lambda other=other: other.search(batch, starts))
        print(f"  {'greedy' if beam == 1 else f'beam {beam}':<10}{rates[beam]:>12,.0f} words/s")
    return batch, starts


def stages(parser, path, batch, starts):
    chunks = list(scan(path))
    trees = [parser.trees(chunk) for chunk in chunks]
    taken = {
        "reading": seconds(lambda: list(scan(path))),
        "hashing": seconds(lambda: [parser.design.batch(chunk) for chunk in chunks]),
        "starting": seconds(lambda: [parser.design.starts(chunk.starts) for chunk in chunks]),
        **shares(parser, batch, starts),
        "writing": seconds(
            lambda: [rewrite(c, *t, parser.labels) for c, t in zip(chunks, trees, strict=True)]
        ),
    }
    total = sum(taken.values())
    print("where the time goes, greedy search")
    for name, each in taken.items():
        print(f"  {name:<10}{100 * each / total:>6.1f} %{batch.words / each:>16,.0f} words/s")
    return batch.words / taken["reading"], batch.words / taken["writing"]


def end_to_end(parser, path, words, long):
    print("from bytes to bytes")
    rates = {}
    for beam, workers in ((1, 1), (1, 2), (8, 1), (8, 2)):
        other, times = replace(parser, beam=beam), long[beam]
        data = path.read_bytes() * times

        def task(other=other, workers=workers, data=data):
            parse_file(other, io.BytesIO(data), io.BytesIO(), workers=workers)

        rates[beam, workers] = times * words / seconds(task, 2)
        print(f"  beam {beam}, {workers} workers {rates[beam, workers]:>12,.0f} words/s")
    for beam in (1, 8):
        print(f"  2 workers / 1, beam {beam}: {rates[beam, 2] / rates[beam, 1]:.2f}")
    return rates[1, 1]


def twins(path, words, whole, reading, writing):
    """What others need for less work."""

    def parse():
        with path.open(encoding="utf-8") as file:
            for _ in conllu.parse_incr(file):
                pass

    sentences = list(read(path))
    trees = [(sentence.heads, sentence.deprels) for sentence in sentences]

    def slowly():
        pairs = zip(sentences, trees, strict=True)
        write((s.with_tree(*tree) for s, tree in pairs), io.StringIO())

    theirs, slow = words / seconds(parse, 1), words / seconds(slowly, 1)
    print(f"the conllu package reads {theirs:,.0f} words/s: reading here is {reading / theirs:.0f}")
    print(f"  times as fast, reading, parsing and writing together {whole / theirs:.1f} times")
    print(f"the slow twin writes {slow:,.0f} words/s: writing here is {writing / slow:.0f} times")


def linearity(parser, path, lengths, words):
    """Sentences of any length, put together from the words of a treebank."""
    rows = [line.split("\t")[1:] for s in read(path) for line in s.text.split("\n")
            if line.split("\t")[0].isdigit()]  # fmt: skip
    print("words/s by length of sentences")
    rates = []
    for length in lengths:
        lines = []
        for at in range(words):
            word = at % length + 1
            lines += ["\t".join([str(word), *rows[at % len(rows)][:5], "_", "_", "_", "_"])]
            lines += [""] * (word == length)
        chunks = list(scan(io.StringIO("\n".join(lines) + "\n")))
        batch = joined([parser.design.batch(chunk) for chunk in chunks])
        starts = parser.design.starts(batch.starts)
        task = lambda batch=batch, starts=starts: parser.search(batch, starts)  # noqa: E731
        rates.append(batch.words / seconds(task, 3))
        print(f"  {length:>6}{rates[-1]:>12,.0f}")
    print(f"  the fastest / the slowest: {max(rates) / min(rates):.2f}")


def cold(model, path):
    """The first run of `parse` against the second, with an empty cache for compiled code."""
    with tempfile.TemporaryDirectory() as folder:
        sample = Path(folder) / "sample.conllu"
        sentences = read(path)
        write([next(sentences) for _ in range(20)], sample)
        taken = []
        for _ in range(2):
            start = time.perf_counter()
            subprocess.run(
                [*PARSE, "--model", model, sample, "-o", Path(folder) / "out"],
                check=True,
                env={**os.environ, "NUMBA_CACHE_DIR": f"{folder}/cache"},
                stderr=subprocess.DEVNULL,
            )
            taken.append(time.perf_counter() - start)
    print(f"parse of 20 sentences: {taken[0]:.1f} s cold, {taken[1]:.1f} s warm")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--model")
    arguments.add_argument("--system", default="arc-eager")
    arguments.add_argument("--root", default="none")
    arguments.add_argument("--epochs", type=int, default=12)
    arguments.add_argument("--no-cold", action="store_true", help="without the cold compilation")
    arguments.add_argument("--quick", action="store_true", help="few and short sentences")
    given = arguments.parse_args()
    print(
        f"{platform.machine()}, Python {platform.python_version()}, numba {numba.__version__}, "
        f"conllu {version('conllu')}, multiplane {version('multiplane')}"
    )
    files = {name: next(given.folder.glob(f"{name}.conll*")) for name in ("train", "dev", "test")}
    with tempfile.TemporaryDirectory() as scratch:
        model = given.model or f"{scratch}/model.mp"
        if not given.model:
            start = time.perf_counter()
            found = train(
                given.system, files["train"], files["dev"], root=given.root, epochs=given.epochs
            )
            found.save(model)
            print(f"training {time.perf_counter() - start:.1f} s, {found.training['scores']}")
        parser = load(model)
        print(
            f"{parser.design.system}: {Path(model).stat().st_size / 1e6:.1f} MB, loaded in "
            f"{seconds(lambda: load(model)):.2f} s"
        )
        batch, starts = kernel(parser, list(scan(files["test"])))
        parser = replace(parser, beam=1)
        reading, writing = stages(parser, files["test"], batch, starts)
        whole = end_to_end(parser, files["test"], batch.words, SHORT if given.quick else LONG)
        twins(files["test"], batch.words, whole, reading, writing)
        linearity(
            parser, files["test"], *((LENGTHS[:2], 1000) if given.quick else (LENGTHS, WORDS))
        )
        if not given.no_cold:
            cold(model, files["test"])


if __name__ == "__main__":
    main()
