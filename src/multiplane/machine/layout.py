"""The memory layout of a configuration: one block of integers per sentence.

A header, then for each store its nodes with the open end last, then a few fields for each node,
then the arcs.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.invariants import analyse
from multiplane.calculus.program import Program
from multiplane.calculus.system import System
from multiplane.calculus.verdicts import planes as output_planes
from multiplane.machine.code import Code, code, program
from multiplane.machine.limits import MOST_STORES
from multiplane.remembered import by_length

# The header: the size of the contents of each place; for each store the place of its contents
# (rotation changes only these numbers); then the rest.
LIES = MOST_STORES
SWITCHES, ARCS, NODES, STORES = range(2 * MOST_STORES, 2 * MOST_STORES + 4)
HEADER = 2 * MOST_STORES + 4
# Fields of a node: its newest arc (-1: none); its component (-size at the top, else the node above
# it); the places that hold it, as bits.
FIRST, ABOVE, WHERE = 0, 1, 2
FIELDS = 3
# Fields of an arc.
HEAD, LABEL, NEXT, DEPENDENT, BUILDER = range(5)  # the last is the transition that added it
ARC_FIELDS = 5


@by_length
def machine(system: System, words: int, parallel: int = 1) -> "Machine":
    """Prepare a system to run on sentences of `words` words; cached by length."""
    return Machine(system, words, parallel)


@dataclass(frozen=True)
class Machine:
    """A system prepared to run on sentences of one length.

    Up to `parallel` arcs, with different labels, may lead from one word to another.
    """

    system: System
    words: int
    parallel: int = 1

    @cached_property
    def _nodes(self) -> int:
        """The number of nodes, if families make the program depend on it."""
        family = any(transition.is_family for transition in self.system.values())
        return self.words + self.system.has_root if family else 0

    @cached_property
    def program(self) -> Program:
        return program(self.system, self._nodes, self.parallel)

    @cached_property
    def _any_length(self) -> Program:
        """A program for what does not depend on length; compiling long families is slow."""
        return program(self.system, 0)

    @cached_property
    def code(self) -> Code:
        """The program for the kernels."""
        return code(self.system, self._nodes, self.parallel)

    @cached_property
    def arc_room(self) -> int:
        """The maximum number of arcs of an output."""
        keeps = analyse(self.system)
        if keeps.keeps_single_heads if self.system.directed else keeps.keeps_unlinked:
            return self.words + 1
        planes = output_planes(self.system)
        if planes:  # planar graphs have up to 4n − 6 arcs (2013, Lemma 4)
            stacks = max(self._any_length.rotating[1], int(planes.witness))
            return 4 * stacks * (self.words + 2) * self.parallel
        return (self.words + 1) ** 2 * self.parallel

    @cached_property
    def start(self) -> NDArray[np.int32]:
        """The initial configuration."""
        nodes, stores = self.words + 1, self._any_length.stores
        fields = HEADER + stores * nodes
        block = [0] * (fields + FIELDS * nodes + ARC_FIELDS * self.arc_room)
        block[NODES], block[STORES] = nodes, stores
        for number, contents in enumerate(self.system.initial(self.words).stores):
            at = HEADER + number * nodes
            inward = contents[::-1] if self._any_length.open_on_left[number] else contents
            block[number] = len(contents)
            block[at : at + len(contents)] = inward
            for node in contents:
                block[fields + WHERE * nodes + node] |= 1 << number
        block[LIES : LIES + stores] = range(stores)
        block[fields + FIRST * nodes : fields + (FIRST + 1) * nodes] = [-1] * nodes
        block[fields + ABOVE * nodes : fields + (ABOVE + 1) * nodes] = [-1] * nodes
        return np.array(block, np.int32)

    def configuration(self, block: NDArray[np.int32]) -> Configuration:
        """Return the plain configuration that a block represents."""
        nodes = int(block[NODES])
        stores = []
        for number in range(self._any_length.stores):
            lies = int(block[LIES + number])
            at = HEADER + lies * nodes
            inward = tuple(block[at : at + block[lies]].tolist())
            stores.append(inward[::-1] if self._any_length.open_on_left[number] else inward)
        labels = frozenset(self.arcs(block))
        arcs = frozenset((h, d) for h, _, d in labels)
        return Configuration(
            tuple(stores),
            arcs,
            int(block[SWITCHES]),
            labels if self.parallel > 1 else frozenset(),
        )

    def arcs(self, block: NDArray[np.int32]) -> list[tuple[int, int, int]]:
        """List the arcs as (head, label, dependent), in the order they were added."""
        nodes, stores = int(block[NODES]), int(block[STORES])
        at, room = HEADER + (stores + FIELDS) * nodes, self.arc_room
        count = int(block[ARCS])
        columns = [block[at + f * room : at + f * room + count] for f in (HEAD, LABEL, DEPENDENT)]
        return list(zip(*(column.tolist() for column in columns), strict=True))
