"""A configuration with what features need beyond it: the labels of its arcs, and the past."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.semantics import apply
from multiplane.calculus.system import System
from multiplane.calculus.transition import Transition
from multiplane.calculus.vocabulary import ROTATE
from multiplane.errors import NotPermitted
from multiplane.graph import Arc

NO_LABEL = -1

Choice = tuple[str, int]  # a transition, and the number of the label that its arc gets


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of a derivation, in plain Python."""

    system: System
    words: int
    configuration: Configuration
    arcs: tuple[tuple[int, int, int], ...] = ()  # head, label, dependent; in the order built
    choices: tuple[Choice, ...] = ()
    parallel: int = 1  # how many arcs, with different labels, may lead from one word to another

    def after(self, name: str, label: int = NO_LABEL) -> "Situation":
        """Apply a transition; the arcs that it adds get the label."""
        configuration, arcs = self.configuration, list(self.arcs)
        for step in self.system.transition(name).steps:  # one by one, so that arcs keep their order
            following = self.applied(Transition((step,)), configuration, label)
            if following is None:
                raise NotPermitted(f"{self.system}: {name} is not permitted in {configuration}")
            new = new_arcs(configuration, following)
            arcs += [(head, label, dependent) for head, dependent in new]
            configuration = following
        choices = (*self.choices, (name, label))
        return replace(self, configuration=configuration, arcs=tuple(arcs), choices=choices)

    def applied(
        self, transition: Transition, configuration: Configuration, label: int
    ) -> Configuration | None:
        """Apply a transition to a configuration; None if it is not permitted."""
        if self.parallel == 1:
            return apply(self.system, transition, configuration)
        following = apply(self.system, transition, configuration, label)
        if following is not None:
            most = Counter((h, d) for h, _, d in following.labels).most_common(1)
            if most and most[0][1] > self.parallel:
                return None
        return following

    def permitted(self, labels: int) -> Iterator[tuple[str, Configuration, list[int]]]:
        """List the permitted transitions, where each leads, and which of so many labels it takes.

        Labels make a difference only where several arcs may lead from one word to another.
        """
        longest = max(map(len, self.configuration.stores), default=0)
        for name, transition in self.system.actions(longest):
            taken: list[int] = []
            after: Configuration | None = None
            for label in range(labels if self.parallel > 1 else 1):
                following = self.applied(transition, self.configuration, label)
                if following is not None:
                    after = following
                    taken.append(label)
            if after is not None:
                yield name, after, taken if self.parallel > 1 else list(range(labels))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the transitions so far; members of a family share one."""
        order = list(self.system)
        return tuple(order.index(name.partition("(")[0]) for name, _ in self.choices)

    @property
    def rotation(self) -> int:
        """The number of the active one among the rotating stacks, from 0."""
        done, stacks = 0, 1
        for name, _ in self.choices:
            for step in self.system.transition(name).steps:
                if step.code == ROTATE:
                    done, stacks = done + 1, len(step.places)
        return done % stacks


def new_arcs(before: Configuration, after: Configuration) -> set[Arc]:
    """Return the arcs that were added, also beside others with another label."""
    return {*(after.arcs - before.arcs), *((h, d) for h, _, d in after.labels - before.labels)}


def begin(system: System, words: int, parallel: int = 1) -> Situation:
    """Return the start of a derivation."""
    return Situation(system, words, system.initial(words), parallel=parallel)
