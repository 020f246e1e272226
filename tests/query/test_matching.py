"""Queries against their definition."""

import io
from collections import Counter

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from multiplane.browser.matching import matches
from multiplane.conllu import read, reads
from multiplane.errors import MultiplaneError
from multiplane.query import matching
from multiplane.query.find import count, find
from multiplane.query.parser import parse_query
from multiplane.query.tokens import QueryError
from support import queries
from support.marked_trees import trees_under_0
from support.paths import NOT_TREES, STRUCTURES

LABELS, TAGS, LEMMAS = ("a", "b", "SBJ"), ("X", "Y"), ("go", "gone", "be")
NUMBERS = ("position", "children", "gap_degree", "length", "plane", "crossings", "edge_degree")
FLAGS = ("root", "left", "right", "crossed", "projective", "non_projective")


def mixed(options):
    return st.sampled_from(options)


OPS = mixed(["=", "==", "!=", "<", "<=", ">", ">="])
TESTS = st.one_of(
    st.builds("deprel{}{}".format, mixed(["=", "!="]), mixed([*LABELS, "a|b", "S*"])),
    st.builds("upos={}".format, mixed(TAGS)),
    st.builds("lemma={}".format, mixed(["go*", "be", '"go"'])),
    st.builds("Case{}".format, mixed(["", "=Nom", "!=Acc"])),
    st.builds("{}{}{}".format, mixed([*NUMBERS, "attardi_degree"]), OPS, st.integers(0, 3)),
    mixed([*NUMBERS, *FLAGS]),
)
CONDITIONS = st.recursive(
    TESTS,
    lambda inner: st.one_of(
        st.builds("not {}".format, inner),
        st.builds("({} or {})".format, inner, inner),
        st.builds("({}, {})".format, inner, inner),
    ),
    max_leaves=3,
)
BRACKETS = st.one_of(st.just(""), st.builds("[{}]".format, CONDITIONS))
TERMS = st.one_of(
    st.builds("{}{}".format, mixed("ABC"), BRACKETS), st.builds("[{}]".format, CONDITIONS)
)
INNER = st.one_of(TERMS, mixed([*LABELS, "*"]))
MEASURES = ("words", "roots", "planes", "gap_degree", "edge_degree", "crossings", "non_projective")
TREE_TESTS = st.one_of(
    st.builds("{}{}{}".format, mixed(MEASURES), OPS, st.integers(0, 4)),
    mixed(["projective", "planar", "ill_nested", "well_nested", "not planar", "crossings"]),
)
ITEMS = st.one_of(
    TERMS,
    TREE_TESTS,
    st.builds("{} {} {}".format, TERMS, mixed(["->", "-a->", "<-b-", "<-", "->>", "<<-"]), TERMS),
    st.builds("{} {} {}".format, TERMS, mixed(["<", "<<", "-a|SBJ->"]), TERMS),
    st.builds("crossing({}, {})".format, INNER, INNER),
    st.builds("{}({}, {})".format, mixed(["covers", "in_gap", "interleaved"]), INNER, INNER),
    st.builds("A.{} {} B.{}".format, mixed(NUMBERS), OPS, mixed(NUMBERS)),
    st.builds("A.{0} {1} C.{0}".format, mixed(["lemma", "deprel"]), mixed(["=", "!="])),
    st.builds("A.Case {} B.Case".format, mixed(["=", "!="])),
    st.builds("C.Case {} Nom".format, mixed(["=", "!="])),
    st.builds("B.length {} {}".format, OPS, st.integers(1, 3)),
)
CONJUNCTIONS = st.lists(ITEMS, min_size=1, max_size=3).map(" and ".join)
WITH_NOT = st.one_of(
    CONJUNCTIONS,
    st.builds("{}, not ({})".format, CONJUNCTIONS, CONJUNCTIONS),
    st.builds("not {}".format, ITEMS),
)
QUERIES = st.one_of(WITH_NOT, WITH_NOT, st.builds("{} or {}".format, WITH_NOT, WITH_NOT))


@st.composite
def sentences(draw, most=6):
    text = ""
    for _ in range(draw(st.integers(1, 2))):
        heads = draw(trees_under_0(most, max_roots=2))
        for d in range(1, len(heads)):
            lemma, tag, label = (draw(mixed(values)) for values in (LEMMAS, TAGS, LABELS))
            feats = draw(mixed(["_", "Case=Nom", "Case=Acc,Nom|Number=Sing", "Xcase=Nom"]))
            text += f"{d}\tw\t{lemma}\t{tag}\t_\t{feats}\t{heads[d]}\t{label}\t_\t_\n"
        text += "\n"
    return text


def found_by(query, text):
    """For each sentence how often each choice of words was found."""
    answers = {}
    for found in find(query, io.StringIO(text)):
        keys = [tuple(sorted(match.words)) for match in found.matches]
        answers[found.line] = Counter(keys)
    return answers


def plainly_found_by(query, text):
    """The same, as a browser finds it."""
    answers = {}
    asked = matching.Query.of(query)
    for sentence in reads(text):
        ways = [
            zip(map(matching.plain, asked.branches[branch].names), words, strict=True)
            for branch, words in matches(asked, sentence)
        ]
        if ways:
            answers[sentence.line] = Counter(tuple(sorted(way)) for way in ways)
    return answers


def defined_by(query, text):
    answers = {}
    for sentence in reads(text):
        ways = queries.matches(sentence, parse_query(query))
        if ways:
            answers[sentence.line] = Counter(
                tuple(sorted(("" if name[0] == "_" else name, d) for name, d in way.items()))
                for way in ways
            )
    return answers


@settings(max_examples=400)
@given(QUERIES, sentences())
@example("B, not (B.length = 1)", "1\tw\tgo\tX\t_\t_\t0\ta\t_\t_\n\n")
def test_what_is_found_is_what_the_definition_says(query, text):
    try:
        found = found_by(query, text)
    except MultiplaneError as error:
        assume("at most" not in str(error) and "not inside not" not in str(error))
        raise
    assert plainly_found_by(query, text) == found
    expected = defined_by(query, text)
    assert {line: set(ways) for line, ways in found.items()} == {
        line: set(ways) for line, ways in expected.items()
    }
    (row,) = count(query, io.StringIO(text))
    assert row.sentences == len(found)
    assert row.matches == sum(ways.total() for ways in found.values())
    if " or " not in query and "(" not in query:  # pairs that are alike are found once
        assert found == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("planes>=3", {"cross-serial": [""]}),
        ("not well_nested", {"golden-line": [""]}),
        ("crossing(nsubj, obl)", {}),
        ("crossing(nsubj, obj)", {"cross-serial": ["2 6", "3 6"]}),
        ("gap_degree>=1 and planes==2", {"extraposed": [""], "golden-line": [""]}),
        ("crossing(amod, *)", {"golden-line": ["1 2", "1 5", "2 1"]}),
        ("crossing(amod, amod)", {"golden-line": ["1 2"]}),
        ("V -nsubj-> S, S[gap_degree>=1]", {"extraposed": ["V=3 S=2"], "golden-line": ["V=3 S=4"]}),
        ("N -amod-> A, interleaved(N, M), M -amod-> B, N << M", {
            "golden-line": ["N=4 A=1 M=5 B=2"],
        }),
        ("[plane=3]", {"cross-serial": ["3"]}),
        ("in_gap(V[upos=VERB], N[upos=NOUN])", {
            "extraposed": ["V=3 N=2"], "golden-line": ["V=3 N=4", "V=3 N=5"],
        }),
        ("[lemma=who] <- V <- [root]", {"question": ["1 V=7 4"]}),
        ("A.lemma = B.lemma", {}),
        ("not crossing(*, *), roots>1", {"two-roots": [""]}),
        ("H -det-> [], not H -amod-> *", {
            "extraposed": ["H=2 1", "H=7 6"], "cross-serial": ["H=6 5"],
        }),
        ("H[], not H -> *, not H[upos=PUNCT], not [upos=PUNCT]", {
            "question": ["H=1", "H=2", "H=3", "H=5", "H=6"],
            "cross-serial": ["H=1", "H=2", "H=3", "H=4", "H=5"],
            "golden-line": ["H=1", "H=2"],
            "two-roots": ["H=1", "H=2"],
        }),
    ],
)  # fmt: skip
def test_queries_on_the_sample(query, expected):
    found = {
        each.sent_id: [str(match) for match in each.matches] for each in find(query, STRUCTURES)
    }
    assert found == expected


def test_real_treebanks_by_the_definition(treebanks):
    asked = ("crossing(nsubj, *)", "H -advmod-> D, D[non_projective]", "in_gap([upos=VERB], N[])")
    short = [s for s in read(treebanks / "Gothic-PROIEL" / "dev.conllu") if s.words <= 14][:150]
    text = "".join(sentence.text for sentence in short)
    for query in asked:
        found = {each.line: len(each.matches) for each in find(query, io.StringIO(text))}
        expected = {}
        for sentence in reads(text):
            if many := len(queries.matches(sentence, parse_query(query))):
                expected[sentence.line] = many
        assert found == expected
        assert found


@pytest.mark.parametrize(
    "query", ["B, not B[length=1]", "B, not (B.upos = X)", "B[upos=X], not B -> C[upos=X]"]
)
def test_what_must_not_be_said_of_a_word_that_is_there(query):
    text = "1\ta\t_\tX\t_\t_\t2\ta\t_\t_\n2\tb\t_\tY\t_\t_\t0\tb\t_\t_\n\n"
    expected = defined_by(query, text)
    assert expected
    assert plainly_found_by(query, text) == found_by(query, text) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("A.Case = B.Case, A << B", ["A=1 B=3"]),
        ("A.Case != B.Case, A << B", ["A=1 B=2", "A=2 B=3"]),
        ("A -> B, not A.Case = B.Case", ["A=1 B=2", "A=1 B=4"]),
        ("A.Number = B.Number, A << B", []),
        ("A.Case = Nom", ["A=1", "A=3"]),
        ("A.Case != Nom", ["A=2", "A=4"]),
    ],
)
def test_features_of_two_words(query, expected):
    feats = ("Case=Nom", "Case=Acc|Number=Sing", "Case=Nom", "_")
    lines = [f"{d}\ta\t_\tX\t_\t{f}\t{int(d > 1)}\tx\t_\t_\n" for d, f in enumerate(feats, 1)]
    text = "".join(lines) + "\n"
    found = [str(match) for each in find(query, io.StringIO(text)) for match in each.matches]
    assert found == expected
    assert plainly_found_by(query, text) == found_by(query, text)


def test_words_left_out_keep_their_numbers():
    (found,) = find("D[upos=PRON] <-nmod- N", STRUCTURES)
    assert [str(match) for match in found.matches] == ["D=9 N=7"]
    (found,) = find("D[upos=PRON] <-nmod- N", STRUCTURES, without={"ADP", "DET"})
    assert [str(match) for match in found.matches] == ["D=9 N=7"]
    assert found.planes[9] == 1
    lifted = list(find("N -case-> C", STRUCTURES, without={"NOUN"}))
    assert [str(match) for each in lifted for match in each.matches] == ["N=3 C=5", "N=9 C=8"]


def test_what_is_no_tree_is_passed_over():
    assert sum(row.trees for row in count("words>0", NOT_TREES)) == 1
    with pytest.raises(MultiplaneError, match="cycle"):
        count("words>0", NOT_TREES, on_error="stop")


def test_what_would_take_too_long_or_give_too_much_is_an_error(monkeypatch):
    monkeypatch.setattr(matching, "MOST_KEPT", 10)
    with pytest.raises(
        MultiplaneError, match=r"structures\.conllu:\d+: \d+ matches in one sentence"
    ):
        list(find("A[], B[]", STRUCTURES))
    assert count("A[], B[]", STRUCTURES)[0].matches == sum(n * (n - 1) for n in (5, 7, 10, 9, 5, 3))


def test_a_sentence_that_takes_too_long_is_named():
    lines = "".join(f"{d}\tx\tx\tX\t_\t_\t{d - 1}\tx\t_\t_\n" for d in range(1, 201))
    query = ", ".join(f"{name}[upos=X]" for name in "ABCDEFG") + ", H[form=none]"
    assert count(query, io.StringIO(lines + "\n"))[0].matches == 0  # no word can be H
    query = ", ".join(f"{name}[upos=X]" for name in "ABCDEFG")
    with pytest.raises(MultiplaneError, match="<stream>:1: too many ways to try"):
        count(query, io.StringIO(lines + "\n"))


def test_a_query_that_is_too_large_is_an_error():
    with pytest.raises(MultiplaneError, match=r"^query: found 9 words; expected at most 8$"):
        count(", ".join(f"{name}[]" for name in "ABCDEFGHI"), STRUCTURES)
    with pytest.raises(
        MultiplaneError,
        match=r'^query: found \d+ alternatives; expected at most \d+; use "or" less often$',
    ):
        count(" and ".join("(A[root] or B[root])" for _ in range(6)), STRUCTURES)
    with pytest.raises(
        QueryError, match=r"found not inside not after .*; expected no not inside another not$"
    ):
        count("not (A -> B, not B -> C)", STRUCTURES)
