"""Compiled functions: Numba's, kept in a cache of our own.

What Python calls is an `entry`; `jit` is for functions that only compiled ones call.  `lean` and
`lean_entry` neither make arrays nor get them from those they call: nobody counts who holds an
array there, which would take a quarter of a parser's time.  `inlined` is `lean` and part of whoever
calls it, so that handing over a large bundle of arrays at each step costs nothing.

With NUMBA_DISABLE_JIT=1 all of them are plain Python functions.
"""

from collections.abc import Callable
from typing import Any

import numba

from multiplane.native.cache import keep
from multiplane.native.dispatcher import Inner
from multiplane.native.plain import PLAIN, plain_entry, plain_inner


def _compiled(
    *, counting: bool, inner: bool, inlined: bool = False
) -> Callable[[Callable[..., Any]], Any]:
    if PLAIN:
        return plain_inner if inner else plain_entry
    # All say whether they count, since a function that does not is what its caller is.
    wrappers = {"no_cpython_wrapper": inner, "no_cfunc_wrapper": True}
    decorate: Any = numba.njit(  # type: ignore[call-overload]
        boundscheck=False, nogil=True, _nrt=counting, forceinline=inlined, **wrappers
    )

    def decorated(plain: Callable[..., Any]) -> Any:
        function = decorate(plain)
        keep(function)
        if inner:
            function.__class__ = Inner
        return function

    return decorated


entry = _compiled(counting=True, inner=False)
lean_entry = _compiled(counting=False, inner=False)
jit = _compiled(counting=True, inner=True)
lean = _compiled(counting=False, inner=True)
inlined = _compiled(counting=False, inner=True, inlined=True)

__all__ = ["Inner", "entry", "inlined", "jit", "lean", "lean_entry"]
