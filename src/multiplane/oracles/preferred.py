"""Choose among transitions that lose nothing: what a system or the papers prefer.

A system may prefer some transitions, as those with buffer transitions do: if one loses nothing,
only that one is right.  This is the policy of 2012, section 3.1: if a gold arc of length one can be
built by a buffer transition, it is; if not, the original parser's oracle is asked.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.native import lean
from multiplane.oracles.dynamic import FORBIDDEN
from multiplane.oracles.preference import is_wanted

NOT_NOW = FORBIDDEN // 2  # the cost of a transition that loses nothing but is not preferred


@lean
def allow_again(cost):
    """Make the transitions put off with `NOT_NOW` right again."""
    for t in range(len(cost) - 1):
        if cost[t] == NOT_NOW:
            cost[t] = 0


@lean
def keep_first(c, prefer, gold, open_, cost):
    """Of the transitions that cost nothing, keep only the choice of the papers' oracle."""
    found = cost[len(cost) - 1] == 0
    for t in prefer.order:
        if cost[t] == 0 and open_[t]:
            if not found and is_wanted(c, prefer, t, gold.order, gold.parts):
                found = True
            else:
                cost[t] = NOT_NOW
    if not found:
        allow_again(cost)


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
    chosen, put_off = -1, 0
    for t in prefer.stated:
        if chosen < 0 and cost[t] == 0 and open_[t]:
            if is_wanted(c, prefer, t, gold.order, gold.parts):
                chosen = t
            else:
                put_off += 1
    others = 0
    for t in range(len(cost)):
        others += cost[t] == 0 and open_[t]
    if chosen < 0 and others == put_off:
        return False
    for t in range(len(cost)):
        if chosen >= 0 and t != chosen and cost[t] == 0:
            cost[t] = NOT_NOW
    if chosen < 0:
        for t in prefer.stated:
            if cost[t] == 0 and open_[t]:
                cost[t] = NOT_NOW
    return chosen >= 0
