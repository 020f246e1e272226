"""The losses of members of families of transitions, wherever they act."""

# mypy: disable-error-code="no-untyped-def"

from multiplane.machine.kernel import apply, copy_to
from multiplane.machine.walk import BACK, go
from multiplane.native import lean
from multiplane.oracles.dynamic import FORBIDDEN, value
from multiplane.oracles.loss import errors


@lean
def member_losses(oracle, gold, c, code, walk, passed, open_, out):
    """Fill in the loss after each open transition, `passed` steps of a walk away, and of stopping.

    Returns the least.
    """
    best = FORBIDDEN
    for t in range(code.transitions):
        out[t] = FORBIDDEN
        if open_[t]:
            trial = gold.trials[0]
            copy_to(trial, c)
            apply(trial, code, t, 0)
            go(trial, code, walk, BACK, passed)
            out[t] = value(trial, code, gold, oracle.model, 1)
            best = min(best, out[t])
    out[code.transitions] = FORBIDDEN
    if open_[code.transitions]:
        out[code.transitions] = errors(c, gold, oracle.model)
        best = min(best, out[code.transitions])
    return best
