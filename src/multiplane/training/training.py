"""Training: from a treebank to a parser."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from typing import Any

from multiplane.calculus.system import System
from multiplane.compressed import Place
from multiplane.errors import FormatError, MultiplaneError, UnknownName
from multiplane.parsing.parser import Parser
from multiplane.training.corpus import read_corpus
from multiplane.training.draft import draft, draft_for_graphs
from multiplane.training.examples import Examples
from multiplane.training.graphs import GraphExamples, score_graphs
from multiplane.training.learner import Learner
from multiplane.training.svm.settings import PERCEPTRON, SPLIT, SPLIT_LEAST, Settings

ORACLES = ("dynamic", "static")
FOLLOWED = 0.9  # of the mistakes, where costs are exact
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


def train(
    system: str | System,
    train: Place | Sequence[Place],
    dev: Place | None = None,
    *,
    root: str = "none",
    features: str | PathLike[str] | None = None,
    beam: int = 1,
    epochs: int = 12,
    patience: int = 3,
    seed: int = 1,
    bits: int = 20,
    exploration: float | None = None,
    oracle: str = "dynamic",
    multiple_roots: bool | None = None,
    projectivize: str | None = None,
    covered_roots: str | None = None,
    reconstruction: str | None = None,
    buffer_arcs: str | None = None,
    graphs: bool = False,
    learner: str = PERCEPTRON,
    cost: float | None = None,
    split: str = SPLIT,
    split_least: int = SPLIT_LEAST,
    format: str | None = None,  # noqa: A002 - the word that users type
    on_error: str = "stop",
    watch: Callable[[Moment], None] = lambda _: None,
    left_out: Callable[[FormatError], None] = lambda _: None,
) -> Parser:
    """Train a parser; the same arguments give the same parser.

    With `dev`, the epoch that scores best there is kept, and training ends when `patience` epochs
    have brought nothing better; Ctrl-C ends it after at least one.  `features` is a file of
    templates.  `exploration` is how often a mistake is followed, so that the parser learns what to
    do after one: 0.9, but 0 where costs are only bounds; with `oracle="static"` never.
    `multiple_roots` is what the treebank does, unless said.  With `on_error="skip"` sentences that
    are no trees are told to `left_out`.

    `projectivize` is head, path or head+path for pseudo-projective parsing: training trees are
    lifted, so that a projective system can build them, and what the parser builds is lowered.
    `covered_roots` says what this does to roots under arcs: lift (the default), ignore, left, right
    or head (`multiplane.transforms.marks`).
    `reconstruction` is how undirected systems get their directions: labels (the default), trusting
    or naive.  `buffer_arcs` is when buffer transitions are used: short (at once for arcs of length
    one, otherwise never; the default), any (at once for any arc) or free.

    With `graphs`, systems in which words may have several heads learn from DEPS.

    `learner` is perceptron, liblinear or libsvm.  The latter two learn from a static oracle, in one
    go; `cost`, `split` and `split_least` are theirs (`multiplane.training.svm.settings`).
    """
    settings = Settings(learner, cost, split, split_least)
    _check(oracle, on_error, epochs, exploration)
    places = [train] if not isinstance(train, Sequence) or isinstance(train, str) else list(train)
    corpus = read_corpus(places, form=format, on_error=on_error)
    test = None if dev is None else read_corpus([dev], form=format, on_error=on_error)
    for error in (*corpus.left_out, *(test.left_out if test else ())):
        left_out(error)
    judge: Judge | None = None
    if graphs:
        given = projectivize, covered_roots, reconstruction, buffer_arcs
        if any(given) or beam > 1 or learner != PERCEPTRON:
            raise MultiplaneError(
                "graphs are learnt as they are, by a perceptron, and searched greedily; give no"
                " projectivize, covered_roots, reconstruction, buffer_arcs, beam or learner"
            )
        design = draft_for_graphs(
            system, corpus, root, features, bits, multiple_roots=multiple_roots
        )
        pupil = Learner(GraphExamples.of(corpus, design), beam, seed, static=False)
        if test:
            judge = partial(score_graphs, examples=GraphExamples.of(test, design))
    else:
        design, seen = draft(
            system,
            corpus,
            root,
            features or settings.features,
            bits,
            multiple_roots=multiple_roots,
            projectivize=projectivize,
            covered_roots=covered_roots,
            reconstruction=reconstruction,
            buffer_arcs=buffer_arcs,
        )
        examples = Examples.of(seen, design, design.labels)
        pupil = Learner(examples, beam, seed, static=oracle == "static")
        if test:
            judge = partial(score, examples=Examples.of(test, design, design.tree_labels))
    share = exploration if exploration is not None else FOLLOWED * pupil.explores
    share = 0.0 if oracle == "static" else share
    notes = {
        "learner": learner,
        "seed": seed,
        "epochs": epochs,
        "patience": patience,
        "beam": beam,
        "oracle": oracle,
        "exploration": share if beam == 1 else 0.0,
        "train": corpus.names,
        "dev": test.names[0] if test else None,
        "versions": _versions("numba", "numpy"),
    }
    if covered_roots:
        notes["covered_roots"] = covered_roots
    if learner != PERCEPTRON:
        return _at_once(examples, judge, settings, notes, watch)
    return _best(pupil, judge, notes, epochs, patience, share, watch)


def _check(oracle: str, on_error: str, epochs: int, exploration: float | None) -> None:
    if oracle not in ORACLES:
        raise UnknownName(f"unknown oracle {oracle!r}; there are {', '.join(ORACLES)}")
    if on_error not in ("stop", "skip"):
        raise UnknownName(f"unknown on_error {on_error!r}; there are stop, skip")
    if epochs < 1 or not 0 <= (exploration or 0) <= 1:
        raise MultiplaneError(
            f"{epochs} epochs, exploration {exploration}; give 1 or more, and a share from 0 to 1"
        )


def _at_once(
    examples: Examples,
    judge: Judge | None,
    settings: Settings,
    notes: dict[str, Any],
    watch: Callable[[Moment], None],
) -> Parser:
    """Train a support vector machine, which takes one epoch."""
    from multiplane.training.svm.learning import learn  # needs an extra

    parser, total = learn(examples, settings, notes["beam"], notes["seed"]), len(examples.batch)
    scores = judge(parser) if judge else None
    watch(Moment(1, total, total, scores, ended=True))
    said = {"epochs": 1, "oracle": "static", "exploration": 0.0, **settings.as_dict()}
    result = {"best_epoch": 1, "scores": scores, "history": [scores] if scores else []}
    versions = notes["versions"] | _versions("scikit-learn", "scipy")
    return replace(parser, training={**notes, **said, **result, "versions": versions})


def _best(
    learner: Learner,
    judge: Judge | None,
    notes: dict[str, Any],
    epochs: int,
    patience: int,
    exploration: float,
    watch: Callable[[Moment], None],
) -> Parser:
    """Go on until nothing gets better, or the user has seen enough."""
    design, total = learner.examples.design, len(learner.examples.batch)
    best: Parser | None = None
    history: list[dict[str, float]] = []
    try:
        for epoch in range(1, epochs + 1):
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
            if judge and epoch - best.training["best_epoch"] >= patience:
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
