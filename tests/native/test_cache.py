"""Compiled code that cannot be read is compiled again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
from pathlib import Path
sys.path.insert(0, {place!r})
from kernel import add
print(add(2, 3), sum(add.stats.cache_hits.values()))
"""
KERNEL = """
from multiplane.native import entry

@entry
def add(one, other):
    return one + other
"""


def ran(place):
    """What the kernel says, and how often it was found in the cache."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM.format(place=str(place))],
        env={**os.environ, "NUMBA_CACHE_DIR": str(place / "cache")},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return tuple(map(int, done.stdout.split()))


def told(place):
    """What is said on standard error."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(place=str(place))],
        env={**os.environ, "NUMBA_CACHE_DIR": str(place / "cache"), "MULTIPLANE_QUIET": ""},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stderr


def test_what_is_compiled_again_is_announced(tmp_path):
    """As after a new version of Python or Numba, for which the folder is there already."""
    (tmp_path / "kernel.py").write_text(KERNEL)
    assert told(tmp_path).count("compiling") == 1
    assert told(tmp_path) == ""
    for file in files(tmp_path, ".nbi"):
        file.unlink()
    assert told(tmp_path).count("compiling") == 1


def files(place, ending):
    return [*Path(place, "cache").rglob(f"*{ending}")]


@pytest.mark.parametrize(
    "damage",
    [lambda data: b"", lambda data: data[: len(data) // 2], lambda data: b"\x80\x05c" + data[3:]],
    ids=["empty", "truncated", "changed"],
)
@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
def test_damaged_files_are_compiled_again(tmp_path, ending, damage):
    (tmp_path / "kernel.py").write_text(KERNEL)
    assert ran(tmp_path) == (5, 0)
    assert ran(tmp_path) == (5, 1)
    for file in files(tmp_path, ending):
        file.write_bytes(damage(file.read_bytes()))
    assert ran(tmp_path) == (5, 0)
    assert ran(tmp_path) == (5, 1)  # and kept anew


def test_classes_that_are_gone_do_not_matter(tmp_path):
    """Another version of the package may have named them otherwise."""
    (tmp_path / "kernel.py").write_text(KERNEL)
    assert ran(tmp_path) == (5, 0)
    (index,) = files(tmp_path, ".nbi")
    index.write_bytes(index.read_bytes().replace(b"numba.core.types", b"numba.gone.types"))
    assert ran(tmp_path) == (5, 0)
