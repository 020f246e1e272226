"""Which arcs can still be built from a configuration, each considered alone?

In all systems here, whether an arc (h, d) can still be built depends on few things: the store of
each word, whether it is at the top, which word comes first, and whether they are neighbours in the
first store, the stack.  The table is made by looking at all configurations of a few words: for each
such description, is the arc in some output reachable from there?  If a description always gives the
same answer, the table is exact; otherwise it errs on the side of "can".
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.calculus.system import System
from multiplane.errors import MultiplaneError
from multiplane.machine.explore import Space, explore
from multiplane.native import entry
from multiplane.native.plain import IN_BROWSER
from multiplane.oracles.conflicts import NOWHERE
from multiplane.oracles.plain_reach import answers, known
from multiplane.oracles.properties import properties
from multiplane.remembered import by_system

# mypy: disable-error-code="no-untyped-def"

NO, YES, BOTH = 1, 2, 3  # answers seen for a description
WORDS, MOST = 4, 400_000  # the longest sentences, and the most configurations, looked at


class Reach(NamedTuple):
    """For each description of a pair of words: can the arc between them still be built?"""

    kinds: NDArray[np.int32]  # of each store; stacks that rotate are of one kind
    can: NDArray[np.bool_]  # [codes, codes, order, neighbours], flat
    codes: int


class _Facts(NamedTuple):
    """What is known about a system beforehand."""

    kinds: NDArray[np.int32]  # of stores
    left: NDArray[np.bool_]  # is the store open on the left?
    codes: int
    directed: bool  # from here on, see `properties`
    single: bool
    acyclic: bool
    root: bool


@dataclass(frozen=True, slots=True)
class ReachTable:
    """The table of a system, and whether it is exact."""

    reach: Reach
    exact: bool

    @property
    def inside(self) -> NDArray[np.bool_]:
        """The part about two words of the first stack: [top?, top?, order, neighbours]."""
        codes = self.reach.codes
        return self.reach.can.reshape(codes, codes, 2, 2)[1:3, 1:3]


@by_system
def reach_table(system: System) -> ReachTable:
    """Make the table of a system by looking at all configurations of up to four words."""
    kinds = _kinds(system)
    codes = 2 * (max(kinds) + 1) + 1
    seen = known(system) if IN_BROWSER else _seen(system, kinds, codes)
    if seen is None:
        seen = _seen_plainly(system, kinds, codes)
    found = Reach(np.array(kinds, np.int32), np.array(_filled(seen, codes), np.bool_), codes)
    return ReachTable(found, BOTH not in seen)


def seen_answers(system: System) -> list[int]:
    """Return the answers seen, to be kept for browsers (`plain_reach.known`)."""
    kinds = _kinds(system)
    return _seen(system, kinds, 2 * (max(kinds) + 1) + 1)


def _kinds(system: System) -> list[int]:
    """Number the kinds of stores."""
    kinds: list[int] = []
    for store in system.stores:
        shared = kinds and {store, system.stores[len(kinds) - 1]} <= system.rotating
        kinds.append(kinds[-1] if shared else max(kinds, default=-1) + 1)
    return kinds


def _seen(system: System, kinds: list[int], codes: int) -> list[int]:
    """Return the answers seen for each description."""
    seen = np.zeros(codes * codes * 4, np.uint8)
    facts = _Facts(
        kinds=np.array(kinds, np.int32),
        left=np.array([store.open_on_left for store in system.stores]),
        codes=codes,
        **properties(system)._asdict(),
    )
    for length in range(2, WORDS + 1):
        try:
            space = explore(system, length, limit=MOST, with_edges=True)
        except MultiplaneError:  # too many configurations: try shorter sentences
            break
        reachable = _reachable(_arcs(space), space.edges, space.terminal)
        _look(space.states, reachable, length + 1, facts, seen)
    listed: list[int] = seen.tolist()
    return listed


def _seen_plainly(system: System, kinds: list[int], codes: int) -> list[int]:
    """Do the same where nothing is compiled, with fewer configurations."""
    seen = [0] * (codes * codes * 4)
    for length in range(2, WORDS + 1):
        found = answers(system, kinds, properties(system), length)
        if found is None:
            break
        for head, dependent, order, near, can in found:
            seen[((head * codes + dependent) * 2 + order) * 2 + near] |= YES if can else NO
    return seen


def _filled(seen: list[int], codes: int) -> list[bool]:
    """Fill in descriptions never seen from those of words in the same stores, at the top or not."""
    can = [bool(answer & YES) for answer in seen]
    alike: dict[int, list[int]] = {}  # code 0: nowhere; then two codes for each kind of store
    for code in range(codes):
        alike.setdefault((code + 1) // 2, []).append(code)
    for index, answer in enumerate(seen):
        if answer == 0:
            pair, order, near = index // 4, index // 2 % 2, index % 2
            head, dependent = (alike[(code + 1) // 2] for code in divmod(pair, codes))
            can[index] = any(
                seen[((h * codes + d) * 2 + order) * 2 + near] & YES
                for h in head
                for d in dependent
            )
    return can


def _arcs(space: Space) -> NDArray[np.uint64]:
    """Return the arcs of each configuration as bits, 8·head + dependent."""
    offset = len(space.system.stores) * (space.words + 2)
    found = np.zeros(len(space.states), np.uint64)
    for dependent in range(1, space.words + 1):
        heads = space.states[:, offset + dependent]
        for head in range(space.words + 1):
            bit = np.uint64(1 << (8 * head + dependent))
            found |= np.where(heads >> head & 1, bit, np.uint64(0))
    return found


@entry
def _reachable(arcs, edges, terminal):
    """Return the arcs of all outputs reachable from each configuration."""
    found = np.where(terminal, arcs, np.uint64(0))
    changed = True
    while changed:
        changed = False
        for e in range(len(edges) - 1, -1, -1):
            more = found[edges[e, 0]] | found[edges[e, 2]]
            if more != found[edges[e, 0]]:
                found[edges[e, 0]] = more
                changed = True
    return found


@entry
def _look(states, reachable, nodes, facts, seen):
    """Record the answer for the description of each pair of words in each configuration."""
    kinds, left, codes, root = facts.kinds, facts.left, facts.codes, facts.root
    directed, single, acyclic = facts.directed, facts.single, facts.acyclic
    stores, block = len(kinds), nodes + 1
    code = np.zeros(nodes, np.int64)
    place = np.zeros(nodes, np.int64)  # in the first store
    above_root = np.zeros(nodes, np.int64)
    component = np.zeros(nodes, np.int64)
    for i in range(len(states)):
        row = states[i]
        if row[stores * block + nodes]:  # right after a rotation, `value` looks one step ahead
            continue
        code[:] = 0
        place[:] = NOWHERE
        above_root[:] = 0
        for s in range(stores):
            size = np.int64(row[s * block])
            blocked = False
            for depth in range(size):
                at = s * block + 1 + (depth if left[s] else size - 1 - depth)
                node = row[at]
                if s == 0:
                    place[node] = size - depth
                above_root[node] = blocked
                code[node] = max(code[node], 1 + 2 * kinds[s] + (depth == 0))
                blocked = blocked or (root and node == 0)
        heads = stores * block
        for node in range(nodes):
            component[node] = node
        for dependent in range(1, nodes):
            for head in range(nodes):
                if row[heads + dependent] >> head & 1:
                    one, other = component[dependent], component[head]
                    for node in range(nodes):
                        if component[node] == one:
                            component[node] = other
        for dependent in range(1, nodes):
            if single and row[heads + dependent]:
                continue
            for head in range(0 if root else 1, nodes):
                if head == dependent or (acyclic and component[head] == component[dependent]):
                    continue
                if not directed and head > dependent:
                    continue
                if row[heads + dependent] >> head & 1:  # already built
                    continue
                near = int(
                    place[head] > 0
                    and abs(place[head] - place[dependent]) == 1
                    and not (root and above_root[dependent])
                )
                index = ((code[head] * codes + code[dependent]) * 2 + (head < dependent)) * 2 + near
                bit = np.uint64(1) << np.uint64(8 * head + dependent)
                seen[index] |= YES if reachable[i] & bit else NO
