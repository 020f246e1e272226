"""Parsers of networks that have been trained."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from multiplane.guides.neural.network import Network
from multiplane.guides.neural.weights import check_room, shapes, sizes_of, stored, taken
from multiplane.guides.rows import aligned
from multiplane.parsing.design import Design
from multiplane.parsing.parser import Parser
from multiplane.training.neural.union import union

if TYPE_CHECKING:
    from multiplane.training.neural.learner import NeuralLearner


def parser_of(network: Network, design: Design, beam: int) -> Parser:
    """Make a parser of a network whose weights are not rounded yet."""
    sizes = sizes_of(network.recipe, network.vocabulary, design.counts)
    weights = taken(stored(network.weights), sizes)
    return Parser(
        replace(design, network=network.recipe),
        Network(network.recipe, network.vocabulary, weights),
        aligned(*design.shapes[1], np.int8),
        beam,
    )


def check_joined(member: "NeuralLearner", many: int) -> None:
    """Raise an error if a network of so many members like this one would be too large."""
    counts = member.examples.design.counts
    check_room(shapes(replace(member.model.recipe, members=many), member.vocabulary, counts))


def joined(members: "Sequence[NeuralLearner]") -> Parser:
    """Make one parser of several learners."""
    design = members[0].examples.design
    network = union([member.network() for member in members])
    return parser_of(network, design, members[0].beam)
