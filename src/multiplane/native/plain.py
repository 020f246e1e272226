"""Kernels as plain Python functions, with NUMBA_DISABLE_JIT=1: a debugger can step through them."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

PLAIN = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]


def plain_entry(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let numbers overflow silently, as they do in compiled code: hashing relies on it."""
    called = np.errstate(over="ignore")(function)
    called.py_func = function  # type: ignore[attr-defined]
    return called


def plain_inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function itself; only entries call it."""
    function.py_func = function  # type: ignore[attr-defined]
    return function
