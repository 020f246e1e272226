"""What can be known to be wrong before anything is learnt."""

from multiplane.calculus.system import System
from multiplane.compressed import Place
from multiplane.doc.library import library
from multiplane.training.checkpoint import check_place
from multiplane.training.corpus import read_corpus
from multiplane.training.draft import draft
from multiplane.training.learners import NEURAL
from multiplane.training.options import Options
from multiplane.training.tuning import planned

EXTRA = "neural"


def need_torch() -> None:
    """Raise an error that says what to install, if torch is missing."""
    library("torch", EXTRA)


def check_ready(system: str | System, train: Place, options: Options) -> None:
    """Raise the errors that training would raise before its first epoch, for a tree parser."""
    corpus = read_corpus([train], form=options.format, on_error=options.on_error)
    draft(system, corpus, options)
    if options.learner == NEURAL:
        _check_ready_for_networks(options)


def _check_ready_for_networks(options: Options) -> None:
    need_torch()
    from multiplane.training.neural.device import device_of
    from multiplane.training.neural.vectorfile import check_vectors

    device_of(options.device)
    planned(options)
    if options.vectors:
        check_vectors(options.vectors)
    if options.checkpoint:
        check_place(options.checkpoint)
