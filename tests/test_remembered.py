"""No cache grows with what it is asked, so a server can be asked for ever."""

import functools
import importlib
import inspect
import pkgutil

import multiplane

# Their arguments are of few kinds: conditions of the calculus, files of the package and of a run.
FEW = {
    "multiplane.calculus.facts._implied",
    "multiplane.experiments.runs._digest",
    "multiplane.native.folders.folder_of",
    "multiplane.native.folders.key_of",
}


def modules():
    for found in pkgutil.walk_packages(multiplane.__path__, "multiplane."):
        try:
            yield importlib.import_module(found.name)
        except ImportError:  # something optional is not installed
            continue


def test_caches_are_bounded():
    unbounded = set()
    for module in modules():
        for name, value in vars(module).items():
            if not isinstance(value, functools._lru_cache_wrapper):
                continue
            if value.cache_parameters()["maxsize"] is None and inspect.signature(value).parameters:
                unbounded.add(f"{value.__module__}.{name}")
    assert {name for name in unbounded if name not in FEW} == set()
