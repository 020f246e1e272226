"""Which classes are right, for learners."""

# mypy: disable-error-code="no-untyped-def"

from multiplane.native import lean
from multiplane.oracles.right import gold_label
from multiplane.search.labels import class_of


@lean
def mark_right(gold, c, classes, directed, open_, cost, right):
    """Mark the classes of the transitions that `judge` found right."""
    for k in range(len(right)):
        right[k] = False
    for t in range(len(cost)):
        if open_[t] and cost[t] == 0:
            label = gold_label(gold, c, classes.arcs, t, directed)
            if label >= 0:
                right[class_of(c, classes.again, classes, t, label)] = True
            else:
                for k in range(classes.starts[t], classes.starts[t + 1]):
                    right[k] = True
