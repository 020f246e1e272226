"""Arc-eager with a side stack, on which words wait for crossing arcs."""

from multiplane.calculus import (
    LA,
    RA,
    RE,
    SH,
    WORDS,
    System,
    arc,
    drop,
    has_head,
    i,
    j,
    linked,
    move,
    stack,
    β,
    σ,
)

σ2 = stack(2)
k = σ2[0]

# A word that covers the one for the next arc, and waits for arcs itself, is set aside.  A projective
# tree takes the steps of arc-eager.  A word that gets its head from the right and has dependents
# still further right is set aside, too: LEFT-ARC would drop it.  REDUCE-2 asks for no head, so that
# a root does not block the words below it.
# fmt: off
SIDE_STACK = System("side-stack", start={σ: [], σ2: [], β: WORDS},
    source="after Nivre 2003, and Pitler and McDonald 2015",
    SHIFT       = SH,
    REDUCE      = RE        |  has_head(i),
    LEFT_ARC    = LA >> RE  | ~has_head(i) & ~linked(i, j),
    RIGHT_ARC   = RA >> SH  | ~has_head(j) & ~linked(i, j),
    ASIDE       = move(σ, σ2),
    LEFT_ARC_2  = arc(j, k) | ~has_head(k) & ~linked(k, j),
    RIGHT_ARC_2 = arc(k, j) | ~has_head(j) & ~linked(k, j),
    REDUCE_2    = drop(k),
)
# fmt: on
