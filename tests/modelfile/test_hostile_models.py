"""Model files that somebody has made with bad intentions, and signed: refused, each in one line."""

import subprocess
import sys
import time
import zlib
from copy import deepcopy

import numpy as np
import pytest

from multiplane import modelfile
from multiplane.calculus import RE, SH, UN, WORDS, System, drop, move, rotate, stack, β, σ
from multiplane.calculus.portable import as_data
from multiplane.errors import MultiplaneError
from multiplane.guides.packing import weights
from multiplane.modelfile.part import Part
from multiplane.modelfile.room import SETTING
from support import zoo
from support.commands import run
from support.mutants import write
from support.paths import ROOT

σ2 = stack(2)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The content of a small model of each kind, when it is needed."""
    folder, known = tmp_path_factory.mktemp("models"), {}

    def content_of(kind):
        if kind not in known:
            path = folder / "model.mp"
            zoo.MAKERS[kind]().save(path)
            form = modelfile.format_of(path)
            known[kind] = form, *modelfile.load(path, form, "")
        form, content, arrays = known[kind]
        return form, deepcopy(content), dict(arrays)

    return content_of


def refused(path, form, content, arrays):
    """The reason why a file is refused."""
    write(path, form, content, arrays)
    with pytest.raises(MultiplaneError) as caught:
        zoo.use(path)
    said = str(caught.value)
    assert said.startswith(f"{path}: ")
    assert said.isprintable()
    assert ": damaged: " not in said
    return said.removeprefix(f"{path}: ")


MANIFESTS = [
    ("pipeline", "lemmatiser.scripts.1.1", -5000, "scripts[1][1]: found -5000; expected a whole"),
    ("pipeline", "lemmatiser.scripts.0.1", 1, "scripts: found a list of 4; expected a list of"),
    ("pipeline", "lemmatiser.scripts.3.3", "", "scripts[3]: found a list of 5; expected ["),
    ("pipeline", "lemmatiser.scripts.2.3", "a\tb", r"scripts[2][3]: found 'a\tb'; expected a line"),
    ("pipeline", "lemmatiser.classes", 5, "classes: found 5; expected up to 4"),
    ("pipeline", "lemmatiser.rows", 1, "rows: found 1; expected a power of two"),
    ("pipeline", "segmenter.rows", 0, "rows: found 0; expected a power of two from 2 to 2^26"),
    ("pipeline", "segmenter.rows", 1, "rows: found 1; expected a power of two from 2 to 2^26"),
    ("pipeline", "segmenter.rows", 128, "weights rows: found"),
    ("pipeline", "tagger.rows", 1, "rows: found 1; expected a power of two from 2 to 2^26"),
    ("pipeline", "tagger.tags.0.0", "A\nB", r"tags[0][0]: found 'A\nB'; expected a line without"),
    ("pipeline", "multiwords.rules.1", [], "rules[1]: found a list of 0; expected a list of 1"),
    ("trees", "root_label", "a\n1\t2", r"root_label: found 'a\n1\t2'; expected a line without"),
    ("trees", "labels.0.1", "a\tb", r"labels[0][1]: found 'a\tb'; expected a line without tabs"),
    ("trees", "features", "σ[99999999999].form", "unknown address 'σ[99999999999]'"),
    ("trees", "features", "X" + ".head" * 500 + ".form", "500 relations in"),
    ("trees", "training.scores.las", "high", "training.'scores': found a record of 2"),
    ("trees", "graphs", True, "arc-eager: found a system for trees in a parser for graphs"),
    ("pseudo-projective", "labels.0.1", "↑l0", "labels: found one that no column can hold"),
    ("undirected", "labels.0.1", "_l", "labels: found one that no column can hold"),
    ("network", "parallel", 2, "2 arcs from one word to another; give 1"),
    ("network", "features", "X.form", "features: found vectors or a network; expected both"),
    ("network", "network.lstm", 4097, "network.lstm: found 4097; expected a whole number from 0"),
    ("networks", "network.members", 0, "members: found 0; expected 1 to 64, as up to 4,096"),
    ("networks", "network.members", -3, "network.members: found -3; expected a whole number from"),
    ("networks", "network.members", 65, "members: found 65; expected 1 to 64"),
    ("networks", "network.members", 2**63, "network.members: found 9223372036854775808; expected"),
    ("networks", "network.members", 3.0, "network.members: found 3.0; expected a whole number"),
    ("networks", "network.members", 1, "form-bytes: found more than"),
    ("networks", "network.members", 2, "form-bytes: found more than"),
    ("networks", "network.members", 4, "form-bytes: found"),
    ("network", "network.members", 2, "form-bytes: found"),
    ("generative", "degree", 1000, "degree: found 1000; expected a whole number from 1 to 8"),
    ("generative", "column", "upo", "column: found 'upo'; expected `\"forms\"` or `\"lemmas\"` or"),
    ("generative", "notes", None, "notes: found None; expected notes"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "place", "value", "reason"), MANIFESTS)
def test_manifests(files, tmp_path, kind, place, value, reason):
    form, content, arrays = files(kind)
    inside, *path = content, *(int(key) if key.isdigit() else key for key in place.split("."))
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    found = refused(tmp_path / "bad.mp", form, content, arrays)
    assert reason in found


@pytest.mark.parametrize("key", ["column", "symbols", "history", "degree", "notes"])
def test_generative_models_without_something(files, tmp_path, key):
    form, content, arrays = files("generative")
    del content[key]
    found = refused(tmp_path / "bad.mp", form, content, arrays)
    assert found.startswith(f"{key}: found nothing; expected")


def test_halves_of_characters(files, tmp_path):
    form, content, arrays = files("trees")
    content["training"]["learner"] = "\ud800"
    found = refused(tmp_path / "bad.mp", form, content, arrays)
    assert found == r"found half a character, '\ud800', in the manifest; expected text"


ARRAYS = [
    ("pipeline", "tagger lexicon values", lambda a: a[:-1], "lexicon values: found a length of"),
    ("pipeline", "lemmatiser seen values", lambda a: a * 0 + 4, "seen values: found 4; expected"),
    (
        "pipeline",
        "lemmatiser seen keys",
        lambda a: a[::-1].copy(),
        "seen keys: found other numbers",
    ),
    ("pipeline", "multiwords whole values", lambda a: a + np.uint16(90), "whole values: found 9"),
    ("pipeline", "segmenter open", lambda a: a[:9], "open: found a length of 9; expected 10, 10"),
    ("generative", "labels", lambda a: a - 1, "labels: found -1; expected 0 or more"),
    ("generative", "choice 1", lambda a: a * 2, "choice 1: found other numbers; expected 1 in"),
    ("network", "network known-form", lambda a: a[:0], "form-bytes: found more than"),
    ("network", "network class-bias", lambda a: a * np.nan, "class-bias: found numbers that are"),
]


@pytest.mark.parametrize(("kind", "name", "change", "reason"), ARRAYS)
def test_arrays(files, tmp_path, kind, name, change, reason):
    form, content, arrays = files(kind)
    arrays[name] = change(arrays[name])
    assert reason in refused(tmp_path / "bad.mp", form, content, arrays)


def test_words_that_all_belong_to_one_slot(files, tmp_path):
    form, content, arrays = files("pipeline")
    arrays["tagger lexicon keys"] = np.arange(1, 3000, dtype=np.uint64) << np.uint64(40)
    arrays["tagger lexicon values"] = np.zeros(2999, np.uint16)
    write(tmp_path / "slow.mp", form, content, arrays)
    with pytest.raises(
        MultiplaneError, match="too many words with the same hash; lookup would be slow"
    ):
        zoo.use(tmp_path / "slow.mp")


NINE = [stack(number) for number in range(1, 10)]
TOGETHER = System(
    "together",
    {f"MOVE{number}": move(store, σ) for number, store in enumerate(NINE[1:])},
    start={**dict.fromkeys(NINE, WORDS), β: []},
    final=None,
    DROP=RE,
)
TURNED = System(
    "turned", start={σ: WORDS, σ2: WORDS, β: []}, TURN=rotate(σ, σ2) >> move(σ, σ2), DROP=drop(σ)
)


@pytest.mark.parametrize("system", [TOGETHER, TURNED], ids=str)
def test_systems_that_could_overrun_a_store(files, tmp_path, system):
    form, content, arrays = files("trees")
    content["system"] = as_data(system)
    found = refused(tmp_path / "bad.mp", form, content, arrays)
    assert "could put a word into" in found


def endless(name, value):
    """A system with a large number in it, which Python could not define."""
    data = as_data(System("endless", SHIFT=SH, BACK=UN, FAR=SH >> RE))
    step = data["transitions"][2][1][0]
    if name == "times":
        step[3] = value
    else:
        step[1][0][1] = value
    return data


@pytest.fixture
def bombs(files, tmp_path):
    """Files that ask for endless work or memory."""
    form, content, arrays = files("trees")
    paths = {}
    for name, value in (("times", 10**8), ("depth", 3000)):
        paths[name] = tmp_path / f"{name}.mp"
        write(paths[name], form, {**content, "system": endless(name, value)}, arrays)
    paths["weights"] = tmp_path / "weights.mp"
    rows = np.packbits(np.ones(1 << 26, np.bool_))
    parts = {"rows": rows, "places": np.zeros(8, np.uint8), "values": np.zeros(8, np.int8)}
    more = {f"weights {n}": np.frombuffer(zlib.compress(p), np.uint8) for n, p in parts.items()}
    write(paths["weights"], form, {**content, "bits": 26}, {**arrays, **more})
    return paths


@pytest.mark.parametrize("name", ["times", "depth", "weights"])
def test_bombs_are_refused_at_once(bombs, tmp_path, name):
    (tmp_path / "in.conllu").write_text(zoo.SENTENCES)
    for command in (
        ["info", bombs[name]],
        ["parse", "--model", bombs[name], tmp_path / "in.conllu"],
    ):
        begin = time.perf_counter()
        with pytest.raises(MultiplaneError, match=f"{name}.mp: .*(expected|may)"):
            run(*map(str, command))
        assert time.perf_counter() - begin < 10


def test_lists_of_models_do_not_unpack_them(bombs, monkeypatch):
    monkeypatch.setenv("MULTIPLANE_MODELS", str(bombs["times"].parent))
    begin = time.perf_counter()
    code, out = run("models")
    assert code == 0
    assert "weights" in out
    assert time.perf_counter() - begin < 10


def test_unpacking_ends_at_the_size_that_was_expected(tmp_path):
    """1 MB of packed zeros would be 1 GB."""
    bomb = np.frombuffer(zlib.compress(bytes(1 << 28), 9), np.uint8)
    arrays = weights("weights").put(np.zeros((64, 64), np.int8)) | {"weights values": bomb}
    with pytest.raises(MultiplaneError, match=r"weights values: found more than 4,096 bytes"):
        Part("some", "", items=(weights("weights"),)).unpacked(arrays, rows=64, width=64)


def test_the_limit_is_the_users(files, tmp_path, monkeypatch):
    form, content, arrays = files("trees")
    write(tmp_path / "model.mp", form, content, arrays)
    monkeypatch.setenv(SETTING, "10000")
    with pytest.raises(MultiplaneError, match=r"arrays would take more than 10,000 bytes; .* set"):
        zoo.use(tmp_path / "model.mp")
    monkeypatch.setenv(SETTING, "many")
    with pytest.raises(MultiplaneError, match="found 'many'; expected a number of bytes"):
        zoo.use(tmp_path / "model.mp")


def test_mutants_work_or_are_refused():
    """In another process, as a crash would end this one."""
    done = subprocess.run(
        [sys.executable, "-m", "support.mutants", "25"],
        cwd=ROOT / "tests", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr[-500:]
