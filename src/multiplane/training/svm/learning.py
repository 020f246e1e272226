"""Train a parser whose guide is a support vector machine."""

from typing import Any

import numpy as np

from multiplane.doc.library import library
from multiplane.errors import MultiplaneError
from multiplane.guides.packing import Table
from multiplane.guides.rows import aligned
from multiplane.parsing.parser import Parser
from multiplane.training.examples import Examples
from multiplane.training.learners import LIBSVM
from multiplane.training.options import Options
from multiplane.training.svm.decisions import NO_LABEL, Decisions
from multiplane.training.svm.kernels import COEF0, GAMMA, voting
from multiplane.training.svm.linear import EXTRA, TOLERANCE, linear_table


def learn(examples: Examples, options: Options) -> Parser:
    """Learn the decisions of the static oracle."""
    design = examples.design
    library("sklearn", EXTRA)  # fail early if it is missing
    if design.families:
        raise MultiplaneError(
            f"{design.base} has families of transitions, whose members compete with each other;"
            f" {options.learner} learns from one decision at a time; use the perceptron"
        )
    decisions = Decisions.of(examples)
    labels = label_table(decisions, design.shapes[1], options)
    if options.learner == LIBSVM:
        return Parser(design, voting(decisions, design, options), labels, options.beam)
    weights = linear_table(
        decisions.rows, decisions.ends, decisions.classes, design.shapes[0], options
    )
    return Parser(design, weights, labels, options.beam)


def recorded(options: Options) -> dict[str, Any]:
    """Return the options of support vector machines that go into a model's manifest."""
    of_votes = {
        "split": options.split,
        "split_least": options.split_least,
        "gamma": GAMMA,
        "coef0": COEF0,
    }
    own = of_votes if options.learner == LIBSVM else {}
    return {"learner": options.learner, "cost": options.penalty, **own, "tolerance": TOLERANCE}


def label_table(decisions: Decisions, shape: tuple[int, int], options: Options) -> Table:
    """Learn which label OTHER stands for, always with LIBLINEAR."""
    which = np.flatnonzero(decisions.labels != NO_LABEL)
    if not len(which):
        table: Table = aligned(*shape, np.int8)
        return table
    some = decisions.part(which)
    return linear_table(some.rows & shape[0] - 1, some.ends, some.labels, shape, options)
