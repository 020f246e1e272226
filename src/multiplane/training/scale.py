"""What training does differently in small and in large treebanks, by their number of words."""

from typing import NamedTuple

# Words of treebanks: small ones have fewer, and networks of large ones have the most numbers.
SMALL, LARGE = 50_000, 150_000
CUTOFF = 5  # perceptrons leave out features that are found less often than this in small treebanks
# Networks see about so many words, in some epochs at least and at most; one of several sees half.
WORDS_SEEN, FEWEST, MOST = 1_200_000, 10, 30
FEWEST_EACH = 8
FEW, MANY = 2, 3  # networks, which together are more accurate than one; many in small treebanks
TOGETHER = "hidden=128"  # sizes of each, for speed


class Scale(NamedTuple):
    """The size of a network and of its steps."""

    batch: int  # words that are learnt from at once
    dropped: float  # share of what words, vectors and the layers of the graph head are made of
    sizes: str  # that differ from those of the usual recipe


USUAL = Scale(batch=250, dropped=0.25, sizes="")
MIDDLING = USUAL._replace(sizes="lstm=192")
LARGER = Scale(batch=500, dropped=0.33, sizes="lstm=256 graph=192")


def scale_for(words: int, members: int = 1) -> Scale:
    """Return the scale of a network that learns from so many words, alone or as one of several."""
    found = USUAL if words < SMALL else MIDDLING if words < LARGE else LARGER
    return found if members == 1 else found._replace(sizes=f"{found.sizes} {TOGETHER}")


def epochs_for(words: int, members: int = 1) -> int:
    """Return how often a network learns from so many words, alone or as one of several."""
    alone = max(WORDS_SEEN // max(words, 1), FEWEST)
    return min(alone if members == 1 else max(-(-alone // 2), FEWEST_EACH), MOST)


def members_for(words: int) -> int:
    """Return how many networks learn from so many words."""
    return MANY if words < SMALL else FEW
