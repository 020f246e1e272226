"""Functions with one implementation for each type of their first argument.

A search gets its scorer, pilot and reader as values, NamedTuples of arrays, and calls
`score(scorer, …)`.  The implementation is chosen by the type of the value when the search is
compiled, so one search serves all of them, and dispatch costs nothing.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba.core import sigutils

from multiplane.native.dispatcher import Inner
from multiplane.native.plain import PLAIN


class Implementations:
    """Several functions under one name, with the same arguments except for the first."""

    py_func: Callable[..., Any]  # the declaration
    implementations: dict[type, Any]

    def on(self, kind: type) -> Callable[[Any], Any]:
        """Register the decorated function for this type, which may be `type(None)`."""

        def register(function: Any) -> Any:
            self.implementations[kind] = function
            return function

        return register

    def _for(self, kind: type) -> Any:
        try:
            return self.implementations[kind]
        except KeyError:
            known = ", ".join(sorted(k.__name__ for k in self.implementations))
            raise TypeError(
                f"{self.py_func.__name__} is not defined for {kind.__name__}; it is for {known}"
            ) from None

    def __call__(self, *arguments: Any) -> Any:
        return self._for(type(arguments[0]))(*arguments)


class ByType(Implementations, Inner):
    """The same, for compiled functions."""

    def _chosen(self, arguments: Any) -> Any:
        return self._for(getattr(arguments[0], "instance_class", type(None)))

    def get_call_template(self, arguments: Any, named: Any) -> Any:
        return self._chosen(arguments).get_call_template(arguments, named)

    def get_overload(self, sig: Any) -> Any:
        arguments, _ = sigutils.normalize_signature(sig)  # type: ignore[no-untyped-call]
        return self._chosen(arguments).get_overload(sig)


def by_type(declaration: Callable[..., Any]) -> Any:
    """Turn a declaration into a function with implementations; its docstring describes them."""
    function: Any
    if PLAIN:
        function = Implementations()
        function.py_func = declaration
    else:
        function = numba.njit(declaration)
        function.__class__ = ByType
    function.implementations = {}
    return function
