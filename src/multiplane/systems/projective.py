"""Projective systems, as divisible systems (2013, Examples 3 to 6)."""

from multiplane.calculus import LA, RA, RE, SH, UN, System, has_head, i, m

# fmt: off
ARC_STANDARD = System("arc-standard", source="Nivre 2008; 2013, Example 3",
    SHIFT     = SH,
    LEFT_ARC  = LA >> RE,
    RIGHT_ARC = RA >> SH >> RE >> UN,
)

ARC_STANDARD_STACK = System("arc-standard-stack", source="Nivre 2004; 2013, Example 3",
    SHIFT     = SH,
    LEFT_ARC  = UN >> LA >> RE >> SH,
    RIGHT_ARC = UN >> RA >> SH >> RE,
)

ARC_EAGER = System("arc-eager", source="Nivre 2003; 2013, Example 4",
    SHIFT     = SH,
    REDUCE    = RE       |  has_head(i),
    LEFT_ARC  = LA >> RE | ~has_head(i),
    RIGHT_ARC = RA >> SH,
)

ARC_HYBRID = System("arc-hybrid", source="Kuhlmann, Gómez-Rodríguez and Satta 2011; 2013, Example 6",
    SHIFT     = SH,
    LEFT_ARC  = LA >> RE,
    RIGHT_ARC = UN >> RA >> SH >> RE,
)

EASY_FIRST = System("easy-first", source="Goldberg and Elhadad 2010; 2013, Example 5",
    SHIFT        = SH,
    ATTACH_RIGHT = SH**m >> LA >> RE >> UN**(m - 1),
    ATTACH_LEFT  = SH**m >> RA >> SH >> RE >> UN >> UN**(m - 1),
)
# fmt: on
