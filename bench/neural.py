"""How fast a neural parser is beside a linear one, and where its time goes.

    python bench/neural.py eu.mp linear.mp FILE.conllu
    python bench/neural.py eu.mp linear.mp FILE.conllu --length 50000

CPU seconds, the best of some repeats, so that a busy machine changes little; from bytes to bytes,
without start-up.  Long sentences are put together from the words of the file and parsed greedily,
each in a process of its own, whose memory before and at its highest is compared.
"""

import argparse
import io
import json
import platform
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from functools import wraps
from pathlib import Path
from unittest.mock import patch

import numba
import numpy as np

from multiplane.conllu import read
from multiplane.guides.neural.encoder import Encoder
from multiplane.guides.neural.graph import GraphHead
from multiplane.guides.neural.network import Network
from multiplane.guides.neural.vocabulary import Vocabulary
from multiplane.parsing import networks
from multiplane.parsing import parser as parsers
from multiplane.parsing.design import Design
from multiplane.parsing.stream import parse_file
from multiplane.treebank.scan import scan

LENGTHS = [1000, 10_000]
TEXT, NUMBERS, REST = "reading and writing", "words as numbers", "everything else"
# What is timed; a function's time is without that of those that it calls.
STAGES = (
    (parsers, "rewrite", TEXT),
    (Design, "batch", NUMBERS),
    (Vocabulary, "numbered", NUMBERS),
    (Encoder, "vectors", "encoder"),
    (GraphHead, "beliefs", "graph head"),
    (Network, "scorer", "table of rows"),
    (networks.NetworkSearch, "run", "search"),
    (networks, "repair", "repair"),
    (networks.NetworkSearch, "labels", "labels"),
    (parsers.Parser, "rewritten", REST),
)
LINUX = Path("/proc/self")


def best(work, repeats):
    """The shortest of some times; the first, which may compile, does not count."""
    work()
    times = []
    for _ in range(repeats):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


class Clock:
    """Divides time among the stages that are running; the innermost gets it."""

    def __init__(self):
        self.taken, self.running, self.since = Counter(), [TEXT], time.process_time()

    def note(self):
        now = time.process_time()
        self.taken[self.running[-1]] += now - self.since
        self.since = now

    def timed(self, function, stage):
        @wraps(function)
        def run(*given, **named):
            self.note()
            self.running.append(stage)
            try:
                return function(*given, **named)
            finally:
                self.note()
                self.running.pop()

        return run


def parse_all(parser, data):
    parse_file(parser, io.BytesIO(data), io.BytesIO())


def parse_each(parser, texts):
    for text in texts:
        for chunk in scan(io.BytesIO(text)):
            parser.rewritten(chunk)


def rates(neural, linear, file, repeats):
    """Compare words per second."""
    data, sentences = file.read_bytes(), list(read(file))
    texts = [s.text.strip().encode() + b"\n\n" for s in sentences]
    words = sum(s.words for s in sentences)
    ways = {
        "greedy, in batches": (1, parse_all, data),
        "beam 8, in batches": (8, parse_all, data),
        "greedy, sentence by sentence": (1, parse_each, texts),
        "beam 8, sentence by sentence": (8, parse_each, texts),
    }
    print(f"\n| {words:,} words, words/s | neural | linear | neural / linear |")
    print("| --- | ---: | ---: | ---: |")
    for name, (beam, parse, given) in ways.items():
        found = []
        for each in (neural, linear):
            ready = replace(each, beam=beam)
            found.append(words / best(lambda p=parse, r=ready, g=given: p(r, g), repeats))
        print(f"| {name} | {found[0]:,.0f} | {found[1]:,.0f} | 1 / {found[1] / found[0]:.1f} |")


def shares(neural, file, repeats):
    """Show where the time goes."""
    data, columns = file.read_bytes(), {}
    for beam in (1, 8):
        parser, clocks = replace(neural, beam=beam), []
        for _ in range(repeats):
            with ExitStack() as stack:
                clock = Clock()
                for owner, name, stage in STAGES:
                    function = clock.timed(getattr(owner, name), stage)
                    stack.enter_context(patch.object(owner, name, function))
                parse_all(parser, data)
                clock.note()
            clocks.append(clock)
        columns[beam] = min(clocks, key=lambda clock: clock.taken.total()).taken
    print("\n| share of the time | greedy | beam 8 |\n| --- | ---: | ---: |")
    for stage in dict.fromkeys(stage for _, _, stage in STAGES):
        cells = [f"{100 * taken[stage] / taken.total():.1f} %" for taken in columns.values()]
        print(f"| {stage} | {' | '.join(cells)} |")


def sentence(file, words):
    """A sentence of so many words, those of the file one after the other."""
    rows = [
        fields[1:6]
        for s in read(file)
        for fields in (line.split("\t") for line in s.text.split("\n"))
        if fields[0].isdigit()
    ]
    lines = [
        "\t".join([str(at + 1), *rows[at % len(rows)], "_", "_", "_", "_"]) for at in range(words)
    ]
    return ("\n".join(lines) + "\n\n").encode()


def resident(name):
    """Bytes of memory: VmRSS is what there is now, VmHWM the most that there was."""
    lines = (LINUX / "status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


def long(model, file, words, repeats):
    """Parse one long sentence; print CPU seconds and bytes for each word."""
    parser = replace(parsers.load(model), beam=1)
    parse_each(parser, [sentence(file, 20)])
    text, memory = [sentence(file, words)], None
    if (LINUX / "clear_refs").exists():
        (LINUX / "clear_refs").write_text("5")  # forget the most so far
        before = resident("VmRSS")
        parse_each(parser, text)
        memory = (resident("VmHWM") - before) / words
    seconds = best(lambda: parse_each(parser, text), repeats)
    print(json.dumps({"seconds": seconds / words, "memory": memory}))


def linearity(given):
    """Compare long sentences."""
    print("\n| words of a sentence | µs a word | KB a word |\n| ---: | ---: | ---: |")
    for words in given.length or LENGTHS:
        command = [sys.executable, __file__, given.neural, given.linear, str(given.file)]
        command += ["--repeats", str(given.repeats), "--only", str(words)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        found = json.loads(done.stdout)
        memory = "–" if found["memory"] is None else f"{found['memory'] / 1000:.1f}"
        print(f"| {words:,} | {1e6 * found['seconds']:.0f} | {memory} |")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("neural")
    arguments.add_argument("linear")
    arguments.add_argument("file", type=Path)
    arguments.add_argument("--repeats", type=int, default=3)
    arguments.add_argument("--length", type=int, action="append", help="words of a long sentence")
    arguments.add_argument("--only", type=int, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.only:
        long(given.neural, given.file, given.only, given.repeats)
        return
    neural, linear = map(parsers.load, (given.neural, given.linear))
    print(
        f"{platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}, "
        f"numba {numba.__version__}; neural: {neural.design.system}, "
        f"{neural.weights.count:,} weights, {Path(given.neural).stat().st_size / 1e6:.1f} MB; "
        f"linear: {linear.design.system}, {Path(given.linear).stat().st_size / 1e6:.1f} MB"
    )
    rates(neural, linear, given.file, given.repeats)
    shares(neural, given.file, given.repeats)
    linearity(given)


if __name__ == "__main__":
    main()
