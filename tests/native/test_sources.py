"""What compiled code depends on, read from the source."""

import json
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
    "scorer.py": "score = object()\n",
    "votes.py": "from little.scorer import score\nfrom little.ballots import Votes\n"
    "from little.counting import count\n@score.on(Votes)\ndef voted(votes):\n    return 0\n",
    "counting.py": "from little.scorer import score\n",
    "ballots.py": "class Votes:\n    pass\n",
    "table.py": "from little.scorer import score\nclass Table:\n    pass\n"
    "def look(table):\n    return 0\nscore.on(Table)(look)\n",
    "nothing.py": "from little.scorer import score\nscore.on(type(None))(lambda _: 0)\n",
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


def key(package: Path, name: str = "kernel.py", classes: tuple[str, ...] = ()) -> str:
    file = (package / name).resolve()
    return Sources(package, package.parent / "sources.json").key(file, classes)


def changed_by(package, changed, cases):
    """Which of several keys does a change change?"""
    before = {case: key(package, *case) for case in cases}
    assert before == {case: key(package, *case) for case in cases}
    with (package / changed).open("a") as file:
        file.write('"""A word more."""\n')
    return {case for case in cases if key(package, *case) != before[case]}


@pytest.mark.parametrize(
    ("changed", "depends"),
    [
        ("kernel.py", {"kernel.py"}),
        ("codes.py", {"kernel.py"}),
        ("deep.py", {"kernel.py", "inside/kernel.py"}),  # through codes
        ("scorer.py", {"kernel.py"}),
        ("nothing.py", {"kernel.py"}),  # registers for a type that may come from anywhere
        ("inside/kernel.py", {"inside/kernel.py"}),
        ("inside/__init__.py", set()),
        ("votes.py", set()),
        ("table.py", set()),
        ("other.py", set()),
    ],
)
def test_a_change_in_what_is_imported_changes_the_key_and_no_other_does(package, changed, depends):
    cases = [("kernel.py",), ("inside/kernel.py",)]
    assert {name for (name,) in changed_by(package, changed, cases)} == depends


@pytest.mark.parametrize(
    ("changed", "depends"),
    [
        ("ballots.py", {"little.ballots"}),
        ("votes.py", {"little.ballots"}),  # what it registers for the class is called
        ("counting.py", {"little.ballots"}),
        ("table.py", {"little.table"}),
        ("codes.py", {"little.ballots", "little.table"}),
    ],
)
def test_code_for_a_class_depends_on_what_is_registered_for_it(package, changed, depends):
    cases = [("kernel.py", (name,)) for name in ("little.ballots", "little.table")]
    assert {name for _, (name,) in changed_by(package, changed, cases)} == depends


def test_what_is_registered_counts_only_where_its_function_is(package):
    cases = [("inside/kernel.py", ("little.ballots",))]
    assert changed_by(package, "votes.py", cases) == set()


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
        patch.setattr(Reading, "of", lambda *_: pytest.fail("it was parsed again"))
        assert key(package) == before
    for damaged in ("", "{", "[1]", "null"):
        (package.parent / "sources.json").write_text(damaged)
        assert key(package) == before


def test_what_a_kernel_runs_with_is_all_there(tmp_path):
    """What Python loads for a kernel, but for what packages load that are only on the way to it."""
    package = Path(multiplane.__file__).parent
    kernel = package / "training" / "structured.py"
    code = (
        "import multiplane, sys; before = set(sys.modules); import multiplane.training.structured; "
        "print(*(name for name in set(sys.modules) - before if name.startswith('multiplane')"
        " and not hasattr(sys.modules[name], '__path__')))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    sources = Sources(package, tmp_path / "sources.json")
    needed = sources.needed([sources.name_of(kernel)])
    loaded = set(run.stdout.split())
    passed = {name.rpartition(".")[0] for name in needed} - {"multiplane"}
    assert len(loaded & needed) > 30
    assert loaded <= needed | sources.needed(passed)
    assert not {name for name in needed if name.startswith(("multiplane.cli", "multiplane.tab"))}
    assert not [file for file in package.rglob("*.py") if "\nfrom ." in file.read_text("utf-8")]


@pytest.mark.parametrize(
    "content", ["[]", "3", '{"a": []}', '{"a": [1, 2]}', '{"a": [[["x"]], []]}', "{"]
)
def test_damaged_memory_is_read_again(tmp_path, content):
    package, memory = tmp_path / "package", tmp_path / "memory.json"
    package.mkdir()
    (package / "one.py").write_text("import package.two\n")
    (package / "two.py").write_text("")
    sound = Sources(package, memory).key(package / "one.py")
    digests = json.loads(memory.read_text())
    damaged = content.replace('"a"', json.dumps(next(iter(digests))))
    memory.write_text(damaged)
    assert Sources(package, memory).key(package / "one.py") == sound
