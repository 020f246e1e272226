"""Derivations to be played: every configuration, what is permitted in it, and the rule applied."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from multiplane.calculus import semantics
from multiplane.calculus.configuration import Configuration
from multiplane.calculus.derivation import Derivation, derive
from multiplane.calculus.notation import LETTERS, printed, printed_rule
from multiplane.calculus.printed import PrintedRule
from multiplane.calculus.rule import rule
from multiplane.calculus.stores import Store
from multiplane.calculus.system import System
from multiplane.calculus.transition import Transition
from multiplane.errors import MultiplaneError
from multiplane.machine.limits import refusal
from multiplane.remembered import by_transition
from multiplane.server.choices import Choice, chosen
from multiplane.server.costs import costs_along
from multiplane.server.obstacles import forbidden, word_at
from multiplane.server.planes import Planes
from multiplane.server.printing import in_styles, stores
from multiplane.server.sentences import Given, gold, sentence

if TYPE_CHECKING:
    from multiplane.oracles.trace import Trace


def oracle_derivation(choice: Choice, given: Given) -> dict[str, Any]:
    """Return the oracle's derivation of a tree."""
    found = sentence(given)
    answer = oracle_trace(choice, found)
    heads = [head or 0 for head in found.heads]
    played = _played(answer.derivation, found.forms, heads)
    return played | {"lost": list(answer.lost), "by": "oracle"}


def oracle_trace(choice: Choice, given: Given) -> "Trace":
    """Derive a tree by the oracle."""
    system, graph = chosen(choice), gold(sentence(given))
    reason = refusal(system)
    if reason is not None:
        raise MultiplaneError(
            f"{system} can be stepped through by hand, but has no oracle here: {reason}"
        )
    from multiplane.oracles.trace import trace

    try:
        return trace(system, graph)
    except AssertionError:  # a system that gets stuck, or never ends, where the oracle led it
        raise MultiplaneError(
            f"{system}: the oracle finds no complete derivation; step by hand"
        ) from None


def hand_derivation(
    choice: Choice, given: Given | None, words: int, transitions: Sequence[str], with_costs: bool
) -> dict[str, Any]:
    """Return the derivation by named transitions; for a tree, also what transitions would cost."""
    system = chosen(choice)
    if given is None:
        return _played(derive(system, transitions, words=words), (), None)
    found = sentence(given)
    derivation = derive(system, transitions, words=gold(found).n)
    heads = [head or 0 for head in found.heads] if with_costs else None
    return _played(derivation, found.forms, heads)


def _played(
    derivation: Derivation, forms: tuple[str, ...], heads: list[int] | None
) -> dict[str, Any]:
    system, names = derivation.system, derivation.transitions
    sequence = derivation.configurations
    planes = Planes(system, sequence[-1], derivation.words)
    prices = costs_along(derivation, heads)
    steps: list[dict[str, Any]] = []
    rules: dict[str, dict[str, str]] = {}
    for at, here in enumerate(sequence):
        step: dict[str, Any] = {"transition": "", "bindings": [], "arcs": []}
        if at:
            name = names[at - 1]
            transition = system.transition(name)
            rules.setdefault(_shown(name), in_styles(str(_rule(system, name))))
            before = sequence[at - 1]
            step = {
                "transition": _shown(name),
                "bindings": _bindings(system, transition, before),
                "arcs": planes.follow(transition, before),
            }
        costs = next(prices)
        step |= {
            "stores": [list(contents) for contents in here.stores],
            "planes": planes.of_stores,
            "permitted": [
                {"name": _shown(name), "cost": costs.get(name)}
                for name, _ in semantics.successors(system, here)
            ],
            "forbidden": forbidden(system, here, forms),
            "terminal": system.is_terminal(here),
        }
        steps.append(step)
    return {
        "system": system.name,
        "words": derivation.words,
        "directed": system.directed,
        "stores": stores(system),
        "transitions": _named(system, steps),
        "steps": steps,
        "rules": rules,
        "lost": [],
        "by": "hand",
    }


def _named(system: System, steps: list[dict[str, Any]]) -> list[str]:
    """List the transitions in the system's order; of a family, the members permitted somewhere."""
    permitted = {row["name"] for step in steps for row in step["permitted"]}
    found: list[str] = []
    for name, transition in system.transitions:
        members = [each for each in permitted if each.startswith(f"{_shown(name)}(")]
        found += (
            sorted(members, key=lambda each: (len(each), each))
            if transition.is_family
            else [_shown(name)]
        )
    return found


def _shown(name: str) -> str:
    return name.replace("_", "-")


@by_transition
def _own_rule(transition: Transition, among: tuple[Store, ...]) -> PrintedRule:
    return printed_rule(rule(transition, among))


def _rule(system: System, name: str) -> PrintedRule:
    """Return a transition's rule; for a member that needs more letters, that of its family."""
    own = _own_rule(system.transition(name), system.stores)
    if len(own.letters) <= len(LETTERS):
        return own
    return printed(system).transition(system.defined_as(name)).rule


def _bindings(
    system: System, transition: Transition, before: Configuration
) -> list[dict[str, Any]]:
    """Say which words the letters of the rule stand for."""
    letters = _own_rule(transition, system.stores).letters
    if len(letters) > len(LETTERS):
        return []
    return [{"letter": letter, "word": word_at(system, before, place)} for place, letter in letters]
