"""A divisible system of one's own, in a few lines.

Left dependents go as soon as they have their head, as in arc-eager; right arcs only join, so
that a right dependent can wait on the stack until it has all of its own.

    multiplane systems examples/your_own_system.py:LAZY
    multiplane verify examples/your_own_system.py:LAZY --class projective-forests --max-words 5
"""

from multiplane.calculus import LA, RA, RE, SH, System, has_head, i, j, linked

# fmt: off
FIRST_TRY = System("first-try",
    SHIFT     = SH,
    REDUCE    = RE       |  has_head(i),
    LEFT_ARC  = LA >> RE | ~has_head(i),
    RIGHT_ARC = RA       | ~has_head(j),
)

LAZY = FIRST_TRY.restricted("lazy", LEFT_ARC=~linked(i, j), RIGHT_ARC=~linked(i, j))
# fmt: on
