"""Table 2 of the buffer paper: it counts arcs from the root too, as rightward ones."""

import pytest

from multiplane.conllu import read

PAPER = [17.1, 82.9, 10.9, 43.0]  # Danish: L %, R %, L1 %, R1 %


@pytest.mark.parametrize(("root", "expected"), [(True, PAPER), (False, [18.1, 81.9, 11.6, 44.4])])
def test_danish(root, expected, treebanks):
    lengths = [
        head - dependent
        for sentence in read(treebanks / "conllx-danish" / "train.conll")
        for dependent, head in enumerate(sentence.heads, 1)
        if head or root
    ]
    counts = [
        sum(length > 0 for length in lengths),
        sum(length < 0 for length in lengths),
        lengths.count(1),
        lengths.count(-1),
    ]
    assert [round(100 * count / len(lengths), 1) for count in counts] == expected
