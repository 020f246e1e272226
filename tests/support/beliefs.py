"""Random beliefs; expected costs by the definition, exploring all that can follow."""

from collections import defaultdict
from itertools import product

import numpy as np

from multiplane.machine.explore import LIMIT, explore
from multiplane.machine.layout import machine
from multiplane.oracles.beliefs import believe
from multiplane.oracles.expected import cost_room, expected_costs, prospects
from support.exhaustive import block_of


def matrix(words, seed):
    """Probabilities of heads, [d − 1, h], where no word is its own head."""
    drawn = np.random.default_rng(seed).dirichlet(np.full(words + 1, 0.7), words)
    drawn[np.arange(words), np.arange(words) + 1] = 0
    return drawn / drawn.sum(axis=1, keepdims=True)


class Expected:
    """Expected costs for one sentence, called from Python."""

    def __init__(self, system, chances, **kept):
        self.machine = machine(system, len(chances))
        nodes = len(chances) + system.has_root
        self.nodes = nodes if any(t.is_family for t in system.values()) else 0
        self.prospects = prospects(system, self.nodes)
        self.room = cost_room(system, len(chances) + 2, self.nodes)
        kept = kept or {"most": 99, "least": 0.0}
        # The second of two sentences, so that the first node is not 0.
        self.beliefs, self.first = believe([np.eye(2, 3), chances], **kept), 4

    def costs(self, block, open_):
        out = np.full(len(open_), 7, np.float32)
        code = self.machine.code
        before = block.copy()
        expected_costs(block, code, self.prospects, self.beliefs, self.first, open_, self.room, out)
        assert (block == before).all()
        assert not self.room.sums.mark.any()
        return out


class Explored:
    """All configurations of a few words, and which arcs can be in an output reached from each."""

    def __init__(self, system, words, limit=LIMIT):
        self.system, self.words = system, words
        self.space = explore(system, words, limit, with_edges=True)
        names = machine(system, words).program.names
        self.following = defaultdict(list)
        for source, transition, target in self.space.edges.tolist():
            if self.space.names[transition] in names:  # families have a member too many there
                number = names.index(self.space.names[transition])
                self.following[source].append((number, target))
        offset = len(system.stores) * (words + 2)
        rows = self.space.states[:, offset : offset + words + 1].tolist()
        self.built = [
            {(h, d) for d, h in product(range(1, words + 1), range(words + 1)) if row[d] >> h & 1}
            for row in rows
        ]
        self.can = [
            set(arcs) if end else set()
            for arcs, end in zip(self.built, self.space.terminal.tolist(), strict=True)
        ]
        edges, changed = self.space.edges.tolist()[::-1], True
        while changed:
            changed = False
            for source, _, target in edges:
                if not self.can[target] <= self.can[source]:
                    self.can[source] |= self.can[target]
                    changed = True

    def block(self, at):
        return block_of(self.space, at)

    def _is_lost(self, at, head, dependent, *, single):
        if head == 0 and not self.system.has_root:
            return single and any(d == dependent for _, d in self.built[at])
        pair = (head, dependent) if self.system.directed else tuple(sorted((head, dependent)))
        return pair not in self.can[at]

    def costs(self, at, chances, *, single, rotates):
        """The expected cost of each transition, by number."""
        found = {}
        for transition, target in self.following[at]:
            if rotates[transition]:
                after = self._after_rotations(at, target, chances, single, rotates)
                found[transition] = min(after, default=0.0)
            else:
                found[transition] = self._cost(at, target, chances, single)
        return found

    def _after_rotations(self, at, target, chances, single, rotates):
        for transition, later in self.following[target]:
            if rotates[transition]:
                yield from self._after_rotations(at, later, chances, single, rotates)
            else:
                yield self._cost(at, later, chances, single)

    def lost(self, at, chances, *, single):
        """The expected number of arcs that are out of reach, or built and wrong."""
        pairs = product(range(1, self.words + 1), range(self.words + 1))
        lost = sum(chances[d - 1, h] for d, h in pairs if self._is_lost(at, h, d, single=single))
        return lost + sum(0 if single else 1 - self._chance(arc, chances) for arc in self.built[at])

    def _chance(self, arc, chances):
        h, d = arc
        both = not self.system.directed and h
        return chances[d - 1, h] + (chances[h - 1, d] if both else 0)

    def _cost(self, at, then, chances, single):
        words, cost = self.words, 0.0
        for d, h in product(range(1, words + 1), range(words + 1)):
            lost = [self._is_lost(which, h, d, single=single) for which in (at, then)]
            cost += chances[d - 1, h] * (lost == [False, True])
        if not single:
            for arc in self.built[then] - self.built[at]:
                cost += 1 - self._chance(arc, chances)
        return cost
