"""Kernels as plain Python functions: with NUMBA_DISABLE_JIT=1, for debuggers, and in a browser."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

# There is no Numba in a browser, and `multiplane.browser.arrays` in place of NumPy.
IN_BROWSER = sys.platform == "emscripten"


def _is_plain() -> bool:
    if IN_BROWSER:
        return True
    import numba

    return bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]


PLAIN = _is_plain()


def plain_entry(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let integers overflow silently, as in compiled code: hashing relies on it."""
    called = np.errstate(over="ignore")(function)
    called.py_func = function  # type: ignore[attr-defined]
    return called


def plain_inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function itself; only entries call it."""
    function.py_func = function  # type: ignore[attr-defined]
    return function
