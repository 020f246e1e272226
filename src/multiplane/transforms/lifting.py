"""Pseudo-projective transformation: make a tree projective by lifting arcs, and mark their labels.

PROJECTIVIZE of Nivre & Nilsson 2005: while there are non-projective arcs, the shortest one (the
leftmost, if tied) is lifted: its dependent is attached to the head of its head.  `lowering` undoes
this.
"""

from collections.abc import Sequence

from multiplane.transforms import lifting_kernel as kernel
from multiplane.transforms.marks import Marked, covered_by, told_by
from multiplane.transforms.tree import Tree, as_array, cyclic


def projectivize(
    heads: Sequence[int | None],
    labels: Sequence[str],
    encoding: str = "head",
    *,
    covered_roots: str = "lift",
) -> Tree:
    """Lift arcs until the tree is projective.

    >>> projectivize([3, 0, 2, 1], ["det", "root", "obj", "acl"], "head")
    ((2, 0, 2, 2), ('det↑obj', 'root', 'obj', 'acl↑det'))
    """
    tells_head, tells_path = told_by(encoding)
    way = covered_by(covered_roots)
    lifted = as_array(heads, labels)
    marks = kernel.lift(lifted, way)
    if not len(marks):
        raise cyclic(heads)
    texts = []
    for d, (label, mark) in enumerate(zip(labels, marks[1:].tolist(), strict=True), 1):
        syntactic = labels[int(heads[d - 1] or 0) - 1]
        texts.append(
            str(
                Marked(
                    label,
                    lifted=bool(mark & kernel.LIFTED),
                    head=syntactic if tells_head and mark & kernel.LIFTED else "",
                    path=bool(tells_path and mark & kernel.PATH),
                    covered=bool(mark & kernel.COVERED),
                )
            )
        )
    return tuple(lifted[1:].tolist()), tuple(texts)
