"""The cache of compiled code, and what is said about it."""

import io

import pytest

from multiplane import native


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("screen", "files", "said"),
    [
        (Terminal(), 0, True),
        (Terminal(), 1, False),
        (io.StringIO(), 0, False),
    ],
)
def test_compilation_is_announced_once_and_only_on_a_terminal(
    monkeypatch, tmp_path, screen, files, said
):
    monkeypatch.setattr("sys.stderr", screen)
    for number in range(files):
        (tmp_path / str(number)).touch()
    native.announce(tmp_path)
    assert ("compiling" in screen.getvalue()) == said


def test_other_source_has_another_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    here = native.cache_folder()
    assert here == native.cache_folder()
    assert here.is_dir()
    for key in "abcdef":
        monkeypatch.setattr(native, "_source_key", lambda key=key: key)
        assert native.cache_folder() == tmp_path / "multiplane" / key
    assert len(list((tmp_path / "multiplane").iterdir())) == native.KEPT + 1


def test_without_a_home_there_is_a_folder_all_the_same(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert native.cache_folder().is_dir()
