"""The words that a neural guide looks at by default, derived from a system's rules."""

from multiplane.calculus.system import System
from multiplane.features.atoms import VECTOR
from multiplane.features.templates import roles

BEHIND = 1  # how many words behind those that transitions touch


def vector_features(system: System) -> str:
    """Return a feature model: what transitions touch, what lies behind it, and what it has."""
    touched = {store.name: 0 for store in system.stores}
    for name in system:
        for word in system.rules(name)[0].words:  # of a family, the first member
            touched[word.store.name] = max(touched[word.store.name], word.depth)
    places = [f"{store}[{d}]" for store, most in touched.items() for d in range(most + BEHIND + 1)]
    x, y = (f"{store}[{depth}]" for store, depth in (roles(system)[role] for role in "XY"))
    kin = [f"{x}.head", f"{x}.left1", f"{x}.right1", f"{y}.left1"]
    vectors = [f"{place}.{VECTOR}" for place in (*places, *kin)]
    facts = ["permitted", f"dist({x},{y})", f"linked({x},{y})"]
    if "Z" in roles(system):
        facts += ["switched", "plane"]
    return "\n".join(("# words whose vectors are looked at", *vectors, "# other facts", *facts, ""))
