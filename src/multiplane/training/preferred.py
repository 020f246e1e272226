"""What is right alone among all that loses nothing: what a system prefers, and what does more.

A system says what it prefers, as buffer transitions: where that loses nothing, only it is right.

So says the policy of 2012, section 3.1: if a gold arc of length one can be built by a buffer
transition, it is; if not, the original parser's oracle is asked.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.native import lean
from multiplane.oracles.preference import wanted


@lean
def use_wholes(pairs, open_, cost, not_now):
    """Leave a transition alone where another one does the same and more, and loses nothing."""
    for at in range(len(pairs)):
        part, whole = pairs[at]
        if open_[whole] and cost[whole] == 0 and cost[part] == 0:
            cost[part] = not_now


@lean
def use_preferred(c, tables, prefer, sentence, open_, cost, not_now):
    """Keep the first preferred transition that costs nothing and is wanted; was there one?

    Where there is none, those that the policy does not want are put off, unless nothing is left.
    """
    policies, buffer, projective, parts, stated = prefer[1:6]
    begin, end = sentence
    count = len(tables[1]) - 1
    chosen, put_off = -1, 0
    for t in stated:
        if chosen < 0 and cost[t] == 0 and open_[t]:
            if wanted(
                c, tables[5], policies[t], buffer[0], projective[begin:end], parts[begin:end]
            ):
                chosen = t
            else:
                put_off += 1
    others = 0
    for t in range(count + 1):
        others += cost[t] == 0 and open_[t]
    if chosen < 0 and others == put_off:
        return False
    for t in range(count + 1):
        if chosen >= 0 and t != chosen and cost[t] == 0:
            cost[t] = not_now
    if chosen < 0:
        for t in stated:
            if cost[t] == 0 and open_[t]:
                cost[t] = not_now
    return chosen >= 0
