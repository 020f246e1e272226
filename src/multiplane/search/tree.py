"""From what a search built to a tree: every word gets a head, and one root unless more may be."""

# mypy: disable-error-code="no-untyped-def"

from multiplane.features.kin import K_HEAD, K_HEADER, K_LABEL
from multiplane.native import jit


@jit
def read_tree(kin, words, one_root, root_label, loose_label, heads, labels):
    """Fill in heads and labels, by word; a word without a head becomes a root.

    Where one root is wanted, the first of them is it, and the others depend on it.  Cycles, which
    only systems without acyclicity build, are opened at their first word.
    """
    nodes = words + 2
    for d in range(1, words + 1):
        head = kin[K_HEADER + K_HEAD * nodes + d]
        heads[d - 1] = 0 if head > words else head
        labels[d - 1] = kin[K_HEADER + K_LABEL * nodes + d] - 1
        if head > words:
            labels[d - 1] = root_label
    open_cycles(heads, labels, words, root_label)
    if one_root:
        root = -1
        for d in range(words):
            if heads[d] == 0:
                if root < 0:
                    root = d
                else:
                    heads[d] = root + 1
                    if labels[d] == root_label:
                        labels[d] = loose_label


@jit
def open_cycles(heads, labels, words, root_label):
    """Make a root of the first word of each cycle."""
    for d in range(words):
        slow, fast = d + 1, d + 1
        while True:
            slow = heads[slow - 1]
            fast = heads[fast - 1]
            if fast > 0:
                fast = heads[fast - 1]
            if fast == 0 or slow == 0:
                break
            if slow == fast:
                heads[d], labels[d] = 0, root_label
                break
