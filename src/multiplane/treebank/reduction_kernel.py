"""The compiled half of `reduction`: words taken out of trees, what depends on them lifted."""

# mypy: disable-error-code="no-untyped-def"

from multiplane.native import lean, lean_entry

_UNKNOWN, _OPEN, _FINE = range(3)


@lean
def _is_tree(heads, base, n, state):
    """Does every word lead to 0?"""
    state[: n + 1] = _UNKNOWN
    state[0] = _FINE
    for d in range(1, n + 1):
        word = d
        while state[word] == _UNKNOWN:
            state[word] = _OPEN
            word = heads[base + word]
            if word < 0:
                return False
        if state[word] == _OPEN:
            return False
        word = d
        while state[word] == _OPEN:
            state[word] = _FINE
            word = heads[base + word]
    return True


@lean_entry
def reduce(heads, starts, dropped, room, kept, lifted, begins):
    """Take the dropped words out of all trees; return how many are kept.

    `kept` gets the words that stay, `lifted` their heads, `begins` the new `starts`.  The head of
    a word is the nearest kept one above it, or 0.  What is no tree stays whole.
    """
    state, number = room[0], room[1]
    total = 0
    begins[0] = 0
    for s in range(len(starts) - 1):
        base, n = starts[s] - 1, starts[s + 1] - starts[s]
        whole = not _is_tree(heads, base, n, state)
        number[0] = 0
        stay = 0
        for d in range(1, n + 1):
            stay += whole or not dropped[base + d]
            number[d] = stay
        for d in range(1, n + 1):
            if whole or not dropped[base + d]:
                h = heads[base + d]
                while not whole and h and dropped[base + h]:
                    h = heads[base + h]
                kept[total] = base + d
                lifted[total] = number[h] if h > 0 else h
                total += 1
        begins[s + 1] = total
    return total
