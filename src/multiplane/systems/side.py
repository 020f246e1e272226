"""Arc-eager with a side stack for the words of crossing arcs."""

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

# A word that is covered when its arc comes is set aside, where it can be linked like the top of σ.
# A projective tree takes the steps of arc-eager.  LEFT-KEEP is for words that get their head from
# the right and have dependents still further right.
# fmt: off
SIDE_STACK = System("side-stack", start={σ: [], σ2: [], β: WORDS},
    source="after Nivre 2003, and Pitler and McDonald 2015",
    SHIFT       = SH,
    REDUCE      = RE                |  has_head(i),
    LEFT_ARC    = LA >> RE          | ~has_head(i) & ~linked(i, j),
    LEFT_KEEP   = LA                | ~has_head(i) & ~linked(i, j),
    RIGHT_ARC   = RA >> SH          | ~has_head(j) & ~linked(i, j),
    ASIDE       = move(σ[1], σ2),
    LEFT_ASIDE  = arc(j, k)         | ~has_head(k) & ~linked(k, j),
    RIGHT_ASIDE = arc(k, j)         | ~has_head(j) & ~linked(k, j),
    DISCARD     = drop(k),
)
# fmt: on
