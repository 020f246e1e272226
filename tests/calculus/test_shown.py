"""What notebooks show."""

from xml.etree import ElementTree as ET

from multiplane.calculus import RE, SH, System
from multiplane.calculus.derivation import derive
from multiplane.calculus.verdicts import verdicts
from multiplane.systems import systems
from multiplane.verdict import Verdict


def table(markup):
    """The texts of the last table, row by row; an error unless all is well-formed."""
    found = ET.fromstring(f"<div>{markup}</div>").find("table")
    return [["".join(cell.itertext()) for cell in row] for row in found]


def test_systems_show_their_rules():
    name, rule, parts = table(systems["arc-eager"]._repr_html_())[2]
    assert name == "LEFT-ARC"
    assert rule.startswith("(σ|i, j|β, A) ⇒ (σ, j|β, A ∪ {(j, l, i)})")
    assert "REDUCE" in parts
    odd = System("<b>", SHIFT=SH, REDUCE=RE)._repr_html_()
    assert "<b>&lt;b&gt;</b>" in odd


def test_derivations_show_their_steps():
    rows = table(derive(systems["arc-eager"], ["SHIFT", "LEFT-ARC"], words=2)._repr_html_())
    assert rows == [
        ["", "σ", "β", "new arcs"],
        ["start", "[]", "[1, 2]", ""],
        ["SHIFT", "[1]", "[2]", ""],
        ["LEFT-ARC", "[]", "[2]", "(2, 1)"],
    ]


def test_verdicts_show_their_reasons():
    found = verdicts(systems["planar"])
    rows = {name: (mark, because) for name, mark, because in table(found._repr_html_())}
    assert rows["planar"][0] == "✓"
    assert rows["single head"] == ("✗", found["single_head"].because)
    assert Verdict(None, "a < b")._repr_html_() == "? a &lt; b"
