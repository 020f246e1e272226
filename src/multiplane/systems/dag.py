"""Systems for graphs in which words may have several heads (2013, Examples 7 and 8)."""

from multiplane.calculus import LA, RA, RE, SH, UN, System, has_arc, has_head, i, j

# fmt: off
DAG_ARC_STANDARD = System("dag-arc-standard", source="Sagae and Tsujii 2008; 2013, Example 7",
    prefer=("LEFT_REDUCE", "RIGHT_REDUCE", "SHIFT", "RIGHT_ATTACH"),  # builds most with opposite arcs
    SHIFT        = SH,
    LEFT_REDUCE  = LA >> RE,
    RIGHT_REDUCE = RA >> SH >> RE >> UN,
    LEFT_ATTACH  = LA       | ~has_arc(i, j),
    RIGHT_ATTACH = RA >> UN | ~has_arc(j, i),
)

DAG_ARC_EAGER = System("dag-arc-eager", source="Sagae and Tsujii 2008; 2013, Example 8",
    SHIFT     = SH,
    REDUCE    = RE |  has_head(i),
    LEFT_ARC  = LA | ~has_arc(i, j),
    RIGHT_ARC = RA | ~has_arc(j, i),
)
# fmt: on
