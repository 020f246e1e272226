"""How much work a request is: known by its size, or by what requests like it took before."""

import re
import time
from collections import OrderedDict
from dataclasses import dataclass

from multiplane.server.limits import LIMITS, Limits
from multiplane.server.questions import Question, SystemChoice

REMEMBERED = 1024  # kinds of requests
MODIFIERS = re.compile(r"[^\w-]")  # in a name, what follows a bracket, a plus or a space


@dataclass(frozen=True, slots=True)
class Effort:
    """Whether work is costly at first sight, and what other work is like it."""

    costly: bool
    like: tuple[str, str, int] = ("", "", 0)  # what is asked, the family of systems, the magnitude


COSTLY = Effort(True)


def effort(asked: str, question: Question | None = None, name: str = "") -> Effort:
    """Judge a question before any work is done.

    What somebody wrote as a system may be as hard as they like, and so may large questions.
    """
    size = len(question.model_dump_json()) if question else 0
    names = [system.name for system in _systems(question)] or [name]
    if None in names:
        return COSTLY
    # Modifiers do not count: otherwise each of countless names would be tried as cheap.
    families = " ".join(MODIFIERS.split(each or "", maxsplit=1)[0] for each in names)
    return Effort(size > LIMITS.cheap_size, (asked, families, size.bit_length()))


def _systems(question: Question | None) -> list[SystemChoice]:
    """List the systems that a question is about."""
    beside = getattr(question, "beside", None)
    found = [question, getattr(question, "system", None), getattr(beside, "system", None)]
    return [each for each in found if isinstance(each, SystemChoice)]


class Experience:
    """Which kinds of requests turned out to be costly lately, and which to be cheap."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._costly_until: OrderedDict[tuple[str, str, int], float] = OrderedDict()

    def is_costly(self, effort: Effort) -> bool:
        """Is this costly, by its looks or by what was seen?"""
        return effort.costly or self._costly_until.get(effort.like, 0.0) > time.monotonic()

    def is_cheap(self, effort: Effort) -> bool:
        """Was this seen, and seen to be cheap?"""
        return effort.like in self._costly_until and not self.is_costly(effort)

    def learn(self, effort: Effort, seconds: float, *, answered: bool = True) -> None:
        """Remember how long it took; of what is refused at once, there is any number of kinds."""
        costly = seconds > self.limits.cheap_seconds
        if not costly and not answered:
            return
        until = time.monotonic() + self.limits.costly_for if costly else 0.0
        self._costly_until[effort.like] = until
        self._costly_until.move_to_end(effort.like)
        if len(self._costly_until) > REMEMBERED:
            self._costly_until.popitem(last=False)
