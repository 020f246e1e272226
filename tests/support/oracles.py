"""Systems whose oracles are tested, and forests."""

from multiplane.systems import systems
from multiplane.systems.root import rooted
from multiplane.verification.classes import all_forests

PLACES = ["none", "first", "last"]
# Whose loss is exact.
EXACT = [
    "arc-eager",
    "arc-hybrid",
    "easy-first",
    "planar[single-head,acyclic]",
    "planar[single-head,acyclic,no-covered-roots]",
    "2-planar[single-head,acyclic]",
    "2-planar-eager",
    "covington",
    "arc-eager+lba+rba",
    "arc-hybrid+lba",
    "planar[single-head,acyclic]+lba+rba",
]
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
