"""The design of a parser: all that it is but its weights, which training finds."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.portable import as_data, from_data
from multiplane.calculus.system import System
from multiplane.errors import MultiplaneError
from multiplane.features.batch import MOST_MORPHS, Batch, batch
from multiplane.features.program import FeatureProgram, compile_features
from multiplane.features.templates import feature_model
from multiplane.guides.classes import Classes, Pairs, make_classes
from multiplane.guides.families import Families, families
from multiplane.guides.votes import Votes
from multiplane.machine.explore import ends_are_final
from multiplane.machine.layout import Machine, machine
from multiplane.search.room import Room, make_room
from multiplane.systems.root import PLACES, rooted
from multiplane.transforms.directions import Directions, tells_direction
from multiplane.transforms.marks import told_by
from multiplane.transforms.pseudo_projective import Lowering
from multiplane.treebank.scan import Chunk

ROOTS = ("none", *PLACES)
LABEL_ROWS = 1 << 14  # of the second table, where there is one
COMMON = 512  # words of sentences whose start configurations are kept
LEAST_BITS, MOST_BITS = 8, 26

Blocks = tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class Design:
    """What a parser looks at, what it chooses from, and how trees are made of what it builds."""

    base: System  # without an artificial root
    root: str  # where that stands: none, first, last
    features: str  # the text of the feature model
    empty: frozenset[int]  # columns that training found empty
    positional: bool  # is morphology the characters of XPOS?
    pairs: Pairs  # directions and labels of arcs, from which the classes are made
    bits: int  # 2^bits rows of weights
    one_root: bool
    root_label: str  # of words that are left without a head
    loose_label: str  # of those that get the root as their head, so that there is only one
    projectivize: str = ""  # how labels say what was lifted, where training trees were
    reconstruction: str = "labels"  # how trees are made of graphs without directions
    graphs: bool = False  # may words have several heads, which go to DEPS?

    def __post_init__(self) -> None:
        if self.root not in ROOTS:
            raise MultiplaneError(f"root {self.root!r}; there are {', '.join(ROOTS)}")
        if not LEAST_BITS <= self.bits <= MOST_BITS:
            raise MultiplaneError(f"{self.bits} bits; give {LEAST_BITS} to {MOST_BITS}")
        if self.projectivize:
            told_by(self.projectivize)  # or there is no such encoding
        tells_direction(self.reconstruction)  # or there is no such method

    @cached_property
    def system(self) -> System:
        return self.base if self.root == "none" else rooted(self.base, self.root)

    @cached_property
    def program(self) -> FeatureProgram:
        model = feature_model(self.features, self.system).without(self.empty)
        return compile_features(model, self.system)

    @cached_property
    def stops(self) -> bool:
        """Must the guide say when to stop, because derivations may go on after an end?"""
        return not ends_are_final(self.system)

    @cached_property
    def classes(self) -> Classes:
        return make_classes(self.system, self.pairs, stops=self.stops)

    @cached_property
    def families(self) -> Families | None:
        """How families of transitions are walked, where there are any."""
        return families(self.system)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that classes have."""
        return self.classes.labels

    @cached_property
    def directions(self) -> Directions | None:
        """The way from graphs to trees, where the system builds arcs without a direction."""
        return None if self.base.directed else Directions.of(self.labels, self.reconstruction)

    @cached_property
    def lowering(self) -> Lowering | None:
        """The way back from projective trees, where the parser learnt from such."""
        names = self.directions.names if self.directions else self.labels
        return Lowering.of(names, self.projectivize) if self.projectivize else None

    @property
    def one_root_labels(self) -> tuple[int, int]:
        """The labels of roots and of what cannot be one, by their numbers in `tree_labels`."""
        root, loose = map(self.labels.index, (self.root_label, self.loose_label))
        if self.directions:
            root, loose = self.directions.rest[[root, loose]].tolist()
        if self.lowering:
            root, loose = self.lowering.told[0][[root, loose]].tolist()
        return root, loose

    @property
    def tree_labels(self) -> tuple[str, ...]:
        """The labels of the trees that come out."""
        last = self.lowering or self.directions
        return last.names if last else self.labels

    @cached_property
    def machine(self) -> Any:
        """What the kernels take for the system."""
        return machine(self.system, 0).tables

    @cached_property
    def most(self) -> int:
        """How many rows of weights one configuration needs at most."""
        program = self.program
        crossed = sum(MOST_MORPHS if row[1] < 0 else MOST_MORPHS**2 for row in program.morphs)
        return program.size + crossed

    def room(self, weights: NDArray[Any] | Votes, label_weights: NDArray[Any]) -> Room:
        """Make arrays for a search with these weights; machines that vote have scores elsewhere."""
        table = label_weights if isinstance(weights, Votes) else weights
        return make_room(self.machine, self.program.tables, (table, label_weights), self.most)

    @property
    def shapes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The shapes of the two tables of weights."""
        classes = self.classes
        rows = LABEL_ROWS if classes.has_other else 1
        return (1 << self.bits, classes.width), (rows, classes.label_width)

    def options(self, *, one_root: bool | None = None) -> NDArray[np.int64]:
        """Return the settings of a search, in the order of `multiplane.search.state`."""
        single = self.one_root if one_root is None else one_root
        root, loose = map(self.labels.index, (self.root_label, self.loose_label))
        shift, system = 64 - self.bits, self.system
        settings = [self.stops, single, system.directed, shift, root, loose, system.has_root]
        return np.array(settings, np.int64)

    def batch(self, chunk: Chunk) -> Batch:
        """Hash what the features look at."""
        return batch(chunk, self.program.attributes, positional=self.positional)

    def blocks(self, starts: NDArray[np.int64]) -> Blocks:
        """Return start configurations of all lengths in one array, and where each lies."""
        lengths = sorted(set(np.diff(starts).tolist()))  # np.unique would import numpy.ma
        begins, ends = np.zeros((2, max(lengths, default=0) + 1), np.int64)
        parts, at = [np.zeros(0, np.int32)], 0
        for words in lengths:
            known = words <= COMMON
            block = (machine if known else Machine)(self.system, words).start
            parts.append(block)
            begins[words], ends[words] = at, at + len(block)
            at += len(block)
        return np.concatenate(parts), begins, ends

    def as_dict(self) -> dict[str, Any]:
        """Write it down for a file."""
        return {
            "system": as_data(self.base),
            "root": self.root,
            "features": self.features,
            "empty_columns": sorted(self.empty),
            "positional": self.positional,
            "labels": [[way, label, count] for (way, label), count in sorted(self.pairs.items())],
            "bits": self.bits,
            "one_root": self.one_root,
            "root_label": self.root_label,
            "loose_label": self.loose_label,
            "projectivize": self.projectivize,
            "reconstruction": self.reconstruction,
            "graphs": self.graphs,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Design":
        """Read what `as_dict` wrote."""
        return cls(
            base=from_data(data["system"]),
            root=data["root"],
            features=str(data["features"]),
            empty=frozenset(map(int, data["empty_columns"])),
            positional=bool(data["positional"]),
            pairs=Counter({(int(way), str(name)): int(many) for way, name, many in data["labels"]}),
            bits=int(data["bits"]),
            one_root=bool(data["one_root"]),
            root_label=str(data["root_label"]),
            loose_label=str(data["loose_label"]),
            projectivize=str(data.get("projectivize", "")),  # older files have none of these
            reconstruction=str(data.get("reconstruction", "labels")),
            graphs=bool(data.get("graphs")),
        )
