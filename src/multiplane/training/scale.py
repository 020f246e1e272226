"""What training does differently in small and in large treebanks, by their number of words."""

from typing import NamedTuple

# Perceptrons leave out features that are found less often than this in small treebanks.
SMALL, CUTOFF = 50_000, 5
# Networks see about so many words, in some epochs at least and at most.
WORDS_SEEN, FEWEST, MOST = 1_200_000, 10, 30
LARGE = 150_000  # words of a treebank for which networks are larger
# Below so many words there are so many networks, which together are more accurate than one.  Each
# sees half as many words as a single one, in as many epochs at most.
SEVERAL = ((SMALL, 3), (100_000, 2))


class Scale(NamedTuple):
    """The size of a network and of its steps."""

    batch: int  # words that are learnt from at once
    dropped: float  # share of what words, vectors and the layers of the graph head are made of
    sizes: str  # that differ from those of the usual recipe


USUAL = Scale(batch=250, dropped=0.25, sizes="")
LARGER = Scale(batch=500, dropped=0.33, sizes="lstm=256 graph=192")


def scale_for(words: int) -> Scale:
    """Return the scale of a network that learns from so many words."""
    return LARGER if words >= LARGE else USUAL


def epochs_for(words: int, members: int = 1) -> int:
    """Return how often a network learns from so many words, alone or as one of several."""
    alone = max(WORDS_SEEN // max(words, 1), FEWEST)
    return min(alone if members == 1 else -(-alone // 2), MOST)


def members_for(words: int) -> int:
    """Return how many networks learn from so many words."""
    return next((many for below, many in SEVERAL if words < below), 1)
