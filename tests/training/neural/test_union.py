"""Unions of networks: their scores are means, by the definition of what networks compute."""

from dataclasses import replace

import numpy as np
import pytest

from multiplane.guides.neural import encoder
from multiplane.guides.neural.network import Network
from multiplane.guides.neural.weights import shapes
from multiplane.parsing.networks import NetworkSearch
from multiplane.parsing.parser import load
from multiplane.systems import systems
from multiplane.training.neural.union import union
from support import networks
from support.dense import dense

LENGTHS = (4, 1, 6)
RECIPES = {
    "all parts": networks.SMALL,
    "two layers": replace(networks.SMALL, layers=2),
    "vectors, no forms": replace(networks.SMALL, vectors=3, form=0),
    "no graph head": replace(networks.SMALL, graph=0, label=0),
}


def random_members(parser, recipe, many):
    counts, vocabulary = parser.design.counts, parser.weights.vocabulary
    draw = np.random.default_rng(many)
    return [
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


def guided(parser, network, **more):
    design = replace(parser.design, network=network.recipe)
    return replace(parser, design=design, weights=network, **more)


def searched(parser, batch):
    starts = parser.design.starts(batch.starts)
    return NetworkSearch(parser, parser.weights, batch, starts, one_root=True)


@pytest.mark.parametrize("many", [1, 2, 3])
@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_scores_are_means(recipe, many):
    parser, batch = networks.random_parser(systems["side-stack"], LENGTHS, recipe)
    counts = parser.design.counts
    members = random_members(parser, recipe, many)
    whole = guided(parser, dense(members, counts))
    draw = np.random.default_rng(many)
    for sentence, words in enumerate(LENGTHS):
        one = networks.PlainNetwork(whole, batch, sentence)
        each = [networks.PlainNetwork(guided(parser, own), batch, sentence) for own in members]
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


@pytest.mark.parametrize("many", [1, 2, 3])
@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_members_by_themselves_score_as_side_by_side_with_zeros_between_them(
    recipe, many, monkeypatch
):
    monkeypatch.setattr(encoder, "FEWEST", 0)  # words that are alike are read once
    parser, batch = networks.random_parser(systems["side-stack"], LENGTHS, recipe)
    members = random_members(parser, recipe, many)
    mine, other = union(members), dense(members, parser.design.counts)
    searches = [searched(guided(parser, network), batch) for network in (mine, other)]
    first, second = (next(network.parts(batch)) for network in (mine, other))
    if recipe.graph:
        arcs = [
            network.head.arc_scores(part.vectors, part.sentences.words)[0]
            for network, part in ((mine, first), (other, second))
        ]
        np.testing.assert_allclose(*arcs, rtol=1e-4, atol=1e-3)
    taken = []
    while (one := searches[0].scores_after(taken)) and len(taken) < 2 * LENGTHS[0]:
        assert one == pytest.approx(searches[1].scores_after(taken), rel=1e-4, abs=1e-3)
        taken.append(max(one, key=one.get))
    assert len(taken) >= LENGTHS[0]


@pytest.mark.parametrize("system", ["arc-eager", "2-planar-eager", "covington"])
@pytest.mark.parametrize("beam", [1, 4])
def test_trees_are_those_of_the_networks_side_by_side(system, beam):
    recipe = replace(networks.SMALL, label=0) if system == "covington" else networks.SMALL
    lengths = (*LENGTHS, 30)
    parser, batch = networks.random_parser(systems[system], lengths, recipe)
    members = random_members(parser, recipe, 3)
    mine, other = (
        guided(parser, network, beam=beam)
        for network in (union(members), dense(members, parser.design.counts))
    )
    starts = parser.design.starts(batch.starts)
    for found, expected in zip(
        mine.search(batch, starts), other.search(batch, starts), strict=True
    ):
        assert (found == expected).all()


def test_a_union_is_saved_and_loaded_like_any_network(tmp_path):
    parser, batch = networks.random_parser(systems["arc-eager"], LENGTHS, networks.SMALL)
    whole = union([parser.weights, parser.weights])
    guided(parser, whole).save(tmp_path / "model")
    found, starts = load(tmp_path / "model"), parser.design.starts(batch.starts)
    assert found.weights.recipe == found.design.network == whole.recipe
    assert found.weights.recipe.members == 2
    assert found.weights.count == 2 * parser.weights.count
    # Two times the same network: the mean is the network itself.
    for mine, other in zip(found.search(batch, starts), parser.search(batch, starts), strict=True):
        assert (mine == other).all()


def test_files_of_a_single_network_do_not_mention_members(tmp_path):
    parser, _ = networks.random_parser(systems["arc-eager"], LENGTHS, networks.SMALL)
    assert "members" not in parser.design.as_dict()["network"]
    parser.save(tmp_path / "one")
    guided(parser, union([parser.weights])).save(tmp_path / "union of one")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "union of one").read_bytes()
