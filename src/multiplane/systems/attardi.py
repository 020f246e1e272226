"""Attardi's system with transitions of degree up to d, in two forms (2006; 2011, section 2.2).

A transition of degree d joins a word and the one d places to its left, of those that are left.
The original form joins the first word of the buffer with one in the stack, and pushes a word back
if the first of the buffer has got its head.  2011 takes the first word of the buffer as the top of
the stack instead: (σ, k|β, A) there is (σ|k, β, A) here, and both derive the same graphs.  The
transitions EXTRACT and INSERT of 2006 are in neither.
"""

from multiplane.calculus import SH, System, Transition, arc, drop, j, move, β, σ
from multiplane.errors import UnknownName


def attardi(degree: int) -> System:
    """Return the form of 2011: arcs join the top of the stack and words below it."""
    transitions: dict[str, Transition] = {"SHIFT": SH}
    # fmt: off
    for d in _degrees("attardi", degree):
        transitions[f"LEFT_ARC_{d}"]  = arc(σ[0], σ[d]) >> drop(σ[d])
        transitions[f"RIGHT_ARC_{d}"] = arc(σ[d], σ[0]) >> drop(σ[0])
    # fmt: on
    return System(f"attardi-{degree}", transitions, source="Attardi 2006; 2011, section 2.2")


def attardi_original(degree: int) -> System:
    """Return the form of 2006: arcs join the first word of the buffer and words of the stack."""
    transitions: dict[str, Transition] = {"SHIFT": SH}
    # fmt: off
    for d in _degrees("attardi-original", degree):
        transitions[f"LEFT_ARC_{d}"]  = arc(j, σ[d - 1]) >> drop(σ[d - 1])
        transitions[f"RIGHT_ARC_{d}"] = arc(σ[d - 1], j) >> drop(β) >> move(σ, β)
    # fmt: on
    return System(f"attardi-original-{degree}", transitions, source="Attardi 2006")


def _degrees(name: str, highest: int) -> range:
    if highest < 1:
        raise UnknownName(f"{name}-{highest}: the degree must be at least 1")
    return range(1, highest + 1)
