"""Kill -9 at any moment, then the same again: a few moments; `support.kills` tries more."""

import os
import subprocess
import sys

import pytest

from support.kills import jobs
from support.paths import ROOT

MOMENTS = "3"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are killed in another way there")
def test_what_was_killed_gives_the_same_files_when_it_runs_again():
    command = [sys.executable, "-m", "support.kills", MOMENTS]
    ran = subprocess.run(command, cwd=ROOT / "tests", capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    lines = [line for line in ran.stdout.splitlines() if f", {MOMENTS} moments of " in line]
    assert [line.partition(":")[0] for line in lines] == [*jobs()]
    assert all("'draft': " in line and line.endswith("wrong: 0") for line in lines)
