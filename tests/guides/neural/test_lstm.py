"""Sentences side by side; what LSTMs say of them is tested with encoders."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from multiplane.guides.neural.lstm import pack


@given(st.lists(st.integers(0, 6), min_size=1, max_size=9))
def test_packing_lists_every_node_once_and_its_mirror(words):
    packed = pack(np.array(words))
    firsts = np.cumsum([0, *(n + 2 for n in words)])
    seen = {}
    for t in range(len(packed.steps) - 1):
        for place in range(packed.steps[t], packed.steps[t + 1]):
            seen[int(packed.sentences[place]), t] = place
            assert packed.nodes[place] == firsts[packed.sentences[place]] + t
    assert seen.keys() == {(s, t) for s, n in enumerate(words) for t in range(n + 1)}
    for (s, t), place in seen.items():
        assert packed.mirrored[place] == seen[s, words[s] - t]
