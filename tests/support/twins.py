"""Slow twins of the searches, in plain Python."""

from multiplane.machine.explore import ends_are_final
from multiplane.machine.steps import most_steps
from multiplane.reference.features import Kin
from multiplane.reference.guide import STOP
from multiplane.reference.situation import begin


def beam(system, guide, words, width):
    """Keep the best derivations, whatever their length; return the best."""
    items = [(0, begin(system, words), False)]
    final = ends_are_final(system)
    for _ in range(most_steps(words)):
        following = []
        for total, situation, done in items:
            if done or (final and system.is_terminal(situation.configuration)):
                following.append((total, situation, None))
                continue
            candidates = guide.candidates(situation)
            following += [(total + c.score, situation, c.choice) for c in candidates]
            if not candidates:
                following.append((total, situation, None))
        following.sort(key=lambda item: -item[0])  # stable: the first of equals stays first
        items = [
            (total, situation, True)
            if choice in (None, STOP)
            else (total, situation.after(*choice), False)
            for total, situation, choice in following[:width]
        ]
        if all(done for _, _, done in items):
            break
    return items[0][1]


def tree(situation, *, one_root=True, root_label=0, loose_label=1):
    """Heads and labels by word, as `search.tree` promises them."""
    kin = Kin(situation)
    words = range(1, situation.words + 1)
    heads = {d: kin.heads.get(d, 0) for d in words}
    labels = {d: kin.labels[d] if d in kin.heads else root_label for d in words}
    for d in words:
        above, at = [d], heads[d]
        while at and at not in above:
            above.append(at)
            at = heads[at]
        if at == d:  # d is on a cycle, and no word before it is
            heads[d], labels[d] = 0, root_label
    first, *others = [d for d in words if not heads[d]] or [0]
    for d in others if one_root else ():
        heads[d] = first
        if labels[d] == root_label:
            labels[d] = loose_label
    return [heads[d] for d in words], [labels[d] for d in words]


def problems(heads, *, one_root):
    """What keeps heads from being those of a tree."""
    words = len(heads)
    if not all(0 <= head <= words for head in heads):
        yield "a head that is no word"
        return
    for d in range(1, words + 1):
        at, steps = d, 0
        while at and steps <= words:
            at, steps = heads[at - 1], steps + 1
        if at:
            yield f"{d} is on or below a cycle"
    roots = sum(head == 0 for head in heads)
    if words and (roots == 0 or (one_root and roots > 1)):
        yield f"{roots} roots"
