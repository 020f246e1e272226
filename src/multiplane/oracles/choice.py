"""Choose among transitions that lose nothing: what a system or the papers prefer.

A system may prefer some transitions, as those with buffer transitions do: if one loses nothing,
only that one is right.  This is the policy of 2012, section 3.1: if a gold arc of length one can be
built by a buffer transition, it is; if not, the original parser's oracle is asked.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.machine.kernel import active_plane, apply, arc_field, copy_to
from multiplane.machine.layout import ARCS, DEPENDENT
from multiplane.machine.permission import permitted
from multiplane.native import lean
from multiplane.oracles.dynamic import FORBIDDEN, value
from multiplane.oracles.preference import UNCOVER, is_wanted

NOT_NOW = FORBIDDEN // 2  # the cost of a transition that loses nothing but is not preferred


@lean
def keep_first(c, code, gold, model, prefer, open_, cost, best):
    """Of the transitions that cost nothing, keep only the choice of the papers' oracle.

    `best` is the loss after the best transition.  Stopping is best if it costs nothing.
    """
    count = code.transitions
    chosen = count
    if cost[count] != 0:
        chosen = first_choice(c, code, gold, model, prefer, open_, cost, best)
    for t in range(count):
        if t != chosen and cost[t] == 0:
            cost[t] = NOT_NOW


@lean
def first_choice(c, code, gold, model, prefer, open_, cost, best):
    """Return the first transition, in the order of preference, that costs nothing and is wanted.

    If none is wanted, return any that costs nothing; -1 if there is none.
    """
    left = -1
    for t in prefer.order:
        if cost[t] == 0 and open_[t]:
            if (
                is_wanted(c, prefer, t, gold.order, gold.parts)
                and _on_its_plane(c, code, gold, model, t)
                and (prefer.policies[t, 0] != UNCOVER or _uncovers(c, code, gold, model, t, best))
            ):
                return t
            if left < 0:
                left = t
    return left


@lean
def _on_its_plane(c, code, gold, model, t):
    """Is every arc that the transition adds allowed on the active stack?"""
    if not model.planned:
        return True
    trial = gold.trials[0]
    copy_to(trial, c)
    apply(trial, code, t, 0)
    for arc in range(c[ARCS], trial[ARCS]):
        if not gold.planes[trial[arc_field(trial, DEPENDENT, arc)]] >> active_plane(c, code) & 1:
            return False
    return True


@lean
def _uncovers(c, code, gold, model, t, best):
    """Can an arc be built after repeating the transition for as long as nothing is lost?

    This is the third rule of 2010, section 5.1, where the costs of the rest are known.  Where words
    may have several heads they are not: `graph_loss` and `generic_kernel` ask for a gold arc.
    """
    dropped, trial = gold.trials[3], gold.trials[0]
    copy_to(dropped, c)
    while permitted(dropped, code, t):
        apply(dropped, code, t, 0)
        if value(dropped, code, gold, model, 1) > best:
            return False
        for other in range(code.transitions):
            if permitted(dropped, code, other):
                copy_to(trial, dropped)
                apply(trial, code, other, 0)
                if (
                    trial[ARCS] > dropped[ARCS]
                    and value(trial, code, gold, model, 1) <= best
                    and _on_its_plane(dropped, code, gold, model, other)
                ):
                    return True
    return False


@lean
def use_wholes(pairs, open_, cost):
    """Put off a transition if another one does the same and more, and loses nothing."""
    for at in range(len(pairs)):
        part, whole = pairs[at]
        if open_[whole] and cost[whole] == 0 and cost[part] == 0:
            cost[part] = NOT_NOW


@lean
def put_off(transitions, open_, cost):
    """Put these transitions off if another one loses nothing."""
    others = 0
    for t in range(len(cost)):
        others += open_[t] and cost[t] == 0
    for t in transitions:
        others -= open_[t] and cost[t] == 0
    if others:
        for t in transitions:
            if cost[t] == 0:
                cost[t] = NOT_NOW


@lean
def use_preferred(c, prefer, gold, open_, cost):
    """Keep the first preferred transition that costs nothing and is wanted; was there one?

    If not, put off those that the policy does not want, unless nothing else is left.
    """
    for chosen in prefer.stated:
        right = open_[chosen] and cost[chosen] == 0
        if right and is_wanted(c, prefer, chosen, gold.order, gold.parts):
            for t in range(len(cost)):
                if t != chosen and cost[t] == 0:
                    cost[t] = NOT_NOW
            return True
    put_off(prefer.stated, open_, cost)
    return False
