"""Queries that cannot be understood, and the place where that shows."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.errors import MultiplaneError
from multiplane.query.matching import Query
from multiplane.query.parser import parse_query
from multiplane.query.syntax import And, Not, Or, Pattern, Relation, Term, Trait
from multiplane.query.tokens import LONGEST, QueryError


@pytest.mark.parametrize(
    ("query", "column", "said"),
    [
        ("", 1, "found the end; expected a word"),
        ("planes>=", 9, 'found the end after "planes>="; expected a number'),
        (
            "planes>=1234567890",
            9,
            'found 1234567890 after "planes>="; expected a number of up to 9 digits',
        ),
        ("planes>=three", 9, "found three"),
        ("plane>=3", 1, "did you mean planes?"),
        ("nsubj", 1, "[deprel=nsubj]"),
        ("A -nsubj B", 10, "expected -> after the label"),
        ("A -nsubj-> b", 12, "begins with a capital letter"),
        ("A <-nsubj B", 5, "begins with a capital letter"),
        ("crossing(nsubj obl)", 16, 'found obl after "crossing(nsubj "; expected ,'),
        ("crosing(nsubj, obl)", 1, "did you mean crossing?"),
        ("crossing(nsubj, obl", 20, "expected )"),
        ("[upos=VERB", 11, "or ]"),
        ("[upos>VERB]", 2, "= or != for a text"),
        ("[upos]", 6, "= or != after upos"),
        ("[tags=VERB]", 2, "choose from form, lemma"),
        ("[crossed=1]", 2, "crossed alone, or not crossed"),
        ("[length>1|2]", 2, "one value"),
        ("A.lemma = B.form", 1, "the same attribute twice"),
        ("A.lemma < B.lemma", 1, "= or != between texts"),
        ("A.crossed = 1", 3, "an attribute"),
        ("A.length", 9, "= =="),
        ("(planes>2", 10, "or )"),
        ("planes>2)", 9, "the end"),
        ("A.Case < B.Case", 1, "= or != between texts"),
        ("A.Case = B.Number", 1, "the same attribute twice"),
        ("A -> B ?", 8, "names, numbers, signs"),
        ("[form=«]", 7, "found « after"),
        ("A\x9b", 2, "found \\x9b after"),
        ('[form="x]', 7, "without its end"),
        ("planes > 12345678901", 10, "a number"),
        ("not", 4, "expected a word"),
        ("A -> B and and C", 12, "expected"),
        ("(" * 30 + "planar" + ")" * 30, 21, "at most 20 brackets"),
        ("A[] and " * 120 + "A[]", 801, "at most 400 names and signs"),
        ("x" * (LONGEST + 1), LONGEST + 1, "at most 2000 characters"),
    ],
)
def test_mistakes_are_shown_where_they_are(query, column, said):
    with pytest.raises(QueryError) as raised:
        parse_query(query)
    message = str(raised.value)
    assert message.startswith(f"query, column {column}: found ")
    assert said in message
    assert "\n" not in message


def test_what_queries_mean():
    assert parse_query("not well_nested") == Not(Trait("well_nested", at=4))
    assert parse_query("planes=2|3, planar or words<5") == Or(
        (And((Trait("planes", "=", (2, 3)), Trait("planar", at=12))), Trait("words", "<", (5,), 22))
    )
    (relation, label) = parse_query("V -nsubj:pass|obj*-> N").parts
    assert relation == Relation("head", Term("V"), Term("N", at=21))
    assert label.condition.values == ("nsubj:pass", Pattern("obj*"))
    (_, relation, label) = parse_query('N <-"a b"- V').parts
    assert (relation.first.name, label.condition.values) == ("V", ("a b",))


def test_capital_names_between_brackets_are_labels_unless_they_are_words():
    (label,) = Query.of("crossing(SBJ, obj)").branches
    assert [name[0] for name in label.names] == ["_", "_"]
    (word,) = Query.of("V -> SBJ, crossing(SBJ, obj)").branches
    assert word.names[:2] == ["V", "SBJ"]


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("a*", "abc", True),
        ("*c", "abc", True),
        ("*b*", "abc", True),
        ("a*a", "a", False),
        ("a*a", "aa", True),
        ("*", "", True),
        ("a*b*b", "ab", False),
        ("*ab*ab*", "abxab", True),
        ("*ab*ab*", "abab", True),
        ("*ab*ab*", "aab", False),
    ],
)
def test_stars(pattern, text, fits):
    assert Pattern(pattern).fits(text) == fits


SIGNS = [*"AB[](),;.|-><=!*\"' ", "not ", "or ", "and ", "planes", "crossing(", "->", "3"]


def refusal(query):
    """What is said of a query, or nothing."""
    try:
        Query.of(query)
    except MultiplaneError as error:
        return str(error)
    return "query"


@given(st.lists(st.sampled_from(SIGNS), max_size=25).map("".join))
def test_any_signs_are_understood_or_refused_in_one_line(query):
    assert "\n" not in refusal(query)


@given(st.text(max_size=40))
def test_any_characters_are_understood_or_refused(query):
    assert refusal(query).startswith("query")


def test_errors_cross_from_one_process_to_another():
    with pytest.raises(QueryError) as error:
        parse_query("crossing(nsubj")
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)
