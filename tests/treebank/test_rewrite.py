"""The writer of bytes against its slow twin: the strict reader, `with_tree` and `write`."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiplane.conllu import read
from multiplane.treebank.rewrite import rewrite
from multiplane.treebank.rewrite_kernel import are_trees
from multiplane.treebank.scan import scan
from multiplane.treebank.scan_kernel import SOUND
from support import naive
from support.odd_lines import texts
from support.paths import DATA
from support.strategies import forests, graphs

NAMES = ("root", "nsubj:pass", "ß", "_")


def fast(data: bytes, **options) -> bytes:
    """Give each word its neighbour as head, and labels in turn."""
    out = []
    for chunk in scan(io.BytesIO(data), **options):
        sizes = np.diff(chunk.starts)
        places = np.concatenate([np.arange(size) for size in sizes])
        heads = np.where(places == 0, 0, places).astype(np.int32)
        out.append(rewrite(chunk, heads, (places % len(NAMES)).astype(np.int32), NAMES))
    return b"".join(out)


def slow(data: bytes, **options) -> bytes:
    out = []
    for sentence in read(io.BytesIO(data), on_error="skip", **options):
        changed = sentence
        if not sentence.error:
            places = range(sentence.words)
            changed = sentence.with_tree(list(places), [NAMES[k % len(NAMES)] for k in places])
        out.append(changed.text.encode("utf-8", "surrogateescape"))
    return b"".join(out)


@given(texts(), st.sampled_from([1, 64, 1000]), st.sampled_from([None, "conllu", "conllx"]))
def test_the_writer_agrees_with_its_slow_twin(text, size, form):
    data = text.encode("utf-8", "surrogatepass")
    assert fast(data, size=size, format=form) == slow(data, format=form)


@pytest.mark.parametrize("path", sorted(DATA.glob("*.conllu")), ids=str)
def test_the_data_of_the_tests(path):
    data = path.read_bytes()
    assert fast(data) == slow(data) != data


@pytest.mark.parametrize("name", ["English-EWT/dev.conllu", "conllx-danish/test.conll"])
def test_a_treebank(treebanks, name):
    data = (treebanks / name).read_bytes()
    assert fast(data) == slow(data)


def test_the_same_trees_give_the_same_bytes():
    data = (DATA / "figures.conllu").read_bytes()
    out = []
    for chunk in scan(io.BytesIO(data)):
        names = [chunk.field(w, 7) for w in range(len(chunk.heads))]
        out.append(rewrite(chunk, chunk.heads, np.arange(len(names), dtype=np.int32), names))
    assert b"".join(out) == data


def test_heads_of_several_digits():
    lines = [f"{d}\tw\t_\t_\t_\t_\t{max(d - 1, 0)}\tx\t_\t_" for d in range(1, 1202)]
    data = ("\n".join(lines) + "\n\n").encode()
    (chunk,) = scan(io.BytesIO(data))
    assert chunk.faults[0] == SOUND
    assert rewrite(chunk, chunk.heads, np.zeros(1201, np.int32), ("x",)) == data


@given(st.one_of(forests(6), graphs(6)))
def test_trees_are_told_from_others(graph):
    heads = [-1] * graph.n
    for head, dependent in graph.arcs:
        heads[dependent - 1] = head
    given_heads = np.array([7, *heads, 0], np.int32)  # sentences around it do not matter
    expected = -1 not in heads and all(
        0 in naive.chain_of_heads((0, *heads), d) for d in range(1, len(heads) + 1)
    )
    assert are_trees(given_heads, np.array([1, 1 + len(heads)]))[0] == expected
