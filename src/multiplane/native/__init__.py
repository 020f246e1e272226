"""Functions compiled by Numba, with our own cache.

Use `entry` for functions called from Python, `jit` for those called only by compiled functions.
`lean` and `lean_entry` neither create arrays nor get any from the functions they call, so they skip
reference counting, which would take a quarter of a parser's time.  `inlined` is `lean` and inlined
into its callers, so that passing a large bundle of arrays at each step costs nothing.

With NUMBA_DISABLE_JIT=1 all of them are plain Python functions.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba.core.compiler import Compiler

from multiplane.native.cache import keep
from multiplane.native.dispatcher import Inner
from multiplane.native.linked import LinkedCompiler
from multiplane.native.plain import PLAIN, plain_entry, plain_inner


def _compiled(
    *, counting: bool, inner: bool, inlined: bool = False
) -> Callable[[Callable[..., Any]], Any]:
    if PLAIN:
        return plain_inner if inner else plain_entry
    # Set for all functions: without a setting, a function takes that of its caller.
    wrappers = {"no_cpython_wrapper": inner, "no_cfunc_wrapper": True}
    decorate: Any = numba.njit(  # type: ignore[call-overload]
        boundscheck=False,
        nogil=True,
        _nrt=counting,
        forceinline=inlined,
        **wrappers,
        pipeline_class=LinkedCompiler if inner else Compiler,
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
