"""The design of a parser: everything but its weights."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.invariants import analyse
from multiplane.calculus.portable import as_data
from multiplane.calculus.system import System
from multiplane.errors import MultiplaneError
from multiplane.features.attributes import COLUMNS, attribute
from multiplane.features.batch import MOST_MORPHS, Batch, batch
from multiplane.features.program import FeatureProgram, compile_features
from multiplane.features.templates import feature_model
from multiplane.guides.classes import Classes, Pairs, make_classes
from multiplane.guides.families import Families, families
from multiplane.guides.lanes import LANES
from multiplane.guides.neural.advice import GROUPS
from multiplane.guides.neural.pretrained.identity import Identity
from multiplane.guides.neural.recipe import Recipe
from multiplane.guides.neural.spelling import spelling
from multiplane.guides.neural.vocabulary import columns
from multiplane.guides.neural.weights import Counts
from multiplane.guides.task import Looked, Settings, Task, Work
from multiplane.machine.code import Code
from multiplane.machine.explore import ends_are_final
from multiplane.machine.layout import Machine, machine
from multiplane.machine.stored import made
from multiplane.modelfile.records import Record
from multiplane.nearest import choices
from multiplane.parsing.rootlabels import RootLabels
from multiplane.parsing.stored import DESIGN, LEAST_BITS, MOST_BITS, PARSER, ROOTS, check
from multiplane.search.rollout import Starts
from multiplane.systems.root import rooted
from multiplane.transforms.directions import Directions, tells_direction
from multiplane.transforms.marks import told_by
from multiplane.transforms.pseudo_projective import Lowering
from multiplane.treebank.scan import Chunk

LABEL_ROWS = 1 << 14  # of the second table, if there is one
COMMON = 512  # longest sentences, in words, whose start configurations are cached
# What is the same in memory and in files.
AS_IN_FILES = (
    "root", "features", "positional", "bits", "one_root", "root_label", "loose_label",
    "projectivize", "reconstruction", "graphs",
)  # fmt: skip
TOTALS = {np.dtype(np.int8): np.int32, np.dtype(np.float32): np.float32}  # types of sums of weights


def sums_of(weights: NDArray[Any]) -> NDArray[Any]:
    """Make an array for sums of rows of a table of weights."""
    return np.zeros(weights.shape[1], TOTALS[weights.dtype])


@dataclass(frozen=True, eq=False, repr=False)
class Design:
    """A parser's features, its classes, and how its output is turned into trees."""

    base: System  # without an artificial root
    root: str  # the place of the artificial root: none, first, last
    features: str  # the text of the feature model
    empty: frozenset[int]  # columns that training found empty
    positional: bool  # is morphology the characters of XPOS?
    pairs: Pairs  # directions and labels of arcs, from which the classes are made
    bits: int  # 2^bits rows of weights
    one_root: bool
    root_label: str  # of words left without a head
    loose_label: str  # of words attached to the root so that there is only one
    root_labels: RootLabels | None = None  # which labels the root's arcs have, if that is known
    projectivize: str = ""  # how labels encode lifted arcs, if training trees were lifted
    reconstruction: str = "labels"  # how undirected arcs get their directions
    graphs: bool = False  # may words have several heads, written to DEPS?
    parallel: int = 1  # how many arcs, with different labels, may lead from one word to another
    network: Recipe | None = None  # of a neural guide
    encoder: Identity | None = None  # pretrained, that the network reads

    def __post_init__(self) -> None:
        if self.root not in ROOTS:
            raise MultiplaneError(f"unknown root {self.root!r}; {choices(self.root, ROOTS)}")
        if not LEAST_BITS <= self.bits <= MOST_BITS:
            raise MultiplaneError(f"{self.bits} bits; give {LEAST_BITS} to {MOST_BITS}")
        if self.projectivize:
            told_by(self.projectivize)  # raises if there is no such encoding
        tells_direction(self.reconstruction)  # raises if there is no such method
        if bool(self.encoder) != bool(self.network and self.network.encoder):
            raise MultiplaneError("found a pretrained encoder or its size; expected both or none")
        most = len({label for _, label in self.pairs}) if self.graphs else 1
        if not 1 <= self.parallel <= max(most, 1):
            raise MultiplaneError(
                f"{self.parallel} arcs from one word to another; give 1 or, for graphs, up to the"
                f" number of labels, {most}"
            )

    @cached_property
    def system(self) -> System:
        return self.base if self.root == "none" else rooted(self.base, self.root)

    @cached_property
    def program(self) -> FeatureProgram:
        model = feature_model(self.features, self.system).without(self.empty)
        first = map(attribute, columns(self.network) if self.network else ())
        return compile_features(model, self.system, tuple(first))

    @cached_property
    def stops(self) -> bool:
        """Must the guide decide when to stop, because terminal configurations can be continued?"""
        return not ends_are_final(self.system)

    @cached_property
    def cycles(self) -> bool | None:
        """Can the system build cycles?  None if it cannot (see `multiplane.search.tree`)."""
        return None if analyse(self.system).keeps_acyclic else True

    @cached_property
    def classes(self) -> Classes:
        width: int | None = LANES
        if self.network:
            width = 0 if self.network.label else None
        return make_classes(
            self.system, self.pairs, stops=self.stops, width=width, parallel=self.parallel
        )

    @cached_property
    def families(self) -> Families | None:
        """The walk of the families of transitions, if there are any."""
        return families(self.system)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that classes have."""
        return self.classes.labels

    @cached_property
    def directions(self) -> Directions | None:
        """How to turn undirected graphs into trees, if the system is undirected."""
        return None if self.base.directed else Directions.of(self.labels, self.reconstruction)

    @cached_property
    def lowering(self) -> Lowering | None:
        """How to lower lifted arcs, if the training trees were lifted."""
        names = self.directions.names if self.directions else self.labels
        return Lowering.of(names, self.projectivize) if self.projectivize else None

    @property
    def last_resorts(self) -> tuple[int, int]:
        """The root label and the loose label, as numbers in `tree_labels`."""
        root, loose = map(self.labels.index, (self.root_label, self.loose_label))
        if self.directions:
            root, loose = self.directions.rest[[root, loose]].tolist()
        if self.lowering:
            root, loose = self.lowering.told[0][[root, loose]].tolist()
        return root, loose

    @property
    def tree_labels(self) -> tuple[str, ...]:
        """The labels of output trees."""
        last = self.lowering or self.directions
        return last.names if last else self.labels

    @cached_property
    def unfit(self) -> NDArray[np.bool_] | None:
        """Say which of `tree_labels` stand on no arc from a word, and on none from the root."""
        return self.root_labels.unfit(self.tree_labels) if self.root_labels else None

    @cached_property
    def code(self) -> Code:
        """The system's program for the kernels."""
        return machine(self.system, 0, self.parallel).code

    @cached_property
    def most(self) -> int:
        """The maximum number of rows of weights, and of other numbers, for one configuration."""
        crossed = [row[1] < 0 for row in self.program.tables.morphs]
        rows = self.program.size + sum(MOST_MORPHS ** (1 if one else 2) for one in crossed)
        return rows + (GROUPS * len(self.system) if self.network and self.network.graph else 0)

    @property
    def counts(self) -> Counts:
        """What the sizes of a network depend on."""
        return Counts(
            addresses=len(self.program.tables.vectors),
            transitions=len(self.system),
            classes=len(self.classes.tables.transitions),
            labels=len(self.labels),
        )

    @property
    def shapes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The shapes of the two tables of weights."""
        classes = self.classes
        rows = LABEL_ROWS if classes.tables.has_other else 1
        return (1 << self.bits, classes.width), (rows, classes.label_width)

    @property
    def shift(self) -> int:
        """How far to shift a feature's hash to get the number of its row."""
        return 64 - self.bits

    def settings(self, *, one_root: bool | None = None) -> Settings:
        """Return the settings of a search."""
        root, loose = map(self.labels.index, (self.root_label, self.loose_label))
        return Settings(
            stops=self.stops,
            one_root=self.one_root if one_root is None else one_root,
            directed=self.system.directed,
            has_root=self.system.has_root,
            root_label=root,
            loose_label=loose,
        )

    def task(
        self,
        batch: Batch,
        scores: NDArray[Any],
        label_weights: NDArray[Any],
        *,
        one_root: bool | None = None,
    ) -> Task:
        """Prepare a search of a batch; `scores` receives the scores of classes."""
        code, features = self.code, self.program.tables
        work = Work(
            open=np.zeros(code.transitions + 1, np.bool_),
            looked=Looked(
                np.zeros(len(features.addresses), np.int64),
                np.zeros(len(features.atoms), np.uint64),
            ),
            found=np.zeros(self.most, np.int64),
            scores=scores,
            label_scores=sums_of(label_weights),
            folded=np.zeros(self.most, np.int64),
        )
        walk = self.families.walk if self.families else None
        settings = self.settings(one_root=one_root)
        return Task(code, self.classes.tables, features, walk, settings, batch.tables, work)

    def batch(self, chunk: Chunk) -> Batch:
        """Hash the attributes that the features use."""
        hashed = batch(chunk, self.program.attributes, positional=self.positional)
        if self.network is None:
            return hashed
        forms = tuple(chunk.column(COLUMNS["form"])) if self.encoder else ()
        return replace(hashed, spelling=spelling(chunk), forms=forms)

    def starts(self, starts: NDArray[np.int64]) -> Starts:
        """Return start configurations for all lengths of the sentences that begin at `starts`."""
        lengths = sorted(set(np.diff(starts).tolist()))  # np.unique would import numpy.ma
        begins, ends = np.zeros((2, max(lengths, default=0) + 1), np.int64)
        parts, at = [np.zeros(0, np.int32)], 0
        for words in lengths:
            known = words <= COMMON
            block = (machine if known else Machine)(self.system, words, self.parallel).start
            parts.append(block)
            begins[words], ends[words] = at, at + len(block)
            at += len(block)
        return Starts(np.concatenate(parts), begins, ends)

    def as_dict(self) -> dict[str, Any]:
        """Return the design as data for a file; what it has not is left out."""
        maybe = {
            "root_labels": self.root_labels and [*map(list, self.root_labels)],
            "parallel": self.parallel if self.parallel > 1 else None,
            "network": self.network and self.network.as_dict(),
            "encoder": self.encoder and self.encoder.as_dict(),
        }
        return {
            "system": as_data(self.base),
            "empty_columns": sorted(self.empty),
            "labels": [[way, label, count] for (way, label), count in sorted(self.pairs.items())],
            **{name: getattr(self, name) for name in AS_IN_FILES},
            **{name: data for name, data in maybe.items() if data is not None},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Design":
        """Read what `as_dict` wrote, of which nothing is sure."""
        said = Record(DESIGN, PARSER.missing).take(data, "")
        design = cls(
            base=made(said["system"]),
            empty=frozenset(said["empty_columns"]),
            pairs=Counter({(way, name): many for way, name, many in said["labels"]}),
            root_labels=RootLabels(*said["root_labels"]) if said["root_labels"] else None,
            parallel=said["parallel"],
            network=Recipe.from_dict(said["network"]) if said["network"] else None,
            encoder=Identity.from_dict(said["encoder"]) if said["encoder"] else None,
            **{name: said[name] for name in AS_IN_FILES},
        )
        check(design)
        return design
