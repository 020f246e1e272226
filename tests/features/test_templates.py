"""Feature files, and the roles that words have in each system."""

import pytest

from multiplane.calculus import SH, WORDS, System, arc, move, β, λ2
from multiplane.errors import DefinitionError, MultiplaneError, UnknownName
from multiplane.features.attributes import COLUMNS
from multiplane.features.templates import (
    MOST_ATOMS,
    ROLES,
    _in_order,
    default_features,
    feature_model,
    roles,
)
from multiplane.systems import systems
from support import parsers

EAGER = systems["arc-eager"]


def shown(name):
    return {role: f"{store}[{depth}]" for role, (store, depth) in roles(systems[name]).items()}


# fmt: off
STACK_AND_BUFFER = {
    "X": "σ[0]", "X1": "σ[1]", "X2": "σ[2]",
    "Y": "β[0]", "Y1": "β[1]", "Y2": "β[2]", "Y3": "β[3]",
}
TWO_OF_STACK = {
    "X": "σ[1]", "X1": "σ[2]", "X2": "σ[3]",
    "Y": "σ[0]", "Y1": "β[0]", "Y2": "β[1]", "Y3": "β[2]",
}
LISTS = {
    "X": "λ1[0]", "X1": "λ1[1]", "X2": "λ1[2]", "B": "λ2[0]",
    "Y": "β[0]", "Y1": "β[1]", "Y2": "β[2]", "Y3": "β[3]",
}
ONLY_BUFFER = {
    "X": "β[0]", "X1": "σ[0]", "X2": "σ[1]",
    "Y": "β[1]", "Y1": "β[2]", "Y2": "β[3]", "Y3": "β[4]",
}
# fmt: on
SECOND_STACK = {"Z": "σ2[0]", "Z1": "σ2[1]"}


@pytest.mark.parametrize("name", systems)
def test_roles_of_every_system(name):
    if name in ("arc-standard-stack", "swap", "attardi-2", "attardi-3"):
        expected = TWO_OF_STACK
    elif name.endswith("covington"):
        expected = LISTS
    elif name == "easy-first":
        expected = ONLY_BUFFER
    else:
        expected = STACK_AND_BUFFER
    if "2-planar" in name or "3-planar" in name or name == "side-stack":
        expected = expected | SECOND_STACK
    heads_stay = "planar" in name or "covington" in name or name.startswith(("dag", "side"))
    if heads_stay and name != "2-planar-eager":  # whose words are shifted with their head
        expected = expected | {"W": expected["Y"]}
    if "+" in name:
        expected = expected | {"Q": expected["Y1"]}  # the second word of buffer arcs
    if name == "arc-hybrid" or name.startswith("attardi"):
        expected = expected | {"P": expected["X1"]}
    assert shown(name) == expected
    assert set(expected) <= ROLES


@pytest.mark.parametrize("place", parsers.PLACES)
@pytest.mark.parametrize("name", systems)
def test_x_stands_before_y_at_the_start_of_every_arc(name, place):
    system = parsers.placed(name, place)
    for transition in system:
        for rule in system.rules(transition)[:1]:
            for one, other in rule.arcs:
                first, second = _in_order(one, other)
                if first.store == second.store:
                    assert (first.depth < second.depth) == first.store.open_on_left
                else:
                    assert not first.store.open_on_left


def test_roles_of_a_system_without_arcs():
    with pytest.raises(DefinitionError, match="builds no arcs"):
        roles(System("none", SHIFT=SH))


def test_roles_of_a_system_that_joins_words_of_the_buffer_below_others():
    system = System("own", SHIFT=SH, JOIN=arc(β[1], β[2]))
    assert roles(system)["X"] == ("β", 1)
    assert roles(system)["X1"] == ("β", 0)
    assert roles(system)["X2"] == ("σ", 0)


def test_files_have_comments_and_empty_lines_and_templates_once():
    model = feature_model(
        "# all\n\nX.form  Y.form # a pair\nX.form Y.form\nσ[0].form β0.form", EAGER
    )
    assert len(model.templates) == 1
    assert [a.paths[0].store for a in model.templates[0]] == ["σ", "β"]


def test_spaces_in_functions():
    with_spaces = feature_model("X.form dist(X , Y)", EAGER)
    assert with_spaces.templates == feature_model("X.form dist(X,Y)", EAGER).templates


def test_roles_that_a_system_lacks_drop_their_templates():
    text = "X.form\nZ.form X.form\ndist(B,Y)"
    assert len(feature_model(text, EAGER).templates) == 1
    assert len(feature_model(text, systems["2-planar"]).templates) == 2
    assert len(feature_model(text, systems["covington"]).templates) == 2


def test_relations_that_only_undirected_systems_have_drop_their_templates():
    text = "X.form\nX.left3.form\nσ[0].left_sibling.next.form\ndist(X,Y.right_sibling)"
    assert len(feature_model(text, systems["planar"]).templates) == 1
    assert len(feature_model(text, systems["undirected-planar"]).templates) == 4


@pytest.mark.parametrize("text", ["", "# nothing", "Z.form"])
def test_a_file_without_templates(text):
    with pytest.raises(DefinitionError, match=r"my\.txt: no templates for arc-eager"):
        feature_model(text, EAGER, "my.txt")


def test_errors_name_file_and_line():
    with pytest.raises(UnknownName, match=r"^my\.txt, line 3: unknown address 'λ1\[0\]'.*β\[0\]"):
        feature_model("X.form\n\nλ1[0].form", EAGER, "my.txt")
    with pytest.raises(UnknownName, match=r"^my\.txt, line 1: unknown attribute 'fom'"):
        feature_model("X.fom", EAGER, "my.txt")


def test_too_many_atoms():
    atoms = ["X.form", "X.upos", "Y.form", "Y.upos", "permitted"]
    assert feature_model(" ".join(atoms[:MOST_ATOMS]), EAGER)
    with pytest.raises(DefinitionError, match=r"my\.txt, line 2: 5 atoms; .* at most 4"):
        feature_model("X.form\n" + " ".join(atoms), EAGER, "my.txt")


@pytest.mark.parametrize("text", ["X.morph Y.morph X1.morph", "X.morph X.form Y.form Y.upos"])
def test_too_much_with_morph(text):
    """One row of the table has room for two words and two atoms."""
    with pytest.raises(DefinitionError, match=r"features, line 1: .* morph .* at most 2 of each"):
        feature_model(text, EAGER)


@pytest.mark.parametrize("place", parsers.PLACES)
@pytest.mark.parametrize("name", [*systems, "looping"])
def test_every_system_has_default_features(name, place):
    assert len(default_features(parsers.placed(name, place)).templates) > 80


def test_columns_that_say_nothing_are_left_out():
    model = feature_model("X.form Y.lemma\nX.upos\nX.lemma\ndist(X,Y)\nX.suffix2", EAGER)
    left = model.without(frozenset({COLUMNS["lemma"]}))
    assert len(left.templates) == 3
    assert len(model.without(frozenset(COLUMNS.values())).templates) == 1


def test_systems_without_stacks_have_no_words_before():
    system = System("lists", start={λ2: [], β: WORDS}, MOVE=move(β, λ2), ARC=arc(β[0], λ2[0]))
    assert {"X", "Y"} <= roles(system).keys()
    assert "X1" not in roles(system)


def test_long_texts_and_paths_are_refused():
    system = systems["arc-eager"]
    for text, message in (
        ("X.form\n" * 20_000, "140,000 characters; give up to 100,000"),
        (f"X{'.head' * 11}.form", "11 relations"),
        ("σ[100].form", r"unknown address 'σ\[100\]'"),
    ):
        with pytest.raises(MultiplaneError, match=message):
            feature_model(text, system)
