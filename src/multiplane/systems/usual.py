"""The system to use where nobody says which."""

PROJECTIVE, OTHER = "arc-eager", "2-planar-eager"
OFTEN = 0.4  # until this share of trees is not projective, greedy projective parsers are as good


def usual(share: float) -> str:
    """Return the name of a system for a treebank in which so many trees are not projective.

    >>> usual(0.1), usual(0.5)
    ('arc-eager', '2-planar-eager')
    """
    return OTHER if share > OFTEN else PROJECTIVE
