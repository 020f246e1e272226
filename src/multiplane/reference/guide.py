"""A guide says how good each transition is: an oracle knows, a model has learnt it."""

from collections.abc import Mapping
from typing import Protocol

from multiplane.reference.situation import NO_LABEL, Choice, Situation

STOP: Choice = ("", NO_LABEL)  # to stop in a terminal configuration that could be left


class Guide(Protocol):
    """Anything that scores what may be done."""

    def scores(self, situation: Situation) -> Mapping[Choice, float]:
        """Score every transition that may be done, with a label where it adds an arc; the best
        is the first that has the highest score.
        """
