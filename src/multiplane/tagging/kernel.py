"""The compiled half of a tagger: features of a word, scores of tags, and how weights are learnt."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.hashing import BASIS, PRIME, mix
from multiplane.guides.rows import sum_rows
from multiplane.native import entry, lean
from multiplane.native.memory import fetch
from multiplane.tagging.templates import NOTHING

_32 = np.uint64(32)
_OUTSIDE = np.uint64(0x2545F4914F6CDD1D)


@lean
def word_rows(values, templates, tags, known, word, begin, end, shift, weights, rows):
    """Find, and ask for, each template's row for a word of the sentence from `begin` to `end`."""
    place, size = weights.ctypes.data, weights.shape[1] * weights.itemsize
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
                value = values[at, attribute]
            else:
                value = np.uint64(known[tags[at], -1 - attribute] + 1)
            h = (h ^ value) * PRIME
            h ^= h >> _32
        rows[t] = np.int64(mix(h) >> shift)
        fetch(place + rows[t] * size)


@lean
def best_tag(scores, starts, columns, but):
    """Return the tag whose parts score highest in sum, other than `but`; and its score."""
    best, highest = -1, scores[0]
    for tag in range(len(starts) - 1):
        if tag == but:
            continue
        total = scores[columns[starts[tag]]]
        for k in range(starts[tag] + 1, starts[tag + 1]):
            total += scores[columns[k]]
        if best < 0 or total > highest:
            best, highest = tag, total
    return best, highest


@entry
def tag_words(values, starts, templates, tag_starts, columns, known, weights, scores, shift, tags):
    """Tag all sentences, each from left to right."""
    rows = np.empty(len(templates), np.int64)
    for s in range(len(starts) - 1):
        for word in range(starts[s], starts[s + 1]):
            word_rows(
                values, templates, tags, known, word, starts[s], starts[s + 1], shift, weights, rows
            )
            sum_rows(weights, rows, len(rows), scores)
            tags[word], _ = best_tag(scores, tag_starts, columns, -1)


@entry
def train_words(
    order, values, starts, templates, tag_starts, columns, known, weights, totals, shift, gold,
    tags, clock, margin,
):  # fmt: skip
    """Go through sentences once with the averaged perceptron; return how many tags were right.

    What was guessed is what the next words see.  Weights move where the right tag is not better
    than all others by the margin.
    """
    rows = np.empty(len(templates), np.int64)
    scores = np.zeros(weights.shape[1], np.float32)
    right = 0
    for s in order:
        for word in range(starts[s], starts[s + 1]):
            word_rows(
                values, templates, tags, known, word, starts[s], starts[s + 1], shift, weights, rows
            )
            sum_rows(weights, rows, len(rows), scores)
            clock[0] += 1
            now = np.float32(clock[0])
            wanted = gold[word]
            other, highest = best_tag(scores, tag_starts, columns, wanted)
            score = np.float32(-1e30)
            if wanted >= 0:
                score = np.float32(0.0)
                for k in range(tag_starts[wanted], tag_starts[wanted + 1]):
                    score += scores[columns[k]]
            is_right = score > highest or (score == highest and wanted < other)
            tags[word] = wanted if is_right else other
            right += is_right
            if wanted < 0 or score - highest > margin:
                continue
            for r in range(len(rows)):
                row = rows[r]
                for k in range(tag_starts[wanted], tag_starts[wanted + 1]):
                    weights[row, columns[k]] += 1.0
                    totals[row, columns[k]] += now
                for k in range(tag_starts[other], tag_starts[other + 1]):
                    weights[row, columns[k]] -= 1.0
                    totals[row, columns[k]] -= now
    return right
