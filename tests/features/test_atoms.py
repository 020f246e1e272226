"""The language of features: attributes, addresses and atoms."""

import pytest

from multiplane.errors import UnknownName
from multiplane.features.atoms import GLOBAL, PAIRS, STATE, UNDIRECTED, Atom, Path, atom, path
from multiplane.features.atoms import RELATIONS as KNOWN
from multiplane.features.attributes import COLUMNS, Attribute, attribute
from multiplane.features.templates import ROLES

RELATIONS = KNOWN + UNDIRECTED
STORES = frozenset({"σ", "σ2", "β", "λ1", "λ2"})


@pytest.mark.parametrize("column", COLUMNS)
def test_columns_are_attributes(column):
    assert attribute(column) == Attribute(column, COLUMNS[column])


def test_parts_of_columns_are_attributes():
    form, feats = COLUMNS["form"], COLUMNS["feats"]
    assert attribute("prefix3") == Attribute("prefix3", form, 1, 3)
    assert attribute("suffix9") == Attribute("suffix9", form, 2, 9)
    assert attribute("shape") == Attribute("shape", form, 3)
    assert attribute("feats.Number[psor]") == Attribute(
        "feats.Number[psor]", feats, 4, key="Number[psor]"
    )


@pytest.mark.parametrize("name", ["", "from", "prefix", "prefix0", "prefix10", "feats.", "feats,"])
def test_unknown_attributes_list_the_known_ones(name):
    with pytest.raises(UnknownName, match=r"choose from form, lemma, .*prefix1 … .*feats\.Case …"):
        attribute(name)


@pytest.mark.parametrize(
    ("text", "store", "depth"),
    [
        ("σ[0]", "σ", 0),
        ("σ0", "σ", 0),
        ("σ[12]", "σ", 12),
        ("β3", "β", 3),
        ("σ2[0]", "σ2", 0),
        ("σ20", "σ2", 0),
        ("λ1[4]", "λ1", 4),
        ("λ21", "λ2", 1),
        ("s[1]", "σ", 1),
        ("s1", "σ", 1),
        ("b0", "β", 0),
        ("s2[0]", "σ2", 0),
        ("s23", "σ2", 3),
        ("l1[0]", "λ1", 0),
        ("l20", "λ2", 0),
        *((role, role, -1) for role in sorted(ROLES)),
    ],
)
def test_paths_begin_at_places_and_roles(text, store, depth):
    assert path(text, STORES, ROLES) == Path(store, depth)
    for relation in RELATIONS:
        assert path(f"{text}.{relation}", STORES, ROLES) == Path(store, depth, (relation,))
    assert path(f"{text}.head.left1", STORES, ROLES).relations == ("head", "left1")


@pytest.mark.parametrize("text", ["σ2", "s2", "λ1", "σ", "τ0", "σ[x]", "σ[-1]", "V", "", "σ 0"])
def test_unknown_addresses_list_the_known_ones(text):
    with pytest.raises(UnknownName, match="unknown address") as caught:
        path(text, STORES, ROLES)
    for known in ("σ[0] σ[1] …", "σ2[0]", "β[0]", "λ1[0]", *ROLES, *RELATIONS):
        assert known in str(caught.value)


def test_a_store_that_a_user_named_with_a_latin_letter():
    assert path("s0", frozenset({"s", "σ"}), frozenset()).store == "s"


def test_unknown_relations_list_the_known_ones():
    with pytest.raises(UnknownName, match=rf"'parent' in 'X\.parent'.*{', '.join(RELATIONS)}"):
        path("X.parent", STORES, ROLES)


def test_atoms():
    x, y = Path("X", -1), Path("Y", -1)
    assert atom("X.form", STORES, ROLES) == Atom("word", (x,), attribute("form"))
    assert atom("X.feats", STORES, ROLES) == Atom("word", (x,), attribute("feats"))
    assert atom("X.feats.Case", STORES, ROLES) == Atom("word", (x,), attribute("feats.Case"))
    assert atom("σ0.head.suffix2", STORES, ROLES) == Atom(
        "word", (Path("σ", 0, ("head",)),), attribute("suffix2")
    )
    assert atom("X.morph", STORES, ROLES) == Atom("morph", (x,))
    for name in STATE:
        assert atom(f"X.{name}", STORES, ROLES) == Atom(name, (x,))
    for name in PAIRS:
        assert atom(f"{name}(X,Y)", STORES, ROLES) == Atom(name, (x, y))
    for name in GLOBAL:
        assert atom(name, STORES, ROLES) == Atom(name)
    deep = atom("dist(X.head,σ2[0])", STORES, ROLES)
    assert deep.paths == (Path("X", -1, ("head",)), Path("σ2", 0))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("X.fom", "unknown attribute 'fom' in 'X.fom'; choose from form,"),
        ("X", "unknown attribute 'X'"),
        ("X.feats.", "unknown attribute"),
        ("V.form", "unknown address 'V'; choose from"),
        ("X.parent.form", "unknown relation 'parent'"),
        ("V.feats.Case", "unknown address 'V'"),
        ("dost(X,Y)", "unknown function 'dost(X,Y)'; choose from dist(X,Y), arc(X,Y)"),
        ("dist(X)", "unknown function"),
        ("dist(X,Y,Z)", "unknown function"),
        ("dist(X,V)", "unknown address 'V'"),
        ("dist(X,Y", "unknown attribute"),
    ],
)
def test_what_is_unknown_is_named(text, message):
    with pytest.raises(UnknownName) as caught:
        atom(text, STORES, ROLES)
    assert message in str(caught.value)
