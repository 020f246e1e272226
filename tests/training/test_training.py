"""Training on a toy language, whose trees follow from its words."""

import json

import numpy as np
import pytest

from multiplane.calculus import System
from multiplane.conllu import read
from multiplane.errors import DefinitionError, FormatError, MultiplaneError, UnknownName
from multiplane.parsing.design import Design
from multiplane.parsing.parser import load
from multiplane.parsing.stream import parse_file
from multiplane.systems import systems
from multiplane.systems.planar import single_headed
from multiplane.training.training import train
from support import toy

SMALL = {"bits": 14, "epochs": 4}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("toy")
    (place / "plain").write_text(toy.treebank(150))
    (place / "dev").write_text(toy.treebank(50, seed=2))
    (place / "crossing").write_text(toy.treebank(200, crossing=True))
    (place / "forms").write_text(toy.treebank(150, columns="forms"))
    (place / "conllx").write_text(toy.treebank(150, columns="conllx"))
    (place / "roots").write_text(toy.several_roots(100))
    (place / "covered").write_text(toy.covered_roots(200))
    return place


@pytest.mark.parametrize(
    ("system", "file", "more"),
    [
        ("arc-eager", "plain", {}),
        ("arc-eager", "plain", {"root": "last"}),
        ("arc-eager", "plain", {"root": "first", "oracle": "static"}),
        ("arc-eager", "forms", {}),
        ("arc-eager", "conllx", {}),
        ("arc-eager", "roots", {}),
        ("planar", "plain", {}),
        ("2-planar", "crossing", {"root": "last"}),
        ("covington", "crossing", {}),
        ("arc-eager+lba", "plain", {}),
        ("arc-standard+lba+rba", "plain", {"root": "first", "buffer_arcs": "any"}),
        ("arc-hybrid+rba", "plain", {"buffer_arcs": "free"}),
        ("2-planar+lba", "plain", {"root": "last"}),
    ],
)
def test_a_parser_learns_what_follows_from_the_words(folder, system, file, more):
    parser = train(system, folder / file, folder / file, **SMALL, **more)
    assert toy.las(parser, folder / file) > 99
    assert parser.training["scores"]["las"] == pytest.approx(
        toy.las(parser, folder / file), abs=0.01
    )


@pytest.mark.parametrize("encoding", ["head", "path", "head+path"])
def test_a_projective_system_learns_crossing_arcs_by_lifting_them(folder, tmp_path, encoding):
    file = folder / "crossing"
    plain = train("arc-eager", file, file, **SMALL)
    parser = train("arc-eager", file, file, projectivize=encoding, **SMALL)
    assert toy.las(plain, file) < 95
    assert toy.las(parser, file) > 98
    assert parser.training["scores"]["las"] == pytest.approx(toy.las(parser, file), abs=0.01)
    assert set(parser.labels) == set(plain.labels)
    parser.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert again.design.projectivize == encoding
    for workers in (1, 2):
        parse_file(again, file, tmp_path / "out", workers=workers)
        assert [s.heads for s in read(tmp_path / "out")] == [
            s.heads for s in again.parse(read(file))
        ]


@pytest.mark.parametrize(
    ("system", "way"),
    [
        ("arc-eager", "left"),
        ("arc-standard", "right"),
        ("arc-eager", "head"),
        ("planar", "ignore"),
        ("undirected-planar", "left"),
    ],
)
def test_roots_under_arcs_need_not_be_lifted(folder, tmp_path, system, way):
    """Lifted, a subject hangs from 0 beside two roots, and goes back to the wrong one."""
    file = folder / "covered"
    lifting = train(system, file, file, projectivize="head", **SMALL)
    assert toy.las(lifting, file) < 95
    assert "covered_roots" not in lifting.training
    parser = train(system, file, file, projectivize="head", covered_roots=way, **SMALL)
    assert toy.las(parser, file) > 98
    assert parser.training["scores"]["las"] == pytest.approx(toy.las(parser, file), abs=0.01)
    assert parser.training["covered_roots"] == way
    hung = any("⇑" in label for label in parser.design.labels)
    assert hung == (way in ("left", "right", "head"))
    assert not any("⇑" in label for label in parser.labels)
    parser.save(tmp_path / "model")
    again = load(tmp_path / "model")
    found = list(again.parse(read(file)))
    assert any(s.heads.count(0) > 1 for s in found)
    assert [s.heads for s in found] == [s.heads for s in parser.parse(read(file))]
    parse_file(again, file, tmp_path / "single", one_root=True)
    for sentence in read(tmp_path / "single"):
        assert sentence.heads.count(0) == 1
        for head, label in zip(sentence.heads, sentence.deprels, strict=True):
            assert (head == 0) == (label == "root")


def test_covered_roots_are_an_option_of_projectivize(folder):
    with pytest.raises(MultiplaneError, match=r"covered_roots 'left', but .*; give projectivize"):
        train("arc-eager", folder / "plain", covered_roots="left", **SMALL)
    with pytest.raises(UnknownName, match="choose from lift, ignore, left, right, head"):
        train("arc-eager", folder / "plain", projectivize="head", covered_roots="top", **SMALL)


@pytest.mark.parametrize(
    ("system", "file", "more"),
    [
        ("undirected-planar", "plain", {}),
        ("undirected-planar", "plain", {"root": "first", "reconstruction": "naive"}),
        ("undirected-planar", "plain", {"root": "last", "reconstruction": "trusting"}),
        ("undirected-planar", "roots", {"root": "last"}),
        ("undirected-planar", "crossing", {"projectivize": "head"}),
        ("undirected-2-planar", "crossing", {"root": "last"}),
        ("undirected-2-planar", "crossing", {"root": "first", "beam": 4}),
        ("undirected-covington", "crossing", {"root": "first"}),
    ],
)
def test_undirected_systems_learn_trees(folder, tmp_path, system, file, more):
    parser = train(system, folder / file, folder / file, **SMALL, **more)
    assert toy.las(parser, folder / file) > 98
    assert parser.training["scores"]["las"] == pytest.approx(
        toy.las(parser, folder / file), abs=0.01
    )
    assert not any(label.endswith(("_l", "_r")) for label in parser.labels)
    parser.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert again.design.reconstruction == more.get("reconstruction", "labels")
    assert [s.deprels for s in again.parse(read(folder / file))] == [
        s.deprels for s in parser.parse(read(folder / file))
    ]


def test_naive_reconstruction_needs_a_root(folder):
    """2012, section 4.1: without an edge from 0, it cannot even parse what it was trained on."""
    with pytest.raises(MultiplaneError, match="give root first or last, or another reconstr"):
        train("undirected-planar", folder / "plain", reconstruction="naive", **SMALL)
    with pytest.raises(MultiplaneError, match="root 'none' has none"):
        train("undirected-planar", folder / "plain", reconstruction="naive", root="none", **SMALL)


@pytest.mark.parametrize("root", ["none", "first"])
def test_where_arcs_have_directions_a_root_does_not_help(folder, root):
    """Up to now the advice was to give a root, and then that no reconstruction was wanted."""
    with pytest.raises(DefinitionError, match="reconstruction is for undirected systems"):
        train("arc-eager", folder / "plain", reconstruction="naive", root=root, **SMALL)


def test_a_design_without_a_transformation_is_read_as_before(folder):
    written = train("arc-eager", folder / "plain", **SMALL).design.as_dict()
    del written["projectivize"], written["reconstruction"]
    assert Design.from_dict(written).tree_labels == Design.from_dict(written).labels


def test_with_a_beam(folder):
    parser = train("2-planar", folder / "crossing", beam=4, **SMALL)
    assert parser.beam == 4
    assert toy.las(parser, folder / "crossing") > 99


def test_several_roots_stay_where_the_treebank_has_them(folder):
    parser = train("arc-eager", folder / "roots", **SMALL)
    assert not parser.design.one_root
    single = train("arc-eager", folder / "roots", multiple_roots=False, **SMALL)
    assert all(s.heads.count(0) == 1 for s in single.parse(read(folder / "roots")))


def test_columns_that_are_empty_are_not_looked_at(folder):
    parser = train("arc-eager", folder / "forms", **SMALL)
    assert {a.column for a in parser.design.program.attributes} == {1}
    tagged = list(parser.parse(read(folder / "plain")))
    plain = list(parser.parse(read(folder / "forms")))
    assert [s.heads for s in tagged] == [s.heads for s in plain]


def test_tags_of_one_letter_features_are_morphology(tmp_path):
    text = toy.treebank(50).replace("\tN\tCase=Nom|Number=Sing\t", "\tn-s---mn-\t_\t")
    for tag in "DAVP":
        text = text.replace(f"\t{tag}\t", f"\t{tag.lower()}--------\t")
    text = text.replace("Definite=Def", "_")
    (tmp_path / "latin").write_text(text)
    assert train("arc-eager", tmp_path / "latin", **SMALL).design.positional


def test_the_same_seed_gives_the_same_file(folder, tmp_path):
    for name, seed in (("one", 3), ("two", 3), ("three", 4)):
        parser = train("2-planar", folder / "crossing", folder / "dev", seed=seed, **SMALL)
        parser.save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert (tmp_path / "one").read_bytes() != (tmp_path / "three").read_bytes()


def test_the_signature_says_how_it_was_trained(folder):
    parser = train("arc-eager", [folder / "plain", folder / "forms"], folder / "dev", **SMALL)
    said = parser.training
    assert [file["name"] for file in said["train"]] == ["plain", "forms"]
    assert said["dev"]["name"] == "dev"
    assert (said["seed"], said["epochs"], said["oracle"]) == (1, 4, "dynamic")
    assert said["scores"] == said["history"][said["best_epoch"] - 1]
    json.dumps(said)


def test_the_best_epoch_is_kept_and_patience_ends(folder):
    moments = []
    options = {"bits": 8, "epochs": 9, "patience": 1}  # so few rows that it cannot be perfect
    parser = train(
        "swap", folder / "crossing", folder / "crossing", watch=moments.append, **options
    )
    scores = [moment.scores["las"] for moment in moments if moment.ended]
    best = parser.training["best_epoch"]
    assert scores[best - 1] == max(scores)
    assert len(scores) in (best + 1, 9)


@pytest.mark.parametrize("after", [0, 2])
def test_an_interrupt_keeps_the_best_so_far(folder, after):
    def watch(moment):
        if moment.epoch > after:
            raise KeyboardInterrupt

    if not after:
        with pytest.raises(KeyboardInterrupt):
            train("arc-eager", folder / "plain", **SMALL, watch=watch)
        return
    parser = train("arc-eager", folder / "plain", **SMALL, watch=watch)
    assert parser.training["best_epoch"] == after


def test_a_system_of_ones_own_is_in_the_file(folder, tmp_path):
    eager = systems["arc-eager"]
    mine = System("mine", dict(eager.transitions), start=dict(eager.start), final=eager.final)
    train(mine, folder / "plain", **SMALL).save(tmp_path / "model")
    parser = load(tmp_path / "model")
    assert parser.design.base == mine
    assert toy.las(parser, folder / "plain") > 99


def test_planar_systems_get_the_constraints_of_trees():
    assert single_headed("3-planar+lba") == "3-planar[single-head,acyclic]+lba"
    assert single_headed("planar[acyclic]") == "planar[acyclic]"
    assert single_headed("undirected-planar") == "undirected-planar"


def test_families_are_trained_and_searched_greedily(folder, tmp_path):
    parser = train("easy-first", folder / "plain", **SMALL)
    parser.save(tmp_path / "easy.model")
    assert toy.las(load(tmp_path / "easy.model"), folder / "plain") > 95
    with pytest.raises(MultiplaneError, match="families of transitions"):
        train("easy-first", folder / "plain", beam=4, **SMALL)


def test_bad_input(folder, tmp_path):
    for options, found in (
        ({"system": "arc-lazy"}, "not the name of a system"),
        ({"oracle": "crystal"}, "choose from dynamic, static"),
        ({"on_error": "cry"}, "choose from stop, skip"),
        ({"root": "middle"}, "choose from none, first, last"),
        ({"bits": 99}, "99 bits"),
        ({"reconstruction": "labels"}, "reconstruction is for undirected systems"),
        (
            {"system": "undirected-planar", "reconstruction": "x"},
            "choose from naive, trusting, labels",
        ),
        ({"buffer_arcs": "any"}, "arc-eager has no buffer transitions"),
        ({"projectivize": "heads"}, "choose from head, path, head\\+path"),
        ({"epochs": 0}, "0 epochs"),
        ({"features": tmp_path / "none"}, "cannot be read as a feature model"),
    ):
        arguments = {"system": "arc-eager", **SMALL, **options}
        with pytest.raises((MultiplaneError, UnknownName), match=found):
            train(train=folder / "plain", **arguments)
    with pytest.raises(DefinitionError, match="dag-arc-eager"):
        train("dag-arc-eager", folder / "plain", **SMALL)
    (tmp_path / "mine.txt").write_text("X.form\nX.colour\n")
    with pytest.raises(UnknownName, match=r"mine.txt, line 2: unknown attribute 'colour'"):
        train("arc-eager", folder / "plain", features=tmp_path / "mine.txt", **SMALL)


def test_what_is_no_tree(folder, tmp_path):
    good = toy.treebank(30)
    bad = good + "1\ta\t_\t_\t_\t_\t2\tx\t_\t_\n2\tb\t_\t_\t_\t_\t1\tx\t_\t_\n\n" + "nonsense\n\n"
    (tmp_path / "bad").write_text(bad + "1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n" + good)
    with pytest.raises(FormatError, match=r"bad:\d+: found the cycle 1 → 2 → 1"):
        train("arc-eager", tmp_path / "bad", **SMALL)
    left = []
    parser = train("arc-eager", tmp_path / "bad", on_error="skip", left_out=left.append, **SMALL)
    assert [error.found for error in left] == [
        "the cycle 1 → 2 → 1", "1 column", "no head for word 1",
    ]  # fmt: skip
    (tmp_path / "good").write_text(good + good)
    same = train("arc-eager", tmp_path / "good", **SMALL)
    assert np.array_equal(parser.weights, same.weights)
    (tmp_path / "empty").write_text("# nothing\n\n")
    with pytest.raises(MultiplaneError, match="found no sentence with a tree"):
        train("arc-eager", tmp_path / "empty", **SMALL)


def test_what_no_file_can_hold_is_refused_before_the_first_epoch(tmp_path):
    (tmp_path / "long").write_text(toy.treebank(20).replace("\tnsubj\t", f"\t{'x' * 1001}\t"))
    with pytest.raises(MultiplaneError, match=r"^no model can hold such a parser: labels.*'xxx"):
        train("arc-eager", str(tmp_path / "long"), bits=14, epochs=1, watch=pytest.fail)


def test_a_model_holds_any_name_of_a_file(tmp_path):
    place = tmp_path / "odd\tname\n"
    place.write_text(toy.treebank(20))
    parser = train("arc-eager", str(place), str(place), bits=14, epochs=1)
    parser.save(tmp_path / "odd.mp")
    assert load(tmp_path / "odd.mp").training["dev"]["name"] == "odd\\tname\\n"
