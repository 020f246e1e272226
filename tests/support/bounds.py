"""A bounds-checked run: every access of compiled code to an array is checked.

A plugin of pytest, for `make bounds`.  It fails if a compiled function that Python calls was not
called at all, so that the choice of tests there stays complete.
"""

import importlib
import pkgutil

import numba
import pytest
from numba.core.registry import CPUDispatcher

import multiplane
from multiplane.native.dispatcher import Inner
from multiplane.native.preparation import is_kept


def pytest_sessionstart():
    if not numba.config.BOUNDSCHECK:
        pytest.exit("set NUMBA_BOUNDSCHECK=1", returncode=2)


def pytest_sessionfinish(session, exitstatus):
    # What compiled functions call as well is only in the cache if these come from there.
    idle = sorted(name for name, one in entries().items() if not (one.overloads or is_kept(one)))
    if idle and exitstatus == 0:
        session.exitstatus = 1
        print("\nnever called, so add a test of it:", *idle, sep="\n  ")


def entries():
    """All functions that Python calls, by name."""
    found = {}
    for module in pkgutil.walk_packages(multiplane.__path__, "multiplane."):
        if module.name.startswith("multiplane.training.neural"):  # for an extra, torch
            continue
        try:
            loaded = importlib.import_module(module.name)
        except ImportError:  # an extra is not installed
            continue
        for value in vars(loaded).values():
            if isinstance(value, CPUDispatcher) and not isinstance(value, Inner):
                found[f"{value.__module__}.{value.__name__}"] = value
    return found
