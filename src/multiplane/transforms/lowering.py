"""The inverse of the pseudo-projective transformation: lifted words go back to their heads.

By search, as in Nivre & Nilsson 2005: from the head that a lifted word has, downwards,
breadth-first and from left to right, for a word that fits what the label tells.  Where none
fits, the word stays where it is.
"""

from collections.abc import Sequence

import numpy as np

from multiplane.transforms.lowering_kernel import Told, Way, lower
from multiplane.transforms.marks import marked, told_by
from multiplane.transforms.tree import Tree, as_array, cyclic


def deprojectivize(
    heads: Sequence[int | None], labels: Sequence[str], encoding: str = "head"
) -> Tree:
    """Undo what labels say, and leave labels without marks.  The answer is always a tree.

    >>> deprojectivize([2, 0, 2, 2], ["det↑obj", "root", "obj", "acl↑det"], "head")
    ((3, 0, 2, 1), ('det', 'root', 'obj', 'acl'))
    """
    lowered = as_array(heads, labels)
    marks = [marked(label) for label in labels]
    numbers: dict[str, int] = {}
    told = Told(
        np.array([-1, *(numbers.setdefault(m.label, len(numbers)) for m in marks)], np.int32),
        np.array([-1, *(numbers.get(m.head, -1) for m in marks)], np.int32),
        np.array([False, *(m.lifted for m in marks)]),
        np.array([False, *(m.path for m in marks)]),
    )
    if not lower(lowered, told, Way(*told_by(encoding))):
        raise cyclic(heads)
    lowered[1:][[m.covered for m in marks]] = 0
    return tuple(lowered[1:].tolist()), tuple(m.label for m in marks)
