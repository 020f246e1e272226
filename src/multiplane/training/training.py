"""Training: from a treebank to a parser."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from multiplane.calculus.system import System
from multiplane.compressed import Place
from multiplane.errors import FormatError
from multiplane.parsing.parser import Parser
from multiplane.tagging.tagset import Tag
from multiplane.training.committee import APART, Committee, added_up
from multiplane.training.corpus import Corpus, read_corpus
from multiplane.training.draft import draft, draft_for_graphs
from multiplane.training.epochs import InEpochs, Judge, Moment, Save, Watch, best_of_epochs
from multiplane.training.examples import Examples, score_trees
from multiplane.training.graphs import GraphExamples, score_graphs
from multiplane.training.keywords import takes_options
from multiplane.training.learner import Learner
from multiplane.training.learners import IN_EPOCHS, NEURAL, PERCEPTRON
from multiplane.training.options import FOLLOWED, Options
from multiplane.training.oracle import may_explore
from multiplane.training.readiness import need_torch
from multiplane.training.tuning import Tuning, tuning_of

LeftOut = Callable[[FormatError], None]


@takes_options
def train(
    system: str | System,
    train: Place | Sequence[Place],
    dev: Place | None = None,
    *,
    watch: Watch = lambda _: None,
    left_out: LeftOut = lambda _: None,
    save: Save = lambda _: None,
    **options: Any,
) -> Parser:
    """Train a parser; the same arguments give the same parser.

    With `dev`, the epoch with the best score is kept, and training stops after `patience` epochs
    without improvement.  Ctrl-C stops it after the first epoch or later.  `watch` is called with
    the progress, and with `on_error="skip"`, `left_out` with an error for each sentence skipped.
    `save` is called with the parser before `checkpoint` is removed, so that nothing gets lost.

    For example: `train("arc-eager", "train.conllu", "dev.conllu", root="first", beam=8)`.
    """
    return train_parser(system, train, dev, Options.of(options), watch, left_out, save)


def train_parser(
    system: str | System,
    train: Place | Sequence[Place],
    dev: Place | None,
    options: Options,
    watch: Watch = lambda _: None,
    left_out: LeftOut = lambda _: None,
    save: Save = lambda _: None,
    tags: Sequence[Tag] = (),
) -> Parser:
    """Train a parser with these options.

    `tags` are the right ones of all words, if those in the files are predicted; only networks use
    them.
    """
    places = [train] if not isinstance(train, Sequence) or isinstance(train, str) else list(train)
    corpus = read_corpus(places, form=options.format, on_error=options.on_error)
    options = options.for_words(len(corpus.heads))
    test = None
    if dev is not None:
        test = read_corpus([dev], form=options.format, on_error=options.on_error)
    for error in (*corpus.left_out, *(test.left_out if test else ())):
        left_out(error)
    prepare = _for_graphs if options.graphs else _for_trees
    examples, judge = prepare(system, corpus, test, options)
    share = options.exploration
    if share is None:
        share = FOLLOWED * may_explore(examples.design)
    if options.oracle == "static":
        share = 0.0
    least = options.least(examples.batch.words)
    notes: dict[str, Any] = {
        **options.recorded(),
        "exploration": share if options.beam == 1 or options.learner == NEURAL else 0.0,
        "train": corpus.names,
        "dev": test.names[0] if test else None,
        "versions": _versions("numba", "numpy"),
    }
    if options.learner == PERCEPTRON:
        notes["cutoff"] = least
    if options.learner in IN_EPOCHS:
        notes["members"] = options.members
    if options.learner == NEURAL:
        need_torch()
        notes["versions"] |= _versions("torch")
    if options.covered_roots:
        notes["covered_roots"] = options.covered_roots
    if isinstance(examples, Examples) and options.learner not in IN_EPOCHS:
        parser = _at_once(examples, judge, options, notes, watch)
        save(parser)
        return parser
    with tuning_of(options) as tuning:
        corpora = [corpus, test] if test else [corpus]
        learner, given = _learner(examples, options, least, corpora, tuning, tags)
        return best_of_epochs(
            learner, judge, options, share, {**notes, **given}, watch, save, tuning
        )


def _learner(
    examples: Examples | GraphExamples,
    options: Options,
    least: int,
    corpora: Sequence[Corpus],
    tuning: Tuning | None,
    tags: Sequence[Tag],
) -> tuple[InEpochs, dict[str, Any]]:
    """Return what learns in epochs, and what to record of all that it is given.

    A perceptron learns from features found at least so often.
    """
    static = options.oracle == "static"
    seeds = [options.seed + APART * number for number in range(options.members or 1)]
    if options.learner != NEURAL:
        learners = [
            Learner(examples, options.beam, seed, static=static, cutoff=least) for seed in seeds
        ]
        return (Committee(learners, added_up) if len(seeds) > 1 else learners[0]), {}
    from multiplane.training.neural.finished import check_joined, joined
    from multiplane.training.neural.given import Given
    from multiplane.training.neural.learner import NeuralLearner

    epochs, device = options.epochs, options.device
    assert epochs is not None
    given = Given.read(options, examples.design.encoder, corpora, tuning, tags)

    def network(seed: int) -> NeuralLearner:
        beam = options.beam
        return NeuralLearner(examples, beam, seed, epochs, given, static=static, device=device)

    first = network(seeds[0])
    check_joined(first, len(seeds))  # before the others take time and memory
    notes = {**given.recorded(), "halves": first.model.halves}
    if len(seeds) == 1:
        return first, notes
    return Committee([first, *map(network, seeds[1:])], joined), notes


def _for_trees(
    system: str | System, corpus: Corpus, test: Corpus | None, options: Options
) -> tuple[Examples, Judge | None]:
    """Return the training examples, and a function that scores parsers on `test`, if given."""
    design, seen = draft(system, corpus, options)
    examples = Examples.of(seen, design, design.labels)
    if test is None:
        return examples, None
    return examples, partial(score_trees, examples=Examples.of(test, design, design.tree_labels))


def _for_graphs(
    system: str | System, corpus: Corpus, test: Corpus | None, options: Options
) -> tuple[GraphExamples, Judge | None]:
    """Do the same for graphs."""
    design = draft_for_graphs(system, corpus, options)
    examples = GraphExamples.of(corpus, design)
    if test is None:
        return examples, None
    return examples, partial(score_graphs, examples=GraphExamples.of(test, design))


def _at_once(
    examples: Examples,
    judge: Judge | None,
    options: Options,
    notes: dict[str, Any],
    watch: Watch,
) -> Parser:
    """Train a support vector machine, which takes one epoch."""
    from multiplane.training.svm.learning import learn, recorded  # an optional dependency

    parser, total = learn(examples, options), len(examples.batch)
    scores = judge(parser) if judge else None
    watch(Moment(1, 1, total, total, scores, ended=True))
    fixed = {"epochs": 1, "oracle": "static", "exploration": 0.0, **recorded(options)}
    result = {"best_epoch": 1, "scores": scores, "history": [scores] if scores else []}
    versions = notes["versions"] | _versions("scikit-learn", "scipy")
    return replace(parser, training={**notes, **fixed, **result, "versions": versions})


def _versions(*names: str) -> dict[str, str]:
    from importlib.metadata import version

    return {name: version(name) for name in names}


__all__ = ["LeftOut", "Moment", "Watch", "train", "train_parser"]
