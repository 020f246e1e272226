"""All that is known about a system, as data for JSON."""

from typing import Any

from multiplane.calculus.derivation import Derivation
from multiplane.calculus.judgement import judgement
from multiplane.calculus.system import System
from multiplane.verdict import Verdict


def describe(system: System) -> dict[str, Any]:
    """Return a system's rules, decompositions and verdicts."""
    known = judgement(system)
    return {
        "name": system.name,
        "source": system.source,
        "divisible": known.divisible.holds,
        "planes": known.planes.witness,
        "transitions": [
            {
                "name": t.name,
                "elementary": list(t.elementary),
                "rule": str(t.rule),
                "composition": t.composition,
            }
            for t in known.printed.transitions
        ],
        "verdicts": {name: judged(verdict) for name, verdict in known.verdicts.items()},
    }


def judged(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict with its reason and, if there is one, the derivation that refutes it."""
    answer: dict[str, Any] = {"holds": verdict.holds, "because": verdict.because}
    if isinstance(verdict.witness, Derivation):
        answer["counterexample"] = {
            "words": verdict.witness.words,
            "transitions": verdict.witness.printed_transitions,
            "arcs": sorted(map(list, verdict.witness.graph.arcs)),
        }
    return answer
