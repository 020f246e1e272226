"""Rules for compiled functions, checked on all there are."""

import ast
import importlib
import inspect
import pkgutil

import numpy as np
from numba.core.dispatcher import Dispatcher

import multiplane
from multiplane.native import jit
from multiplane.native.bytype import ByType
from multiplane.native.dispatcher import Inner

MAKE_ARRAYS = {"zeros", "empty", "full", "ones", "arange", "array", "copy", "astype", "concatenate"}
# These make arrays for themselves, and give back numbers.
GIVE_NUMBERS = {
    "has_path", "permitted", "_late_conditions_hold", "open_cycles", "count_votes", "fewest",
    "_fits_on_three", "takes_label",
}  # fmt: skip


def _modules():
    for module in pkgutil.walk_packages(multiplane.__path__, "multiplane."):
        if module.name.rpartition(".")[2] in ("spacy_component", "__main__"):
            continue
        try:
            yield importlib.import_module(module.name)
        except ModuleNotFoundError as missing:
            if missing.name != "torch":  # only training of networks needs it
                raise


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
