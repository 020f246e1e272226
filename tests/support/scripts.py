"""The scripts of `bench/`, as values and as programs."""

import runpy
import shlex
from types import SimpleNamespace

import pytest

from support.paths import ROOT

BENCH = ROOT / "bench"


def names_of(script):
    """All that a script defines; scripts import each other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCH)
        return SimpleNamespace(**runpy.run_path(str(BENCH / f"{script}.py")))


def run(script, arguments):
    """Run a script as its users do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCH)
        patch.setattr("sys.argv", [f"{script}.py", *shlex.split(arguments)])
        try:
            runpy.run_path(str(BENCH / f"{script}.py"), run_name="__main__")
        except SystemExit as end:
            assert not end.code  # noqa: PT017 - a script may end so
