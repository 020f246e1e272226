"""What the compiled machine can run: one rule for every caller.

The machine gives each store room for every word once, and never checks for overflow.  So it refuses
a system, with a reason, unless no word can ever be in one store twice.
"""

from multiplane.calculus.copies import copies
from multiplane.calculus.stores import Store
from multiplane.calculus.system import System
from multiplane.errors import DefinitionError
from multiplane.remembered import by_system

MOST_STORES = 10


def check(system: System) -> None:
    """Raise a DefinitionError if the machine cannot run a system."""
    reason = refusal(system)
    if reason is not None:
        raise DefinitionError(f"{system}: {reason}")


@by_system
def refusal(system: System) -> str | None:
    """Return why the machine cannot run a system, or None if it can."""
    if len(system.stores) > MOST_STORES:
        return f"it has more than {MOST_STORES} stores"
    for name, transition in system.transitions:
        for step in transition.steps:
            ends = {place.open_on_left for place in step.places if isinstance(place, Store)}
            if step.kind == "rotate" and len(ends) > 1:
                return (
                    f"{name} rotates {', '.join(map(str, step.places))}, which are open on"
                    " different sides; rotate stores that are open on the same side"
                )
    return copies(system).overfull
