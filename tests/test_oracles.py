"""Oracles against exhaustive search, and against the papers."""

import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from multiplane import conllu
from multiplane.calculus.derivation import derive
from multiplane.calculus.invariants import analyse
from multiplane.errors import DefinitionError, MultiplaneError
from multiplane.graph import Graph, cross
from multiplane.machine.explore import explore, graph_key
from multiplane.machine.kernel import apply
from multiplane.machine.layout import machine
from multiplane.oracles.coverage import coverage
from multiplane.oracles.dynamic import FORBIDDEN, DynamicOracle, root_last
from multiplane.oracles.exhaustive import block_of, exact_losses
from multiplane.oracles.generic import GenericOracle
from multiplane.oracles.gold import gold
from multiplane.oracles.reach import reach_table
from multiplane.oracles.static import StaticOracle
from multiplane.oracles.trace import has_costs, trace
from multiplane.systems import systems
from multiplane.systems.buffer import buffer_transitions
from multiplane.systems.root import rooted
from multiplane.treebank.multiplanarity import is_k_planar
from multiplane.verification.classes import all_forests, all_graphs

PLACES = ["none", "first", "last"]
EXACT = [
    "arc-eager",
    "arc-hybrid",
    "easy-first",
    "planar[single-head,acyclic]",
    "planar[single-head,acyclic,no-covered-roots]",
    "2-planar[single-head,acyclic]",
    "covington",
    "arc-eager+lba+rba",
    "arc-hybrid+lba",
    "planar[single-head,acyclic]+lba+rba",
]
BOUNDS = [
    "arc-standard",
    "arc-standard-stack",
    "swap",
    "attardi-2",
    "attardi-3",
    "arc-eager+lnba",
    "arc-eager+rnba",
]


def placed(name: str, place: str):
    return systems[name] if place == "none" else rooted(systems[name], place)


def forests(words: int) -> list[tuple[int, ...]]:
    trees = []
    for graph in all_forests(words):
        heads = [0] * words
        for h, d in graph.arcs:
            heads[d - 1] = h
        trees.append(tuple(heads))
    return trees


def disagreements(system, words, most):
    """Compare losses on all pairs of a reachable configuration and a forest, or a sample."""
    space, trees = explore(system, words, with_edges=True), forests(words)
    if len(trees) > 300:
        trees = random.Random(words).sample(trees, 300)
    exact = exact_losses(space, trees)
    pairs = len(exact) * len(trees)
    rng = random.Random(words)
    chosen = range(pairs) if pairs <= most else [rng.randrange(pairs) for _ in range(most)]
    oracles = [DynamicOracle(system, gold(t, root_last=root_last(system))) for t in trees]
    for pair in chosen:
        at, tree = divmod(pair, len(trees))
        found = oracles[tree].loss(block_of(space, at))
        if found != exact[at, tree]:
            yield space, at, trees[tree], found, int(exact[at, tree])


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", EXACT)
def test_the_loss_is_exact(name, place):
    system = placed(name, place)
    for words in (1, 2, 3):
        wrong = list(disagreements(system, words, 20_000))
        assert not wrong, (wrong[0][0].derivation(wrong[0][1]), wrong[0][2:])
    assert not list(disagreements(system, 4, 6_000))


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", EXACT)
def test_the_loss_is_exact_for_all_configurations_of_four_words(name, place):
    assert not list(disagreements(placed(name, place), 4, 5_000_000))


@pytest.mark.slow
@pytest.mark.parametrize("name", EXACT[:6])
def test_the_loss_is_exact_on_samples_of_five_words(name):
    assert not list(disagreements(systems[name], 5, 20_000))


@pytest.mark.slow
@pytest.mark.parametrize("name", EXACT[:5])
def test_the_loss_is_exact_on_samples_of_six_words(name):
    assert not list(disagreements(systems[name], 6, 20_000))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", BOUNDS)
def test_the_loss_is_never_too_high(name, place):
    system = placed(name, place)
    for words in (2, 3):
        for _, _, _, found, exact in disagreements(system, words, 5_000):
            assert found < exact


@pytest.mark.parametrize("name", ["arc-eager", "2-planar[single-head,acyclic]", "covington"])
def test_costs_are_differences_of_losses(name):
    system, trees = systems[name], forests(3)
    space = explore(system, 3, with_edges=True)
    exact = exact_losses(space, trees)
    successors = {}
    for source, transition, target in space.edges.tolist():
        successors.setdefault(source, {})[transition] = target
    rng = random.Random(1)
    for _ in range(1500):
        at, tree = rng.choice(list(successors)), rng.randrange(len(trees))
        found = DynamicOracle(system, gold(trees[tree])).costs(block_of(space, at))
        losses = {t: int(exact[target, tree]) for t, target in successors[at].items()}
        best = min(losses.values())
        for t, cost in enumerate(found.tolist()):
            assert cost == (losses[t] - best if t in losses else FORBIDDEN)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", [*EXACT, *BOUNDS])
def test_the_static_oracle_loses_as_few_heads_as_can_be(name, place):
    """On every forest of up to four words, in the class or not."""
    system = placed(name, place)
    for words in (1, 2, 3, 4):
        trees = forests(words)
        exact = exact_losses(explore(system, words, with_edges=True), trees)[0]
        for tree, least in zip(trees, exact.tolist(), strict=True):
            answer = StaticOracle(system).derive(tree)
            assert len(answer.lost) == least
            assert answer.optimal
            assert answer.derivation.is_complete
            check_lost(system, answer, tree)


def check_lost(system, answer, tree):
    """The words said to be lost are those that do not have their right head at the end."""
    built = dict.fromkeys(range(1, len(tree) + 1), None if system.has_root else 0)
    built |= {d: h for h, d in answer.derivation.last.arcs}
    assert answer.lost == tuple(d for d, h in enumerate(tree, 1) if built[d] != h)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", [*EXACT, *BOUNDS])
def test_static_and_dynamic_oracles_agree(name, place):
    """Every move of the static oracle costs nothing, where the tree is derivable."""
    system = placed(name, place)
    rng = random.Random(name)
    for tree in rng.sample(forests(5), 40):
        answer = StaticOracle(system).derive(tree)
        if answer.lost:
            continue
        oracle = DynamicOracle(system, gold(tree, root_last=root_last(system)))
        ready = machine(system, 5)
        rows, starts, *_, settings_ = ready.tables
        block = ready.start.copy()
        for name_ in answer.derivation.transitions:
            number = ready.program.names.index(name_)
            assert oracle.costs(block)[number] == 0
            apply(block, rows, starts, settings_, number, 0)


@pytest.mark.parametrize("name", systems)
def test_the_generic_oracle_finds_all_there_is(name):
    """Against the outputs of all configurations: graphs where words may have several heads."""
    system = systems[name]
    several = system.directed and not analyse(system).keeps_single_heads
    for words in (1, 2, 3) if several else (1, 2, 3, 4):
        outputs = explore(system, words).outputs
        for graph in all_graphs(words) if several else all_forests(words):
            arcs = {(min(a), max(a)) for a in graph.arcs} if not system.directed else graph.arcs
            built = Graph(words, frozenset(arcs))
            verdict = GenericOracle(system, graph).derive()
            assert verdict.holds == (graph_key(built) in outputs)
            if verdict:
                assert verdict.witness.graph == built
                assert verdict.witness.is_complete


@settings(max_examples=30)
@given(strategies.systems(), strategies.forests(3))
def test_the_generic_oracle_on_systems_nobody_has_thought_of(system, graph):
    verdict = GenericOracle(system, graph).derive()
    assert verdict.holds == (graph_key(graph) in explore(system, graph.n).outputs)


@pytest.mark.parametrize("name", [n for n in systems if has_costs(systems[n])])
def test_the_static_and_the_generic_oracle_agree_on_what_is_derivable(name):
    for tree in random.Random(name).sample(forests(5), 60):
        static = StaticOracle(systems[name]).derive(tree)
        generic = GenericOracle(systems[name], Graph.from_heads(tree)).derive()
        assert (not static.lost) == generic.holds


def test_reasons_for_refusing():
    crossing = Graph(4, frozenset({(1, 3), (2, 4)}))
    verdict = GenericOracle(systems["arc-eager"], crossing).derive()
    assert verdict.holds is False
    assert "every output of arc-eager is" in verdict.because
    hard = Graph.from_heads([3, 4, 5, 6, 0, 1, 2])
    assert GenericOracle(systems["attardi-2"], hard).derive(budget=3).holds is None


def test_figure_3():
    """2013, Figure 3: arc-standard on the graph of Figure 2."""
    found = trace(systems["arc-standard"], figure(2))
    assert str(found.derivation) == (
        "SHIFT LEFT-ARC SHIFT LEFT-ARC SHIFT SHIFT LEFT-ARC SHIFT SHIFT SHIFT LEFT-ARC"
        " RIGHT-ARC RIGHT-ARC RIGHT-ARC SHIFT RIGHT-ARC SHIFT"
    )
    arcs = [step.new[0] for step in found.steps if step.new]
    assert arcs == [(2, 1), (3, 2), (5, 4), (8, 7), (6, 8), (5, 6), (3, 5), (3, 9)]


FIGURE_6 = [
    ("", [], [], 1),
    ("SHIFT", [1], [1], 2),
    ("SHIFT", [1, 2], [1, 2], 3),
    ("RIGHT-ARC", [1, 2], [1, 2], 3),
    ("SHIFT", [1, 2, 3], [1, 2, 3], 4),
    ("REDUCE", [1, 2], [1, 2, 3], 4),
    ("REDUCE", [1], [1, 2, 3], 4),
    ("RIGHT-ARC", [1], [1, 2, 3], 4),
    ("SHIFT", [1, 4], [1, 2, 3, 4], 5),
    ("SHIFT", [1, 4, 5], [1, 2, 3, 4, 5], 6),
    ("LEFT-ARC", [1, 4, 5], [1, 2, 3, 4, 5], 6),
    ("REDUCE", [1, 4], [1, 2, 3, 4, 5], 6),
    ("RIGHT-ARC", [1, 4], [1, 2, 3, 4, 5], 6),
    ("SWITCH", [1, 2, 3, 4, 5], [1, 4], 6),
    ("REDUCE", [1, 2, 3, 4], [1, 4], 6),
    ("REDUCE", [1, 2, 3], [1, 4], 6),
    ("REDUCE", [1, 2], [1, 4], 6),
    ("LEFT-ARC", [1, 2], [1, 4], 6),
    ("SHIFT", [1, 2, 6], [1, 4, 6], 7),
    ("SWITCH", [1, 4, 6], [1, 2, 6], 7),
    ("REDUCE", [1, 4], [1, 2, 6], 7),
    ("RIGHT-ARC", [1, 4], [1, 2, 6], 7),
    ("SHIFT", [1, 4, 7], [1, 2, 6, 7], 8),
    ("RIGHT-ARC", [1, 4, 7], [1, 2, 6, 7], 8),
    ("SHIFT", [1, 4, 7, 8], [1, 2, 6, 7, 8], 9),
    ("REDUCE", [1, 4, 7], [1, 2, 6, 7, 8], 9),
    ("REDUCE", [1, 4], [1, 2, 6, 7, 8], 9),
    ("REDUCE", [1], [1, 2, 6, 7, 8], 9),
    ("RIGHT-ARC", [1], [1, 2, 6, 7, 8], 9),
    ("SHIFT", [1, 9], [1, 2, 6, 7, 8, 9], 10),
]


def test_figure_6():
    """2013, Figure 6: 2-planar on the graph of Figure 1, row by row.

    The figure shortens [1, 2, 6, 7] to [1, …, 7] and so on.
    """
    found = trace(systems["2-planar[single-head,acyclic]"], figure(1))
    rows = [
        (
            step.transition,
            *map(list, step.configuration.stores[:2]),
            10 - len(step.configuration.stores[2]),
        )
        for step in found.steps
    ]
    assert rows == FIGURE_6
    assert [step.new[0] for step in found.steps if step.new] == [
        (2, 3), (1, 4), (6, 5), (4, 6), (6, 2), (4, 7), (7, 8), (1, 9),
    ]  # fmt: skip


def figure(number: int) -> Graph:
    return next(islice(conllu.read("tests/data/figures.conllu"), number - 1, None)).graph


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)


@given(strategies.trees(12))
def test_given_planes_are_kept(tree):
    """2010, section 5.1: each arc is built on the stack of its plane."""
    answer = is_k_planar(tree, 2)
    if not answer:
        return
    heads = [max(tree.heads_of(d), default=0) for d in range(1, tree.n + 1)]
    planes = [answer.witness.get((h, d), 1) for d, h in enumerate(heads, 1)]
    found = StaticOracle(systems["2-planar[single-head,acyclic]"]).derive(heads, planes)
    assert not found.lost
    active, built = 1, {}
    sequence = found.derivation.configurations
    for name, before, after in zip(
        found.derivation.transitions, sequence, sequence[1:], strict=False
    ):
        active = 3 - active if name == "SWITCH" else active
        built |= {d: active for _, d in after.arcs - before.arcs}
    assert all(planes[d - 1] == plane for d, plane in built.items())


@given(strategies.forests(20))
def test_switching_only_when_it_must(graph):
    """A planar forest needs no SWITCH."""
    heads = [max(graph.heads_of(d), default=0) for d in range(1, graph.n + 1)]
    found = StaticOracle(systems["2-planar[single-head,acyclic]"]).derive(heads)
    crossing = any(cross(a, b) for a in graph.arcs for b in graph.arcs)
    assert ("SWITCH" in found.derivation.transitions) == (crossing and not found.lost) or found.lost


@given(strategies.trees(15))
def test_swap_reorders_only_what_crosses(tree):
    heads = [max(tree.heads_of(d), default=0) for d in range(1, tree.n + 1)]
    found = StaticOracle(systems["swap"]).derive(heads)
    assert not found.lost
    assert found.derivation.graph == tree
    if not any(cross(a, b) for a in tree.arcs for b in tree.arcs):
        covered = trace(systems["arc-standard"], tree).lost
        assert covered or "SWAP" not in found.derivation.transitions


def test_buffer_transitions_are_used_for_arcs_of_length_one():
    """2012, section 3.1: 1 ← 2, and 1 → 4 over two words."""
    heads = [0, 3, 1, 1, 4]
    both = systems["arc-eager+lba+rba"]
    built = arcs_by_transition(both, heads)
    assert built["LEFT_BUFFER_ARC"] == {(3, 2)}
    assert built["RIGHT_BUFFER_ARC"] == {(4, 5)}
    assert arcs_by_transition(systems["arc-eager+rba"], [0, 1, 1])["RIGHT_ARC"] == {(1, 3)}
    eager = buffer_transitions(systems["arc-eager"], "rba", any_length=True)
    assert arcs_by_transition(eager, [0, 1, 1])["RIGHT_BUFFER_ARC"] == {(1, 2), (1, 3)}


def arcs_by_transition(system, heads):
    found = StaticOracle(system).derive(heads)
    assert not found.lost
    sequence = found.derivation.configurations
    built = {name: set() for name in system}
    for name, before, after in zip(
        found.derivation.transitions, sequence, sequence[1:], strict=False
    ):
        built[name] |= after.arcs - before.arcs
    return built


def test_non_projective_buffer_transitions_are_used_whenever_possible():
    built = arcs_by_transition(systems["arc-eager+lnba"], [3, 0, 2])
    assert built["LEFT_NONPROJ_BUFFER_ARC"] == {(3, 1)}


def test_undirected_derivations_build_the_same_arcs_without_directions():
    for tree in random.Random(0).sample(forests(5), 100):
        directed = StaticOracle(systems["2-planar[single-head,acyclic]"]).derive(tree)
        undirected = StaticOracle(systems["undirected-2-planar"]).derive(tree)
        assert undirected.lost == directed.lost == ()
        assert undirected.derivation.last.arcs == {
            (min(arc), max(arc)) for arc in directed.derivation.last.arcs
        }


def test_all_derivations_of_a_tree():
    """Every derivation that the plain search finds, once each."""
    graph = Graph.from_heads([2, 0, 2])
    listed = list(GenericOracle(systems["arc-standard"], graph).all())
    assert [str(d) for d in listed] == [
        "SHIFT LEFT-ARC SHIFT RIGHT-ARC SHIFT",
        "SHIFT SHIFT RIGHT-ARC LEFT-ARC SHIFT",
    ]
    for name in ("arc-eager", "planar", "swap", "2-planar[single-head,acyclic]", "attardi-2"):
        oracle = GenericOracle(systems[name], graph)
        every = list(oracle.all())
        assert oracle.count() == len(every) == len(set(every)) > 0
        for derivation in every:
            again = derive(derivation.system, derivation.transitions, words=3)
            assert again.graph == graph
            assert again.is_complete


def test_several_heads_have_no_costs():
    with pytest.raises(DefinitionError, match="several heads"):
        DynamicOracle(systems["dag-arc-eager"], gold([0]))
    found = trace(systems["dag-arc-eager"], Graph(3, frozenset({(1, 3), (2, 3), (1, 2)})))
    assert found.derivation.graph.arcs == {(1, 3), (2, 3), (1, 2)}
    with pytest.raises(MultiplaneError, match="no derivation of this graph: every output"):
        trace(systems["dag-arc-eager"], Graph(4, frozenset({(1, 3), (2, 4), (1, 4), (3, 4)})))


def test_unknown_heads_cost_nothing():
    oracle = DynamicOracle(systems["arc-eager"], gold([-1, -1, -1]))
    assert set(oracle.costs(oracle.machine.start).tolist()) <= {0, FORBIDDEN}
    assert oracle.loss(oracle.machine.start) == 0


@pytest.mark.parametrize(
    "name", ["arc-eager", "arc-hybrid", "planar", "2-planar", "covington", "swap"]
)
def test_tables_of_what_can_be_built_are_exact(name):
    assert reach_table(systems[name]).exact


@settings(max_examples=15)
@given(
    strategies.trees(25),
    st.sampled_from(["2-planar[single-head,acyclic]", "3-planar[single-head,acyclic]"]),
)
def test_long_trees_that_are_k_planar_are_derived(tree, name):
    heads = [max(tree.heads_of(d), default=0) for d in range(1, tree.n + 1)]
    found = StaticOracle(systems[name]).derive(heads)
    small = sum(1 for a in tree.arcs for b in tree.arcs if a < b and cross(a, b)) < 8
    if small and is_k_planar(tree, int(name[0])):
        assert not found.lost
    if not found.lost:
        assert found.derivation.graph == tree
        assert is_k_planar(tree, int(name[0]))


def test_treebanks_pass_through(treebanks):
    names = ["arc-eager", "2-planar[single-head,acyclic]", "swap", "covington"]
    sentences = list(conllu.read(str(treebanks / "Gothic-PROIEL" / "dev.conllu")))
    found = {row.system: row for row in coverage(sentences, [systems[n] for n in names])}
    assert found["swap"].derived == found["covington"].derived == found["swap"].trees == 985
    assert found["arc-eager"].derived < found["2-planar[single-head,acyclic]"].derived
    assert found["2-planar[single-head,acyclic]"].tree_share > 0.98
