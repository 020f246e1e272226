"""Multiplane: transition-based dependency parsing in which a transition system is a value.

import multiplane as mp

mp.systems["arc-eager"]                      a system by name
mp.verdicts(mp.systems["2-planar"])          its properties, with reasons
mp.verify(mp.systems["swap"], "forests", 5)  soundness and completeness by exhaustion
mp.read("train.conllu")                      the sentences of a treebank
mp.census("train.conllu")                    how non-projective it is, and in which way
mp.find("crossing(nsubj, obl)", "a.conllu")  sentences with such a structure
mp.train("arc-eager", "train.conllu", "dev.conllu").save("en.mp")
mp.load("en.mp").parse(mp.read("a.conllu"))
mp.Doc.read("a.conllu")                      sentences, tokens, trees; to and from other libraries
mp.load("en")("They saw her duck.")          plain text to a document, by a pipeline
mp.load("en").pipe(texts)                    many texts
mp.ray.parse(dataset, "en")                  the texts of a Ray Dataset, on a cluster
mp.evaluate("gold.conllu", "out.conllu")     scores, with significance if asked
mp.experiment("mine.toml")                   parsers × treebanks, answered by a table
"""

import importlib
from typing import TYPE_CHECKING, Any

from multiplane.systems import systems
from multiplane.version import __version__

if TYPE_CHECKING:
    from multiplane.calculus import System
    from multiplane.calculus.derivation import Derivation, derive
    from multiplane.calculus.notation import render_system
    from multiplane.calculus.verdicts import verdicts
    from multiplane.conllu import Sentence, read, reads, write
    from multiplane.doc import Analyser, Doc
    from multiplane.errors import MultiplaneError
    from multiplane.evaluation import Evaluation, evaluate
    from multiplane.experiments.experiment import experiment
    from multiplane.graph import Graph
    from multiplane.parsing.parser import Parser
    from multiplane.pipeline.models import load
    from multiplane.pipeline.pipeline import Pipeline
    from multiplane.pipeline.training import train_pipeline
    from multiplane.query import find
    from multiplane.training.training import train
    from multiplane.treebank.census import census
    from multiplane.verification import verify

__all__ = [
    "Analyser",
    "Derivation",
    "Doc",
    "Evaluation",
    "Graph",
    "MultiplaneError",
    "Parser",
    "Pipeline",
    "Sentence",
    "System",
    "__version__",
    "census",
    "derive",
    "evaluate",
    "experiment",
    "find",
    "load",
    "read",
    "reads",
    "render_system",
    "systems",
    "train",
    "train_pipeline",
    "verdicts",
    "verify",
    "write",
]

# Imported when first asked for, so that nothing waits for what it does not need.
_HOME = {
    "Analyser": "doc",
    "Derivation": "calculus.derivation",
    "Doc": "doc",
    "Graph": "graph",
    "MultiplaneError": "errors",
    "Parser": "parsing.parser",
    "Sentence": "conllu",
    "System": "calculus",
    "census": "treebank.census",
    "derive": "calculus.derivation",
    "Evaluation": "evaluation",
    "evaluate": "evaluation",
    "experiment": "experiments.experiment",
    "find": "query.find",
    "load": "pipeline.models",
    "Pipeline": "pipeline.pipeline",
    "train_pipeline": "pipeline.training",
    "read": "conllu",
    "reads": "conllu",
    "render_system": "calculus.notation",
    "train": "training.training",
    "verdicts": "calculus.verdicts",
    "verify": "verification",
    "write": "conllu",
}


def __getattr__(name: str) -> Any:
    if name == "ray":
        return importlib.import_module("multiplane.ray")
    if name not in _HOME:
        raise AttributeError(f"multiplane has no {name!r}; it has {', '.join(__all__)}")
    return getattr(importlib.import_module(f"multiplane.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
