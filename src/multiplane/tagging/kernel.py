"""The compiled half of a tagger: features of a word, scores of tags, and how weights are learnt."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.hashing import BASIS, mix, step
from multiplane.guides.perceptron import DOWN, UP, move_weight, next_step
from multiplane.guides.rows import sum_rows
from multiplane.native import entry, inlined, lean
from multiplane.native.memory import fetch
from multiplane.tagging.templates import NOTHING

_OUTSIDE = np.uint64(0x2545F4914F6CDD1D)


class View(NamedTuple):
    """What the features of words are made of."""

    values: NDArray[np.uint64]  # [words, attributes]
    templates: NDArray[np.int64]  # see `Templates`
    known: NDArray[np.int64]  # see `TagTable`
    shift: np.uint64  # from the bits of a feature to the row of its weights


@lean
def word_rows(view, tags, word, begin, end, weights, rows):
    """Find, and ask for, each template's row for a word of the sentence from `begin` to `end`."""
    place, size = weights.ctypes.data, weights.shape[1] * weights.itemsize
    templates = view.templates
    for t in range(len(templates)):
        h = BASIS ^ np.uint64(t + 1)
        for a in range(templates.shape[1]):
            attribute = templates[t, a, 1]
            if attribute == NOTHING:
                break
            at = word + templates[t, a, 0]
            if at < begin or at >= end:
                value = _OUTSIDE
            elif attribute >= 0:
                value = view.values[at, attribute]
            else:
                value = np.uint64(view.known[tags[at], -1 - attribute] + 1)
            h = step(h, value)
        rows[t] = np.int64(mix(h) >> view.shift)
        fetch(place + rows[t] * size)


@inlined
def tag_score(scores, table, tag):
    """Return what the parts of a tag score in sum."""
    total = scores[table.columns[table.starts[tag]]]
    for k in range(table.starts[tag] + 1, table.starts[tag + 1]):
        total += scores[table.columns[k]]
    return total


@lean
def best_tag(scores, table, but):
    """Return the tag whose parts score highest in sum, other than `but`; and its score."""
    best, highest = -1, scores[0]
    for tag in range(len(table.starts) - 1):
        if tag == but:
            continue
        total = tag_score(scores, table, tag)
        if best < 0 or total > highest:
            best, highest = tag, total
    return best, highest


@entry
def tag_words(view, starts, table, weights, scores, tags):
    """Tag all sentences, each from left to right."""
    rows = np.empty(len(view.templates), np.int64)
    for s in range(len(starts) - 1):
        for word in range(starts[s], starts[s + 1]):
            word_rows(view, tags, word, starts[s], starts[s + 1], weights, rows)
            sum_rows(weights, rows, len(rows), scores)
            tags[word], _ = best_tag(scores, table, -1)


@lean
def move_tag(learnt, table, row, tag, by, now):
    """Move the weights of all parts of a tag."""
    for k in range(table.starts[tag], table.starts[tag + 1]):
        move_weight(learnt.weights, learnt.totals, row, table.columns[k], by, now)


@entry
def train_words(order, view, starts, table, learnt, gold, tags, margin):
    """Go through sentences once with the averaged perceptron; return how many tags were right.

    What was guessed is what the next words see.  Weights move where the right tag is not better
    than all others by the margin.
    """
    rows = np.empty(len(view.templates), np.int64)
    scores = np.zeros(learnt.weights.shape[1], np.float32)
    right = 0
    for s in order:
        for word in range(starts[s], starts[s + 1]):
            word_rows(view, tags, word, starts[s], starts[s + 1], learnt.weights, rows)
            sum_rows(learnt.weights, rows, len(rows), scores)
            now = next_step(learnt)
            wanted = gold[word]
            other, highest = best_tag(scores, table, wanted)
            score = tag_score(scores, table, wanted) if wanted >= 0 else np.float32(-1e30)
            is_right = score > highest or (score == highest and wanted < other)
            tags[word] = wanted if is_right else other
            right += is_right
            if wanted < 0 or score - highest > margin:
                continue
            for row in rows:
                move_tag(learnt, table, row, wanted, UP, now)
                move_tag(learnt, table, row, other, DOWN, now)
    return right
