"""One judgement of a system for all who show it."""

import json

import pytest
from click.testing import CliRunner

from multiplane.calculus import System, verdicts
from multiplane.calculus.judgement import judgement
from multiplane.calculus.notation import printed
from multiplane.cli import group
from multiplane.systems import systems


@pytest.mark.parametrize("name", ["arc-eager", "2-planar", "undirected-planar"])
def test_it_says_what_its_parts_say(name):
    system = systems[name]
    found = judgement(system)
    assert found.printed is printed(system)
    assert found.divisible == verdicts.divisible(system)
    assert found.planes == verdicts.planes(system)
    assert found.verdicts == verdicts.verdicts(system)
    assert list(found.all_verdicts) == ["divisible", "planes", *verdicts.VERDICTS]


def test_marks():
    assert list(judgement(systems["2-planar"]).marks.items())[:3] == [
        ("divisible", "✗"),
        ("planes", "2"),
        ("planar", "✗"),
    ]
    marks = judgement(systems["undirected-covington"]).marks
    assert (marks["planes"], marks["single_head"]) == ("–", "?")


def test_it_is_made_once(monkeypatch):
    """The command, its JSON and the server ask for the same one."""
    system = systems["planar"].named("planar, judged once")
    monkeypatch.setattr(type(systems), "__getitem__", lambda *_: system)
    monkeypatch.setattr(type(systems), "listed", lambda *_: system)
    asked = []
    plain = verdicts.verdicts
    monkeypatch.setattr(verdicts, "verdicts", lambda system: asked.append(system) or plain(system))
    text = CliRunner().invoke(group, ["systems", "x"]).stdout
    answer = json.loads(CliRunner().invoke(group, ["systems", "x", "--json"]).stdout)
    assert "\n".join(text.splitlines()[:2]) == "\n".join(str(printed(system)).splitlines()[:2])
    assert answer["verdicts"]["acyclic"]["counterexample"]["transitions"]
    pytest.importorskip("fastapi")
    from multiplane.server.printing import system_page

    assert system_page({"name": "x"})["name"] == system.name
    assert asked == [system]


def test_where_a_system_was_published_is_not_judged():
    """Systems that are equal but for their source share a judgement, and keep their source."""
    from multiplane.systems.description import describe

    transitions = dict(systems["arc-hybrid"].transitions)
    one, other = (System("twin", transitions, source=source) for source in ("here", "there"))
    assert judgement(one) is judgement(other)
    assert [describe(system)["source"] for system in (one, other)] == ["here", "there"]
