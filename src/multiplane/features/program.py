"""A feature model as integers, for the compiled extractor."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.system import System
from multiplane.features.atoms import (
    GLOBAL,
    MORPH,
    PAIRS,
    RELATIONS,
    STATE,
    UNDIRECTED,
    VECTOR,
    Atom,
    Path,
)
from multiplane.features.attributes import Attribute
from multiplane.features.templates import MOST_ATOMS, MOST_CROSSED, FeatureModel

# Codes of the functions of atoms.
CODES = {name: code for code, name in enumerate(("word", *STATE, *PAIRS, *GLOBAL))}
PLACE = len(RELATIONS)  # marks an address that is a place; others have the number of their relation
KINDS = {name: kind for kind, name in enumerate((*RELATIONS, "", *UNDIRECTED))}


class FeatureTables(NamedTuple):
    """A feature model as kernels take it."""

    addresses: NDArray[np.int32]  # [_, 3]: PLACE, store, depth; or relation, where from, 0
    atoms: NDArray[np.int32]  # [_, 3]: code, address, and attribute or second address
    plain: NDArray[np.int32]  # [_, 4]: atoms, or -1
    counts: NDArray[np.int32]  # how many of `plain` have 1, 2, 3 and 4 atoms, in this order
    # [_, 4]: two addresses (or -1) whose morphological features are crossed, two atoms (or -1)
    morphs: NDArray[np.int32]
    vectors: NDArray[np.int32]  # addresses of the words whose vectors a neural guide looks at


@dataclass(frozen=True, slots=True, eq=False)
class FeatureProgram:
    """A feature model, compiled for one system."""

    attributes: tuple[Attribute, ...]
    tables: FeatureTables

    @property
    def size(self) -> int:
        """The number of templates."""
        return sum(map(len, (self.tables.plain, self.tables.morphs, self.tables.vectors)))


def compile_features(
    model: FeatureModel, system: System, first: Sequence[Attribute] = ()
) -> FeatureProgram:
    """Translate a feature model; attributes are numbered after those of `first`."""
    stores = {store.name: number for number, store in enumerate(system.stores)}
    addresses: dict[tuple[int, int, int], int] = {}
    attributes = {each: number for number, each in enumerate(first)}
    atoms: dict[tuple[int, int, int], int] = {}

    def address(path: Path) -> int:
        here = addresses.setdefault((PLACE, stores[path.store], path.depth), len(addresses))
        for relation in path.relations:
            row = (KINDS[relation], here, 0)
            here = addresses.setdefault(row, len(addresses))
        return here

    def number(a: Atom) -> int:
        if a.attribute is not None:
            which = attributes.setdefault(a.attribute, len(attributes))
            row = (CODES["word"], address(a.paths[0]), which)
        else:
            one, other, *_ = [*(address(p) for p in a.paths), 0, 0]
            row = (CODES[a.asks], one, other)
        return atoms.setdefault(row, len(atoms))

    plain: list[list[int]] = []
    morphs: list[list[int]] = []
    vectors: list[int] = []
    for template in model.templates:
        if template[0].asks == VECTOR:
            vectors.append(address(template[0].paths[0]))
            continue
        crossed = [address(a.paths[0]) for a in template if a.asks == MORPH]
        rest = [number(a) for a in template if a.asks != MORPH]
        if crossed:
            morphs.append([*_padded(crossed, MOST_CROSSED), *_padded(rest, MOST_CROSSED)])
        else:
            plain.append(rest)
    plain.sort(key=len)
    counts = [sum(len(row) == size for row in plain) for size in range(1, MOST_ATOMS + 1)]
    if not addresses:  # kernels look up a word for every atom, even if it uses none
        addresses[PLACE, 0, 0] = 0
    tables = FeatureTables(
        _table(addresses, 3),
        _table(atoms, 3),
        _table((_padded(row, MOST_ATOMS) for row in plain), MOST_ATOMS),
        np.array(counts, np.int32),
        _table(morphs, 2 * MOST_CROSSED),
        np.array(vectors, np.int32),
    )
    return FeatureProgram(tuple(attributes), tables)


def _padded(row: list[int], width: int) -> list[int]:
    return [*row, *[-1] * (width - len(row))]


def _table(rows: Iterable[Sequence[int]], width: int) -> NDArray[np.int32]:
    return np.array(list(rows), np.int32).reshape(-1, width)
