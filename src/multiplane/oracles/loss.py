"""How many gold arcs are lost for good in a configuration?

Let A be the arcs built so far, and R the gold arcs that can still be built, each considered alone
(`reach`).  In the systems with k stacks, a subset S of R can be built in addition to A iff

1. crossing arcs of S can be put on different stacks that still hold their left words (with one
   stack: no arcs of S cross),
2. A ∪ S has no undirected cycle,
3. where only words with a head are reduced: no component of A ∪ S has its top, the word without
   a head, under one of its own arcs (it would have to get a head from below itself).

A root that stays without a head counts like an arc from 0.  Where only words with a head are
reduced it is lost under an arc of S, and below a word that gets its head inside the stack.  The
loss is the number of words that cannot get their right head with the best S.  This is not proved;
`docs/oracles.md` reports how often it agrees with exhaustive search.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.machine.kernel import arc_field, component, field, has_arc, head_of
from multiplane.machine.layout import ARCS, FIRST, HEAD, HEADER, NODES, WHERE
from multiplane.native import lean, lean_entry
from multiplane.oracles.conflicts import (
    ACTIVE,
    ARC,
    CODE,
    FOUND,
    MASK,
    NO_ROOT,
    NOWHERE,
    ORDER,
    OUT,
    ROOT,
    UNDER_ROOT,
    conflict,
    fewest,
    position,
)


@lean
def describe(c, code, kinds, w):
    """Fill in each node's code, and its position in its stack."""
    nodes = c[NODES]
    for node in range(nodes):
        w[CODE, node] = 0
        w[ORDER, node] = NOWHERE
        w[UNDER_ROOT, node] = 0
    for s in range(code.stores):
        size, at = c[s], HEADER + s * nodes
        blocked = 0
        for place in range(size - 1, -1, -1):
            node = c[at + place]
            w[CODE, node] = max(w[CODE, node], 1 + 2 * kinds[s] + (place == size - 1))
            w[UNDER_ROOT, node] = blocked
            if node == 0:
                blocked = 1
            if s == 0:
                w[ORDER, node] = place + 1


@lean
def can_build(head, dependent, reach, w, directed):
    """Look the pair up in the table of what can still be built."""
    if not directed and head > dependent:
        head, dependent = dependent, head
    near = int(
        w[ORDER, head] > 0
        and w[ORDER, dependent] > 0
        and abs(w[ORDER, head] - w[ORDER, dependent]) == 1
        and not w[UNDER_ROOT, dependent]
    )
    index = ((w[CODE, head] * reach.codes + w[CODE, dependent]) * 2 + (head < dependent)) * 2 + near
    return reach.can[index]


@lean
def loss(c, code, gold, model):
    """Count the words that can no longer get their right head."""
    n, w, directed, root = c[NODES] - 1, gold.work, model.directed, model.root
    excluded_starts = gold.excluded_starts
    describe(c, code, model.reach.kinds, w)
    lost, wrong, right, troubled = 0, 0, 0, False
    newest, heads = field(c, FIRST, 0), arc_field(c, HEAD, 0)
    where, every = field(c, WHERE, 0), (1 << code.stacks) - 1
    if directed:
        for d in range(1, n + 1):
            if c[newest + d] >= 0 and c[heads + c[newest + d]] != gold.heads[d]:
                wrong += 1
                lost += gold.heads[d] >= 0
    # As long as all arcs are right, the two words of a missing arc are never linked.
    may_be_linked = model.acyclic and (wrong > 0 or not directed)
    for d in range(1, n + 1):
        w[ACTIVE, d] = OUT
        h = gold.heads[d]
        if h < 0 or (directed and c[newest + d] >= 0):
            continue
        if h == 0 and root == NO_ROOT:
            if directed and model.covers:
                w[ACTIVE, d], w[MASK, d] = ROOT, 1  # it stays a root unless something covers it
                troubled = troubled or excluded_starts[d] != excluded_starts[d + 1]
            continue
        if not directed and has_arc(c, min(h, d), max(h, d)):
            right += 1
            continue
        if not can_build(h, d, model.reach, w, directed) or (
            may_be_linked and component(c, h) == component(c, d)
        ):
            lost += 1
            continue
        w[MASK, d] = every
        if code.stacks > 1:  # the planes left for the arc: stacks that hold its left word
            left = h if position(h, n, root) < position(d, n, root) else d
            mask = (c[where + left] >> code.first_stack) & every
            w[MASK, d] = (mask or every) & (gold.planes[d] if model.planned else every)
            if w[MASK, d] == 0:
                lost += 1
                continue
        w[ACTIVE, d] = ARC
        troubled = troubled or excluded_starts[d] != excluded_starts[d + 1]
    if not directed:
        wrong = c[ARCS] - right  # arcs between words without a gold arc
        lost += wrong
    if not troubled and wrong == 0 and not (model.inside and root == NO_ROOT):
        return lost
    if conflict(c, code, gold, model, wrong, w[FOUND]) == 0:
        return lost
    return lost + fewest(c, code, gold, model, wrong)


@lean_entry
def errors(c, gold, model):
    """Count the words that do not have their right head now."""
    wrong, arcs = 0, 0
    for d in range(1, c[NODES]):
        head = gold.heads[d]
        if head >= 0:
            right = is_right(c, head, d, model)
            wrong += not right
            arcs += right and (head > 0 or model.root != NO_ROOT)
    return wrong if model.directed else wrong + c[ARCS] - arcs


@lean_entry
def is_right(c, h, d, model):
    stays_root = h == 0 and model.root == NO_ROOT
    if not model.directed:
        return stays_root or has_arc(c, min(h, d), max(h, d))
    built = head_of(c, d)
    return built < 0 if stays_root else built == h
