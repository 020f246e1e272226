"""Normal forms and notation, from the value alone."""

import pytest

from multiplane.calculus import (
    LA,
    RA,
    RE,
    SH,
    UN,
    System,
    copy,
    drop,
    empty,
    has_head,
    i,
    linked,
    single,
    β,
    σ,
)
from multiplane.calculus.notation import STYLES, printed, printed_rule, render, render_system
from multiplane.calculus.rule import rule
from multiplane.errors import UnknownName
from multiplane.systems import systems

PRINTED = {
    ("arc-standard", "RIGHT-ARC"): "(σ|i, j|β, A) ⇒ (σ, i|β, A ∪ {(i, l, j)})",
    ("arc-eager", "LEFT-ARC"): "(σ|i, j|β, A) ⇒ (σ, j|β, A ∪ {(j, l, i)})  [¬h(i)]",
    ("arc-eager", "RIGHT-ARC"): "(σ|i, j|β, A) ⇒ (σ|i|j, β, A ∪ {(i, l, j)})",
    ("arc-hybrid", "RIGHT-ARC"): "(σ|i|j, β, A) ⇒ (σ|i, β, A ∪ {(i, l, j)})",
    ("easy-first", "ATTACH-RIGHT(m)"):
        "m = 2: (σ, i|j|k|β, A) ⇒ (σ, i|k|β, A ∪ {(k, l, j)})",
    ("dag-arc-standard", "RIGHT-ATTACH"):
        "(σ|i, j|β, A) ⇒ (σ, i|j|β, A ∪ {(i, l, j)})  [(j, i) ∉ A]",
    ("planar[single-head,acyclic]", "RIGHT-ARC"):
        "(σ|i, j|β, A) ⇒ (σ|i, j|β, A ∪ {(i, l, j)})  [¬h(j), ¬(i ↔* j)]",
    ("planar[directed-acyclic]", "LEFT-ARC"):
        "(σ|i, j|β, A) ⇒ (σ|i, j|β, A ∪ {(j, l, i)})  [¬(i →* j)]",
    ("2-planar", "SHIFT"): "(σ, σ2, j|β, A) ⇒ (σ|j, σ2|j, β, A)",
    ("2-planar", "SWITCH"): "(σ, σ2, β, A) ⇒ (σ2, σ, β, A)  [not after SWITCH]",
    ("3-planar", "SWITCH"): "(σ, σ2, σ3, β, A) ⇒ (σ2, σ3, σ, β, A)  [not after 2 × SWITCH]",
    ("attardi-2", "LEFT-ARC-2"): "(σ|i|j|k, β, A) ⇒ (σ|j|k, β, A ∪ {(k, l, i)})",
    ("attardi-2", "RIGHT-ARC-2"): "(σ|i|j|k, β, A) ⇒ (σ|i|j, β, A ∪ {(i, l, k)})",
    ("swap", "SWAP"): "(σ|i|j, β, A) ⇒ (σ|j, i|β, A)  [i < j]",
    ("covington", "SHIFT"): "(λ1, λ2, j|β, A) ⇒ (λ1 · λ2|j, [], β, A)",
    ("covington", "NO-ARC"): "(λ1|i, λ2, β, A) ⇒ (λ1, i|λ2, β, A)",
    ("undirected-planar", "ARC"):
        "(σ|i, j|β, A) ⇒ (σ|i, j|β, A ∪ {({i, j}, l)})  [¬(i ↔* j)]",
    ("arc-eager+lba", "LEFT-BUFFER-ARC"): "(σ, i|j|β, A) ⇒ (σ, j|β, A ∪ {(j, l, i)})",
    ("arc-eager+rba", "RIGHT-BUFFER-ARC"): "(σ, i|j|β, A) ⇒ (σ, i|β, A ∪ {(i, l, j)})",
    ("arc-eager+lnba", "LEFT-NONPROJ-BUFFER-ARC"):
        "(σ|i, j|k|β, A) ⇒ (σ, j|k|β, A ∪ {(k, l, i)})  [¬h(i)]",
    ("arc-eager+rnba", "RIGHT-NONPROJ-BUFFER-ARC"):
        "(σ|i, j|k|β, A) ⇒ (σ|i, j|β, A ∪ {(i, l, k)})",
}  # fmt: skip


def text_of(rule):
    return str(printed_rule(rule))


@pytest.mark.parametrize(("name", "transition"), PRINTED)
def test_rules_print_as_in_the_papers(name, transition):
    rules = {row.name: str(row.rule) for row in printed(systems[name]).transitions}
    assert rules[transition] == PRINTED[name, transition]


COMPOSED = {
    ("arc-standard", "RIGHT-ARC"): "RIGHT-ARC; SHIFT; REDUCE; UNSHIFT",
    ("arc-eager", "LEFT-ARC"): "LEFT-ARC|¬h(i); REDUCE",
    ("easy-first", "ATTACH-LEFT(m)"):
        "SHIFT^m; RIGHT-ARC; SHIFT; REDUCE; UNSHIFT; UNSHIFT^(m−1)",
    ("swap", "LEFT-ARC"): "UNSHIFT; LEFT-ARC; REDUCE; SHIFT",
    ("swap", "SWAP"): "move(σ[1], β)|σ[1] < i",
    ("arc-eager+lba", "LEFT-BUFFER-ARC"): "SHIFT; LEFT-ARC; REDUCE",
    ("2-planar", "SHIFT"): "copy(j, σ2); move(j, σ)",
}  # fmt: skip


@pytest.mark.parametrize(("name", "transition"), COMPOSED)
def test_compositions(name, transition):
    rows = {row.name: row.composition for row in printed(systems[name]).transitions}
    assert rows[transition] == COMPOSED[name, transition]


def test_a_composition_that_comes_to_nothing():
    (row,) = printed(System("idle", IDLE=copy(β, β) >> (drop(β) | has_head(i)))).transitions
    assert row.composition == "copy(j, β); drop(j)|h(i)"


def test_latex_and_html():
    rule_ = text_of(rule(LA >> RE | ~has_head(i) & ~linked(i, β[0]), (σ, β)))
    assert render(rule_, "latex") == (
        r"(\sigma|i, j|\beta, A) \Rightarrow  (\sigma, j|\beta, A \cup  \{(j, l, i)\})"
        r"\quad[\neg h(i), \neg (i \leftrightarrow^{*} j)]"
    )
    assert render("LEFT-ARC|¬h(i); UNSHIFT^(m−1)", "latex") == (
        r"\textsc{Left-Arc}|\neg h(i); \textsc{Unshift}^{m-1}"
    )
    assert render("(σ2|i, A)  [i < j]", "html") == (
        "(<var>σ</var><sub>2</sub>|<var>i</var>, A)  [<var>i</var> &lt; <var>j</var>]"
    )
    with pytest.raises(UnknownName, match="text, latex, html"):
        render("x", "pdf")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", systems)
def test_every_system_renders_in_every_style(name, style):
    text = render_system(systems[name], style)
    assert len(text.splitlines()) >= len(systems[name])
    assert style != "latex" or text.isascii()
    assert style != "html" or text.count("<td>") == 2 * len(systems[name])


def test_the_rule_of_a_composition_is_its_net_effect():
    assert text_of(rule(SH >> UN, (σ, β))) == "(σ, j|β, A) ⇒ (σ, j|β, A)"
    assert text_of(rule(RA >> LA, (σ, β))) == (
        "(σ|i, j|β, A) ⇒ (σ|i, j|β, A ∪ {(i, l, j), (j, l, i)})"
    )


def test_letters_do_not_run_out():
    system = systems["attardi-16"]
    text = text_of(rule(system["LEFT_ARC_16"], system.stores))
    assert text.endswith("∪ {(j′, l, i)})")
    assert "z|i′|j′" in text


def test_a_system_in_print_is_data():
    shown = printed(systems["arc-standard"])
    assert (shown.start.stores, shown.start.arcs) == (("[]", "[1, …, n]"), "∅")
    assert str(shown).split("\n")[1] == f"  start {shown.start}   end {shown.end}"
    assert shown.end.stores == ("σ", "[]")
    one_left = System("one left", SHIFT=SH, REDUCE=RE, final=single(σ) & empty(β))
    assert printed(one_left).end.stores == ("[i]", "[]")
    right = shown.transition("RIGHT_ARC").rule
    assert right.before.stores == ("σ|i", "j|β")
    assert (right.after.stores, right.after.arcs) == (("σ", "i|β"), "A ∪ {(i, l, j)}")
    assert dict(right.letters) == {i: "i", β[0]: "j"}
    assert printed(systems["arc-eager"]).transition("REDUCE").rule.conditions == ("h(i)",)


def test_a_family_is_shown_by_one_of_its_members():
    system = systems["easy-first"]
    for name in ("ATTACH-LEFT(7)", "ATTACH_LEFT(7)", "ATTACH_LEFT"):
        row = printed(system).transition(system.defined_as(name))
        assert row.name == "ATTACH-LEFT(m)"
        assert row.rule.member == 2
        assert len(row.rule.letters) == 3


def test_a_system_is_printed_once():
    assert printed(systems["3-planar"]) is printed(systems["3-planar"])
