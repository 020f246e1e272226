"""The deduction rules of the chart as data (2011, sections 4 and 6).

An item [s₁ … s_w, i, e₁ … e_{w+1}, j] represents the computations that begin with s₁ … s_w on top
of the stack and the buffer at i, end with e₁ … e_{w+1} there and the buffer at j, and look at
nothing below.  The width w is D - 1, or more if probabilities depend on more of the stack.
"""

from dataclasses import dataclass
from functools import lru_cache

from multiplane.errors import UnknownName


@dataclass(frozen=True, slots=True)
class Reduce:
    """A transition that adds an arc and removes its dependent from the stack.

    `head` and `dependent` count from the top of the stack, which is 0.

    >>> print(reductions(2)[2].inference(width=1))
    [h1, i, h2 h3, k]  [h3, k, h4 h5, j]
    ------------------------------------ (la2; h5 → h2)
    [h1, i, h4 h5, j]
    """

    name: str
    degree: int
    head: int
    dependent: int

    def after(self, stack: tuple[int, ...]) -> tuple[int, ...]:
        """Return the stack without the dependent."""
        at = len(stack) - 1 - self.dependent
        return stack[:at] + stack[at + 1 :]

    def arc(self, stack: tuple[int, ...]) -> tuple[int, int]:
        """Return the head and the dependent."""
        return stack[-1 - self.head], stack[-1 - self.dependent]

    def inference(self, width: int) -> str:
        """Print the rule as the paper does."""
        number = iter(range(1, 3 * width + 3))
        names = [f"h{next(number)}" for _ in range(3 * width + 2)]
        start, first = names[:width], names[width : 2 * width + 1]
        shared, second = first[1:], names[2 * width + 1 :]
        stack = (first[0], *second)
        at = len(stack) - 1 - self.dependent
        above = f"{_item(start, 'i', first, 'k')}  {_item(shared, 'k', second, 'j')}"
        arc = f"{stack[-1 - self.head]} → {stack[at]}"
        below = _item(start, "i", [*stack[:at], *stack[at + 1 :]], "j")
        return f"{above}\n{'-' * len(above)} ({self.name}; {arc})\n{below}"


@lru_cache
def reductions(degree: int) -> tuple[Reduce, ...]:
    """Return la₁, ra₁, …, la_D, ra_D, in this order.

    la_d : (σ|i₁| … |i_{d+1}, β, A) ⊢ (σ|i₂| … |i_{d+1}, β, A ∪ {i_{d+1} → i₁})
    ra_d : (σ|i₁| … |i_{d+1}, β, A) ⊢ (σ|i₁| … |i_d,     β, A ∪ {i₁ → i_{d+1}})
    """
    if degree < 1:
        raise UnknownName(f"degree {degree}: the degree must be at least 1")
    pairs = ((Reduce(f"la{d}", d, 0, d), Reduce(f"ra{d}", d, d, 0)) for d in range(1, degree + 1))
    return tuple(rule for pair in pairs for rule in pair)


def shift_inference(width: int) -> str:
    """Print the rule of the shift."""
    names = [f"h{number}" for number in range(1, 2 * width + 2)]
    start, end = names[:width], names[width:]
    above, pushed = _item(start, "i", end, "j"), [*end[1:], "j"]
    return f"{above}\n{'-' * len(above)} (sh)\n{_item(end[1:], 'j', pushed, 'j + 1')}"


def _item(start: list[str], i: str, end: list[str], j: str) -> str:
    return f"[{', '.join(part for part in (' '.join(start), i, ' '.join(end), j) if part)}]"
