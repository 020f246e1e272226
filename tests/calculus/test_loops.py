"""Nodes on loops, compared with reachability."""

import doctest

from hypothesis import given
from hypothesis import strategies as st

from multiplane.calculus import loops
from multiplane.calculus.loops import on_loops

NODES = st.integers(0, 7)


def test_the_example_in_the_docstring():
    assert doctest.testmod(loops).failed == 0
    assert doctest.testmod(loops).attempted == 1


@given(st.dictionaries(NODES, st.lists(NODES, max_size=4)))
def test_a_node_is_on_a_loop_if_it_reaches_itself(following):
    def reached(node):
        found, waiting = set(), [node]
        while waiting:
            for other in following.get(waiting.pop(), ()):
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    assert on_loops(following) == {node for node in following if node in reached(node)}


def test_a_long_path_is_no_loop():
    path = {node: [node + 1] for node in range(100_000)}
    assert on_loops(path) == set()
    assert len(on_loops(path | {99_999: [0]})) == 100_000
