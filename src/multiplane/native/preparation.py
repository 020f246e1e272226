"""Compiling functions before they are called."""

import inspect
from pathlib import Path
from typing import Any

import numba

from multiplane.native.plain import PLAIN


def compile_for(function: Any, *arguments: Any) -> None:
    """Compile a function for arguments like these, as if a compiled one called it with them."""
    if not PLAIN:
        function.get_call_template(tuple(map(numba.typeof, arguments)), {})


def parameters(function: Any) -> list[str]:
    """List the parameters of a compiled function by name."""
    return list(inspect.signature(function.py_func).parameters)


def is_kept(function: Any) -> bool:
    """Has this function been compiled before, in whatever process?  Plain ones need not be."""
    return PLAIN or any(Path(function.stats.cache_path).glob(f"*.{function.__name__}-*.nbi"))
