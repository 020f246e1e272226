"""The system to use where nobody says which, and where its root stands."""

from typing import NamedTuple


class Usual(NamedTuple):
    """What a kind of parser does best with."""

    other: str  # system for trees that cross
    often: float  # until this share of trees is not projective, projective systems are as good
    root: str


PROJECTIVE = "arc-eager"
LINEAR = Usual("2-planar-eager", often=0.4, root="first")
# Networks lose little by a second stack, and gain by it from a fifth of all trees on at the latest.
NETWORK = Usual("side-stack", often=0.1, root="last")


def usual(share: float, kind: Usual = LINEAR) -> str:
    """Return the name of a system for a treebank in which so many trees are not projective.

    >>> usual(0.1), usual(0.5), usual(0.2, NETWORK)
    ('arc-eager', '2-planar-eager', 'side-stack')
    """
    return kind.other if share > kind.often else PROJECTIVE
