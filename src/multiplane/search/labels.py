"""Which labels may the arc of a transition get, where labels tell arcs apart?

Several arcs may then lead from one word to another, with different labels (2013, section 3).
Elsewhere `parallel` is None, and none of this is compiled.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.calculus.vocabulary import CLOSED, NEGATED
from multiplane.machine.kernel import has_arc, node_at
from multiplane.machine.permission import takes_label
from multiplane.native import lean

LOWEST = -(1 << 30)  # below all scores, of whatever type


@lean
def _joins_again(c, code, t):
    """Would the transition add an arc beside another?  Only then labels may be taken."""
    if code.late is not None:  # its arcs may be known only when it is tried
        return True
    for r in range(code.check_starts[t], code.check_starts[t + 1]):
        if code.checks[r, 0] == CLOSED + NEGATED:
            one = node_at(c, code.checks[r, 1], code.checks[r, 2])
            if has_arc(c, one, node_at(c, code.checks[r, 3], code.checks[r, 4])):
                return True
    return False


@lean
def some_label_is_free(c, code, parallel, classes, t):
    """Is a permitted transition defined with some label of the parser?"""
    if parallel is None:
        return True
    if classes.arcs[t, 1] < 0 or not _joins_again(c, code, t):
        return True
    for label in range(classes.by_label.shape[1]):  # noqa: SIM110 - compiled
        if takes_label(c, code, t, label):
            return True
    return False


@lean
def close_taken(c, code, parallel, classes, open_, scores):
    """Give the lowest score to the classes of open transitions whose arc exists already."""
    if parallel is None:
        return
    for t in range(code.transitions):
        if open_[t] and classes.arcs[t, 1] >= 0 and _joins_again(c, code, t):
            for k in range(classes.starts[t], classes.starts[t + 1]):
                if classes.labels[k] >= 0 and not takes_label(c, code, t, classes.labels[k]):
                    scores[k] = LOWEST


@lean
def free_label(c, code, parallel, classes, k, label, scores):
    """Return the label for the arc of a class, or the best free one by these scores."""
    if parallel is None:
        return label
    t = classes.transitions[k]
    if takes_label(c, code, t, label):
        return label
    best = -1
    for other in range(classes.by_label.shape[1]):
        if takes_label(c, code, t, other) and (best < 0 or scores[other] > scores[best]):
            best = other
    return best
