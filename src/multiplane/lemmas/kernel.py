"""The compiled half of a lemmatiser."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.hashing import PRIME, mix
from multiplane.guides.perceptron import next_step, set_against
from multiplane.guides.rows import sum_rows
from multiplane.lemmas.scripts import (
    AFTER,
    BEFORE,
    CASING,
    END,
    LOST_AFTER,
    LOST_BEFORE,
    LOWER,
    TITLE,
)
from multiplane.native import entry, lean, lean_entry
from multiplane.tagging.attributes import WORD
from multiplane.tagging.kernel import word_rows
from multiplane.text.characters import PLANE
from multiplane.text.lexicon import look_up
from multiplane.text.utf8 import put_point, put_points


@lean
def pair_key(values, word, known, tag):
    """Hash a form with its UPOS and XPOS."""
    kind = np.uint64(known[tag, 0] * 65536 + known[tag, 1] + 1)
    return mix((values[word, WORD] ^ kind) * PRIME)


@lean_entry
def pair_keys(values, known, tags, keys):
    for word in range(len(values)):
        keys[word] = pair_key(values, word, known, tags[word])


@lean
def fits(scripts, k, length):
    """Can a script be applied to so many characters?"""
    lost = scripts.rows[k, LOST_AFTER]  # negative: ALL
    return lost < 0 or scripts.rows[k, LOST_BEFORE] + lost < length


@lean
def best_script(scores, scripts, length):
    """Return the best class that can be applied to so many characters."""
    best = -1
    for k in range(scripts.classes):
        if fits(scripts, k, length) and (best < 0 or scores[k] > scores[best]):
            best = k
    return best


@entry
def choose_scripts(view, lengths, tags, seen, scripts, weights, scores, chosen):
    """Find the script of each word: looked up if it was seen with its tag, else the best one."""
    rows = np.empty(len(view.templates), np.int64)
    for word in range(len(lengths)):
        script = look_up(seen, pair_key(view.values, word, view.known, tags[word]))
        if script < 0 or not fits(scripts, script, lengths[word]):
            word_rows(view, tags, word, word, word + 1, weights, rows)
            sum_rows(weights, rows, len(rows), scores)
            script = best_script(scores, scripts, lengths[word])
        chosen[word] = max(script, 0)


@entry
def train_scripts(order, view, lengths, tags, gold, scripts, learnt):
    """Go through words once with the averaged perceptron; return how many scripts were right."""
    rows = np.empty(len(view.templates), np.int64)
    scores = np.zeros(learnt.weights.shape[1], np.float32)
    right = 0
    for word in order:
        wanted = gold[word]
        if wanted < 0:
            continue
        word_rows(view, tags, word, word, word + 1, learnt.weights, rows)
        sum_rows(learnt.weights, rows, len(rows), scores)
        now = next_step(learnt)
        guess = best_script(scores, scripts, lengths[word])
        if guess == wanted:
            right += 1
        else:
            set_against(learnt.weights, learnt.totals, rows, len(rows), wanted, guess, now)
    return right


@lean
def put_lemma(words, word, scripts, script, lower, out, at):
    """Write the lemma that a script makes of a word; return where the next byte goes."""
    row, begin, end = scripts.rows[script], words.begins[word], words.ends[word]
    at = put_points(scripts.added, row[BEFORE], row[AFTER], out, at)
    if row[LOST_AFTER] >= 0:  # not ALL
        for k in range(begin + row[LOST_BEFORE], end - row[LOST_AFTER]):
            point = words.text[k]
            lowered = row[CASING] == LOWER or (row[CASING] == TITLE and k > begin)
            if point < PLANE and lowered:
                point = lower[point]
            at = put_point(point, out, at)
    return put_points(scripts.added, row[AFTER], row[END], out, at)
