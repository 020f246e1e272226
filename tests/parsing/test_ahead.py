"""The first run of `parse`: two processes compile, each a part."""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress

import pytest

from multiplane.parsing import ahead

PARSE = [sys.executable, "-c", "from multiplane.cli import main; main()", "parse"]
TEXT = "1\ta\ta\tX\tX\tA=b\t_\t_\t_\t_\n2\tb\tb\tY\tX\t_\t_\t_\t_\t_\n\n"


@pytest.mark.parametrize("beam", [1, 2])
def test_nothing_is_compiled_twice(tmp_path, beam):
    """What one process compiles for the other has just the types that the other asks for."""
    ahead._example().save(tmp_path / "empty.mp")
    (tmp_path / "text.conllu").write_text(TEXT, encoding="utf-8")
    cache = tmp_path / "cache"
    done = subprocess.run(
        [*PARSE, "--model", tmp_path / "empty.mp", "--beam", str(beam), tmp_path / "text.conllu"],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache)},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert [line.split("\t")[6] for line in done.stdout.splitlines() if line] in (
        ["0", "1"],
        ["2", "0"],
    )
    kept = Counter(re.sub(r"\.\d+\.nbc$", "", path.name) for path in cache.rglob("*.nbc"))
    searched = "rollout" if beam == 1 else "beam_steps"
    assert any(searched in name for name in kept)
    assert len(kept) > 50
    assert {name: times for name, times in kept.items() if times > 1} == {}


def test_a_second_process_that_fails_is_no_harm(monkeypatch):
    parser = ahead._example()
    monkeypatch.setattr(ahead, "is_kept", lambda _: False)
    monkeypatch.setattr(ahead, "__name__", "multiplane.nowhere")
    with ahead.Compilation.begin() as compilation:
        compilation.finish(parser)
    assert compilation.other.returncode == 1


def test_the_second_process_ends_with_the_first(monkeypatch):
    monkeypatch.setattr(ahead, "is_kept", lambda _: False)
    with suppress(KeyboardInterrupt), ahead.Compilation.begin() as compilation:
        raise KeyboardInterrupt
    assert compilation.other.returncode == -signal.SIGKILL


def test_without_a_second_process_there_is_no_harm_either(monkeypatch):
    monkeypatch.setattr(ahead, "is_kept", lambda _: False)
    monkeypatch.setattr("sys.executable", "nowhere/python")
    with ahead.Compilation.begin() as compilation:
        assert compilation.other is None
        compilation.finish(ahead._example(), pytest.fail)


def test_where_all_is_compiled_nothing_is_done(monkeypatch):
    monkeypatch.setattr(ahead, "is_kept", lambda _: True)
    with ahead.Compilation.begin() as compilation:
        assert compilation.other is None
        compilation.finish(ahead._example(), pytest.fail)
