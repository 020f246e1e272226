"""Dependency graphs and constraints on them.

Definitions 1 and 2 of Gómez-Rodríguez & Nivre 2013; forests are those of Gómez-Rodríguez & Nivre
2010.  Every constraint looks at the arcs between words only and answers with a certificate.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from multiplane.errors import MultiplaneError
from multiplane.verdict import Verdict

Arc = tuple[int, int]  # (head, dependent)


@dataclass(frozen=True, slots=True)
class Graph:
    """Arcs over the words 1..n; the head of an arc may also be the artificial root 0.

    >>> Graph(3, frozenset({(0, 2), (2, 1), (2, 3)})).roots
    (2,)
    """

    n: int
    arcs: frozenset[Arc]
    _heads: dict[int, list[int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.n < 0:
            raise MultiplaneError(
                f"a graph of {self.n} words; the number of words cannot be negative"
            )
        heads: dict[int, list[int]] = {}
        for h, d in self.arcs:
            if h == d:
                raise MultiplaneError(f"arc ({h}, {d}) is a loop; a word cannot be its own head")
            if not (0 <= h <= self.n and 1 <= d <= self.n):
                raise MultiplaneError(
                    f"arc ({h}, {d}) leaves the sentence; the head must be in 0..{self.n} "
                    f"and the dependent in 1..{self.n}"
                )
            heads.setdefault(d, []).append(h)
        object.__setattr__(self, "_heads", heads)

    @classmethod
    def from_heads(cls, heads: Sequence[int | None]) -> "Graph":
        """Let `heads[d - 1]` be the head of word d, where 0 or None is no arc.

        >>> sorted(Graph.from_heads([2, 0, 2]).arcs)
        [(2, 1), (2, 3)]
        """
        return cls(len(heads), frozenset((h, d) for d, h in enumerate(heads, 1) if h))

    def heads_of(self, d: int) -> tuple[int, ...]:
        """All heads of word d in order, the artificial root included."""
        return tuple(sorted(self._heads.get(d, ())))

    @property
    def heads(self) -> tuple[int, ...]:
        """The head of each word, 0 without one; of several it is the last.

        >>> Graph(3, frozenset({(2, 1), (2, 3)})).heads
        (2, 0, 2)
        """
        return tuple(max(self._heads.get(d, ()), default=0) for d in range(1, self.n + 1))

    @property
    def roots(self) -> tuple[int, ...]:
        """The words that have no head among the words, whether or not they hang from 0."""
        return tuple(d for d in range(1, self.n + 1) if not any(self._heads.get(d, ())))

    @property
    def between_words(self) -> "Graph":
        """This graph without the arcs from 0."""
        return Graph(self.n, frozenset((h, d) for h, d in self.arcs if h))


def cross(a: Arc, b: Arc) -> bool:
    """Does one end of each arc lie strictly inside the other?

    >>> cross((1, 3), (4, 2)), cross((1, 3), (3, 2))
    (True, False)
    """
    (i, j), (k, l) = sorted(a), sorted(b)
    return i < k < j < l or k < i < l < j


def covers(arc: Arc, k: int) -> bool:
    """Does word k lie strictly between the ends of the arc?"""
    return min(arc) < k < max(arc)


def single_head(graph: Graph) -> Verdict:
    """Has every word at most one head?  If not, the witness is two arcs into one word."""
    head: dict[int, int] = {}
    for h, d in _arcs(graph):
        if d in head:
            because = f"word {d} has the heads {head[d]} and {h}"
            return Verdict(holds=False, because=because, witness=((head[d], d), (h, d)))
        head[d] = h
    return Verdict(holds=True, because="no word has two heads")


def acyclic(graph: Graph) -> Verdict:
    """Is there no directed cycle?  The witness is an order, heads first, or a cycle in arc order.

    >>> acyclic(Graph.from_heads([3, 1, 2])).witness
    (1, 2, 3)
    """
    heads, dependents = _neighbours(graph)
    waiting = {d: len(heads[d]) for d in heads}
    order = [d for d, count in waiting.items() if count == 0]
    for h in order:  # the list grows while we walk along it
        for d in dependents[h]:
            waiting[d] -= 1
            if waiting[d] == 0:
                order.append(d)
    if len(order) == graph.n:
        return Verdict(
            holds=True,
            because="the words can be ordered with heads before dependents",
            witness=tuple(order),
        )
    # A word still waiting has a head still waiting: climbing must come back to where it has been.
    word = next(d for d, count in waiting.items() if count)
    climbed: dict[int, None] = {}
    while word not in climbed:
        climbed[word] = None
        word = next(h for h in heads[word] if waiting[h])
    path = list(climbed)
    cycle = _from_least(path[path.index(word) :][::-1])
    because = f"{' → '.join(map(str, (*cycle, cycle[0])))} is a cycle"
    return Verdict(holds=False, because=because, witness=cycle)


def connected(graph: Graph) -> Verdict:
    """Is the graph weakly connected?  If not, the witness is two words with no path between."""
    heads, dependents = _neighbours(graph)
    frontier = [1] if graph.n else []
    reached = set(frontier)
    while frontier:
        word = frontier.pop()
        new = {*heads[word], *dependents[word]} - reached
        reached |= new
        frontier += new
    for word in heads:
        if word not in reached:
            because = f"no path in any direction joins words 1 and {word}"
            return Verdict(holds=False, because=because, witness=(1, word))
    return Verdict(holds=True, because="paths in any direction join all words")


def forest(graph: Graph) -> Verdict:
    """Is the graph single-headed and acyclic?  If not, the witness is that of what fails."""
    return _all(graph, (single_head, acyclic), "no word has two heads and there is no cycle")


def tree(graph: Graph) -> Verdict:
    """Is there a root from which one path leads to each word?  The witness is that root.

    If not, it is the witness of single-head, acyclic or connected, whichever fails first.  A
    graph of no words has no root and is no tree.
    """
    if graph.n == 0:
        return Verdict(holds=False, because="there is no word to be the root")
    verdict = _all(graph, (single_head, acyclic, connected), "")
    if not verdict:
        return verdict
    (root,) = graph.roots
    because = f"one path leads from word {root} to each other word"
    return Verdict(holds=True, because=because, witness=root)


def planar(graph: Graph) -> Verdict:
    """Do no two arcs cross?  If some do, the witness is a pair that does."""
    # From left to right, the longest first: the arcs that are still open lie inside each other,
    # the innermost last, as long as none has crossed another.
    arcs = sorted(_arcs(graph), key=lambda arc: (min(arc), -max(arc)))
    inside: list[Arc] = []
    for arc in arcs:
        while inside and max(inside[-1]) <= min(arc):
            inside.pop()
        if inside and max(inside[-1]) < max(arc):
            because = f"the arcs {inside[-1]} and {arc} cross"
            return Verdict(holds=False, because=because, witness=(inside[-1], arc))
        inside.append(arc)
    return Verdict(holds=True, because="no arcs cross")


def no_covered_roots(graph: Graph) -> Verdict:
    """Is no root covered by an arc?  If one is, the witness is (root, arc)."""
    longest: dict[int, Arc] = {}  # by left end
    for arc in _arcs(graph):
        i = min(arc)
        if i not in longest or max(longest[i]) < max(arc):
            longest[i] = arc
    roots = set(graph.roots)
    reaching: Arc = (0, 0)  # of the arcs that begin before k, the one that ends last
    for k in range(1, graph.n + 1):
        if k in roots and covers(reaching, k):
            because = f"the arc {reaching} covers the root {k}"
            return Verdict(holds=False, because=because, witness=(k, reaching))
        reaching = max(reaching, longest.get(k, (0, 0)), key=max)
    return Verdict(holds=True, because="no arc covers a root")


def projective(graph: Graph) -> Verdict:
    """Is the graph planar with no covered roots?  If not, the witness is that of what fails."""
    return _all(graph, (planar, no_covered_roots), "no arcs cross and no arc covers a root")


def _all(graph: Graph, parts: Iterable[Callable[[Graph], Verdict]], because: str) -> Verdict:
    for part in parts:
        verdict = part(graph)
        if not verdict:
            return verdict
    return Verdict(holds=True, because=because)


def _arcs(graph: Graph) -> list[Arc]:
    """Sorted, so that equal graphs have equal witnesses."""
    return sorted(arc for arc in graph.arcs if arc[0])


def _neighbours(graph: Graph) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """The heads and the dependents of each word, among the words."""
    heads: dict[int, list[int]] = {k: [] for k in range(1, graph.n + 1)}
    dependents: dict[int, list[int]] = {k: [] for k in range(1, graph.n + 1)}
    for h, d in _arcs(graph):
        heads[d].append(h)
        dependents[h].append(d)
    return heads, dependents


def _from_least(cycle: list[int]) -> tuple[int, ...]:
    start = cycle.index(min(cycle))
    return (*cycle[start:], *cycle[:start])
