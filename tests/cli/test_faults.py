"""A disk that fails, at every call: the old file or the whole new one, and one line."""

import importlib.util
import shutil

import numba
import pytest

from multiplane import cli, drafts
from multiplane.native.cache import KernelCache
from multiplane.native.plain import PLAIN
from support import toy
from support.faults import failing

OLD = b"what was there before\n"
STAGES = "part"  # a file that is written several times, each time whole, and may be removed
MOST = 200  # calls of one command
TRAIN = (
    "train",
    "--system",
    "arc-eager",
    "--train",
    "train.conllu",
    "--epochs",
    "1",
    "--bits",
    "12",
)
# Commands, and files that they write.
COMMANDS = {
    "train": ((*TRAIN, "--model", "new.mp"), ["new.mp"]),
    "parse": (("parse", "--model", "toy.mp", "test.conllu", "-o", "out.conllu"), ["out.conllu"]),
    "compressed": (("parse", "--model", "toy.mp", "test.conllu", "-o", "out.gz"), ["out.gz"]),
    "threads": (
        ("parse", "--model", "toy.mp", "test.conllu", "-o", "out.conllu", "--workers", "2"),
        ["out.conllu"],
    ),
    "experiment": (
        ("experiment", "toy.toml", "--results", "."),
        ["toy.md", "toy.csv", "toy.tex"],
    ),
    "induce": (
        (
            "induce",
            "test.conllu",
            "--model",
            "new.model",
            "--iterations",
            "2",
            "--checkpoint",
            "part",
        ),
        ["new.model"],
    ),
    "census": (("census", "test.conllu", "--json", "-o", "out.json"), ["out.json"]),
    "draw": (("draw", "test.conllu", "-o", "out.svg"), ["out.svg"]),
    "witnesses": (("census", "test.conllu", "--witnesses", "."), ["ill-nested.conllu"]),
}
if importlib.util.find_spec("torch"):
    network = "form=8 lemma=0 upos=8 xpos=0 morph=0 grams=0 lstm=8 hidden=64 graph=8 label=8"
    neural = ("--learner", "neural", "--network", network, "--checkpoint", "part")
    COMMANDS["neural"] = ((*TRAIN, *neural, "--epochs", "2", "--model", "new.mp"), ["new.mp"])


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("faults")
    (folder / "train.conllu").write_text(toy.treebank(12))
    (folder / "test.conllu").write_text(toy.treebank(4, seed=2))
    (folder / "toy.toml").write_text(toy.EXPERIMENT)
    return folder


@pytest.fixture
def ran(monkeypatch, capsys):
    """Run a command in this process; give its exit code and standard error."""
    for name in ("watch", "_hurry", "open_streams"):
        monkeypatch.setattr(cli, name, lambda: None)

    def run(arguments):
        drafts._tidy.cache_clear()
        monkeypatch.setattr("sys.argv", ["multiplane", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return ended.value.code, capsys.readouterr().err

    return run


@pytest.fixture
def place(files, tmp_path, ran, monkeypatch):
    """A folder for one command, with a model."""
    monkeypatch.chdir(files)
    if not (files / "toy.mp").exists():
        assert ran((*TRAIN, "--model", "toy.mp"))[0] == 0
    place = tmp_path / "place"
    shutil.copytree(files, place)
    monkeypatch.chdir(place)
    return place


def contents(folder):
    """All files but times of training, by name."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "run.json"
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_after_any_fault_there_is_the_old_file_or_the_whole_new_one(
    name, files, place, ran, monkeypatch
):
    arguments, targets = COMMANDS[name]
    assert ran(arguments)[0] == 0
    whole = contents(place)
    assert {*targets} <= {*whole}
    for fail_at in range(1, MOST):
        shutil.rmtree(place)
        shutil.copytree(files, place)
        monkeypatch.chdir(place)
        for target in targets:
            (place / target).write_bytes(OLD)
        with failing(monkeypatch, place, fail_at) as disk:
            code, said = ran(arguments)
        if not disk.failed:
            break
        step = f"{name}, call {fail_at}, {disk.calls[fail_at - 1]}"
        assert code == 2, (step, said)
        assert all(line.startswith("multiplane: ") for line in said.splitlines()), (step, said)
        assert said.count("Input/output error") == 1, (step, said)
        assert said.splitlines()[-1].endswith(": Input/output error"), (step, said)
        found = contents(place)
        for target in targets:
            assert found[target] in (OLD, whole[target]), step
        assert {*found} <= {*whole, STAGES}, step  # no draft, and nothing else
        for file, data in found.items():
            assert file == STAGES or data in (OLD, whole[file]), (step, file)
        if name == "neural" and "rename" in disk.calls[: fail_at - 1]:
            assert STAGES in found, step  # what was learnt is not lost
        assert ran(arguments)[0] == 0  # and it works again
        assert contents(place) == whole, step
    else:
        pytest.fail("it does not end")
    assert {"open", "fsync", "close", "rename"} <= {*disk.calls}
    assert "write" in disk.calls or name == "witnesses"  # of which there are none
    assert contents(place) == whole


def _added(one, other):
    return one + other


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_faults_of_the_cache_do_not_matter(tmp_path, monkeypatch):
    for fail_at in range(1, MOST):
        place = tmp_path / str(fail_at)
        function = _kept(place, monkeypatch)
        drafts._tidy.cache_clear()
        with failing(monkeypatch, place, fail_at) as disk:
            assert function(2, 3) == 5
        assert {path.suffix for path in place.rglob("*") if path.is_file()} <= {".nbi", ".nbc"}
        assert _kept(place, monkeypatch)(2, 3) == 5
        assert _kept(place, monkeypatch)(2, 3) == 5
        if not disk.failed:
            break
    assert {"open", "write", "close", "rename"} <= {*disk.calls}


def _kept(folder, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(folder))
    function = numba.njit(_added)
    function._cache = KernelCache(_added)
    return function
