"""How often the arcs of each transition are right (Table 3 of the buffer paper, 2012)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from multiplane.calculus.semantics import require
from multiplane.calculus.system import System
from multiplane.evaluation.metrics import percent

Labelled = Sequence[tuple[int, str]]  # by word: its head and its label
Steps = Sequence[tuple[str, str]]  # transitions by name, each with the label of its arc


@dataclass(frozen=True, slots=True)
class TransitionScore:
    """The arcs that a transition built, and how many of them are right."""

    transition: str
    times: int  # how often it was done
    arcs: int
    right_heads: int
    right: int  # with the right head and the right label

    @property
    def precision(self) -> float | None:
        """The labelled precision in percent, as the paper gives it."""
        return percent(self.right, self.arcs)

    @property
    def unlabelled_precision(self) -> float | None:
        return percent(self.right_heads, self.arcs)

    def as_dict(self) -> dict[str, Any]:
        shares = {"precision": self.precision, "unlabelled_precision": self.unlabelled_precision}
        return asdict(self) | shares


def by_transition(
    system: System, sentences: Iterable[tuple[Labelled, Steps]]
) -> list[TransitionScore]:
    """Score the transitions of derivations against gold trees, in the order of the system.

    Members of a family count together.  An undirected arc is right if gold has it in either
    direction.  Words that no transition gave a head are no transition's doing, and not counted.
    """
    times: Counter[str] = Counter()
    arcs: Counter[str] = Counter()
    heads: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for gold, steps in sentences:
        labels = {(head, dependent): label for dependent, (head, label) in enumerate(gold, 1)}
        if not system.directed:
            labels |= {arc[::-1]: label for arc, label in labels.items()}
        configuration = system.initial(len(gold))
        for step, label in steps:
            name = step.replace("-", "_").partition("(")[0]
            following = require(system, step, configuration)
            times[name] += 1
            for arc in following.arcs - configuration.arcs:
                arcs[name] += 1
                heads[name] += arc in labels
                right[name] += labels.get(arc) == label
            configuration = following
    return [
        TransitionScore(name, times[name], arcs[name], heads[name], right[name]) for name in system
    ]
