"""Multiplane: transition-based dependency parsing in which a transition system is a value.

import multiplane as mp

mp.systems["arc-eager"]                      a system by name
mp.verdicts(mp.systems["2-planar"])          its properties, with reasons
mp.verify(mp.systems["swap"], "forests", 5)  soundness and completeness by exhaustion
mp.read("train.conllu")                      the sentences of a treebank
"""

import importlib
from typing import TYPE_CHECKING, Any

from multiplane.systems import systems

if TYPE_CHECKING:
    from multiplane.calculus import System
    from multiplane.calculus.derivation import Derivation, derive
    from multiplane.calculus.notation import render_system
    from multiplane.calculus.verdicts import verdicts
    from multiplane.conllu import Sentence, read, reads, write
    from multiplane.errors import MultiplaneError
    from multiplane.graph import Graph
    from multiplane.verification import verify

__version__ = "0.1.0"
__all__ = [
    "Derivation",
    "Graph",
    "MultiplaneError",
    "Sentence",
    "System",
    "derive",
    "read",
    "reads",
    "render_system",
    "systems",
    "verdicts",
    "verify",
    "write",
]

# Imported when first asked for, so that nothing waits for what it does not need.
_HOME = {
    "Derivation": "calculus.derivation",
    "Graph": "graph",
    "MultiplaneError": "errors",
    "Sentence": "conllu",
    "System": "calculus",
    "derive": "calculus.derivation",
    "read": "conllu",
    "reads": "conllu",
    "render_system": "calculus.notation",
    "verdicts": "calculus.verdicts",
    "verify": "verification",
    "write": "conllu",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"multiplane has no {name!r}; it has {', '.join(__all__)}")
    return getattr(importlib.import_module(f"multiplane.{_HOME[name]}"), name)
