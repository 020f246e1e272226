"""Buffer transitions, added to any stack-based system (2012, sections 3.1 and 4.1)."""

from itertools import product

from multiplane.calculus import Guard, System, Transition, arc, drop, has_head, linked, β, σ
from multiplane.calculus.invariants import analyse
from multiplane.errors import DefinitionError, UnknownName
from multiplane.nearest import choices

# fmt: off
BUFFER_TRANSITIONS: dict[str, tuple[str, Transition]] = {
    "lba":  ("LEFT_BUFFER_ARC",          arc(β[1], β[0]) >> drop(β[0])),
    "rba":  ("RIGHT_BUFFER_ARC",         arc(β[0], β[1]) >> drop(β[1])),
    "lnba": ("LEFT_NONPROJ_BUFFER_ARC",  arc(β[1], σ[0]) >> drop(σ[0])),
    "rnba": ("RIGHT_NONPROJ_BUFFER_ARC", arc(σ[0], β[1]) >> drop(β[1])),
}
# fmt: on


def buffer_transitions(system: System, *names: str, any_length: bool = False) -> System:
    """Add buffer transitions: `buffer_transitions(ARC_EAGER, "lba", "rnba")`.

    Each gets the weakest preconditions under which it keeps the properties of the system: none
    if buffer words never have a head, otherwise the explicit single-head and acyclicity conditions
    of 2012, footnote 1.  Oracles prefer them to all others: LBA and RBA for arcs of length one
    only, unless `any_length` is set.
    """
    unknown = [name for name in names if name not in BUFFER_TRANSITIONS]
    if unknown:
        raise UnknownName(
            f"{', '.join(unknown)}: no such buffer transition;"
            f" {choices(unknown[0], BUFFER_TRANSITIONS)}"
        )
    if not {σ, β} <= set(system.stores) or not system.directed:
        raise DefinitionError(f"{system}: buffer transitions are for systems with a stack and arcs")
    extended = system
    for name in BUFFER_TRANSITIONS:
        if name in names:
            extended = _with(extended, name)
    return with_policy(extended, "any" if any_length else "short") if names else system


POLICIES = ("short", "any", "free")


def with_policy(system: System, policy: str) -> System:
    """Set when an oracle uses the buffer transitions of a system.

    short: at once for arcs of length one, otherwise never (2012, section 3.1); any: at once for any
    arc; free: like any other transition.  For LNBA and RNBA, which build longer arcs, short is any.
    """
    if policy not in POLICIES:
        raise UnknownName(f"unknown buffer arcs {policy!r}; {choices(policy, POLICIES)}")
    added = tuple(name for name, _ in BUFFER_TRANSITIONS.values() if name in system)
    if not added:
        raise DefinitionError(f"{system} has no buffer transitions, as arc-eager+lba has")
    prefer = () if policy == "free" else added
    short = tuple(name for name in prefer if policy == "short" and "NONPROJ" not in name)
    return system.but(system.name, prefer=prefer, short=short)


def _with(system: System, name: str) -> System:
    label, transition = BUFFER_TRANSITIONS[name]
    head, dependent = transition.steps[0].places
    conditions = (~has_head(dependent), ~linked(head, dependent))  # type: ignore[arg-type]
    for chosen in product((False, True), repeat=2):
        guard = Guard(tuple(c for c, wanted in zip(conditions, chosen, strict=True) if wanted))
        extended = system.but(
            f"{system.name}+{name}",
            {label: transition | guard if guard else transition},
            source=f"{system.source}; Fernández-González and Gómez-Rodríguez 2012",
        )
        before, after = analyse(system), analyse(extended)
        if (after.keeps_single_heads or not before.keeps_single_heads) and (
            after.keeps_acyclic or not before.keeps_acyclic
        ):
            return extended
    return extended
