"""Why a transition is not permitted in a configuration, said with the words that it is about."""

from multiplane.calculus import semantics
from multiplane.calculus.configuration import Configuration
from multiplane.calculus.rule import Rule
from multiplane.calculus.stores import ROOT, Address
from multiplane.calculus.system import System
from multiplane.remembered import by_transition


@by_transition
def _rule(system: System, name: str) -> Rule:
    return system.rules(name)[0]


def forbidden(
    system: System, configuration: Configuration, forms: tuple[str, ...]
) -> list[dict[str, str]]:
    """List the transitions that are not permitted, families left out, each with its reason."""
    found = []
    for name, transition in system.transitions:
        if transition.is_family or semantics.apply(system, transition, configuration) is not None:
            continue
        because = _obstacle(system, _rule(system, name), configuration, forms)
        found.append({"name": name.replace("_", "-"), "because": because})
    return found


def _obstacle(
    system: System, rule: Rule, configuration: Configuration, forms: tuple[str, ...]
) -> str:
    contents = dict(zip(system.stores, configuration.stores, strict=True))
    for store in system.stores:
        needed = sum(word.store == store for word in rule.words)
        there = len(contents[store])
        if there < needed:
            return f"{store} has only {there} of {needed} words" if there else f"{store} is empty"
    for literal in rule.conditions:
        nodes = tuple(word_at(system, configuration, place) or 0 for place in literal.places)
        if not literal.holds(configuration, nodes):
            if literal.condition.name == "is_root" and nodes == (ROOT,):
                return "it is for words, and this is the root"
            instead = literal.condition.says[1 if literal.positive else 0]
            return instead.format(*(quoted(node, forms) for node in nodes))
    for arc in rule.arcs:
        one, other = (word_at(system, configuration, place) or 0 for place in arc)
        if one == other:
            return f"an arc cannot lead from {quoted(one, forms)} to itself"
        if {(one, other), (other, one)} & configuration.arcs:
            return f"{quoted(one, forms)} and {quoted(other, forms)} already have this arc"
    return "a condition does not hold when its step is reached"


def word_at(system: System, configuration: Configuration, place: Address) -> int | None:
    """Return the word at a place, if there is one."""
    items = configuration.stores[system.stores.index(place.store)]
    position = place.store.position(place.depth, len(items))
    return items[position] if position >= 0 else None


def quoted(node: int, forms: tuple[str, ...]) -> str:
    """What to call a word: by its form, or by its number where there are no forms."""
    if node == ROOT:
        return "the root"
    return f"“{forms[node - 1]}”" if forms else f"word {node}"
