"""Greedy search in plain Python, along any guide: the slow twin of the compiled search."""

from multiplane.calculus.system import System
from multiplane.machine.explore import ends_are_final
from multiplane.machine.steps import most_steps
from multiplane.reference.guide import STOP, Guide
from multiplane.reference.situation import Situation, begin


def follow(system: System, guide: Guide, words: int, parallel: int = 1) -> Situation:
    """Follow the guide's best choice at each step, until it stops or nothing is permitted."""
    situation = begin(system, words, parallel)
    final = ends_are_final(system)
    for _ in range(most_steps(words)):
        if final and system.is_terminal(situation.configuration):
            break
        scores = guide.scores(situation)
        best = max(scores, key=scores.__getitem__, default=STOP)  # the first, if tied
        if best == STOP:
            break
        situation = situation.after(*best)
    return situation
