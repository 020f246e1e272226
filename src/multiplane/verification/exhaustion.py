"""Soundness and completeness by exhaustion (2013, Definition 5)."""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from multiplane.calculus.derivation import Derivation
from multiplane.calculus.system import System
from multiplane.counted import counted
from multiplane.graph import Graph
from multiplane.html_table import html_table
from multiplane.machine.explore import Space, explore, graph_key, key_graph
from multiplane.native.plain import IN_BROWSER
from multiplane.verification.classes import GraphClass, graph_class
from multiplane.verification.plain_space import PlainSpace

TITLES = ("words", "in the class", "of these derived", "derived outside it")


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

    @property
    def table(self) -> list[tuple[str, ...]]:
        """The counts as they are printed, length by length."""
        counts = ((n.words, n.graphs, n.derived, n.outside) for n in self.lengths)
        return [tuple(f"{count:,}" for count in row) for row in counts]

    @property
    def said(self) -> list[str]:
        """The answer in sentences, and counterexamples."""
        kind, answers = self.graph_class.name, {"sound": self.sound, "complete": self.complete}
        yes = [word for word, holds in answers.items() if holds]
        no = [word for word, holds in answers.items() if not holds]
        lines = []
        if yes:
            up_to = f"for sentences of up to {counted(len(self.lengths), 'word')}"
            lines.append(f"{self.system.name} is {' and '.join(yes)} for {kind} {up_to}.")
        if no:
            lines.append(f"{self.system.name} is not {' and not '.join(no)} for {kind}.")
        shown = (self.unsound, self.incomplete)
        return lines + [f"  {counterexample}" for counterexample in shown if counterexample]

    def _repr_html_(self) -> str:  # what notebooks ask for
        said = "".join(f"<p>{escape(line.strip())}</p>" for line in self.said)
        return f"{html_table(TITLES, self.table)}\n{said}"


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
