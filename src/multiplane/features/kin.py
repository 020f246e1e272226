"""What a configuration knows about each word for its features: its head, label and children.

One block of integers beside the machine's: a header, then for each field the nodes 0 to n and one
more slot, n + 1, which stands for "no such word", so that look-ups need no questions.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.machine.conditions import MOST_PLACES
from multiplane.machine.kernel import arc_field
from multiplane.machine.layout import ARCS, DEPENDENT, HEAD, LABEL
from multiplane.native import lean

# Fields, in the order of `atoms.RELATIONS` and then of `atoms.STATE`.
K_HEAD, LEFT1, LEFT2, RIGHT1, RIGHT2 = 0, 1, 2, 3, 4
K_LABEL, LEFT_VALENCY, RIGHT_VALENCY, LEFT_LABELS, RIGHT_LABELS = 5, 6, 7, 8, 9
K_FIELDS = 10
# The header: the last three transitions, newest first, plus one; how many arcs are noted; how many
# words have gone without a head.
# Then the words at the places that conditions of transitions ask about (`machine.conditions`).
ABANDONED, SEEN = 4, 5
K_HEADER = SEEN + MOST_PLACES


@lean
def kin_size(words):
    return K_HEADER + K_FIELDS * (words + 2)


@lean
def clear_kin(kin, words):
    """Nobody has a head or children yet."""
    nodes = words + 2
    for at in range(K_HEADER):
        kin[at] = 0
    for at in range(K_HEADER, K_HEADER + 5 * nodes):
        kin[at] = words + 1
    for at in range(K_HEADER + 5 * nodes, K_HEADER + K_FIELDS * nodes):
        kin[at] = 0


@lean
def adopt(kin, nodes, head, child, label):
    """Note a child of a head."""
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
def note(c, kin, nodes, transition, directed):
    """Take over the arcs that a transition has added, and remember it.

    Ends of undirected arcs are each other's children.
    """
    kin[2], kin[1], kin[0] = kin[1], kin[0], transition + 1
    while kin[3] < c[ARCS]:
        arc = kin[3]
        kin[3] += 1
        head, child = c[arc_field(c, HEAD, arc)], c[arc_field(c, DEPENDENT, arc)]
        label = c[arc_field(c, LABEL, arc)]
        adopt(kin, nodes, head, child, label)
        if not directed:
            adopt(kin, nodes, child, head, label)
        kin[K_HEADER + K_HEAD * nodes + child] = head
        kin[K_HEADER + K_LABEL * nodes + child] = label + 1
