"""Windows over long sentences."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from multiplane.guides.neural.pretrained.windows import SHARE, windows


@given(st.lists(st.integers(0, 8), max_size=60), st.integers(16, 24))
def test_every_word_is_taken_once_and_windows_have_room(sizes, room):
    found = list(windows(sizes, room))
    taken = [n for window in found for n in range(window.first, window.last)]
    assert taken == list(range(len(sizes)))
    for window in found:
        assert window.begin <= window.first <= window.last <= window.end
        assert sum(sizes[window.begin : window.end]) <= room
    for one, other in pairwise(found):
        assert one.begin < other.begin <= one.end < other.end
        assert sum(sizes[other.begin : one.end]) <= room // SHARE


def test_short_sentences_are_one_window():
    assert list(windows([1] * 20, 20)) == [(0, 20, 0, 20)]
    assert list(windows([], 20)) == [(0, 0, 0, 0)]


def test_words_have_others_on_both_sides():
    found = list(windows([1] * 50, 20))
    assert found == [(0, 20, 0, 18), (15, 35, 18, 33), (30, 50, 33, 50)]
