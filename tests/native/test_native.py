"""The cache of compiled code, and what is said about it."""

import ast
import importlib
import inspect
import io
import pkgutil

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

import multiplane
from multiplane.native import Inner, cache, jit
from multiplane.native.bytype import ByType


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
    cache.announce(tmp_path)
    assert ("compiling" in screen.getvalue()) == said


def test_other_source_has_another_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    here = cache.cache_folder()
    assert here == cache.cache_folder()
    assert here.is_dir()
    for key in "abcdef":
        monkeypatch.setattr(cache, "_source_key", lambda key=key: key)
        assert cache.cache_folder() == tmp_path / "multiplane" / key
    assert len(list((tmp_path / "multiplane").iterdir())) == cache.KEPT + 1


def test_without_a_home_there_is_a_folder_all_the_same(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert cache.cache_folder().is_dir()


MAKE_ARRAYS = {"zeros", "empty", "full", "ones", "arange", "array", "copy", "astype", "concatenate"}
# These make arrays for themselves, and give back numbers.
GIVE_NUMBERS = {
    "has_path", "permitted", "_late_conditions_hold", "open_cycles", "count_votes", "fewest",
    "_fits_on_three",
}  # fmt: skip


def _modules():
    for module in pkgutil.walk_packages(multiplane.__path__, "multiplane."):
        if module.name.rpartition(".")[2] not in ("spacy_component", "__main__"):
            yield importlib.import_module(module.name)


@jit
def _sizes(number, array):
    return number + len(array), array[0]


def test_inner_functions_are_one_for_numbers_of_all_sizes():
    for number in (3, np.int8(3), np.int32(3)):
        assert _sizes(number, np.array([7], np.int32)) == (4, 7)
    _sizes(np.uint8(3), np.array([7], np.int32))
    assert [[str(kind) for kind in signature[:1]] for signature in _sizes.overloads] == [
        ["int64"],
        ["uint8"],
    ]


def test_python_calls_no_inner_function():
    """It could, through one more that would be compiled in every process."""
    functions = 0
    for module in _modules():
        tree = ast.parse(inspect.getsource(module))
        compiled = set()
        for node in tree.body:
            known = vars(module).get(getattr(node, "name", ""))
            if isinstance(node, ast.FunctionDef) and isinstance(known, Dispatcher):
                compiled |= set(ast.walk(node))
                functions += isinstance(known, Inner)
        for node in set(ast.walk(tree)) - compiled:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                called = vars(module).get(node.func.id)
                assert not isinstance(called, Inner), (module.__name__, node.func.id)
    assert functions > 100


def _counts(function):
    """Does somebody count who holds an array there?"""
    return isinstance(function, ByType) or function.targetoptions["_nrt"]


def test_lean_functions_make_no_arrays_and_get_none():
    """Nobody counts references there: what they made would never be freed."""
    found = {
        function.py_func
        for module in _modules()
        for function in vars(module).values()
        if isinstance(function, Dispatcher) and not _counts(function)
    }
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
                some = called.implementations.values() if isinstance(called, ByType) else [called]
                for one in some:
                    lean = not _counts(one) or one.__name__ in GIVE_NUMBERS
                    assert lean, (plain.__qualname__, one.__name__)
