"""What we lean on in Numba and its documentation does not promise.

If one of these fails with a new version of Numba, `multiplane.native` must change before the
upper bound in pyproject.toml is raised.
"""

import re
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
from numba import types
from numba.core.caching import FunctionCache
from numba.core.registry import CPUDispatcher

from multiplane.native import entry, jit, lean, lean_entry
from multiplane.native.cache import KernelCache
from multiplane.native.dispatcher import Inner
from multiplane.native.preparation import compile_for, is_kept
from support.compiled import uncached


@lean
def _double(number):
    return 2 * number


@entry
def _doubled(number):
    return _double(number)


@jit
def _first(array):
    return array[:1]


@lean
def _length(array):
    return len(array)


def test_the_class_of_a_dispatcher_can_be_exchanged():
    assert type(_doubled) is CPUDispatcher, "numba.njit makes something else than a CPUDispatcher"
    assert type(_double) is Inner, "the class of a dispatcher can no longer be exchanged"
    assert _doubled(3) == 6, "compiled code can no longer call a dispatcher of our class"
    assert _double(3) == 6, "a dispatcher of our class can no longer be called from Python"


def test_calls_from_compiled_code_ask_get_call_template():
    asked = []

    class Asked(Inner):
        def get_call_template(self, arguments, named):
            asked.append(arguments)
            return super().get_call_template(arguments, named)

    @jit
    def inner(number):
        return number + 1

    inner.__class__ = Asked

    @numba.njit
    def outer(number):
        return inner(number)

    assert outer(np.int8(1)) == 2
    assert asked, "Numba types calls without Dispatcher.get_call_template"
    assert asked[0] == (types.int8,), "Dispatcher.get_call_template gets other arguments"
    assert list(inner.overloads) == [(types.int64,)], "what it says about types is not used"


def test_inner_functions_have_no_wrappers():
    double = uncached(lean(_double.py_func))
    doubled = uncached(entry(lambda number: double(number) + 0))
    doubled(3)
    for function, wrapped in ((double, False), (doubled, True)):
        (compiled,) = function.overloads.values()
        defined = set(
            re.findall(r'^define .*@"?([\w.$]+)', compiled.library.get_llvm_str(), re.MULTILINE)
        )
        assert compiled.fndesc.llvm_func_name in defined
        has_wrapper = compiled.fndesc.llvm_cpython_wrapper_name in defined
        assert has_wrapper == wrapped, "the option no_cpython_wrapper is not obeyed"
        cfunc = compiled.fndesc.llvm_cfunc_wrapper_name in defined
        assert not cfunc, "the option no_cfunc_wrapper is not obeyed"


def test_lean_functions_count_no_references():
    first, length = uncached(jit(_first.py_func)), uncached(lean(_length.py_func))
    assert uncached(entry(lambda array: length(first(array))))(np.arange(3)) == 1
    for function, counts in ((first, True), (length, False)):
        (compiled,) = function.overloads.values()
        assert ("NRT_incref" in compiled.library.get_llvm_str()) == counts, (
            "the option _nrt is not obeyed"
        )


def test_compiling_ahead_is_what_a_call_would_compile():
    @lean_entry
    def called(array):
        return array[0]

    array = np.arange(3, dtype=np.int32)
    compile_for(called, array)
    signatures = list(called.overloads)
    assert signatures == [(numba.typeof(array),)], "get_call_template no longer compiles"
    assert called(array) == 0
    assert list(called.overloads) == signatures, "a call from Python has other types"


def test_where_numba_keeps_code_can_be_set_for_each_function():
    before = numba.config.CACHE_DIR
    _doubled(3)
    kept = Path(_doubled.stats.cache_path)
    assert kept.parent.parent.name == __name__, "numba.config.CACHE_DIR is not obeyed"
    assert before == numba.config.CACHE_DIR
    assert is_kept(_doubled), "the files of Numba's cache have other names"
    assert isinstance(_doubled._cache, KernelCache), "a dispatcher has no _cache of its own"
    assert KernelCache._index_key is not FunctionCache._index_key


LEAF = """
from multiplane.native import lean
STEP = {step}
@lean
def leaf(number):
    return number + STEP
"""
MAKER = """
from multiplane.native import entry
def made_with(inner, times):
    @entry
    def made(number):
        for _ in range(times):
            number = inner(number)
        return number
    return made
"""
USE = """
from leaf import leaf
from maker import made_with
for times in (2, 3):
    made = made_with(leaf, times)
    print(made(10), sum(made.stats.cache_hits.values()))
"""


def test_functions_made_with_others_are_found_again(tmp_path, monkeypatch):
    def said():
        run = subprocess.run(
            [sys.executable, "use.py"],
            cwd=tmp_path,
            check=True,
            capture_output=True,
            encoding="utf-8",
        )
        return run.stdout.split("\n")[:2]

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    for name, text in (("leaf", LEAF.format(step=1)), ("maker", MAKER), ("use", USE)):
        (tmp_path / f"{name}.py").write_text(text)
    assert said() == ["12 0", "13 0"]
    assert said() == ["12 1", "13 1"]
    (tmp_path / "leaf.py").write_text(LEAF.format(step=5))
    assert said() == ["20 0", "25 0"]


@entry
def _applied(function, number):
    return function(number)


def test_code_for_a_function_as_an_argument_is_not_kept():
    assert _applied(_double, 3) == 6
    assert not is_kept(_applied), "Numba no longer saves code by Cache.save_overload"
