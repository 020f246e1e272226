"""Which words have a vector, against a dictionary in plain Python."""

from hypothesis import example, given
from hypothesis import strategies as st

from multiplane.guides.neural.headwords import FIRST, NO_VECTOR, NONE, Headwords, hashed
from multiplane.guides.neural.spelling import MOST_LETTERS, folded

WORDS = st.text("aAbBßÄäσΣς日🙂09-", min_size=1, max_size=6)


def plain_folded(word):
    """Lower case letter by letter, and 0 for all digits."""
    letters = ("0" if c in "0123456789" else c.lower() for c in word[:MOST_LETTERS])
    return "".join(letters)


@given(st.lists(WORDS, min_size=1, max_size=9, unique=True), st.lists(WORDS, max_size=9))
@example(["US", "us"], ["us", "Us", "US"])
@example(["long" * 20 + "a", "long" * 20 + "b"], ["long" * 20 + "c"])
def test_rows_are_those_of_a_dictionary(words, asked):
    headwords, order = Headwords.of(words)
    found = headwords.rows_of(hashed([*words, *asked])).tolist()
    rows = {words[at]: row for row, at in enumerate(order.tolist(), FIRST)}
    alike = {}
    for word in words:
        alike.setdefault(plain_folded(word), rows[word])
    expected = [
        rows.get(word, alike.get(plain_folded(word), NO_VECTOR)) for word in [*words, *asked]
    ]
    assert found == [NO_VECTOR, *expected, NO_VECTOR]  # between the root and "no word"


@given(st.text(max_size=60))
def test_lower_case_as_text_is_what_is_hashed(word):
    word = word.replace("\t", "").encode("utf-8", "replace").decode() or "x"
    one, other = hashed([word]).forms[1], hashed([folded(word)]).forms[1]
    assert one == other


def test_without_vectors_no_word_has_a_row():
    assert NONE.rows_of(hashed(["a"])).tolist() == [NO_VECTOR] * 3
    assert NONE.as_arrays() == {}
    assert len(Headwords.from_arrays({})) == 0
