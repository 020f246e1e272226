"""Where compiled code is kept, and what is said about it."""

import io
import os

import pytest

from multiplane.native import folders


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    known = folders.home, folders.sources, folders.key_of, folders.folder_of, folders.announce
    for function in known:
        function.cache_clear()
    yield tmp_path / "multiplane" / "compiled"
    for function in known:
        function.cache_clear()


@pytest.fixture
def version(monkeypatch):
    """Say which version of the source there is."""

    def become(key):
        folders.folder_of.cache_clear()
        folders.key_of.cache_clear()
        monkeypatch.setattr(folders.Sources, "key", lambda *_: key)

    return become


@pytest.mark.parametrize(("screen", "said"), [(Terminal(), 1), (io.StringIO(), 0)])
def test_compilation_is_announced_once_and_only_on_a_terminal(monkeypatch, version, screen, said):
    monkeypatch.setattr("sys.stderr", screen)
    for module in ("some.kernel", "some.other"):
        version("a")
        folders.folder_of("kernel.py", module)
    assert screen.getvalue().count("compiling") == said


def test_what_was_compiled_before_is_not_announced(monkeypatch, version):
    version("a")
    folders.folder_of("kernel.py", "some.kernel")
    folders.announce.cache_clear()
    monkeypatch.setattr("sys.stderr", Terminal())
    version("a")
    folders.folder_of("kernel.py", "some.kernel")
    assert folders.sys.stderr.getvalue() == ""


def test_other_source_has_another_folder_and_a_few_are_kept(home, version):
    here = folders.folder_of(folders.__file__, folders.__name__)
    assert here.is_dir()
    assert here.parent == home / folders.__name__
    for time, key in enumerate("abcdef"):
        version(key)
        found = folders.folder_of("kernel.py", "some.kernel")
        assert found == home / "some.kernel" / key
        os.utime(found, (time, time))
    kept = {folder.name for folder in (home / "some.kernel").iterdir()}
    assert kept == set("bcdef")
    assert len(kept) == folders.KEPT + 1
    assert here.is_dir()


def test_a_folder_of_ones_own(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "mine"))
    assert folders.folder_of("kernel.py", "some.kernel").is_relative_to(tmp_path / "mine")


def test_without_a_home_there_is_a_folder_all_the_same(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert folders.folder_of("kernel.py", "some.kernel").is_dir()
