"""Systems in model files: what their definition may hold.

`multiplane.calculus.extent` limits what can be defined at all, and `limits` what the machine can
run; both hold for systems wherever they come from.
"""

from typing import Any

from multiplane.calculus.extent import MOST_NUMBER, MOST_STEPS, MOST_TRANSITIONS
from multiplane.calculus.portable import from_data
from multiplane.calculus.stores import ROOT, WORDS
from multiplane.calculus.system import System
from multiplane.calculus.vocabulary import CONDITIONS, STEPS
from multiplane.machine.limits import MOST_STORES, check
from multiplane.modelfile.fields import Choice, Flag, Number, Text
from multiplane.modelfile.records import Either, Known, Many, Record, Row

NAME = Text(least=1, most=500)
NUMBER = Number(0, MOST_NUMBER)
# A store and a depth, or a store.
PLACE = Known("a place", Either((Row((NAME, NUMBER)), Row((NAME,)))))
CONDITION = Known(
    "a condition", Row((Choice(tuple(CONDITIONS)), Many(PLACE, most=2), Flag(), NUMBER))
)
STEP = Known(
    "a step",
    Row(
        (
            Choice(tuple(STEPS)),
            Many(PLACE, most=MOST_STORES),
            Many(CONDITION, most=MOST_STEPS),
            # Of a family: it is repeated m + this.
            Either((Choice((None,)), Number(-MOST_NUMBER, MOST_NUMBER))),
        )
    ),
)
SYSTEM = Record(
    {
        "name": NAME,
        "stores": Many(
            Row((NAME, Flag(), Many(Choice((ROOT, *WORDS)), most=2))), least=1, most=MOST_STORES
        ),
        "final": Many(Row((NAME, NUMBER)), most=MOST_STORES),
        "transitions": Many(
            Row((NAME, Many(STEP, least=1, most=MOST_STEPS))), least=1, most=MOST_TRANSITIONS
        ),
        "prefer": Many(NAME, most=MOST_TRANSITIONS),
        "short": Many(NAME, most=MOST_TRANSITIONS),
        "source": Text(),
    }
)


def made(data: dict[str, Any]) -> System:
    """Return the system of a definition that `SYSTEM` has taken, if the machine can run it."""
    system = from_data(data)
    check(system)
    return system
