"""The pseudo-projective transformation of many trees at once, with labels by number.

`lift` is for training trees, `Lowering` for what a parser makes after it has learnt from them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.transforms import lifting_kernel as kernel
from multiplane.transforms.lowering_kernel import Told, Way, lower_all
from multiplane.transforms.marks import Marked, covered_by, marked, told_by

Heads = NDArray[np.int32]
Labels = NDArray[np.int32]


def lift(
    heads: Heads,
    labels: Labels,
    names: Sequence[str],
    starts: NDArray[np.int64],
    encoding: str,
    covered_roots: str = "lift",
) -> tuple[Heads, Labels, tuple[str, ...]]:
    """Make trees projective; return heads, labels by number, and the names of labels with marks."""
    tells_head, tells_path = told_by(encoding)
    way = covered_by(covered_roots)
    heads, labels = heads.copy(), labels.copy()
    numbers = {str(Marked(name)): number for number, name in enumerate(names)}
    for begin, end in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
        lifted = np.zeros(end - begin + 1, np.int32)
        lifted[1:] = heads[begin:end]
        marks = kernel.lift(lifted, way)[1:]
        if not marks.any():
            continue
        before = [names[label] for label in labels[begin:end].tolist()]
        for at in marks.nonzero()[0].tolist():
            is_lifted = bool(marks[at] & kernel.LIFTED)
            said = Marked(
                before[at],
                lifted=is_lifted,
                head=before[heads[begin + at] - 1] if is_lifted and tells_head else "",
                path=tells_path and bool(marks[at] & kernel.PATH),
                covered=bool(marks[at] & kernel.COVERED),
            )
            labels[begin + at] = numbers.setdefault(str(said), len(numbers))
        heads[begin:end] = lifted[1:]
    return heads, labels, tuple(numbers)


@dataclass(frozen=True, eq=False)
class Lowering:
    """The way back: what each label tells, by its number."""

    names: tuple[str, ...]  # of the labels that are left
    told: Told
    covered: NDArray[np.bool_]  # roots that were hung from words
    way: Way

    @classmethod
    def of(cls, names: Sequence[str], encoding: str) -> "Lowering":
        """Read the marks of labels."""
        marks = [marked(name) for name in names]
        numbers: dict[str, int] = {}
        rest = [numbers.setdefault(mark.label, len(numbers)) for mark in marks]
        wanted = [numbers.get(mark.head, -1) if mark.lifted else -1 for mark in marks]
        told = Told(
            np.array(rest, np.int32),
            np.array(wanted, np.int32),
            np.array([mark.lifted for mark in marks], np.bool_),
            np.array([mark.path for mark in marks], np.bool_),
        )
        covered = np.array([mark.covered for mark in marks], np.bool_)
        return cls(tuple(numbers), told, covered, Way(*told_by(encoding)))

    def lower(
        self,
        heads: Heads,
        labels: Labels,
        starts: NDArray[np.int64],
        one_root: tuple[int, int] | None = None,
    ) -> None:
        """Undo what labels say, in place; labels get the numbers of `names`.

        Covered roots go back to 0.  Where there is to be one root they stay, and the label of
        roots, the first of `one_root`, becomes the second.
        """
        covered = self.covered[labels] if self.covered.any() else None
        lower_all(starts, heads, labels, self.told, self.way)
        if covered is None:
            return
        if one_root is None:
            heads[covered] = 0
        else:
            root, loose = one_root
            labels[covered & (labels == root)] = loose
