"""The arc-standard system with online reordering (Nivre 2009; 2013, section 3.1)."""

from multiplane.calculus import SH, System, arc, drop, move, precedes, β, σ

# fmt: off
SWAP = System("swap", source="Nivre 2009; 2013, section 3.1",
    SHIFT     = SH,
    LEFT_ARC  = arc(σ[0], σ[1]) >> drop(σ[1]),
    RIGHT_ARC = arc(σ[1], σ[0]) >> drop(σ[0]),
    SWAP      = move(σ[1], β) | precedes(σ[1], σ[0]),
)
# fmt: on
