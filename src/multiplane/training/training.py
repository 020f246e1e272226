"""Training: from a treebank to a parser."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Union

from multiplane.calculus.system import System
from multiplane.compressed import Place
from multiplane.errors import FormatError
from multiplane.parsing.parser import Parser
from multiplane.training.checkpoint import Checkpoint, Progress
from multiplane.training.committee import APART, Committee, added_up
from multiplane.training.corpus import Corpus, read_corpus
from multiplane.training.draft import draft, draft_for_graphs
from multiplane.training.examples import Examples
from multiplane.training.graphs import GraphExamples, score_graphs
from multiplane.training.keywords import takes_options
from multiplane.training.learner import Learner
from multiplane.training.learners import IN_EPOCHS, NEURAL, PERCEPTRON
from multiplane.training.options import FOLLOWED, Options
from multiplane.training.oracle import may_explore
from multiplane.training.readiness import need_torch
from multiplane.training.tuning import Tuning, tuning_of

if TYPE_CHECKING:
    from multiplane.training.neural.learner import NeuralLearner

RANKED = ("las", "uas", "f1", "unlabelled_f1")  # the scores that say which epoch is best

Judge = Callable[[Parser], dict[str, float]]
InEpochs = Union[Learner, "NeuralLearner", Committee[Any]]


@dataclass(frozen=True, slots=True)
class Moment:
    """The progress of training; `scores` are set at the end of an epoch if there is a dev file."""

    epoch: int  # from 1
    epochs: int  # at most
    done: int  # sentences
    sentences: int
    scores: dict[str, float] | None = None
    ended: bool = False


Watch = Callable[[Moment], None]
LeftOut = Callable[[FormatError], None]
Save = Callable[[Parser], object]


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
) -> Parser:
    """Train a parser with these options."""
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
    if options.covered_roots:
        notes["covered_roots"] = options.covered_roots
    if isinstance(examples, Examples) and options.learner not in IN_EPOCHS:
        parser = _at_once(examples, judge, options, notes, watch)
        save(parser)
        return parser
    with tuning_of(options) as tuning:
        corpora = [corpus, test] if test else [corpus]
        learner, given = _learner(examples, options, least, corpora, tuning)
        return _best(learner, judge, options, share, {**notes, **given}, watch, save, tuning)


def _learner(
    examples: Examples | GraphExamples,
    options: Options,
    least: int,
    corpora: Sequence[Corpus],
    tuning: Tuning | None,
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
    need_torch()
    from multiplane.training.neural.finished import check_joined, joined
    from multiplane.training.neural.given import Given
    from multiplane.training.neural.learner import NeuralLearner

    assert options.epochs is not None
    given = Given.read(options, examples.design.encoder, corpora, tuning)
    networks: list[NeuralLearner] = []
    for seed in seeds:
        networks.append(
            NeuralLearner(
                examples,
                options.beam,
                seed,
                options.epochs,
                given,
                static=static,
                device=options.device,
            )
        )
        check_joined(networks[0], len(seeds))
    return (Committee(networks, joined) if len(seeds) > 1 else networks[0]), given.recorded()


def _for_trees(
    system: str | System, corpus: Corpus, test: Corpus | None, options: Options
) -> tuple[Examples, Judge | None]:
    """Return the training examples, and a function that scores parsers on `test`, if given."""
    design, seen = draft(system, corpus, options)
    examples = Examples.of(seen, design, design.labels)
    if test is None:
        return examples, None
    return examples, partial(score, examples=Examples.of(test, design, design.tree_labels))


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


def _best(
    learner: InEpochs,
    judge: Judge | None,
    options: Options,
    exploration: float,
    notes: dict[str, Any],
    watch: Watch,
    save: Save,
    tuning: Tuning | None,
) -> Parser:
    """Train until the scores stop improving or the user presses Ctrl-C."""
    total, epochs = len(learner.examples.batch), options.epochs
    assert epochs is not None
    place = _checkpoint(learner, options, notes)
    progress = place.found(learner) if place else Progress()
    best, history, stopped = progress.best, [*progress.history], False
    if tuning:
        tuning.resume(best)
    try:
        if best:  # there is something to keep already
            watch(Moment(progress.epoch, epochs, total, total, ended=True))
        for epoch in range(progress.epoch + 1, epochs + 1):
            # Mistakes of the first epochs are not worth following.
            for done in learner.epoch(exploration if epoch > learner.gold_epochs else 0.0):
                watch(Moment(epoch, epochs, done, total))
            parser = learner.parser()
            scores = judge(parser) if judge else None
            if scores:
                history.append(scores)
            if best is None or _better(history):
                result = {"best_epoch": epoch, "scores": scores, "history": [*history]}
                best = replace(parser, training={**notes, **result})
            if place:
                place.keep(learner, Progress(epoch, best, tuple(history)))
            if tuning:
                tuning.tidy(best)
            watch(Moment(epoch, epochs, total, total, scores, ended=True))
            waited = epoch - best.training["best_epoch"]
            if judge and waited >= options.patience and learner.may_stop:
                break
    except KeyboardInterrupt:
        if best is None:
            raise
        stopped = True
    assert best is not None
    try:
        best = _with_dials(best, judge, options)
    except KeyboardInterrupt:  # the parser is kept as it is
        stopped = True
    if tuning:
        best = tuning.finished(best)
    save(best)
    if place and not stopped:  # whoever is killed before this goes on from the last epoch
        place.remove()
    return best


def _with_dials(parser: Parser, judge: Judge | None, options: Options) -> Parser:
    """Return a neural parser with the best values of what its search uses and nobody has set."""
    if not judge or options.learner != NEURAL or options.graphs:
        return parser
    from multiplane.training.neural.dials import with_best_dials

    return with_best_dials(parser, judge, options.given)


def _checkpoint(learner: InEpochs, options: Options, notes: dict[str, Any]) -> Checkpoint | None:
    """Return where the state of training is kept, if anywhere."""
    if not options.checkpoint or options.learner != NEURAL:
        return None
    known = {**notes, "design": learner.examples.design.as_dict()}
    return Checkpoint(options.checkpoint, json.loads(json.dumps(known)))


def _better(history: list[dict[str, float]]) -> bool:
    """Is the last epoch better than all before it?  True if there are no scores."""
    ranked = [[s[name] for name in RANKED if name in s] for s in history]
    return not history or ranked[-1] > max(ranked[:-1])


def score(parser: Parser, examples: Examples) -> dict[str, float]:
    """Return the attachment scores of a parser, in percent."""
    heads, labels = parser.search(examples.batch, examples.starts)
    right = heads == examples.heads
    both = right & (labels == examples.labels)
    return {"uas": round(100 * float(right.mean()), 4), "las": round(100 * float(both.mean()), 4)}


def _versions(*names: str) -> dict[str, str]:
    from importlib.metadata import version

    return {name: version(name) for name in names}
