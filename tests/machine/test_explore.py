"""The compiled search against its slow twin, configuration by configuration."""

import pytest
from hypothesis import given, settings

from multiplane import calculus
from multiplane.calculus import (
    LA,
    RA,
    RE,
    ROOT,
    SH,
    WORDS,
    System,
    arc,
    copy,
    drop,
    edge,
    i,
    rotate,
    stack,
    switched,
    β,
    σ,
)
from multiplane.calculus.configuration import Configuration
from multiplane.calculus.search import Search
from multiplane.calculus.vocabulary import CONDITIONS, NUMBER, PLACE
from multiplane.errors import MultiplaneError
from multiplane.graph import Graph
from multiplane.machine.explore import (
    Space,
    ends_are_final,
    explore,
    graph_key,
    key_graph,
)
from multiplane.systems import systems
from multiplane.systems.root import rooted
from multiplane.verification.classes import all_graphs
from support import strategies

σ2 = stack(2)
NAMES = [
    *systems,
    "planar[directed-acyclic]",
    "2-planar[single-head,acyclic]+lba+rba+lnba+rnba",
    "attardi-1",
]


def unpack(space: Space, index: int) -> Configuration:
    """Read a row of bytes as a configuration."""
    row, block = space.states[index].tolist(), space.words + 2
    count = len(space.system.stores)
    stores = [row[s * block + 1 : s * block + 1 + row[s * block]] for s in range(count)]
    heads = row[count * block : count * block + space.words + 1]
    arcs = {(h, d) for d, bits in enumerate(heads) for h in range(8) if bits >> h & 1}
    return Configuration(
        tuple(map(tuple, stores)), frozenset(arcs), row[count * block + space.words + 1]
    )


def compare(system, words):
    search, space = Search(system, words, limit=200_000), explore(system, words)
    assert search.complete
    found = {unpack(space, index) for index in range(len(space.states))}
    assert len(found) == len(space.states)
    wanted = set(search.came_from)
    if ends_are_final(system):  # then terminal configurations are not continued
        inner = [c for c in wanted if not system.is_terminal(c)]
        wanted = {system.initial(words), *(c for d in inner for _, c in search.following[d])}
        later = {c.arcs for c in set(search.came_from) if system.is_terminal(c)}
        assert later == {c.arcs for c in wanted if system.is_terminal(c)}
    assert found == wanted
    for index in range(0, len(space.states), 7):
        assert space.derivation(index).last == unpack(space, index)
        assert len(space.derivation(index).transitions) == len(
            search.derivation(unpack(space, index)).transitions
        )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("words", [1, 2, 3])
def test_the_same_configurations(name, words):
    if systems[name].stores[2:] and words == 3 and name.startswith("3"):
        words = 2
    compare(systems[name], words)


@pytest.mark.parametrize("place", ["first", "last"])
@pytest.mark.parametrize(
    "name", ["arc-eager", "swap", "2-planar[single-head,acyclic]", "covington"]
)
def test_the_same_configurations_with_a_root(name, place):
    compare(rooted(systems[name], place), 2)


@settings(max_examples=40)
@given(strategies.systems())
def test_the_same_configurations_for_any_system(system):
    compare(system, 2)


def test_the_same_configurations_where_stores_share_words():
    """No arc leads from a word to itself."""
    arcs = {f"ARC{k}": step for k, step in enumerate([arc(σ[0], σ2[0]), edge(σ[0], σ2[0])])}
    for name, step in arcs.items():
        system = System(
            "copies", {name: step}, start={σ: [], σ2: [], β: WORDS}, SHIFT=copy(β, σ2) >> SH,
            DROP=RE, DROP2=drop(σ2),
        )  # fmt: skip
        compare(system, 3)


def test_keys_are_graphs():
    for graph in all_graphs(3):
        assert key_graph(graph_key(graph), 3) == graph
    assert key_graph(graph_key(Graph(7, frozenset({(7, 1), (1, 7)}))), 7).arcs == {(7, 1), (1, 7)}


def test_too_much_is_said():
    with pytest.raises(MultiplaneError, match="too long"):
        explore(systems["arc-eager"], 8)
    with pytest.raises(MultiplaneError, match="over 100 configurations"):
        explore(systems["2-planar"], 4, limit=100)


@pytest.mark.parametrize("wanted", [True, False])
@pytest.mark.parametrize("name", CONDITIONS)
def test_each_condition(name, wanted):
    """The compiled search knows every condition of the vocabulary."""
    arguments = {PLACE: [i, β[0]], NUMBER: [1]}
    literal = getattr(calculus, name)(*(arguments[k].pop(0) for k in CONDITIONS[name].takes))
    stacks = {σ: [], stack(2): [], β: [ROOT, *WORDS]}
    asks = RE | (literal if wanted else ~literal)
    turn = rotate(σ, stack(2)) | ~switched(2)
    compare(System("asks", SHIFT=SH, LEFT=LA, RIGHT=RA, TURN=turn, ASKS=asks, start=stacks), 2)
