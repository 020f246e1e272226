"""Every system gets an answer: searches are cut short after a counted amount of work."""

import json
from itertools import islice, product
from time import process_time

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from multiplane.budget import Budget, Exhausted
from multiplane.calculus import (
    LA,
    RA,
    RE,
    SH,
    UN,
    WORDS,
    System,
    copy,
    drop,
    has_head,
    i,
    j,
    linked,
    m,
    move,
    path,
    precedes,
    refutation,
    rotate,
    search,
    stack,
    termination,
    verdicts,
    β,
    λ1,
    σ,
)
from multiplane.calculus import judgement as judgements
from multiplane.calculus import rule as rules
from multiplane.calculus.extent import MOST_STEPS
from multiplane.calculus.facts import Facts
from multiplane.calculus.search import WORK, Search, shortest_derivation
from multiplane.calculus.transition import Transition
from multiplane.cli import group
from multiplane.errors import DefinitionError
from multiplane.graph import Graph
from multiplane.systems import systems

STACKS = [stack(k) for k in range(1, 10)]
ENDLESS = {
    "one stack": System("endless", SHIFT=SH, COPY=copy(σ, σ), LEFT_ARC=LA, RIGHT_ARC=RA),
    "with a family": System(
        "endless-family", SHIFT=SH, COPY=copy(σ, σ), LEFT_ARC=SH**m >> LA >> UN**m, RIGHT_ARC=RA
    ),
    "many stores": System(
        "endless-stacks",
        start={**{s: [] for s in STACKS}, λ1: [], β: WORDS},
        SHIFT=SH,
        LEFT_ARC=LA,
        RIGHT_ARC=RA,
        **{f"COPY_{k}": copy(STACKS[k], STACKS[k + 1]) for k in range(8)},
        **{f"BACK_{k}": move(STACKS[k + 1], STACKS[k]) for k in range(8)},
    ),
}
# Searches that one judgement may make: of few arcs for each of four properties of graphs, and of
# all configurations for each number of words.
SEARCHES = 4 + refutation.SEARCHED


@pytest.fixture
def tried(monkeypatch):
    """Count the transitions tried, each as often as `work` says."""
    counted, plain = [], search.successors

    def counting(system, configuration):
        transitions = list(system.actions(max(map(len, configuration.stores))))
        counted.append(len(transitions) * (1 + sum(map(len, configuration.stores)) // 10))
        return plain(system, configuration)

    monkeypatch.setattr(search, "successors", counting)
    for remembered in (
        judgements.judgement, refutation.searched, verdicts.planar, verdicts.single_head,
        verdicts.acyclic, verdicts.no_covered_roots, verdicts.bounded, verdicts.linear_transitions,
    ):  # fmt: skip
        remembered.cache_clear()
    return counted


@pytest.mark.parametrize("kind", ENDLESS)
def test_systems_that_copy_without_end(kind, tried):
    found = judgements.judgement(ENDLESS[kind]).all_verdicts
    assert WORK // 2 < sum(tried) <= SEARCHES * WORK
    for prop in ("planar", "bounded"):
        assert found[prop].holds is None
        assert found[prop].because.startswith("undecided: no case where ")
        assert "for 1 word the search stopped after " in found[prop].because
    assert found["linear_transitions"].holds is None
    assert found["single_head"].holds is False  # what is easy to refute is refuted


ARCS = [LA | ~linked(i, j), RA >> SH | ~linked(i, j)]
STEPS = [SH, UN, RE, copy(σ, stack(2)), copy(σ, σ), move(stack(2), σ), drop(stack(2)),
         rotate(σ, stack(2)), copy(σ[1], β), *ARCS]  # fmt: skip


@settings(max_examples=10)
@given(st.lists(st.sampled_from(STEPS), min_size=1, max_size=5))
def test_no_system_needs_more(transitions):
    named = {f"T{number}": t for number, t in enumerate(transitions)}
    system = System("any", named, start={σ: [], stack(2): [], β: WORDS})
    spent = []

    class Counted(Budget):
        def spend(self, steps):
            spent.append(steps)
            super().spend(steps)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "Budget", Counted)
        patch.setattr(refutation, "Budget", Counted)
        found = verdicts.verdicts(system)
    assert sum(spent) <= SEARCHES * (
        WORK + max(spent, default=0)
    )  # the last step of each is refused
    assert all(verdict.because for verdict in found.values())


@pytest.mark.parametrize("name", ["attardi-20", "attardi-8", "9-planar", "30-planar"])
def test_large_numbers(name, tried):
    """Up to now attardi-20 had no end: its decomposition tried all ways to drop words."""
    found = judgements.judgement(systems[name]).all_verdicts
    assert sum(tried) <= SEARCHES * WORK
    assert found["planar"].holds is False or name == "30-planar"  # too many stacks to search
    assert found["linear_transitions"]  # 2013, section 5.1.3: for any number of stacks
    printed = CliRunner().invoke(group, ["systems", name])
    assert printed.exit_code == 0
    assert printed.stdout.startswith(name)


def composed(*parts, steps):
    return Transition(tuple(step for part in parts for step in part.steps) * (steps // len(parts)))


@pytest.mark.parametrize(
    "parts",
    [(LA, RE), (RA, SH), (LA | ~linked(i, j), RE), (LA | ~has_head(i) & ~path(i, j), RE),
     (RE | precedes(σ[1], i),), (SH, UN), (RA, SH | linked(i, j))],
)  # fmt: skip
def test_long_compositions(parts):
    """Up to now 37 steps of LA >> RE took 11 seconds, and 77 had no end."""
    long = composed(*parts, steps=MOST_STEPS)
    system = System("long", SHIFT=SH, LONG=long, RIGHT_ARC=RA, REDUCE=RE)
    begin = process_time()
    found = judgements.judgement(system).all_verdicts
    assert process_time() - begin < 20  # about a second
    assert all(verdict.because for verdict in found.values())
    assert found["divisible"]


def test_a_rule_is_found_once_with_few_facts():
    long, added = composed(LA, RE, steps=120), []

    class Counted(set):
        def add(self, item):
            added.append(item)
            super().add(item)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "Facts", lambda *given: counting(Facts(*given), Counted))
        found = rules.rule(long, (σ, β))
    assert rules.rule(long, (σ, β)) is found
    assert len(added) <= 6 * 61**2  # for each pair of words


def counting(facts, kind):
    facts.places.default_factory = kind
    return facts


def test_a_transition_has_so_many_steps():
    with pytest.raises(DefinitionError, match=r"much: LONG has 202 steps; .* up to 200; split it"):
        System("much", SHIFT=SH, LONG=composed(LA, RE, steps=202))


def test_the_command_and_the_json_say_the_same(tmp_path):
    """So does the playground: all of them ask for a judgement."""
    (tmp_path / "endless.txt").write_text(
        'name = "endless"\nSHIFT = SH\nCOPY = copy(σ, σ)\nLEFT_ARC = LA\nRIGHT_ARC = RA\n',
        encoding="utf-8",
    )
    file = str(tmp_path / "endless.txt")
    text = CliRunner().invoke(group, ["systems", file])
    data = json.loads(CliRunner().invoke(group, ["systems", file, "--json"]).stdout)
    because = data["verdicts"]["bounded"]["because"]
    assert data["verdicts"]["bounded"]["holds"] is None
    assert because.startswith("undecided: ")
    assert because.split(";")[0] in text.stdout
    pytest.importorskip("fastapi")
    from multiplane.server.printing import system_page

    page = system_page({"text": (tmp_path / "endless.txt").read_text(encoding="utf-8")})
    assert because in json.dumps(page, ensure_ascii=False, default=str)


def test_a_search_says_whether_it_is_complete():
    assert Search(systems["swap"], 3).complete
    assert not Search(systems["swap"], 3, limit=50).complete
    graph = Graph(3, frozenset({(1, 2), (1, 3)}))
    assert shortest_derivation(systems["swap"], graph) is not None
    with pytest.raises(Exhausted):
        shortest_derivation(systems["swap"], graph, Budget(10))


def test_weights_are_tried_in_order_and_not_without_end():
    everything = sorted(product(range(4), repeat=3), key=lambda v: (sum(v), v))
    assert list(termination._lists_of(3, 3)) == everything
    many = ENDLESS["many stores"]
    tries = termination.WEIGHTINGS // len(many)
    weightings = list(islice(termination._weightings(many), tries + 1))
    assert len(weightings) == tries
