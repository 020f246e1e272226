"""Dynamic oracles: the cost of every transition in any configuration, even after mistakes."""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.invariants import analyse
from multiplane.calculus.rule import rule
from multiplane.calculus.stores import β
from multiplane.calculus.system import System
from multiplane.calculus.termination import effect
from multiplane.calculus.verdicts import no_covered_roots
from multiplane.calculus.verdicts import planes as output_planes
from multiplane.errors import DefinitionError
from multiplane.machine.explore import ends_are_final
from multiplane.machine.kernel import apply, copy_to, is_terminal
from multiplane.machine.layout import SWITCHES, machine
from multiplane.machine.permission import permitted
from multiplane.native import lean, lean_entry
from multiplane.oracles.conflicts import NO_ROOT, ROOT_FIRST, ROOT_LAST, WORK
from multiplane.oracles.gold import TRIALS, GoldTree, gold
from multiplane.oracles.loss import errors, loss
from multiplane.oracles.properties import properties
from multiplane.oracles.reach import Reach, reach_table
from multiplane.remembered import by_system

FORBIDDEN = 1 << 20  # the cost of a transition that is not permitted


class LossModel(NamedTuple):
    """The properties of a system that its loss depends on."""

    reach: Reach
    planar: bool  # arcs on one plane do not cross
    covers: bool  # only words with a head are reduced: a covered root is lost
    acyclic: bool
    directed: bool
    inside: bool  # words inside the stack can be linked, but only neighbours
    root: int  # NO_ROOT, ROOT_FIRST or ROOT_LAST
    final: bool  # nothing can be added in a terminal configuration
    planned: bool = True  # arcs go on the planes of the gold tree alone


def root_last(system: System) -> bool:
    """Does the artificial root stand after the words?"""
    return any(0 in parts and parts[-1] == 0 and len(parts) > 1 for _, parts in system.start)


@by_system
def heads_last(system: System) -> bool:
    """With several stacks, does a word that gets a head on its left leave the buffer at once?"""
    ready = [rule(action, system.stores) for _, action in system.actions(0)]
    arcs = [normal for normal in ready if any(d == β[0] for _, d in normal.arcs)]
    return bool(system.rotating and arcs) and all(
        effect(normal).words.get(β, 0) < 0 for normal in arcs
    )


def gold_for(system: System, heads: Sequence[int], planes: Sequence[int] | None = None) -> GoldTree:
    """Prepare a tree for the oracles of a system, as `gold` does."""
    return gold(heads, root_last=root_last(system), heads_last=heads_last(system), planes=planes)


def costs_are_close(system: System) -> bool:
    """Is the loss exact or a close bound, so that training may follow mistakes?

    It is a rough bound where words deep in a stack can be linked: each pair may be, but not all of
    them.  Where words are set aside on another stack, or arcs built inside the buffer, it is a
    bound too, but close enough for a dynamic oracle (`docs/oracles.md` has the figures).
    """
    return not reach_table(system).inside[:, :, :, 0].any()


def has_costs(system: System) -> bool:
    """Is a loss defined for this system: are its outputs forests, with or without directions?"""
    return _refusal(system) is None


def _refusal(system: System) -> str | None:
    """Return why a system has no loss."""
    keeps = analyse(system)
    if system.directed:
        several = "words may get several heads; costs are for single heads"
        return None if keeps.keeps_single_heads else several
    cyclic = "edges may close cycles; costs are for systems whose ARC asks for ¬linked(i, j)"
    return None if keeps.keeps_unlinked else cyclic


@by_system
def loss_model(system: System) -> LossModel:
    """Return the loss model of a system."""
    refusal = _refusal(system)
    if refusal:
        raise DefinitionError(f"{system}: {refusal}")
    table, known = reach_table(system), properties(system)
    root = (ROOT_LAST if root_last(system) else ROOT_FIRST) if system.has_root else NO_ROOT
    inside = table.inside
    return LossModel(
        reach=table.reach,
        planar=bool(output_planes(system)),
        covers=system.directed and bool(no_covered_roots(system)),
        acyclic=known.acyclic,
        directed=known.directed,
        inside=bool(inside.any() and not inside[:, :, :, 0].any()),
        root=root,
        final=ends_are_final(system),
    )


@lean_entry
def value(c, code, gold, model, depth):
    """Return the loss; right after a rotation, if rotations are limited, look one step ahead.

    The loss without looking ahead is a lower bound, so the search ends at the first step that
    keeps it.  The gold tree's `trials` from `depth` on are free to use.
    """
    ended = is_terminal(c, code)
    if ended and model.final:
        return errors(c, gold, model)
    plain = loss(c, code, gold, model)
    if ended or c[SWITCHES] == 0:
        return plain
    best = FORBIDDEN
    trial = gold.trials[depth]
    for t in range(code.transitions):
        if permitted(c, code, t):
            copy_to(trial, c)
            apply(trial, code, t, 0)
            if trial[SWITCHES]:
                best = min(best, _after_rotations(trial, code, gold, model, depth + 1))
            else:
                best = min(best, loss(trial, code, gold, model))
            if best <= plain:
                return plain
    return best


@lean
def _after_rotations(c, code, gold, model, depth):
    """Rotate as long as that is permitted; return the least loss after any other step."""
    best = FORBIDDEN
    while True:
        again = -1
        for t in range(code.transitions):
            if permitted(c, code, t):
                trial = gold.trials[depth]
                copy_to(trial, c)
                apply(trial, code, t, 0)
                if trial[SWITCHES]:
                    again = t
                else:
                    best = min(best, loss(trial, code, gold, model))
        if again < 0:
            return best
        apply(c, code, again, 0)


@lean_entry
def costs(c, code, gold, model, out):
    """Fill in the cost of every transition: how many more words lose their right head.

    The best transition costs nothing: the loss of a configuration that is not terminal is that
    of its best successor.  This takes time linear in the words of the sentence, since one arc can
    put any number of others out of reach.
    """
    best = FORBIDDEN
    trial = gold.trials[0]
    for t in range(code.transitions):
        out[t] = FORBIDDEN
        if permitted(c, code, t):
            copy_to(trial, c)
            apply(trial, code, t, 0)
            out[t] = value(trial, code, gold, model, 1)
            best = min(best, out[t])
    for t in range(code.transitions):
        if out[t] < FORBIDDEN:
            out[t] -= best
    return best


class DynamicOracle:
    """The costs of all transitions for one sentence and its gold tree."""

    def __init__(self, system: System, tree: GoldTree) -> None:
        self.machine = machine(system, tree.words)
        self.model = loss_model(system)
        self.tree = tree._replace(
            work=np.zeros((WORK, tree.words + 2), np.int32),
            trials=np.zeros((TRIALS, len(self.machine.start)), np.int32),
        )

    def costs(self, block: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the cost of each transition of the program, by its number."""
        return self.costs_and_least(block)[0]

    def costs_and_least(self, block: NDArray[np.int32]) -> tuple[NDArray[np.int32], int]:
        """Return the costs, and the loss after the best transition."""
        found = np.zeros(len(self.machine.program.names), np.int32)
        least = costs(block, self.machine.code, self.tree, self.model, found)
        return found, int(least)

    def loss(self, block: NDArray[np.int32]) -> int:
        """Return how many words can no longer get their right head."""
        return int(value(block, self.machine.code, self.tree, self.model, 0))
