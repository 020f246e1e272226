"""The interface between searches and scorers of transitions: tables of weights, voting machines, …

A scorer is a NamedTuple of arrays; its functions are registered by its type.  Searches use only
these three, so that a new kind of scorer needs no change in any search.
"""

# mypy: disable-error-code="no-untyped-def"

from multiplane.native.bytype import by_type


@by_type
def look(scorer, c, kin, sentence, task, bits, found):
    """Fill `found` with what the scorer needs to know about a configuration; return how many.

    `found` has room for `Design.most` numbers; `bits` are the open transitions.
    """


@by_type
def score(scorer, found, count, task, open_, scores):
    """Score all classes of the open transitions, from what `look` found."""


@by_type
def name_label(scorer, found, count, task):
    """Return the label that the class OTHER stands for."""
