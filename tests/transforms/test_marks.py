import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.transforms.marks import Marked, marked

LABELS = st.text(st.sampled_from("ab:_|\\↑↓⇑\n"), max_size=6)


@given(LABELS, st.booleans(), LABELS, st.booleans(), st.booleans())
def test_what_was_written_is_read(label, lifted, head, path, covered):
    mark = Marked(label, lifted, head if lifted else "", path, covered)
    assert marked(str(mark)) == mark


@given(st.text(max_size=8))
def test_every_text_is_read(text):
    assert isinstance(marked(text).label, str)


@given(st.text(st.characters(exclude_characters="\\↑↓⇑")))
def test_labels_without_special_characters_are_written_as_they_are(label):
    assert str(Marked(label)) == label
    assert marked(label) == Marked(label)


@pytest.mark.parametrize(
    ("mark", "text"),
    [
        (Marked("obl:arg", lifted=True, head="advcl:relcl"), "obl:arg↑advcl:relcl"),
        (Marked("obl", lifted=True), "obl↑"),
        (Marked("obl", path=True), "obl↓"),
        (Marked("obl", lifted=True, path=True), "obl↑↓"),
        (Marked("obl", lifted=True, head="acl", path=True), "obl↑acl↓"),
        (Marked("root", covered=True), "root⇑"),
        (Marked("a↑b", lifted=True, head="c\\"), "a\\↑b↑c\\\\"),
    ],
)
def test_the_notation(mark, text):
    assert str(mark) == text
