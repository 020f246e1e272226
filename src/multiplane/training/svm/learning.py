"""From a treebank to a parser that chooses as a support vector machine would."""

import numpy as np

from multiplane.doc.library import library
from multiplane.errors import MultiplaneError
from multiplane.guides.packing import Table
from multiplane.guides.rows import aligned
from multiplane.parsing.parser import Parser
from multiplane.training.examples import Examples
from multiplane.training.svm.decisions import NO_LABEL, Decisions
from multiplane.training.svm.kernels import voting
from multiplane.training.svm.linear import EXTRA, linear_table
from multiplane.training.svm.settings import Settings


def learn(examples: Examples, settings: Settings, beam: int, seed: int) -> Parser:
    """Learn the decisions of the static oracle."""
    design = examples.design
    library("sklearn", EXTRA)  # or say at once that it is missing
    if design.families:
        raise MultiplaneError(
            f"{design.base} has families of transitions, whose members compete with each other;"
            f" {settings.learner} learns from one decision at a time; use the perceptron"
        )
    if beam > 1 and settings.learner == "libsvm":
        raise MultiplaneError(f"beam {beam}; machines that vote are searched greedily")
    decisions = Decisions.of(examples)
    labels = label_table(decisions, design.shapes[1], settings, seed)
    if settings.learner == "libsvm":
        return Parser(design, voting(decisions, design, settings), labels, beam)
    weights = linear_table(
        decisions.rows,
        decisions.ends,
        decisions.classes,
        design.shapes[0],
        cost=settings.penalty,
        tolerance=settings.tolerance,
        seed=seed,
    )
    return Parser(design, weights, labels, beam)


def label_table(
    decisions: Decisions, shape: tuple[int, int], settings: Settings, seed: int
) -> Table:
    """Learn which label is meant where the class is OTHER; always by LIBLINEAR."""
    which = np.flatnonzero(decisions.labels != NO_LABEL)
    if not len(which):
        table: Table = aligned(*shape, np.int8)
        return table
    some = decisions.part(which)
    return linear_table(
        some.rows & shape[0] - 1,
        some.ends,
        some.labels,
        shape,
        cost=settings.penalty,
        tolerance=settings.tolerance,
        seed=seed,
    )
