"""Unions of networks: their scores are means, by the definition of what networks compute."""

from dataclasses import replace

import numpy as np
import pytest

from multiplane.guides.neural.network import Network
from multiplane.guides.neural.weights import shapes
from multiplane.parsing.parser import Parser, load
from multiplane.systems import systems
from multiplane.training.neural.union import union
from support import networks

LENGTHS = (4, 1, 6)
RECIPES = {
    "all parts": networks.SMALL,
    "two layers": replace(networks.SMALL, layers=2),
    "vectors, no forms": replace(networks.SMALL, vectors=3, form=0),
    "no graph head": replace(networks.SMALL, graph=0, label=0),
}


def plain(parser, batch, sentence, network):
    design = replace(parser.design, network=network.recipe)
    return networks.PlainNetwork(replace(parser, design=design, weights=network), batch, sentence)


@pytest.mark.parametrize("many", [1, 2, 3])
@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_scores_are_means(recipe, many):
    parser, batch = networks.random_parser(systems["side-stack"], LENGTHS, recipe)
    counts, vocabulary = parser.design.counts, parser.weights.vocabulary
    draw = np.random.default_rng(many)
    members = [
        Network(
            recipe,
            vocabulary,
            {
                name: draw.normal(0, 0.7, shape).astype(np.float32)
                for name, shape in shapes(recipe, vocabulary, counts).items()
            },
        )
        for _ in range(many)
    ]
    whole = union(members, counts)
    for sentence, words in enumerate(LENGTHS):
        one = plain(parser, batch, sentence, whole)
        each = [plain(parser, batch, sentence, member) for member in members]
        facts = draw.integers(0, 1 << recipe.feature_bits, 5)
        nodes = draw.integers(0, words + 2, counts.addresses)
        numbers = draw.normal(size=2 * counts.transitions if recipe.graph else 0)
        means = np.mean([some.class_scores(facts, nodes, numbers) for some in each], axis=0)
        assert one.class_scores(facts, nodes, numbers) == pytest.approx(means, abs=1e-3)
        if not recipe.graph:
            continue
        head, dependent = draw.integers(0, words + 1), draw.integers(1, words + 1)
        means = np.mean([some.label_scores(head, dependent) for some in each], axis=0)
        assert one.label_scores(head, dependent) == pytest.approx(means, abs=1e-3)
        powers = np.exp(np.mean([np.log(np.maximum(s.chances, 1e-300)) for s in each], axis=0))
        assert one.chances == pytest.approx(powers / powers.sum(1, keepdims=True), abs=1e-3)


def test_a_union_is_saved_and_loaded_like_any_network(tmp_path):
    parser, batch = networks.random_parser(systems["arc-eager"], LENGTHS, networks.SMALL)
    whole = union([parser.weights, parser.weights], parser.design.counts)
    design = replace(parser.design, network=whole.recipe)
    Parser(design, whole, parser.label_weights).save(tmp_path / "model")
    found, starts = load(tmp_path / "model"), design.starts(batch.starts)
    assert found.weights.recipe == whole.recipe
    # Two times the same network: the mean is the network itself.
    for mine, other in zip(found.search(batch, starts), parser.search(batch, starts), strict=True):
        assert (mine == other).all()
