"""One step of a derivation: find the open transitions, and apply one."""

# mypy: disable-error-code="no-untyped-def"

from multiplane.features.kin import ABANDONED, K_HEADER, LEFT_VALENCY, RIGHT_VALENCY, SEEN, note
from multiplane.machine.conditions import are_met, look_up
from multiplane.machine.kernel import apply, field, lies, node_at
from multiplane.machine.layout import WHERE
from multiplane.machine.permission import permitted
from multiplane.native import lean
from multiplane.search.labels import some_label_is_free


@lean
def may_abandon(kin, settings):
    """May a word be dropped without a head, as a root?  If 0 is a node, roots have a head."""
    return not settings.has_root and (not settings.one_root or kin[ABANDONED] == 0)


@lean
def abandons(c, kin, drops, t, nodes):
    """Would the transition remove a word without a head from all stores?"""
    if drops[t, 0] < 0:
        return False
    node = node_at(c, drops[t, 0], drops[t, 1])
    if kin[K_HEADER + node] < nodes - 1:
        return False
    return c[field(c, WHERE, node)] == 1 << lies(c, drops[t, 0])


@lean
def is_defined(c, kin, code, late, t):
    """Is the transition defined here?  `look_up` must have filled in the words at all places."""
    begin, end = code.check_starts[t], code.check_starts[t + 1]
    if late is None:
        return are_met(c, kin, SEEN, code.conditions, begin, end)
    if len(code.places) and not late[t]:
        return are_met(c, kin, SEEN, code.conditions, begin, end)
    return permitted(c, code, t)


@lean
def find_open(c, kin, words, code, classes, settings, ended, open_):
    """Fill in whether each transition and, last, stopping is open; return transitions as bits."""
    look_up(c, code.places, kin, SEEN)
    bits = 0
    nodes = words + 2
    rooted = kin[K_HEADER + LEFT_VALENCY * nodes] + kin[K_HEADER + RIGHT_VALENCY * nodes] > 0
    for t in range(code.transitions):
        open_[t] = is_defined(c, kin, code, code.late, t) and some_label_is_free(
            c, code, classes.again, classes, t
        )
        if open_[t] and rooted and settings.one_root and classes.arcs[t, 1] >= 0:
            head = node_at(c, classes.arcs[t, 0], classes.arcs[t, 1])
            # An undirected arc may have the root at its other end.
            open_[t] = head != 0 and node_at(c, classes.arcs[t, 2], classes.arcs[t, 3]) != 0
        if open_[t] and settings.directed and not may_abandon(kin, settings):
            open_[t] = not abandons(c, kin, classes.drops, t, nodes)
        if open_[t]:
            bits |= 1 << min(t, 30)  # a feature; later transitions share a bit
    open_[code.transitions] = ended and settings.stops
    return bits


@lean
def best_class(scores, open_, starts):
    """Return the best-scoring class of an open transition, or -1."""
    best, highest = -1, scores[0]
    for t in range(len(starts) - 1):
        if open_[t]:
            for k in range(starts[t], starts[t + 1]):
                if scores[k] > highest or best < 0:
                    best, highest = k, scores[k]
    return best


@lean
def only_class(open_, starts):
    """Return the only class that can be chosen, or -1 if there are several."""
    found = -1
    for t in range(len(starts) - 1):
        if open_[t]:
            if found >= 0 or starts[t + 1] - starts[t] > 1:
                return -1
            found = starts[t]
    return found


@lean
def do(c, kin, words, code, classes, transition, label):
    """Apply a transition, and note what it built in `kin`."""
    kin[ABANDONED] += abandons(c, kin, classes.drops, transition, words + 2)
    apply(c, code, transition, label)
    note(c, kin, words + 2, transition, classes.undirected)
