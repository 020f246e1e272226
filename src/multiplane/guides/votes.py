"""Support vector machines that vote: one decision for each two classes, as in LIBSVM.

The kernel (γ x·y + r)² of two sets of features is r², plus γ² + 2γr for each feature that they
share, plus 2γ² for each pair of these.  So a machine is a weight for each feature and each pair of
features of some support vector (Kudo and Matsumoto 2003); the vectors are no longer needed.  Each
value of one feature, the split, has its own machine.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.guides.votes_kernel import ROW_BITS, VoteTables, make_rows, make_slots
from multiplane.modelfile.arrays import RISING, Array, Found, Rule, starts
from multiplane.modelfile.part import Part

MANY = 1 / 3  # pairs with weights for more than this share of decisions are faster as dense rows


@dataclass(frozen=True, eq=False)
class Votes:
    """Weights of features and pairs, concatenated over all values of the split.

    settings: the number of the split's template, and the machine for values not listed.
    values, machines: rows of the split's template, sorted, and the machine of each.
    class_starts [machines + 1], classes: the classes that each machine knows.
    bias: for each two classes of each machine, the first against the second, the third, …
    prior: how frequent each class is.
    keys [pairs]: machine, row and row, sorted (a feature is a pair with itself); starts
    [pairs + 1]: where the weights of each pair begin; columns, weights: decisions and weights.
    """

    settings: NDArray[np.int64]
    values: NDArray[np.int64]
    machines: NDArray[np.int32]
    class_starts: NDArray[np.int32]
    classes: NDArray[np.int32]
    bias: NDArray[np.float64]
    prior: NDArray[np.float64]
    keys: NDArray[np.uint64]
    starts: NDArray[np.int64]
    columns: NDArray[np.uint16]
    weights: NDArray[np.float32]

    @cached_property
    def first(self) -> NDArray[np.int64]:
        """Where the decisions of each machine begin."""
        sizes = np.diff(self.class_starts).astype(np.int64)
        return np.concatenate(([0], np.cumsum(sizes * (sizes - 1) // 2)))

    @property
    def machine_of_key(self) -> NDArray[np.int64]:
        return (self.keys >> np.uint64(2 * ROW_BITS)).astype(np.int64)

    @property
    def decided(self) -> NDArray[np.uint16]:
        """The number of decisions of each pair's machine."""
        return np.diff(self.first).astype(np.uint16)[self.machine_of_key]

    @cached_property
    def tables(self) -> VoteTables:
        """The tables for kernels."""
        slots = np.zeros(1 << max(2 * len(self.keys), 1).bit_length(), np.int32)
        if not make_slots(self.keys, slots):
            raise MultiplaneError("votes: too many pairs with the same hash; lookup would be slow")
        whole, rows = self._rows()
        same = {each.name: getattr(self, each.name) for each in fields(self)}
        del same["settings"]
        split, rest = self.settings.tolist()
        return VoteTables(
            split=split, rest=rest, first=self.first, slots=slots, whole=whole, rows=rows, **same
        )

    def _rows(self) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """The dense rows of pairs with many weights, and where each pair's row begins, or -1."""
        sizes = self.decided.astype(np.int64)
        many = np.diff(self.starts) > MANY * sizes
        whole = np.where(many, np.cumsum(sizes * many) - sizes, -1)
        rows = np.zeros(int((sizes * many).sum()), np.float32)
        make_rows(self.starts, self.columns, self.weights, whole, rows)
        return whole, rows

    @cached_property
    def most_decisions(self) -> int:
        return int(np.diff(self.first).max())

    def machine(self, row: int) -> int:
        """Return the machine for a value of the split."""
        at = int(np.searchsorted(self.values, row))
        listed = at < len(self.values) and self.values[at] == row
        return int(self.machines[at] if listed else self.settings[1])

    def decisions(self, machine: int, rows: Collection[int]) -> NDArray[np.float64]:
        """Return a machine's decision for each two classes, positive for the first."""
        found = self.bias[self.first[machine] : self.first[machine + 1]].copy()
        for one, other in combinations_with_replacement(sorted({*rows}), 2):
            key = np.uint64(machine << 2 * ROW_BITS | one << ROW_BITS | other)
            at = int(np.searchsorted(self.keys, key))
            if at < len(self.keys) and self.keys[at] == key:
                which = slice(self.starts[at], self.starts[at + 1])
                found[self.columns[which]] += self.weights[which]
        return found

    def scores(self, rows: Sequence[int], allowed: Collection[int]) -> list[float]:
        """Score each class by its votes against the other allowed classes.

        Ties are broken by the sum of decisions.
        """
        machine = self.machine(rows[self.settings[0]])
        known = self.classes[self.class_starts[machine] : self.class_starts[machine + 1]].tolist()
        found: list[float] = (self.prior - 2).tolist()
        votes, sums = dict.fromkeys(known, 0.0), dict.fromkeys(known, 0.0)
        decided = self.decisions(machine, rows).tolist()
        for (a, b), decision in zip(combinations(known, 2), decided, strict=True):
            if a in allowed and b in allowed:
                votes[a if decision > 0 else b] += 1
                sums[a] += decision
                sums[b] -= decision
        for k in known:
            found[k] = votes[k] + sums[k] / (3 * (abs(sums[k]) + 1))
        return found

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        """Return compressed arrays for a file."""
        return VOTES.packed({field.name: getattr(self, field.name) for field in fields(self)})

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, NDArray[Any]], templates: int, classes: int
    ) -> "Votes":
        """Read what `as_arrays` wrote, given the numbers of one-atom templates and of classes."""
        found = VOTES.unpacked(arrays, templates=templates, classes=classes)
        return cls(**{name: array.copy() for name, array in found.items()})  # all can be written to


def _decisions(found: Found) -> NDArray[np.int64]:
    """The number of decisions of each machine."""
    sizes = np.diff(found["class_starts"]).astype(np.int64)
    return sizes * (sizes - 1) // 2


def _has_decisions(columns: NDArray[Any], found: Found, _: object) -> bool:
    machine = (found["keys"] >> np.uint64(2 * ROW_BITS)).astype(np.int64)
    pairs = np.repeat(_decisions(found)[machine], np.diff(found["starts"]))
    return bool((columns < pairs).all())


_MACHINES = Rule(
    "each with 1 to `classes` classes",
    lambda array, _, sizes: bool(
        (np.diff(array) > 0).all() and (np.diff(array) <= sizes["classes"]).all()
    ),
)
_SPLIT = Rule(
    "a template of one atom, and a machine",
    lambda array, _, sizes: bool(
        0 <= array[0] < sizes["templates"] and 0 <= array[1] < sizes["machines"]
    ),
)
_KEYS = Rule(
    "of machines that there are",
    lambda array, _, sizes: bool((array >> np.uint64(2 * ROW_BITS) < sizes["machines"]).all()),
)
_BIAS = Rule(
    "one for each two classes of each machine",
    lambda array, found, _: len(array) == int(_decisions(found).sum()),
)
_COLUMNS = Rule("less than the number of decisions of the pair's machine", _has_decisions)

VOTES = Part(
    "votes",
    "are the weights of a parser that LIBSVM has trained: one decision for each two classes.",
    items=(
        Array("settings", np.int64, (2,), "the number of the split's template, and the machine for"
              " values not listed", rules=(_SPLIT,), packed=True),
        Array("values", np.int64, ("values",), "rows of the split's template", rules=(RISING,),
              packed=True),
        Array("machines", np.int32, ("values",), "the machine of each", least=0, below="machines",
              packed=True),
        Array("class_starts", np.int32, ("machines + 1",), "where the classes of each machine"
              " begin", rules=(starts("known"), _MACHINES), packed=True),
        Array("classes", np.int32, ("known",), "the classes that each machine knows", least=0,
              below="classes", packed=True),
        Array("bias", np.float64, ("decisions",), "for each two classes of each machine, the first"
              " against the second, the third, …", rules=(_BIAS,), packed=True),
        Array("prior", np.float64, ("classes",), "how frequent each class is", packed=True),
        Array("keys", np.uint64, ("pairs",), "machine, row and row of each pair of features",
              rules=(RISING, _KEYS), packed=True, differences=True),
        Array("starts", np.int64, ("pairs + 1",), "where the weights of each pair begin",
              rules=(starts("weights"),), packed=True, differences=True),
        Array("columns", np.uint16, ("weights",), "the decision of each weight", rules=(_COLUMNS,),
              packed=True),
        Array("weights", np.float32, ("weights",), "the weights", packed=True),
    ),
    sizes={
        "templates": "the number of templates with one atom",
        "classes": "the number of the parser's classes",
    },
)  # fmt: skip
