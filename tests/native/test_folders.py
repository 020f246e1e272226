"""Where compiled code is kept, and what is said about it."""

import io
import os
import stat

import pytest

from multiplane.native import folders

PROBLEM = "others may write there"


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


@pytest.mark.parametrize(
    ("screen", "quiet", "said"),
    [(Terminal(), "", 1), (io.StringIO(), "", 1), (Terminal(), "1", 0)],
)
def test_compilation_is_announced_once_also_in_a_pipe(monkeypatch, version, screen, quiet, said):
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("MULTIPLANE_QUIET", quiet)
    for module in ("some.kernel", "some.other"):
        version("a")
        folders.folder_of("kernel.py", module)
    assert screen.getvalue().count("compiling") == said


def test_what_was_compiled_before_is_not_announced(monkeypatch, version):
    version("a")
    folders.folder_of("kernel.py", "some.kernel")
    folders.announce.cache_clear()
    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.delenv("MULTIPLANE_QUIET", raising=False)
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


@pytest.fixture
def temporary(monkeypatch, tmp_path):
    """A folder for temporary files, of which this process makes one when it may not use its own."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")  # so that it is as before in the end
    ending = []
    monkeypatch.setattr(folders.atexit, "register", lambda *call: ending.append(call))
    yield folder
    for action, *arguments in ending:
        action(*arguments)
    assert [*folder.iterdir()] == []


def test_without_a_home_there_is_a_folder_for_this_process(monkeypatch, temporary, capsys):
    blocked = temporary.parent / "file"
    blocked.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    found = folders.folder_of("kernel.py", "some.kernel")
    assert found.is_dir()
    (made,) = temporary.iterdir()
    assert found.is_relative_to(made)
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    assert os.environ["NUMBA_CACHE_DIR"] == str(made)  # for its children
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert f"{blocked} is not a folder; set NUMBA_CACHE_DIR" in message


def test_a_folder_that_others_may_write_to_is_not_used(monkeypatch, temporary, capsys):
    planted = temporary.parent / "multiplane" / "compiled"
    planted.mkdir(parents=True)
    monkeypatch.setattr(folders, "make_private", lambda folder: PROBLEM * (folder == planted))
    assert folders.home().is_relative_to(temporary)
    assert PROBLEM in capsys.readouterr().err
    assert [*planted.iterdir()] == []


def test_a_user_without_a_home_has_a_folder_all_the_same(monkeypatch, temporary):
    def fail():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(folders.Path, "home", fail)
    assert folders.home().is_relative_to(temporary)


def test_where_nothing_can_be_written_nothing_is_kept(monkeypatch):
    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", fail)
    monkeypatch.setattr("tempfile.mkdtemp", fail)
    assert folders.home() == folders.NOWHERE
    assert not folders.folder_of("kernel.py", "some.kernel").exists()


def test_a_copy_of_the_process_removes_nothing(tmp_path):
    folders._remove(str(tmp_path), os.getpid() + 1)
    assert tmp_path.is_dir()
    folders._remove(str(tmp_path), os.getpid())
    assert not tmp_path.exists()
