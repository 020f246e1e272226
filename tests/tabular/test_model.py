"""The model: its normalisation, its estimation, its file, its samples."""

import math
from collections import Counter

import numpy as np
import pytest

from multiplane.conllu import reads
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.tabular.alphabet import ALSO, COLUMNS, Alphabet, column_of
from multiplane.tabular.corpus import estimate, heads_of, plain, without
from multiplane.tabular.counts import by_choice, count_derivation, no_counts, no_sums
from multiplane.tabular.em import start
from multiplane.tabular.forest import Done
from multiplane.tabular.gold import derivation_of
from multiplane.tabular.history import elaborated, history
from multiplane.tabular.history import naive as trigrams
from multiplane.tabular.model import load
from multiplane.tabular.posterior import Posterior
from multiplane.tabular.sampling import sample
from support import naive

ALPHABET = Alphabet("upos", ("A", "B"))
HISTORIES = [elaborated(1), elaborated(2), elaborated(3), trigrams(1), trigrams(2), trigrams(3)]


def some_model(kind, seed=1, alphabet=ALPHABET):
    return start(kind, alphabet, [], "random", seed)


def treebank(*trees):
    """Sentences from (tags, heads)."""
    text = ""
    for tags, heads in trees:
        for number, (tag, head) in enumerate(zip(tags, heads, strict=True), 1):
            text += f"{number}\tw{number}\t_\t{tag}\t_\t_\t{head}\tdep\t_\t_\n"
        text += "\n"
    return list(reads(text))


TREES = [("AB", [2, 0]), ("ABA", [2, 0, 2]), ("AAB", [3, 1, 0]), ("BABA", [0, 4, 1, 1])]


@pytest.mark.parametrize("kind", HISTORIES, ids=lambda kind: f"{kind.name} {kind.degree}")
def test_every_history_that_can_be_is_a_distribution(kind):
    for table, choice in zip(some_model(kind).tables, kind.choices, strict=True):
        legal = kind.legal(choice, len(ALPHABET))
        assert table.shape == choice.shape(len(ALPHABET))
        assert np.allclose(table.sum(-1), legal.any(-1))
        assert not table[~legal].any()


@pytest.mark.parametrize("symbols", range(2, 8))
def test_the_number_of_parameters_is_that_of_the_paper(symbols):
    """2011, section 3: |Σ| + 4|Σ|² + 2|Σ|³, and 4|Σ|³ + |Σ|⁴ for the naive model."""

    def entries(kind):
        return sum(math.prod(choice.shape(symbols)) for choice in kind.choices)

    assert entries(elaborated(2)) == symbols + 4 * symbols**2 + 2 * symbols**3
    end = symbols**3  # the end of the sentence, which the paper leaves out: one more outcome
    assert entries(trigrams(2)) - end == 4 * symbols**3 + symbols**4


@pytest.mark.parametrize("kind", HISTORIES, ids=lambda kind: f"{kind.name} {kind.degree}")
def test_parameters_are_the_entries_that_can_be(kind):
    """Fewer than the paper counts: the root never gets a head, ¢ takes part in nothing."""
    model = some_model(kind)
    assert model.parameters == sum(np.count_nonzero(table) for table in model.tables)
    assert model.parameters < sum(table.size for table in model.tables)


def test_equations_2_to_4():
    model, n = some_model(elaborated(2)), len(ALPHABET)
    first, second, third = model.tables
    for b1 in range(2, n):
        assert first[b1, :n].sum() + first[b1, n] == pytest.approx(1)  # sh_b, rd
        for b2 in range(1, n):
            la1, ra1, rd2 = second[b2, b1]
            assert la1 + ra1 + rd2 == pytest.approx(1)
            for b3 in range(1, n):
                la2, ra2 = third[b3, b2, b1]
                assert la2 + ra2 == pytest.approx(1)


@pytest.mark.parametrize("kind", HISTORIES, ids=lambda kind: f"{kind.name} {kind.degree}")
@pytest.mark.parametrize("words", range(1, 5))
def test_probabilities_are_those_of_enumeration(kind, words):
    """In the naive history a shift sees three symbols: the chart's items know as many."""
    model = some_model(kind)
    codes = ALPHABET.encode("ABBA"[:words])
    logps, arcs = [], np.zeros((words + 1, words + 1))
    computations = list(naive.attardi_computations(words, kind.degree))
    for computation in computations:
        end = model.logp(codes, Done("sh", (), -1, 0))
        logps.append(end + sum(model.logp(codes, Done(*step)) for step in computation))
    total = np.logaddexp.reduce(logps)
    for computation, logp in zip(computations, logps, strict=True):
        for name, _, head, dependent in computation:
            if name != "sh":
                arcs[head, dependent] += math.exp(logp - total)
    posterior = Posterior(model, codes)
    assert posterior.logp == pytest.approx(total, abs=1e-9)
    assert posterior.best[0] == pytest.approx(max(logps), abs=1e-9)
    assert np.allclose(posterior.arcs, arcs, atol=1e-9)
    best = computations[int(np.argmax(logps))]
    assert posterior.viterbi == naive.tree_of(best, words)


@pytest.mark.parametrize("kind", HISTORIES, ids=lambda kind: f"{kind.name} {kind.degree}")
def test_expected_counts_of_a_certain_derivation_are_its_counts(kind):
    """A model that has seen one tree expects on its words what estimation counts."""
    found = estimate(treebank(("AB", [2, 0])), "upos", kind, smoothing=0)
    codes = found.model.alphabet.encode("AB")
    counted, sums = no_counts(kind, found.model.alphabet), no_sums(found.model)
    pairs = ((done, 1.0) for done in derivation_of([2, 0], kind.degree))
    count_derivation(found.model, codes, pairs, counted)
    logp = Posterior(found.model, codes).count(sums)
    expected = by_choice(found.model, sums, sentences=1)
    assert logp == pytest.approx(2 * math.log(0.5))  # after $ there was a word once, once the end
    for one, other in zip(counted, expected, strict=True):
        assert np.allclose(one, other)


def test_maximum_likelihood_is_relative_frequency():
    found = estimate(treebank(*TREES), "upos", elaborated(2), smoothing=0)
    alphabet = found.model.alphabet
    assert (found.derived, found.left_out, found.words) == (4, 0, 12)
    a, n = alphabet.encode("A")[1], len(alphabet)
    row = found.model.tables[0][a]
    counts = Counter()
    for tags, heads in TREES:
        for done in derivation_of(heads, 2):
            top = done.stack[-1] if done.stack else 0
            if top and tags[top - 1] == "A":
                counts[done.name == "sh" and tags[done.dependent - 1]] += 1
    assert row[n] == pytest.approx(counts[False] / counts.total())
    for tag in "AB":
        assert row[alphabet.encode(tag)[1]] == pytest.approx(counts[tag] / counts.total())


def test_smoothing_reaches_unseen_histories():
    rough = estimate(treebank(*TREES), "upos", smoothing=0).model
    smooth = estimate(treebank(*TREES), "upos", smoothing=1).model
    codes = rough.alphabet.encode("BBBB")
    assert Posterior(smooth, codes).logp > -math.inf
    assert Posterior(smooth, smooth.alphabet.encode("AXB")).logp > -math.inf  # X was never seen
    assert Posterior(rough, rough.alphabet.encode("AXB")).logp == -math.inf


def test_trees_of_a_higher_degree_are_left_out():
    crossing = ("AABB", [3, 4, 0, 3])
    assert estimate(treebank(crossing), "upos", elaborated(2)).left_out == 0
    found = estimate(treebank(crossing, *TREES[:2]), "upos", elaborated(1))
    assert (found.derived, found.left_out) == (2, 1)


def test_columns():
    (sentence,) = treebank(("AB", [2, 0]))
    assert column_of(sentence, "form") == column_of(sentence, "forms") == ("w1", "w2")
    with pytest.raises(UnknownName, match="forms, lemmas, upos"):
        column_of(sentence, "colour")
    with pytest.raises(UnknownName, match=r"unknown column 'upo'; did you mean upos\? choose from"):
        column_of(sentence, "upo")
    with pytest.raises(UnknownName, match="elaborated, naive"):
        history("magic")


def test_rare_symbols_are_one():
    alphabet = Alphabet.of(["ABBC", "CCD"], "upos", most=2)
    assert alphabet.symbols == ("C", "B")
    assert alphabet.encode("ABCD").tolist() == [1, 2, 4, 3, 2, 0]
    assert [alphabet[code] for code in range(5)] == ["¢", "$", "…", "C", "B"]


def test_words_may_be_left_out():
    assert without("ABCB", [2, 4, 2, 0], {"B"}) == (["A", "C"], [0, 0])
    assert plain(treebank(("AB", [2, 0]), ("B", [0])), "form", 5, {"B"}) == [(["w1"], [0])]
    with pytest.raises(MultiplaneError, match="no sentence"):
        plain(treebank(("B", [0])), "upos", 5, {"B"})


@pytest.mark.parametrize(("heads", "found"), [([2, 1], "cycle"), (["_", 0], "no head")])
def test_bad_trees(heads, found):
    with pytest.raises(MultiplaneError, match=found):
        heads_of(treebank(("AB", heads))[0])


def test_a_model_is_one_file(tmp_path):
    model = some_model(trigrams(2))
    model.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert again.alphabet == model.alphabet
    assert again.history == model.history
    assert all((a == b).all() for a, b in zip(again.tables, model.tables, strict=True))


@pytest.mark.parametrize("column", [*COLUMNS, *ALSO])
def test_models_of_every_column_are_read_again(tmp_path, column):
    some_model(trigrams(2), alphabet=Alphabet(column, ("A", "B"))).save(tmp_path / "model")
    assert load(tmp_path / "model").alphabet.column == column


def test_damaged_models(tmp_path):
    path = tmp_path / "model"
    with pytest.raises(MultiplaneError, match="cannot be read"):
        load(path)
    model = some_model(elaborated(2))
    model.save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    with pytest.raises(MultiplaneError, match="cannot be read"):
        load(path)
    path.write_bytes(whole[:-8] + np.float64(2.5).tobytes())
    with pytest.raises(MultiplaneError, match="checksum"):
        load(path)
    model.tables[2][-1, -1, -1, -1] = 2.5
    model.save(path)
    with pytest.raises(MultiplaneError, match="choice 2: found other numbers; expected 1 in"):
        load(path)
    from safetensors.numpy import save

    path.write_bytes(save({"a": np.zeros(1)}))
    with pytest.raises(MultiplaneError, match="found no model; expected multiplane generative"):
        load(path)


def test_tables_that_are_too_large():
    large = Alphabet("forms", tuple(f"w{k}" for k in range(500)))
    with pytest.raises(MultiplaneError, match="fewer symbols"):
        no_counts(elaborated(2), large)


@pytest.mark.parametrize("kind", [elaborated(2), trigrams(2)], ids=lambda kind: kind.name)
def test_samples_come_as_often_as_they_are_probable(kind):
    alphabet = Alphabet("upos", ("A",))
    model = some_model(kind, 4, alphabet)
    rng, draws = np.random.default_rng(0), 2000
    seen = Counter(sample(model, rng, max_words=3)[0] for _ in range(draws))
    strings = [tuple(s) for n in (1, 2, 3) for s in np.ndindex(*(2,) * n)]
    words = {tuple("…A"[x] for x in s) for s in strings}
    p = {w: math.exp(Posterior(model, alphabet.encode(w)).logp) for w in words}
    assert sum(p.values()) < 1
    for w in words:
        share = p[w] / sum(p.values())
        assert seen[w] / draws == pytest.approx(share, abs=4 * math.sqrt(share / draws) + 1e-3)


def test_samples_have_trees():
    model = some_model(elaborated(3))
    rng = np.random.default_rng(0)
    for _ in range(50):
        words, heads = sample(model, rng, max_words=8)
        assert len(words) == len(heads) <= 8
        assert all(0 in naive.chain_of_heads((0, *heads), d) for d in range(1, len(heads) + 1))


def test_a_model_that_never_ends():
    endless = some_model(elaborated(2))
    endless.tables[0][1:] = 0.0
    endless.tables[0][1:, 3] = 1.0
    with pytest.raises(MultiplaneError, match="ended within 5 words"):
        sample(endless, np.random.default_rng(0), max_words=5)


def test_a_sentence_that_is_too_long_is_refused_before_anything_is_made():
    with pytest.raises(MultiplaneError, match="5000 words in degree 3"):
        _ = Posterior(some_model(elaborated(3)), ALPHABET.encode("A" * 5000)).logp
