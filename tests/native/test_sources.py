"""What compiled code depends on, read from the source."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import multiplane
from multiplane.native.sources import Reading, Sources

FILES = {
    "__init__.py": "",
    "kernel.py": "from little import codes\nfrom little.scorer import score\n",
    "codes.py": "import little.deep\n",
    "deep.py": "DEEP = 1\n",
    "scorer.py": "from little.native import by_type\nscore = by_type()\n",
    "votes.py": "from little.native import lean\nfrom little.scorer import score\n"
    "from little.ballots import Votes\n@score.of(Votes)\n@lean\ndef voted(votes):\n    pass\n",
    "ballots.py": "BALLOTS = 1\n",
    "native.py": "lean = by_type = None\n",
    "room.py": "from typing import NamedTuple\nclass Room(NamedTuple):\n    a: int\n    b: int\n",
    "other.py": "from little.kernel import something\n",
    "inside/__init__.py": "",
    "inside/kernel.py": "from little.deep import DEEP\n",
}


@pytest.fixture
def package(tmp_path):
    for name, text in FILES.items():
        file = tmp_path / "little" / name
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(text)
    return tmp_path / "little"


def key(package: Path, name: str = "kernel.py") -> str:
    file = (package / name).resolve()
    return Sources(package, package.parent / "sources.json").key(file)


@pytest.mark.parametrize(
    ("changed", "depends"),
    [
        ("kernel.py", {"kernel.py"}),
        ("codes.py", {"kernel.py"}),
        ("deep.py", {"kernel.py", "inside/kernel.py"}),  # through codes
        ("scorer.py", {"kernel.py"}),
        ("votes.py", {"kernel.py"}),  # what it registers, the kernel may call
        ("ballots.py", {"kernel.py"}),
        ("inside/kernel.py", {"inside/kernel.py"}),
        ("room.py", set()),
        ("other.py", set()),
    ],
)
def test_a_change_in_what_is_imported_changes_the_key_and_no_other_does(package, changed, depends):
    kernels = ("kernel.py", "inside/kernel.py")
    before = {name: key(package, name) for name in kernels}
    assert before == {name: key(package, name) for name in kernels}
    with (package / changed).open("a") as file:
        file.write('"""A word more."""\n')
    assert {name for name in kernels if key(package, name) != before[name]} == depends


def test_names_of_fields_count_wherever_the_class_is(package):
    """A kernel that was compiled for a named tuple finds a field by its number."""
    before, room = key(package), package / "room.py"
    text = room.read_text()
    room.write_text(text.replace("a: int\n    b: int", "b: int\n    a: int"))
    assert key(package) != before
    room.write_text(text)
    assert key(package) == before


def test_files_elsewhere(package, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("from little.codes import one\n")
    before = key(package, "../mine.py")
    (package / "other.py").write_text("")
    assert key(package, "../mine.py") == before
    (package / "deep.py").write_text("DEEP = 2\n")
    after = key(package, "../mine.py")
    mine.write_text("from little.codes import two\n")
    assert len({before, after, key(package, "../mine.py")}) == 3
    assert key(package, "../<notebook>") != after


def test_a_file_is_parsed_once(package, monkeypatch):
    before = key(package)
    with monkeypatch.context() as patch:
        patch.setattr(Reading, "of", lambda _: pytest.fail("it was parsed again"))
        assert key(package) == before
    for damaged in ("", "[1]", '{"a": 3}', '{"a": [1, 2]}'):
        (package.parent / "sources.json").write_text(damaged)
        assert key(package) == before


def test_what_a_kernel_runs_with_is_all_there(tmp_path):
    """What Python loads for a kernel, but for packages that are only on the way to it."""
    package = Path(multiplane.__file__).parent
    kernel = package / "training" / "structured.py"
    code = (
        "import sys, multiplane.training.structured; "
        "print(*(name for name, module in sys.modules.items() if name.startswith('multiplane')"
        " and not hasattr(module, '__path__')))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    sources = Sources(package, tmp_path / "sources.json")
    needed = sources._needed([sources.name_of(kernel)])
    loaded = set(run.stdout.split()) - {"multiplane.version"}  # of `multiplane` itself
    assert len(loaded) > 30
    assert loaded <= needed
    assert not {name for name in needed if name.startswith(("multiplane.cli", "multiplane.tab"))}
