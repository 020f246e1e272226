"""What a configuration knows about each word for its features: its head, label and children.

One block of integers beside the machine's: a header, then for each field the nodes 0 to n and one
more slot, n + 1, for "no word", so that look-ups need no checks.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.machine.kernel import arc_field
from multiplane.machine.layout import ARCS, DEPENDENT, HEAD, LABEL
from multiplane.machine.places import MOST_PLACES
from multiplane.native import lean

# Fields, in the order of `atoms.RELATIONS` and then of `atoms.STATE`.
K_HEAD, LEFT1, LEFT2, RIGHT1, RIGHT2 = 0, 1, 2, 3, 4
K_LABEL, LEFT_VALENCY, RIGHT_VALENCY, LEFT_LABELS, RIGHT_LABELS = 5, 6, 7, 8, 9
K_FIELDS = 10
# Only for undirected systems, so that others need not copy them; in the order of
# `atoms.UNDIRECTED`.
LEFT3, RIGHT3, LEFT_SIBLING, RIGHT_SIBLING = 10, 11, 12, 13
UNDIRECTED_FIELDS = 14
# The header: the last three transitions, newest first, plus one; the number of arcs noted; the
# number of words dropped without a head.
# Then the words at the places that conditions of transitions concern (`machine.conditions`).
LAST, NOTED, ABANDONED, SEEN = 0, 3, 4, 5
K_HEADER = SEEN + MOST_PLACES


@lean
def kin_size(words, directed):
    return K_HEADER + (K_FIELDS if directed else UNDIRECTED_FIELDS) * (words + 2)


@lean
def clear_kin(kin, words):
    """Reset all words: no heads, no children."""
    nodes = words + 2
    for at in range(K_HEADER):
        kin[at] = 0
    for at in range(K_HEADER, K_HEADER + 5 * nodes):
        kin[at] = words + 1
    for at in range(K_HEADER + 5 * nodes, K_HEADER + K_FIELDS * nodes):
        kin[at] = 0
    for at in range(K_HEADER + K_FIELDS * nodes, len(kin)):
        kin[at] = words + 1


@lean
def adopt(kin, nodes, head, child, label):
    """Record a child of a head."""
    at = K_HEADER + head
    bit = 1 << (label % 31)
    none = nodes - 1
    if child < head:
        first, second = kin[at + LEFT1 * nodes], kin[at + LEFT2 * nodes]
        if first == none or child < first:
            kin[at + LEFT1 * nodes], kin[at + LEFT2 * nodes] = child, first
        elif second == none or child < second:
            kin[at + LEFT2 * nodes] = child
        kin[at + LEFT_VALENCY * nodes] += 1
        kin[at + LEFT_LABELS * nodes] |= bit
    else:
        first, second = kin[at + RIGHT1 * nodes], kin[at + RIGHT2 * nodes]
        if first == none or child > first:
            kin[at + RIGHT1 * nodes], kin[at + RIGHT2 * nodes] = child, first
        elif second == none or child > second:
            kin[at + RIGHT2 * nodes] = child
        kin[at + RIGHT_VALENCY * nodes] += 1
        kin[at + RIGHT_LABELS * nodes] |= bit


@lean
def adopt_third(kin, nodes, node, other):
    """Update a node's third neighbours, before `adopt` shifts the second out."""
    at = K_HEADER + node
    none = nodes - 1
    if other < node:
        second, third = kin[at + LEFT2 * nodes], kin[at + LEFT3 * nodes]
        if second != none and (third == none or other < third):
            kin[at + LEFT3 * nodes] = max(other, second)
    else:
        second, third = kin[at + RIGHT2 * nodes], kin[at + RIGHT3 * nodes]
        if second != none and (third == none or other > third):
            kin[at + RIGHT3 * nodes] = min(other, second)


@lean
def beside(c, kin, nodes, arc, node, new):
    """Return the neighbours of a node just before and after its new one, on the same side.

    In systems that read from left to right, arcs are mostly built from the inside out, and the new
    one is the outermost.  Otherwise all arcs are searched.
    """
    none = nodes - 1
    before, after = none, none
    first = kin[K_HEADER + (LEFT1 if new < node else RIGHT1) * nodes + node]
    if first == none:
        return before, after
    if new < node and new < first:
        after = first
    elif new > node and new > first:
        before = first
    else:
        for earlier in range(arc):
            one, other = c[arc_field(c, HEAD, earlier)], c[arc_field(c, DEPENDENT, earlier)]
            if one == node or other == node:  # noqa: PLR1714 - their types differ
                met = one + other - node
                if (met < node) != (new < node):
                    continue
                if met < new and (before == none or before < met):
                    before = met
                elif new < met < after:
                    after = met
    return before, after


@lean
def be_siblings(kin, nodes, field, one, other):
    """Record two words as siblings, if none stands between them."""
    none = nodes - 1
    at = K_HEADER + field * nodes
    if one == none or other == none:  # noqa: PLR1714 - their types differ
        return
    if field == RIGHT_SIBLING:
        kin[at + one] = min(kin[at + one], other)
    elif kin[at + other] == none or kin[at + other] < one:
        kin[at + other] = one


@lean
def meet(c, kin, nodes, arc):
    """Record third neighbours and siblings that an arc makes, before its ends become neighbours.

    Siblings share a neighbour on the right of both, and are left siblings; or one on the left, and
    are right siblings (2012, section 3.1).  Only the words just beside an end can be its nearest.
    """
    one, other = c[arc_field(c, HEAD, arc)], c[arc_field(c, DEPENDENT, arc)]
    left, right = min(one, other), max(one, other)
    before, after = beside(c, kin, nodes, arc, right, left)
    be_siblings(kin, nodes, LEFT_SIBLING, before, left)
    be_siblings(kin, nodes, LEFT_SIBLING, left, after)
    before, after = beside(c, kin, nodes, arc, left, right)
    be_siblings(kin, nodes, RIGHT_SIBLING, before, right)
    be_siblings(kin, nodes, RIGHT_SIBLING, right, after)
    adopt_third(kin, nodes, left, right)
    adopt_third(kin, nodes, right, left)


@lean
def link(c, kin, nodes, arc, undirected):
    """In undirected systems, record the head as a child of its child, too."""
    if undirected is not None:
        meet(c, kin, nodes, arc)
        head, child = c[arc_field(c, HEAD, arc)], c[arc_field(c, DEPENDENT, arc)]
        adopt(kin, nodes, child, head, c[arc_field(c, LABEL, arc)])


@lean
def note(c, kin, nodes, transition, undirected):
    """Record a transition and the arcs that it has added.

    In directed systems `undirected` is None, so that the code for the others is not compiled.
    """
    kin[LAST + 2], kin[LAST + 1], kin[LAST] = kin[LAST + 1], kin[LAST], transition + 1
    while kin[NOTED] < c[ARCS]:
        arc = kin[NOTED]
        kin[NOTED] += 1
        head, child = c[arc_field(c, HEAD, arc)], c[arc_field(c, DEPENDENT, arc)]
        label = c[arc_field(c, LABEL, arc)]
        link(c, kin, nodes, arc, undirected)
        adopt(kin, nodes, head, child, label)
        kin[K_HEADER + K_HEAD * nodes + child] = head
        kin[K_HEADER + K_LABEL * nodes + child] = label + 1
