"""Hypothesis strategies."""

from itertools import product

from hypothesis import strategies as st

from multiplane.graph import Graph


@st.composite
def graphs(draw, max_words: int) -> Graph:
    """Any graph at all, arcs from 0 included, dense or sparse."""
    n = draw(st.integers(0, max_words))
    pairs = [(h, d) for h, d in product(range(n + 1), range(1, n + 1)) if h != d]
    arcs = st.frozensets(st.sampled_from(pairs), max_size=3 * n) if pairs else st.just(frozenset())
    return Graph(n, draw(arcs))


@st.composite
def forests(draw, max_words: int) -> Graph:
    """At most one head for each word, and no cycle."""
    order = draw(st.permutations(range(1, draw(st.integers(0, max_words)) + 1)))
    return _hung(draw, order, lambda k: st.sampled_from([0, *order[:k]]))


@st.composite
def trees(draw, max_words: int) -> Graph:
    """One root, from which one path leads to each word."""
    order = draw(st.permutations(range(1, draw(st.integers(1, max_words)) + 1)))
    return _hung(draw, order, lambda k: st.sampled_from(order[:k] or [0]))


def _hung(draw, order, head) -> Graph:
    """Hang each word of the order, by and by, from a head that came before it."""
    heads = {d: draw(head(k)) for k, d in enumerate(order)}
    return Graph.from_heads([heads[d] for d in sorted(order)])
