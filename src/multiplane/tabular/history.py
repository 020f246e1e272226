"""History functions: the choices that make up a transition, as data (2011, section 3)."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import UnknownName
from multiplane.nearest import choices
from multiplane.tabular.alphabet import BOTTOM, ROOT
from multiplane.tabular.forest import SHIFT, Done
from multiplane.tabular.lazy import lazy
from multiplane.tabular.rules import reductions

END = Done(SHIFT, (), -1, 0)  # replaces the shift of the root, which is always done


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several outcomes, given the topmost symbols b_k … b₁ of the stack.

    The outcome "sh" comes first, with a column for each symbol.  `backoff` lists, from near to far,
    which of the symbols 1 … k still count where data is scarce.
    """

    context: int
    outcomes: tuple[str, ...]
    backoff: tuple[tuple[int, ...], ...]

    def column(self, outcome: str, symbols: int, symbol: int = 0) -> int:
        """Return the column of an outcome in the table."""
        if outcome == SHIFT:
            return symbol
        return self.outcomes.index(outcome) + (symbols - 1 if SHIFT in self.outcomes else 0)

    def columns(self, outcome: str, symbols: int) -> "int | slice":
        """Return all columns of an outcome: one for each word that can be shifted."""
        return slice(symbols) if outcome == SHIFT else self.column(outcome, symbols)

    def width(self, symbols: int) -> int:
        return len(self.outcomes) + (symbols - 1 if SHIFT in self.outcomes else 0)

    def shape(self, symbols: int) -> tuple[int, ...]:
        return (symbols,) * self.context + (self.width(symbols),)


@dataclass(frozen=True)
class History:
    """Choices, and for each transition those that make it up: (choice, outcome), …"""

    name: str
    degree: int
    choices: tuple[Choice, ...]
    paths: dict[str, tuple[tuple[int, str], ...]]

    @lazy
    def width(self) -> int:
        """The number of stack nodes that an item of the chart must know."""
        seen = (self.choices[c].context for c, _ in self.paths[SHIFT])
        return max(self.degree - 1, *seen, *(context - 2 for context in self.contexts))

    @lazy
    def names(self) -> tuple[str, ...]:
        """The shift and the reductions, in the order of `reductions`."""
        return (SHIFT, *(rule.name for rule in reductions(self.degree)))

    @lazy
    def contexts(self) -> tuple[int, ...]:
        """The number of stack nodes that the probability of each reduction depends on."""
        paths = (self.paths[name] for name in self.names[1:])
        return tuple(max(self.choices[c].context for c, _ in path) for path in paths)

    def legal(self, choice: Choice, symbols: int) -> NDArray[np.bool_]:
        """Return which outcomes can be part of a complete computation.

        The root never gets a head, and ¢ takes part in nothing.  If $ is on top of the stack
        nothing can be reduced: there "rd" means the end of the sentence, like "end".
        """
        shape = choice.shape(symbols)
        b = {k: np.arange(symbols).reshape(_axis(choice.context - k, len(shape) - 1))
             for k in range(1, choice.context + 1)}  # fmt: skip
        answer = np.zeros(shape, np.bool_)
        for outcome in choice.outcomes:
            if outcome == SHIFT:
                answer[..., ROOT + 1 : symbols] = True
                continue
            column = answer[..., choice.column(outcome, symbols)]
            column[...] = _legal(outcome, b)
        return answer


def _axis(at: int, dimensions: int) -> tuple[int, ...]:
    return tuple(-1 if axis == at else 1 for axis in range(dimensions))


def _legal(outcome: str, b: dict[int, NDArray[np.int64]]) -> NDArray[np.bool_]:
    kind, degree = outcome[:2], int(outcome[2:] or 0) if outcome != "end" else 0
    if outcome == "end":
        return np.asarray(b[1] == ROOT)
    if outcome == "rd":
        return np.asarray(b[1] != BOTTOM)
    if kind == "rd":  # there must be another node below the last symbol seen
        return np.asarray((b[degree] > ROOT) & (b[1] > ROOT))
    least = ROOT if kind == "la" else BOTTOM  # the dependent of la, the head of ra
    return np.asarray((b[degree + 1] > least) & (b[1] > ROOT))


def elaborated(degree: int = 2) -> History:
    """Shift or reduce given b₁; degree 1 or more given b₂, b₁; degree 2 or more given b₃, …

    p(la₁ | b₂, b₁) = θ^rd_{b₁} · θ^la₁_{b₂,b₁}
    p(la₂ | b₃, b₂, b₁) = θ^rd_{b₁} · θ^rd₂_{b₂,b₁} · θ^la₂_{b₃,b₂,b₁}, and so on.
    """
    reductions(degree)
    choices = [Choice(1, (SHIFT, "rd"), ((),))]
    for d in range(1, degree + 1):
        deeper = (f"rd{d + 1}",) if d < degree else ()
        ends = ((d + 1, 1),) if d > 1 else ()  # of the arc
        choices.append(Choice(d + 1, (f"la{d}", f"ra{d}", *deeper), (*ends, (1,), ())))
    paths: dict[str, tuple[tuple[int, str], ...]] = {SHIFT: ((0, SHIFT),), "end": ((0, "rd"),)}
    down: tuple[tuple[int, str], ...] = ((0, "rd"),)
    for d in range(1, degree + 1):
        for side in "lr":
            paths[f"{side}a{d}"] = (*down, (d, f"{side}a{d}"))
        down = (*down, (d, f"rd{d + 1}"))
    return History("elaborated", degree, tuple(choices), paths)


def naive(degree: int = 2) -> History:
    """Every transition given b₃, b₂, b₁ (for a higher degree, as many as it reaches)."""
    names = (SHIFT, *(rule.name for rule in reductions(degree)), "end")
    context = max(3, degree + 1)
    nearer = tuple(tuple(range(k, 0, -1)) for k in range(context - 1, -1, -1))
    choice = Choice(context, names, nearer)
    return History("naive", degree, (choice,), {name: ((0, name),) for name in names})


HISTORIES: dict[str, Callable[[int], History]] = {"elaborated": elaborated, "naive": naive}


def history(name: str, degree: int = 2) -> History:
    """Return a history function by its name."""
    if name not in HISTORIES:
        raise UnknownName(f"unknown history {name!r}; {choices(name, HISTORIES)}")
    return HISTORIES[name](degree)
