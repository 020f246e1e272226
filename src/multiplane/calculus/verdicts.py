"""The formal properties of a system, from its value alone (2013, Propositions 1 to 9 and 11).

Each verdict is true with a reason, false with a shortest derivation that refutes it, or undecided,
with the length of sentences up to which the property was found to hold.  Searches have a budget
(`search`), so every answer comes within seconds.
"""

from collections.abc import Callable
from itertools import pairwise

from multiplane import graph as graphs
from multiplane.calculus.decomposition import planes as stack_planes
from multiplane.calculus.decomposition import written_elementary
from multiplane.calculus.invariants import Analysis, Finding, analyse
from multiplane.calculus.refutation import SEARCHED, refute, refute_graphs, searched
from multiplane.calculus.search import Search
from multiplane.calculus.system import System, empty
from multiplane.calculus.termination import (
    limited,
    linear_potential,
    potential_text,
    progress,
    ranking,
)
from multiplane.calculus.transition import Transition
from multiplane.calculus.vocabulary import MOVE_ALL
from multiplane.graph import Graph
from multiplane.remembered import by_system
from multiplane.verdict import Verdict, Verdicts

NO_HEADS = "its arcs have no direction, so words have no heads"


def _reasons(findings: tuple[Finding, ...]) -> str | None:
    """Join the reasons why all steps concerned are safe; None if one is not."""
    if any(finding.because is None for finding in findings):
        return None
    by_reason: dict[str, list[str]] = {}
    for finding in findings:
        assert finding.because is not None
        by_reason.setdefault(finding.because, []).append(finding.transition.replace("_", "-"))
    return "; ".join(f"{', '.join(names)}: {why}" for why, names in by_reason.items())


@by_system
def divisible(system: System) -> Verdict:
    """Is every transition a composition of restricted elementary transitions (Definition 7)?"""
    verdict = stack_planes({name: system.rules(name) for name in system})
    if not verdict:
        return verdict
    if verdict.witness > 1:
        return Verdict(False, f"it has {verdict.witness} stacks, each divisible on its own")
    return Verdict(True, verdict.because)


def planes(system: System) -> Verdict:
    """Is every output k-planar for some fixed k?  The witness is the k that was shown."""
    verdict = stack_planes({name: system.rules(name) for name in system})
    if verdict:
        k = verdict.witness
        because = "Proposition 4" if k == 1 else f"Proposition 4 for each of its {k} stacks"
        outputs = "planar" if k == 1 else f"{k}-planar"
        return Verdict(True, f"every output is {outputs}: {because}", k)
    return Verdict(None, f"no bound on the number of planes is known: {verdict.because}")


@by_system
def planar(system: System) -> Verdict:
    """Does no output have crossing arcs (Proposition 4)?"""
    verdict = divisible(system)
    if verdict:
        return Verdict(True, "it is divisible: Proposition 4")
    return refute_graphs(system, graphs.planar, "arcs cross")


def _about_heads(
    system: System,
    findings: Callable[[Analysis], tuple[Finding, ...]],
    check: Callable[[Graph], Verdict],
    fails: str,
    proof: str,
) -> Verdict:
    if not system.directed:
        return Verdict(None, NO_HEADS)
    reason = _reasons(findings(analyse(system)))
    if reason is not None:
        return Verdict(True, proof.format(reason))
    return refute_graphs(system, check, fails)


@by_system
def single_head(system: System) -> Verdict:
    """Does every word have at most one head (Proposition 2)?"""
    return _about_heads(
        system,
        lambda analysis: analysis.new_head,
        graphs.single_head,
        "a word has two heads",
        "no arc leads to a word with a head ({}): Proposition 2",
    )


@by_system
def acyclic(system: System) -> Verdict:
    """Is every output without cycles (Proposition 3)?"""
    proof = "no arc closes a cycle ({}): Proposition 3"
    if not system.directed:
        reason = _reasons(analyse(system).unlinked)
        if reason is not None:
            return Verdict(True, proof.format(reason))
    return _about_heads(
        system, lambda analysis: analysis.no_cycle, graphs.acyclic, "there is a cycle", proof
    )


@by_system
def no_covered_roots(system: System) -> Verdict:
    """Is no word without a head covered by an arc (Proposition 1)?"""
    fails = "a root is covered"
    if system.directed and not divisible(system):
        return refute_graphs(system, graphs.no_covered_roots, fails)
    return _about_heads(
        system,
        lambda analysis: analysis.headed_drop,
        graphs.no_covered_roots,
        fails,
        "only words with a head are reduced ({}): Proposition 1",
    )


def projective(system: System) -> Verdict:
    """Is every output planar and without covered roots (Definition 2)?"""
    parts = planar(system), no_covered_roots(system)
    for part in parts:
        if part.holds is False:
            return Verdict(False, part.because, part.witness)
    for part in parts:
        if part.holds is None:
            return Verdict(None, part.because)
    return Verdict(True, "planar and without covered roots (Definition 2)")


def robust(system: System) -> Verdict:
    """Is some transition permitted in every non-terminal configuration (Proposition 5)?"""
    for name in system:
        member = system.rules(name)[0]
        if len(member.words) == 1 and not member.conditions and not member.arcs:
            store = member.words[0].store
            if system.final == empty(store):
                shift = name.replace("_", "-")
                return Verdict(
                    True, f"{shift} is permitted while {store} has a word: Proposition 5"
                )

    def stuck(search: Search) -> object:
        return search.shortest(
            lambda c: not system.is_terminal(c) and search.following.get(c) == []
        )

    return refute(system, stuck, "nothing is permitted")


@by_system
def bounded(system: System) -> Verdict:
    """Is there no loop through a non-terminal configuration (Proposition 6)?"""
    reasons = ranking(system)
    if reasons is not None:
        return Verdict(True, "; ".join(reasons) + ": Proposition 6")
    return refute(system, Search.loop, "there is a loop")


def efficient(system: System) -> Verdict:
    """Definition 13: divisible, SHIFT is in T, and every transition spends A, Π or β."""
    is_divisible = divisible(system)
    if not is_divisible:
        return Verdict(False, f"not divisible: {is_divisible.because}")
    if not any(written_elementary(t) == ("SHIFT",) and not t.guard for t in system.values()):
        return Verdict(False, "it lacks the elementary SHIFT")
    spent = progress(system)
    idle = [name.replace("_", "-") for name in system if name not in spent]
    if idle:
        return Verdict(
            False, f"{', '.join(idle)} adds no arc, drops no word and does not shorten β"
        )
    text = ", ".join(f"{what}({name.replace('_', '-')}) > 0" for name, what in spent.items())
    return Verdict(True, f"SHIFT is in T, and {text}")


def _arc_bound(system: System) -> str | None:
    """Return why outputs have O(n) arcs, or None."""
    if single_head(system) and acyclic(system):
        return "at most n − 1 arcs"
    if not system.directed and acyclic(system):
        return "at most n − 1 arcs"
    verdict = planes(system)
    if verdict:
        k = verdict.witness
        return f"at most {'' if k == 1 else k}(4n − 6) arcs (Lemma 4)"
    return "at most n arcs" if single_head(system) else None


@by_system
def linear_transitions(system: System) -> Verdict:
    """Is the length of derivations O(n) (Propositions 8 and 11)?"""
    if bounded(system).holds is False:
        return Verdict(False, "it is not bounded", bounded(system).witness)
    arcs, potential = _arc_bound(system), linear_potential(system)
    if potential and (arcs or not potential[1]):
        rotations = [name.replace("_", "-") for name in system if limited(system, name)]
        names = ", ".join(rotations)
        because = f"every transition{f' except {names}' * bool(names)} lowers"
        because += f" {potential_text(*potential)}" + f"; {arcs}" * bool(arcs)
        if rotations:
            because += f"; the number of {names} in a row is limited: Proposition 11"
        else:
            because += ": Proposition 8"
        return Verdict(True, because)
    return _growth(system, lambda _: 1, "transitions")


def linear_elementary(system: System) -> Verdict:
    """Is the number of elementary (or primitive) steps in derivations O(n) (Proposition 9)?"""
    growing = [name for name, t in system.transitions if t.is_family or _moves_all(t)]
    linear = linear_transitions(system)
    if not growing:
        if not linear:
            return linear
        most = max(len(t.steps) for t in system.values())
        return Verdict(
            True,
            f"at most {most} step{'s' * (most > 1)} in each of O(n) transitions: Proposition 9",
        )
    verdict = _growth(system, lambda name: len(system.transition(name).steps), "steps")
    names = ", ".join(name.replace("_", "-") for name in growing)
    return Verdict(
        verdict.holds, f"{names} can have any length; {verdict.because}", verdict.witness
    )


def _moves_all(transition: Transition) -> bool:
    return any(step.code == MOVE_ALL for step in transition.steps)


def _growth(system: System, weight: Callable[[str], int], what: str) -> Verdict:
    """Judge by the longest derivations: does each further word add more than the one before?"""
    lengths: list[int] = []
    for words in range(1, SEARCHED + 1):
        longest = searched(system, words).longest(weight)
        if longest is None:
            break
        lengths.append(longest)
    if not lengths:
        return Verdict(None, f"undecided: the {what} of derivations of 1 word have no known limit")
    grows = [b - a for a, b in pairwise(lengths)]
    text = f"the longest derivations for 1, 2, … words have {', '.join(map(str, lengths))} {what}"
    if len(grows) >= 3 and all(a < b for a, b in pairwise(grows)):
        return Verdict(False, f"{text}, so each word adds more than the one before")
    return Verdict(None, f"undecided: {text}; no proof")


VERDICTS: dict[str, Callable[[System], Verdict]] = {
    "planar": planar,
    "single_head": single_head,
    "acyclic": acyclic,
    "no_covered_roots": no_covered_roots,
    "projective": projective,
    "robust": robust,
    "bounded": bounded,
    "efficient": efficient,
    "linear_transitions": linear_transitions,
    "linear_elementary": linear_elementary,
}


def verdicts(system: System) -> Verdicts:
    """Judge all properties of a system."""
    return Verdicts((name, judge(system)) for name, judge in VERDICTS.items())
