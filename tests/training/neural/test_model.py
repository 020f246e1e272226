"""The network in torch computes what parsers compute without it."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from multiplane.guides.neural.advice import GROUPS, UNIT
from multiplane.guides.neural.lstm import pack
from multiplane.guides.neural.nodes import Sentences
from multiplane.guides.neural.weights import NUMBERS
from multiplane.guides.scorer import look, score
from multiplane.machine.sentence import Sentence
from multiplane.search.steps import find_open
from multiplane.systems import systems
from support import networks, parsers

torch = pytest.importorskip("torch", reason="networks are trained with torch: pip install torch")

from multiplane.training.neural.losses import choice_loss, graph_loss  # noqa: E402
from multiplane.training.neural.lstm import run_by_steps, run_lstm  # noqa: E402
from multiplane.training.neural.model import Dropout, Model, new_weights  # noqa: E402
from multiplane.training.neural.pairs import pair  # noqa: E402
from multiplane.training.neural.sources import VectorTable  # noqa: E402
from multiplane.training.neural.vectorfile import WordVectors  # noqa: E402

LENGTHS = (3, 1, 7, 2)


def made(seed=1, recipe=networks.SMALL, system="arc-eager"):
    parser, batch = networks.random_parser(systems[system], LENGTHS, recipe, seed)
    weights = {name: torch.from_numpy(a) for name, a in parser.weights.weights.items()}
    random = np.random.default_rng(seed)
    return (
        parser,
        batch,
        Model(recipe, weights, Dropout.of(0.25), np.zeros(100, np.float32), random),
    )


def with_vectors(parser, batch, model):
    """Vectors of all headwords and a matrix, and a parser that has their products."""
    rng = np.random.default_rng(9)
    given = rng.normal(size=(len(networks.HEADWORDS), 5)).astype(np.float32)
    source, headwords = VectorTable.of(WordVectors(networks.HEADWORDS, given))
    assert np.array_equal(headwords.exact, parser.weights.vocabulary.headwords.exact)
    shapes = {name: array.shape for name, array in parser.weights.weights.items()}
    into = rng.normal(size=source.trained(shapes)["vectors-into"])
    weights = {**model.weights, "vectors-into": torch.from_numpy(into.astype(np.float32))}
    del weights["vectors"]
    model = replace(model, weights=weights, sources=(source,))
    network = replace(parser.weights, weights=model.finished())
    return replace(parser, weights=network), batch, model


def encoded(parser, batch, model):
    sentences = Sentences.of(batch.starts, np.arange(len(batch)))
    words = parser.weights.vocabulary.numbered(batch, parser.weights.recipe)
    return model.vectors(words, sentences, training=False), sentences


@pytest.mark.parametrize("without", ["", "form", "xpos", "morph", "grams"])
def test_vectors(without):
    recipe = replace(networks.SMALL, layers=2, **({without: 0} if without else {}))
    parser, batch, model = made(2, recipe)
    (part,) = parser.weights.parts(batch)
    np.testing.assert_allclose(encoded(parser, batch, model)[0], part.vectors[0], atol=2e-5)


def test_word_vectors():
    recipe = replace(networks.SMALL, vectors=3)
    parser, batch, model = made(2, recipe)
    before = parser.weights.weights["vectors"]
    parser, batch, model = with_vectors(parser, batch, model)
    after = parser.weights.weights["vectors"]
    assert before.shape == after.shape
    assert not after[0].any()
    (part,) = parser.weights.parts(batch)
    np.testing.assert_allclose(encoded(parser, batch, model)[0], part.vectors[0], atol=2e-5)


def test_arcs():
    parser, batch, model = made(3)
    vectors, sentences = encoded(parser, batch, model)
    gold = np.concatenate([np.arange(n) for n in LENGTHS])
    pairs = pair(sentences.words, gold)
    scores = model.arc_scores(vectors, pairs, training=False)
    chances = scores.softmax(2).numpy()
    logs = []
    for s, n in enumerate(LENGTHS):
        plain = networks.PlainNetwork(parser, batch, s).chances
        np.testing.assert_allclose(chances[s, :n, : n + 1], plain, atol=2e-5)
        logs += [-np.log(plain[d, d]) for d in range(n)]
    assert graph_loss(scores, pairs).item() == pytest.approx(np.mean(logs), rel=1e-4)


def test_half_precision_is_nearly_the_same():
    parser, batch, model = made(3)
    model = replace(
        model, weights={name: (w / 3).requires_grad_() for name, w in model.weights.items()}
    )
    found = []
    for precision in (model, replace(model, halves=True)):
        vectors, sentences = encoded(parser, batch, precision)
        pairs = pair(sentences.words, np.zeros(sum(LENGTHS), np.int64))
        ends = torch.tensor([0, 2, 8]), torch.tensor([1, 3, 11])
        arcs = precision.arc_scores(vectors, pairs, training=False)
        labels = precision.label_scores(vectors, *ends, training=False)
        table = precision.table(vectors)
        loss = graph_loss(arcs, pairs) + labels.square().mean() + table.square().mean()
        names = ("forward-input", "backward-recurrent", "arc-pair", "label-pair", "addresses")
        changes = torch.autograd.grad(loss, [model.weights[name] for name in names])
        found.append([vectors, labels, table, loss, *changes])
    for exact, half in zip(*found, strict=True):
        assert 0 < (exact - half).abs().max() < 0.02 * exact.abs().max()


def test_heads_too_far_away_do_not_count(monkeypatch):
    from multiplane.guides.neural import graph

    parser, batch, model = made(3)
    vectors, sentences = encoded(parser, batch, model)
    monkeypatch.setattr(graph, "WHOLE", 3)
    monkeypatch.setattr(graph, "BLOCK", 2)
    gold = np.zeros(sum(LENGTHS), np.int64)
    gold[4] = 7  # of the first word of seven: blocks have two words, and two more on each side
    pairs = pair(sentences.words, gold)
    assert pairs.wanted.tolist() == [0] * 4 + [-1] + [0] * 8
    scores = model.arc_scores(vectors, pairs, training=False)
    assert torch.isfinite(graph_loss(scores, pairs))


def test_labels():
    parser, batch, model = made(4)
    vectors, _ = encoded(parser, batch, model)
    (part,) = parser.weights.parts(batch)
    heads, dependents = np.array([0, 2, 8]), np.array([1, 3, 11])
    found = model.label_scores(
        vectors, torch.from_numpy(heads), torch.from_numpy(dependents), training=False
    )
    expected = parser.weights.head.labels(part.vectors, heads, dependents)
    assert found.argmax(1).tolist() == expected.tolist()


@pytest.mark.parametrize("system", ["arc-eager", "2-planar-eager", "swap", "side-stack"])
@pytest.mark.parametrize("recipe", [networks.SMALL, replace(networks.SMALL, graph=0, label=0)])
def test_scores(system, recipe):
    parser, batch, model = made(5, recipe, system)
    design, words, s = parser.design, LENGTHS[2], 2
    (part,) = parser.weights.parts(batch)
    flat = replace(parser.weights, recipe=replace(recipe, graph_weight=0.0))
    scorer = flat.scorer(part, design.system, np.zeros(len(batch), np.int64))
    task = design.task(
        batch, np.zeros(design.counts.classes, np.float32), np.zeros((1, 64), np.int8)
    )
    first = int(batch.starts[s])
    sentence = Sentence(s, words, first, first + 2 * s)
    table = model.table(encoded(parser, batch, model)[0])
    groups = GROUPS * len(design.system) if recipe.graph else 0
    for block, kin, _ in parsers.derivation(design.system, words, [3, 8, 1, 5, 9, 2], 3):
        bits = find_open(
            block, kin, words, task.code, task.classes, task.settings, False, task.work.open
        )
        count = look(scorer, block, kin, sentence, task, bits, task.work.found)
        score(scorer, task.work.found, count, task, task.work.open, task.work.scores)
        found, rows = task.work.found.copy(), count - groups
        numbers = found[rows : rows + NUMBERS * len(design.system) if groups else rows] / UNIT
        mine = model.scores(
            table, torch.from_numpy(found[:rows]), torch.zeros(1, dtype=torch.int64),
            torch.from_numpy(numbers[None].astype(np.float32)), training=False,
        )[0].numpy()  # fmt: skip
        open_ = task.work.open[task.classes.transitions]
        if open_.any():
            mine = mine - np.log(np.exp(mine[open_]).sum())
            np.testing.assert_allclose(mine[open_], task.work.scores[open_], atol=1e-4)


def with_threads(make):
    """What is made with one thread, and with two."""
    found, threads = [], torch.get_num_threads()
    for number in (1, 2):
        torch.set_num_threads(number)
        with threadpool_limits(number, user_api="blas"):
            found.append(make())
        assert torch.get_num_threads() == number  # as it was
    torch.set_num_threads(threads)
    return found


def test_new_weights_do_not_depend_on_the_number_of_threads():
    shapes = {"forward-recurrent": (512, 128), "seen": (128, 256), "form": (1000, 96)}
    one, two = with_threads(lambda: new_weights(shapes, torch.Generator().manual_seed(1)))
    assert all(torch.equal(one[name], two[name]) for name in shapes)


def test_products_of_word_vectors_do_not_depend_on_the_number_of_threads():
    """As it is a product of large matrices, NumPy's would."""
    rng = np.random.default_rng(1)
    words = tuple(map(str, range(1000)))
    source, _ = VectorTable.of(WordVectors(words, rng.normal(size=(1000, 100)).astype(np.float32)))
    weights = {"vectors-into": torch.from_numpy(rng.normal(size=(96, 100)).astype(np.float32))}
    model = Model(networks.SMALL, weights, Dropout.of(0.25), np.zeros(1, np.float32), rng, [source])
    one, two = with_threads(lambda: model.finished()["vectors"])
    assert one.shape == (1001, 96)
    assert np.array_equal(one, two)


def test_dropout_keeps_the_sum():
    _, _, model = made()
    kept = model._kept((400, 500), 0.25).numpy()
    assert set(np.unique(kept)) == {np.float32(0), np.float32(4 / 3)}
    assert (kept == 0).mean() == pytest.approx(0.25, abs=0.01)
    assert model._kept((3,), 0.0).tolist() == [1, 1, 1]


def test_the_loss_is_of_all_that_is_right():
    scores = torch.tensor([[1.0, 2.0, 3.0], [0.0, 1.0, 0.0], [5.0, 0.0, 0.0]])
    open_ = torch.tensor([[1, 1, 0], [1, 1, 1], [0, 1, 1]], dtype=torch.bool)
    right = torch.tensor([[0, 1, 0], [1, 0, 1], [0, 0, 0]], dtype=torch.bool)
    e = np.exp
    one = np.log(e(1) + e(2)) - 2
    two = np.log(e(0) + e(1) + e(0)) - np.log(2 * e(0))
    alone = choice_loss(scores[:2], open_[:2], right[:2], torch.tensor([0, 1]))
    assert alone.item() == pytest.approx((one + two) / 2, rel=1e-5)
    # The last two rows are places of one walk.
    both = np.log(2 * e(0) + e(1) + 2 * e(0)) - np.log(2 * e(0))
    joint = choice_loss(scores, open_, right, torch.tensor([0, 1, 1]))
    assert joint.item() == pytest.approx((one + both) / 2, rel=1e-5)


LSTMS = {  # and how far they may be from torch's
    "cpu": (partial(run_lstm, halves=False), 1e-5),
    "cpu in halves": (partial(run_lstm, halves=True), 0.1),
    "any device": (run_by_steps, 1e-5),
}


@pytest.mark.parametrize(("lstm", "apart"), LSTMS.values(), ids=LSTMS)
@pytest.mark.parametrize("words", [[3, 1, 5, 0, 3], [4], [0], [2, 2]])
def test_the_lstm_and_its_gradients_are_those_of_torch(words, lstm, apart):
    torch.manual_seed(1)
    size, packed = 3, pack(np.array(words))
    inputs = torch.randn(len(packed.nodes), 4 * size, requires_grad=True)
    recurrent = torch.randn(4 * size, size, requires_grad=True)
    found = lstm(inputs, recurrent, packed.steps)
    wanted = torch.zeros(len(packed.nodes), size)
    for s in range(len(words)):
        places = np.flatnonzero(packed.sentences == s)
        state = torch.zeros(1, size), torch.zeros(1, size)
        for place in places[np.argsort(packed.nodes[places])].tolist():
            gates = [torch.eye(4 * size), recurrent, torch.zeros(4 * size), torch.zeros(4 * size)]
            state = torch.lstm_cell(inputs[place : place + 1], state, *gates)
            wanted = wanted.index_copy(0, torch.tensor([place]), state[0])
    assert torch.allclose(found, wanted, atol=apart)
    by = torch.randn_like(wanted)
    mine, theirs = (
        torch.autograd.grad(
            (states * by).sum(), (inputs, recurrent), allow_unused=True, materialize_grads=True
        )
        for states in (found, wanted)
    )
    assert torch.allclose(mine[0], theirs[0], atol=apart)
    assert torch.allclose(mine[1], theirs[1], atol=apart)
