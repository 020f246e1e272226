"""How large a system may be, wherever it comes from: proofs about larger ones would take too long.

A short text or a file can ask for endless work; these limits are checked before any is done.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from multiplane.calculus.stores import Address
from multiplane.calculus.transition import Transition

if TYPE_CHECKING:
    from multiplane.calculus.system import System

MOST_STEPS = 200  # of one transition: verdicts on it take seconds
MOST_TRANSITIONS = 250
MOST_TOGETHER = 1000  # steps and conditions of all transitions
MOST_NUMBER = 60  # depths, exponents, rotations, sizes
MEMBERS = 4  # of a family that proofs look at


def excess(system: "System") -> str | None:
    """Return what a system has too much of, and how much is allowed; or None."""
    if (count := len(system.transitions)) > MOST_TRANSITIONS:
        return f"it has {count:,} transitions; a system has up to {MOST_TRANSITIONS}"
    largest = max(_numbers(system), default=0)
    if largest > MOST_NUMBER:
        return f"it has the number {largest:,}; numbers go up to {MOST_NUMBER}"
    total = 0
    for name, transition in system.transitions:
        steps = _length(transition)
        if steps > MOST_STEPS:
            return (
                f"{name} has {steps:,} steps; a transition has up to {MOST_STEPS}; split it into"
                " several"
            )
        total += steps + sum(len(step.guard.literals) for step in transition.steps)
    if total > MOST_TOGETHER:
        return f"it has {total:,} steps and conditions; a system has up to {MOST_TOGETHER:,}"
    return None


def _length(transition: Transition) -> int:
    """Count the steps; of a family, those of the last member that proofs look at."""
    steps = transition.steps
    return sum(1 if step.times is None else max(step.times.at(MEMBERS), 0) for step in steps)


def _numbers(system: "System") -> Iterator[int]:
    yield from (size for _, size in system.final.sizes)
    for _, transition in system.transitions:
        for step in transition.steps:
            yield from _depths(step.places)
            if step.times is not None:
                yield abs(step.times.shift)
            for literal in step.guard.literals:
                yield literal.number
                yield from _depths(literal.places)


def _depths(places: Iterable[object]) -> Iterator[int]:
    return (place.depth for place in places if isinstance(place, Address))
