"""What notebooks show."""

from xml.etree import ElementTree as ET

from multiplane.calculus import RE, SH, System
from multiplane.calculus.derivation import derive
from multiplane.calculus.verdicts import verdicts
from multiplane.conllu import reads
from multiplane.systems import systems
from multiplane.treebank.census import census
from multiplane.verdict import Verdict
from multiplane.verification import verify
from support.paths import STRUCTURES


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


def test_verifications_show_counts_and_counterexamples():
    found = verify(systems["planar"], "forests", 3)
    rows = table(found._repr_html_())
    assert rows[0][:2] == ["words", "in the class"]
    assert [row[0] for row in rows[1:]] == ["1", "2", "3"]
    assert "planar is not sound" in found._repr_html_()
    assert "derived, but not in the class: 2 words with (1, 2), (2, 1)" in found._repr_html_()


def test_sentences_show_their_words():
    line = "1\t<b>\tb&c\tX\t_\t_\t0\troot\t_\t_\n\n"
    (sentence,) = reads(line)
    assert table(sentence._repr_html_()) == [
        ["ID", "FORM", "LEMMA", "UPOS", "HEAD", "DEPREL"],
        ["1", "<b>", "b&c", "X", "0", "root"],
    ]
    (damaged,) = reads(line.replace("\t0\t", "\t<i>\t"), on_error="skip")
    assert "&lt;i&gt;" in damaged._repr_html_()
    assert "<i>" not in damaged._repr_html_()


def test_censuses_show_a_row_for_each_treebank(tmp_path):
    odd = tmp_path / "<b>.conllu"
    odd.write_bytes(STRUCTURES.read_bytes())
    rows = table(census(str(STRUCTURES), str(odd))._repr_html_())
    assert rows[0][:4] == ["", "trees", "words", "non-projective"]
    assert rows[1][1:4] == rows[2][1:4] == ["6", "39", "4 (66.67%)"]
    assert rows[2][0].endswith("<b>.conllu")
    assert len(table(census(str(odd))[0]._repr_html_())) == 2
