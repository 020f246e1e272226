"""A guide scores transitions; it may be an oracle or a learned model."""

from collections.abc import Mapping
from typing import Protocol

from multiplane.reference.situation import NO_LABEL, Choice, Situation

STOP: Choice = ("", NO_LABEL)  # stop in a terminal configuration that could be continued


class Guide(Protocol):
    """Anything that scores transitions."""

    def scores(self, situation: Situation) -> Mapping[Choice, float]:
        """Score every open transition, with a label if it adds an arc.

        The best one is the first with the highest score.
        """
