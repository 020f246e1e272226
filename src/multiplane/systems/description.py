"""All that is known of a system, ready for JSON."""

from typing import Any

from multiplane.calculus.derivation import Derivation
from multiplane.calculus.notation import printed
from multiplane.calculus.system import System
from multiplane.calculus.verdicts import divisible, planes, verdicts
from multiplane.verdict import Verdict


def describe(system: System) -> dict[str, Any]:
    """Return a system's rules, decompositions and verdicts."""
    return {
        "name": system.name,
        "source": system.source,
        "divisible": divisible(system).holds,
        "planes": planes(system).witness,
        "transitions": [
            {
                "name": t.name,
                "elementary": list(t.elementary),
                "rule": t.rule,
                "composition": t.composition,
            }
            for t in printed(system)
        ],
        "verdicts": {name: judged(verdict) for name, verdict in verdicts(system).items()},
    }


def judged(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict with its reason and, if there is one, the derivation that refutes."""
    answer: dict[str, Any] = {"holds": verdict.holds, "because": verdict.because}
    if isinstance(verdict.witness, Derivation):
        answer["counterexample"] = {
            "words": verdict.witness.words,
            "transitions": str(verdict.witness).split(),
            "arcs": sorted(map(list, verdict.witness.graph.arcs)),
        }
    return answer
