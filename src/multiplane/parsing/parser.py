"""A trained parser."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from multiplane import modelfile
from multiplane.conllu import Sentence
from multiplane.errors import MultiplaneError
from multiplane.features.batch import Batch
from multiplane.guides.neural.network import Network
from multiplane.guides.packing import Table
from multiplane.guides.table import Linear
from multiplane.guides.task import Task
from multiplane.guides.votes import Votes
from multiplane.guides.votes_kernel import NO_WEIGHTS, Voting
from multiplane.modelfile.part import Arrays
from multiplane.parsing.design import Design, sums_of
from multiplane.parsing.fingerprint import check_version, fingerprint
from multiplane.parsing.graphs import graphs_of, rewrite_graphs
from multiplane.parsing.networks import NetworkSearch
from multiplane.parsing.rootlabels import amend
from multiplane.parsing.sentences import parsed
from multiplane.parsing.stored import PARSER, WIDEST
from multiplane.search.beam import Beam, make_items
from multiplane.search.best import Best
from multiplane.search.edges import EdgeTrees
from multiplane.search.rollout import Starts, run
from multiplane.search.tree import Trees
from multiplane.treebank.rewrite import rewrite
from multiplane.treebank.scan import Chunk
from multiplane.version import __version__

if TYPE_CHECKING:
    from multiplane.doc import Doc

FORMAT = "multiplane parser 1"
VOTES, NETWORK = "votes ", "network "  # how the names of their arrays begin

HeadsAndLabels = tuple[NDArray[np.int32], NDArray[np.int32]]


@dataclass(frozen=True, eq=False, repr=False)
class Parser:
    """A design and its weights; `beam` is 1 for greedy search, `training` records the training.

    Parsers for graphs, in which words may have several heads, fill in DEPS, not HEAD and DEPREL.

    `mp.load("english.mp").parse(mp.read("text.conllu"))` gives sentences with trees.
    """

    design: Design
    weights: Table | Votes | Network
    label_weights: Table
    beam: int = 1
    training: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_beam(self.beam, self.design)
        if self.beam > 1 and isinstance(self.weights, Votes):
            raise MultiplaneError(f"beam {self.beam}; machines that vote are searched greedily")

    def __repr__(self) -> str:
        search = "greedy" if self.beam == 1 else f"beam {self.beam}"
        return f"<Parser {self.design.base.name}, {search}, {len(self.labels)} labels>"

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of its trees."""
        return self.design.tree_labels

    def search(
        self, batch: Batch, starts: Starts, *, one_root: bool | None = None
    ) -> HeadsAndLabels:
        """Find heads, and labels by number, of all words."""
        design = self.design
        if design.graphs:
            raise MultiplaneError(f"{design.base} gives words several heads: graphs, not trees")
        heads, labels = np.zeros((2, batch.words), np.int32)
        reader: Trees | EdgeTrees = Trees(heads, labels, design.cycles)
        if design.directions:
            reader = EdgeTrees(heads, labels, *design.directions.tables)
        if isinstance(self.weights, Network):
            search = NetworkSearch(self, self.weights, batch, starts, one_root)
            search.fill(reader)
        else:
            self.run(batch, starts, reader, one_root=one_root)
        if design.lowering:
            single = design.one_root if one_root is None else one_root
            design.lowering.lower(
                heads, labels, batch.starts, design.last_resorts if single else None
            )
        if (unfit := design.unfit) is not None:
            amend(heads, labels, unfit, design.last_resorts)
        return heads, labels

    def run(
        self,
        batch: Batch,
        starts: Starts,
        reader: Any,
        *,
        begin: int = 0,
        one_root: bool | None = None,
    ) -> tuple[int, NDArray[np.int64]]:
        """Search sentences from `begin` on; `reader`, of `multiplane.search`, collects the output.

        Returns the first sentence that the reader had no room for, or the number of sentences; and
        how often each transition was used, if search is greedy.
        """
        design, label_weights = self.design, self.label_weights
        if isinstance(self.weights, Network):
            return self._run_network(self.weights, batch, starts, reader, begin, one_root)
        scorer: Linear | Voting
        if isinstance(self.weights, Votes):
            scores, decisions = np.zeros(len(self.weights.prior)), self.weights.most_decisions
            scorer = Voting(
                self.weights.tables, label_weights, NO_WEIGHTS, design.shift, np.zeros(decisions)
            )
        else:
            scores = sums_of(self.weights)
            scorer = Linear(self.weights, label_weights, design.shift)
        task = design.task(batch, scores, label_weights, one_root=one_root)
        pilot, times = self.pilot(task)
        order = np.arange(begin, len(batch))
        return begin + run(order, starts, task, scorer, pilot, None, reader), times

    def _run_network(
        self,
        network: Network,
        batch: Batch,
        starts: Starts,
        reader: Any,
        begin: int,
        one_root: bool | None,
    ) -> tuple[int, NDArray[np.int64]]:
        """Do the same piece by piece, as vectors of all words would take much memory."""
        search = NetworkSearch(self, network, batch, starts, one_root)
        for part in network.parts(batch, begin, self.design.encoder):
            done = search.run(part, reader)
            if done < len(part.numbers):
                return int(part.numbers[0]) + done, search.times
        return len(batch), search.times

    def pilot(self, task: Task) -> tuple[Best | Beam, NDArray[np.int64]]:
        """Return what searches, and where it counts transitions."""
        times = np.zeros(self.design.code.transitions + 1, np.int64)
        return Best(times) if self.beam == 1 else Beam(make_items(self.beam, task.work)), times

    def __call__(self, text: "str | Doc") -> "Doc":
        """Parse tagged CoNLL-U, or parse a document again."""
        from multiplane.doc import Analyser  # slow to import, and rarely needed

        return Analyser(self)(text)

    def with_encoder(self, folder: str | PathLike[str]) -> "Parser":
        """Return the same parser, with its pretrained encoder in another folder."""
        if self.design.encoder is None:
            raise MultiplaneError(f"{folder}: this model was trained without a pretrained encoder")
        encoder = replace(self.design.encoder, folder=fspath(folder))
        return replace(self, design=replace(self.design, encoder=encoder))

    def trees(self, chunk: Chunk, *, one_root: bool | None = None) -> HeadsAndLabels:
        """Parse a chunk; return heads, and labels by number, of all its words."""
        batch = self.design.batch(chunk)
        return self.search(batch, self.design.starts(batch.starts), one_root=one_root)

    def rewritten(self, chunk: Chunk, *, one_root: bool | None = None) -> bytes:
        """Parse a chunk; return its bytes with its trees replaced."""
        if self.design.graphs:
            return rewrite_graphs(chunk, graphs_of(self, chunk, one_root=one_root))
        return rewrite(chunk, *self.trees(chunk, one_root=one_root), self.labels)

    def parse(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """Give each sentence a tree; malformed sentences and those without words stay unchanged."""
        return parsed(self, sentences)

    def as_dict(self) -> dict[str, Any]:
        """Return the parts that are not arrays, as data for a file."""
        return PARSER.content(
            {
                **self.design.as_dict(),
                "program": fingerprint(self.design),
                "beam": self.beam,
                "multiplane": __version__,
                "training": self.training,
            }
        )

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        found = PARSER.packed({"label weights": self.label_weights})
        if isinstance(self.weights, Network):
            return found | _named(NETWORK, self.weights.as_arrays())
        if isinstance(self.weights, Votes):
            return found | _named(VOTES, self.weights.as_arrays())
        return found | PARSER.packed({"weights": self.weights})

    @classmethod
    def from_file(cls, content: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> "Parser":
        """Read what `as_dict` and `as_arrays` wrote, of which nothing is sure."""
        said, stored = PARSER.values(content), Arrays(arrays)
        design = Design.from_dict(content)
        check_version(design, said)
        votes, (shape, label_shape) = stored.under(VOTES), design.shapes
        found = PARSER.unpacked(
            stored,
            table=not (design.network or votes),
            bits=design.bits,
            width=shape[1],
            label_rows=label_shape[0],
            label_width=label_shape[1],
        )
        weights: Table | Votes | Network
        if design.network:
            weights = Network.from_arrays(design.network, stored.under(NETWORK), design.counts)
        elif votes:
            sizes = int(design.program.tables.counts[0]), len(design.classes.tables.transitions)
            weights = Votes.from_arrays(votes, *sizes)
        else:
            weights = found["weights"]
        return cls(design, weights, found["label weights"], said["beam"], said["training"])

    def save(self, path: str | PathLike[str]) -> None:
        """Write the parser to one file; the same parser gives the same bytes."""
        modelfile.save(path, FORMAT, self.as_dict(), self.as_arrays())


def check_beam(beam: int, design: Design) -> None:
    """Raise an error unless a parser of this design can be searched with a beam of this width."""
    if not 1 <= beam <= WIDEST:
        raise MultiplaneError(f"beam {beam}; give 1 (greedy search) to {WIDEST}")
    if beam > 1 and design.families:
        raise MultiplaneError(
            f"beam {beam}; {design.base} has families of transitions, which are searched greedily;"
            " give 1"
        )
    if beam > 1 and design.graphs:
        raise MultiplaneError(f"beam {beam}; graphs are searched greedily; give 1")


def load(path: str | PathLike[str]) -> Parser:
    """Read a parser from a file, without running code from it."""
    content, arrays = modelfile.load(path, FORMAT, "train")
    with modelfile.reading(path):
        return Parser.from_file(content, arrays)


def _named(start: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    return {f"{start}{name}": array for name, array in arrays.items()}
