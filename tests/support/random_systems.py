"""Systems nobody has thought of, of one to four stores, with all steps and conditions there are."""

import random

from multiplane import calculus as c
from multiplane.calculus import Final, System
from multiplane.calculus.vocabulary import CONDITIONS, Undirected
from multiplane.errors import DefinitionError
from multiplane.machine.layout import machine

STORES = (c.σ, c.stack(2), c.stack(3), c.stack(4), c.β, c.λ1, c.λ2)
MOST_STORES = 4
TRIES = 12  # transitions that are made up; those that cannot be are left out


def random_system(draw: random.Random) -> System:
    """Make up a system; its words start in one store, or now and then in several."""
    while True:
        stores = draw.sample(STORES, 1 + draw.randrange(MOST_STORES))
        start = {store: [] for store in stores}
        for store in draw.sample(stores, 1 + (draw.random() < 0.2) * (len(stores) > 1)):
            start[store] = [*c.WORDS]
        if draw.random() < 0.3:
            contents = start[draw.choice(stores)]
            contents.insert(draw.randrange(len(contents) + 1), c.ROOT)
        final = Final(tuple((store, draw.randrange(2)) for store in stores if draw.random() < 0.3))
        settings = {"start": start, "final": final}
        found = _transitions(draw, stores, settings)
        if found:
            return System("random", found, **settings)


def _transitions(draw: random.Random, stores, settings) -> dict:
    """Those that can be done somewhere, and that cannot put a word into a store twice."""
    directed, found = draw.random() < 0.8, {}
    for number in range(1 + draw.randrange(TRIES)):
        try:
            more = {**found, f"T{number}": _transition(draw, stores, directed=directed)}
            _ = machine(System("trial", more, **settings), 1).start
        except DefinitionError:
            continue
        found = more
    return found


def _transition(draw: random.Random, stores, *, directed: bool):
    """Up to three steps one after the other, each with up to two conditions; perhaps a family."""
    whole = None
    for _ in range(1 + draw.randrange(3)):
        part = _step(draw, stores, directed=directed)
        if draw.random() < 0.05:
            part **= c.m
        for _ in range(draw.choice((0, 0, 0, 1, 1, 2))):
            part |= _literal(draw, stores, directed=directed)
        whole = part if whole is None else whole >> part
    return whole


def _step(draw: random.Random, stores, *, directed: bool):
    kind = draw.choice(("move", "move", "move", "drop", "drop", "arc", "arc", "arc", "copy",
                        "rotate", "move_all"))  # fmt: skip
    if kind == "arc":
        return (c.arc if directed else c.edge)(_place(draw, stores), _place(draw, stores))
    if kind == "drop":
        return c.drop(_place(draw, stores))
    if kind == "rotate":
        first = draw.randrange(len(stores))
        return c.rotate(*stores[first : first + 2 + draw.randrange(3)])
    source = draw.choice(stores) if kind == "move_all" else _place(draw, stores)
    return getattr(c, kind)(source, draw.choice(stores))


def _literal(draw: random.Random, stores, *, directed: bool):
    known = [w for w in CONDITIONS.values() if directed or w.undirected is Undirected.SAME]
    condition = draw.choice(known)
    given = [_place(draw, stores) for _ in range(condition.arity)] or [1 + draw.randrange(3)]
    literal = getattr(c, condition.name)(*given)
    return ~literal if draw.random() < 0.6 else literal


def _place(draw: random.Random, stores):
    return draw.choice(stores)[draw.choice((0, 0, 0, 0, 1, 1, 2))]
