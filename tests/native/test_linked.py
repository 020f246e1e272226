"""Inner functions are linked into their callers, and have no machine code of their own."""

import subprocess
import sys

import numpy as np
import pytest

from multiplane.native import entry, jit, lean
from multiplane.native.linked import LinkedLibrary
from multiplane.native.plain import PLAIN
from support.compiled import uncached

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")


@uncached
@lean
def _tripled(number):
    return 3 * number


@uncached
@jit
def _filled(size, number):
    return np.full(size, _tripled(number))


@uncached
@entry
def _total(size, number):
    return _filled(size, number).sum()


def test_only_entries_have_machine_code():
    assert _total(4, 5) == 60
    for function, linked in ((_tripled, True), (_filled, True), (_total, False)):
        (compiled,) = function.overloads.values()
        assert isinstance(compiled.library, LinkedLibrary) == linked
        functions = [f.name for f in compiled.library.get_defined_functions()]
        assert bool(functions) != linked, functions


def test_inner_functions_from_the_cache_can_be_linked_again(tmp_path):
    """The second process takes the inner function from the cache and compiles a new caller."""
    (tmp_path / "inner.py").write_text(
        "from multiplane.native import lean\n\n\n"
        "@lean\ndef tripled(number):\n    return 3 * number\n"
    )
    caller = (
        "from multiplane.native import entry\nfrom inner import tripled\n\n\n"
        "@entry\ndef called(number):\n    return tripled(number) + {}\n\n\n"
        "print(called(7), len(tripled.stats.cache_hits), len(tripled.stats.cache_misses))\n"
    )
    seen = []
    for more in (0, 1):
        (tmp_path / "caller.py").write_text(caller.format(more))
        done = subprocess.run(
            [sys.executable, "caller.py"],
            cwd=tmp_path,
            env={"PATH": "", "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        )
        seen.append(done.stdout.split())
    assert seen == [["21", "0", "1"], ["22", "1", "0"]]


def test_classes_from_elsewhere_do_not_spoil_the_cache(tmp_path):
    """A process that cannot import a class must still be able to read what others have kept."""
    (tmp_path / "kernel.py").write_text(
        "from multiplane.native import entry\n\n\n"
        "@entry\ndef size(values):\n    return len(values)\n"
    )
    (tmp_path / "mine.py").write_text(
        "from typing import NamedTuple\n\nfrom kernel import size\n\n\n"
        "class Mine(NamedTuple):\n    number: int\n\n\nprint(size(Mine(3)))\n"
    )
    other = "from kernel import size\nprint(size((1, 2)), len(size.stats.cache_hits))\n"
    (tmp_path / "other.py").write_text(other)
    seen = []
    for script in ("mine.py", "other.py", "other.py"):
        done = subprocess.run(
            [sys.executable, script],
            cwd=tmp_path,
            env={"PATH": "", "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        )
        seen.append(done.stdout.split())
    assert seen == [["1"], ["2", "0"], ["2", "1"]]
