"""What transitions would cost along a derivation: heads of the tree that are lost by them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from multiplane.calculus.derivation import Derivation
from multiplane.calculus.system import System
from multiplane.errors import MultiplaneError
from multiplane.machine.limits import refusal

if TYPE_CHECKING:
    from multiplane.machine.layout import Machine
    from multiplane.oracles.certain import Block


def costs_along(derivation: Derivation, heads: list[int] | None) -> Iterator[dict[str, int]]:
    """Yield, for each configuration, what transitions cost; nothing where that is not certain."""
    system = derivation.system
    if heads is None or not _known(system):
        yield from ({} for _ in (*derivation.transitions, None))
        return
    from multiplane.oracles.certain import certain_costs
    from multiplane.oracles.dynamic import DynamicOracle, gold_for

    oracle = DynamicOracle(system, gold_for(system, heads))
    machine = oracle.machine
    for costs in certain_costs(oracle, _blocks(derivation, machine)):
        yield {machine.program.names[number]: cost for number, cost in costs.items()}


def _blocks(derivation: Derivation, machine: "Machine") -> Iterator["Block"]:
    """Yield the configurations as the machine has them."""
    from multiplane.machine.kernel import apply
    from multiplane.machine.permission import permitted

    block = machine.start
    yield block
    for name in derivation.transitions:
        block, number = block.copy(), machine.program.names.index(name)
        if not permitted(block, machine.code, number):
            raise MultiplaneError(
                f"{derivation.system}: the compiled machine does not support {name}"
            )
        apply(block, machine.code, number, 0)
        yield block


def _known(system: System) -> bool:
    from multiplane.oracles.dynamic import has_costs  # compiled: not before it is needed

    return refusal(system) is None and has_costs(system)
