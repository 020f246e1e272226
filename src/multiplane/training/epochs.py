"""The epochs of a training, of which the best is kept; whoever watches may stop it."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Union

from multiplane.parsing.parser import Parser
from multiplane.training.checkpoint import Checkpoint, Progress
from multiplane.training.committee import Committee
from multiplane.training.learner import Learner
from multiplane.training.learners import NEURAL
from multiplane.training.options import Options
from multiplane.training.tuning import Tuning

if TYPE_CHECKING:
    from multiplane.training.neural.learner import NeuralLearner

RANKED = ("las", "uas", "f1", "unlabelled_f1")  # the scores that say which epoch is best

Judge = Callable[[Parser], dict[str, float]]
InEpochs = Union[Learner, "NeuralLearner", Committee[Any]]
Save = Callable[[Parser], object]


@dataclass(frozen=True, slots=True)
class Moment:
    """The progress of training; `scores` are set at the end of an epoch if there is a dev file."""

    epoch: int  # from 1
    epochs: int  # at most
    done: int  # sentences
    sentences: int
    scores: dict[str, float] | None = None
    ended: bool = False
    resumed: bool = False  # from a checkpoint, after this epoch
    members: int = 1  # that are trained side by side


Watch = Callable[[Moment], None]


def best_of_epochs(
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
    moment = partial(Moment, epochs=epochs, sentences=total, members=options.members or 1)
    place = _checkpoint(learner, options, notes)
    progress = place.found(learner) if place else Progress()
    best, history, stopped = progress.best, [*progress.history], False
    if tuning:
        tuning.resume(best)
    try:
        if best:  # there is something to keep already
            watch(moment(progress.epoch, done=total, ended=True, resumed=True))
        for epoch in range(progress.epoch + 1, epochs + 1):
            # Mistakes of the first epochs are not worth following.
            for done in learner.epoch(exploration if epoch > learner.gold_epochs else 0.0):
                watch(moment(epoch, done=done))
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
            watch(moment(epoch, done=total, scores=scores, ended=True))
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
