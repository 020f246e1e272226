import doctest
import io
import json
import pkgutil
import random
import sys
import time
from importlib import import_module
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from conftest import ROOT
from multiplane import evaluation as package
from multiplane.cli import group, main
from multiplane.conllu import reads
from multiplane.errors import FormatError, MultiplaneError
from multiplane.evaluation import METRICS, bootstrap, evaluate, mcnemar, randomized, scores
from multiplane.evaluation.domination import Domination, is_tree, non_projective
from multiplane.evaluation.words import punctuation

GOLD, SYSTEM, BASELINE = (
    str(ROOT / "tests" / "data" / f"eval_{name}.conllu") for name in ("gold", "system", "baseline")
)
KEYS = {
    "tokens", "uas", "las", "uas_nopunct", "las_nopunct", "clas", "np_precision", "np_recall",
    "projective_precision", "projective_recall", "significance",
}  # fmt: skip
LABELS = ["nsubj", "nsubj:pass", "obj", "det", "aux:pass", "punct", "root"]


def conllu(treebank) -> str:
    """A treebank as in `naive`, as text."""
    return "".join(
        "".join(
            f"{d}\t{form}\t_\t{upos}\t_\t_\t{'_' if head is None else head}\t{label}\t_\t_\n"
            for d, (form, upos, head, label) in enumerate(sentence, 1)
        )
        + "\n"
        for sentence in treebank
    )


def evaluated(gold, system, **options):
    options.setdefault("bootstrap", 0)
    if "against" in options:
        options["against"] = reads(conllu(options["against"]))
    return evaluate(reads(conllu(gold)), reads(conllu(system)), **options)


@st.composite
def heads(draw, max_words: int):
    """One head, 0 or None for each word: cycles and all."""
    n = draw(st.integers(1, max_words))
    others = ([None, *(h for h in range(n + 1) if h != d)] for d in range(1, n + 1))
    return [draw(st.sampled_from(choice)) for choice in others]


@st.composite
def treebanks(draw, outputs: int = 1):
    """Gold and the outputs of systems, which are often right."""
    gold, systems = [], [[] for _ in range(outputs)]
    for _ in range(draw(st.integers(1, 4))):
        arcs = [head or 0 for head in draw(heads(6))]
        words = [
            (form, upos, head, draw(st.sampled_from(LABELS)))
            for head in arcs
            for form, upos in [
                draw(st.sampled_from([("a", "NOUN"), (".", "PUNCT"), ("«…", "_"), ("$", "_")]))
            ]
        ]
        gold.append(words)
        for system in systems:
            system.append([draw(guesses(d, len(words), w)) for d, w in enumerate(words, 1)])
    return gold, *systems


def guesses(d: int, n: int, word):
    others = [None, *(h for h in range(n + 1) if h != d)]
    wrong = st.tuples(
        st.just(word[0]), st.just(word[1]), st.sampled_from(others), st.sampled_from(LABELS)
    )
    return st.one_of(st.just(word), wrong)


# Domination and projectivity


@given(heads(7))
def test_domination_is_a_chain_of_heads(found):
    padded, words = (0, *found), range(1, len(found) + 1)
    domination = Domination(found)
    for h, d in product(words, words):
        assert domination.dominates(h, d) == naive.dominates(padded, h, d)
    assert all(domination.dominates(0, d) for d in words)
    assert is_tree(found) == all(0 in naive.chain_of_heads(padded, d) for d in words)


@given(heads(9))
def test_non_projective_arcs(found):
    padded = (0, *found)
    expected = [bool(h) and naive.is_non_projective(padded, d) for d, h in enumerate(found, 1)]
    assert non_projective(found) == expected


def test_non_projective_arcs_of_all_short_trees():
    for padded in naive.all_heads(5):
        expected = [bool(padded[d]) and naive.is_non_projective(padded, d) for d in range(1, 6)]
        assert non_projective(padded[1:]) == expected


def test_long_sentences_take_no_time():
    shuffled = list(range(1, 20_001))
    random.Random(1).shuffle(shuffled)
    tree = [0] * 20_000
    for k, word in enumerate(shuffled[1:], 1):
        tree[word - 1] = shuffled[k // 2]
    cycle = [*range(2, 20_001), 1]
    start = time.perf_counter()
    assert sum(non_projective(tree)) > 19_000
    assert not any(non_projective(cycle))
    assert time.perf_counter() - start < 5


# Scores


@settings(max_examples=40)
@given(treebanks())
def test_scores_are_what_their_definitions_say(treebank):
    gold, system = treebank
    found = evaluated(gold, system)
    assert found.scores == pytest.approx(naive.scores(gold, system))
    assert all(score is None or 0 <= score <= 100 for score in found.scores.values())
    assert found.totals["tokens"] == sum(map(len, gold))


@settings(max_examples=40)
@given(treebanks())
def test_scores_without_subtypes(treebank):
    plain = [
        [[(*word[:3], word[3].split(":")[0]) for word in sentence] for sentence in side]
        for side in treebank
    ]
    found = evaluated(*treebank, ignore_subtypes=True)
    assert found.scores == pytest.approx(naive.scores(*plain))
    assert found.scores["clas"] == evaluated(*treebank).scores["clas"]


@settings(max_examples=40)
@given(treebanks())
def test_what_is_the_same_is_right_for_sure(treebank):
    gold, _ = treebank
    found = evaluated(gold, gold, against=gold, trials=50, bootstrap=20)
    assert set(found.scores.values()) <= {100, None}
    assert {pair and tuple(pair) for pair in found.intervals.values()} <= {(100, 100), None}
    assert set(found.comparison.differences.values()) <= {0, None}
    assert set(found.comparison.randomized.values()) <= {1, None}
    assert {test.p for test in found.comparison.mcnemar.values()} == {1}


@settings(max_examples=40)
@given(treebanks())
def test_statistics_add_up(treebank):
    gold, system = treebank
    whole = evaluated(gold, system)
    parts = [evaluated([g], [s]) for g, s in zip(gold, system, strict=True)]
    assert sum(part.table.sum(0) for part in parts).tolist() == whole.table.sum(0).tolist()
    assert whole.totals == {key: sum(p.totals[key] for p in parts) for key in whole.totals}


@settings(max_examples=40)
@given(treebanks())
def test_precision_and_recall_change_places_with_gold_and_system(treebank):
    gold, system = treebank
    system = [
        [(*s[:2], g[2] if s[2] is None else s[2], s[3]) for g, s in zip(*both, strict=True)]
        for both in zip(gold, system, strict=True)
    ]
    one, other = evaluated(gold, system).scores, evaluated(system, gold).scores
    for kind in ("np", "projective"):
        assert one[f"{kind}_precision"] == other[f"{kind}_recall"]
    for name in ("uas", "las", "clas", "exact_las"):
        assert one[name] == other[name]


@settings(max_examples=40)
@given(treebanks())
def test_views_count_all_arcs(treebank):
    found = evaluated(*treebank)
    for rows in (found.labels, found.lengths, found.directions):
        assert sum(row.gold for row in rows) == found.totals["tokens"]
        assert sum(row.system for row in rows) == found.totals["tokens"] - found.totals["headless"]
        assert sum(row.right for row in rows) == found.totals["right"]
    words = [(g, s) for both in zip(*treebank, strict=True) for g, s in zip(*both, strict=True)]
    for row in found.confusions:
        assert row.words == sum((g[3], s[3]) == (row.gold, row.system) for g, s in words)
        assert row.right_heads == sum(
            (g[3], s[3]) == (row.gold, row.system) and g[2] == s[2] for g, s in words
        )
    assert sum(row.words for row in found.confusions) == sum(g[3] != s[3] for g, s in words)


def test_scores_by_hand():
    """The files differ in old (head), home (head and label), Tea (label), she (head)."""
    found = evaluate(GOLD, SYSTEM)
    assert found.totals["tokens"] == 22
    assert found.uas == pytest.approx(100 * 19 / 22)
    assert found.las == pytest.approx(100 * 18 / 22)
    assert found.scores["uas_nopunct"] == pytest.approx(100 * 16 / 19)
    assert found.scores["las_nopunct"] == pytest.approx(100 * 15 / 19)
    # 22 words but 3 punct, 2 det, 1 case, 1 aux and 1 aux:pass; nsubj for nsubj:pass is right.
    assert found.scores["clas"] == pytest.approx(100 * 11 / 14)
    # Gold: letter → home (lost), met → Whom.  System: boat → The, which old crosses, met → Whom.
    assert found.scores["np_precision"] == 100
    assert found.scores["np_recall"] == 50
    assert found.scores["projective_precision"] == pytest.approx(100 * 16 / 20)
    assert found.scores["projective_recall"] == pytest.approx(100 * 17 / 20)
    assert found.scores["exact_uas"] == 25
    assert found.scores["exact_las"] == 0
    assert evaluate(GOLD, SYSTEM, ignore_subtypes=True).las == found.uas


def test_views_by_hand():
    found = evaluate(GOLD, SYSTEM)
    nsubj = next(row for row in found.labels if row.name == "nsubj")
    assert (nsubj.gold, nsubj.system, nsubj.right) == (3, 4, 2)
    assert (nsubj.precision, nsubj.recall) == (50, pytest.approx(200 / 3))
    assert nsubj.f1 == pytest.approx(400 / 7)
    lengths = {row.name: (row.gold, row.system, row.right) for row in found.lengths}
    assert lengths == {
        "root": (4, 4, 4), "1": (11, 10, 9), "2": (3, 4, 2), "3-6": (4, 4, 3), "7+": (0, 0, 0),
    }  # fmt: skip
    assert [(row.name, row.gold) for row in found.directions] == [
        ("root", 4), ("left", 11), ("right", 7),
    ]  # fmt: skip
    assert [(c.gold, c.system, c.words, c.right_heads) for c in found.confusions] == [
        ("nmod", "obl", 1, 0),
        ("nsubj:pass", "nsubj", 1, 1),
    ]


def test_cycles_and_missing_heads_are_scored():
    gold = [[("a", "X", 2, "x"), ("b", "X", 3, "x"), ("c", "X", 0, "root"), ("d", "X", 3, "x")]]
    system = [
        [("a", "X", 2, "x"), ("b", "X", 1, "x"), ("c", "X", 0, "root"), ("d", "X", None, "_")]
    ]
    found = evaluated(gold, system)
    assert found.las == 50
    assert (found.totals["not_trees"], found.totals["headless"]) == (1, 1)
    assert found.scores["projective_precision"] == pytest.approx(200 / 3)


def test_several_roots_are_counted():
    gold = [[("a", "X", 2, "x"), ("b", "X", 0, "root")]] * 2
    system = [[("a", "X", 0, "root"), ("b", "X", 0, "root")], gold[1]]
    assert evaluated(gold, system).totals["multiple_roots"] == 1


@pytest.mark.parametrize(
    ("words", "marks", "judged"),
    [
        ([("a", "NOUN"), (".", "PUNCT"), ("!", "SYM")], [0, 1, 0], {"upos"}),
        ([("a", "_"), ("?!", "_"), ("$", "_"), ("«", "_"), ("a.", "_")], [0, 1, 0, 1, 0], {"form"}),
        ([("a", "NOUN"), (".", "_")], [0, 1], {"upos", "form"}),
        ([("a", "N"), (".", "X"), ("b", "X")], [0, 1, 0], {"form"}),  # X is of no UPOS here
    ],
)
def test_punctuation(words, marks, judged):
    (sentence,) = reads(conllu([[(*word, 0, "x") for word in words]]))
    assert punctuation(sentence) == (marks, judged)


# Significance


@pytest.mark.parametrize(("b", "c"), [(0, 0), (1, 0), (5, 0), (3, 9), (6, 6), (7, 5), (2, 8)])
def test_mcnemar_is_exact_for_few_words(b, c):
    first = np.array([True] * b + [False] * c + [True, False])
    second = np.array([False] * b + [True] * c + [True, False])
    test = mcnemar(first, second)
    assert (test.only_first, test.only_second, test.exact) == (b, c, True)
    assert test.p == pytest.approx(naive.binomial_p(b, c))
    assert mcnemar(second, first).p == test.p


def test_mcnemar_for_many_words():
    only = np.array([True] * 121 + [False] * 59)
    test = mcnemar(only, ~only)  # chi-square (62 - 1)² / 180 = 20.67
    assert not test.exact
    assert test.p == pytest.approx(5.45e-6, rel=0.01)
    even = np.array([True] * 30 + [False] * 30)
    assert mcnemar(even, ~even).p == 1


def test_the_randomised_comparison_comes_close_to_all_swaps():
    first, second = [5, 3, 4, 6, 2, 5, 4], [3, 3, 5, 2, 1, 4, 4]
    columns = [np.array(values)[:, None] for values in (first, second)]
    (p,) = randomized(*columns, lambda sums: sums + 0.0, trials=20_000, seed=3)
    assert p == pytest.approx(naive.permutation_p(first, second), abs=0.015)


@settings(max_examples=40)
@given(treebanks(outputs=2), st.integers(0, 99))
def test_comparisons_are_symmetric(treebank, seed):
    gold, first, second = treebank
    one = evaluated(gold, first, against=second, trials=50, seed=seed).comparison
    other = evaluated(gold, second, against=first, trials=50, seed=seed).comparison
    assert one.randomized == other.randomized
    assert {n: t.p for n, t in one.mcnemar.items()} == {n: t.p for n, t in other.mcnemar.items()}
    assert all(p is None or 0 < p <= 1 for p in one.randomized.values())
    for name, difference in one.differences.items():
        assert difference is None or difference == -other.differences[name]


def test_the_bootstrap_comes_close_to_all_samples():
    values = np.array([[1, 2], [3, 3], [0, 4], [5, 6], [2, 2]])

    def score(sums):
        return 100 * sums[..., :1] / sums[..., 1:]

    samples = [score(values[list(which)].sum(0))[0] for which in product(range(5), repeat=5)]
    low, high = np.quantile(samples, [0.05, 0.95])
    found = bootstrap(values, score, trials=20_000, seed=1, level=0.9)
    assert found[:, 0] == pytest.approx([low, high], abs=1)


def test_seeds_are_kept():
    def numbers(seed):
        found = evaluate(GOLD, SYSTEM, against=BASELINE, trials=100, bootstrap=100, seed=seed)
        return found.as_dict()

    assert numbers(5) == numbers(5) != numbers(6)


def test_ten_thousand_trials_are_quick():
    random_numbers = np.random.default_rng(0)
    first, second = (
        random_numbers.integers(0, 20, (2000, len(package.metrics.COLUMNS))) for _ in range(2)
    )
    start = time.perf_counter()
    randomized(first, second, scores, trials=10_000, seed=1)
    assert time.perf_counter() - start < 10  # a second, if nothing else runs


def test_the_signature_says_how():
    found = evaluate(GOLD, SYSTEM, against=BASELINE, trials=5, bootstrap=0, seed=9)
    text = str(found.signature)
    assert text.startswith("punct:upos|labels:whole|bootstrap:no|randomized:5|seed:9|version:")
    assert "labels:universal" in str(evaluate(GOLD, SYSTEM, ignore_subtypes=True).signature)
    assert found.intervals == {}


# Errors

WORDS = [[("a", "X", 2, "x"), ("b", "X", 0, "root")], [("c", "X", 0, "root")]]


@pytest.mark.parametrize(
    ("system", "message"),
    [
        ([WORDS[0], [("d", "X", 0, "root")]], ":4: found word 1, 'd'; expected 'c', as in gold:5"),
        ([WORDS[0][1:], WORDS[1]], ":1: found word 1, 'b'; expected 'a', as in gold:2"),
        ([[*WORDS[0], ("c", "X", 1, "x")]], ":3: found word 3, 'c'; expected the end of the"),
        ([[("a", "X", 0, "x")]], ":2: found the end of the sentence; expected 'b', as in gold:3"),
        (WORDS[:1], ":4: found the end of the file; expected sentence 2, as in gold:5"),
        ([*WORDS, WORDS[0]], ":6: found sentence 3; expected the end of the file, as in gold"),
        ([], ":1: found the end of the file; expected sentence 1, as in gold:1"),
    ],
)
def test_other_words_are_errors(tmp_path, monkeypatch, system, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold").write_text("# first\n" + conllu(WORDS))
    (tmp_path / "system").write_text(conllu(system))
    with pytest.raises(FormatError) as caught:
        evaluate("gold", "system")
    assert f"system{message}" in str(caught.value)
    with pytest.raises(FormatError):
        evaluate("gold", "gold", against="system")


def test_gold_has_heads():
    with pytest.raises(FormatError, match="<text>:2: found no HEAD; expected one"):
        evaluated([[("a", "X", 0, "x"), ("b", "X", None, "_")]], WORDS[:1])


def test_gold_has_sentences():
    with pytest.raises(MultiplaneError, match="no sentences"):
        evaluated([], [])
    with pytest.raises(FormatError, match=r"<text>:1: found sentence 1; .*gold has no sentences"):
        evaluated([], WORDS)


@pytest.mark.parametrize("options", [{"trials": 0}, {"bootstrap": -1}, {"seed": -1}])
def test_numbers_that_make_no_sense(options):
    with pytest.raises(MultiplaneError, match="give 1 or more trials"):
        evaluate(GOLD, SYSTEM, **options)


# The command


def run(*arguments: str, **options) -> str:
    result = CliRunner().invoke(group, ["evaluate", *arguments], catch_exceptions=False, **options)
    assert result.exit_code == 0
    return result.output


def test_the_command():
    lines = run(GOLD, SYSTEM).splitlines()
    assert lines[0] == "22 words in 4 sentences"
    rows = {line[:34].strip(): line[34:].split() for line in lines}
    assert rows["LAS"][:3] == ["81.82", "18", "22"]
    assert "–" not in run(GOLD, SYSTEM, "--bootstrap", "0")
    assert lines[-1].startswith("punct:upos|labels:whole|bootstrap:1000|randomized:no|seed:1|")


def test_the_command_against_another():
    text = run(GOLD, SYSTEM, "--against", BASELINE)
    assert "+31.82       0.0156" in text
    assert "randomized:10000|seed:1" in text


def test_the_command_as_json():
    alone = json.loads(run(GOLD, SYSTEM, "--json"))
    assert alone.keys() >= KEYS
    assert alone["significance"] is None
    assert alone["las"] == pytest.approx(81.818, abs=0.001)
    answer = json.loads(run(GOLD, SYSTEM, "--against", BASELINE, "--json", "--trials", "99"))
    test = answer["significance"]["mcnemar"]["las"]
    assert test == {"only_first": 7, "only_second": 0, "p": 2 / 2**7, "exact": True}
    assert 0.01 <= answer["significance"]["randomized"]["las"]["p"] <= 1
    assert answer["against"]["las"] == 50
    assert answer["labels"][0]["name"] == "root"


def test_what_is_undefined_is_null():
    text = conllu(WORDS)
    answer = json.loads(run("-", GOLD, "--json", input=Path(GOLD).read_text("utf-8")))
    assert answer["np_recall"] == 100
    found = evaluate(io.StringIO(text), io.StringIO(text), against=io.StringIO(text))
    assert found.as_dict()["np_recall"] is None
    assert (
        json.loads(json.dumps(found.as_dict(), allow_nan=False))["intervals"]["np_recall"] is None
    )


def test_details():
    text = run(GOLD, SYSTEM, "--detail", "--top", "1")
    for caption in ("by label", "by length", "by direction", "Labels confused"):
        assert caption in text
    rows = [line.split() for line in text.splitlines()]
    assert ["nsubj:pass", "–", "0.00", "0.00", "1", "0", "0"] in rows
    assert ["nmod", "obl", "1", "0"] in rows
    assert ["nsubj:pass", "nsubj", "1", "1"] not in rows


def test_other_styles_and_places(tmp_path):
    target = tmp_path / "scores.md"
    assert run(GOLD, SYSTEM, "--style", "markdown", "-o", str(target)) == ""
    assert "| LAS | 81.82 | 18 | 22 |" in target.read_text("utf-8")
    assert r"\begin{tabular}" in run(GOLD, SYSTEM, "--style", "latex")


def test_odd_output_is_mentioned(tmp_path):
    file = tmp_path / "cyclic.conllu"
    text = "1\ta\t_\tX\t_\t_\t{}\tx\t_\t_\n2\tb\t_\tX\t_\t_\t{}\tx\t_\t_\n"
    gold = tmp_path / "gold.conllu"
    gold.write_text(text.format(2, 0))
    file.write_text(text.format(2, 1))
    assert "\nsentences whose arcs are no tree: 1\n" in run(str(gold), str(file))
    file.write_text(text.format("_", 0))
    assert "\nwords without a head: 1\n" in run(str(gold), str(file))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([GOLD, str(ROOT / "tests/data/figures.conllu")], "figures.conllu:2: found word 1, 'ROOT'"),
        ([GOLD, "nowhere.conllu"], "nowhere.conllu"),
        ([GOLD], "Missing argument 'SYSTEM'"),
        (["-", "-"], "standard input can be read only once"),
        ([GOLD, SYSTEM, "--trials", "0"], "x>=1"),
    ],
)
def test_bad_input_is_one_clear_line(monkeypatch, capsys, arguments, message):
    monkeypatch.setattr(sys, "argv", ["multiplane", "evaluate", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_examples_in_the_source():
    for module in pkgutil.iter_modules(package.__path__, "multiplane.evaluation."):
        assert doctest.testmod(import_module(module.name)).failed == 0


def test_all_metrics_have_statistics():
    found = evaluate(GOLD, SYSTEM)
    assert {name for metric in METRICS for name in (metric.right, *metric.of)} <= set(found.totals)
