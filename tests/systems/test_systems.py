"""The catalogue: names, modifiers, transformations, and a user's own file."""

import pytest

from multiplane.calculus import RE, SH, System, has_head, i, j, linked, β, σ
from multiplane.calculus.elementary import LA, RA
from multiplane.calculus.verdicts import verdicts
from multiplane.errors import DefinitionError, MultiplaneError, UnknownName
from multiplane.systems import systems
from multiplane.systems.buffer import buffer_transitions
from multiplane.systems.planar import k_planar
from multiplane.systems.root import rooted
from multiplane.systems.undirected import undirected


def test_names_and_modifiers():
    assert systems["planar"]["LEFT_ARC"] == LA
    tight = systems["planar[acyclic, single-head]"]
    assert tight.name == "planar[single-head,acyclic]"
    assert tight["LEFT_ARC"] == LA | ~has_head(i) & ~linked(i, j)
    assert tight["RIGHT_ARC"] == RA | ~has_head(j) & ~linked(i, j)
    assert systems["planar[no-covered-roots]"]["REDUCE"] == RE | has_head(i)
    assert len(systems["5-planar"].stores) == 6
    with_root = systems["2-planar[single-head]+lba (root last)"]
    assert with_root == rooted(systems["2-planar[single-head]+lba"], "last")
    assert systems[with_root.name] == with_root
    with pytest.raises(UnknownName, match="first or last"):
        systems["arc-eager (root middle)"]
    assert list(systems["attardi-1"]) == ["SHIFT", "LEFT_ARC_1", "RIGHT_ARC_1"]
    both = systems["2-planar[single-head,acyclic]+rba+lba"]
    assert both.name == "2-planar[single-head,acyclic]+lba+rba"
    assert "arc-eager" in systems
    assert "arc-lazy" not in systems


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("arc-lazy", "choose from arc-standard, "),
        ("arc-eagre", r"not the name of a system; did you mean arc-eager\? choose from"),
        (
            "k-planar",
            "^'k-planar' stands for several systems; give a number for its letter, as in 2",
        ),
        ("undirected-k-planar", "'k-planar' stands for several systems"),
        ("attardi-d", "as in attardi-2"),
        ("arceager", "not the name of a system; did you mean arc-eager. choose from"),
        ("2-planer[single-head,acyclic]", "did you mean 2-planar. choose from"),
        ("planar[singel-head]", "did you mean single-head. choose from"),
        ("planar[short]", "short: no such constraint; choose from single-head, "),
        ("arc-eager+xba", "xba: no such buffer transition; did you mean lba. choose from lba, "),
        ("0-planar", "k must be at least 1"),
        ("attardi-0", "degree must be at least 1"),
        ("attardi-original-0", "attardi-original-0: the degree must be at least 1"),
        ("planar[", "is not the name of a system"),
        ("", "is not the name of a system"),
    ],
)
def test_an_unknown_name_lists_the_known(name, message):
    with pytest.raises(UnknownName, match=message):
        systems[name]


@pytest.mark.parametrize("name", ["{}-planar", "attardi-{}", "attardi-original-{}"])
@pytest.mark.parametrize("number", [201, 10**8, "9" * 5000])
def test_large_numbers_are_refused_at_once(name, number):
    with pytest.raises(DefinitionError, match=r"its number is too large; expected up to 60"):
        systems[name.format(number)]


def test_listed_names_are_their_systems_names():
    for name, system in systems.items():
        assert system.name == name
        assert system.source


def test_side_stack_is_linear():
    found = verdicts(systems["side-stack"])
    assert found["single_head"].holds
    assert found["acyclic"].holds
    assert found["linear_transitions"].holds
    assert "2|σ| + |σ2| + 3|β| − |A|" in found["linear_transitions"].because


def test_constraints_are_for_planar_systems():
    with pytest.raises(DefinitionError, match="planar and k-planar"):
        systems["swap[single-head]"]


def test_undirected_variants():
    """2012, Figure 3."""
    planar = systems["undirected-planar"]
    assert list(planar) == ["SHIFT", "REDUCE", "ARC"]
    assert not planar.directed
    assert planar["ARC"].guard == ~linked(i, j) & ~linked(i, j)
    assert list(systems["undirected-covington"]) == ["SHIFT", "NO_ARC", "ARC"]
    assert list(undirected(k_planar(3))) == ["SHIFT", "REDUCE", "SWITCH", "ARC"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("arc-eager", "REDUCE asks for a head"),
        ("arc-standard", "LEFT_ARC = .*; RIGHT_ARC = "),
        ("arc-hybrid", "differ in more than direction"),
        ("attardi-2", "differ in more than direction"),
        ("planar[directed-acyclic]", "differ in more than direction"),
    ],
)
def test_undirected_refuses_with_the_reason(name, reason):
    with pytest.raises(DefinitionError, match=f"has no undirected variant: .*{reason}"):
        undirected(systems[name])


def test_buffer_transitions_have_just_the_preconditions_they_need():
    """2012, footnote 1: none where a buffer word never has a head."""
    eager = systems["arc-eager+lba+rba+lnba+rnba"]
    assert [str(eager[name].guard) for name in list(eager)[4:]] == ["", "", "~has_head(σ[0])", ""]
    planar = systems["planar[single-head,acyclic]+lba+rnba"]
    assert str(planar["LEFT_BUFFER_ARC"].guard) == "~has_head(β[0]) & ~linked(β[1], β[0])"
    assert str(planar["RIGHT_NONPROJ_BUFFER_ARC"].guard) == "~has_head(β[1]) & ~linked(σ[0], β[1])"
    assert not systems["planar+lba"]["LEFT_BUFFER_ARC"].guard


def test_buffer_transitions_need_a_stack():
    with pytest.raises(DefinitionError, match="with a stack"):
        buffer_transitions(systems["covington"], "lba")
    with pytest.raises(DefinitionError, match="with a stack and arcs"):
        buffer_transitions(systems["undirected-planar"], "lba")


def test_a_system_of_ones_own(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "from multiplane.calculus import *\nMINE = System('mine', SHIFT=SH, LEFT_ARC=LA >> RE)\n"
    )
    assert systems[f"{file}:MINE"]["SHIFT"] == SH
    with pytest.raises(UnknownName, match="no system 'YOURS'; it has MINE"):
        systems[f"{file}:YOURS"]
    with pytest.raises(UnknownName, match="no such file"):
        systems[f"{tmp_path}/theirs.py:MINE"]
    file.write_text(
        "from multiplane.calculus import *\n\n"
        "MINE = System('mine', LEFT_ARC=LA >> (RE | ~has_head(i)))\n"
    )
    with pytest.raises(
        MultiplaneError, match=r"mine\.py:3: DefinitionError: mine: LEFT_ARC: undef"
    ):
        systems[f"{file}:MINE"]
    file.write_text("1 +\n")
    with pytest.raises(MultiplaneError, match=r"mine\.py: SyntaxError"):
        systems[f"{file}:MINE"]


def test_definitions_hold_no_logic_about_names():
    assert isinstance(systems["arc-eager"], System)
    assert systems["arc-eager"].stores == (σ, β)
