"""The loop that all searches and learners share, from the start of a derivation to its end:

    open transitions → a scorer → a choice → apply it

A pilot makes the choice: a NamedTuple whose `decide` is registered by its type.  It may take the
best class, or be a learner, which also looks at what is right and updates weights.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.kin import clear_kin, kin_size
from multiplane.machine.kernel import is_terminal
from multiplane.machine.sentence import Sentence
from multiplane.machine.steps import most_steps
from multiplane.machine.walk import BACK, FORTH, go
from multiplane.native import entry, lean
from multiplane.native.bytype import by_type
from multiplane.search.steps import do


class Starts(NamedTuple):
    """Start configurations for sentences of all lengths in a batch, concatenated."""

    cells: NDArray[np.int32]
    begins: NDArray[np.int64]  # by number of words
    ends: NDArray[np.int64]


@by_type
def decide(pilot, gold, c, kin, sentence, task, scorer, ended):
    """Choose what to do: return the transition, the label of its arc, and how far away it acts.

    A negative transition, or the number after the last, ends the derivation.  `ended` is true if
    the configuration is terminal.
    """


@by_type
def gold_of(treebank, sentence, size):
    """Return the gold tree or graph of a sentence, with work space for blocks of this size."""


@by_type
def search(pilot, gold, c, kin, sentence, task, scorer):
    """Search a sentence from the start in `c`; leave the last configuration in `c` and `kin`."""


@by_type
def read(reader, c, kin, sentence, settings):
    """Read the output off the last configuration; return whether there was room for it."""


@lean
def rollout(pilot, gold, c, kin, sentence, task, scorer):
    """Run a sentence to its end: the search of pilots that follow one derivation."""
    code, words = task.code, sentence.words
    clear_kin(kin, words)
    for _ in range(most_steps(words)):
        ended = is_terminal(c, code)
        if ended and not task.settings.stops:
            return
        t, label, far = decide(pilot, gold, c, kin, sentence, task, scorer, ended)
        if t < 0 or t == code.transitions:
            return
        go(c, code, task.walk, FORTH, far)
        do(c, kin, words, code, task.classes, t, label)
        go(c, code, task.walk, BACK, far)


@entry
def run(order, starts, task, scorer, pilot, treebank, reader):
    """Search the sentences of `order`, one after the other.

    `treebank` has the gold trees or graphs for pilots that learn; it is None for others.  Returns
    how many sentences were done before the reader had no room left.
    """
    for at in range(len(order)):
        s = order[at]
        begin = task.batch.starts[s]
        words = task.batch.starts[s + 1] - begin
        if words == 0:
            continue
        sentence = Sentence(s, words, begin, begin + 2 * s)
        c = starts.cells[starts.begins[words] : starts.ends[words]].copy()
        kin = np.empty(kin_size(words, task.settings.directed), np.int32)
        gold = gold_of(treebank, sentence, len(c))
        search(pilot, gold, c, kin, sentence, task, scorer)
        if not read(reader, c, kin, sentence, task.settings):
            return at
    return len(order)


@gold_of.on(type(None))
@lean
def no_gold(treebank, sentence, size):  # noqa: ARG001 - as the others
    return None


@read.on(type(None))
@lean
def read_nothing(reader, c, kin, sentence, settings):  # noqa: ARG001 - as the others
    return True
