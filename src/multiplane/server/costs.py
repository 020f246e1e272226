"""What transitions would cost along a derivation: heads of the tree that are lost by them."""

from collections.abc import Iterator

from multiplane.calculus.derivation import Derivation
from multiplane.calculus.system import System
from multiplane.errors import MultiplaneError
from multiplane.machine.limits import refusal


def costs_along(derivation: Derivation, heads: list[int] | None) -> Iterator[dict[str, int]]:
    """Yield, for each configuration, what each permitted transition costs, where that is known."""
    system = derivation.system
    if heads is None or not _known(system):
        yield from ({} for _ in (*derivation.transitions, None))
        return
    from multiplane.machine.kernel import apply
    from multiplane.machine.permission import permitted
    from multiplane.oracles.dynamic import FORBIDDEN, DynamicOracle, gold_for

    oracle = DynamicOracle(system, gold_for(system, heads))
    machine = oracle.machine
    block = machine.start.copy()
    for name in (*derivation.transitions, None):
        found = zip(machine.program.names, oracle.costs(block).tolist(), strict=True)
        yield {action: cost for action, cost in found if cost < FORBIDDEN}
        if name is not None:
            number = machine.program.names.index(name)
            if not permitted(block, machine.code, number):
                raise MultiplaneError(f"{system}: the compiled machine does not support {name}")
            apply(block, machine.code, number, 0)


def _known(system: System) -> bool:
    from multiplane.oracles.dynamic import has_costs  # compiled: not before it is needed

    return refusal(system) is None and has_costs(system)
