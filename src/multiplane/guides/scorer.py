"""What a search asks of whatever scores transitions: a table of weights, machines that vote, …

A scorer is a NamedTuple of arrays; its functions are registered by its type.  Searches know only
these three, so that a new kind of scorer touches no search.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.native.bytype import by_type


@by_type
def look(scorer, c, kin, sentence, task, bits, found):
    """Find out what the scorer needs to know of a configuration; return how much there is.

    `found` is a row of numbers, as long as `Design.most` says; `bits` are the transitions that may
    be done.
    """


@by_type
def score(scorer, found, count, task, open_, scores):
    """Score all classes of the transitions that are open, by what `look` found."""


@by_type
def name_label(scorer, found, count, task):
    """Return the label that the class OTHER stands for."""
