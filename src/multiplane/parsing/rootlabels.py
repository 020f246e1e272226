"""Which labels stand on arcs from the root, and which on others: in trees as in the treebank."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class RootLabels(NamedTuple):
    """What a treebank shows of labels and roots."""

    here: tuple[str, ...]  # labels of arcs from the root
    only_here: tuple[str, ...]  # those of them that no other arc has

    @classmethod
    def of(cls, arcs: Iterable[tuple[int, str]]) -> "RootLabels":
        """Read them off heads and labels of words."""
        both = {(bool(head), label) for head, label in arcs}
        roots, others = ({label for far, label in both if far == way} for way in (False, True))
        return cls(tuple(sorted(roots)), tuple(sorted(roots - others)))

    def unfit(self, labels: Sequence[str]) -> NDArray[np.bool_]:
        """Say which labels fit neither here nor there: [from a word or from the root, label]."""
        return np.array(
            [
                [label in self.only_here for label in labels],
                [label not in self.here for label in labels],
            ],
            np.bool_,
        )


def amend(
    heads: NDArray[np.int32],
    labels: NDArray[np.int32],
    unfit: NDArray[np.bool_],
    otherwise: tuple[int, int],
) -> None:
    """Replace labels that do not fit; `otherwise` are those for the root's arcs and for others."""
    wrong = unfit[(heads == 0).astype(np.int8), labels]
    root, loose = otherwise
    labels[wrong] = np.where(heads[wrong] == 0, root, loose)
