"""Attardi's system with transitions of degree up to d (2006; 2011, section 2.2)."""

from multiplane.calculus import SH, System, Transition, arc, drop, σ
from multiplane.errors import UnknownName


def attardi(degree: int) -> System:
    """Return the system whose arcs reach up to `degree` words below the top of the stack."""
    if degree < 1:
        raise UnknownName(f"attardi-{degree}: the degree is at least 1")
    transitions: dict[str, Transition] = {"SHIFT": SH}
    # fmt: off
    for d in range(1, degree + 1):
        transitions[f"LEFT_ARC_{d}"]  = arc(σ[0], σ[d]) >> drop(σ[d])
        transitions[f"RIGHT_ARC_{d}"] = arc(σ[d], σ[0]) >> drop(σ[0])
    # fmt: on
    return System(f"attardi-{degree}", transitions, source="Attardi 2006; 2011, section 2.2")
