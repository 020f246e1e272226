"""Attardi's system with transitions of any degree, run by its oracle (2011, section 2.2).

0 lies at the bottom of the stack.  If an arc joins the top of the stack and the word d below it,
and the dependent has all its dependents already, a transition of degree d builds the arc and
takes the dependent out; the smallest d first.  If there is none, the next word is shifted.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.native import lean


@lean
def run_attardi(head, n, stack, waits, ready, degree):
    """Note for each word the degree of the transition that builds its arc, 0 if none does.

    `waits` counts the dependents that a word still lacks, `ready` those of them that lack none.
    """
    for d in range(n + 1):
        waits[d] = ready[d] = 0
    for d in range(1, n + 1):
        waits[head[d]] += 1
        degree[d] = 0
    stack[0] = 0
    top = 0
    for p in range(1, n + 1):
        top += 1
        stack[top] = p
        if waits[p] == 0:
            ready[head[p]] += 1
        while top:
            node = stack[top]
            done = waits[node] == 0
            if head[node] > p if done else ready[node] == 0:
                break
            at = top - 1
            if done:
                while stack[at] != head[node]:
                    at -= 1
                d = node
            else:
                while head[stack[at]] != node or waits[stack[at]]:
                    at -= 1
                d = stack[at]
            degree[d] = top - at
            h = head[d]
            waits[h] -= 1
            ready[h] -= 1
            if h and waits[h] == 0:
                ready[head[h]] += 1
            if not done:
                for k in range(at, top):
                    stack[k] = stack[k + 1]
            top -= 1
