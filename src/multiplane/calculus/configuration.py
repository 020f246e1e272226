"""A configuration c = (σ, β, A): what the stores hold, and the arcs built so far."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from multiplane.graph import Arc

Label = str | int


@dataclass(frozen=True, slots=True)
class Configuration:
    """Contents of the stores in the system's order, each in reading order, and the arc set A.

    `switches` counts the rotations made just now, for systems that limit them (2013, section
    5.1.3: the flag that keeps SWITCH from following SWITCH).

    In labelled derivations, `labels` has the same arcs as triples (i, l, j): several of them, with
    different labels, may lead from one word to another (2013, section 3).  Conditions ask about
    `arcs`.
    """

    stores: tuple[tuple[int, ...], ...]
    arcs: frozenset[Arc] = frozenset()
    switches: int = 0
    labels: frozenset[tuple[int, Label, int]] = field(default=frozenset(), repr=False)

    def __str__(self) -> str:
        named = {(head, dependent) for head, _, dependent in self.labels}
        shown = [*((h, d) for h, d in self.arcs if (h, d) not in named), *self.labels]
        arcs = ", ".join(f"({', '.join(map(str, arc))})" for arc in sorted(shown, key=_in_order))
        return f"({', '.join(str(list(store)) for store in self.stores)}, {{{arcs}}})"

    def has_head(self, node: int) -> bool:
        return any(dependent == node for _, dependent in self.arcs)

    def path(self, source: int, target: int) -> bool:
        """Is there a directed path, possibly empty, from source to target?"""
        return target in _reached(source, self.arcs)

    def linked(self, one: int, other: int) -> bool:
        """Are the two in one weakly connected component?"""
        return other in _reached(one, [*self.arcs, *((d, h) for h, d in self.arcs)])


def _in_order(arc: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Sort arcs by their words, then by their labels."""
    return (arc[0], arc[-1], *map(str, arc[1:-1]))


def _reached(source: int, arcs: Iterable[Arc]) -> set[int]:
    reached, growing = {source}, True
    while growing:
        new = {d for h, d in arcs if h in reached and d not in reached}
        reached |= new
        growing = bool(new)
    return reached
