"""Compiled functions in tests."""

from numba.core.caching import NullCache


def uncached(function):
    """Compile a function in this process, whatever is in the cache."""
    function._cache = NullCache()
    return function
