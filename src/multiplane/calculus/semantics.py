"""What a transition does to one configuration: the semantics that all else is tested against."""

from collections.abc import Iterator

from multiplane.calculus.configuration import Configuration, Label
from multiplane.calculus.contents import rearrange
from multiplane.calculus.guards import Literal
from multiplane.calculus.stores import Address
from multiplane.calculus.system import System
from multiplane.calculus.transition import Step, Transition
from multiplane.calculus.vocabulary import EDGE, ROTATE
from multiplane.errors import NotPermitted


class _Run:
    """A transition being applied to a configuration, step by step."""

    def __init__(self, system: System, configuration: Configuration, label: Label | None) -> None:
        self.contents = {
            s: list(c) for s, c in zip(system.stores, configuration.stores, strict=True)
        }
        self.before = configuration
        self.arcs, self.switches = configuration.arcs, configuration.switches
        self.label, self.labels = label, configuration.labels
        self.memory = system.memory

    @property
    def now(self) -> Configuration:
        stores = tuple(map(tuple, self.contents.values()))
        return Configuration(stores, self.arcs, self.switches, self.labels)

    def node(self, place: Address) -> int | None:
        items = self.contents[place.store]
        position = place.store.position(place.depth, len(items))
        return None if position < 0 else items[position]

    def holds(self, literal: Literal) -> bool:
        """Does a literal hold?  If a word is missing, neither it nor its negation does."""
        nodes = [self.node(place) for place in literal.places]
        there = tuple(node for node in nodes if node is not None)
        return len(there) == len(nodes) and literal.holds(self.now, there)

    def obstacle(self, step: Step) -> str | None:
        """Return why the step is undefined here, or None if it is defined."""
        for place in step.places:
            if isinstance(place, Address) and self.node(place) is None:
                return f"there is no word at {place}"
        for literal in step.guard.literals:
            if not self.holds(literal):
                return f"{literal} does not hold"
        return self._arc_obstacle(*self._arc(step)) if step.adds_arc else None

    def _arc_obstacle(self, head: int, dependent: int) -> str | None:
        if head == dependent:  # an arc joins distinct nodes (2013, Definition 1)
            return f"an arc cannot lead from word {head} to itself"
        if self.label is None:
            there = (head, dependent) in self.arcs
            return f"A already has the arc ({head}, {dependent})" if there else None
        arc = head, self.label, dependent
        return f"A already has the arc ({', '.join(map(str, arc))})" if arc in self.labels else None

    def _arc(self, step: Step) -> tuple[int, int]:
        one, other = (self.node(place) for place in step.places if isinstance(place, Address))
        assert one is not None
        assert other is not None
        return (min(one, other), max(one, other)) if step.code == EDGE else (one, other)

    def do(self, step: Step) -> None:
        if step.adds_arc:
            head, dependent = self._arc(step)
            self.arcs |= {(head, dependent)}
            if self.label is not None:
                self.labels |= {(head, self.label, dependent)}
        else:
            rearrange(step, self.contents)
        self.switches = min(self.switches + 1, self.memory) if step.code == ROTATE else 0


def apply(
    system: System,
    transition: Transition,
    configuration: Configuration,
    label: Label | None = None,
) -> Configuration | None:
    """Return t(c), or None if t is undefined.

    With a label, the new arcs are labelled: then they may join words that have an arc already, if
    its label is another one (2013, section 3).  Label all arcs of a derivation, or none.
    """
    run = _Run(system, configuration, label)
    for step in transition.steps:
        if run.obstacle(step) is not None:
            return None
        run.do(step)
    return run.now


def require(system: System, name: str, configuration: Configuration) -> Configuration:
    """Return t(c) for the transition of that name; the error says why it is undefined."""
    run = _Run(system, configuration, None)
    for step in system.transition(name).steps:
        obstacle = run.obstacle(step)
        if obstacle is not None:
            permitted = " or ".join(n for n, _ in successors(system, configuration)) or "nothing"
            shown, permitted = (text.replace("_", "-") for text in (name, permitted))
            raise NotPermitted(
                f"{system.name}: {shown} is not permitted in {configuration}: {obstacle}"
                f" (at {step}); permitted: {permitted}"
            )
        run.do(step)
    return run.now


def successors(system: System, configuration: Configuration) -> Iterator[tuple[str, Configuration]]:
    """List the permitted transitions by name, each with the configuration it leads to."""
    longest = max(map(len, configuration.stores), default=0)
    for name, transition in system.actions(longest + 1):  # a member may move all that is there
        following = apply(system, transition, configuration)
        if following is not None:
            yield name, following
