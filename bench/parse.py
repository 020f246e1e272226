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

import conllu
import numba
import numpy as np

from multiplane.conllu import read, write
from multiplane.features.batch import joined
from multiplane.features.kin import clear_kin, kin_size
from multiplane.guides.classes import OTHER
from multiplane.guides.rows import sum_rows
from multiplane.machine.kernel import is_terminal
from multiplane.native import entry
from multiplane.parsing.parser import load
from multiplane.parsing.stream import parse_file
from multiplane.search.greedy import most_steps
from multiplane.search.state import (
    DIRECTED,
    STOPS,
    best_class,
    do,
    extract,
    find_open,
    only_class,
    other_label,
)
from multiplane.training.training import train
from multiplane.treebank.rewrite import rewrite
from multiplane.treebank.scan import scan

UPDATES, PERMITTED, FEATURES, WEIGHTS = range(4)  # how much of its work a replay does
END = 1 << 30  # chosen where nothing is permitted
LENGTHS = (10, 100, 1000, 10_000)
WORDS = 100_000  # of each length
LONG = {1: 16, 8: 4}  # by beam: how often the file is put after itself, for enough chunks
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


@entry
def replay(
    starts, blocks, tables, features, classes, data, options, weights, room, level, chosen, given
):
    """Greedy search; below WEIGHTS with the choices of an earlier run, and with less work."""
    open_, nodes, atoms, indices, scores, label_scores, folded = room
    step = 0
    for s in range(len(starts) - 1):
        words = starts[s + 1] - starts[s]
        if words == 0:
            continue
        base = starts[s] + 2 * s
        c = blocks[0][blocks[1][words] : blocks[2][words]].copy()
        kin = np.empty(kin_size(words, options[DIRECTED]), np.int32)
        clear_kin(kin, words)
        for _ in range(most_steps(words)):
            ended = is_terminal(c, tables[5])
            if ended and not options[STOPS]:
                break
            bits, count = 0, 0
            forced = chosen[step] < 0
            if level >= PERMITTED:
                bits = find_open(c, kin, words, tables, classes, options, ended, open_)
                if level == WEIGHTS:
                    k = only_class(open_, classes[2])
                    forced = k >= 0 and classes[1][k] != OTHER
            if level >= FEATURES and not forced:
                count = extract(
                    c, kin, words, base, bits, tables, features, data, options, weights[0],
                    nodes, atoms,
                    indices,
                )  # fmt: skip
            if level == WEIGHTS:
                if not forced:
                    sum_rows(weights[0], indices, count, scores)
                    k = best_class(scores, open_, classes[2])
                if k < 0:
                    k = END
                elif classes[1][k] == OTHER:
                    given[step] = other_label(
                        weights[1], indices, count, classes[3].shape[1], label_scores, folded
                    )
                else:
                    given[step] = classes[1][k]
                chosen[step] = -1 - k if forced else k
            k = chosen[step]
            k = -1 - k if k < 0 else k
            step += 1
            if k == END or classes[0][k] == len(tables[1]) - 1:
                break
            do(c, kin, words, tables, classes, classes[0][k], given[step - 1])
    return step


def shares(parser, batch, blocks):
    """Seconds for updates, permissions, features and weights, by runs that leave some out."""
    design = parser.design
    chosen, given = np.zeros((2, 40 * batch.words + 64 * len(batch)), np.int64)
    arguments = (
        batch.starts, blocks, design.machine, design.program.tables, design.classes.tables,
        batch.data, design.options(), (parser.weights, parser.label_weights),
        design.room(parser.weights, parser.label_weights),
    )  # fmt: skip
    taken = {}
    for level in (WEIGHTS, UPDATES, PERMITTED, FEATURES):
        taken[level] = seconds(lambda level=level: replay(*arguments, level, chosen, given))
    names = {"updates": UPDATES, "permitted": PERMITTED, "features": FEATURES, "weights": WEIGHTS}
    return {name: max(taken[at] - taken.get(at - 1, 0.0), 0.0) for name, at in names.items()}


def kernel(parser, chunks):
    design = parser.design
    batch = joined([design.batch(chunk) for chunk in chunks])
    blocks = design.blocks(batch.starts)
    print(f"kernel alone, {batch.words:,} words")
    rates = {}
    for beam in (1, 8):
        other = replace(parser, beam=beam)
        rates[beam] = batch.words / seconds(lambda other=other: other.search(batch, blocks))
        print(f"  {'greedy' if beam == 1 else f'beam {beam}':<10}{rates[beam]:>12,.0f} words/s")
    return batch, blocks


def stages(parser, path, batch, blocks):
    chunks = list(scan(path))
    trees = [parser.trees(chunk) for chunk in chunks]
    taken = {
        "reading": seconds(lambda: list(scan(path))),
        "hashing": seconds(lambda: [parser.design.batch(chunk) for chunk in chunks]),
        "starting": seconds(lambda: [parser.design.blocks(chunk.starts) for chunk in chunks]),
        **shares(parser, batch, blocks),
        "writing": seconds(
            lambda: [rewrite(c, *t, parser.labels) for c, t in zip(chunks, trees, strict=True)]
        ),
    }
    total = sum(taken.values())
    print("where the time goes, greedy search")
    for name, each in taken.items():
        print(f"  {name:<10}{100 * each / total:>6.1f} %{batch.words / each:>16,.0f} words/s")
    return batch.words / taken["reading"], batch.words / taken["writing"]


def end_to_end(parser, path, words):
    print("from bytes to bytes")
    rates = {}
    for beam, workers in ((1, 1), (1, 2), (8, 1), (8, 2)):
        other, times = replace(parser, beam=beam), LONG[beam]
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


def linearity(parser, path):
    """Sentences of any length, put together from the words of a treebank."""
    rows = [line.split("\t")[1:] for s in read(path) for line in s.text.split("\n")
            if line.split("\t")[0].isdigit()]  # fmt: skip
    print("words/s by length of sentences")
    rates = []
    for length in LENGTHS:
        lines = []
        for at in range(WORDS):
            word = at % length + 1
            lines += ["\t".join([str(word), *rows[at % len(rows)][:5], "_", "_", "_", "_"])]
            lines += [""] * (word == length)
        chunks = list(scan(io.StringIO("\n".join(lines) + "\n")))
        batch = joined([parser.design.batch(chunk) for chunk in chunks])
        blocks = parser.design.blocks(batch.starts)
        task = lambda batch=batch, blocks=blocks: parser.search(batch, blocks)  # noqa: E731
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
        batch, blocks = kernel(parser, list(scan(files["test"])))
        parser = replace(parser, beam=1)
        reading, writing = stages(parser, files["test"], batch, blocks)
        whole = end_to_end(parser, files["test"], batch.words)
        twins(files["test"], batch.words, whole, reading, writing)
        linearity(parser, files["test"])
        if not given.no_cold:
            cold(model, files["test"])


if __name__ == "__main__":
    main()
