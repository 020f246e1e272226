"""Support vector machines: what they learn from, their expansion, and parsers made of them."""

import json
import sys
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import sparse
from sklearn.svm import SVC

from multiplane.cli import group
from multiplane.conllu import read
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.features.templates import feature_model
from multiplane.graph import Graph
from multiplane.guides.votes import Votes
from multiplane.oracles.trace import trace
from multiplane.parsing.parser import load
from multiplane.parsing.stream import parse_file
from multiplane.reference.features import Extractor
from multiplane.reference.linear import LinearGuide
from multiplane.reference.search import follow
from multiplane.reference.situation import begin
from multiplane.training.corpus import read_corpus
from multiplane.training.draft import draft
from multiplane.training.examples import Examples
from multiplane.training.options import Options
from multiplane.training.svm.decisions import Decisions
from multiplane.training.svm.expansion import expand
from multiplane.training.svm.split import Split
from multiplane.training.training import train
from support import toy

SMALL = {"bits": 14, "split_least": 60}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("toy")
    (place / "plain").write_text(toy.treebank(60))
    (place / "crossing").write_text(toy.treebank(60, crossing=True))
    return place


def examples_of(system, file, root="none"):
    corpus = read_corpus([file])
    design, seen = draft(system, corpus, Options(root=root, bits=14))
    return Examples.of(seen, design, design.labels)


@pytest.mark.parametrize(
    ("system", "file", "root"),
    [
        ("arc-eager", "plain", "none"),
        ("arc-standard", "plain", "first"),
        ("covington", "crossing", "none"),
        ("swap", "crossing", "first"),
    ],
)
def test_decisions_are_those_of_the_static_derivation(folder, system, file, root):
    examples = examples_of(system, folder / file, root)
    design, found = examples.design, Decisions.of(examples)
    model = feature_model(design.features, design.system).without(design.empty)
    none = np.zeros((1 << design.bits, design.classes.width), np.int8)
    at = 0
    for s, sentence in enumerate(read(folder / file)):
        if s == 10:
            break
        graph = Graph(sentence.words, frozenset((h, d) for d, h in enumerate(sentence.heads, 1)))
        if root == "none":
            graph = Graph(graph.n, frozenset(arc for arc in graph.arcs if arc[0]))
        extractor = Extractor(model, design.program.attributes, examples.batch, s, design.bits)
        guide = LinearGuide(extractor, design.classes, none, none, design.one_root)
        situation = begin(design.system, sentence.words)
        for name in (*trace(design.system, graph).derivation.transitions, ""):
            if not name and not design.stops:
                break
            candidates = guide.candidates(situation)
            before = situation.configuration.arcs
            label = -1
            if name:
                new = situation.after(name).configuration.arcs - before
                label = max(
                    (design.labels.index(sentence.deprels[d - 1]) for _, d in new), default=-1
                )
            if len(candidates) > 1:
                t = list(design.system).index(name) if name else -2
                right = design.classes.tables.starts[t]
                if label >= 0:
                    right = design.classes.tables.by_label[t, label]
                open_ = {
                    int(design.classes.tables.transitions[c.number]): c.choice[0]
                    for c in candidates
                    if c.choice[0]
                }
                begins = found.ends[at - 1] if at else 0
                assert found.classes[at] == right
                assert found.rows[begins : found.ends[at]].tolist() == list(
                    extractor.rows(situation, open_)
                )
                at += 1
            if name:
                situation = situation.after(name, label)
    assert at > 50


def test_parts_of_decisions(folder):
    found = Decisions.of(examples_of("arc-eager", folder / "plain"))
    which = np.array([3, 4, 9])
    some = found.part(which)
    starts = np.concatenate(([0], found.ends))
    assert some.rows.tolist() == [
        row for k in which for row in found.rows[starts[k] : starts[k + 1]].tolist()
    ]
    assert some.classes.tolist() == found.classes[which].tolist()
    assert len(some) == 3
    assert some.ends[-1] == len(some.rows)


def test_values_with_few_decisions_share_a_machine():
    column = np.array([5, 5, 5, 9, 7, 7, 7, 2], np.int32)
    split = Split.of(column, 3)
    assert (split.values.tolist(), split.machines.tolist(), split.rest) == ([5, 7], [0, 1], 2)
    assert split.numbers(column).tolist() == [0, 0, 0, 2, 1, 1, 1, 2]
    assert Split.of(column, 1).rest == 1  # of values never seen: the machine of 5
    assert Split.of(column, 99).numbers(column).tolist() == [0] * 8


@pytest.mark.parametrize(("classes", "gamma", "coef0"), [(2, 0.2, 0.4), (5, 0.2, 0.4), (4, 0.5, 0)])
def test_expanded_weights_decide_as_the_kernel_does(classes, gamma, coef0):
    """One against one, as LIBSVM decides."""
    rng = np.random.default_rng(classes)
    data = sparse.csr_matrix((rng.random((150, 25)) < 0.2).astype(float))
    names = np.sort(rng.choice(1000, 25, replace=False))
    labels = rng.integers(0, classes, 150)
    settings = {"kernel": "poly", "degree": 2, "gamma": gamma, "coef0": coef0, "tol": 0.1}
    machine = SVC(decision_function_shape="ovo", **settings).fit(data, labels)
    found = expand(machine, gamma, coef0)
    votes = Votes(
        settings=np.array([0, 0]),
        values=np.zeros(0, np.int64),
        machines=np.zeros(0, np.int32),
        class_starts=np.array([0, classes], np.int32),
        classes=np.arange(classes, dtype=np.int32),
        bias=found.bias,
        prior=np.zeros(classes),
        keys=(names[found.ones] << 26 | names[found.others]).astype(np.uint64),
        starts=found.starts,
        columns=found.columns,
        weights=found.weights,
    )
    test = sparse.csr_matrix((rng.random((80, 25)) < 0.2).astype(float))
    decided = machine.decision_function(test).reshape(80, -1) * (-1 if classes == 2 else 1)
    by_votes = SVC(decision_function_shape="ovr", break_ties=classes > 2, **settings)
    predicted = by_votes.fit(data, labels).predict(test)
    for row in range(80):
        rows = [1001, *names[test[row].indices].tolist()]  # one that no vector has
        assert votes.decisions(0, rows) == pytest.approx(decided[row], abs=1e-5)
        assert np.argmax(votes.scores(rows, range(classes))) == predicted[row]


@pytest.mark.parametrize("learner", ["liblinear", "libsvm"])
@pytest.mark.parametrize(
    ("system", "file", "more"),
    [
        ("arc-eager", "plain", {}),
        ("2-planar", "crossing", {"root": "last"}),
        ("arc-eager", "crossing", {"projectivize": "head"}),
        ("undirected-planar", "plain", {"root": "first"}),
    ],
)
def test_parsers_learn_and_are_the_same_from_a_file(folder, tmp_path, learner, system, file, more):
    file = folder / file
    parser = train(system, file, file, learner=learner, **SMALL, **more)
    assert toy.las(parser, file) > 97
    assert parser.training["scores"]["las"] == pytest.approx(toy.las(parser, file), abs=0.01)
    parser.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert again.training == json.loads(json.dumps(parser.training))
    for workers in (1, 2):
        parse_file(again, file, tmp_path / "out", workers=workers)
        assert [s.heads for s in read(tmp_path / "out")] == [
            s.heads for s in parser.parse(read(file))
        ]


def test_what_votes_is_searched_as_plain_python_does(folder):
    parser = train("2-planar", folder / "crossing", learner="libsvm", **SMALL)
    design, votes = parser.design, parser.weights
    assert isinstance(votes, Votes)
    assert len(votes.class_starts) > 2
    examples = examples_of("2-planar", folder / "plain")
    batch = design.batch(read_corpus([folder / "plain"]).chunks[0])
    model = feature_model(design.features, design.system).without(design.empty)
    heads, _ = parser.search(batch, design.starts(batch.starts), one_root=False)
    for s in range(5):
        extractor = Extractor(model, design.program.attributes, batch, s, design.bits)
        guide = LinearGuide(extractor, design.classes, votes, parser.label_weights, one_root=False)
        begins, ends = examples.batch.starts[s : s + 2].tolist()
        arcs = follow(design.system, guide, ends - begins).arcs
        found = {d: h for h, _, d in arcs}
        assert heads[begins:ends].tolist() == [found.get(d, 0) for d in range(1, ends - begins + 1)]


def test_the_same_arguments_give_the_same_file(folder, tmp_path):
    for learner in ("liblinear", "libsvm"):
        for name in ("one", "two"):
            train("arc-eager", folder / "plain", learner=learner, **SMALL).save(tmp_path / name)
        assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_the_signature_says_how_it_was_trained(folder):
    said = train("arc-eager", folder / "plain", learner="libsvm", **SMALL).training
    assert (said["learner"], said["cost"], said["split"]) == ("libsvm", 1.0, "Y.upos")
    assert (said["gamma"], said["coef0"], said["split_least"]) == (0.2, 0.4, 60)
    assert (said["oracle"], said["epochs"], said["exploration"]) == ("static", 1, 0.0)
    assert "scikit-learn" in said["versions"]
    said = train("arc-eager", folder / "plain", learner="liblinear", cost=0.5, **SMALL).training
    assert (said["cost"], "gamma" in said) == (0.5, False)


def test_a_split_of_ones_own(folder):
    one = train("arc-eager", folder / "plain", learner="libsvm", bits=14, split="none").weights
    several = train(
        "arc-eager", folder / "plain", learner="libsvm", bits=14, split="X.upos", split_least=40
    ).weights
    assert len(one.class_starts) == 2
    assert len(several.class_starts) > 3


def test_bad_input(folder):
    for options, found in (
        ({"learner": "oracle"}, "choose from perceptron, liblinear, libsvm"),
        ({"learner": "liblinear", "cost": 0}, "a cost above 0"),
        ({"learner": "libsvm", "split_least": 0}, "1 or more decisions"),
        ({"learner": "libsvm", "split": "Y.shape"}, "of one atom from X.upos, X1.upos"),
        ({"learner": "libsvm", "beam": 4}, "searched greedily"),
        ({"learner": "liblinear", "system": "easy-first"}, "easy-first has families"),
    ):
        arguments = {"system": "arc-eager", **SMALL, **options}
        with pytest.raises((MultiplaneError, UnknownName), match=found):
            train(train=folder / "plain", **arguments)
    with pytest.raises(MultiplaneError, match="searched greedily"):
        replace(train("arc-eager", folder / "plain", learner="libsvm", **SMALL), beam=2)


def test_without_the_library_the_extra_is_named(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(MultiplaneError, match=r"pip install .* extra svm"):
        train("arc-eager", folder / "plain", learner="liblinear", **SMALL)


@pytest.mark.parametrize(
    ("learner", "said"),
    [
        ("liblinear", "liblinear, cost 0.2\n"),
        ("libsvm", "libsvm, cost 0.2, kernel (0.2 x·y + 0.4)², split by X.upos from 50 decisions"),
    ],
)
def test_commands(folder, tmp_path, learner, said):
    model = str(tmp_path / "model")
    options = ["--learner", learner, "--cost", "0.2", "--split", "X.upos", "--split-least", "50"]
    files = ["--train", str(folder / "plain"), "--model", model, "--bits", "14"]
    for command in (["train", "--system", "arc-eager", *files, *options], ["info", model]):
        result = CliRunner().invoke(group, command)
        assert result.exit_code == 0, result.output
    assert said in result.output
    report = json.loads(CliRunner().invoke(group, ["info", model, "--json"]).output)
    assert report["learner"] == learner
    assert report["weights_in_use"] > 100
    assert ("machines" in report) == (learner == "libsvm")
    parsed = CliRunner().invoke(group, ["parse", "--model", model, str(folder / "plain")])
    assert parsed.output.count("\tpunct\t") == 60
