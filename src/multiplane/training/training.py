"""Training: from a treebank to a parser."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from multiplane.calculus.system import System
from multiplane.compressed import Place
from multiplane.errors import FormatError
from multiplane.parsing.parser import Parser
from multiplane.training.corpus import Corpus, read_corpus
from multiplane.training.draft import draft, draft_for_graphs
from multiplane.training.examples import Examples
from multiplane.training.graphs import GraphExamples, score_graphs
from multiplane.training.keywords import takes_options
from multiplane.training.learner import Learner
from multiplane.training.options import FOLLOWED, PERCEPTRON, Options

RANKED = ("las", "uas", "f1", "unlabelled_f1")  # the scores that say which epoch is best

Judge = Callable[[Parser], dict[str, float]]


@dataclass(frozen=True, slots=True)
class Moment:
    """How far training is; `scores` come at the end of an epoch, if there is a file to score."""

    epoch: int  # from 1
    done: int  # sentences
    sentences: int
    scores: dict[str, float] | None = None
    ended: bool = False


Watch = Callable[[Moment], None]
LeftOut = Callable[[FormatError], None]


@takes_options
def train(
    system: str | System,
    train: Place | Sequence[Place],
    dev: Place | None = None,
    *,
    watch: Watch = lambda _: None,
    left_out: LeftOut = lambda _: None,
    **options: Any,
) -> Parser:
    """Train a parser; the same arguments give the same parser.

    With `dev`, the epoch that scores best there is kept, and training ends when `patience` epochs
    have brought nothing better; Ctrl-C ends it after at least one.  `watch` is told how far
    training is.  With `on_error="skip"`, sentences that are not trees are told to `left_out`.

    For example: `train("arc-eager", "train.conllu", "dev.conllu", root="first", beam=8)`.
    """
    return train_parser(system, train, dev, Options.of(options), watch, left_out)


def train_parser(
    system: str | System,
    train: Place | Sequence[Place],
    dev: Place | None,
    options: Options,
    watch: Watch = lambda _: None,
    left_out: LeftOut = lambda _: None,
) -> Parser:
    """Train a parser as the options say."""
    places = [train] if not isinstance(train, Sequence) or isinstance(train, str) else list(train)
    corpus = read_corpus(places, form=options.format, on_error=options.on_error)
    test = None
    if dev is not None:
        test = read_corpus([dev], form=options.format, on_error=options.on_error)
    for error in (*corpus.left_out, *(test.left_out if test else ())):
        left_out(error)
    prepare = _for_graphs if options.graphs else _for_trees
    examples, judge = prepare(system, corpus, test, options)
    pupil = Learner(examples, options.beam, options.seed, static=options.oracle == "static")
    share = FOLLOWED * pupil.explores if options.exploration is None else options.exploration
    share = 0.0 if options.oracle == "static" else share
    notes: dict[str, Any] = {
        **options.recorded(),
        "exploration": share if options.beam == 1 else 0.0,
        "train": corpus.names,
        "dev": test.names[0] if test else None,
        "versions": _versions("numba", "numpy"),
    }
    if options.covered_roots:
        notes["covered_roots"] = options.covered_roots
    if isinstance(examples, Examples) and options.learner != PERCEPTRON:
        return _at_once(examples, judge, options, notes, watch)
    return _best(pupil, judge, options, share, notes, watch)


def _for_trees(
    system: str | System, corpus: Corpus, test: Corpus | None, options: Options
) -> tuple[Examples, Judge | None]:
    """Return trees to learn from, and who scores what was learnt, if there is a file for it."""
    design, seen = draft(system, corpus, options)
    examples = Examples.of(seen, design, design.labels)
    if test is None:
        return examples, None
    return examples, partial(score, examples=Examples.of(test, design, design.tree_labels))


def _for_graphs(
    system: str | System, corpus: Corpus, test: Corpus | None, options: Options
) -> tuple[GraphExamples, Judge | None]:
    """The same for graphs."""
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
    from multiplane.training.svm.learning import learn, recorded  # needs an extra

    parser, total = learn(examples, options), len(examples.batch)
    scores = judge(parser) if judge else None
    watch(Moment(1, total, total, scores, ended=True))
    said = {"epochs": 1, "oracle": "static", "exploration": 0.0, **recorded(options)}
    result = {"best_epoch": 1, "scores": scores, "history": [scores] if scores else []}
    versions = notes["versions"] | _versions("scikit-learn", "scipy")
    return replace(parser, training={**notes, **said, **result, "versions": versions})


def _best(
    learner: Learner,
    judge: Judge | None,
    options: Options,
    exploration: float,
    notes: dict[str, Any],
    watch: Watch,
) -> Parser:
    """Go on until nothing gets better, or the user has seen enough."""
    design, total = learner.examples.design, len(learner.examples.batch)
    best: Parser | None = None
    history: list[dict[str, float]] = []
    try:
        for epoch in range(1, options.epochs + 1):
            # Mistakes of the first epoch are not worth following.
            for done in learner.epoch(exploration if epoch > 1 else 0.0):
                watch(Moment(epoch, done, total))
            parser = Parser(design, *learner.averaged(), learner.beam)
            scores = judge(parser) if judge else None
            if scores:
                history.append(scores)
            if best is None or _better(history):
                said = {"best_epoch": epoch, "scores": scores, "history": [*history]}
                best = replace(parser, training={**notes, **said})
            watch(Moment(epoch, total, total, scores, ended=True))
            if judge and epoch - best.training["best_epoch"] >= options.patience:
                break
    except KeyboardInterrupt:
        if best is None:
            raise
    assert best is not None
    return best


def _better(history: list[dict[str, float]]) -> bool:
    """Is the last epoch better than all before?  Without scores it is."""
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
