import doctest
import pkgutil
from importlib import import_module

import pytest
from hypothesis import given, settings

from multiplane import evaluation as package
from multiplane.conllu import reads
from multiplane.errors import FormatError, MultiplaneError
from multiplane.evaluation import METRICS, evaluate
from multiplane.evaluation.words import punctuation
from support import naive
from support.scored import (
    GOLD,
    SYSTEM,
    WORDS,
    conllu,
    evaluated,
    treebanks,
)


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
    with pytest.raises(FormatError, match="<text>:2: found no HEAD; expected a head for each word"):
        evaluated([[("a", "X", 0, "x"), ("b", "X", None, "_")]], WORDS[:1])


def test_gold_has_sentences():
    with pytest.raises(MultiplaneError, match="no sentences"):
        evaluated([], [])
    with pytest.raises(
        FormatError, match=r"<text>:1: found sentence 1; .*gold file has no sentences"
    ):
        evaluated([], WORDS)


@pytest.mark.parametrize("options", [{"trials": 0}, {"bootstrap": -1}, {"seed": -1}])
def test_numbers_that_make_no_sense(options):
    with pytest.raises(MultiplaneError, match="trials must be at least 1"):
        evaluate(GOLD, SYSTEM, **options)


def test_examples_in_the_source():
    for module in pkgutil.iter_modules(package.__path__, "multiplane.evaluation."):
        assert doctest.testmod(import_module(module.name)).failed == 0


def test_all_metrics_have_statistics():
    found = evaluate(GOLD, SYSTEM)
    assert {name for metric in METRICS for name in (metric.right, *metric.of)} <= set(found.totals)
