"""The options of training, each defined once: name, kind, default, help, and who uses it.

The command `train`, `mp.train`, experiments, model manifests and the documentation read the fields
of `Options`.  Nothing compiled is imported here, so that `--help` is fast.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from os import PathLike
from typing import Any

from multiplane.errors import UnknownName
from multiplane.nearest import choices
from multiplane.training.kinds import Amount, Choice, Count, File, Folder, Text
from multiplane.training.learners import (
    COSTS,
    IN_EPOCHS,
    LEARNERS,
    LIBLINEAR,
    LIBSVM,
    NEURAL,
    PERCEPTRON,
)
from multiplane.training.option import Option, option
from multiplane.training.scale import (
    CUTOFF,
    FEW,
    FEWEST,
    FEWEST_EACH,
    MANY,
    MOST,
    SMALL,
    WORDS_SEEN,
    epochs_for,
    members_for,
)
from multiplane.training.together import check_together
from multiplane.training.treebank_options import TreebankOptions

FOLLOWED = 0.9  # share of mistakes that training follows, where costs are exact
LARGEST_BIAS = 100
LARGEST_SEED = (1 << 32) - 1  # that all learners take; those of a committee's members follow
EPOCHS = 12  # of perceptrons
# Sections of the help, after those of `TreebankOptions`.
LEARNING, MACHINES, NETWORKS = "Learning", "Support vector machines", "Neural networks"
# The options that a model's manifest records, in this order.
RECORDED = ("learner", "seed", "epochs", "patience", "beam", "oracle")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(TreebankOptions):
    """How to train a parser; invalid values raise an error."""

    learner: str = option(
        PERCEPTRON,
        Choice(LEARNERS),
        LEARNING,
        "perceptron: an averaged perceptron.  liblinear, libsvm: support vector machines, which"
        " learn from a static oracle, without epochs.  neural: a network over vectors of words,"
        " more accurate and slower; training needs torch, parsing does not.",
        with_graphs=False,
    )
    features: str | PathLike[str] | None = option(
        None,
        File(),
        LEARNING,
        "Feature templates to use instead of the default ones, one per line.",
    )
    bits: int = option(
        20,
        Count("bits", 8, 26),
        LEARNING,
        "Size of the table of weights: 2^20 rows for 20 bits.  Fewer bits make smaller models.",
        learners=(PERCEPTRON, LIBLINEAR, LIBSVM),
    )
    beam: int = option(
        1,
        Count("derivations"),
        LEARNING,
        "Number of derivations that beam search keeps.  1: greedy search.  Larger beams are"
        " slower and more accurate.",
        learners=(PERCEPTRON, LIBLINEAR, NEURAL),
        with_graphs=False,
    )
    seed: int = option(
        1,
        Count(least=0, most=LARGEST_SEED),
        LEARNING,
        "Seed of all random choices: the same seed and the same files give the same model, byte"
        " for byte.",
    )
    epochs: int | None = option(
        None,
        Count("epochs"),
        LEARNING,
        f"Maximum number of passes over the training trees.  Default: {EPOCHS}; for networks"
        f" as many as take {WORDS_SEEN / 1e6:.1f} million words, from {FEWEST} to {MOST};"
        " see `members`.",
        learners=IN_EPOCHS,
    )
    patience: int = option(
        3,
        Count("epochs"),
        LEARNING,
        "Stop after this many epochs without a better score on `dev`.",
        learners=(PERCEPTRON,),
    )
    oracle: str = option(
        "dynamic",
        Choice(("dynamic", "static")),
        LEARNING,
        "dynamic: every transition that loses nothing is right, and training may follow"
        " mistakes, to learn what is best after them.  static: only the transition of the"
        " papers' oracle is right, and mistakes are never followed.",
        learners=IN_EPOCHS,
    )
    exploration: float | None = option(
        None,
        Amount("a share", 0, 1),
        LEARNING,
        "How often training follows a mistake, so that the parser learns to recover from it:"
        f" 0 is never, 1 always.  By default {FOLLOWED}, or 0 if the costs of the system's"
        " transitions are only bounds.",
        learners=IN_EPOCHS,
    )
    cutoff: int | None = option(
        None,
        Count("times"),
        LEARNING,
        "Leave out features that the first epoch finds less often than this.  1: use all of"
        f" them.  By default {CUTOFF} for trees, greedy search and fewer than {SMALL:,} words,"
        " else 1.",
        learners=(PERCEPTRON,),
    )
    members: int | None = option(
        None,
        Count("learners"),
        LEARNING,
        "Train this many times, each time on another order of the sentences, and combine the"
        " results into one parser, which is more accurate.  Parsing is just as fast with"
        " perceptrons, but several times slower with networks, whose scores are averaged."
        f"  Default: 1; for networks and trees, without `epochs` and `encoder`, {MANY} below"
        f" {SMALL:,} words and {FEW} otherwise, each with as many epochs as take"
        f" {WORDS_SEEN / 2e6:.1f} million words, from {FEWEST_EACH} to {MOST}.",
        learners=IN_EPOCHS,
    )
    cost: float | None = option(
        None,
        Amount("a cost", above=True),
        MACHINES,
        "Cost of a mistake in training, C.  By default "
        + " and ".join(f"{cost:g} for {learner}" for learner, cost in COSTS.items())
        + ".",
        learners=(LIBLINEAR, LIBSVM),
    )
    split: str = option(
        "Y.upos",
        Text("TEMPLATE"),
        MACHINES,
        "Train separate machines for each value of this feature, for example X.upos.  none: do"
        " not split.",
        learners=(LIBSVM,),
    )
    split_least: int = option(
        1000,
        Count("decisions"),
        MACHINES,
        "Values of `split` with fewer decisions than this share their machines.",
        learners=(LIBSVM,),
    )

    network: str = option(
        "",
        Text("SIZES"),
        NETWORKS,
        "Sizes of a network's parts that differ from the usual ones, for example"
        ' "lstm=200 grams=0".  0 leaves out what vectors of words are made of: form, lemma,'
        " upos, xpos, morph, grams.",
        learners=(NEURAL,),
    )
    bias: float | None = option(
        None,
        Amount("bias", least=-LARGEST_BIAS, most=LARGEST_BIAS),
        NETWORKS,
        "Added to the scores of transitions that leave the first stack, which crossing arcs"
        " need: higher values find more of them.  By default the value from 0 to 2 with the"
        " highest LAS on the development file, or 0 without one.",
        learners=(NEURAL,),
        with_graphs=False,
    )
    device: str = option(
        "cpu",
        Text("DEVICE"),
        NETWORKS,
        "Where torch computes: cpu, cuda, mps.  Networks are small, and parts of training"
        " always use the processor.  Only cpu gives the same model for the same seed.",
        learners=(NEURAL,),
    )
    vectors: str | PathLike[str] | None = option(
        None,
        File(),
        NETWORKS,
        "Word vectors for the network to read, in the text format of word2vec and fastText.",
        learners=(NEURAL,),
    )
    vector_words: int = option(
        50_000,
        Count("words", 0, 1 << 20),
        NETWORKS,
        "How many of the first words of `vectors`, which are usually the most frequent, are"
        " kept in the model, so that parsers know them in new text.  Words of the treebanks are"
        " always kept.",
        learners=(NEURAL,),
    )
    encoder: str | PathLike[str] | None = option(
        None,
        Folder(),
        NETWORKS,
        "Pretrained encoder for the network to read, as transformers saves it, with"
        " tokenizer.json and safetensors.  Parsing needs it, too.",
        learners=(NEURAL,),
    )
    tuned_encoder: str | PathLike[str] | None = option(
        None,
        Folder(),
        NETWORKS,
        "Train `encoder` along with the network, and save it in this new folder, which the model"
        " names.  This is much slower.  By default it stays as it is.",
        learners=(NEURAL,),
    )
    pooling: str = option(
        "mean",
        Choice(("mean", "first")),
        NETWORKS,
        "With `encoder`, how a word is represented: by the mean of its pieces, or by its first.",
        learners=(NEURAL,),
    )

    def __post_init__(self) -> None:
        for each in OPTIONS.values():
            each.check(getattr(self, each.name))
        check_together(self, OPTIONS.values())

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Options":
        """Make options from keywords; the error for an unknown one lists all options."""
        if unknown := [name for name in given if name not in OPTIONS]:
            advice = choices(unknown[0], OPTIONS)
            raise UnknownName(f"training has no option {', '.join(unknown)}; {advice}")
        return cls(**given)

    def for_words(self, words: int) -> "Options":
        """Return these options with the numbers of epochs and members for so many words."""
        if self.learner != NEURAL:
            return replace(self, epochs=self.epochs or EPOCHS, members=self.members or 1)
        if self.members or self.epochs or self.encoder or self.graphs:
            epochs = self.epochs or epochs_for(words)
            return replace(self, epochs=epochs, members=self.members or 1)
        members = members_for(words)
        return replace(self, epochs=epochs_for(words, members), members=members)

    @property
    def penalty(self) -> float:
        """The cost of a mistake for support vector machines."""
        return self.cost or COSTS[self.learner]

    def least(self, words: int) -> int:
        """Return how often a perceptron's features are found at least, with so many words."""
        by_default = words < SMALL and self.beam == 1 and not self.graphs
        return self.cutoff or (CUTOFF if by_default else 1)

    @property
    def given(self) -> set[str]:
        """The settings of a network that are given, and so not chosen on a development file."""
        named = {word.partition("=")[0] for word in self.network.split()}
        return named if self.bias is None else {*named, "bias"}

    def recorded(self) -> dict[str, Any]:
        """Return the options that go into a model's manifest."""
        return {name: getattr(self, name) for name in RECORDED}


OPTIONS = {each.name: Option(each.name, each.default, **each.metadata) for each in fields(Options)}
