"""The compiled half of a segmenter: what is seen of a place between two characters, and the choice.

Three classes: the token goes on, a token ends, a sentence ends.
"""

# mypy: disable-error-code="no-untyped-def, assignment"

import numpy as np

from multiplane.features.hashing import BASIS, PRIME, mix
from multiplane.native import entry, lean
from multiplane.text.characters import LETTER, LINE, LOWER, SPACE, UPPER, lower_of

INSIDE, TOKEN, SENTENCE = range(3)
CLASSES = 3
WIDTH = 8  # of a row of weights, so that it can be packed
FEATURES = 37
FARTHEST = 24  # characters of a chunk that are looked at
ADDRESS = 100  # of what may be an address in the web
_AT, _SLASH, _DOT, _COLON = b"@/.:"
_32 = np.uint64(32)


@lean
def _step(h, value):
    h = (h ^ np.uint64(value)) * PRIME
    return h ^ (h >> _32)


@lean
def _is_gap(kind):
    return kind in (SPACE, LINE)


@lean
def _is_letter(kind):
    return kind in (LOWER, UPPER, LETTER)


@lean
def _run_back(text, kinds, lower, last, begin):
    """Hash the chunk that ends at `last`; return where it begins, too."""
    h, at = BASIS, last
    while at >= begin and not _is_gap(kinds[at]) and last - at < FARTHEST:
        h = _step(h, lower_of(lower, text[at]))
        at -= 1
    return h, at + 1


@lean
def _run_forth(text, kinds, lower, first, end, letters):
    """Hash the chunk, or the letters, that begin at `first`; return where they end, too."""
    h, at = BASIS, first
    while at < end and not _is_gap(kinds[at]) and at - first < FARTHEST:
        if letters and not _is_letter(kinds[at]):
            break
        h = _step(h, lower_of(lower, text[at]))
        at += 1
    return h, at


@lean
def _size(number):
    """A number, roughly: 0, 1, 2, 3-4, 5-8, ..."""
    found = 0
    while number > 0:
        number >>= 1
        found += 1
    return found


@lean
def _shape(kinds, begin, end):
    h = BASIS
    for at in range(max(begin, end - FARTHEST), end):
        h = _step(h, kinds[at])
    return h


@lean
def _signs(text, kinds, p, begin, end):
    """What tells addresses from words, in the chunk around p: @, ://, slashes and dots inside."""
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
def boundary_rows(text, kinds, lower, p, begin, end, token, sentence, line, shift, rows):
    """Find the rows of weights for the place after character p of a paragraph.

    `token`, `sentence` and `line` are where those that p belongs to begin.
    """
    gap = 0
    r = p + 1
    if _is_gap(kinds[r]):
        gap = np.int64(kinds[r])
        r += 1
    c0, c1 = np.uint64(text[p]), np.uint64(text[p - 1] if p > begin else 0)
    c2 = np.uint64(text[p - 2] if p - 1 > begin else 0)
    d0 = np.uint64(text[r])
    d1 = np.uint64(text[r + 1] if r + 1 < end else 0)
    d2 = np.uint64(text[r + 2] if r + 2 < end else 0)
    before = np.uint64(0)
    after = np.uint64(gap)
    for k in range(3):
        before = before * np.uint64(16) + np.uint64(kinds[p - k] + 1 if p - k >= begin else 0)
        after = after * np.uint64(16) + np.uint64(kinds[r + k] + 1 if r + k < end else 0)
    near = (
        np.uint64(kinds[p]) * np.uint64(256) + np.uint64(kinds[r]) * np.uint64(16) + np.uint64(gap)
    )
    left, left_begin = _run_back(text, kinds, lower, p, begin)
    right, right_end = _run_forth(text, kinds, lower, r, end, False)
    word, word_end = _run_forth(text, kinds, lower, r, end, True)
    previous, previous_begin = _run_back(text, kinds, lower, left_begin - 2, begin)
    following, _ = _run_forth(text, kinds, lower, right_end + 1, end, False)
    so_far = BASIS
    for at in range(max(token, p + 1 - FARTHEST), p + 1):
        so_far = _step(so_far, lower_of(lower, text[at]))
    shape = _shape(kinds, token, p + 1)
    right_shape = _shape(kinds, r, min(right_end, r + 8))
    length, column = np.uint64(_size(p - sentence)), np.uint64(_size((p - line) // 8))
    same = p
    while same > begin and text[same - 1] == text[p]:
        same -= 1
    repeated = np.uint64(min(p - same, 4))
    after_word = np.uint64(text[word_end] if word_end < end else 0)
    start = np.uint64(1 if token == left_begin else 0) + np.uint64(2) * np.uint64(token == p)

    signs = _signs(text, kinds, p, begin, end)

    g = np.uint64(gap + 1)
    values = (
        g, near, _step(before, g), _step(after, g), _step(before, after),
        _step(c0, g), _step(_step(c0, d0), g), _step(_step(c1, c0), g),
        _step(_step(_step(c2, c1), c0), g), _step(_step(d0, d1), g),
        _step(_step(_step(d0, d1), d2), g), _step(_step(_step(_step(c1, c0), d0), d1), g),
        _step(left, g), _step(left, near), _step(right, g), _step(_step(right, c0), g),
        _step(_step(word, c0), g), _step(_step(left, word), g), _step(so_far, g),
        _step(_step(so_far, d0), g), _step(shape, near), _step(_step(shape, right_shape), g),
        _step(_step(length, c0), near), _step(_step(column, near), c0), _step(column, g),
        _step(_step(previous, c0), g), _step(_step(following, c0), near),
        _step(_step(repeated, c0), near), _step(_step(so_far, word), after_word),
        _step(_step(start, c0), after), _step(_step(shape, c0), _step(start, d0)),
        _step(_step(right_shape, c0), g), _step(_step(np.uint64(p - left_begin), c0), near),
        _step(_step(np.uint64(min(left_begin - previous_begin, 20)), c0), near),
        _step(signs, near), _step(_step(signs, c0), _step(d0, g)), _step(_step(signs, c0), after),
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


@entry
def find_boundaries(text, kinds, paragraphs, lower, open_, weights, totals, shift, classes):
    """Give each character the class of the place after it.

    Places between two kinds of characters that are not `open_` are inside of tokens.  A gap ends a
    token; a paragraph ends a sentence.
    """
    rows = np.empty(FEATURES, np.int64)
    for paragraph in range(len(paragraphs) - 1):
        begin, end = paragraphs[paragraph], paragraphs[paragraph + 1]
        token = sentence = line = begin
        for p in range(begin, end):
            classes[p] = INSIDE
            if _is_gap(kinds[p]):
                token = p + 1
                if kinds[p] == LINE:
                    line = p + 1
                if classes[p - 1] == SENTENCE:
                    sentence = p + 1
                continue
            if p == end - 1:
                classes[p] = SENTENCE
                continue
            gap = _is_gap(kinds[p + 1])
            if not gap and not open_[kinds[p], kinds[p + 1]]:
                continue
            boundary_rows(text, kinds, lower, p, begin, end, token, sentence, line, shift, rows)
            add_up(weights, rows, totals)
            classes[p] = best_class(totals, TOKEN if gap else INSIDE)
            if classes[p] != INSIDE and not gap:
                token = p + 1
                if classes[p] == SENTENCE:
                    sentence = p + 1


@entry
def train_boundaries(
    order, text, kinds, paragraphs, lower, open_, gold, weights, totals, shift, clock
):
    """Go through paragraphs once with the averaged perceptron; count choices, and those right."""
    rows = np.empty(FEATURES, np.int64)
    sums = np.zeros(CLASSES, np.float32)
    right = count = 0
    for paragraph in order:
        begin, end = paragraphs[paragraph], paragraphs[paragraph + 1]
        token = sentence = line = begin
        for p in range(begin, end - 1):
            if _is_gap(kinds[p]):
                token = p + 1
                if kinds[p] == LINE:
                    line = p + 1
                if gold[p - 1] == SENTENCE:
                    sentence = p + 1
                continue
            gap = _is_gap(kinds[p + 1])
            wanted = np.int64(gold[p])
            if gap or open_[kinds[p], kinds[p + 1]]:
                boundary_rows(text, kinds, lower, p, begin, end, token, sentence, line, shift, rows)
                add_up(weights, rows, sums)
                guess = best_class(sums, TOKEN if gap else INSIDE)
                clock[0] += 1
                count += 1
                right += guess == wanted
                if guess != wanted:
                    now = np.float32(clock[0])
                    for row in rows:
                        weights[row, wanted] += 1.0
                        totals[row, wanted] += now
                        weights[row, guess] -= 1.0
                        totals[row, guess] -= now
            if wanted != INSIDE and not gap:
                token = p + 1
                if wanted == SENTENCE:
                    sentence = p + 1
    return count, right


@entry
def cut(kinds, places, classes, begins, ends, starts):
    """List tokens by where they are in the text, and the first token of each sentence."""
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
