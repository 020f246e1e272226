"""Which labels may the arc of a transition get, where labels tell arcs apart?

Several arcs may then lead from one word to another, with different labels (2013, section 3).  Where
one stands beside another, its transition has a class of its own, `again`, and the table of labels
names its label.  Elsewhere `again` is None, and none of this is compiled.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.machine.kernel import has_arc, node_at
from multiplane.machine.permission import takes_label
from multiplane.native import lean

LOWEST = -(1 << 30)  # below all scores, of whatever type


@lean
def joins_again(c, classes, t):
    """Would the first arc of a transition stand beside another?"""
    arcs = classes.arcs
    return has_arc(c, node_at(c, arcs[t, 0], arcs[t, 1]), node_at(c, arcs[t, 2], arcs[t, 3]))


@lean
def class_of(c, again, classes, t, label):
    """Return the class of a transition with a label."""
    if again is None:
        return classes.by_label[t, label]
    return again[t] if joins_again(c, classes, t) else classes.by_label[t, label]


@lean
def some_label_is_free(c, code, again, classes, t):
    """Is there a label for the arc of a permitted transition?"""
    if again is None:
        return True
    if again[t] < 0:
        return True
    for label in range(classes.by_label.shape[1]):  # noqa: SIM110 - compiled
        if takes_label(c, code, t, label):
            return True
    return False


@lean
def _close_labels(c, code, classes, t, scores):
    """Close the classes whose labels later arcs of the transition cannot get."""
    for k in range(classes.starts[t], classes.starts[t + 1]):
        if classes.labels[k] >= 0 and not takes_label(c, code, t, classes.labels[k]):
            scores[k] = LOWEST


@lean
def close_taken(c, code, again, classes, open_, scores):
    """Give the lowest score to the classes that cannot be chosen: `again`, or all others."""
    if again is None:
        return
    for t in range(code.transitions):
        if open_[t] and again[t] >= 0:
            if joins_again(c, classes, t):
                for k in range(classes.starts[t], again[t]):
                    scores[k] = LOWEST
            else:
                scores[again[t]] = LOWEST
                _close_labels(c, code, classes, t, scores)


@lean
def free_label(c, code, again, classes, k, label, scores):
    """Return the label for the arc of a class, or the best free one by these scores."""
    if again is None:
        return label
    t = classes.transitions[k]
    if takes_label(c, code, t, label):
        return label
    best = -1
    for other in range(classes.by_label.shape[1]):
        if (best < 0 or scores[other] > scores[best]) and takes_label(c, code, t, other):
            best = other
    return best
