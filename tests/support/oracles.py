"""Systems whose oracles are tested, and forests."""

from multiplane.calculus import LA, RA, RE, SH, System, has_arc, i, j, path
from multiplane.systems import systems
from multiplane.systems.root import rooted
from multiplane.verification.classes import all_forests

PLACES = ["none", "first", "last"]
# One's own: arcs may join words that are linked, if no path leads back.
DAGS = System(
    "dags",
    SHIFT=SH,
    REDUCE=RE,
    LEFT_ARC=LA | ~path(i, j) & ~has_arc(j, i),
    RIGHT_ARC=RA | ~path(j, i) & ~has_arc(i, j),
)
# Whose loss is exact; with few enough configurations to try all of those of six words, of five,
# of four, and of three.
OF_SIX_WORDS = [
    "arc-eager",
    "arc-hybrid",
    "easy-first",
    "planar[single-head,acyclic]",
    "planar[single-head,acyclic,no-covered-roots]",
    "undirected-planar",
    "undirected-covington",
]
OF_FIVE_WORDS = [*OF_SIX_WORDS, "2-planar[single-head,acyclic]", "undirected-2-planar"]
OF_FOUR_WORDS = [
    *OF_FIVE_WORDS,
    "2-planar-eager",
    "covington",
    "arc-eager+lba+rba",
    "arc-hybrid+lba",
    "planar[single-head,acyclic]+lba+rba",
]
EXACT = [*OF_FOUR_WORDS, "3-planar[single-head,acyclic]"]
# Whose loss is never too high.
BOUNDS = [
    "arc-standard",
    "arc-standard-stack",
    "swap",
    "attardi-2",
    "attardi-3",
    "attardi-original-2",
    "arc-eager+lnba",
    "arc-eager+rnba",
    "side-stack",
]


def lengths(name: str) -> range:
    """The lengths of sentences whose configurations can all be tried in a second or so."""
    return range(1, 4 if name not in [*OF_FOUR_WORDS, *BOUNDS] else 5)


def placed(name: str, place: str):
    return systems[name] if place == "none" else rooted(systems[name], place)


def forests(words: int) -> list[tuple[int, ...]]:
    trees = []
    for graph in all_forests(words):
        heads = [0] * words
        for h, d in graph.arcs:
            heads[d - 1] = h
        trees.append(tuple(heads))
    return trees
