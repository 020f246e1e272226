"""Verification: is a system sound and complete for a class of graphs, on all short sentences?"""

from multiplane.verification.classes import GraphClass, graph_class
from multiplane.verification.exhaustion import Counterexample, Verification, verify

__all__ = ["Counterexample", "GraphClass", "Verification", "graph_class", "verify"]
