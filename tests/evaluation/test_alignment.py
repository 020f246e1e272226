"""Scores where gold and system differ in sentences and words."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.conllu import reads
from multiplane.errors import FormatError, MultiplaneError
from multiplane.evaluation import evaluate
from multiplane.evaluation.alignment import align, analysis
from multiplane.evaluation.raw_text import evaluate_text


def conllu(*sentences):
    """Sentences of rows: `form`, or `surface=word+word`; heads to the word before."""
    text = ""
    for sentence in sentences:
        number = 0
        for item in sentence.split():
            surface, _, words = item.partition("=")
            parts = words.split("+") if words else [surface]
            if words:
                text += f"{number + 1}-{number + len(parts)}\t{surface}" + "\t_" * 8 + "\n"
            for word in parts:
                number += 1
                label = "root" if number == 1 else "dep"
                text += f"{number}\t{word}\t{word}\tX\tx\t_\t{number - 1}\t{label}\t_\t_\n"
        text += "\n"
    return text


def paired(gold, system):
    one, other = (analysis(reads(conllu(*side))) for side in (gold, system))
    pairs = align(one.words, other.words)
    return [(one.words[g].column(1), other.words[s].column(1)) for g, s in pairs]


# Worked out by hand from the rules of the shared task.
CASES = [
    (["a b c"], ["a b c"], "aa bb cc"),
    (["a b", "c"], ["a b c"], "aa bb cc"),
    (["ab c"], ["a b c"], "cc"),
    (["don't=do+n't go"], ["don't go"], "gogo"),
    (["don't=do+n't go"], ["do n't go"], "dodo n'tn't gogo"),
    (["ab=x+y c"], ["abc=y+z"], "yy"),
    (["ab=x+y cd=z+w"], ["abcd=x+w"], "xx ww"),
    (["AB=X+Y"], ["AB=x+y"], "Xx Yy"),
    (["a bc=b+c d"], ["ab cd=c+d"], "cc dd"),
]


@pytest.mark.parametrize(("gold", "system", "expected"), CASES)
def test_words_are_paired(gold, system, expected):
    assert " ".join(a + b for a, b in paired(gold, system)) == expected


def test_scores_by_hand():
    gold = conllu("I don't=do+n't know", "Yes .")
    system = conllu("I don't know Yes", ".")
    found = evaluate_text(reads(gold), reads(system))
    counts = {name: (s.right, s.gold, s.system) for name, s in found.items()}
    # Words: I, know, Yes and . are the same.  Heads: I and Yes... only I hangs where it should.
    assert counts["Tokens"] == (5, 5, 5)
    assert counts["Sentences"] == (0, 2, 2)
    assert counts["Words"] == (4, 6, 5)
    assert counts["UPOS"] == counts["Lemmas"] == (4, 6, 5)
    assert counts["UAS"] == (1, 6, 5)
    assert counts["LAS"] == (1, 6, 5)
    assert round(found["Words"].f1, 4) == round(200 * 4 / 11, 4)


def test_features_labels_and_lemmas_by_the_rules_of_the_task():
    gold = (
        "1\ta\t_\tX\tx\tCase=Nom|Own=1\t2\tnsubj:pass\t_\t_\n"
        "2\tb\tbe\tX\tx\t_\t0\troot\t_\t_\n3\tc\tc\tX\ty\t_\t2\tpunct\t_\t_\n\n"
    )
    system = (
        "1\ta\tany\tX\tx\tCase=Nom|Own=2\t2\tnsubj\t_\t_\n"
        "2\tb\tb\tX\tx\tCase=Gen\t0\troot\t_\t_\n3\tc\tc\tX\tx\t_\t1\tpunct\t_\t_\n\n"
    )
    found = evaluate_text(reads(gold), reads(system))
    right = {name: score.right for name, score in found.items()}
    assert right == {
        "Tokens": 3, "Sentences": 1, "Words": 3, "UPOS": 3, "XPOS": 2, "UFeats": 2, "AllTags": 1,
        "Lemmas": 2, "UAS": 2, "LAS": 2, "CLAS": 2, "MLAS": 1, "BLEX": 1,
    }  # fmt: skip
    assert found["CLAS"].gold == found["CLAS"].system == 2


def test_function_words_count_for_mlas():
    def text(case):
        return (
            f"1\tin\tin\t{case}\tx\t_\t2\tcase\t_\t_\n2\tb\tb\tX\tx\t_\t0\troot\t_\t_\n"
            "3\t.\t.\tX\tx\t_\t2\tpunct\t_\t_\n\n"
        )

    assert evaluate_text(reads(text("ADP")), reads(text("ADP")))["MLAS"].right == 1
    assert evaluate_text(reads(text("ADP")), reads(text("X")))["MLAS"].right == 0


@pytest.mark.parametrize("gold", ["eval_gold.conllu"])
def test_given_words_the_scores_are_those_of_the_other_evaluation(gold):
    files = [f"tests/data/{name}.conllu" for name in ("eval_gold", "eval_system")]
    found = evaluate_text(*files)
    other = evaluate(*files, ignore_subtypes=True, bootstrap=0).scores
    for name in ("UAS", "LAS", "CLAS"):
        assert found[name].f1 == pytest.approx(other[name.lower()])
    assert found["Words"].f1 == 100


def test_another_text_is_an_error_that_names_the_place():
    with pytest.raises(FormatError, match=r"<text>:3: found the text 'c'; expected 'd', as in"):
        evaluate_text(reads(conllu("a", "d")), reads(conllu("a", "c")))
    with pytest.raises(MultiplaneError, match="no sentences"):
        evaluate_text(reads(""), reads(""))
    with pytest.raises(FormatError, match="a word without HEAD"):
        evaluate_text(reads("1\ta" + "\t_" * 8 + "\n\n"), reads(conllu("a")))


LETTERS = st.lists(st.sampled_from(["a", "b", "ab", "ba", "aab"]), min_size=1, max_size=5)


@st.composite
def segmented(draw, text):
    """A text cut into tokens, some of them several words, and into sentences."""
    cuts = sorted(draw(st.sets(st.integers(1, max(len(text) - 1, 1)), max_size=4)))
    cuts = [cut for cut in cuts if cut < len(text)]
    tokens = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    items = []
    for token in tokens:
        if draw(st.booleans()):
            items.append(token)
        else:
            words = draw(st.lists(st.sampled_from(["a", "b", "x"]), min_size=2, max_size=3))
            items.append(f"{token}={'+'.join(words)}")
    ends = draw(st.sets(st.integers(1, len(items))))
    edges = sorted({0, len(items), *ends})
    return [" ".join(items[a:b]) for a, b in pairwise(edges)]


def longest_common(one, other):
    """By definition: the longest sequence that can be picked from both."""
    for size in range(min(len(one), len(other)), 0, -1):
        picks = {tuple(one[k] for k in where) for where in combinations(range(len(one)), size)}
        for where in combinations(range(len(other)), size):
            if tuple(other[k] for k in where) in picks:
                return size
    return 0


@settings(max_examples=200)
@given(st.data())
def test_pairs_are_in_order_plain_ones_by_place_and_as_many_as_can_be(data):
    text = "".join(data.draw(LETTERS))
    gold, system = (data.draw(segmented(text)) for _ in range(2))
    one, other = (analysis(reads(conllu(*side))) for side in (gold, system))
    pairs = align(one.words, other.words)
    assert pairs == sorted(pairs)
    assert len({g for g, _ in pairs}) == len({s for _, s in pairs}) == len(pairs)
    for g, s in pairs:
        a, b = one.words[g], other.words[s]
        if not (a.multiword or b.multiword):
            assert a.span == b.span or a.column(1) == b.column(1)  # the latter inside a stretch
        assert a.span[0] < b.span[1] or b.span[0] < a.span[1]
    if not any(word.multiword for side in (one, other) for word in side.words):
        assert len(pairs) == len({*one.tokens} & {*other.tokens})
    if len(one.tokens) == len(other.tokens) == 1 and one.words[0].multiword:
        forms = [[word.column(1) for word in side.words] for side in (one, other)]
        assert len(pairs) == longest_common(*forms)
