"""What is right in a configuration: the classes that a learner should score highest.

Whatever loses no arc is right (Goldberg and Nivre 2012), with four exceptions.  Where stacks
rotate almost any rotation loses nothing, so one is right only where the next arc waits on another
plane.  What a system says it prefers is right alone (`preferred`), and so is what does at once
what another transition would do in part.  And where costs are only bounds, one transition is
right: what the oracle of the papers would do.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.machine.kernel import S_COUNT, S_FIRST, S_STORES, component, field, lies, node_at
from multiplane.machine.layout import FIRST, NODES, WHERE
from multiplane.native import lean
from multiplane.oracles.dynamic import FORBIDDEN, costs
from multiplane.oracles.loss import errors
from multiplane.oracles.preference import wanted
from multiplane.search.state import DIRECTED, STOPS
from multiplane.training.preferred import use_preferred, use_wholes

NOT_NOW = FORBIDDEN // 2  # the cost of what loses nothing, but is to be left alone
ROTATE = 5  # the code of the operation


@lean
def dependent_of(c, settings, arcs, t, gold, directed):
    """Return the word that would get a head, or -1; of an edge, the one whose head is the other."""
    if arcs[t, 3] < 0:
        return -1
    word = node_at(c, settings, arcs[t, 2], arcs[t, 3])
    if not directed:
        other = node_at(c, settings, arcs[t, 0], arcs[t, 1])
        if word == 0 or (other > 0 and gold[other] == word):
            return other
    return word


@lean
def rotates(tables, t):
    """Does a transition do nothing but rotate?  Its last operation says so."""
    return tables[0][tables[1][t + 1] - 1, 0] == ROTATE


@lean
def waiting(c, settings, gold, planes, front, directed):
    """Count the arcs of the front word that can be built on the active plane, and on others."""
    first = settings[S_FIRST]
    active = lies(c, settings, first) - first
    where, newest = field(c, WHERE, 0), field(c, FIRST, 0)
    here, there = 0, 0
    for d in range(1, c[NODES]):
        h = gold[d]
        if h < 0 or (directed and c[newest + d] >= 0) or (h != front and d != front):  # noqa: PLR1714 - compiled
            continue
        other = d if h == front else h
        on = (c[where + other] >> first) & planes[d]
        if on == 0 or component(c, h) == component(c, d):
            continue
        if on >> active & 1:
            here += 1
        else:
            there += 1
    return here, there


@lean
def rotate_for_arcs(c, tables, gold, planes, open_, cost, directed):
    """Rotate where arcs of the front word wait on other planes only, and then back to the first.

    Where that leaves nothing, for example after a rotation that was a mistake, all stays right.
    """
    settings, count = tables[5], len(tables[1]) - 1
    front = node_at(c, settings, settings[S_STORES] - 1, 0)
    here, there = waiting(c, settings, gold, planes, front, directed)
    away = lies(c, settings, settings[S_FIRST]) != settings[S_FIRST]
    now = here == 0 and (there > 0 or away)
    found = False
    for t in range(count):
        if cost[t] == 0 and open_[t]:
            if rotates(tables, t) == now:
                found = True
            else:
                cost[t] = NOT_NOW
    if not found:
        allow_again(cost, count)


@lean
def keep_first(c, tables, prefer, sentence, open_, cost):
    """Of what costs nothing, keep only what the oracle of the papers would do."""
    order, policies, buffer, projective, parts, _, _ = prefer
    begin, end = sentence
    count = len(tables[1]) - 1
    found = cost[count] == 0
    for t in order:
        if cost[t] == 0 and open_[t]:
            if not found and wanted(
                c, tables[5], policies[t], buffer[0], projective[begin:end], parts[begin:end]
            ):
                found = True
            else:
                cost[t] = NOT_NOW
    if not found:
        allow_again(cost, count)


@lean
def allow_again(cost, count):
    for t in range(count):
        if cost[t] == NOT_NOW:
            cost[t] = 0


@lean
def right_classes(
    c, tables, args, scratch, classes, options, ended, open_, labels, cost, right, prefer, sentence
):
    """Mark the classes that are right; return whether there is one.

    `args` are those of the loss; `prefer` and `sentence` (where its nodes begin and end) are for
    `keep_first`.  An arc that is not gold has the label that its dependent should have.
    """
    starts, by_label, arcs = classes[2], classes[3], classes[4]
    count = len(tables[1]) - 1
    best = costs(c, tables, args, scratch, cost)
    cost[count] = FORBIDDEN
    if ended and options[STOPS]:
        stopping = errors(c, args[0], args[6])
        least = min(best, stopping)
        for t in range(count):
            if cost[t] < FORBIDDEN:
                cost[t] += best - least
        cost[count] = stopping - least
    if len(prefer[0]):
        keep_first(c, tables, prefer, sentence, open_, cost)
    elif len(prefer[5]) and use_preferred(c, tables, prefer, sentence, open_, cost, NOT_NOW):
        pass
    elif tables[5][S_COUNT] > 1:
        rotate_for_arcs(c, tables, args[0], args[3], open_, cost, options[DIRECTED])
    use_wholes(prefer[6], open_, cost, NOT_NOW)
    for k in range(len(right)):
        right[k] = False
    found = False
    for t in range(count + 1):
        if open_[t] and cost[t] == 0:
            found = True
            dependent = -1
            if t < count:
                dependent = dependent_of(c, tables[5], arcs, t, args[0], options[DIRECTED])
            if dependent > 0:
                right[by_label[t, labels[dependent - 1]]] = True
            else:
                for k in range(starts[t], starts[t + 1]):
                    right[k] = True
    return found
