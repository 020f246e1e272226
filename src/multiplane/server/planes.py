"""On which plane each arc of a derivation goes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from multiplane.calculus import semantics
from multiplane.calculus.configuration import Configuration
from multiplane.calculus.stores import Store, β
from multiplane.calculus.system import System
from multiplane.calculus.transition import Transition
from multiplane.calculus.vocabulary import ROTATE
from multiplane.graph import Arc, Graph
from multiplane.treebank.multiplanarity import multiplanarity


@dataclass
class Planes:
    """Where the arcs go, followed transition by transition.

    In a system with several stacks, that of the stack on which it is made: rotating stacks keep
    their plane.  Otherwise the arcs are put on the fewest planes.
    """

    system: System
    last: Configuration
    words: int

    def __post_init__(self) -> None:
        stacks = [store for store in self.system.stores if store.name.startswith("σ")]
        self.stacks = {store: number for number, store in enumerate(stacks, 1)}
        between = Graph(self.words, frozenset(arc for arc in self.last.arcs if 0 not in arc))
        self.fewest = multiplanarity(between).planes if len(stacks) < 2 else {}

    @property
    def of_stores(self) -> list[int]:
        """The plane of each store, 0 where it has none of its own."""
        several = len(self.stacks) > 1
        return [self.stacks.get(store, 0) if several else 0 for store in self.system.stores]

    def follow(self, transition: Transition, before: Configuration) -> list[dict[str, int]]:
        """Do a transition step by step; return the arcs that it adds."""
        here, added = before, []
        for step in transition.steps:
            after = semantics.apply(self.system, Transition((step,)), here)
            assert after is not None, "the transition was permitted as a whole"
            for arc in after.arcs - here.arcs:
                stack = next((s for s in self._touched(step.places) if s in self.stacks), None)
                plane = self._plane(arc, stack)
                added.append({"head": arc[0], "dependent": arc[1], "plane": plane})
            if step.code == ROTATE:
                names = [place for place in step.places if isinstance(place, Store)]
                turned = [self.stacks[store] for store in (*names[1:], names[0])]
                self.stacks |= dict(zip(names, turned, strict=True))
            here = after
        return added

    @staticmethod
    def _touched(places: Sequence[Any]) -> list[Store]:
        touched = [place if isinstance(place, Store) else place.store for place in places]
        return [store for store in touched if store != β]

    def _plane(self, arc: Arc, stack: Store | None) -> int:
        if len(self.stacks) > 1:
            return self.stacks[stack] if stack else min(self.stacks.values())
        return self.fewest.get(arc, 1)
