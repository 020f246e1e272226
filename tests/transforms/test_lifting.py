from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.errors import MultiplaneError, UnknownName
from multiplane.graph import Graph, planar
from multiplane.transforms.lifting import projectivize
from multiplane.transforms.marks import COVERED_ROOTS, ENCODINGS, Marked, marked
from support import naive
from support.marked_trees import LABELS, trees_under_0

# By the definitions.  Here `heads[d]` is the head of word d, and `heads[0]` stands for nothing.


def own_tree(heads, k):
    """All words under the root that is above k."""
    return naive.subtree(heads, naive.chain_of_heads(heads, k)[-2])


def is_broken(heads, d, covered_roots):
    for k in naive.between(heads, d):
        if not naive.dominates(heads, heads[d], k):
            within = set(own_tree(heads, k)) <= set(naive.between(heads, d))
            if not (covered_roots == "ignore" and within):
                return True
    return False


def smallest(heads, covered_roots):
    """The dependent of the shortest arc that is broken, the leftmost of equals."""
    broken = [d for d in range(1, len(heads)) if heads[d] and is_broken(heads, d, covered_roots)]
    return min(broken, key=lambda d: (abs(heads[d] - d), min(heads[d], d)), default=None)


def hung(heads, where):
    """What covered roots hang from for a while."""
    found = {}
    for r in (r for r in range(1, len(heads)) if heads[r] == 0):
        over = [
            (abs(heads[d] - d), min(heads[d], d), heads[d], d)
            for d in range(1, len(heads))
            if heads[d] and set(naive.subtree(heads, r)) <= set(naive.between(heads, d))
        ]
        if over:
            _, left, h, d = min(over)
            found[r] = {"left": left, "right": max(h, d), "head": h}[where]
    return found


def by_definition(heads, labels, encoding, covered_roots):
    now, marks = list(heads), {d: {} for d in range(len(heads))}
    if covered_roots in ("left", "right", "head"):
        for r, head in hung(heads, covered_roots).items():
            now[r], marks[r] = head, {"covered": True}
    while (d := smallest(now, covered_roots)) is not None:
        h = now[d]
        now[d] = now[h]
        if "covered" not in marks[d]:
            marks[d]["lifted"] = True
            if "head" in encoding:
                marks[d]["head"] = labels[heads[d] - 1]
            if "path" in encoding:
                marks[h]["path"] = True
    texts = tuple(str(Marked(label, **marks[d])) for d, label in enumerate(labels, 1))
    return tuple(now[1:]), texts


def labels_for(n, kinds):
    return tuple("abcdefg"[d % kinds] for d in range(n))


WAYS = list(product(ENCODINGS, COVERED_ROOTS))


@pytest.mark.parametrize(("encoding", "covered_roots"), WAYS)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_short_tree_is_lifted_by_the_definition(n, encoding, covered_roots):
    for heads in naive.all_heads(n):
        for kinds in (1, n):
            labels = labels_for(n, kinds)
            expected = by_definition(heads, labels, encoding, covered_roots)
            assert (
                projectivize(heads[1:], labels, encoding, covered_roots=covered_roots) == expected
            )


@pytest.mark.parametrize("covered_roots", COVERED_ROOTS)
def test_every_tree_of_five_words_is_lifted_by_the_definition(covered_roots):
    for heads in naive.all_heads(5):
        labels = labels_for(5, 5)
        expected = by_definition(heads, labels, "head+path", covered_roots)
        assert projectivize(heads[1:], labels, "head+path", covered_roots=covered_roots) == expected


@given(trees_under_0(14), st.sampled_from(WAYS), st.data())
def test_longer_trees_are_lifted_by_the_definition(heads, way, data):
    n = len(heads) - 1
    labels = tuple(data.draw(st.lists(LABELS, min_size=n, max_size=n)))
    expected = by_definition(heads, labels, *way)
    assert projectivize(heads[1:], labels, way[0], covered_roots=way[1]) == expected


@given(trees_under_0(14), st.sampled_from(COVERED_ROOTS))
def test_the_outcome_is_a_projective_tree_with_the_same_labels(heads, covered_roots):
    labels = labels_for(len(heads) - 1, 3)
    lifted, texts = projectivize(heads[1:], labels, "head+path", covered_roots=covered_roots)
    now = (0, *lifted)
    assert all(0 in naive.chain_of_heads(now, d) for d in range(1, len(now)))
    assert tuple(marked(text).label for text in texts) == labels
    if covered_roots == "ignore":
        assert smallest(now, "ignore") is None
        assert planar(Graph.from_heads(lifted))
    else:
        assert not any(naive.is_non_projective(now, d) for d in range(1, len(now)) if now[d])


@pytest.mark.parametrize(("encoding", "covered_roots"), WAYS)
def test_projective_trees_stay_as_they_are(encoding, covered_roots):
    seen = 0
    for n in (1, 2, 3, 4, 5):
        for heads in naive.all_heads(n):
            if not any(naive.is_non_projective(heads, d) for d in range(1, n + 1) if heads[d]):
                tree = heads[1:], labels_for(n, 2)
                assert projectivize(*tree, encoding, covered_roots=covered_roots) == tree
                seen += 1
    assert seen == 1 + 3 + 12 + 55 + 273


def test_a_covered_root_in_each_way():
    heads, labels = (0, 3, 0, 2), ("root", "dep", "punct", "obj")  # 3 → 2 → 4, over the root 3
    assert projectivize(heads, labels) == ((0, 3, 0, 3), ("root", "dep", "punct", "obj↑dep"))
    heads = (2, 0, 0, 2)  # 2 → 4, over the root 3
    found = {way: projectivize(heads, labels, covered_roots=way) for way in COVERED_ROOTS}
    hung = ("root", "dep", "punct⇑", "obj")
    assert found == {
        "lift": ((2, 0, 0, 0), ("root", "dep", "punct", "obj↑dep")),
        "ignore": (heads, labels),
        "left": ((2, 0, 2, 2), hung),
        "right": ((2, 0, 4, 2), hung),
        "head": ((2, 0, 2, 2), hung),
    }


def test_no_words():
    assert projectivize([], []) == ((), ())


@pytest.mark.parametrize(
    ("heads", "labels", "message"),
    [
        ([2, 1], "ab", "1 → 2 → 1 is a cycle; give a tree"),
        ([0, None], "ab", "head None for word 2; give a tree"),
        ([0, 3], "ab", "head 3 for word 2"),
        ([0, 2], "ab", "head 2 for word 2"),
        ([0], "ab", "1 heads and 2 labels"),
    ],
)
def test_what_is_no_tree_is_refused(heads, labels, message):
    with pytest.raises(MultiplaneError, match=message):
        projectivize(heads, labels)


def test_unknown_names():
    with pytest.raises(UnknownName, match=r"choose from head, path, head\+path"):
        projectivize([0], ["root"], "tail")
    with pytest.raises(UnknownName, match="choose from lift, ignore, left, right, head"):
        projectivize([0], ["root"], covered_roots="none")
