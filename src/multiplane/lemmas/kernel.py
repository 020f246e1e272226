"""The compiled half of a lemmatiser."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.hashing import PRIME, mix
from multiplane.guides.rows import sum_rows
from multiplane.native import entry, lean, lean_entry
from multiplane.tagging.attributes import WORD
from multiplane.tagging.kernel import word_rows
from multiplane.text.characters import PLANE
from multiplane.text.lexicon import look_up
from multiplane.text.utf8 import put_point


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
def best_script(scores, scripts, length, classes, but):
    """Return the best class that can be applied to so many characters, other than `but`."""
    best = -1
    for k in range(classes):
        lost = scripts[k, 2]
        fits = lost < 0 or scripts[k, 1] + lost < length
        if fits and k != but and (best < 0 or scores[k] > scores[best]):
            best = k
    return best


@entry
def choose_scripts(
    values, begins, ends, templates, known, tags, slots, found, scripts, classes, weights, scores,
    shift, chosen,
):  # fmt: skip
    """Find the script of each word: looked up if it was seen with its tag, else the best one."""
    rows = np.empty(len(templates), np.int64)
    for word in range(len(values)):
        seen = look_up(slots, found, pair_key(values, word, known, tags[word]))
        length = ends[word] - begins[word]
        if seen < 0 or (scripts[seen, 2] >= 0 and scripts[seen, 1] + scripts[seen, 2] >= length):
            word_rows(values, templates, tags, known, word, word, word + 1, shift, weights, rows)
            sum_rows(weights, rows, len(rows), scores)
            seen = best_script(scores, scripts, length, classes, -1)
        chosen[word] = max(seen, 0)


@entry
def train_scripts(
    order, values, lengths, templates, known, tags, gold, scripts, classes, weights, totals, shift,
    clock,
):  # fmt: skip
    """Go through words once with the averaged perceptron; return how many scripts were right."""
    rows = np.empty(len(templates), np.int64)
    scores = np.zeros(weights.shape[1], np.float32)
    right = 0
    for word in order:
        wanted = gold[word]
        if wanted < 0:
            continue
        word_rows(values, templates, tags, known, word, word, word + 1, shift, weights, rows)
        sum_rows(weights, rows, len(rows), scores)
        clock[0] += 1
        now = np.float32(clock[0])
        guess = best_script(scores, scripts, lengths[word], classes, -1)
        if guess == wanted:
            right += 1
            continue
        for r in range(len(rows)):
            weights[rows[r], wanted] += 1.0
            totals[rows[r], wanted] += now
            weights[rows[r], guess] -= 1.0
            totals[rows[r], guess] -= now
    return right


@lean
def put_lemma(text, begin, end, script, added, lower, out, at):
    """Write the lemma that a script makes of a form; return where the next byte goes."""
    casing, before, after = script[0], script[1], script[2]
    for k in range(script[3], script[4]):
        at = put_point(added[k], out, at)
    if after >= 0:
        for k in range(begin + before, end - after):
            point = text[k]
            if point < PLANE and (casing == 1 or (casing == 2 and k > begin)):
                point = lower[point]
            at = put_point(point, out, at)
    for k in range(script[4], script[5]):
        at = put_point(added[k], out, at)
    return at
