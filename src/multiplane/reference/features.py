"""Features in plain Python, straight from their definition: the slow twin of the kernels in
`multiplane.features`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from multiplane.features import hashing, kernel
from multiplane.features.atoms import MORPH, Atom, Path
from multiplane.features.attributes import Attribute
from multiplane.features.batch import Batch
from multiplane.features.program import CODES
from multiplane.features.templates import FeatureModel, Template
from multiplane.reference.situation import Situation

WORD = (1 << 64) - 1
BINS = (0, 1, 2, 3, 4, 5, 7, 11)  # where the bins of distances begin
LAST_BIT = 30  # of the permitted transitions: all further ones share it
SET_BITS = 31  # of a set of labels


def mixed(value: int) -> int:
    """Spread a number over all 64 bits."""
    h = value * int(hashing.PRIME) & WORD
    h = (h ^ h >> 32) * int(hashing.PRIME) & WORD
    return h ^ h >> 29


def small(asks: str, value: int) -> int:
    """A number for what is not a word."""
    return mixed((CODES[asks] << 40) + value % (1 << 32))


class Kin:
    """Heads and children, read off the arcs; ends of undirected arcs are each other's children."""

    def __init__(self, situation: Situation) -> None:
        self.words = situation.words
        self.heads: dict[int, int] = {}
        self.labels: dict[int, int] = {}
        self.children: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self.arcs = {(head, dependent): label for head, label, dependent in situation.arcs}
        for head, label, dependent in situation.arcs:
            self.heads[dependent], self.labels[dependent] = head, label  # the newest counts
            self.children[head].append((dependent, label))
            if not situation.system.directed:
                self.children[dependent].append((head, label))

    def left(self, node: int) -> list[tuple[int, int]]:
        """Children on the left with their labels, the outermost first."""
        return sorted(child for child in self.children[node] if child[0] < node)

    def right(self, node: int) -> list[tuple[int, int]]:
        """Children on the right with their labels, the outermost first."""
        return sorted((child for child in self.children[node] if child[0] > node), reverse=True)

    def siblings(self, node: int, side: Callable[[int], list[tuple[int, int]]]) -> set[int]:
        """Words that share a neighbour with a word, on this side of both."""
        shared = {r for r, _ in side(node)}
        return {q for q in range(self.words + 1) if shared & {r for r, _ in side(q)}}

    def related(self, node: int, relation: str) -> int | None:
        match relation:
            case "head":
                return self.heads.get(node)
            case "next":
                return node + 1 if node < self.words else None
            case "previous":
                return node - 1 if node > 1 else None
            case "left_sibling":
                siblings = self.siblings(node, self.right)
                return max((q for q in siblings if q < node), default=None)
            case "right_sibling":
                siblings = self.siblings(node, self.left)
                return min((q for q in siblings if q > node), default=None)
        side = self.left(node) if relation.startswith("left") else self.right(node)
        rank = int(relation[-1])
        return side[rank - 1][0] if len(side) >= rank else None

    def known(self, node: int, asks: str) -> int:
        """What the state knows about a word."""
        if asks == "deprel":
            return self.labels.get(node, -1) + 1
        side = self.left(node) if asks.startswith("left") else self.right(node)
        if asks.endswith("valency"):
            return len(side)
        return sum(1 << bit for bit in {label % SET_BITS for _, label in side})


@dataclass(frozen=True)
class Extractor:
    """Finds the rows of weights that a situation stands for, in one sentence of a batch."""

    model: FeatureModel
    attributes: Sequence[Attribute]  # of the batch, in its order
    batch: Batch
    sentence: int
    bits: int  # of a row's number

    def rows(self, situation: Situation, permitted: Iterable[int]) -> list[int]:
        """List the rows; `permitted` are the numbers of the transitions that may be done."""
        kin = Kin(situation)
        bits = sum(1 << bit for bit in {min(number, LAST_BIT) for number in permitted})
        plain = sorted((t for t in self.model.templates if not _crosses(t)), key=len)
        found = []
        for number, template in enumerate(plain):
            values = [self._value(situation, kin, bits, atom) for atom in template]
            found.append(_mixed_row(number, zip(values, MULTIPLIERS, strict=False)))
        crossing = [t for t in self.model.templates if _crosses(t)]
        for number, template in enumerate(crossing, len(plain)):
            rest = [self._value(situation, kin, bits, a) for a in template if a.asks != MORPH]
            where = [self._node(situation, kin, a.paths[0]) for a in template if a.asks == MORPH]
            for crossed in self._crossed(where, situation.words):
                parts = [*zip(crossed, MULTIPLIERS[:2], strict=False)]
                parts += zip(rest, MULTIPLIERS[2:], strict=False)
                found.append(_mixed_row(number, parts))
        return [row >> (64 - self.bits) for row in found]

    def _node(self, situation: Situation, kin: Kin, path: Path) -> int | None:
        number, store = next(
            (n, s) for n, s in enumerate(situation.system.stores) if s.name == path.store
        )
        contents = situation.configuration.stores[number]
        position = store.position(path.depth, len(contents))
        node: int | None = None if position < 0 else contents[position]
        for relation in path.relations:
            node = None if node is None else kin.related(node, relation)
        return node

    def _value(self, situation: Situation, kin: Kin, permitted: int, atom: Atom) -> int:
        nodes = [self._node(situation, kin, path) for path in atom.paths]
        if atom.attribute is not None:
            index = self._index(nodes[0], situation.words)
            return int(self.batch.values[self.attributes.index(atom.attribute), index])
        match atom.asks, nodes:
            case "permitted", _:
                value = permitted
            case "switched", _:
                value = situation.configuration.switches
            case "plane", _:
                value = situation.rotation
            case "last1" | "last2" | "last3", _:
                back = int(atom.asks[-1])
                past = situation.numbers
                value = past[-back] + 1 if len(past) >= back else 0
            case _, [None]:
                value = -1
            case _, [int(node)]:
                value = kin.known(node, atom.asks)
            case _, [int(one), int(other)]:
                value = _pair(situation, kin, atom.asks, one, other)
            case _:
                value = 0  # one of two words is not there
        return small(atom.asks, value)

    def _index(self, node: int | None, words: int) -> int:
        base = int(self.batch.starts[self.sentence]) + 2 * self.sentence
        return base + (words + 1 if node is None else node)

    def _crossed(self, nodes: list[int | None], words: int) -> Iterator[list[int]]:
        """All ways of taking one morphological feature of each word."""
        first, *others = (self._index(node, words) for node in nodes)
        for one in self._morphs(first):
            if not others:
                yield [one]
            for other in others:
                yield from ([one, two] for two in self._morphs(other))

    def _morphs(self, index: int) -> list[int]:
        begin, end = self.batch.morph_starts[index : index + 2]
        found: list[int] = self.batch.morphs[begin:end].tolist()
        return found


MULTIPLIERS = tuple(int(m) for m in (kernel.M1, kernel.M2, kernel.M3, kernel.M4))


def _crosses(template: Template) -> bool:
    return any(atom.asks == MORPH for atom in template)


def _mixed_row(number: int, parts: Iterable[tuple[int, int]]) -> int:
    return (number * int(kernel.MT) + sum(value * by for value, by in parts)) & WORD


def _pair(situation: Situation, kin: Kin, asks: str, one: int, other: int) -> int:
    match asks:
        case "dist":
            return 1 + max(bin_ for bin_, least in enumerate(BINS) if abs(one - other) >= least)
        case "same":
            return 1 + (one == other)
        case "linked":
            return 1 + situation.configuration.linked(one, other)
    if (other, one) in kin.arcs:  # arc: its direction and its label
        return 1 + 2 * (kin.arcs[other, one] + 1)
    if (one, other) in kin.arcs:
        return 2 + 2 * (kin.arcs[one, other] + 1)
    return 1
