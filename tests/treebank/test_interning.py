"""The values of a column as numbers."""

import io

from hypothesis import given
from hypothesis import strategies as st

from multiplane.treebank.interning import interned
from multiplane.treebank.scan import scan
from support.paths import STRUCTURES

FORMS = st.text(st.sampled_from("abé漢"), min_size=1, max_size=3)


@given(st.lists(st.lists(FORMS, min_size=1, max_size=6), min_size=1, max_size=5), st.booleans())
def test_equal_texts_have_the_same_number(sentences, later):
    text = "".join(
        "".join(f"{d}\t{form}\t_\tX\t_\t_\t{d - 1}\tx\t_\t_\n" for d, form in enumerate(forms, 1))
        + "\n"
        for forms in sentences
    )
    for chunk in scan(io.StringIO(text)):
        part = chunk.part(len(chunk) // 2, len(chunk)) if later else chunk
        found = interned(part, 1)
        numbers = found.numbers[part.starts[0] : part.starts[-1]].tolist()
        assert [found.values[number] for number in numbers] == list(part.column(1))
        assert len(set(found.values)) == len(found.values) == len(set(numbers))


def test_a_chunk_without_words():
    (chunk,) = scan(io.StringIO("# only a comment\n\n"))
    assert interned(chunk, 3).values == ()


def test_the_tags_of_the_sample():
    chunk = next(scan(STRUCTURES))
    assert interned(chunk, 3).values[:4] == ("DET", "ADJ", "NOUN", "VERB")
