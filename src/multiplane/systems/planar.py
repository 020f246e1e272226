"""Planar and multiplanar systems (2010, sections 4 and 5; 2013, sections 3.3 and 5.1)."""

import re
from collections.abc import Iterable

from multiplane.calculus import (
    LA,
    RA,
    RE,
    SH,
    WORDS,
    System,
    copy,
    has_head,
    i,
    j,
    linked,
    path,
    precedes,
    rotate,
    stack,
    switched,
    β,
)
from multiplane.errors import DefinitionError, UnknownName
from multiplane.nearest import choices

# fmt: off
PLANAR = System("planar", source="Gómez-Rodríguez and Nivre 2010; 2013, section 3.3",
    SHIFT     = SH,
    REDUCE    = RE,
    LEFT_ARC  = LA,
    RIGHT_ARC = RA,
)

CONSTRAINTS = {  # 2013, section 3.3.2; "directed-acyclic" is its costlier variant
    "single-head":      {"LEFT_ARC": ~has_head(i),  "RIGHT_ARC": ~has_head(j)},
    "acyclic":          {"LEFT_ARC": ~linked(i, j), "RIGHT_ARC": ~linked(i, j)},
    "directed-acyclic": {"LEFT_ARC": ~path(i, j),   "RIGHT_ARC": ~path(j, i)},
    "no-covered-roots": {"REDUCE": has_head(i)},
}
# fmt: on
_BARE = re.compile(r"((?:\d+-)?planar)((?:\+\w+)*)")


def constrained(system: System, constraints: Iterable[str]) -> System:
    """Restrict a planar or k-planar system: `constrained(PLANAR, ["single-head", "acyclic"])`."""
    wanted = set(constraints)
    unknown = sorted(wanted - set(CONSTRAINTS))
    if unknown:
        raise UnknownName(
            f"{', '.join(unknown)}: no such constraint; {choices(unknown[0], CONSTRAINTS)}"
        )
    if not {"LEFT_ARC", "RIGHT_ARC", "REDUCE"} <= set(system):
        raise DefinitionError(f"{system}: constraints are for planar and k-planar systems")
    chosen = [name for name in CONSTRAINTS if name in wanted]
    for name in chosen:
        system = system.restricted(system.name, **CONSTRAINTS[name])
    return system.named(f"{system.name}[{','.join(chosen)}]") if chosen else system


def k_planar(k: int) -> System:
    """Return the system with k stacks: SHIFT fills all of them, SWITCH makes the next one active.

    At most k − 1 SWITCHes in a row are permitted, so that the stacks never come full circle.
    """
    if k < 1:
        raise UnknownName(f"{k}-planar: k must be at least 1")
    if k == 1:
        return PLANAR.named("1-planar")
    stacks = [stack(number) for number in range(1, k + 1)]
    shift = SH
    for other in stacks[:0:-1]:
        shift = copy(β, other) >> shift
    return PLANAR.but(
        f"{k}-planar",
        start={**{s: [] for s in stacks}, β: WORDS},
        source="Gómez-Rodríguez and Nivre 2010; 2013, section 5.1",
        SHIFT=shift,
        SWITCH=rotate(*stacks) | ~switched(k - 1),
    )


def two_planar_eager() -> System:
    """Return 2-planar with transitions composed as in arc-eager.

    In 2-planar every word stays on the second stack until it is reduced there too, so a word that
    waits for a crossing arc lies under all later words.  Here a word that is done leaves both
    stacks at once, so a projective tree takes the steps of arc-eager, and the second stack holds
    only words that wait.  RIGHT-ARC shifts, so a few 2-planar trees are lost.
    """
    system = constrained(k_planar(2), ["single-head", "acyclic"])
    other = stack(2)[0]
    on_both = ~precedes(i, other) & ~precedes(other, i)
    drop_both = rotate(stack(1), stack(2)) >> RE >> rotate(stack(1), stack(2)) >> RE
    new = ~linked(i, j)
    return system.but(
        "2-planar-eager",
        source="after Gómez-Rodríguez and Nivre 2013, section 5.1",
        RIGHT_ARC=RA >> system["SHIFT"] | ~has_head(j) & new,
        LEFT_BOTH=LA >> drop_both | on_both & ~has_head(i) & new,
        REDUCE_BOTH=drop_both | on_both & has_head(i),
    )


TWO_PLANAR_EAGER = two_planar_eager()


def single_headed(name: str) -> str:
    """Add the constraints for trees to the name of a planar or k-planar system without any.

    >>> single_headed("2-planar"), single_headed("arc-eager")
    ('2-planar[single-head,acyclic]', 'arc-eager')
    """
    return _BARE.sub(r"\1[single-head,acyclic]\2", name) if _BARE.fullmatch(name) else name
