"""Covington's non-projective system, with two lists (Nivre 2008; 2012, Figure 2)."""

from multiplane.calculus import WORDS, System, arc, has_head, j, linked, move, move_all, β, λ1, λ2

i = λ1[0]

# fmt: off
COVINGTON = System("covington", start={λ1: [], λ2: [], β: WORDS},
    source="Covington 2001; Nivre 2008; 2012, Figure 2",
    SHIFT     = move_all(λ2, λ1) >> move(β, λ1),
    NO_ARC    = move(λ1, λ2),
    LEFT_ARC  = arc(j, i) >> move(λ1, λ2) | ~has_head(i) & ~linked(i, j),
    RIGHT_ARC = arc(i, j) >> move(λ1, λ2) | ~has_head(j) & ~linked(i, j),
)
# fmt: on
