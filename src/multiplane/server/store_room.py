"""May the compiled machine run a system that anybody wrote?

It gives each store room for every word once, and does not look whether there is room left; and it
knows one set of stacks that take turns.  So a system runs on it only if no word can ever be twice
in one store, and if its stacks take turns in one way.
"""

from multiplane.calculus.rule import Rest, Rule
from multiplane.calculus.stores import ROOT, WORDS, Address, β, λ1, λ2
from multiplane.calculus.system import System
from multiplane.calculus.vocabulary import COPY, ROTATE
from multiplane.verdict import Verdict


def has_room(system: System) -> Verdict:
    """Does the machine have room for it?  Undecided where that is not plain to see.

    Words that are only moved are always in one store.  Where they are copied, it suffices that
    words come into stores from β alone, leave β as they do, and never come back to it.
    """
    parts = [part for _, contents in system.start for part in contents]
    if parts.count(WORDS[0]) > 1 or parts.count(ROOT) > 1:
        return Verdict(False, "it starts with a word in two stores")
    steps = [step for transition in system.values() for step in transition.steps]
    turns = {step.places for step in steps if step.code == ROTATE}
    if len(turns) > 1 or any(place in (β, λ1, λ2) for places in turns for place in places):
        return Verdict(None, "its stores take turns in more ways than the machine knows")
    if not any(step.code == COPY for step in steps):
        return Verdict(True, "words are only moved")
    for name in system:
        for rule in system.rules(name):
            if not (rule.rotates or _only_from_buffer(rule)):
                label = name.replace("_", "-")
                return Verdict(None, f"{label} might put a word into a store that has it already")
    return Verdict(True, "words come from β, once each")


def _only_from_buffer(rule: Rule) -> bool:
    after = dict(zip(rule.stores, rule.after, strict=True))
    for store, items in after.items():
        words = [item for item in items if isinstance(item, Address)]
        if len(set(words)) != len(words):
            return False
        if [item for item in items if isinstance(item, Rest)] != [Rest(store)]:
            return False
        entering = [word for word in words if word.store != store]
        if any(store == β or word.store != β or word in after[β] for word in entering):
            return False
    return True
