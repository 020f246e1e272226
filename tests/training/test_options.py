"""Options are defined once; everything that takes or shows them agrees with that."""

import inspect
import subprocess
import sys
from dataclasses import FrozenInstanceError

import click
import pytest
from click.testing import CliRunner

import multiplane as mp
from multiplane.cli import group
from multiplane.cli.options import flag
from multiplane.cli.train import command
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.experiments.reading import options_of_train
from multiplane.parsing.stored import LEAST_BITS, MOST_BITS, ROOTS
from multiplane.training.kinds import Amount, Choice, Count, File, Flag, Folder
from multiplane.training.learners import LEARNERS
from multiplane.training.option import Option
from multiplane.training.options import OPTIONS, RECORDED, Options
from multiplane.training.together import ignored
from multiplane.transforms.reconstruction import METHODS

# What `mp.train` has always taken, with what it does by itself.
PROMISED = {
    "root": "none",
    "features": None,
    "beam": 1,
    "epochs": None,
    "patience": 3,
    "seed": 1,
    "bits": 20,
    "exploration": None,
    "oracle": "dynamic",
    "cutoff": None,
    "members": None,  # 1 until small treebanks got several networks
    "multiple_roots": None,
    "projectivize": None,
    "covered_roots": None,
    "reconstruction": None,
    "buffer_arcs": None,
    "graphs": False,
    "learner": "perceptron",
    "cost": None,
    "split": "Y.upos",
    "split_least": 1000,
    "network": "",
    "bias": None,
    "device": "cpu",
    "vectors": None,
    "vector_words": 50_000,
    "encoder": None,
    "tuned_encoder": None,
    "pooling": "mean",
    "checkpoint": None,
    "format": None,
    "on_error": "stop",
}


def test_names_and_defaults_stay():
    assert {option.name: option.default for option in OPTIONS.values()} == PROMISED
    for name, value in PROMISED.items():
        assert getattr(Options(), name) == value
    with pytest.raises(FrozenInstanceError):
        Options().beam = 2


@pytest.mark.parametrize("function", [mp.train, mp.train_pipeline])
def test_the_signature_and_the_docstring_teach(function):
    parameters = inspect.signature(function).parameters
    system, _, dev, *_ = parameters
    assert (system, dev) == ("system", "dev")
    assert {"watch", "left_out"} < {*parameters}
    assert not any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values())
    for option in OPTIONS.values():
        assert parameters[option.name].default == option.default
        assert parameters[option.name].kind is inspect.Parameter.KEYWORD_ONLY
        assert f"\n{option.name}: {option.kind.takes}; default {option.default!r}\n" in (
            function.__doc__
        )


@pytest.mark.parametrize("function", [mp.train, mp.train_pipeline])
def test_unknown_names_list_what_there_is(function):
    with pytest.raises(
        UnknownName,
        match=r"no option beems; did you mean beam\? choose from .*root, .*beam, .*split",
    ):
        function("arc-eager", "nowhere.conllu", beems=3)


def test_the_command_takes_them_all():
    declared = {param.name: param for param in command.params}
    for option in OPTIONS.values():
        param = declared[option.name]
        assert flag(option.name) in param.opts
        given = click.Context(command).lookup_default(option.name) or param.default
        assert given == option.default
        match option.kind:
            case Choice(names):
                assert tuple(param.type.choices) == names
            case Count(_, least, most) | Amount(_, least, most):
                assert (param.type.min, param.type.max) == (least, most)
            case Flag(opposite):
                assert param.is_flag
                assert param.secondary_opts == ([flag(opposite)] if opposite else [])
            case Folder():
                assert param.metavar == "FOLDER"
            case File():
                assert param.metavar == "FILE"


def test_the_command_has_them_in_sections():
    shown = CliRunner().invoke(group, ["train", "--help"]).stdout
    sections = ["Files:", "Trees:", "Learning:", "Support vector machines:", "Neural networks:"]
    sections += ["Plain text:", "Other options:"]
    places = [shown.index(f"\n{section}\n") for section in sections]
    assert places == sorted(places)
    for option in OPTIONS.values():
        assert places[sections.index(f"{option.section}:")] < shown.index(f"  {flag(option.name)}")
    assert OPTIONS["patience"].helped(flag).count("--dev") == 1
    assert '[default: ""]' not in shown
    assert "`" not in "".join(option.helped(flag) for option in OPTIONS.values())


def test_networks_have_no_table_of_weights():
    known = OPTIONS.values()
    assert [each.name for each in ignored(Options(learner="neural", bits=14), known)] == ["bits"]
    assert not ignored(Options(learner="libsvm", bits=14), known)


@pytest.mark.parametrize(
    ("given", "expected"),
    [([], None), (["--multiple-roots"], True), (["--one-root"], False)],
)
def test_what_is_typed_arrives(given, expected):
    files = ["--system", "x", "--train", "a", "--model", "b"]
    context = command.make_context("train", [*files, *given, "--split-least", "7"])
    assert context.params["multiple_roots"] is expected
    options = {name: context.params[name] for name in OPTIONS}
    assert Options.of(options) == Options(multiple_roots=expected, split_least=7)


def test_experiments_take_all_but_the_seed():
    assert [*options_of_train()] == ["system", *(name for name in OPTIONS if name != "seed")]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"epochs": 0}, "epochs: found 0 epochs; expected 1 or more epochs"),
        ({"epochs": "3"}, "epochs: found '3'; expected 1 or more epochs"),
        ({"epochs": 2.5}, "epochs: found 2.5; expected 1 or more epochs"),
        ({"patience": 0}, "patience: found 0 epochs"),
        ({"beam": True}, "beam: found True; expected 1 or more derivations"),
        ({"seed": -1}, "seed: found -1; expected 0 to 4294967295"),
        ({"seed": 1 << 32}, "seed: found 4294967296; expected 0 to 4294967295"),
        ({"seed": 2**70}, "seed: found 1180591620717411303424; expected 0 to 4294967295"),
        ({"bits": 7}, "bits: found 7 bits; expected 8 to 26 bits"),
        ({"bits": 27}, "bits: found 27 bits"),
        ({"exploration": 1.5}, "exploration: found 1.5; expected a share from 0 to 1"),
        ({"exploration": -0.1}, "expected a share from 0 to 1"),
        ({"exploration": float("nan")}, "expected a share from 0 to 1"),
        ({"cost": 0}, "cost: found 0; expected a cost above 0"),
        ({"cost": "dear"}, "cost: found 'dear'; expected a cost above 0"),
        ({"split_least": 0}, "expected 1 or more decisions"),
        ({"split": 3}, "split: found 3; expected a template"),
        ({"graphs": "yes"}, "graphs: found 'yes'; expected True or False"),
        ({"features": 3}, "features: found 3; expected a file"),
        ({"root": None}, "unknown root None; did you mean none. choose from none, first, last"),
        (
            {"format": "conll"},
            "unknown format 'conll'; did you mean conllu. choose from conllu, conllx",
        ),
        (
            {"learner": "school"},
            "unknown learner 'school'; choose from perceptron, liblinear, libs",
        ),
        (
            {"graphs": True, "beam": 2},
            "graphs are learnt .*; give no projectivize, covered_roots, ",
        ),
        ({"graphs": True, "learner": "libsvm"}, "by perceptron or neural, and searched greedily"),
        ({"graphs": True, "buffer_arcs": "any"}, "buffer_arcs, learner, beam or bias"),
        ({"covered_roots": "left"}, "covered_roots 'left', but .*; give projectivize"),
        ({"learner": "libsvm", "beam": 2}, "beam 2; machines that vote are searched greedily"),
        ({"checkpoint": "state"}, "checkpoint: used by neural, not by perceptron; leave it out"),
        ({"learner": "libsvm", "vectors": "a.vec"}, "vectors: used by neural, not by libsvm"),
        ({"learner": "liblinear", "encoder": "bert"}, "encoder: used by neural, not by liblinear"),
    ],
)
def test_bad_values(given, message):
    with pytest.raises(MultiplaneError, match=message):
        Options.of(given)


@pytest.mark.parametrize(
    "given",
    [
        {"exploration": 0},
        {"exploration": 1},
        {"cost": 1},
        {"bits": 8},
        {"bits": 26},
        {"learner": "liblinear", "beam": 4},
        {"graphs": True, "root": "first", "epochs": 2},
        {"reconstruction": "naive", "root": "last"},
        {"reconstruction": "trusting"},
        {"projectivize": ""},  # as TOML, which has no None, takes back what is said for all parsers
        {"graphs": True, "projectivize": ""},
        {"learner": "neural", "checkpoint": "state", "vectors": "a.vec"},
        {"checkpoint": "", "vectors": "", "encoder": ""},
    ],
)
def test_good_values(given):
    for name, value in given.items():
        assert getattr(Options.of(given), name) is value


def test_what_is_known_elsewhere_is_the_same():
    assert OPTIONS["bits"].kind == Count("bits", LEAST_BITS, MOST_BITS)
    assert OPTIONS["reconstruction"].kind == Choice(METHODS)
    assert OPTIONS["root"].kind == Choice(ROOTS)


def test_the_table_is_whole():
    for option in OPTIONS.values():
        assert isinstance(option, Option)
        assert option.help.endswith(".")
        assert {*option.learners} <= {*LEARNERS}
        if option.default is not None:
            option.kind.check(option.name, option.default)
    assert {*RECORDED} <= {*OPTIONS}
    assert Options(learner="libsvm").penalty == 1
    assert Options(learner="liblinear").penalty == 0.1
    assert Options(learner="liblinear", cost=3).penalty == 3


@pytest.mark.parametrize("of", ["multiplane.training.options", "multiplane.cli.train"])
def test_options_need_nothing_compiled(of):
    code = f"import sys, {of}; sys.exit(bool({{'numba', 'numpy'}} & {{*sys.modules}}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(("given", "needed"), [("vector_words", "vectors"), ("pooling", "encoder")])
def test_what_says_how_another_option_is_used_needs_that_one(given, needed):
    value = {given: 5 if given == "vector_words" else "first"}
    message = f"^{given} .*, but no {needed} that it would be used for; give {needed}, or leave it"
    with pytest.raises(MultiplaneError, match=message):
        Options(learner="neural", **value)
    Options(learner="neural", **value, **{needed: "file"})
    Options(**value)  # whoever trains no network is told that it is not used


def test_sizes_of_networks_are_checked_before_anything_is_read():
    for text in ("lstm=200 size=3", "hidden=65", "lstm=many"):
        with pytest.raises(MultiplaneError):
            Options(learner="neural", network=text)
