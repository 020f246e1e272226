"""The options of training, each defined once: name, kind, default, help, and who uses it.

The command `train`, `mp.train`, experiments, model manifests and the documentation read the fields
of `Options`.  Nothing compiled is imported here, so that `--help` is fast.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from os import PathLike
from typing import Any

from multiplane.conllu import FORMATS
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.systems.buffer import POLICIES
from multiplane.systems.root import PLACES
from multiplane.training.kinds import Amount, Choice, Count, File, Flag, Text
from multiplane.training.option import Option, about
from multiplane.transforms.marks import COVERED_ROOTS, ENCODINGS

PERCEPTRON, LIBLINEAR, LIBSVM, NEURAL = LEARNERS = (
    "perceptron",
    "liblinear",
    "libsvm",
    "neural",
)
IN_EPOCHS = (PERCEPTRON, NEURAL)
COSTS = {LIBLINEAR: 0.1, LIBSVM: 1.0}  # C, as in MaltParser
FOLLOWED = 0.9  # share of mistakes that training follows, where costs are exact
SMALL, CUTOFF = 50_000, 5  # words of a small treebank, and how often its features are found
# Sections of the help.
FILES, TREES, LEARNING, MACHINES = "Files", "Trees", "Learning", "Support vector machines"
NETWORKS = "Neural networks"
# The options that a model's manifest records, in this order.
RECORDED = ("learner", "seed", "epochs", "patience", "beam", "oracle")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to train a parser; invalid values raise an error."""

    format: str | None = field(
        default=None,
        metadata=about(Choice(tuple(FORMATS)), FILES, "Format of the files.  Detected by default."),
    )
    on_error: str = field(
        default="stop",
        metadata=about(
            Choice(("stop", "skip")),
            FILES,
            "What to do with a sentence that is malformed or not a tree: stop, or skip it.",
        ),
    )
    checkpoint: str | PathLike[str] | None = field(
        default=None,
        metadata=about(
            File(),
            FILES,
            "Keep the state of training in this file after each epoch.  If the file is there"
            " already, training goes on from it, for example after a power cut.  It is removed at"
            " the end.",
            learners=(NEURAL,),
        ),
    )
    root: str = field(
        default="none",
        metadata=about(
            Choice(("none", *PLACES)),
            TREES,
            "Where the artificial root stands: before the words (first), after them (last), or"
            " nowhere (none).  none: words left without a head become roots.",
        ),
    )
    multiple_roots: bool | None = field(
        default=None,
        metadata=about(
            Flag(opposite="one_root"),
            TREES,
            "Allow several roots in a sentence, or enforce a single one.  By default several are"
            " allowed if the treebank often has them.",
        ),
    )
    projectivize: str | None = field(
        default=None,
        metadata=about(
            Choice(tuple(ENCODINGS)),
            TREES,
            "Pseudo-projective parsing: lift arcs of the training trees until they are projective,"
            " and lower them again in the parser's output.  Labels encode the label of the"
            " syntactic head (head), the path to it (path), or both.",
            with_graphs=False,
        ),
    )
    covered_roots: str | None = field(
        default=None,
        metadata=about(
            Choice(COVERED_ROOTS),
            TREES,
            "With `projectivize`, what to do with arcs that cover a root.  lift: lift them, the"
            " default.  ignore: leave them, for planar systems.  left, right, head: attach the root"
            " to that end of the arc.",
            with_graphs=False,
        ),
    )
    reconstruction: str | None = field(
        default=None,
        metadata=about(
            Choice(("naive", "trusting", "labels")),
            TREES,
            "For undirected systems: how arcs get their directions.  naive: from the root's arcs,"
            " so `root` is first or last.  trusting: from these, or from labels where there are"
            " none.  labels: from labels alone, the default.",
            with_graphs=False,
        ),
    )
    buffer_arcs: str | None = field(
        default=None,
        metadata=about(
            Choice(POLICIES),
            TREES,
            "For systems with buffer transitions: when to use them.  short: at once for arcs of"
            " length one and never for longer ones, the default.  any: at once for arcs of any"
            " length.  free: like other transitions.",
            with_graphs=False,
        ),
    )
    graphs: bool = field(
        default=False,
        metadata=about(
            Flag(),
            TREES,
            "Learn graphs from DEPS instead of trees, with a system that may give words several"
            " heads.",
        ),
    )
    learner: str = field(
        default=PERCEPTRON,
        metadata=about(
            Choice(LEARNERS),
            LEARNING,
            "perceptron: an averaged perceptron.  liblinear, libsvm: support vector machines, which"
            " learn from a static oracle, without epochs.  neural: a network over vectors of words,"
            " more accurate and slower; training needs torch, parsing does not.",
            with_graphs=False,
        ),
    )
    features: str | PathLike[str] | None = field(
        default=None,
        metadata=about(
            File(), LEARNING, "Feature templates to use instead of the default ones, one per line."
        ),
    )
    bits: int = field(
        default=20,
        metadata=about(
            Count("bits", 8, 26),
            LEARNING,
            "Size of the table of weights: 2^20 rows for 20 bits.  Fewer bits make smaller models.",
        ),
    )
    beam: int = field(
        default=1,
        metadata=about(
            Count("derivations"),
            LEARNING,
            "Number of derivations that beam search keeps.  1: greedy search.  Larger beams are"
            " slower and more accurate.",
            learners=(PERCEPTRON, LIBLINEAR, NEURAL),
            with_graphs=False,
        ),
    )
    seed: int = field(
        default=1,
        metadata=about(
            Count(least=0),
            LEARNING,
            "Seed of all random choices: the same seed and the same files give the same model, byte"
            " for byte.",
        ),
    )
    epochs: int = field(
        default=12,
        metadata=about(
            Count("epochs"),
            LEARNING,
            "Maximum number of passes over the training trees.",
            learners=IN_EPOCHS,
        ),
    )
    patience: int = field(
        default=3,
        metadata=about(
            Count("epochs"),
            LEARNING,
            "Stop after this many epochs without a better score on `dev`.",
            learners=(PERCEPTRON,),
        ),
    )
    oracle: str = field(
        default="dynamic",
        metadata=about(
            Choice(("dynamic", "static")),
            LEARNING,
            "dynamic: training may follow mistakes, and learns what is best after them.  static:"
            " training never follows mistakes.",
            learners=IN_EPOCHS,
        ),
    )
    exploration: float | None = field(
        default=None,
        metadata=about(
            Amount("a share", 0, 1),
            LEARNING,
            "How often training follows a mistake, so that the parser learns to recover from it:"
            f" 0 is never, 1 always.  By default {FOLLOWED}, or 0 if the costs of the system's"
            " transitions are only bounds.",
            learners=IN_EPOCHS,
        ),
    )
    cutoff: int | None = field(
        default=None,
        metadata=about(
            Count("times"),
            LEARNING,
            "Leave out features that the first epoch finds less often than this.  1: use all of"
            f" them.  By default {CUTOFF} for trees, greedy search and fewer than {SMALL:,} words,"
            " else 1.",
            learners=(PERCEPTRON,),
        ),
    )
    members: int = field(
        default=1,
        metadata=about(
            Count("learners"),
            LEARNING,
            "Train this many times, each time on another order of the sentences, and add up the"
            " weights: more accurate, and parsing is just as fast.",
            learners=(PERCEPTRON,),
        ),
    )
    cost: float | None = field(
        default=None,
        metadata=about(
            Amount("a cost", above=True),
            MACHINES,
            "Cost of a mistake in training, C.  By default "
            + " and ".join(f"{cost:g} for {learner}" for learner, cost in COSTS.items())
            + ".",
            learners=(LIBLINEAR, LIBSVM),
        ),
    )
    split: str = field(
        default="Y.upos",
        metadata=about(
            Text("TEMPLATE"),
            MACHINES,
            "Train separate machines for each value of this feature, for example X.upos.  none: do"
            " not split.",
            learners=(LIBSVM,),
        ),
    )
    split_least: int = field(
        default=1000,
        metadata=about(
            Count("decisions"),
            MACHINES,
            "Values of `split` with fewer decisions than this share their machines.",
            learners=(LIBSVM,),
        ),
    )

    network: str = field(
        default="",
        metadata=about(
            Text("SIZES"),
            NETWORKS,
            "Sizes of a network's parts that differ from the usual ones, for example"
            ' "lstm=200 grams=0".  0 leaves out what vectors of words are made of: form, lemma,'
            " upos, xpos, morph, grams.",
            learners=(NEURAL,),
        ),
    )

    def __post_init__(self) -> None:
        for option in OPTIONS.values():
            option.check(getattr(self, option.name))
        self._check_together()

    def _check_together(self) -> None:
        """Raise an error if options contradict each other."""
        apart = [option for option in OPTIONS.values() if not option.with_graphs]
        given = [option.name for option in apart if option.is_given(getattr(self, option.name))]
        if self.graphs and given and (given != ["learner"] or self.learner not in IN_EPOCHS):
            *names, last = (option.name for option in apart)
            raise MultiplaneError(
                f"graphs are learnt as they are, by {' or '.join(IN_EPOCHS)}, and searched"
                f" greedily; give no {', '.join(names)} or {last}"
            )
        if self.covered_roots and not self.projectivize:
            raise MultiplaneError(
                f"covered_roots {self.covered_roots!r}, but trees are not made projective;"
                " give projectivize"
            )
        if self.reconstruction == "naive" and self.root == "none":  # 2012, section 4.1
            raise MultiplaneError(
                "reconstruction 'naive' takes directions from the root's arcs, and root 'none' has"
                " none; give root first or last, or another reconstruction"
            )
        if self.beam > 1 and self.learner == LIBSVM:
            raise MultiplaneError(f"beam {self.beam}; machines that vote are searched greedily")

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Options":
        """Make options from keywords; the error for an unknown one lists all options."""
        if unknown := [name for name in given if name not in OPTIONS]:
            known = ", ".join(OPTIONS)
            raise UnknownName(f"training has no option {', '.join(unknown)}; choose from {known}")
        return cls(**given)

    @property
    def penalty(self) -> float:
        """The cost of a mistake for support vector machines."""
        return self.cost or COSTS[self.learner]

    def least(self, words: int) -> int:
        """Return how often a perceptron's features are found at least, with so many words."""
        by_default = words < SMALL and self.beam == 1 and not self.graphs
        return self.cutoff or (CUTOFF if by_default else 1)

    def recorded(self) -> dict[str, Any]:
        """Return the options that go into a model's manifest."""
        return {name: getattr(self, name) for name in RECORDED}


OPTIONS = {each.name: Option(each.name, each.default, **each.metadata) for each in fields(Options)}
