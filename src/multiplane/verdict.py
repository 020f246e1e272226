"""A verdict: an answer with its reason and, where there is one, its certificate."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Verdict:
    """Does a property hold?  Yes, no, or undecided (`None`); why; and what shows it.

    The witness is whatever can be checked by itself: a crossing pair of arcs, a cycle, a
    derivation.  A verdict is true in a condition only if the property was shown to hold.
    """

    holds: bool | None
    because: str
    witness: Any = None

    def __bool__(self) -> bool:
        return self.holds is True
