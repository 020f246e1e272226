"""Functions whose machine code we write ourselves, with a plain twin for NUMBA_DISABLE_JIT=1."""

from collections.abc import Callable
from typing import Any

from numba import extending

from multiplane.native.plain import PLAIN


def intrinsic(plain: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Decorate what Numba's `intrinsic` decorates; in plain Python, `plain` is called instead."""

    def decorated(code: Callable[..., Any]) -> Any:
        return plain if PLAIN else extending.intrinsic(code)

    return decorated
