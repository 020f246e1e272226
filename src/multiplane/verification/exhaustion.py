"""Soundness and completeness by exhaustion (2013, Definition 5)."""

from collections.abc import Callable
from dataclasses import dataclass

from multiplane.calculus.derivation import Derivation
from multiplane.calculus.system import System
from multiplane.graph import Graph
from multiplane.machine.explore import Space, explore, graph_key, key_graph
from multiplane.native.plain import IN_BROWSER
from multiplane.verification.classes import GraphClass, graph_class
from multiplane.verification.plain_space import PlainSpace


@dataclass(frozen=True, slots=True)
class Length:
    """The counts for one length of sentences."""

    words: int
    graphs: int  # in the class
    derived: int  # of these, derived by the system
    outside: int  # derived by the system, but not in the class


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A derived graph outside the class, with its derivation; or one in the class without any."""

    graph: Graph
    derivation: Derivation | None

    def __str__(self) -> str:
        arcs = ", ".join(f"({h}, {d})" for h, d in sorted(self.graph.arcs)) or "no arcs"
        text = f"{self.graph.n} word{'s' * (self.graph.n != 1)} with {arcs}"
        if self.derivation is None:
            return f"not derived: {text}"
        return f"derived, but not in the class: {text}, by {self.derivation}"


@dataclass(frozen=True, slots=True)
class Verification:
    """The answer for one system and one class, up to a length of sentences."""

    system: System
    graph_class: GraphClass
    lengths: tuple[Length, ...]
    unsound: Counterexample | None
    incomplete: Counterexample | None

    @property
    def sound(self) -> bool:
        return self.unsound is None

    @property
    def complete(self) -> bool:
        return self.incomplete is None

    @property
    def correct(self) -> bool:
        return self.sound and self.complete


def verify(
    system: System,
    class_name: str,
    max_words: int,
    progress: Callable[[int], object] = lambda _: None,
) -> Verification:
    """Compare all graphs of a class with all that the system derives, for 1 to max_words words.

    For an undirected system, graphs are compared without directions.
    """
    wanted_class = graph_class(class_name)
    lengths: list[Length] = []
    unsound: Counterexample | None = None
    incomplete: Counterexample | None = None
    for words in range(1, max_words + 1):
        progress(words)
        space = PlainSpace(system, words) if IN_BROWSER else explore(system, words)
        outputs = space.outputs
        members = {graph_key(_as_built(system, graph)) for graph in wanted_class.members(words)}
        outside = outputs.keys() - members
        missing = members - outputs.keys()
        lengths.append(Length(words, len(members), len(members) - len(missing), len(outside)))
        unsound = unsound or _wrong(space, outside, outputs)
        incomplete = incomplete or _missing(missing, words)
    return Verification(system, wanted_class, tuple(lengths), unsound, incomplete)


def _as_built(system: System, graph: Graph) -> Graph:
    if system.directed:
        return graph
    return Graph(graph.n, frozenset((min(arc), max(arc)) for arc in graph.arcs))


def _wrong(
    space: Space | PlainSpace, outside: set[int], outputs: dict[int, int]
) -> Counterexample | None:
    if not outside:
        return None
    first = min(outside, key=outputs.__getitem__)  # found first, so it has a shortest derivation
    return Counterexample(key_graph(first, space.words), space.derivation(outputs[first]))


def _missing(missing: set[int], words: int) -> Counterexample | None:
    if not missing:
        return None
    return Counterexample(
        key_graph(min(missing, key=lambda key: (key.bit_count(), key)), words), None
    )
