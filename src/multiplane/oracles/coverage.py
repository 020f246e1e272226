"""Coverage: the share of the trees and arcs of a treebank that a system derives."""

from collections.abc import Iterable
from dataclasses import dataclass

from multiplane.calculus.system import System
from multiplane.conllu import Sentence
from multiplane.graph import forest
from multiplane.oracles.static import StaticOracle


@dataclass(frozen=True, slots=True)
class Coverage:
    """The counts for one system on one treebank."""

    system: str
    trees: int
    derived: int
    words: int
    right: int  # words that get their right head
    left_out: int  # sentences that are not annotated, or not with trees

    @property
    def tree_share(self) -> float:
        return self.derived / self.trees if self.trees else 0.0

    @property
    def word_share(self) -> float:
        return self.right / self.words if self.words else 0.0


def coverage(sentences: Iterable[Sentence], systems: Iterable[System]) -> list[Coverage]:
    """Derive every tree in every system, losing as few heads as possible."""
    oracles = [StaticOracle(system) for system in systems]
    derived, right = [0] * len(oracles), [0] * len(oracles)
    trees = words = left_out = 0
    for sentence in sentences:
        heads = [head for head in sentence.heads if head is not None] if not sentence.error else []
        if len(heads) != sentence.words or sentence.error or not forest(sentence.graph):
            left_out += 1
            continue
        if not heads:
            continue
        trees += 1
        words += len(heads)
        for number, oracle in enumerate(oracles):
            lost = oracle.lost(heads)
            derived[number] += lost == 0
            right[number] += len(heads) - lost
    return [
        Coverage(oracle.system.name, trees, derived[number], words, right[number], left_out)
        for number, oracle in enumerate(oracles)
    ]
