"""Compiling what a parser needs, the first time: two processes, each a part of it.

All parsers with weights run the same compiled functions, so that one of no use to anybody stands
for them.  One process compiles what finds features, reads and writes; the other, this module run
as a program, the search, which needs some of the first.  Both keep what they compile.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO

import numpy as np

from multiplane.features.batch import Batch
from multiplane.guides.classes import LEFTWARDS, RIGHTWARDS
from multiplane.guides.rows import aligned
from multiplane.guides.votes import Votes
from multiplane.machine.kernel import arc_between, component
from multiplane.native.preparation import compile_for, is_kept
from multiplane.parsing.design import LEAST_BITS, Design
from multiplane.parsing.parser import Parser
from multiplane.search.state import abandons, best_class, do, extract, find_open, other_label
from multiplane.search.tree import read_tree
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
BLOCK = np.zeros(0, np.int32)  # a configuration, or what is known of its words


@dataclass(frozen=True)
class Compilation:
    """What goes on beside this process, if anything does."""

    other: "subprocess.Popen[bytes] | None"

    @classmethod
    def begin(cls) -> "Compilation":
        """Start the other process and compile what it needs, unless that has been done."""
        if is_kept(find_open) or (os.cpu_count() or 1) == 1:
            return cls(None)
        program = [sys.executable, "-m", __name__]
        try:
            other = subprocess.Popen(  # noqa: S603 - our own
                program, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError:  # none may be started here
            return cls(None)
        _compile_features_and_steps()
        return cls(other)

    def finish(self, parser: Parser, sentence: Callable[[], bytes] = lambda: SENTENCE) -> None:
        """Say which search the parser needs, compile what makes a sentence in CoNLL-U, reads and
        writes it, and wait.
        """
        if self.other is None or self.other.stdin is None:
            return
        design = parser.design
        special = isinstance(parser.weights, Votes) or design.families or not design.base.directed
        with self.other:
            with suppress(OSError):  # it has gone: all is compiled here, when it is needed
                if not special:
                    self.other.stdin.write(b"%d" % parser.beam)
                self.other.stdin.close()
            for chunk in scan(BytesIO(sentence())):
                heads, labels = np.zeros((2, parser.design.batch(chunk).words), np.int32)
                rewrite(chunk, heads, labels, parser.labels)


def _example() -> Parser:
    """Make a parser that knows nothing."""
    pairs = Counter({(LEFTWARDS, "root"): 1, (RIGHTWARDS, "root"): 1})
    design = Design(
        systems[ONE_OF_EACH_KIND[0]], "none", "σ0.form", frozenset(), positional=False, pairs=pairs,
        bits=LEAST_BITS, one_root=True, root_label="root", loose_label="root",
    )  # fmt: skip
    weights, label_weights = (aligned(*shape, np.int8) for shape in design.shapes)
    return Parser(design, weights, label_weights)


def _compile_features_and_steps() -> None:
    """Compile these parts; before them, while the other process starts, what both have in them."""
    parser = _example()
    design, room = parser.design, parser.design.room(parser.weights, parser.label_weights)
    machine, classes = design.machine, design.classes.tables
    compile_for(abandons, BLOCK, BLOCK, machine[5], classes[5], 0, 0)
    compile_for(component, BLOCK, 0)
    compile_for(arc_between, BLOCK, 0, 0)
    compile_for(
        extract, BLOCK, BLOCK, 0, 0, 0, machine, design.program.tables, NOTHING.data,
        design.options(), parser.weights, *room[1:4],
    )  # fmt: skip
    compile_for(do, BLOCK, BLOCK, 0, machine, classes, 0, 0)


def _compile_search() -> None:
    """Compile the other parts, and all of it when standard input ends, if that says how wide."""
    parser = _example()
    design, label_weights = parser.design, parser.label_weights
    machine, classes, options = design.machine, design.classes.tables, design.options()
    open_, _, _, rows, scores, label_scores, folded = design.room(parser.weights, label_weights)
    compile_for(find_open, BLOCK, BLOCK, 0, machine, classes, options, True, open_)
    compile_for(read_tree, BLOCK, 0, options, BLOCK, BLOCK)
    compile_for(other_label, label_weights, rows, 0, 0, label_scores, folded)
    compile_for(best_class, scores, open_, classes[2])
    if beam := sys.stdin.read():
        replace(parser, beam=int(beam)).search(NOTHING, design.blocks(NOTHING.starts))


if __name__ == "__main__":
    _compile_search()
