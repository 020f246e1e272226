"""Options of training that contradict each other."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from multiplane.errors import MultiplaneError
from multiplane.training.kinds import File
from multiplane.training.learners import IN_EPOCHS, LIBSVM, NEURAL
from multiplane.training.option import Option

if TYPE_CHECKING:
    from multiplane.training.options import Options

NEEDS = {"vector_words": "vectors", "pooling": "encoder"}  # what says how another one is used


def check_together(options: "Options", known: Iterable[Option]) -> None:
    """Raise an error if options contradict each other."""
    known = list(known)
    for option in ignored(options, known):
        if isinstance(option.kind, File):  # whoever names one relies on it
            raise MultiplaneError(
                f"{option.name}: used by {option.users}, not by {options.learner}; leave it out, or"
                " give another learner"
            )
    apart = [option for option in known if not option.with_graphs]
    given = [option.name for option in apart if option.is_given(getattr(options, option.name))]
    if options.graphs and given and (given != ["learner"] or options.learner not in IN_EPOCHS):
        *names, last = (option.name for option in apart)
        raise MultiplaneError(
            f"graphs are learnt as they are, by {' or '.join(IN_EPOCHS)}, and searched"
            f" greedily; give no {', '.join(names)} or {last}"
        )
    if options.covered_roots and not options.projectivize:
        raise MultiplaneError(
            f"covered_roots {options.covered_roots!r}, but trees are not made projective;"
            " give projectivize"
        )
    if options.beam > 1 and options.learner == LIBSVM:
        raise MultiplaneError(f"beam {options.beam}; machines that vote are searched greedily")
    if (options.members or 1) > 1 and options.encoder:
        raise MultiplaneError(
            f"members {options.members}, each of which would mix the encoder's layers in its own"
            " way; give members 1, or no encoder"
        )
    if options.tuned_encoder and not options.encoder:
        raise MultiplaneError(
            f"tuned_encoder {options.tuned_encoder!r}, but there is no encoder to train further;"
            " give encoder"
        )
    if options.learner == NEURAL:
        from multiplane.training.recipes import recipe_for  # with NumPy, which help does without

        recipe_for(options)  # or it is an error, before any work
        _check_needed(options, known)


def _check_needed(options: "Options", known: Iterable[Option]) -> None:
    """Raise an error for options that say how another one is used, which is not given."""
    for option in known:
        needed, value = NEEDS.get(option.name), getattr(options, option.name)
        if needed and option.is_given(value) and not getattr(options, needed):
            raise MultiplaneError(
                f"{option.name} {value!r}, but no {needed} that it would be used for; give"
                f" {needed}, or leave it out"
            )


def ignored(options: "Options", known: Iterable[Option]) -> list[Option]:
    """Return the options that are given, but not used by the learner."""
    return [
        option
        for option in known
        if option.learners
        and options.learner not in option.learners
        and option.is_given(getattr(options, option.name))
    ]
