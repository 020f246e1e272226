"""The classes that a learned guide chooses from: transitions, with labels if they build arcs.

A row of weights has room for 64 classes (or 128, …).  The most frequent pairs of a direction and a
label get a class for each transition of that direction; the rest share one class per transition,
OTHER, and a second table of weights chooses the label.  Where several arcs may lead from one word
to another, a second class OTHER of each transition is for arcs beside others: these are rare, and
weights for them must not be those of first arcs.
"""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.stores import Address
from multiplane.calculus.system import System
from multiplane.calculus.wholes import wholes
from multiplane.guides.lanes import LANES
from multiplane.machine.code import code
from multiplane.machine.layout import machine

NO_LABEL, OTHER = -1, -2
LEFTWARDS, RIGHTWARDS = 0, 1

Pairs = Counter[tuple[int, str]]  # frequencies of directions of arcs with labels


class ClassTables(NamedTuple):
    """Classes as kernels take them, in the order of transitions; the last one may mean to stop."""

    transitions: NDArray[np.int32]  # by class
    labels: NDArray[np.int32]  # by class: the number of a label, NO_LABEL or OTHER
    starts: NDArray[np.int32]  # [transitions + 2]: where the classes of each transition begin
    by_label: NDArray[np.int32]  # [transitions, labels]: the class of the pair, or OTHER's
    # [transitions, 4]: store and depth of the head and of the dependent; -1: no arc
    arcs: NDArray[np.int32]
    # [transitions, 2]: store and depth of a word that is dropped without getting a head; -1: none
    drops: NDArray[np.int32]
    undirected: bool | None  # None if arcs have a direction, so that code for True is not compiled
    has_other: bool
    again: NDArray[np.int32] | None  # [transitions]: the class for an arc beside another; or none


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """The classes for one system and the labels of a treebank."""

    system: System
    labels: tuple[str, ...]
    tables: ClassTables
    width: int  # of a row of weights

    @property
    def numbers(self) -> tuple[NDArray[np.int32], ...]:
        """Everything that determines the numbers of classes."""
        tables, machine = self.tables, code(self.system, 0)
        return (
            tables.transitions,
            tables.labels,
            tables.starts,
            tables.by_label,
            tables.arcs,
            tables.drops,
            machine.places,
            machine.conditions,
        )

    @property
    def label_width(self) -> int:
        return -(-max(len(self.labels), 1) // LANES) * LANES


def pairs_of(heads: NDArray[np.int32], labels: list[str], starts: NDArray[np.int64]) -> Pairs:
    """Count pairs of direction and label; arcs from the root count for both directions."""
    counts: Pairs = Counter()
    for s in range(len(starts) - 1):
        for at in range(starts[s], starts[s + 1]):
            word, head = at - starts[s] + 1, heads[at]
            if head == 0 or head > word:
                counts[LEFTWARDS, labels[at]] += 1
            if head < word:
                counts[RIGHTWARDS, labels[at]] += 1
    return counts


def make_classes(
    system: System,
    pairs: Pairs,
    *,
    stops: bool,
    width: int | None = LANES,
    parallel: int = 1,
) -> Classes:
    """Make the classes for the pairs of direction and label of a treebank.

    Up to `parallel` arcs may lead from one word to another.  If `width` is None, every transition
    that builds an arc has a class for every label; if it is 0, transitions have one class each, and
    arcs no labels.
    """
    if not system.directed:  # one transition builds arcs in both directions
        both = pairs + Counter({(1 - way, label): count for (way, label), count in pairs.items()})
        pairs = Pairs(both)
    counts: Counter[str] = Counter()
    for (_, label), count in pairs.items():
        counts[label] += count
    labels = tuple(sorted(counts, key=lambda label: (-counts[label], label)))
    number = {label: at for at, label in enumerate(labels)}
    names = machine(system, 0).program.names
    arcs = [_arc(system, name) for name in names]
    stores = list(system.stores)
    # Another transition usually builds the same arc: here, all its labels are OTHER.
    rare = {part for part, _ in wholes(system, 0)}
    often = [arc for t, arc in enumerate(arcs) if arc and t not in rare]
    several = parallel > 1
    ranked = sorted(pairs, key=lambda pair: (-pairs[pair], pair))
    if not width:
        rare, chosen = set(), [(way, label) for label in labels for way in (LEFTWARDS, RIGHTWARDS)]
    else:
        beside = sum(arc is not None for arc in arcs) if several else 0
        room = width - stops - (len(arcs) - len(often)) - beside
        chosen = _fitting(ranked, [_direction(arc) for arc in often], room)
    transitions: list[int] = []
    class_labels: list[int] = []
    starts = [0]
    by_label = np.full((len(names), len(labels)), -1, np.int32)
    again = np.full(len(names), -1, np.int32)
    for t, arc in enumerate(arcs):
        if arc is None or width == 0:
            if arc is not None:  # whatever its label
                by_label[t] = len(class_labels)
            class_labels.append(NO_LABEL)
        else:
            direct = [
                number[label] for way, label in chosen if way == _direction(arc) and t not in rare
            ]
            first = starts[-1]
            by_label[t, direct] = range(first, first + len(direct))
            class_labels += direct
            if len(direct) < len(labels):
                by_label[t, by_label[t] < 0] = first + len(direct)
                class_labels.append(OTHER)
            if several:
                again[t] = len(class_labels)
                class_labels.append(OTHER)
        transitions += [t] * (len(class_labels) - starts[-1])
        starts.append(len(class_labels))
    if stops:
        transitions.append(len(names))
        class_labels.append(NO_LABEL)
    starts.append(len(class_labels))
    places = [
        [stores.index(a.store), a.depth, stores.index(b.store), b.depth]
        for a, b in (arc or (Address(stores[0], -1),) * 2 for arc in arcs)
    ]
    tables = ClassTables(
        np.array(transitions, np.int32),
        np.array(class_labels, np.int32),
        np.array(starts, np.int32),
        by_label,
        np.array(places, np.int32),
        np.array([_drop(system, name) for name in names], np.int32),
        None if system.directed else True,
        OTHER in class_labels,
        again if several else None,
    )
    return Classes(system, labels, tables, -(-len(class_labels) // LANES) * LANES)


def _arc(system: System, name: str) -> tuple[Address, Address] | None:
    """Return the arc that a transition adds, as head and dependent."""
    arcs = system.rules(name.partition("(")[0])[0].arcs
    return arcs[0] if arcs else None


def _drop(system: System, name: str) -> tuple[int, int]:
    """Return the place of the word that a transition drops, unless it gives the word a head."""
    normal = system.rules(name.partition("(")[0])[0]
    kept = {item for part in normal.after for item in part}
    headed = {dependent for _, dependent in normal.arcs}
    for word in normal.words:
        if word not in kept and word not in headed:
            return system.stores.index(word.store), word.depth
    return -1, -1


def _direction(arc: tuple[Address, Address]) -> int:
    """Return the direction of an arc, if stores keep the order of words."""
    head, dependent = arc
    if head.store == dependent.store:
        leftwards = (dependent.depth > head.depth) != head.store.open_on_left
    else:
        leftwards = head.store.open_on_left
    return LEFTWARDS if leftwards else RIGHTWARDS


def _fitting(
    ranked: list[tuple[int, str]], directions: list[int], room: int
) -> list[tuple[int, str]]:
    """Return the most frequent pairs that fit, with one place reserved for each OTHER."""
    need = sum(directions.count(way) for way, _ in ranked)
    if need + len(directions) <= room:
        return ranked
    left = room - len(directions)
    chosen = []
    for pair in ranked:
        cost = directions.count(pair[0])
        if cost > left:
            break
        left -= cost
        chosen.append(pair)
    return chosen
