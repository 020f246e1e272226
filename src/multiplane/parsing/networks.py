"""Searches guided by a network: sentences are encoded, searched, completed and labelled."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.features.batch import Batch
from multiplane.guides.neural.network import Network, Part
from multiplane.guides.neural.nodes import head_nodes, word_nodes
from multiplane.guides.task import Task
from multiplane.search.beam import Beam
from multiplane.search.best import Best
from multiplane.search.edges import EdgeTrees
from multiplane.search.repair import Partial, repair
from multiplane.search.rollout import Starts, run
from multiplane.search.told import CLOSED, Told
from multiplane.search.tree import Trees

if TYPE_CHECKING:
    from multiplane.parsing.parser import Parser


def turned(parser: "Parser", **dials: float) -> "Parser":
    """Return a parser with other values of what only its search uses: bias, graph_weight, repair.

    A higher bias takes transitions which leave the first stack more often.
    """
    network = parser.weights
    if not isinstance(network, Network):
        named = ", ".join(f"{name} {value}" for name, value in dials.items())
        raise MultiplaneError(f"{named}; only parsers guided by a network have such a setting")
    recipe = replace(network.recipe, **dials)  # type: ignore[arg-type]
    design = replace(parser.design, network=recipe)
    return replace(parser, design=design, weights=replace(network, recipe=recipe))


@dataclass(frozen=True)
class NetworkSearch:
    """The search of one batch."""

    parser: "Parser"
    network: Network
    batch: Batch
    starts: Starts
    one_root: bool | None  # None: as the design says

    @cached_property
    def task(self) -> Task:
        design = self.parser.design
        scores = np.zeros(design.counts.classes, np.float32)
        one_root = False if self.repairs else self.one_root
        return design.task(self.batch, scores, self.parser.label_weights, one_root=one_root)

    @cached_property
    def repairs(self) -> bool:
        """Do words without a head get their likeliest one?"""
        design, recipe = self.parser.design, self.network.recipe
        return bool(
            recipe.repair and recipe.graph and design.base.directed and design.cycles is None
        )

    @cached_property
    def _pilot(self) -> tuple[Best | Beam, NDArray[np.int64]]:
        return self.parser.pilot(self.task)

    @property
    def times(self) -> NDArray[np.int64]:
        """How often each transition was used, if search is greedy."""
        return self._pilot[1]

    @cached_property
    def _ahead(self) -> NDArray[np.int64]:
        return np.zeros(len(self.batch), np.int64)

    def run(self, part: Part, reader: Any) -> int:
        """Search a part; return how many sentences the reader had room for."""
        scorer = self.network.scorer(part, self.parser.design.system, self._ahead)
        done: int = run(part.numbers, self.starts, self.task, scorer, self._pilot[0], None, reader)
        return done

    def scores_after(self, transitions: Sequence[int]) -> dict[int, float]:
        """Score what may be done in the first sentence after these transitions, by number.

        There is nothing if they are not possible.
        """
        part = next(self.network.parts(self.batch, pretrained=self.parser.design.encoder))
        scorer = self.network.scorer(part, self.parser.design.system, self._ahead)
        scores = np.full(self.task.code.transitions, CLOSED)
        pilot = Told(np.array(transitions, np.int32), np.zeros(1, np.int64), scores)
        run(part.numbers[:1], self.starts, self.task, scorer, pilot, None, None)
        if pilot.done[0] < len(transitions):
            return {}
        return {t: float(scores[t]) for t in np.flatnonzero(scores != CLOSED).tolist()}

    def fill(self, reader: Trees | EdgeTrees) -> None:
        """Search all sentences; complete and label their trees."""
        for part in self.network.parts(self.batch, pretrained=self.parser.design.encoder):
            self.run(part, Partial(reader.heads, reader.labels) if self.repairs else reader)
            begin, end = self.batch.starts[[part.numbers[0], part.numbers[-1] + 1]].tolist()
            heads = reader.heads[begin:end]
            if self.repairs:
                assert part.beliefs is not None
                one_root = self.parser.design.one_root if self.one_root is None else self.one_root
                before = heads.copy()
                repair(heads, part.sentences.words, part.beliefs, one_root)
                self._name(heads, reader.labels[begin:end], heads != before)
            if self.network.recipe.label:
                reader.labels[begin:end] = self.labels(part, heads)

    def _name(
        self, heads: NDArray[np.int32], labels: NDArray[np.int32], changed: NDArray[np.bool_]
    ) -> None:
        """Name the labels of arcs that no transition built, as for other guides."""
        settings = self.task.settings
        named = np.where(heads == 0, settings.root_label, settings.loose_label)
        labels[changed] = named[changed]

    def labels(self, part: Part, heads: NDArray[np.int32]) -> NDArray[np.int32]:
        """Name the labels of a part's arcs."""
        words = part.sentences.words
        unfit, design = None, self.parser.design
        if design.unfit is not None and not design.lowering:  # lowering may change heads
            unfit = design.unfit[(heads == 0).astype(np.int8)]
        ends = head_nodes(words, heads), word_nodes(words)
        return self.network.head.labels(part.vectors, *ends, unfit)
