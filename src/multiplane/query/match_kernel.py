"""The compiled matcher: all ways to put words of a sentence in the places of a pattern.

Places are filled one after the other, in an order that the caller chose; each relation is checked
as soon as both its words are there.  Different places take different words.
"""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.native import entry, lean
from multiplane.treebank.walk_kernel import Walk, walk

# Relations, in column KIND of the table of checks.
HEAD, DOMINATES, NEIGHBOUR, BEFORE, CROSSING, COVERS, IN_GAP, INTERLEAVED, COMPARED, FITS = range(
    10
)

# The columns of that table.  A check is made when the place of its later word is filled.  FITS is
# about the first word alone: ONE is a row of `Words.fits`.
KIND, FIRST, SECOND, WHEN, OP, ONE, OTHER = range(7)
CHECK_COLUMNS = 7

# Comparisons, in column OP.
EQUAL, UNEQUAL, LESS, AT_MOST, MORE, AT_LEAST = range(6)

# How the candidates of a place are found, in column 0 of the table of leads; column 1 is a place.
ANY, HEAD_OF, CHILD_OF = range(3)

MOST_STEPS = 20_000_000  # for a sentence


class Orders(NamedTuple):
    """Places in the order in which they are filled: first those of the pattern, then, in each of
    the other orders, places after these that must not be filled.
    """

    places: NDArray[np.int32]  # [orders, places]
    sizes: NDArray[np.int32]  # [orders]: how many places
    leads: NDArray[np.int32]  # [orders, places, 2]
    checks: NDArray[np.int32]  # [orders, checks, CHECK_COLUMNS]
    many: NDArray[np.int32]  # [orders]: how many checks


class Words(NamedTuple):
    """The words of a chunk."""

    heads: NDArray[np.int32]
    starts: NDArray[np.int64]
    fits: NDArray[np.bool_]  # [places and more, words]
    numbers: NDArray[np.int32]  # [attributes, words]


class Sentence(NamedTuple):
    """A tree, and from where to where the words reach that each word dominates."""

    tree: Walk
    low: NDArray[np.int32]
    high: NDArray[np.int32]
    steps: NDArray[np.int64]  # that are left


@lean
def _dominates(tree, x, y):
    return tree.start[x] < tree.start[y] <= tree.last[x]


@lean
def _between(x, one, other):
    return min(one, other) < x < max(one, other)


@lean
def _cross(head, x, y):
    g, h = head[x], head[y]
    if g == 0 or h == 0:
        return False
    a, b = min(g, x), max(g, x)
    c, d = min(h, y), max(h, y)
    return a < c < b < d or c < a < d < b


@lean
def _interleave(sentence, x, y):
    """Do the words that they dominate change from one to the other three times or more?"""
    tree = sentence.tree
    if x == y or _dominates(tree, x, y) or _dominates(tree, y, x):
        return False
    last, changes = 0, 0
    low = min(sentence.low[x], sentence.low[y])
    high = max(sentence.high[x], sentence.high[y])
    for w in range(low, high + 1):
        side = 0
        if w == x or _dominates(tree, x, w):
            side = 1
        elif w == y or _dominates(tree, y, w):
            side = 2
        if side:
            changes += last > 0 and side != last
            last = side
    sentence.steps[0] -= high - low
    return changes >= 3


@lean
def _holds(op, a, b):
    if op == EQUAL:
        return a == b
    if op == UNEQUAL:
        return a != b
    if op == LESS:
        return a < b
    if op == AT_MOST:
        return a <= b
    if op == MORE:
        return a > b
    return a >= b


@lean
def _checked(check, x, y, sentence, words, base):
    """Does a relation hold between two words?"""
    kind, head = check[KIND], sentence.tree.head
    if kind == HEAD:
        return head[y] == x
    if kind == DOMINATES:
        return _dominates(sentence.tree, x, y)
    if kind == NEIGHBOUR:
        return x + 1 == y
    if kind == BEFORE:
        return x < y
    if kind == CROSSING:
        return _cross(head, x, y)
    if kind == COVERS:
        return head[x] > 0 and _between(y, x, head[x])
    if kind == IN_GAP:
        inside = sentence.low[y] < x < sentence.high[y]
        return inside and not _dominates(sentence.tree, y, x)
    if kind == INTERLEAVED:
        return _interleave(sentence, x, y)
    if kind == FITS:
        return words.fits[check[ONE], base + x]
    numbers = words.numbers
    return _holds(check[OP], numbers[check[ONE], base + x], numbers[check[OTHER], base + y])


@lean
def _hold(orders, o, depth, at, sentence, words, base):
    """Do the checks hold that are made when this place is filled?"""
    for k in range(orders.many[o]):
        check = orders.checks[o, k]
        if check[WHEN] == depth:
            sentence.steps[0] -= 1
            x, y = at[check[FIRST]], at[check[SECOND]]
            if not _checked(check, x, y, sentence, words, base):
                return False
    return True


@lean
def _may_take(orders, o, depth, word, at, sentence, words, base):
    """May this word take the next place?"""
    place = orders.places[o, depth]
    sentence.steps[0] -= 1
    if not words.fits[place, base + word]:
        return False
    for k in range(depth):
        if at[orders.places[o, k]] == word:
            return False
    at[place] = word
    return _hold(orders, o, depth, at, sentence, words, base)


@lean
def _following(orders, o, depth, word, at, n, sentence, words, base):
    """The next word after this one that may take a place, or 0."""
    tree = sentence.tree
    lead, by = orders.leads[o, depth, 0], at[orders.leads[o, depth, 1]]
    while sentence.steps[0] > 0:
        if lead == HEAD_OF:
            word = tree.head[by] if word == 0 else 0
        elif lead == CHILD_OF:
            word = tree.first[by] if word == 0 else tree.after[word]
        else:
            word = word + 1 if word < n else 0
        if word == 0 or _may_take(orders, o, depth, word, at, sentence, words, base):
            return word
    return 0


@lean
def _filled(orders, o, depth, begin, at, n, sentence, words, base):
    """Fill the places from `begin` on in the next way; is there one?

    The first way begins at `begin`, with nothing at its place; others at the last place.
    """
    last = orders.sizes[o] - 1
    word = at[orders.places[o, depth]]  # 0 for the first way
    while True:
        word = _following(orders, o, depth, word, at, n, sentence, words, base)
        at[orders.places[o, depth]] = word
        if word == 0:
            depth -= 1
            if depth < begin:
                return False
            word = at[orders.places[o, depth]]
        elif depth == last:
            return True
        else:
            depth += 1
            word = 0


@lean
def _exists(orders, o, at, n, sentence, words, base):
    """Can the places after those of the pattern be filled?"""
    begin = orders.sizes[0]
    for depth in range(-1, begin):  # of words that are there already
        if not _hold(orders, o, depth, at, sentence, words, base):
            return False
    if orders.sizes[o] == begin:
        return True
    for k in range(begin, orders.sizes[o]):
        at[orders.places[o, k]] = 0
    return _filled(orders, o, begin, begin, at, n, sentence, words, base)


@lean
def _read(words, s, sentence):
    """Take a sentence; return how many words it has."""
    tree, low, high, _ = sentence
    base, n = words.starts[s] - 1, words.starts[s + 1] - words.starts[s]
    for d in range(1, n + 1):
        tree.head[d] = words.heads[base + d]
        low[d] = high[d] = d
    walk(tree, n)
    for k in range(n):
        d = tree.order[k]
        h = tree.head[d]
        low[h] = min(low[h], low[d])
        high[h] = max(high[h], high[d])
    return n


@entry
def match(words, chosen, orders, applies, most):
    """Fill the places of a pattern in the chosen sentences in all ways.

    The orders after the first must not be filled in a sentence to which they apply ([orders,
    sentences]).  Returns int32[matches, 1 + places], sentences first, at most `most` of them; for
    each sentence how many there are; and a sentence that takes too long, or -1.
    """
    longest = 0
    for s in range(len(chosen)):
        if chosen[s]:
            longest = max(longest, words.starts[s + 1] - words.starts[s])
    room = np.zeros((8, longest + 1), np.int32)
    tree = Walk(room[0], room[1], room[2], room[3], room[4], room[5])
    sentence = Sentence(tree, room[6], room[7], np.zeros(1, np.int64))
    places = orders.sizes[0]
    at = np.zeros(words.fits.shape[0] + 1, np.int32)
    found = np.empty((64, 1 + places), np.int32)
    counts = np.zeros(len(chosen), np.int64)
    kept = 0
    for s in range(len(chosen)):
        if not chosen[s]:
            continue
        base = words.starts[s] - 1
        n = _read(words, s, sentence)
        sentence.steps[0] = MOST_STEPS
        at[:] = 0
        depth = 0
        while places == 0 or _filled(orders, 0, depth, 0, at, n, sentence, words, base):
            depth = max(places - 1, 0)
            fine = True
            for o in range(1, len(orders.sizes)):
                if fine and applies[o, s]:
                    fine = not _exists(orders, o, at, n, sentence, words, base)
            if fine:
                counts[s] += 1
            if fine and kept < most:
                if kept == len(found):
                    more = np.empty((2 * kept, 1 + places), np.int32)
                    more[:kept] = found
                    found = more
                found[kept, 0] = s
                for k in range(places):
                    found[kept, 1 + k] = at[k]
                kept += 1
            if places == 0:
                break
        if sentence.steps[0] <= 0:
            return found[:kept], counts, s
    return found[:kept], counts, -1
