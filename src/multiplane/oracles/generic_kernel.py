"""Which arcs of a graph a configuration has, and can still get: for the generic oracle."""

# mypy: disable-error-code="no-untyped-def"

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.machine.kernel import active_plane, arc_field, component, field, has_arc, node_at
from multiplane.machine.layout import (
    ARCS,
    DEPENDENT,
    FIRST,
    HEAD,
    HEADER,
    LIES,
    NODES,
    STORES,
    SWITCHES,
    WHERE,
)
from multiplane.native import lean_entry
from multiplane.oracles.loss import can_build, describe
from multiplane.oracles.reach import Reach

Block = NDArray[np.int32]


class Facts(NamedTuple):
    """What a search needs to know about the graph and the system, and its work space."""

    heads: Block
    dependents: Block
    reach: Reach
    directed: bool
    single: bool
    acyclic: bool
    work: Block


@lean_entry
def is_alive(c, code, facts):
    """Is every arc of the graph built, or can it still be built?"""
    describe(c, code, facts.reach.kinds, facts.work)
    for a in range(len(facts.heads)):
        h, d = facts.heads[a], facts.dependents[a]
        if has_arc(c, h, d):
            continue
        if facts.directed and facts.single and c[field(c, FIRST, d)] >= 0:
            return False
        if facts.acyclic and component(c, h) == component(c, d):
            return False
        # Right after a rotation another may be forbidden, which the table ignores.
        if not can_build(h, d, facts.reach, facts.work, facts.directed):
            return False
    return True


@lean_entry
def adds_only(c, before, member):
    """Are all arcs added since `before` arcs of the graph?"""
    for a in range(before, c[ARCS]):
        if not member[c[arc_field(c, HEAD, a)], c[arc_field(c, DEPENDENT, a)]]:
            return False
    return True


@lean_entry
def write_key(c, heads, dependents, out):
    """Write what identifies a configuration: stores, rotation, arcs of the graph."""
    at = 0
    nodes = c[NODES]
    for s in range(c[STORES]):
        out[at] = c[s]
        at += 1
        for place in range(c[s]):
            out[at] = c[HEADER + s * nodes + place]
            at += 1
    for s in range(c[STORES]):
        out[at] = c[LIES + s]
        at += 1
    out[at] = c[SWITCHES]
    at += 1
    for a in range(len(heads)):
        out[at] = has_arc(c, heads[a], dependents[a])
        at += 1
    return at


@lean_entry
def waits_below(c, code, facts):
    """Is an arc missing between the front word and one below the top of the active stack?"""
    front, top = node_at(c, code.stores - 1, 0), node_at(c, code.first_stack, 0)
    active = code.first_stack + active_plane(c, code)
    for a in range(len(facts.heads)):
        h, d = facts.heads[a], facts.dependents[a]
        if (h == front or d == front) and not has_arc(c, h, d):  # noqa: PLR1714 - compiled
            other = d if h == front else h
            if other != top and c[field(c, WHERE, other)] >> active & 1:
                return True
    return False
