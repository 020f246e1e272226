"""Dynamic oracles: what every transition costs, in any configuration, also after mistakes."""

# mypy: disable-error-code="no-untyped-def"

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.invariants import analyse
from multiplane.calculus.system import System
from multiplane.calculus.verdicts import no_covered_roots
from multiplane.calculus.verdicts import planes as output_planes
from multiplane.errors import DefinitionError
from multiplane.machine.explore import ends_are_final
from multiplane.machine.kernel import apply, copy_to, is_terminal, permitted
from multiplane.machine.layout import SWITCHES, machine
from multiplane.native import lean, lean_entry
from multiplane.oracles.conflicts import ENDS, NO_ROOT, ROOT_FIRST, ROOT_LAST, WORK
from multiplane.oracles.gold import Gold
from multiplane.oracles.loss import errors, loss
from multiplane.oracles.reach import ReachTable, reach_table

FORBIDDEN = 1 << 20  # the cost of a transition that is not permitted


@dataclass(frozen=True, slots=True)
class LossModel:
    """What the loss of a system depends on, all of it read off the system."""

    reach: ReachTable
    flags: NDArray[np.int32]


def root_last(system: System) -> bool:
    """Does the artificial root stand behind the words?"""
    return any(0 in parts and parts[-1] == 0 and len(parts) > 1 for _, parts in system.start)


def costs_are_exact(system: System) -> bool:
    """Is the loss what cannot be built, arc by arc?

    Not where words deep in a stack can be linked: each pair of them by itself, but not all.
    """
    table = reach_table(system)
    inside = table.can.reshape(table.codes, table.codes, 2, 2)[1:3, 1:3]
    return not inside[:, :, :, 0].any()


@cache
def loss_model(system: System) -> LossModel:
    """Find out how a system loses arcs."""
    keeps = analyse(system)
    if system.directed and not keeps.keeps_single_heads:
        raise DefinitionError(f"{system}: words may get several heads; costs are for single heads")
    table = reach_table(system)
    root = (ROOT_LAST if root_last(system) else ROOT_FIRST) if system.has_root else NO_ROOT
    inside = table.can.reshape(table.codes, table.codes, 2, 2)[1:3, 1:3]
    flags = [
        bool(output_planes(system)),
        system.directed and bool(no_covered_roots(system)),
        keeps.keeps_acyclic or not system.directed,
        system.directed,
        bool(inside.any() and not inside[:, :, :, 0].any()),
        root,
        table.codes,
        ends_are_final(system),
    ]
    return LossModel(table, np.array(flags, np.int32))


@lean_entry
def value(c, tables, args, scratch, depth):
    """Return the loss; right after a rotation, where another is limited, look one step ahead.

    `args` are those of `loss` after the settings.  The loss without looking ahead is a lower
    bound, so the first step that keeps it ends the search.
    """
    rows, starts, checks, check_starts, late, settings = tables
    ended = is_terminal(c, settings)
    if ended and args[6][ENDS]:
        return errors(c, args[0], args[6])
    plain = loss(c, settings, *args)
    if ended or c[SWITCHES] == 0:
        return plain
    best = FORBIDDEN
    trial = scratch[depth]
    for t in range(len(starts) - 1):
        if permitted(c, rows, starts, checks, check_starts, late, settings, t):
            copy_to(trial, c)
            apply(trial, rows, starts, settings, t, 0)
            if trial[SWITCHES]:
                best = min(best, _after_rotations(trial, tables, args, scratch, depth + 1))
            else:
                best = min(best, loss(trial, settings, *args))
            if best <= plain:
                return plain
    return best


@lean
def _after_rotations(c, tables, args, scratch, depth):
    """Go on rotating while that is permitted; return the least loss after another step."""
    rows, starts, checks, check_starts, late, settings = tables
    best = FORBIDDEN
    while True:
        again = -1
        for t in range(len(starts) - 1):
            if permitted(c, rows, starts, checks, check_starts, late, settings, t):
                trial = scratch[depth]
                copy_to(trial, c)
                apply(trial, rows, starts, settings, t, 0)
                if trial[SWITCHES]:
                    again = t
                else:
                    best = min(best, loss(trial, settings, *args))
        if again < 0:
            return best
        apply(c, rows, starts, settings, again, 0)


@lean_entry
def costs(c, tables, args, scratch, out):
    """Fill in the cost of every transition: how many more words lose their right head.

    The best transition costs nothing: the loss of a configuration that is not terminal is that
    of its best successor.
    """
    rows, starts, checks, check_starts, late, settings = tables
    best = FORBIDDEN
    for t in range(len(starts) - 1):
        out[t] = FORBIDDEN
        if permitted(c, rows, starts, checks, check_starts, late, settings, t):
            copy_to(scratch[0], c)
            apply(scratch[0], rows, starts, settings, t, 0)
            out[t] = value(scratch[0], tables, args, scratch, 1)
            best = min(best, out[t])
    for t in range(len(starts) - 1):
        if out[t] < FORBIDDEN:
            out[t] -= best
    return best


class DynamicOracle:
    """The costs of all transitions for one sentence and its gold tree."""

    def __init__(self, system: System, tree: Gold) -> None:
        self.machine = machine(system, tree.words)
        self.model = loss_model(system)
        self.tree = tree
        nodes = tree.words + 2
        self._work = np.zeros((WORK, nodes), np.int32)
        self.scratch = np.zeros((3, len(self.machine.start)), np.int32)
        self.room = np.zeros(len(self.machine.program.names), np.int32)
        self.least = 0  # the loss after the best transition, where costs were last asked for

    @property
    def arguments(self) -> tuple[NDArray[Any], ...]:
        """What `loss` takes after the configuration and the settings."""
        tree, model = self.tree, self.model
        return (
            tree.heads, tree.crossing_starts, tree.crossing, tree.planes,
            model.reach.kinds, model.reach.can, model.flags, self._work,
        )  # fmt: skip

    def costs(self, block: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the cost of each transition of the program, by its number."""
        self.least = int(costs(block, self.machine.tables, self.arguments, self.scratch, self.room))
        return self.room.copy()

    def loss(self, block: NDArray[np.int32]) -> int:
        """Return how many words can no longer get their right head."""
        return int(value(block, self.machine.tables, self.arguments, self.scratch, 0))
