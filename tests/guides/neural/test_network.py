"""Networks in files, their graph head, and what is refused."""

import tracemalloc
import zlib
from dataclasses import replace

import numpy as np
import pytest

from multiplane import modelfile
from multiplane.calculus import WORDS, System, arc, move, β, λ2
from multiplane.errors import MultiplaneError
from multiplane.guides.neural import graph
from multiplane.guides.neural.dial import leaving
from multiplane.guides.neural.network import Network
from multiplane.guides.neural.recipe import Recipe
from multiplane.guides.neural.weights import MOST_LOOKED_UP, NETWORK, sizes_of, stored, taken
from multiplane.modelfile.room import Room
from multiplane.oracles.beliefs import LEAST_CHANCE, MOST_HEADS, believe
from multiplane.parsing.parser import FORMAT, load
from multiplane.search.tree import Trees
from multiplane.systems import systems
from support import networks
from support.beliefs import matrix

LENGTHS = (3, 1, 7, 2)
WITH_VECTORS = replace(networks.SMALL, vectors=3)


def made(seed=1, recipe=networks.SMALL, lengths=LENGTHS, system="arc-eager"):
    return networks.random_parser(systems[system], lengths, recipe, seed)


def beliefs_of(parser, batch):
    (part,) = parser.weights.parts(batch)
    return part.beliefs


def as_lists(beliefs, first, words):
    """The likely heads of each word, with their chances."""
    found = []
    for node in range(first + 1, first + words + 1):
        at = slice(beliefs.head_starts[node], beliefs.head_starts[node + 1])
        found.append(dict(zip(beliefs.heads[at].tolist(), beliefs.head_chances[at], strict=True)))
    return found


def test_beliefs_are_those_of_the_definition():
    parser, batch = made(2)
    beliefs = beliefs_of(parser, batch)
    for s, words in enumerate(LENGTHS):
        plain = networks.PlainNetwork(parser, batch, s)
        for mine, chances in zip(as_lists(beliefs, plain.first, words), plain.chances, strict=True):
            likely = {h: p for h, p in enumerate(chances) if p > LEAST_CHANCE * 1.01}
            assert {*likely} <= {*mine}
            assert all(mine[h] == pytest.approx(chances[h], abs=1e-4) for h in mine)
            assert [*mine.values()] == sorted(mine.values(), reverse=True)


@pytest.mark.parametrize("most", [1, 3, 16])
@pytest.mark.parametrize("least", [LEAST_CHANCE, 0.05, 0.3])
def test_likely_heads_are_those_of_a_matrix_of_probabilities(most, least):
    words = np.array([30, 1, 0, 5])
    matrices = [matrix(n, n) for n in words]
    scores = [np.log(np.maximum(some, 1e-30)) + n for n, some in enumerate(matrices)]
    for some in scores:  # a word and itself: of no account
        some[range(len(some)), range(1, len(some) + 1)] = 99
    cut, size = graph.blocks(words)
    flat = np.concatenate([some.ravel() for some in scores]).astype(np.float32)
    assert len(flat) == size
    starts, heads, chances = graph.list_heads(flat, cut, words, most, least)
    expected = believe(matrices, most=most, least=least)
    assert starts.tolist() == expected.head_starts.tolist()
    assert heads.tolist() == expected.heads.tolist()
    np.testing.assert_allclose(chances, expected.head_chances, rtol=1e-4)


def test_many_labels_of_a_long_sentence_do_not_take_all_memory():
    """A table of all words and labels would take 650 MB here."""
    words, labels, size, vector = 5_000, 500, 64, 8
    rng = np.random.default_rng(1)
    shapes = {
        "label-head": (size, vector),
        "label-dependent": (size, vector),
        "label-head-bias": (size,),
        "label-dependent-bias": (size,),
        "label-pair": (labels, size + 1, size + 1),
    }
    weights = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    head, vectors = (
        graph.GraphHead([weights]),
        [rng.normal(size=(words, vector)).astype(np.float32)],
    )
    ends = rng.integers(0, words, words), np.arange(words)
    some = [0, 17, words - 1]
    expected = head.labels(vectors, ends[0][some], ends[1][some])
    tracemalloc.start()
    found = head.labels(vectors, *ends)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found[some].tolist() == expected.tolist()
    assert peak < 150e6


def test_long_sentences_are_compared_block_by_block(monkeypatch):
    lengths = (23, 4)
    parser, batch = made(3, lengths=lengths)
    monkeypatch.setattr(graph, "WHOLE", 8)
    monkeypatch.setattr(graph, "BLOCK", 5)
    found = as_lists(beliefs_of(parser, batch), 0, 23)
    plain = networks.PlainNetwork(parser, batch, 0)
    heads, dependents = plain._layer("arc-head"), plain._layer("arc-dependent")
    scores = dependents @ plain.w["arc-pair"] @ heads.T + heads @ plain.w["arc-prior"]
    for d in range(1, 24):
        begin = (d - 1) // 5 * 5 + 1
        near = [0, *range(max(begin - 5, 1), min(begin + 10, 24))]
        near = [h for h in near if h != d]
        powers = np.exp(scores[d, near] - scores[d, near].max())
        chances = dict(zip(near, powers / powers.sum(), strict=True))
        assert len(found[d - 1]) <= MOST_HEADS
        for h, chance in found[d - 1].items():
            assert chances[h] == pytest.approx(chance, abs=1e-4)
        kept = [h for h in near if chances[h] > LEAST_CHANCE * 1.01]
        assert {*kept} <= {*found[d - 1]} or len(kept) > MOST_HEADS


def test_scores_take_memory_in_proportion_to_words():
    _, short = graph.blocks(np.array([5_000]))
    _, long = graph.blocks(np.array([10_000]))
    assert long < 2.1 * short


def test_labels_are_those_of_the_definition():
    parser, batch = made(4)
    heads, labels = parser.search(batch, parser.design.starts(batch.starts))
    for s in range(len(LENGTHS)):
        plain = networks.PlainNetwork(parser, batch, s)
        at = slice(batch.starts[s], batch.starts[s + 1])
        expected = [plain.label(h, d) for d, h in enumerate(heads[at].tolist(), 1)]
        assert labels[at].tolist() == expected


def test_files_keep_everything(tmp_path):
    small, without = networks.SMALL, {"graph": 0, "label": 0, "lemma": 0}
    for recipe in (small, replace(small, **without), replace(small, vectors=3)):
        parser, batch = made(5, recipe)
        parser.save(tmp_path / "one.mp")
        again = load(tmp_path / "one.mp")
        again.save(tmp_path / "two.mp")
        assert (tmp_path / "one.mp").read_bytes() == (tmp_path / "two.mp").read_bytes()
        starts = parser.design.starts(batch.starts)
        for one, other in zip(
            parser.search(batch, starts), again.search(batch, starts), strict=True
        ):
            assert np.array_equal(one, other)


def test_matrices_are_bytes_and_lose_little():
    parser, _ = made(5, WITH_VECTORS)
    for array in parser.as_arrays().values():
        assert array.ndim == 1 or array.dtype == np.float32  # packed, or the scales of labels
    table = np.array([[[0.5, -2.0], [0.0, 0.0]], [[1e-6, 3.0], [7.0, 6.9]]], np.float32)
    (group,) = [item for item in NETWORK.items if item.name == "label-pair"]
    found = group.make(group.split(table), {})
    assert (np.abs(found - table) <= np.abs(table).max(axis=-1, keepdims=True) / 250).all()


def test_the_room_for_a_table_counts_all_its_rows():
    sizes = {"known_form": 1000, "form": 100, "members": 1}
    table = np.ones((1002, 100), np.float32)
    (group,) = [item for item in NETWORK.items if item.name == "form"]
    room = Room()
    group.take(group.put(table), sizes, room)
    assert room.most - room.left == table.nbytes + table.size  # as floats, and unpacked as bytes


def damaged(name, change):
    parser, _ = made(6, WITH_VECTORS)
    arrays = {key.removeprefix("network "): array for key, array in parser.as_arrays().items()}
    array = arrays[name]
    if name.endswith("-bytes"):  # which are packed
        array = np.frombuffer(zlib.decompress(array.tobytes()), np.int8)
        array = np.frombuffer(zlib.compress(change(array).tobytes()), np.uint8)
    else:
        array = change(array.copy())
    arrays[name] = array
    return Network.from_arrays(WITH_VECTORS, arrays, parser.design.counts)


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        (
            "classes-bytes",
            lambda a: a[:-1],
            r"classes-bytes: found 255 numbers; expected int8 \[members × classes, hidden\], 256",
        ),
        ("label-pair-scales", lambda a: a[:, 1:], "label-pair-scales: found a length of"),
        ("nowhere", lambda a: a * np.nan, "nowhere: found numbers that are not finite"),
        ("form-bytes", lambda a: a[5:], "form-bytes: found .* numbers; expected"),
        ("form-bytes", lambda a: a[:0], "form-bytes: found 0 numbers"),
        ("form-bytes", lambda a: a.astype(np.int32), "form-bytes: found more than"),
        ("form-scales", lambda a: a[1:], "form-scales: found a length of"),
        ("form-scales", lambda a: a * 0 + 10_001, "form-scales: .*; expected up to 10000"),
        (
            "known-form",
            lambda a: a[::-1].copy(),
            "known-form: found other numbers",
        ),
        ("known-form", lambda a: a[1:], "form-bytes: found more than"),
        ("vectors-bytes", lambda a: a[3:], "vectors-bytes: found .* numbers"),
        (
            "vectors-scales",
            lambda a: a * np.nan,
            "vectors-scales: found numbers that",
        ),
        ("headwords", lambda a: a[::-1].copy(), "headwords: found other numbers"),
        (
            "headwords",
            lambda a: a[1:],
            "headwords-rows: found 7; expected less",
        ),
        ("headwords-folded", lambda a: a[1:], "headwords-rows: found a length of"),
        ("headwords-rows", lambda a: a - 1, "headwords-rows: found 0; expected 1 or more"),
        ("headwords-rows", lambda a: a.astype(np.int64), "headwords-rows: found 1 dimensions of"),
    ],
)
def test_damaged_arrays_are_refused(name, change, message):
    with pytest.raises(MultiplaneError, match=message):
        damaged(name, change)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("beam", [1, 3])
def test_the_largest_weights_of_a_file_do_not_become_infinite(sign, beam):
    """NumPy would warn, which is an error here."""
    parser, batch = made(6, replace(WITH_VECTORS, layers=2), (9, 30), "2-planar-eager")
    largest = {np.dtype(np.float32): 1e4, np.dtype(np.float16): np.finfo(np.float16).max}
    arrays = {
        name: np.full_like(array, sign * largest[array.dtype]) if array.dtype in largest else array
        for name, array in parser.weights.as_arrays().items()
    }
    network = Network.from_arrays(parser.weights.recipe, arrays, parser.design.counts)
    parser = replace(parser, weights=network, beam=beam)
    (part,) = network.parts(batch)
    assert np.isfinite(
        network.scorer(part, parser.design.system, np.zeros(2, np.int64)).table
    ).all()
    heads, labels = parser.search(batch, parser.design.starts(batch.starts))
    assert (heads[:9] <= 9).all()
    assert (labels < len(parser.labels)).all()


def test_the_mix_of_layers_does_not_become_infinite():
    (item,) = [item for item in NETWORK.items if item.name == "encoder-mix"]
    item.check(np.full(3, 30, np.float32), {}, {})
    with pytest.raises(MultiplaneError, match=r"encoder-mix: .*; expected up to 30"):
        item.check(np.full(3, 31, np.float32), {}, {})


def test_what_is_looked_up_for_a_word_is_limited():
    """With 10,000 addresses, which a feature model may have, words would take 160 MB each."""
    parser, _ = made(6)
    counts, vocabulary = parser.design.counts, parser.weights.vocabulary
    recipe = replace(networks.SMALL, hidden=4096)
    assert sizes_of(recipe, vocabulary, counts._replace(addresses=64))["addresses"] == 64
    message = "network: found 65 addresses of vectors, and a hidden layer of 4,096; expected up to"
    with pytest.raises(MultiplaneError, match=message):
        Network.from_arrays(recipe, parser.weights.as_arrays(), counts._replace(addresses=65))


def test_a_missing_array_is_refused(tmp_path):
    parser, _ = made(7)
    arrays = {name: array for name, array in parser.as_arrays().items() if "arc-pair" not in name}
    modelfile.save(tmp_path / "bad.mp", FORMAT, parser.as_dict(), arrays)
    with pytest.raises(MultiplaneError, match="arc-pair-bytes: found no such array; expected int8"):
        load(tmp_path / "bad.mp")


def test_an_infinite_size_is_refused(tmp_path):
    parser, _ = made(7)
    content = parser.as_dict()
    content["network"]["lstm"] = float("inf")
    modelfile.save(tmp_path / "bad.mp", FORMAT, content, parser.as_arrays())
    with pytest.raises(MultiplaneError, match=r"bad\.mp: network\.lstm: found inf"):
        load(tmp_path / "bad.mp")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lstm=0", "^lstm: found 0; expected 1 or more"),
        ("seen=0", "^seen: found 0; expected 1 or more"),
        ("costs=7", "^costs: found 7; expected 0 to 1"),
        ("repair=2", "^repair: found 2; expected 0 to 1"),
        ("bias=1", "network: found 'bias=1'; give it as an option, bias"),
        ("encoder_layers=2", "network: found 'encoder_layers=2'"),
        ("encoder_size=2", "network: found 'encoder_size=2'"),
        ("members=2", "network: found 'members=2'; give it as an option, members"),
        ("hidden=0", "^hidden: found 0; expected 1 or more"),
        ("hidden=100", "^hidden: found 100; expected a multiple of 64$"),
        ("lstms=3", "network: found 'lstms=3'; expected NAME=NUMBER with a name of form, lemma"),
        ("lstm=big", "network: found 'lstm=big'; expected a whole number after lstm="),
        ("graph=0.5", "network: found 'graph=0.5'; expected a whole number after graph="),
        ("graph_weight=", "found 'graph_weight='; expected a number after graph_weight="),
        ("form=-1", "form: found -1; expected 0 to 4096"),
        ("form=99999", "form: found 99999; expected 0 to 4096"),
        ("feature_bits=0", "feature_bits: found 0; expected 1 to 20"),
        ("form=0 lemma=0 upos=0 xpos=0 morph=0 grams=0", "found 0 numbers for each word"),
    ],
)
def test_bad_recipes_are_refused(text, message):
    with pytest.raises(MultiplaneError, match=message):
        Recipe.read(text)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"members": 0}, "members: found 0; expected 1 to 21, .* each network has hidden=192"),
        ({"members": 22}, "members: found 22; expected 1 to 21"),
        ({"members": -1}, "members: found -1; expected 1 to 21"),
        ({"members": 2, "lstm": 2049}, "members: found 2; expected 1 to 1, .* lstm=2049"),
        ({"members": 2, "encoder": 8}, "members: found 2 and a pretrained encoder"),
    ],
)
def test_recipes_of_too_many_networks_are_refused(changes, message):
    with pytest.raises(MultiplaneError, match=message):
        Recipe(**changes)


def test_what_is_looked_up_for_a_word_is_limited_for_all_members_together():
    parser, _ = made(2)
    recipe, counts = replace(networks.SMALL, members=64), parser.design.counts
    most = counts._replace(addresses=MOST_LOOKED_UP // (64 * recipe.hidden))
    assert sizes_of(recipe, parser.weights.vocabulary, most)["members"] == 64
    with pytest.raises(MultiplaneError, match="and a hidden layer of 4,096; expected"):
        sizes_of(recipe, parser.weights.vocabulary, most._replace(addresses=most.addresses + 1))


def test_recipes_are_read_and_kept():
    recipe = Recipe.read("lstm=200 graph_weight=0.25 costs=0")
    assert (recipe.lstm, recipe.graph_weight, recipe.costs) == (200, 0.25, 0)
    assert Recipe.from_dict(recipe.as_dict()) == recipe


@pytest.mark.parametrize(
    ("system", "names"),
    [
        ("arc-eager", set()),
        ("2-planar-eager", {"SWITCH"}),
        ("side-stack", {"ASIDE"}),
        ("covington", set()),
    ],
)
def test_what_leaves_the_first_stack(system, names):
    marks = leaving(systems[system])
    found = {name for name, mark in zip(systems[system], marks[:-1], strict=True) if mark}
    assert found == names


def test_a_bias_changes_how_often_the_first_stack_is_left():
    used = []
    for bias in (-50.0, 50.0):
        recipe = replace(networks.SMALL, bias=bias)
        parser, batch = made(8, recipe, (9, 9), "2-planar-eager")
        heads, labels = np.zeros((2, batch.words), np.int32)
        _, times = parser.run(batch, parser.design.starts(batch.starts), Trees(heads, labels, None))
        used.append(int(times[list(systems["2-planar-eager"]).index("SWITCH")]))
    assert used[0] < used[1]


def test_systems_without_stacks_have_none_to_leave():
    system = System("lists", start={λ2: [], β: WORDS}, MOVE=move(β, λ2), ARC=arc(β[0], λ2[0]))
    assert leaving(system).tolist() == [0, 0, 0]


def test_tables_are_rounded_to_fewer_bytes_than_matrices():
    parser, _ = made(8)
    network = parser.weights
    drawn = {
        name: np.random.default_rng(1).normal(size=array.shape).astype(np.float32)
        for name, array in network.weights.items()
    }
    found = stored(drawn)
    for name, largest in (("form", 31), ("grams", 7), ("seen", 127), ("forward-input", 127)):
        rounded = taken(found, sizes_of(network.recipe, network.vocabulary, parser.design.counts))
        scales = np.abs(drawn[name]).max(-1, keepdims=True) / largest
        assert (np.abs(rounded[name] - drawn[name]) <= 0.501 * scales).all()
        assert np.rint(np.abs(rounded[name] / scales)).max() == largest
