"""Compile functions before they are called."""

import inspect
from pathlib import Path
from typing import Any

import numba

from multiplane.native.plain import PLAIN


def compile_for(function: Any, *arguments: Any) -> None:
    """Compile a function for arguments of these types, as if a compiled function called it."""
    if not PLAIN:
        function.get_call_template(tuple(map(numba.typeof, arguments)), {})


def parameters(function: Any) -> list[str]:
    """List the parameters of a compiled function by name."""
    return list(inspect.signature(function.py_func).parameters)


def is_kept(function: Any) -> bool:
    """Is the compiled function cached?  True for plain functions."""
    if PLAIN:
        return True
    folder = function.stats.cache_path  # None if nothing can be kept
    return bool(folder) and any(Path(folder).glob(f"*.{function.__name__}-*.nbi"))
