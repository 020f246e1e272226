"""A divisible system of one's own, in a few lines.

Eager to the left, lazy to the right: left arcs as in arc-eager, right arcs as in arc-standard,
and a word may be put aside for good once it has a head.

    multiplane systems examples/your_own_system.py:LAZY
    multiplane verify examples/your_own_system.py:LAZY --class projective-forests --max-words 5
"""

from multiplane.calculus import LA, RA, RE, SH, System, has_head, i, j

# fmt: off
LAZY = System("lazy",
    SHIFT     = SH,
    LEFT_ARC  = LA >> RE | ~has_head(i),
    RIGHT_ARC = RA       | ~has_head(j),
    REDUCE    = RE       |  has_head(i),
)
# fmt: on
