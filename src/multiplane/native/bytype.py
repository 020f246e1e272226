"""Functions with one implementation for each type of their first argument.

A search takes whatever scores, chooses, learns or reads as a value, a NamedTuple of arrays, and
calls `score(scorer, …)`.  Which implementation that is follows from the type of the value, when the
search is compiled: so one search serves all of them, and a call costs nothing.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba.core import sigutils

from multiplane.native import Inner
from multiplane.native.plain import PLAIN


class Implementations:
    """A name for several functions that take the same arguments, but for the first."""

    py_func: Callable[..., Any]  # the declaration
    implementations: dict[type, Any]

    def on(self, kind: type) -> Callable[[Any], Any]:
        """Say which function serves this type; `type(None)` is one, too."""

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
                f"{self.py_func.__name__} knows no {kind.__name__}; there are {known}"
            ) from None

    def __call__(self, *arguments: Any) -> Any:
        return self._for(type(arguments[0]))(*arguments)


class ByType(Implementations, Inner):
    """The same for compiled functions."""

    def _chosen(self, arguments: Any) -> Any:
        return self._for(getattr(arguments[0], "instance_class", type(None)))

    def get_call_template(self, arguments: Any, named: Any) -> Any:
        return self._chosen(arguments).get_call_template(arguments, named)

    def get_overload(self, sig: Any) -> Any:
        arguments, _ = sigutils.normalize_signature(sig)  # type: ignore[no-untyped-call]
        return self._chosen(arguments).get_overload(sig)


def by_type(declaration: Callable[..., Any]) -> Any:
    """Make a function of a declaration, whose docstring says what implementations do."""
    function: Any
    if PLAIN:
        function = Implementations()
        function.py_func = declaration
    else:
        function = numba.njit(declaration)
        function.__class__ = ByType
    function.implementations = {}
    return function
