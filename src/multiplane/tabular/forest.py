"""The parse forest: all computations on a sentence as a hypergraph (2011, section 4)."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from multiplane.tabular.rules import Reduce, reductions
from multiplane.tabular.semirings import COUNTING, Semiring, k_best, logaddexp

SHIFT = "sh"
BOTTOM = -1  # ¢, which lies under the root 0, as often as the width requires

Nodes = tuple[int, ...]


class Item(NamedTuple):
    """[s₁ … s_w, i, e₁ … e_{w+1}, j]."""

    start: Nodes
    i: int
    end: Nodes
    j: int

    def __str__(self) -> str:
        start, end = (
            " ".join("¢" if n == BOTTOM else str(n) for n in part)
            for part in (self.start, self.end)
        )
        return f"[{', '.join(part for part in (start, str(self.i), end, str(self.j)) if part)}]"


class Done(NamedTuple):
    """A transition and its context: the nodes on top of the stack, and for a shift the word."""

    name: str
    stack: Nodes
    head: int = -1
    dependent: int = -1  # for a shift, the word


class Edge(NamedTuple):
    """An application of a rule: the item it proves, its last transition, the items it needs."""

    item: int
    done: Done
    tail: tuple[int, ...]


@dataclass
class Forest:
    """Items and edges, each edge after those that its tail needs; the goal is the last item."""

    items: list[Item] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    goal: int | None = None

    def inside(self, semiring: Semiring, logp: Callable[[Done], float]) -> Any:
        """Sum over all derivations, in any semiring: the product of the transitions' values."""
        if self.goal is None:
            return semiring.zero
        value = [semiring.zero] * len(self.items)
        for item, done, tail in self.edges:
            product = semiring.one
            for part in tail:
                product = semiring.times(product, value[part])
            product = semiring.times(product, semiring.weight(logp(done), done))
            value[item] = semiring.plus(value[item], product)
        return value[self.goal]

    def marginals(self, logp: Callable[[Done], float]) -> tuple[float, list[tuple[Done, float]]]:
        """Return log p(w), and the transition and expected count of each edge."""
        if self.goal is None:
            return -math.inf, []
        inner, weight = [-math.inf] * len(self.items), [logp(edge.done) for edge in self.edges]
        for (item, _, tail), w in zip(self.edges, weight, strict=True):
            inner[item] = logaddexp(inner[item], w + sum(inner[part] for part in tail))
        total = inner[self.goal]
        outer = [-math.inf] * len(self.items)
        outer[self.goal] = 0.0
        expected = []
        for (item, done, tail), w in zip(reversed(self.edges), reversed(weight), strict=True):
            value = outer[item] + w + sum(inner[part] for part in tail)
            if value > -math.inf:
                expected.append((done, math.exp(value - total)))
                for part in tail:
                    outer[part] = logaddexp(outer[part], value - inner[part])
        return total, expected

    def count(self) -> int:
        """Return the number of derivations."""
        return int(self.inside(COUNTING, lambda _: 0.0))

    def dot(self) -> str:
        """Return a drawing for Graphviz: items are boxes, edges are points."""
        lines = ["digraph forest {", "  rankdir=BT; node [shape=box];"]
        lines += [f'  i{number} [label="{item}"];' for number, item in enumerate(self.items)]
        for number, (item, done, tail) in enumerate(self.edges):
            arc = f" {done.head} → {done.dependent}" if done.head >= 0 else f" {done.dependent}"
            lines.append(f'  e{number} [shape=point, xlabel="{done.name}{arc}"];')
            lines += [f"  i{part} -> e{number} [arrowhead=none];" for part in tail]
            lines.append(f"  e{number} -> i{item};")
        return "\n".join([*lines, "}"]) + "\n"

    def best(self, k: int, logp: Callable[[Done], float]) -> list[tuple[float, tuple[Done, ...]]]:
        """Return the k most probable derivations, each as the transitions in order."""
        found: list[tuple[float, tuple[Done, ...]]] = self.inside(k_best(k), logp)
        return found


def deduce(
    words: int,
    degree: int = 2,
    width: int | None = None,
    permitted: Callable[[int, int], bool] = lambda _h, _d: True,
) -> Forest:
    """Return the forest of all computations on a sentence, by the rules of the paper.

    `permitted(head, dependent)` may restrict the arcs.  A derivation begins with the axiom, the
    shift of the root 0.

    >>> deduce(3, degree=1).count(), deduce(3, degree=2).count()
    (13, 28)
    """
    width = max(degree - 1, 0) if width is None else width
    return _pruned(_Deduction(words, reductions(degree), width, permitted).forest())


def count_derivations(heads: Sequence[int], degree: int = 2) -> int:
    """Return the number of derivations of a tree, given as the heads of its words.

    >>> [count_derivations(heads) for heads in ([2, 0], [0, 1, 1], [2, 0, 2, 1])]
    [1, 2, 1]
    """
    return deduce(len(heads), degree, permitted=lambda h, d: heads[d - 1] == h).count()


class _Deduction:
    def __init__(
        self,
        words: int,
        rules: tuple[Reduce, ...],
        width: int,
        permitted: Callable[[int, int], bool],
    ) -> None:
        self.words, self.rules, self.width, self.permitted = words, rules, width, permitted
        self.found = Forest()
        self.number: dict[Item, int] = {}
        self.between: dict[tuple[int, int], list[Item]] = {}  # by i and j
        self.after: dict[tuple[Nodes, int, int], list[Item]] = {}  # by start, i and j

    def forest(self) -> Forest:
        bottom = (BOTTOM,) * self.width
        root = Item(bottom, 0, (*bottom, 0), 1)
        self.prove(root, None)
        for j in range(2, self.words + 2):
            for tops in sorted({item.end[1:] for i in range(j - 1) for item in self.at(i, j - 1)}):
                # [h₁, i, h₂ h₃, j] ⊢ [h₃, j, h₃ j, j + 1]  (sh)
                item = Item(tops, j - 1, (*tops, j - 1), j)
                self.prove(item, Edge(0, Done("sh", tops, -1, j - 1), ()))
            for i in range(j - 2, -1, -1):
                for k in range(i + 1, j):
                    self.join(i, k, j)
        self.found.goal = self.number.get(root._replace(j=self.words + 1))
        return self.found

    def at(self, i: int, j: int) -> list[Item]:
        return self.between.get((i, j), [])

    def join(self, i: int, k: int, j: int) -> None:
        for left in self.at(i, k):
            for right in self.after.get((left.end[1:], k, j), ()):
                # [h₁, i, h₂ h₃, k] [h₃, k, h₄ h₅, j]: the stack holds h₂ h₄ h₅
                stack = (left.end[0], *right.end)
                tail = self.number[left], self.number[right]
                for rule in self.rules:
                    h, d = rule.arc(stack)
                    if h >= 0 and d > 0 and self.permitted(h, d):
                        item = Item(left.start, i, rule.after(stack), j)
                        self.prove(item, Edge(0, Done(rule.name, stack, h, d), tail))

    def prove(self, item: Item, edge: Edge | None) -> None:
        if item not in self.number:
            self.number[item] = len(self.found.items)
            self.found.items.append(item)
            self.between.setdefault((item.i, item.j), []).append(item)
            self.after.setdefault((item.start, item.i, item.j), []).append(item)
        edge = edge or Edge(0, Done("sh", item.start, -1, 0), ())
        self.found.edges.append(edge._replace(item=self.number[item]))


def _pruned(forest: Forest) -> Forest:
    """Keep the items and edges that lead to the goal."""
    if forest.goal is None:
        return Forest()
    needed = {forest.goal}
    for edge in reversed(forest.edges):
        if edge.item in needed:
            needed.update(edge.tail)
    kept = {old: new for new, old in enumerate(sorted(needed))}
    edges = [
        Edge(kept[item], done, tuple(kept[part] for part in tail))
        for item, done, tail in forest.edges
        if item in needed
    ]
    return Forest([forest.items[old] for old in kept], edges, kept[forest.goal])


def transitions(derivation: tuple[Done, ...]) -> Iterator[str]:
    """Yield the systems' names for the transitions of a derivation, with the shift of the root."""
    long = {"la": "LEFT_ARC", "ra": "RIGHT_ARC"}
    for done in derivation:
        yield "SHIFT" if done.name == "sh" else f"{long[done.name[:2]]}_{done.name[2:]}"
