"""Compile what a parser needs on first use, in two processes.

All parsers with weights run the same compiled functions, so these can be compiled for an untrained
parser while the model is being loaded.  One process compiles feature extraction, reading and
writing; the other, this module run as a program, compiles the search, which needs some of the
first.  Both store what they compile in the cache.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import numpy as np

from multiplane.ending import ensured
from multiplane.features.batch import Batch
from multiplane.features.kernel import extract
from multiplane.guides.classes import LEFTWARDS, RIGHTWARDS
from multiplane.guides.rows import aligned
from multiplane.guides.table import Linear, best_label
from multiplane.machine.kernel import arc_between, component
from multiplane.machine.sentence import Sentence
from multiplane.native.preparation import compile_for, is_kept, parameters
from multiplane.parsing.design import Design, sums_of
from multiplane.parsing.parser import Parser
from multiplane.parsing.stored import LEAST_BITS
from multiplane.search.steps import best_class, do, find_open
from multiplane.search.tree import Trees, read_tree
from multiplane.systems import ONE_OF_EACH_KIND, systems
from multiplane.treebank.rewrite import rewrite
from multiplane.treebank.scan import scan

SENTENCE = b"1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n"
NOTHING = Batch(
    starts=np.zeros(1, np.int64),
    values=np.zeros((1, 0), np.uint64),
    morph_starts=np.zeros(1, np.int32),
    morphs=np.zeros(0, np.uint64),
)
# What each process compiles, in this order; the second then compiles the search, which needs both.
FIRST_PART = (component, arc_between, extract, best_label, do, read_tree)
SECOND_PART = (find_open, best_class)
# Parameters that are arrays of int32; those that are neither here nor in a task are numbers.
BLOCKS = ("c", "kin")


@dataclass(frozen=True)
class Compilation:
    """The other process, if there is one."""

    other: "subprocess.Popen[bytes] | None"

    @classmethod
    @contextmanager
    def begin(cls) -> "Iterator[Compilation]":
        """Start the other process, unless all is compiled already; end it, if it still runs."""
        if is_kept(find_open) or (os.cpu_count() or 1) == 1:
            yield cls(None)
            return
        program = [sys.executable, "-m", __name__]
        try:
            other = subprocess.Popen(  # noqa: S603 - our own
                program, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError:  # no process can be started here
            yield cls(None)
            return
        with other, ensured(other.kill):
            yield cls(other)

    def finish(self, parser: Parser, sentence: Callable[[], bytes] = lambda: SENTENCE) -> None:
        """Tell the other process which search the parser needs, compile the first part, and wait.

        `sentence` returns a sentence in CoNLL-U, which is read and written.
        """
        if self.other is None or self.other.stdin is None:
            return
        design = parser.design
        table = isinstance(parser.weights, np.ndarray)
        special = not table or design.families or not design.base.directed
        with suppress(OSError):  # it has ended: this process compiles on demand
            if not special:
                self.other.stdin.write(b"%d" % parser.beam)
            self.other.stdin.close()
        _compile(FIRST_PART)
        for chunk in scan(BytesIO(sentence())):
            heads, labels = np.zeros((2, parser.design.batch(chunk).words), np.int32)
            rewrite(chunk, heads, labels, parser.labels)
        self.other.wait()


def _example() -> Parser:
    """Make an untrained parser."""
    pairs = Counter({(LEFTWARDS, "root"): 1, (RIGHTWARDS, "root"): 1})
    design = Design(
        systems[ONE_OF_EACH_KIND[0]], "none", "σ0.form", frozenset(), positional=False, pairs=pairs,
        bits=LEAST_BITS, one_root=True, root_label="root", loose_label="root",
    )  # fmt: skip
    weights, label_weights = (aligned(*shape, np.int8) for shape in design.shapes)
    return Parser(design, weights, label_weights)


def _compile(functions: tuple[Any, ...]) -> None:
    """Compile functions for arguments that fit the names of their parameters."""
    parser = _example()
    design, weights = parser.design, parser.weights
    assert isinstance(weights, np.ndarray)
    task = design.task(NOTHING, sums_of(weights), parser.label_weights)
    block = np.zeros(0, np.int32)  # a configuration, its kin, and the like
    values: dict[str, Any] = {
        **task._asdict(),
        "task": task,
        "starts": task.classes.starts,
        "drops": task.classes.drops,
        "found": task.work.found,
        "folded": task.work.folded,
        "scores": task.work.scores,
        "label_scores": task.work.label_scores,
        "weights": weights,
        "sentence": Sentence(0, 0, 0, 0),
        "open_": task.work.open,
        "ended": True,
        "scorer": Linear(weights, parser.label_weights, design.shift),
        "reader": Trees(block, block, None),
        **dict.fromkeys(BLOCKS, block),
    }
    for function in functions:
        compile_for(function, *(values.get(name, 0) for name in parameters(function)))


def _compile_search() -> None:
    """Compile the second part; then the whole search, if standard input gives the beam."""
    _compile(SECOND_PART)
    if beam := sys.stdin.read():
        parser = replace(_example(), beam=int(beam))
        parser.search(NOTHING, parser.design.starts(NOTHING.starts))


if __name__ == "__main__":
    _compile_search()
