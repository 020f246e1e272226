"""Functions compiled by Numba, with our own cache.

Use `entry` for functions called from Python, `jit` for those called only by compiled functions.
`lean` and `lean_entry` neither create arrays nor get any from the functions they call, so they skip
reference counting, which would take a quarter of a parser's time.  `inlined` is `lean` and inlined
into its callers, so that passing a large bundle of arrays at each step costs nothing.

With NUMBA_DISABLE_JIT=1, and in a browser, all of them are plain Python functions.
"""

from collections.abc import Callable
from typing import Any

from multiplane.native.plain import PLAIN, plain_entry, plain_inner


def _compiled(
    *, counting: bool, inner: bool, inlined: bool = False
) -> Callable[[Callable[..., Any]], Any]:
    if PLAIN:
        return plain_inner if inner else plain_entry
    from multiplane.native.compiled import compiled

    return compiled(counting=counting, inner=inner, inlined=inlined)


entry = _compiled(counting=True, inner=False)
lean_entry = _compiled(counting=False, inner=False)
jit = _compiled(counting=True, inner=True)
lean = _compiled(counting=False, inner=True)
inlined = _compiled(counting=False, inner=True, inlined=True)

__all__ = ["entry", "inlined", "jit", "lean", "lean_entry"]
