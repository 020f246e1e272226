"""The catalogue: every system of the papers by the name that a user types."""

import re
from collections.abc import Callable, Iterator, Mapping

from multiplane.calculus import System
from multiplane.calculus.extent import MOST_NUMBER
from multiplane.errors import DefinitionError, UnknownName
from multiplane.nearest import did_you_mean
from multiplane.systems.attardi import attardi, attardi_original
from multiplane.systems.buffer import BUFFER_TRANSITIONS, buffer_transitions
from multiplane.systems.covington import COVINGTON
from multiplane.systems.dag import DAG_ARC_EAGER, DAG_ARC_STANDARD
from multiplane.systems.own import OWN, load
from multiplane.systems.planar import (
    CONSTRAINTS,
    PLANAR,
    TWO_PLANAR_EAGER,
    constrained,
    k_planar,
)
from multiplane.systems.projective import (
    ARC_EAGER,
    ARC_HYBRID,
    ARC_STANDARD,
    ARC_STANDARD_STACK,
    EASY_FIRST,
)
from multiplane.systems.root import rooted
from multiplane.systems.side import SIDE_STACK
from multiplane.systems.swap import SWAP
from multiplane.systems.undirected import undirected

FIXED = {
    system.name: system
    for system in (
        ARC_STANDARD,
        ARC_STANDARD_STACK,
        ARC_EAGER,
        ARC_HYBRID,
        EASY_FIRST,
        DAG_ARC_STANDARD,
        DAG_ARC_EAGER,
        PLANAR,
        SWAP,
        COVINGTON,
        TWO_PLANAR_EAGER,
        SIDE_STACK,
    )
}
FAMILIES: dict[str, Callable[[int], System]] = {
    r"(\d+)-planar": k_planar,
    r"attardi-(\d+)": attardi,
    r"attardi-original-(\d+)": attardi_original,
}
EXAMPLES = {  # of families, by their names with a letter for the number
    "k-planar": "2-planar",
    "attardi-d": "attardi-2",
    "attardi-original-d": "attardi-original-2",
}
LISTED = (
    *list(FIXED)[:8],
    "planar[single-head,acyclic]",
    "planar[single-head,acyclic,no-covered-roots]",
    "2-planar",
    "2-planar[single-head,acyclic]",
    "2-planar-eager",
    "side-stack",
    "3-planar",
    "attardi-2",
    "attardi-3",
    "attardi-original-2",
    "swap",
    "covington",
    "undirected-planar",
    "undirected-2-planar",
    "undirected-covington",
    "arc-eager+lba",
    "arc-eager+rba",
    "arc-eager+lnba",
    "arc-eager+rnba",
)

COMPARED = (  # single-headed systems, from the narrowest class of trees to the widest
    "arc-eager",
    "planar[single-head,acyclic]",
    "2-planar[single-head,acyclic]",
    "3-planar[single-head,acyclic]",
    "attardi-2",
    "attardi-3",
    "arc-eager+lnba",
    "arc-eager+rnba",
    "swap",
    "covington",
)

# One for each kind of oracle: projective, with several stacks, reordering, several heads.
ONE_OF_EACH_KIND = ("arc-eager", "2-planar[single-head,acyclic]", "swap", "dag-arc-eager")


class Catalogue(Mapping[str, System]):
    """Systems by name, with modifiers: `systems["2-planar[single-head,acyclic]+lba"]`.

    Iteration lists representatives; any k, degree, constraints and buffer transitions work, and
    so does an artificial root: `systems["arc-eager (root first)"]`.
    """

    def __getitem__(self, name: str) -> System:
        return load(name) if OWN.fullmatch(name) else self.listed(name)

    def listed(self, name: str) -> System:
        """Return a system of the catalogue, without reading or running any file."""
        with_root = re.fullmatch(r"(.+) \(root (\w+)\)", name)
        if with_root:
            return rooted(self.listed(with_root[1]), with_root[2])
        whole = re.fullmatch(r"(undirected-)?([\w-]+)(?:\[([\w,\s-]*)\])?((?:\+\w+)*)", name)
        if whole is None:
            raise UnknownName(f"{name!r} is not the name of a system; {self._advice(name)}")
        prefix, base, constraints, additions = whole.groups()
        wanted = [c.strip() for c in (constraints or "").split(",") if c.strip()]
        if prefix and not wanted and base.endswith("planar"):
            wanted = ["single-head", "acyclic"]  # 2012, Figure 2
        system = constrained(self._base(base), wanted) if wanted else self._base(base)
        if prefix:
            system = undirected(system)
        return buffer_transitions(system, *additions.split("+")[1:]) if additions else system

    def _base(self, name: str) -> System:
        if name in FIXED:
            return FIXED[name]
        for pattern, family in FAMILIES.items():
            member = re.fullmatch(pattern, name)
            if member is not None:
                if len(member[1]) > len(str(MOST_NUMBER)) or int(member[1]) > MOST_NUMBER:
                    raise DefinitionError(
                        f"{name[:40]}: its number is too large; expected up to {MOST_NUMBER}"
                    )
                return family(int(member[1]))
        if name in EXAMPLES:
            raise UnknownName(
                f"{name!r} stands for several systems; give a number for its letter, as in"
                f" {EXAMPLES[name]}"
            )
        raise UnknownName(f"{name!r} is not the name of a system; {self._advice(name)}")

    @staticmethod
    def _advice(name: str) -> str:
        return (
            f"{did_you_mean(name, (*LISTED, *FIXED, *EXAMPLES.values()))}"
            f"choose from {', '.join(FIXED)}, {', '.join(EXAMPLES)} with any number for the"
            f" letter, planar ones with any of [{','.join(CONSTRAINTS)}], undirected-planar, undirected-2-planar,"
            f" undirected-covington, and +{', +'.join(BUFFER_TRANSITIONS)} after a name, with"
            " (root first) or (root last) at the end;"
            " or use path/to/file.py:NAME or path/to/file.txt for your own"
        )

    def __iter__(self) -> Iterator[str]:
        return iter(LISTED)

    def __len__(self) -> int:
        return len(LISTED)

    def __contains__(self, name: object) -> bool:
        try:
            return isinstance(name, str) and bool(self[name])
        except UnknownName:
            return False


systems = Catalogue()
