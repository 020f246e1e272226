"""Verification on all short sentences, as `multiplane verify` does it."""

from dataclasses import asdict
from typing import Any

from multiplane.server.choices import Choice, chosen
from multiplane.verification import Counterexample, verify


def verification(choice: Choice, graph_class: str, words: int) -> dict[str, Any]:
    """Say whether a system is sound and complete for a class of graphs, with counterexamples."""
    system = chosen(choice)
    answer = verify(system, graph_class, words)
    return {
        "system": system.name,
        "graph_class": answer.graph_class.name,
        "sound": answer.sound,
        "complete": answer.complete,
        "lengths": [asdict(length) for length in answer.lengths],
        "unsound": _written(answer.unsound),
        "incomplete": _written(answer.incomplete),
    }


def _written(found: Counterexample | None) -> dict[str, Any] | None:
    if found is None:
        return None
    names = found.derivation.transitions if found.derivation else ()
    return {
        "words": found.graph.n,
        "arcs": sorted(map(list, found.graph.arcs)),
        "transitions": [name.replace("_", "-") for name in names],
    }
