"""The compiled half of a segmenter: features of places between two characters, and decisions.

Three classes: the token goes on, a token ends, a sentence ends.
"""

# mypy: disable-error-code="no-untyped-def, assignment"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.features.hashing import BASIS, PRIME, mix, step
from multiplane.guides.perceptron import next_step, set_against
from multiplane.native import entry, lean
from multiplane.text.characters import LETTER, LINE, LOWER, SPACE, UPPER, Points, lower_of

INSIDE, TOKEN, SENTENCE = range(3)
CLASSES = 3
WIDTH = 8  # of a row of weights, so that it can be packed
FEATURES = 37
FARTHEST = 24  # characters of a chunk that are looked at
REPEATED = 4  # characters like the one before a place that are counted
ADDRESS = 100  # characters of a possible web address that are looked at
_AT, _SLASH, _DOT, _COLON = b"@/.:"


class Text(NamedTuple):
    """A compact text, and what is known about its characters."""

    points: Points
    kinds: NDArray[np.uint8]
    paragraphs: NDArray[np.int64]  # where each begins, and the end of the last
    lower: Points
    open: NDArray[np.bool_]  # [KINDS, KINDS]: may a token end between these two?


class Starts(NamedTuple):
    """Where the current paragraph, token, sentence and line begin, and the paragraph ends."""

    begin: int
    end: int
    token: int
    sentence: int
    line: int


@lean
def _is_gap(kind):
    return kind in (SPACE, LINE)


@lean
def _is_letter(kind):
    return kind in (LOWER, UPPER, LETTER)


@lean
def _run_back(text, last, begin):
    """Hash the chunk that ends at `last`; also return where it begins."""
    h, at = BASIS, last
    while at >= begin and not _is_gap(text.kinds[at]) and last - at < FARTHEST:
        h = step(h, lower_of(text.lower, text.points[at]))
        at -= 1
    return h, at + 1


@lean
def _run_forth(text, first, end, letters):
    """Hash the chunk, or the letters, that begin at `first`; also return where they end."""
    h, at = BASIS, first
    while at < end and not _is_gap(text.kinds[at]) and at - first < FARTHEST:
        if letters and not _is_letter(text.kinds[at]):
            break
        h = step(h, lower_of(text.lower, text.points[at]))
        at += 1
    return h, at


@lean
def _size(number):
    """Return the bin of a number: 0, 1, 2, 3-4, 5-8, ..."""
    found = 0
    while number > 0:
        number >>= 1
        found += 1
    return found


@lean
def _shape(kinds, begin, end):
    h = BASIS
    for at in range(max(begin, end - FARTHEST), end):
        h = step(h, kinds[at])
    return h


@lean
def _signs(text, kinds, p, begin, end):
    """Return signs of an address in the chunk around p: @, ://, slashes and dots inside."""
    first = last = p
    while first > begin and not _is_gap(kinds[first - 1]) and p - first < ADDRESS:
        first -= 1
    while last + 1 < end and not _is_gap(kinds[last + 1]) and last - p < ADDRESS:
        last += 1
    at = protocol = slashes = dots = 0
    for k in range(first + 1, last):
        at |= text[k] == _AT
        protocol |= text[k] == _COLON and text[k + 1] == _SLASH
        slashes += text[k] == _SLASH
        dots += text[k] == _DOT and _is_letter(kinds[k - 1]) and _is_letter(kinds[k + 1])
    return np.uint64(1 + at + 2 * protocol + 4 * min(slashes, 3) + 16 * min(dots, 3))


@lean
def boundary_rows(text, p, starts, shift, rows):
    """Find the rows of weights for the place after character p of a paragraph."""
    points, kinds, begin, end, token = (
        text.points,
        text.kinds,
        starts.begin,
        starts.end,
        starts.token,
    )
    gap = 0
    r = p + 1
    if _is_gap(kinds[r]):
        gap = np.int64(kinds[r])
        r += 1
    c0, c1 = np.uint64(points[p]), np.uint64(points[p - 1] if p > begin else 0)
    c2 = np.uint64(points[p - 2] if p - 1 > begin else 0)
    d0 = np.uint64(points[r])
    d1 = np.uint64(points[r + 1] if r + 1 < end else 0)
    d2 = np.uint64(points[r + 2] if r + 2 < end else 0)
    before = np.uint64(0)
    after = np.uint64(gap)
    for k in range(3):
        before = before * np.uint64(16) + np.uint64(kinds[p - k] + 1 if p - k >= begin else 0)
        after = after * np.uint64(16) + np.uint64(kinds[r + k] + 1 if r + k < end else 0)
    near = (
        np.uint64(kinds[p]) * np.uint64(256) + np.uint64(kinds[r]) * np.uint64(16) + np.uint64(gap)
    )
    left, left_begin = _run_back(text, p, begin)
    right, right_end = _run_forth(text, r, end, False)
    word, word_end = _run_forth(text, r, end, True)
    previous, previous_begin = _run_back(text, left_begin - 2, begin)
    following, _ = _run_forth(text, right_end + 1, end, False)
    so_far = BASIS
    for at in range(max(token, p + 1 - FARTHEST), p + 1):
        so_far = step(so_far, lower_of(text.lower, points[at]))
    shape = _shape(kinds, token, p + 1)
    right_shape = _shape(kinds, r, min(right_end, r + 8))
    length, column = np.uint64(_size(p - starts.sentence)), np.uint64(_size((p - starts.line) // 8))
    same = p
    while same > begin and points[same - 1] == points[p] and p - same < REPEATED:
        same -= 1
    repeated = np.uint64(p - same)
    after_word = np.uint64(points[word_end] if word_end < end else 0)
    start = np.uint64(1 if token == left_begin else 0) + np.uint64(2) * np.uint64(token == p)

    signs = _signs(points, kinds, p, begin, end)

    g = np.uint64(gap + 1)
    values = (
        g, near, step(before, g), step(after, g), step(before, after),
        step(c0, g), step(step(c0, d0), g), step(step(c1, c0), g),
        step(step(step(c2, c1), c0), g), step(step(d0, d1), g),
        step(step(step(d0, d1), d2), g), step(step(step(step(c1, c0), d0), d1), g),
        step(left, g), step(left, near), step(right, g), step(step(right, c0), g),
        step(step(word, c0), g), step(step(left, word), g), step(so_far, g),
        step(step(so_far, d0), g), step(shape, near), step(step(shape, right_shape), g),
        step(step(length, c0), near), step(step(column, near), c0), step(column, g),
        step(step(previous, c0), g), step(step(following, c0), near),
        step(step(repeated, c0), near), step(step(so_far, word), after_word),
        step(step(start, c0), after), step(step(shape, c0), step(start, d0)),
        step(step(right_shape, c0), g), step(step(np.uint64(p - left_begin), c0), near),
        step(step(np.uint64(min(left_begin - previous_begin, 20)), c0), near),
        step(signs, near), step(step(signs, c0), step(d0, g)), step(step(signs, c0), after),
    )  # fmt: skip
    for f, value in enumerate(values):
        rows[f] = np.int64(mix((value + np.uint64(f + 1)) * PRIME) >> shift)


@lean
def add_up(weights, rows, totals):
    """Sum the weights of the classes."""
    totals[:] = 0
    for row in rows:
        for k in range(CLASSES):
            totals[k] += weights[row, k]


@lean
def best_class(totals, first):
    best = first
    for k in range(first + 1, CLASSES):
        if totals[k] > totals[best]:
            best = k
    return best


@lean
def may_end(text, p):
    """Is the end of a token after p a decision?  A gap always ends a token."""
    if _is_gap(text.kinds[p]):
        return False
    return _is_gap(text.kinds[p + 1]) or text.open[text.kinds[p], text.kinds[p + 1]]


@lean
def first_class(text, p):
    """Return the first class that the place after p may have."""
    return TOKEN if _is_gap(text.kinds[p + 1]) else INSIDE


@lean
def begin_paragraph(text, paragraph):
    begin, end = text.paragraphs[paragraph], text.paragraphs[paragraph + 1]
    return Starts(begin, end, begin, begin, begin)


@lean
def pass_by(text, p, starts, classes):
    """Return where the token, sentence and line after p begin, given the classes so far."""
    begin, end, token, sentence, line = starts
    if _is_gap(text.kinds[p]):
        token = p + 1
        line = p + 1 if text.kinds[p] == LINE else line
        sentence = p + 1 if classes[p - 1] == SENTENCE else sentence
    elif classes[p] != INSIDE and not _is_gap(text.kinds[p + 1]):
        token = p + 1
        sentence = p + 1 if classes[p] == SENTENCE else sentence
    return Starts(begin, end, token, sentence, line)


@entry
def find_boundaries(text, weights, totals, shift, classes):
    """Give each character the class of the place after it.

    Places between kinds of characters that are not `open` are inside tokens.  A gap ends a token,
    the end of a paragraph a sentence.
    """
    rows = np.empty(FEATURES, np.int64)
    for paragraph in range(len(text.paragraphs) - 1):
        starts = begin_paragraph(text, paragraph)
        for p in range(starts.begin, starts.end):
            classes[p] = INSIDE
            if p == starts.end - 1:
                classes[p] = SENTENCE
                break
            if may_end(text, p):
                boundary_rows(text, p, starts, shift, rows)
                add_up(weights, rows, totals)
                classes[p] = best_class(totals, first_class(text, p))
            starts = pass_by(text, p, starts, classes)


@entry
def train_boundaries(order, text, gold, learnt, shift):
    """Train on all paragraphs once; count the decisions, and the right ones."""
    rows = np.empty(FEATURES, np.int64)
    sums = np.zeros(CLASSES, np.float32)
    right = count = 0
    for paragraph in order:
        starts = begin_paragraph(text, paragraph)
        for p in range(starts.begin, starts.end - 1):
            if may_end(text, p):
                boundary_rows(text, p, starts, shift, rows)
                add_up(learnt.weights, rows, sums)
                wanted, guess = np.int64(gold[p]), best_class(sums, first_class(text, p))
                now = next_step(learnt)
                count += 1
                right += guess == wanted
                if guess != wanted:
                    set_against(learnt.weights, learnt.totals, rows, len(rows), wanted, guess, now)
            starts = pass_by(text, p, starts, gold)
    return count, right


@entry
def cut(kinds, places, classes, begins, ends, starts):
    """List the places of tokens in the text, and the first token of each sentence."""
    tokens = sentences = 0
    starts[0] = 0
    token = -1
    for p in range(len(classes)):
        if _is_gap(kinds[p]):
            continue
        if token < 0:
            token = p
        if classes[p] != INSIDE:
            begins[tokens], ends[tokens] = places[token], places[p] + 1
            tokens += 1
            token = -1
            if classes[p] == SENTENCE:
                sentences += 1
                starts[sentences] = tokens
    return tokens, sentences
