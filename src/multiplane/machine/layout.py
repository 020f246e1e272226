"""How a configuration lies in memory: one block of integers for a sentence.

A header, then for each store its nodes with the open end at the back, then for each node a few
fields, then the arcs.  Rotating stacks stay where they are; the header says which is active.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.invariants import analyse
from multiplane.calculus.program import Program, compile_system
from multiplane.calculus.system import System
from multiplane.calculus.verdicts import planes as output_planes
from multiplane.errors import DefinitionError
from multiplane.machine.places import MOST_PLACES, by_place

MOST_STORES = 10
# The header: sizes of the stores, then these.
ROTATION, SWITCHES, ARCS, NODES, STORES = 10, 11, 12, 13, 14
HEADER = 16
# Fields of a node: its newest arc (-1: none); its component (-size at the top, else the node
# above it); the stores that hold it, as bits.
FIRST, ABOVE, WHERE = 0, 1, 2
FIELDS = 3
# Fields of an arc.
HEAD, LABEL, NEXT, DEPENDENT = 0, 1, 2, 3
ARC_FIELDS = 4


@cache
def _program(system: System, nodes: int) -> Program:
    if len(system.stores) > MOST_STORES:
        raise DefinitionError(f"{system} has more than {MOST_STORES} stores")
    _check_room(system)
    return compile_system(system, nodes)


def _check_room(system: System) -> None:
    """Refuse a system that could put a word into a store twice: a store has room for each once.

    Words are copied only as they leave a store that nothing comes back to, as SHIFT does in
    k-planar systems, and copies stay in their store.  Without copies there is nothing to see to.
    """
    kinds = {step.kind for transition in system.values() for step in transition.steps}
    if "copy" not in kinds:
        return
    rules = [(name, rule) for name in system for rule in system.rules(name) if not rule.rotates]
    ends = {  # the stores in which each word ends up
        (name, word): [
            store
            for store, items in zip(system.stores, rule.after, strict=True)
            for item in items
            if item == word
        ]
        for name, rule in rules
        for word in rule.words
    }
    sources = {word.store for (_, word), stores in ends.items() if len(stores) > 1}
    for (name, word), stores in ends.items():
        copied_well = word.store not in stores and len(set(stores)) == len(stores)
        stays = set(stores) <= {word.store}
        leaves = word.store in sources and sources.isdisjoint(stores)
        if not (copied_well and leaves if len(stores) > 1 else stays or leaves):
            raise DefinitionError(
                f"{system}: {name} could put the word at {word} into a store that has it already;"
                " words are copied as they leave a store for good, and copies stay where they are"
            )


@cache
def _tables(system: System, nodes: int) -> Any:
    program = _program(system, nodes)
    shape = (-1, 6)
    few = len(by_place(program.checks)[0]) <= MOST_PLACES
    settings = [program.stores, *program.rotating, program.memory, *program.sizes_at_end]
    return (
        np.array(program.rows, np.int32).reshape(shape),
        np.array(program.starts, np.int32),
        np.array(program.checks, np.int32).reshape(shape),
        np.array(program.check_starts, np.int32),
        None if few and not any(program.late) else np.array(program.late, np.int32),
        np.array(settings, np.int32),
    )


@cache
def machine(system: System, words: int) -> "Machine":
    """Make a system ready to run on sentences of so many words; made once for each length."""
    return Machine(system, words)


@dataclass(frozen=True)
class Machine:
    """A system made ready to run on sentences of so many words."""

    system: System
    words: int

    @cached_property
    def _nodes(self) -> int:
        """Only families have more transitions for longer sentences."""
        family = any(transition.is_family for transition in self.system.values())
        return self.words + self.system.has_root if family else 0

    @cached_property
    def program(self) -> Program:
        return _program(self.system, self._nodes)

    @cached_property
    def _any_length(self) -> Program:
        """What does not depend on the length; to compile families for long sentences is slow."""
        return _program(self.system, 0)

    @cached_property
    def tables(self) -> Any:
        """What the kernels take: rows, starts, checks, check_starts, late, and the settings.

        With None for `late` they are compiled for systems, and these are all but a few, whose
        conditions are all asked before a transition begins, and about few places.
        """
        return _tables(self.system, self._nodes)

    @cached_property
    def arc_room(self) -> int:
        """As many arcs as an output can have."""
        keeps = analyse(self.system)
        if keeps.keeps_single_heads if self.system.directed else keeps.keeps_unlinked:
            return self.words + 1
        if output_planes(self.system):  # planar graphs have up to 4n − 6 arcs (2013, Lemma 4)
            return 4 * max(self._any_length.rotating[1], 1) * (self.words + 2)
        return (self.words + 1) ** 2  # copies of a word may be joined too

    @cached_property
    def start(self) -> NDArray[np.int32]:
        """The initial configuration."""
        nodes, stores = self.words + 1, self._any_length.stores
        fields = HEADER + stores * nodes
        block = np.zeros(fields + FIELDS * nodes + ARC_FIELDS * self.arc_room, np.int32)
        block[NODES], block[STORES] = nodes, stores
        for number, contents in enumerate(self.system.initial(self.words).stores):
            at = HEADER + number * nodes
            inward = contents[::-1] if self._any_length.open_on_left[number] else contents
            block[number] = len(contents)
            block[at : at + len(contents)] = inward
            for node in contents:
                block[fields + WHERE * nodes + node] |= 1 << number
        block[fields + FIRST * nodes : fields + (FIRST + 1) * nodes] = -1
        block[fields + ABOVE * nodes : fields + (ABOVE + 1) * nodes] = -1
        return block

    def configuration(self, block: NDArray[np.int32]) -> Configuration:
        """Read a block as the plain configuration that it stands for."""
        nodes = int(block[NODES])
        first, count = self._any_length.rotating
        stores = []
        for number in range(self._any_length.stores):
            lies = number
            if first <= number < first + count:
                lies = first + (number - first + int(block[ROTATION])) % count
            at = HEADER + lies * nodes
            inward = tuple(block[at : at + block[lies]].tolist())
            stores.append(inward[::-1] if self._any_length.open_on_left[number] else inward)
        arcs = frozenset((h, d) for h, _, d in self.arcs(block))
        return Configuration(tuple(stores), arcs, int(block[SWITCHES]))

    def arcs(self, block: NDArray[np.int32]) -> list[tuple[int, int, int]]:
        """List the arcs as (head, label, dependent), in the order in which they were added."""
        nodes, stores = int(block[NODES]), int(block[STORES])
        at, room = HEADER + (stores + FIELDS) * nodes, self.arc_room
        count = int(block[ARCS])
        columns = [block[at + f * room : at + f * room + count] for f in (HEAD, LABEL, DEPENDENT)]
        return list(zip(*(column.tolist() for column in columns), strict=True))
