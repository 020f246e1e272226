import json

import pytest
from click.testing import CliRunner
from hypothesis import given

from multiplane.cli import group
from multiplane.graph import Graph
from multiplane.machine.explore import explore, key_graph
from multiplane.systems import systems
from multiplane.transforms.enhanced import LabelledGraph
from multiplane.transforms.fit import Fit, fit, opposite_arcs
from support import naive
from support.strategies import graphs


def labelled(graph, left_out=0):
    return LabelledGraph(graph.n, tuple((h, "x", d) for h, d in sorted(graph.arcs)), left_out)


def by_definition(graph):
    words = Graph(graph.n, frozenset(naive.arcs(graph)))
    planar, covered = not naive.crossing_pairs(words), bool(naive.covered_roots(words))
    opposite = any((d, h) in words.arcs for h, d in words.arcs)
    return Fit(
        graphs=1,
        arcs=len(graph.arcs),
        several_heads=not naive.is_single_head(words),
        cyclic=naive.has_cycle(words),
        opposite_arcs=opposite,
        covered_roots=covered,
        not_planar=not planar,
        not_2_planar=naive.fewest_planes(words) > 2,
        projective=planar and not covered,
        projective_without_opposite=planar and not covered and not opposite,
        projective_acyclic=planar and not covered and not naive.has_cycle(words),
    )


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_every_short_graph_is_counted_by_the_definitions(n):
    for graph in naive.all_graphs(n):
        assert fit([labelled(graph)]) == by_definition(graph)


@given(graphs(7))
def test_longer_graphs_are_counted_by_the_definitions(graph):
    assert fit([labelled(graph)]) == by_definition(graph)


def test_counts_add_up():
    found = fit(
        [labelled(Graph(2, frozenset({(1, 2), (2, 1)})), 3), labelled(Graph(1, frozenset()))]
    )
    assert (found.graphs, found.arcs, found.left_out, found.with_empty_nodes) == (2, 2, 3, 1)
    assert (found.opposite_arcs, found.projective, found.projective_acyclic) == (1, 2, 1)
    assert fit([]) == Fit()


@pytest.mark.parametrize("words", [1, 2, 3])
def test_what_the_systems_derive(words):
    """dag-arc-eager just what is counted for it, dag-arc-standard at least all acyclic ones."""
    outputs = {
        name: {key_graph(key, words) for key in explore(systems[name], words).outputs}
        for name in ("dag-arc-eager", "dag-arc-standard")
    }
    for graph in naive.all_graphs(words):
        found = fit([labelled(graph)])
        assert (graph in outputs["dag-arc-eager"]) == found.projective_without_opposite
        assert found.projective_acyclic <= (graph in outputs["dag-arc-standard"])
        assert (graph in outputs["dag-arc-standard"]) <= found.projective


def test_opposite_arcs_between_words():
    assert opposite_arcs(Graph(2, frozenset({(1, 2), (2, 1)})))
    assert not opposite_arcs(Graph(3, frozenset({(1, 2), (2, 3), (3, 1)})))


def run(*arguments):
    return CliRunner().invoke(group, ["enhanced", *map(str, arguments)])


TEXT = "1\tw\t_\t_\t_\t_\t0\t_\t{}\t_\n2\tw\t_\t_\t_\t_\t1\t_\t1:x\t_\n\n"


def test_the_command(tmp_path):
    file = tmp_path / "a.conllu"
    file.write_text(TEXT.format("0:root|2:y") + TEXT.format("0:root"))
    (row,) = json.loads(run(file, "--json").stdout)
    assert row["name"] == str(file)
    assert (row["graphs"], row["arcs"], row["opposite_arcs"]) == (2, 5, 1)
    assert "1 (50.0%)" in run(file).stdout
    target = tmp_path / "out.md"
    assert run(file, "--style", "markdown", "-o", target).stdout == ""
    assert target.read_text("utf-8").startswith("**Graphs**")


def test_the_command_leaves_out_what_it_cannot_read(tmp_path):
    file = tmp_path / "a.conllu"
    file.write_text(TEXT.format("root") + TEXT.format("0:root") + "1\n\n")
    answer = run(file)
    assert answer.exit_code != 0
    answer = run(file, "--on-error", "skip", "--json")
    assert json.loads(answer.stdout)[0]["graphs"] == 1
    assert f"{file}:1: found 'root' in DEPS" in answer.stderr
    assert "2 sentences left out" in answer.stderr
    assert run(tmp_path / "none").exit_code != 0
