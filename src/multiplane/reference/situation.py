"""A configuration with what features ask beyond it: the labels of its arcs, and the past."""

from dataclasses import dataclass

from multiplane.calculus.configuration import Configuration
from multiplane.calculus.semantics import apply
from multiplane.calculus.system import System
from multiplane.calculus.transition import Transition
from multiplane.calculus.vocabulary import ROTATE
from multiplane.errors import NotPermitted

NO_LABEL = -1

Choice = tuple[str, int]  # a transition, and the number of the label that its arc gets


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a derivation has come to, in plain Python."""

    system: System
    words: int
    configuration: Configuration
    arcs: tuple[tuple[int, int, int], ...] = ()  # head, label, dependent; in the order of building
    choices: tuple[Choice, ...] = ()

    def after(self, name: str, label: int = NO_LABEL) -> "Situation":
        """Do a transition; the arcs that it adds get the label."""
        configuration, arcs = self.configuration, list(self.arcs)
        for step in self.system.transition(name).steps:  # one by one, so that arcs keep their order
            following = apply(self.system, Transition((step,)), configuration)
            if following is None:
                raise NotPermitted(f"{self.system}: {name} is not permitted in {configuration}")
            new = following.arcs - configuration.arcs
            arcs += [(head, label, dependent) for head, dependent in new]
            configuration = following
        choices = (*self.choices, (name, label))
        return Situation(self.system, self.words, configuration, tuple(arcs), choices)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The transitions so far by their numbers; members of a family share one."""
        order = list(self.system)
        return tuple(order.index(name.partition("(")[0]) for name, _ in self.choices)

    @property
    def rotation(self) -> int:
        """Which of the rotating stacks is active, the first being 0."""
        done, stacks = 0, 1
        for name, _ in self.choices:
            for step in self.system.transition(name).steps:
                if step.code == ROTATE:
                    done, stacks = done + 1, len(step.places)
        return done % stacks


def begin(system: System, words: int) -> Situation:
    """Return the start of a derivation."""
    return Situation(system, words, system.initial(words))
