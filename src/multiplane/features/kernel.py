"""From a configuration to the rows of weights for its features."""

# mypy: disable-error-code="no-untyped-def"

import numpy as np

from multiplane.features.atoms import RELATIONS
from multiplane.features.hashing import mix
from multiplane.features.kin import K_FIELDS, K_HEADER, K_LABEL, LAST
from multiplane.features.program import CODES, PLACE
from multiplane.machine.kernel import active_plane, arc_between, arc_field, component, node_at
from multiplane.machine.layout import LABEL, SWITCHES
from multiplane.native import inlined, lean
from multiplane.native.memory import fetch

WORD, STATES, PAIRS_FROM = CODES["word"], CODES["deprel"], CODES["dist"]
DIST, SAME, ASKS_LINKED = CODES["dist"], CODES["same"], CODES["linked"]
PERMITTED, ASKS_SWITCHED, PLANE, LAST1 = (
    CODES[name] for name in ("permitted", "switched", "plane", "last1")
)
NEXT = RELATIONS.index("next")  # relations before it are fields of `kin`
# Odd multipliers, one for each atom of a template, and one for the template's number.
M1, M2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
M3, M4 = np.uint64(0x165667B19E3779F9), np.uint64(0xD6E8FEB86659FD93)
MT = np.uint64(0xA0761D6478BD642F)


@lean
def resolve(c, kin, words, addresses, nodes):
    """Find the node at each address; n + 1 if there is none."""
    none = words + 1
    width = words + 2
    for a in range(len(addresses)):
        kind = addresses[a, 0]
        if kind == PLACE:
            node = node_at(c, addresses[a, 1], addresses[a, 2])
            nodes[a] = none if node < 0 else node
        else:
            node = nodes[addresses[a, 1]]
            if kind < NEXT:
                nodes[a] = kin[K_HEADER + kind * width + node]
            elif kind == NEXT:
                nodes[a] = node + 1 if node < words else none
            elif kind < PLACE:
                nodes[a] = node - 1 if 1 < node <= words else none
            else:
                nodes[a] = kin[K_HEADER + (K_FIELDS + kind - PLACE - 1) * width + node]


@lean
def distance(one, other):
    """Return the bin of a distance: 0, 1, 2, 3, 4, 5 to 6, 7 to 10, more."""
    d = abs(one - other)
    if d < 5:
        return d
    return 5 if d < 7 else 6 if d < 11 else 7


@lean
def small(code, value):
    """Return a 64-bit value for a number that is not a hash."""
    return mix(np.uint64(code) * np.uint64(1 << 40) + np.uint64(int(value) & 0xFFFFFFFF))


@lean
def pair(c, words, code, one, other):
    """Return the value of a function of two words; 0 if one of them is missing."""
    none = words + 1
    if one == none or other == none:  # noqa: PLR1714 - quicker
        return 0
    if code == DIST:
        return 1 + distance(one, other)
    if code == SAME:
        return 1 + (one == other)
    if code == ASKS_LINKED:
        return 1 + (component(c, one) == component(c, other))
    arc = arc_between(c, other, one)  # the last one is ARC: no arc, or its direction and label
    if arc >= 0:
        return 3 + 2 * c[arc_field(c, LABEL, arc)]
    arc = arc_between(c, one, other)
    return 1 if arc < 0 else 4 + 2 * c[arc_field(c, LABEL, arc)]


@lean
def fill_atoms(c, kin, plane, sentence, bits, values, atoms, looked):
    """Find the value of each atom."""
    words, width = sentence.words, sentence.words + 2
    nodes, out = looked.nodes, looked.atoms
    for a in range(len(atoms)):
        asks, one = atoms[a, 0], nodes[np.uint32(atoms[a, 1])]
        if asks == WORD:
            out[a] = values[np.uint32(atoms[a, 2]), np.uint64(sentence.first_node + one)]
        elif asks < PAIRS_FROM:
            value = kin[K_HEADER + (K_LABEL + asks - STATES) * width + one]
            out[a] = small(asks, value if one <= words else -1)
        elif asks < PERMITTED:
            out[a] = small(asks, pair(c, words, asks, one, nodes[atoms[a, 2]]))
        elif asks == PERMITTED:
            out[a] = small(asks, bits)
        elif asks == ASKS_SWITCHED:
            out[a] = small(asks, c[SWITCHES])
        elif asks == PLANE:
            out[a] = small(asks, plane)
        else:
            out[a] = small(asks, kin[LAST + asks - LAST1])


@lean
def put_row(hashed, weights, shift, out, at):
    """Write the number of a feature's row of weights, and prefetch the row."""
    row = np.int64(hashed >> shift)
    out[at] = row
    fetch(weights.ctypes.data + row * weights.shape[1] * weights.itemsize)


@lean
def fill_rows(first_node, batch, features, looked, shift, weights, out):
    """Find the row of weights of each feature; return how many there are.

    Indices of atoms are unsigned, which saves Numba's check for negative indices.
    """
    plain, counts, morphs = features.plain, features.counts, features.morphs
    nodes, atoms = looked.nodes, looked.atoms
    morph_starts, morphs_of = batch.morph_starts, batch.morphs
    t = 0
    for _ in range(counts[0]):
        h = np.uint64(t) * MT + atoms[np.uint32(plain[t, 0])] * M1
        put_row(h, weights, shift, out, t)
        t += 1
    for _ in range(counts[1]):
        h = np.uint64(t) * MT + atoms[np.uint32(plain[t, 0])] * M1
        h += atoms[np.uint32(plain[t, 1])] * M2
        put_row(h, weights, shift, out, t)
        t += 1
    for _ in range(counts[2]):
        h = np.uint64(t) * MT + atoms[np.uint32(plain[t, 0])] * M1
        h += atoms[np.uint32(plain[t, 1])] * M2 + atoms[np.uint32(plain[t, 2])] * M3
        put_row(h, weights, shift, out, t)
        t += 1
    for _ in range(counts[3]):
        h = np.uint64(t) * MT + atoms[np.uint32(plain[t, 0])] * M1
        h += atoms[np.uint32(plain[t, 1])] * M2 + atoms[np.uint32(plain[t, 2])] * M3
        put_row(h + atoms[np.uint32(plain[t, 3])] * M4, weights, shift, out, t)
        t += 1
    count = t
    for m in range(len(morphs)):
        h = np.uint64(t + m) * MT
        if morphs[m, 2] >= 0:
            h += atoms[morphs[m, 2]] * M3
        if morphs[m, 3] >= 0:
            h += atoms[morphs[m, 3]] * M4
        one = first_node + nodes[morphs[m, 0]]
        for p in range(morph_starts[one], morph_starts[one + 1]):
            first = h + morphs_of[p] * M1
            if morphs[m, 1] < 0:
                put_row(first, weights, shift, out, count)
                count += 1
                continue
            other = first_node + nodes[morphs[m, 1]]
            for q in range(morph_starts[other], morph_starts[other + 1]):
                put_row(first + morphs_of[q] * M2, weights, shift, out, count)
                count += 1
    return count


@inlined
def extract(scorer, c, kin, sentence, task, bits, found):
    """Find and prefetch the rows of weights for a configuration; return how many there are.

    `bits` are the open transitions.  A row's number is the hash of its feature, shifted right by
    `scorer.shift` bits.
    """
    features, batch, looked, shift = task.features, task.batch, task.work.looked, scorer.shift
    plane = active_plane(c, task.code)
    resolve(c, kin, sentence.words, features.addresses, looked.nodes)
    fill_atoms(c, kin, plane, sentence, bits, batch.values, features.atoms, looked)
    return fill_rows(
        sentence.first_node, batch, features, looked, np.uint64(shift), scorer.weights, found
    )
