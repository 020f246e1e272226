import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.conllu import read
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.transforms.lifting import projectivize
from multiplane.transforms.lowering import deprojectivize
from multiplane.transforms.marks import COVERED_ROOTS, ENCODINGS, marked
from support import naive
from support.marked_trees import WILD, trees_under_0

# By the definitions.  Here `heads[d]` is the head of word d, and `heads[0]` stands for nothing.


def dependents(heads, h):
    return [d for d in range(1, len(heads)) if heads[d] == h]


def breadth_first(start, follow):
    """Level by level, each from left to right."""
    level = follow(start)
    while level:
        yield from level
        level = [e for d in level for e in follow(d)]


def syntactic_head(heads, marks, d, encoding):
    def follow(h):
        return [
            e for e in dependents(heads, h) if e != d and ("path" not in encoding or marks[e].path)
        ]

    fits = [
        e
        for e in breadth_first(heads[d], follow)
        if "head" not in encoding or marks[e].label == marks[d].head
    ]
    if "path" in encoding:
        ends = [e for e in fits if not follow(e)]
        fits = ends + (fits if "head" in encoding else [])
    return fits[0] if fits else heads[d]


def by_definition(heads, labels, encoding):
    now, marks = list(heads), [None, *map(marked, labels)]
    for d in list(breadth_first(0, lambda h: dependents(heads, h))):
        if marks[d].lifted:
            now[d] = syntactic_head(now, marks, d, encoding)
    for d in range(1, len(now)):
        if marks[d].covered:
            now[d] = 0
    return tuple(now[1:]), tuple(mark.label for mark in marks[1:])


@given(trees_under_0(10), st.sampled_from(list(ENCODINGS)), st.data())
def test_whatever_the_labels_say_it_is_a_tree_by_the_definition(heads, encoding, data):
    n = len(heads) - 1
    labels = data.draw(st.lists(WILD, min_size=n, max_size=n))
    found = deprojectivize(heads[1:], labels, encoding)
    assert found == by_definition(heads, labels, encoding)
    assert all(0 in naive.chain_of_heads((0, *found[0]), d) for d in range(1, n + 1))


def round_trip(heads, labels, encoding, covered_roots="lift"):
    lifted = projectivize(heads[1:], labels, encoding, covered_roots=covered_roots)
    back = deprojectivize(*lifted, encoding)
    assert back[1] == tuple(labels)
    return (0, *lifted[0]), (0, *back[0])


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_where_one_word_is_lifted_it_comes_back(n, encoding):
    """The path leads to it; and so does its head's label, if no other word has that."""
    seen = 0
    for heads in naive.all_heads(n):
        labels = [str(d) for d in range(n)] if encoding == "head" else ["x"] * n
        lifted, back = round_trip(heads, labels, encoding)
        if sum(lifted[d] != heads[d] for d in range(1, n + 1)) == 1:
            assert back == heads
            seen += 1
    assert n < 3 or seen


@pytest.mark.parametrize("encoding", ["head", "head+path"])
@given(heads=trees_under_0(12), covered_roots=st.sampled_from(COVERED_ROOTS))
def test_words_with_labels_of_their_own_come_back_where_their_heads_are_below(
    encoding, heads, covered_roots
):
    lifted, back = round_trip(
        heads, [str(d) for d in range(1, len(heads))], encoding, covered_roots
    )
    moved = [d for d in range(1, len(heads)) if lifted[d] != heads[d] and heads[d]]
    if all(naive.dominates(lifted, lifted[d], heads[d]) for d in moved):
        assert back == heads


def test_a_head_that_is_lifted_higher_than_its_dependent_is_not_found():
    """2 is lifted from 4 to 1, and then 4 from 1 to 5: no way leads down from 1 to 4."""
    heads = (0, 5, 4, 0, 1, 3)
    lifted, back = round_trip(heads, "abcde", "head")
    assert lifted == (0, 3, 1, 0, 5, 3)
    assert back == (0, 5, 1, 0, 1, 3)


def test_covered_roots_go_back_to_0():
    heads = (0, 2, 0, 0, 2)
    for covered_roots in COVERED_ROOTS:
        assert round_trip(heads, "abcd", "head", covered_roots)[1] == heads


def test_what_is_no_tree_is_refused():
    with pytest.raises(MultiplaneError, match="cycle"):
        deprojectivize([2, 1], ["a", "b"])
    with pytest.raises(UnknownName, match="choose from head"):
        deprojectivize([0], ["a"], "tail")


@pytest.mark.parametrize(
    ("encoding", "least"), [("head", 0.9), ("path", 0.95), ("head+path", 0.99)]
)
def test_nearly_all_arcs_of_a_treebank_come_back(treebanks, encoding, least):
    lifts = right = 0
    for sentence in read(treebanks / "conllx-danish" / "test.conll"):
        if sentence.words:
            heads = (0, *sentence.heads)
            lifted, back = round_trip(heads, sentence.deprels, encoding)
            for d in range(1, len(heads)):
                lifts += lifted[d] != heads[d]
                right += lifted[d] != heads[d] == back[d]
    assert lifts > 40
    assert right >= least * lifts
