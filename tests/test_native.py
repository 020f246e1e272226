"""The cache of compiled code, and what is said about it."""

import ast
import importlib
import inspect
import io
import pkgutil

import pytest
from numba.core.dispatcher import Dispatcher

import multiplane
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


MAKE_ARRAYS = {"zeros", "empty", "full", "ones", "arange", "array", "copy", "astype", "concatenate"}
# These make arrays for themselves, and give back numbers.
GIVE_NUMBERS = {"has_path", "permitted", "open_cycles", "count_votes", "fewest", "_fits_on_three"}


def _lean_functions():
    for module in pkgutil.walk_packages(multiplane.__path__, "multiplane."):
        if module.name.rpartition(".")[2] in ("spacy_component", "__main__"):
            continue
        found = importlib.import_module(module.name)
        for function in vars(found).values():
            if isinstance(function, Dispatcher) and not function.targetoptions["_nrt"]:
                yield function


def test_lean_functions_make_no_arrays_and_get_none():
    """Nobody counts references there: what they made would never be freed."""
    found = {function.py_func for function in _lean_functions()}
    assert len(found) > 100
    for plain in found:
        for node in ast.walk(ast.parse(inspect.getsource(plain))):
            if isinstance(node, ast.Return):
                inside = ast.walk(node)
                assert not any(isinstance(n, ast.Slice) for n in inside), plain.__qualname__
            if not isinstance(node, ast.Call):
                continue
            if isinstance(node.func, ast.Attribute):
                assert node.func.attr not in MAKE_ARRAYS, plain.__qualname__
            elif isinstance(called := plain.__globals__.get(node.func.id), Dispatcher):
                lean = not called.targetoptions["_nrt"]
                assert lean or node.func.id in GIVE_NUMBERS, (plain.__qualname__, node.func.id)
